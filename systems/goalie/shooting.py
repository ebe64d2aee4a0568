"""Shots: where one goes that nobody asked for, and how a ball has to leave its spot to pass the goal there.

A ball that flies t seconds to a place dz higher leaves with dz / t + g (t + dt) / 2 upward. From 9 m at 12 m/s over the
ground, 0.9 m up: 0.75 s, and 4.9 m/s upward.
"""

from __future__ import annotations

from math import hypot

from components.arrays import Vec3
from components.clock import DT
from components.goal import Goal, Shot
from systems.chance import chance
from systems.stage import Stage

EDGE = 0.15  # m from post, bar and ground to the middle of a ball that is aimed by chance


def by_chance(stage: Stage, goal: Goal) -> Shot:
    """Evenly over the face, said by the seed and the number of the shot."""
    across, up, fast = (chance(stage.engine.seed, "shot", goal.shots, what) for what in ("across", "up", "fast"))
    slow, most = goal.speeds
    half = goal.width / 2 - EDGE
    return Shot(half * (2.0 * across - 1.0), EDGE + up * (goal.height - 2 * EDGE), slow + fast * (most - slow))


def leaving(stage: Stage, goal: Goal, start: Vec3, shot: Shot) -> Vec3:
    """m/s with which it leaves `start` to pass the line there."""
    x, y, z = (there - here for here, there in zip(start, goal.place(0.0, shot.aside, shot.height), strict=True))
    seconds = hypot(x, y) / shot.speed
    return x / seconds, y / seconds, z / seconds + 0.5 * stage.engine.settings.gravity * (seconds + DT)
