"""Rising: from how a body happens to lie to a getup that begins like that.

A getup is a capture that begins in one pose. Led there from another in one go, a body that lies on its own legs is
thrown about. So there are several poses to begin from, each a frame of a capture, and the nearest is taken: on the back,
sitting, squatting, on the belly, on all fours. First the limbs go there slowly, with little strength; the trunk is
turned over where it lies the other way up. Then the capture goes on from there.
"""

from __future__ import annotations

from math import acos
from typing import NamedTuple

from components.character import Body
from components.clip import Clip
from systems.kernels import quaternions as qt
from systems.stage import Stage

UP = (0.0, 0.0, 1.0)
TRUNK = 4.0  # what counts in the choice: how the trunk lies ..
LIMBS = {"thigh": 1.0, "shin": 0.5, "upper_arm": 0.3, "forearm": 0.2}  # .. and each limb in the trunk's frame


class Start(NamedTuple):
    """A pose to rise from: `lies_s` of the clip; what comes after it begins at `goes_s`, and `ends_s` is standing."""

    clip: str
    lies_s: float
    goes_s: float
    ends_s: float


STARTS = (
    Start("getup_faceup", 0.40, 1.75, 3.65),  # on the back, knees bent; without the shoulder stand that follows
    Start("getup_faceup", 2.10, 2.10, 3.65),  # sitting
    Start("getup_faceup", 2.85, 2.85, 3.65),  # squatting
    Start("getup_facedown", 0.30, 0.30, 2.75),  # on the belly, hands beside the chest
    Start("getup_facedown", 1.20, 1.20, 2.75),  # on hands and knees
    Start("getup_facedown", 2.17, 1.80, 2.75),  # squatting, hands on the floor
)


def nearest_start(stage: Stage, body: Body) -> Start:
    """Where the body's own pose is the least way from."""
    return min(STARTS, key=lambda start: way(stage, body, stage.clips.clip(start.clip, body.rig), start.lies_s))


def way(stage: Stage, body: Body, clip: Clip, at_s: float) -> float:
    """rad2, weighted: from the body's pose to the clip's at that time, wherever it faces."""
    orientation, frame = stage.tables.bones.orientation, round(120.0 * at_s)
    root = qt.row4(orientation, body.first)
    own, wanted = qt.unrotate(root, UP), qt.unrotate(clip.root_orientation[frame], UP)
    total = TRUNK * acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(own, wanted, strict=True))))) ** 2
    for limb, weight in LIMBS.items():
        for side in ("left", "right"):
            bone = body.rig.index(f"{side}_{limb}")
            turn = qt.mul(qt.conj(root), qt.row4(orientation, body.first + bone))
            near = abs(sum(a * b for a, b in zip(turn, clip.relative[frame, bone], strict=True)))
            total += weight * (2.0 * acos(min(1.0, near))) ** 2
    return total
