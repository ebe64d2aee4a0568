"""What people, pads and scripts ask for: done at the start of the next tick, in the order asked."""

from __future__ import annotations

from dataclasses import dataclass

from components.clock import TICKS_PER_S
from components.prop import Prop

Vec3 = tuple[float, float, float]


@dataclass(frozen=True)
class Throw:
    """A thing appears at `position` (m) and flies off with `velocity` (m/s)."""

    prop: Prop
    position: Vec3
    velocity: Vec3


@dataclass(frozen=True)
class Drag:
    """Pull a held place towards `to` with a spring of limited force, until let go (the paper's figure 5)."""

    engine_id: int
    link: int
    to: Vec3  # m, world, where the centre of mass of the held bone should be


@dataclass(frozen=True)
class Hand:
    """What holds, on its way to where the drag wants it."""

    engine_id: int
    link: int
    place: Vec3  # m


@dataclass(frozen=True)
class Push:
    """A shove: an impulse (N s) at a place (m), both in the world, on a bone (link -1: the root, or a loose thing)."""

    engine_id: int
    link: int
    impulse: Vec3
    place: Vec3


@dataclass(frozen=True)
class Pushing:
    """A force (N, world axes) at the middle of a bone or a loose thing, for so many ticks more."""

    engine_id: int
    link: int
    force: Vec3
    ticks: int


def pushing(engine_id: int, link: int, impulse: Vec3, seconds: float) -> Pushing:
    """For the whole ticks that are nearest to so long, one at least: 60 N s in 0.1 s are 600 N for 12 ticks."""
    ticks = max(1, round(seconds * TICKS_PER_S))
    x, y, z = (part * TICKS_PER_S / ticks for part in impulse)
    return Pushing(engine_id, link, (x, y, z), ticks)
