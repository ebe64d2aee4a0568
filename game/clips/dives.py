"""The dives of a goalkeeper, from a readable file, as turns of a rig's joints (systems/diving.py)."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec
import numpy as np

from components.arrays import Floats1
from components.dives import Dives
from components.errors import InputError
from components.rig import Rig
from game.base.paths import POSES
from game.base.toml import read
from game.clips.deepmimic import FLEXION_AXIS
from game.clips.falls import Bend, joint_turns
from game.clips.poses import Degrees, Quaternion, Shoulder, Turn, about, product

FILE = POSES / "dives.toml"
SIDES = ("left", "right")  # near and far: they dive to the left
Metres = Annotated[float, msgspec.Meta(ge=0.0, le=3.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.02, le=2.0)]


class Leg(msgspec.Struct, forbid_unknown_fields=True):
    """Degrees: the thigh raised forward, then swung outward; the knee's bend; the foot raised, and tilted inward."""

    up: Degrees = 0.0
    out: Degrees = 0.0
    knee: Bend = 0.0
    foot: Degrees = 0.0
    tilt: Degrees = 0.0

    def hip(self, left: float) -> Quaternion:
        return product(about((left, 0.0, 0.0), self.out), about((0.0, -1.0, 0.0), self.up))

    def ankle(self, left: float) -> Quaternion:
        return product(about((left, 0.0, 0.0), self.tilt), about((0.0, -1.0, 0.0), self.foot))


class Stage(msgspec.Struct, forbid_unknown_fields=True):
    near: Leg
    far: Leg
    chest: Turn = Turn()
    neck: Turn = Turn()


class Dive(msgspec.Struct, forbid_unknown_fields=True):
    aside: Metres
    height: Metres
    crouched_s: Seconds
    pushed_s: Seconds
    there_s: Seconds
    crouch: Stage
    push: Stage
    air: Stage


class Arms(msgspec.Struct, forbid_unknown_fields=True):
    """Of both arms, until they reach for the ball."""

    shoulder: Shoulder
    elbow: Bend


class DiveFile(msgspec.Struct, forbid_unknown_fields=True):
    arms: Arms
    dive: list[Dive]


@cache
def dive_poses(rig: Rig) -> Dives:
    table, places = read(FILE)
    file = places.convert(table, DiveFile, "")
    heights, asides = steps([each.height for each in file.dive]), steps([each.aside for each in file.dive])
    there = {(each.height, each.aside): each for each in file.dive}
    if len(file.dive) != len(heights) * len(asides) or len(there) != len(file.dive):
        raise InputError("each of its heights needs one dive for each of its asides", file=str(FILE), place="dive")
    turns = np.empty((len(heights), len(asides), 3, len(rig.bones), 3))
    seconds = np.empty((len(heights), len(asides), 3))
    for i, height in enumerate(heights.tolist()):
        for j, aside in enumerate(asides.tolist()):
            dive = there[height, aside]
            turns[i, j] = [stage_turns(stage, file.arms, rig) for stage in (dive.crouch, dive.push, dive.air)]
            seconds[i, j] = dive.crouched_s, dive.pushed_s, dive.there_s
    return Dives(heights, asides, turns, seconds)


def steps(numbers: list[float]) -> Floats1:
    return np.array(sorted(set(numbers)))


def stage_turns(stage: Stage, arms: Arms, rig: Rig) -> list[tuple[float, ...]]:
    turns = {"chest": stage.chest.rotation(), "neck": stage.neck.rotation()}
    for side, left, leg in zip(SIDES, (1.0, -1.0), (stage.near, stage.far), strict=True):
        turns[f"{side}_shoulder"] = arms.shoulder.rotation(left)
        turns[f"{side}_elbow"] = about(FLEXION_AXIS["elbow"], arms.elbow)
        turns[f"{side}_hip"], turns[f"{side}_ankle"] = leg.hip(left), leg.ankle(left)
        turns[f"{side}_knee"] = about(FLEXION_AXIS["knee"], leg.knee)
    return joint_turns(turns, rig)
