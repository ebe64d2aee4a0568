"""Key poses: a stance in a readable file, solved on a rig, as one breath of motion.

A file says how the trunk and the arms are held (degrees), where the feet stand and how far the knees bend. The legs
are solved from that on the rig at hand: soles flat and level, and the centre of mass over the middle of the feet.
"""

from __future__ import annotations

from functools import reduce
from math import pi, radians, sin
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from msgspec import structs

from components.rig import Rig
from game.base.paths import POSES
from game.base.toml import read
from game.clips.deepmimic import FLEXION_AXIS, JOINTS, Capture
from game.clips.retarget import skeleton
from game.clips.stance import Footing, stand_on
from systems.kernels import quaternions as qt

Quaternion = tuple[float, float, float, float]
Degrees = Annotated[float, msgspec.Meta(ge=-180.0, le=180.0)]
KEYS = 24  # key frames of a breath


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Degrees: forward, to the right, to the left about the vertical; in that order."""

    bend: Degrees = 0.0
    side: Degrees = 0.0
    twist: Degrees = 0.0

    def rotation(self) -> Quaternion:
        bend, side = about((0.0, 1.0, 0.0), self.bend), about((1.0, 0.0, 0.0), self.side)
        return product(about((0.0, 0.0, 1.0), self.twist), side, bend)


class Shoulder(msgspec.Struct, forbid_unknown_fields=True):
    """Degrees: raised forward from hanging, swung outward, turned inward about the upper arm."""

    up: Degrees = 0.0
    out: Degrees = 0.0
    twist: Degrees = 0.0

    def rotation(self, left: float) -> Quaternion:
        vertical = (0.0, 0.0, left)
        return product(about(vertical, self.out), about((0.0, -1.0, 0.0), self.up), about(vertical, -self.twist))


class Foot(msgspec.Struct, forbid_unknown_fields=True):
    """The ankle on the floor plan, m forward and left, and how far the toes point to the left, degrees."""

    at: tuple[float, float]
    turn: Degrees = 0.0


class Side(msgspec.Struct, forbid_unknown_fields=True):
    shoulder: Shoulder
    elbow: Annotated[float, msgspec.Meta(ge=0.0, le=150.0)]
    foot: Foot


class Breath(msgspec.Struct, forbid_unknown_fields=True):
    """How far the chest bends to and fro (degrees), once a period (s)."""

    period: Annotated[float, msgspec.Meta(ge=0.5, le=60.0)]
    chest: Degrees


class Pose(msgspec.Struct, forbid_unknown_fields=True):
    knees: Annotated[float, msgspec.Meta(ge=1.0, le=100.0)]  # degrees, the mean of both
    left: Side
    right: Side
    breath: Breath
    pelvis: Turn = Turn()
    chest: Turn = Turn()
    neck: Turn = Turn()


def read_pose(path: Path) -> Pose:
    table, places = read(path)
    return places.convert(table, Pose, "")


def pose_capture(name: str, rig: Rig) -> Capture:
    """The pose on the rig, breathing: one looping period."""
    pose = read_pose(POSES / f"{name}.toml")
    body = skeleton(rig)
    rotation = np.tile((0.0, 0.0, 0.0, 1.0), (len(JOINTS), 1))
    rotation[JOINTS.index("root")] = pose.pelvis.rotation()
    rotation[JOINTS.index("chest")] = pose.chest.rotation()
    rotation[JOINTS.index("neck")] = pose.neck.rotation()
    for side, left, held in (("left", 1.0, pose.left), ("right", -1.0, pose.right)):
        rotation[JOINTS.index(f"{side}_shoulder")] = held.shoulder.rotation(left)
        rotation[JOINTS.index(f"{side}_elbow")] = about(FLEXION_AXIS["elbow"], held.elbow)
    feet = [Footing(side.foot.at, radians(side.foot.turn)) for side in (pose.left, pose.right)]
    hips = stand_on(rig, body, rotation, feet, radians(pose.knees))
    frames = np.tile(rotation, (KEYS + 1, 1, 1))
    for k in range(KEYS + 1):
        breath = pose.breath.chest * sin(2.0 * pi * k / KEYS)
        frames[k, JOINTS.index("chest")] = structs.replace(pose.chest, bend=pose.chest.bend + breath).rotation()
    times = np.linspace(0.0, pose.breath.period, KEYS + 1)
    return Capture(name, True, times, np.tile(hips, (KEYS + 1, 1)), frames, body.leg)


def about(axis: tuple[float, float, float], degrees: float) -> Quaternion:
    turn: Quaternion = qt.from_rotvec(qt.scale(radians(degrees), axis))
    return turn


def product(*turns: Quaternion) -> Quaternion:
    return reduce(qt.mul, turns)
