"""The poses that a falling body takes, from readable files, as turns of a rig's joints.

One for each way that it may fall and one for the air; systems/falling.py mixes them. The one to the right is the mirror
image of the one to the left.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from components.arrays import Floats
from components.rig import Rig
from game.base.paths import POSES
from game.base.toml import read
from game.clips.deepmimic import FLEXION_AXIS, JOINTS
from game.clips.poses import Degrees, Quaternion, Shoulder, Turn, about, product
from game.clips.retarget import joint_rows, skeleton, split_turns
from systems.falling import WAYS
from systems.kernels import quaternions as qt
from systems.rolling import KEYS

Bend = Annotated[float, msgspec.Meta(ge=0.0, le=150.0)]
SIDES = (("left", 1.0), ("right", -1.0))
REFLECTED = (-1.0, 1.0, -1.0)  # a rotation vector in the x-z plane's mirror


class Hip(msgspec.Struct, forbid_unknown_fields=True):
    """Degrees: raised forward from hanging, then swung outward; the knee turned inward about the thigh."""

    up: Degrees = 0.0
    out: Degrees = 0.0
    twist: Degrees = 0.0

    def rotation(self, left: float) -> Quaternion:
        swung = product(about((left, 0.0, 0.0), self.out), about((0.0, -1.0, 0.0), self.up))
        return product(swung, about((0.0, 0.0, left), -self.twist))


class Limbs(msgspec.Struct, forbid_unknown_fields=True):
    shoulder: Shoulder
    elbow: Bend
    hip: Hip
    knee: Bend
    ankle: Degrees = 0.0  # toes down


class FallPose(msgspec.Struct, forbid_unknown_fields=True):
    left: Limbs
    right: Limbs
    chest: Turn = Turn()
    neck: Turn = Turn()


@cache
def fall_poses(rig: Rig) -> Floats:
    """(5, bones, 3) rad: rotation vectors against the parent, in the order of `WAYS`."""
    out = np.empty((len(WAYS), len(rig.bones), 3))
    for k, way in enumerate(WAYS):
        out[k] = turns(POSES / f"fall_{'left' if way == 'right' else way}.toml", rig)
        if way == "right":
            out[k] = mirrored(out[k], rig)
    return out


@cache
def roll_poses(rig: Rig) -> Floats:
    """(2, 5, bones, 3) rad: those of a roll over the right shoulder, and over the left one; in the order of `KEYS`."""
    right = np.array([turns(POSES / f"roll_{key}.toml", rig) for key in KEYS])
    return np.array([right, [mirrored(pose, rig) for pose in right]])


def mirrored(pose: Floats, rig: Rig) -> Floats:
    out: Floats = pose[list(rig.mirror)] * REFLECTED
    return out


def turns(path: Path, rig: Rig) -> Floats:
    table, places = read(path)
    pose = places.convert(table, FallPose, "")
    rotation = {"chest": pose.chest.rotation(), "neck": pose.neck.rotation()}
    for (side, left), limbs in zip(SIDES, (pose.left, pose.right), strict=True):
        rotation[f"{side}_shoulder"] = limbs.shoulder.rotation(left)
        rotation[f"{side}_elbow"] = about(FLEXION_AXIS["elbow"], limbs.elbow)
        rotation[f"{side}_hip"] = limbs.hip.rotation(left)
        rotation[f"{side}_knee"] = about(FLEXION_AXIS["knee"], limbs.knee)
        rotation[f"{side}_ankle"] = about((0.0, 1.0, 0.0), limbs.ankle)
    return np.array(joint_turns(rotation, rig))


def joint_turns(turns: dict[str, Quaternion], rig: Rig) -> list[tuple[float, ...]]:
    """Rotation vectors (rad) of a rig's bones against their parents, from turns of a capture's joints."""
    rotation = np.tile((0.0, 0.0, 0.0, 1.0), (len(JOINTS), 1))
    for name, turn in turns.items():
        rotation[JOINTS.index(name)] = turn
    body = skeleton(rig)
    joints = joint_rows(rotation[None], body.source, body.share, body.hinge, body.flexion)
    split_turns(joints, body.pairs, body.axes)
    return [qt.to_rotvec(tuple(turn)) for turn in joints[0]]
