"""A walk as a motion graph sees it: when each foot stands, lifts off and lands, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.arrays import Bools, Ints
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.clips.crossing import FLAT, TICKS, Lay, both_legs, loop_of, window
from game.clips.motion_graph import features
from game.clips.planting import sole
from game.clips.retarget import place_rows, relative_rows, skeleton
from systems.kernels import quaternions as qt

LOW, SLOW = 0.02, 0.05  # m, m/s: a planted sole is below both
BREAK = 12  # ticks: a foot that is up for less stands
SETTLES = 6  # ticks before the end of a crossing, when the foot that stands may begin to roll


@dataclass(frozen=True, eq=False)
class Gait:
    """Of n frames and both feet, the left one first; a walk is a loop."""

    clip: Clip
    rows: Array  # what tells frames apart (game/clips/motion_graph.py)
    ankle: Array  # (n, 2, 3) m
    yaw: Array  # (n, 2) rad
    holds: Bools  # (n, 2) does the foot stand while a crossing that begins here has it stand
    lands: Ints  # (n, 2) ticks until it comes to stand; many where it stands all the time
    lift: tuple[int, int]  # the frame at which each lifts off; 0 where it never does

    def stood(self, frame: int, foot: int) -> Lay:
        """Where the foot is in that frame, perhaps of another round, and which way it points."""
        rounds, k = divmod(frame, self.clip.frames)
        x, y, _ = self.ankle[k, foot].tolist()
        return loop_of(self.clip, rounds).then(Lay(x, y, float(self.yaw[k, foot])))


def gait(clip: Clip, rig: Rig) -> Gait:
    body, n = skeleton(rig), clip.frames
    place, joint = window(clip, 0, n + 1, Lay(0.0, 0.0, 0.0))
    root, relative = np.ascontiguousarray(joint[:, 0]), np.asarray(relative_rows(joint, body.parent))
    places = place_rows(place, root, relative, body.parent, body.offset)
    ankles, yaws, holds, lands, lifts = [], [], [], [], []
    for leg in both_legs(rig):
        foot = leg.bones[2]
        ankle = np.ascontiguousarray(places[:, foot])
        turned = np.asarray(qt.mul_rows(root, relative[:, foot].copy()))
        yaw, _, heel, ball = sole(ankle, turned, leg.heel, leg.ball - (0.0, 0.0, leg.rise))
        _, _, _, hinge = sole(ankle, turned, leg.heel, leg.ball)
        speed = np.min([np.hypot(*np.diff(p[:, :2], axis=0).T) for p in (heel, ball, hinge)], axis=0) * TICKS_PER_S
        stands = whole((np.minimum(heel[:-1, 2], ball[:-1, 2]) < LOW) & (speed < SLOW))
        lift, until = steps(stands)
        ahead = (np.arange(n)[:, None] + np.arange(FLAT, TICKS - SETTLES)) % n
        ankles.append(ankle[:-1])
        yaws.append(yaw[:-1])
        holds.append(stands[ahead].all(axis=1))
        lands.append(until)
        lifts.append(lift)
    return Gait(
        clip,
        features(clip, rig),
        np.stack(ankles, axis=1),
        np.stack(yaws, axis=1),
        np.stack(holds, axis=1),
        np.stack(lands, axis=1),
        (lifts[0], lifts[1]),
    )


def whole(stands: Bools) -> Bools:
    """Without breaks too short to be a step."""
    out, n = stands.copy(), len(stands)
    for k in np.flatnonzero(~stands & np.roll(stands, 1)).tolist():
        gap = next((t for t in range(n) if stands[(k + t) % n]), n)
        if gap < BREAK:
            out[(k + np.arange(gap)) % n] = True
    return np.asarray(out)


def steps(stands: Bools) -> tuple[int, Ints]:
    """The frame at which the foot lifts off for its longest step, and (n,) ticks until it stands again."""
    n = len(stands)
    starts = np.flatnonzero(stands & ~np.roll(stands, 1))
    if not len(starts):
        return 0, np.full(n, 2 * n)
    lands = ((starts - np.arange(n)[:, None] - 1) % n + 1).min(axis=1)
    lifts = np.flatnonzero(~stands & np.roll(stands, 1))
    return int(lifts[lands[lifts].argmax()]), lands
