"""Rising: from how a body happens to lie to a getup that begins like that.

A getup is a capture that begins in one pose. A body that lies in another is thrown about when it is led there in one
go. So there are several starts, each a frame of a capture, and the nearest is taken: on the back, sitting, squatting,
on the belly, on hands and knees, crouching. The limbs go there first, at 2.5 rad/s and for 1 s at most, and the trunk
turns over where it lies the other way up. Where they did not get there and another start has become the nearest, they
go to that one.

Then the capture goes on at 0.95 of its speed, and slower where its root rises faster than 0.75 m/s or sinks faster than
1.5, or trunk and legs lag behind. Nobody waits for an arm: it comes free when the trunk rises. Who gets up at once
after a dive goes 1.7 times as fast, and waits less.
"""

from __future__ import annotations

from math import acos, inf
from typing import NamedTuple

import numpy as np

from components.arrays import Quat, quat
from components.character import Body, Motion, Recovery
from components.clip import Clip
from components.clock import TICKS_PER_S
from systems.kernels import quaternions as qt
from systems.stage import Stage

REACH = 2.5  # rad/s at which limbs are led to the start; the farthest decides how long it takes ..
SOONEST_S, LATEST_S = 0.3, 1.0  # .. within these
FAR, AGAIN_S = 4.0, 2.0  # rad2, as below: not there at all, and until when it then looks for another start
NEAR = 0.6  # rad2, weighted as below: from here on they are there
CLOSE, BEHIND = 0.15, 1.5  # rad2: how far from its clip a body may be before it waits, and where it waits most
GO_S = 0.5  # from there into the capture
PACE = 0.95  # share of the captured speed
RISE_SPEED, SINK_SPEED = 0.75, 1.5  # m/s up and down of the clip's root: no faster; nothing pulls the body down with it
TURN, SPIN = 2.2, 5.0  # rad/s of the clip's root and of its bones: no faster
TIPPED, LOW = 1.2, 0.6  # rad off the vertical: from there on it falls; m, unless it would lie or sit anyway
UP = (0.0, 0.0, 1.0)
TRUNK, LEANS = 4.0, 8.0  # what counts in the choice, and in what is waited for: how the trunk lies ..
LEGS, ARMS = {"thigh": 1.0, "shin": 0.5}, {"upper_arm": 0.3, "forearm": 0.2}
LIMBS = LEGS | ARMS  # .. and each limb in the trunk's frame


class Haste(NamedTuple):
    pace: float  # times how fast a getup goes
    slowest: float  # share of its pace at which it still goes on when it waits


NO_HASTE, AT_ONCE = Haste(1.0, 0.5), Haste(1.7, 0.8)


class Start(NamedTuple):
    """A pose to rise from: `lies_s` of the clip; what comes after it begins at `goes_s`, and `ends_s` is standing."""

    clip: str
    lies_s: float
    goes_s: float
    ends_s: float
    within: float = inf  # rad2: who is farther from this pose would fall over on the way to it
    lower: int | None = None  # the start that it takes where its trunk is nearer to that one's


STARTS = (
    Start("getup_faceup", 0.40, 1.75, 3.88),  # on the back, knees bent; without the shoulder stand that follows
    Start("getup_faceup", 2.10, 2.10, 3.88, lower=0),  # sitting
    Start("getup_faceup", 2.85, 2.85, 3.88, 10.0),  # squatting
    Start("getup_facedown", 0.30, 0.80, 2.95),  # on the belly, hands beside the chest
    Start("getup_facedown", 1.20, 1.20, 2.95, 12.0, lower=3),  # on hands and knees
    Start("getup_facedown", 2.17, 1.80, 2.95, 10.0),  # crouching on the shins; the hips go up first
)


def nearest_start(stage: Stage, body: Body) -> int:
    """The number of the start that the body's own pose is the least way from, or of the one below it."""
    ways = [way_to(stage, body, start) for start in STARTS]
    near = min(range(len(STARTS)), key=lambda number: ways[number] if ways[number] <= STARTS[number].within else inf)
    lower = STARTS[near].lower
    return near if lower is None or tilt_to(stage, body, STARTS[near]) <= tilt_to(stage, body, STARTS[lower]) else lower


def gather_s(stage: Stage, body: Body, start: Start) -> float:
    """How long the limbs take to the start: as long as the farthest needs."""
    clip, turns = stage.clips.clip(start.clip, body.rig), [tilt_to(stage, body, start)]
    turns += [turn for limb in LIMBS for turn in limb_turns(stage, body, clip, start.lies_s, limb)]
    return min(LATEST_S, max(SOONEST_S, max(turns) / REACH))


