"""Balls in flight: which there are, and where one will pass a body.

The engine changes velocities first, then places: after k steps a ball has fallen g dt^2 k (k + 1) / 2, in 0.6 s 1.79 m.
"""

from __future__ import annotations

from math import cos, sin
from typing import NamedTuple

from components.arrays import Vec3
from components.clock import DT
from components.prop import Prop
from systems.stage import Stage, System

SLOWEST = 3.0  # m/s, toward the body, of what is a shot


class Passing(NamedTuple):
    """Where and when a ball will pass a body, in the body's own way to look."""

    ticks: float  # from now; below 0 it has passed
    aside: float  # m to the left of it
    place: Vec3  # m, world: the ball's middle


def loose_things() -> list[Prop]:
    """In the order in which they came, which a save keeps; an entity that is made anew has another number."""
    return [prop for _, (prop,) in sorted(System.query(Prop), key=lambda found: found[0])]


def passing(stage: Stage, ball: Prop, place: Vec3, heading: float, ahead: float) -> Passing | None:
    """Where it will pass the plane that lies `ahead` m before a place, across that heading; none: it does not come.

    It flies free until then, and rolls on where it comes down. From 9 m at 12 m/s it takes 90 steps, and falls 2.79 m.
    """
    x, y, z, _, _, _, _, u, v, w, *_ = stage.engine.moving(ball.engine_id)
    c, s = cos(heading), sin(heading)
    toward = -(c * u + s * v)
    if toward < SLOWEST:
        return None
    ticks = (c * (x - place[0]) + s * (y - place[1]) - ahead) / (toward * DT)
    x, y = x + ticks * DT * u, y + ticks * DT * v
    z += ticks * DT * w - 0.5 * stage.engine.settings.gravity * DT * DT * ticks * (ticks + 1.0)
    aside = c * (y - place[1]) - s * (x - place[0])
    return Passing(ticks, aside, (x, y, max(z, stage.engine.ground_height(x, y) + ball.size[2] / 2)))
