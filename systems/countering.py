"""Countering: trunk and arms turn the way a body falls, and its feet get the other way round.

Whoever is pushed forward bends forward and throws his arms back; pushed back, he throws them up before him; to a side,
he bends to that side and the arm of the other one goes out. All of it turns as the fall does, so the ground has to turn
the rest of him against it. A trunk of 40 kg, 0.3 m above the hips, that turns at 3 rad/s takes 40 * 0.3^2 * 3 = 11
N m s: at a height of 1 m that is 11 N s of a push.

How far: nothing while xi is within 0.06 m of where it is to be, all from 0.3 m on. They go there at once, and come back
slowly. An arm that would have to go through the body stays at its side.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from components.arrays import Vec3
from components.character import Body
from components.rig import Rig
from components.stance import Stance
from systems.kernels.countering import turn_off
from systems.stage import Stage
from systems.steps import Standing, Vec2, clamp

DEAD, FULL = 0.06, 0.3  # m that xi is off: nothing yet; all
BENDS, BACKWARD = 0.4, 0.6  # rad of the trunk; share of that backward
ARMS = 1.4  # rad
QUICK, SLOW, NEARS_S = 9.0, 1.5, 0.05  # 1/s of all that, there and back at most; s in which it follows


class Upper(NamedTuple):
    """What turns, in rows from the root's: each bone with the end of what hangs on it."""

    trunk: tuple[tuple[int, int], ...]  # from the hips up
    arms: tuple[tuple[int, int], ...]  # left and right


def upper(rig: Rig) -> Upper:
    rows = [rig.index(rig.chest)]
    while rig.bones[rows[-1]].parent > 0:
        rows.append(rig.bones[rows[-1]].parent)
    arms = [rig.index(name) for name in ("left_upper_arm", "right_upper_arm") if name in rig.names]
    return Upper(tuple((row, rig.end[row]) for row in reversed(rows)), tuple((row, rig.end[row]) for row in arms))


def counter(stage: Stage, body: Body, stance: Stance, now: Standing, falls: bool, dt: float) -> None:
    """One tick. Who does not fall comes back to his clip."""
    was, wanted = stance.leans, off(stage, body, now) if falls else (0.0, 0.0)
    ahead, aside = nearer(was[0], wanted[0], dt), nearer(was[1], wanted[1], dt)
    stance.leans = ahead, aside
    if was == stance.leans == (0.0, 0.0):
        return
    rate, parts = ((ahead - was[0]) / dt, (aside - was[1]) / dt), upper(body.rig)
    t, first, part = stage.tables.handle, body.first, BENDS / len(parts.trunk)
    for row, end in parts.trunk:
        by, spin = turned(bent((ahead, aside)), part), turned(bent(rate), part)
        turn_off(t, first + row, first + end, by, spin)
    for (row, end), side in zip(parts.arms, (1.0, -1.0), strict=False):
        free = side * aside < 0.0
        by, spin = turned((ahead, aside * free), ARMS), turned((rate[0], rate[1] * free), ARMS)
        turn_off(t, first + row, first + end, by, spin)


def off(stage: Stage, body: Body, now: Standing) -> Vec2:
    """0..1, forward and to the left: how far xi is from where it is to be."""
    x, y = stage.tables.stances.aim[body.index].tolist()
    forward, left = now.seen((now.xi[0] - x, now.xi[1] - y))
    far = hypot(forward, left)
    share = clamp((far - DEAD) / (FULL - DEAD), 0.0, 1.0) / max(1e-9, far)
    return share * forward, share * left


def bent(way: Vec2) -> Vec2:
    return (way[0], way[1]) if way[0] > 0.0 else (BACKWARD * way[0], way[1])


def turned(way: Vec2, most: float) -> Vec3:
    """rad about the root's axes, of what leans forward and to the left by so much of `most`."""
    return -most * way[1], most * way[0], 0.0


def nearer(was: float, wanted: float, dt: float) -> float:
    most = dt * (QUICK if abs(wanted) > abs(was) else SLOW)
    now = was + clamp(dt / NEARS_S * (wanted - was), -most, most)
    return 0.0 if wanted == 0.0 and abs(now) < 1e-6 else now