def gathered(stage: Stage, body: Body, recovery: Recovery, motion: Motion, start: Start) -> bool:
    """Do the limbs lie as at the start, or is the time over in which they should?"""
    return motion.blend >= 1.0 or (recovery.seconds >= SOONEST_S and way_to(stage, body, start) < NEAR)


def another_start(stage: Stage, body: Body, recovery: Recovery) -> int | None:
    """Where it did not get to its start and lies nearer to another one now, that one; but not for ever."""
    if recovery.seconds >= AGAIN_S or way_to(stage, body, STARTS[recovery.start]) <= FAR:
        return None
    other = nearest_start(stage, body)
    return other if other != recovery.start else None


def speed(stage: Stage, body: Body, motion: Motion, haste: Haste) -> float:
    """Share of the captured speed at which the getup goes on now."""
    left = way(stage, body, motion.clip, motion.frame / TICKS_PER_S, LEGS, LEANS)
    return haste.pace * pace(motion) * patience(left, haste.slowest)


def pace(motion: Motion) -> float:
    """Share of the captured speed at which this frame may be gone through."""
    clip, frame = motion.clip, int(motion.frame)
    height = clip.root_position[:, 2]
    rise = TICKS_PER_S * (height.item(min(frame + 1, len(height) - 1)) - height.item(frame))
    turn, spins = np.linalg.norm(clip.root_spin[frame]), np.linalg.norm(clip.relative_spin[frame], axis=1)
    fast = max(rise / RISE_SPEED, -rise / SINK_SPEED, float(turn) / TURN, float(spins.max()) / SPIN)
    return min(PACE, 1.0 / max(fast, 1e-9))


def patience(way_left: float, slowest: float) -> float:
    """Share of its pace that is left to a getup whose body is so far (rad2, weighted) from the clip: it waits."""
    return max(slowest, min(1.0, (BEHIND - way_left) / (BEHIND - CLOSE)))


def tipped(stage: Stage, body: Body, motion: Motion) -> bool:
    """Does it fall over? Measured against where it is led now, which begins at its own pose."""
    height = motion.clip.root_position.item(int(motion.frame), 2)
    led = quat(stage.tables.targets.root_orientation[body.index])
    return height > LOW and off_vertical(stage, body, led) > TIPPED


def way_to(stage: Stage, body: Body, start: Start) -> float:
    return way(stage, body, stage.clips.clip(start.clip, body.rig), start.lies_s)


def way(
    stage: Stage, body: Body, clip: Clip, at_s: float, limbs: dict[str, float] = LIMBS, trunk: float = TRUNK
) -> float:
    """rad2, weighted: from the body's pose to the clip's at that time, wherever it faces."""
    turns = ((weight, turn) for limb, weight in limbs.items() for turn in limb_turns(stage, body, clip, at_s, limb))
    limbs_left = sum(weight * turn * turn for weight, turn in turns)
    return trunk * tilt(stage, body, clip, at_s) ** 2 + limbs_left


def tilt_to(stage: Stage, body: Body, start: Start) -> float:
    return tilt(stage, body, stage.clips.clip(start.clip, body.rig), start.lies_s)


def tilt(stage: Stage, body: Body, clip: Clip, at_s: float) -> float:
    return off_vertical(stage, body, quat(clip.root_orientation[round(TICKS_PER_S * at_s)]))


def off_vertical(stage: Stage, body: Body, wanted: Quat) -> float:
    """rad between the vertical as the body's root has it and as that orientation has it."""
    root = quat(stage.tables.bones.orientation[body.first])
    own, other = qt.unrotate(root, UP), qt.unrotate(wanted, UP)
    return acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(own, other, strict=True)))))


def limb_turns(stage: Stage, body: Body, clip: Clip, at_s: float, limb: str) -> list[float]:
    """rad between the body's limb and the clip's, seen from the root, left and right; of legs that a rig lacks 0."""
    if limb in LEGS and not body.rig.has_legs:
        return [0.0, 0.0]
    orientation, frame, out = stage.tables.bones.orientation, round(TICKS_PER_S * at_s), []
    back = qt.conj(quat(orientation[body.first]))
    for side in ("left", "right"):
        bone = body.rig.index(f"{side}_{limb}")
        turn = qt.mul(back, quat(orientation[body.first + bone]))
        near = abs(sum(a * b for a, b in zip(turn, clip.relative[frame, bone], strict=True)))
        out.append(2.0 * acos(min(1.0, near)))
    return out
