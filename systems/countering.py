"""Countering."""

from __future__ import annotations

from math import hypot

from components.character import Body
from components.stance import NOBODY, Stance
from systems.kernels import countering
from systems.stage import Stage
from systems.steps import Standing, Vec2, clamp

DEAD, FULL = 0.06, 0.3  # m that xi is off what it is to be at: nothing; all
BENDS, BACKWARD, ARMS = 0.4, 0.6, 1.4  # rad of the trunk; share of it backward; rad of the arms
QUICK, SLOW, NEARS_S = 9.0, 1.5, 0.05  # rad/s
TWISTS, SWINGS = 0.0, 0.0  # rad for each m


def counter(stage: Stage, body: Body, stance: Stance, now: Standing, falls: bool, dt: float) -> None:
    aim = stage.tables.stances.aim[body.index].tolist()
    x, y = now.seen((now.xi[0] - aim[0], now.xi[1] - aim[1])) if falls else (0.0, 0.0)
    size = hypot(x, y)
    share = clamp((size - DEAD) / (FULL - DEAD), 0.0, 1.0) / max(1e-9, size)
    wanted = (share * x, share * y)
    was = stance.leans
    more = (nearer(was[0], wanted[0], dt), nearer(was[1], wanted[1], dt))
    stance.leans = more
    rate = ((more[0] - was[0]) / dt, (more[1] - was[1]) / dt)
    travel = 0.0
    if stance.foot != NOBODY:
        (ax, ay, _), (bx, by, _) = now.ankle[stance.foot], now.ankle[1 - stance.foot]
        forward, _ = now.seen((ax - bx, ay - by))
        travel = forward if stance.foot == 0 else -forward
    then = stance.travel
    stance.travel = then + clamp(travel - then, -4.0 * dt, 4.0 * dt) if travel else then - clamp(then, -SLOW * dt, SLOW * dt)
    turns = (stance.travel - then) / dt
    if more == (0.0, 0.0) == was and stance.travel == then == 0.0:
        return
    rig, t = body.rig, stage.tables.handle
    chain = [rig.index(rig.chest)]
    while rig.bones[chain[-1]].parent > 0:
        chain.append(rig.bones[chain[-1]].parent)
    part = 1.0 / len(chain)
    by, spin = about(more, BENDS), about(rate, BENDS)
    by, spin = (by[0], by[1], TWISTS * stance.travel), (spin[0], spin[1], TWISTS * turns)
    for row in reversed(chain):
        countering.turn_off(t, body.first + row, body.first + rig.end[row], times(part, by), times(part, spin))
    for side, name in ((1.0, "left_upper_arm"), (-1.0, "right_upper_arm")):
        row = rig.index(name)
        swing, swings = side * SWINGS * stance.travel, side * SWINGS * turns
        by, spin = about(outward(more, side), ARMS), about(outward(rate, side), ARMS)
        by, spin = (by[0], by[1] + swing, 0.0), (spin[0], spin[1] + swings, 0.0)
        countering.turn_off(t, body.first + row, body.first + rig.end[row], by, spin)


def outward(way: Vec2, side: float) -> Vec2:
    return way[0], min(0.0, side * way[1]) * side


def about(way: Vec2, most: float) -> tuple[float, float, float]:
    forward = way[0] if way[0] > 0.0 else BACKWARD * way[0] if most == BENDS else way[0]
    return -most * way[1], most * forward, 0.0


def times(k: float, v: tuple[float, float, float]) -> tuple[float, float, float]:
    return k * v[0], k * v[1], k * v[2]


def nearer(was: float, wanted: float, dt: float) -> float:
    rate = QUICK if abs(wanted) > abs(was) else SLOW
    step = clamp(dt / NEARS_S * (wanted - was), -rate * dt, rate * dt)
    return 0.0 if abs(was + step) < 1e-6 and wanted == 0.0 else was + step
