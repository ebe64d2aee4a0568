"""A joint that is too weak and that something holds for a while: it must not shoot beyond its target afterwards."""

from __future__ import annotations

from math import inf, radians

import numpy as np

from components.clock import TICKS_PER_S
from game.figures.adaptive.follower import Follower
from game.figures.adaptive.rows import SETTLING, row
from game.figures.figure import Row
from game.figures.on_the_beat.bench import REST, rods
from systems.kernels.quaternions import from_rotvec, to_rotvec

TURN = radians(60.0)
HOLD, FREE_S = radians(15.0), 3.0  # where it is held, and until when
WEAK = 0.3  # of the torque that it would take


def turned(place: int, t: float) -> tuple[float, float]:
    x = min(1.0, max(0.0, (t - 0.5) / 0.8))
    return TURN * x**3 * (10.0 - 15.0 * x + 6.0 * x * x), TURN * 30.0 * (x * (1.0 - x)) ** 2 / 0.8


def held_rows() -> list[Row]:
    return [found for settling_s in SETTLING for found in held(settling_s)]


def held(settling_s: float) -> list[Row]:
    """A rod without weight, with 30 % of the torque that it would take, is kept at 15 of 60 degrees for 2 s."""
    rig = rods(1)
    with Follower(rig, settling_s, gravity=0.0) as free:
        free.follow(turned, 2.0)
        limit = WEAK * max(free.torques)
    over, most = {}, 0.0
    for winds_up in (False, True):
        with Follower(rig, settling_s, gravity=0.0, settings={"anti_windup": not winds_up}) as weak:
            weak.t.muscles.limit[:] = limit
            off = weak.follow(turned, 7.0, lambda t, weak=weak: stop(weak, t))  # type: ignore[misc]
            over[winds_up] = float(off[round(FREE_S * TICKS_PER_S) :, 0, 0].max() / np.degrees(TURN - HOLD))
            most = max(most, *weak.torques)
    name = "held for 2 s: "
    return [
        row(name + "overshoot", "one rod", settling_s, 100.0 * max(0.0, over[False]), "%", 0.0, 5.0),
        row(name + "without anti-windup", "one rod", settling_s, 100.0 * over[True], "%", 20.0, inf),
        row(name + "torque over its limit", "one rod", settling_s, 100.0 * (most / limit - 1.0), "%", -inf, 0.1),
    ]


def stop(weak: Follower, t: float) -> None:
    """What is in the way of joint 1, until FREE_S."""
    if t < FREE_S and to_rotvec(tuple(weak.t.bones.joint[1].tolist()))[1] > HOLD:
        targets = weak.t.targets
        aim = targets.joint.copy(), targets.joint_spin.copy()
        weak.put(np.array([REST, from_rotvec((0.0, HOLD, 0.0))]))
        targets.joint[:], targets.joint_spin[:] = aim
