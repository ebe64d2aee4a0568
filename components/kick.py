"""Who kicks a ball, and where it is to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from components.arrays import Vec3


class Order(NamedTuple):
    """A ball, and where it is to go."""

    ball: int  # its place among all loose things
    place: Vec3  # m, through which it is to fly
    speed: float  # m/s over the ground, if its height lets it


@dataclass
class Kicker:
    """Component of who can be told to kick."""

    order: Order | None = None
