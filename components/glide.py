"""How a body was beside its clip when the clip took it over, and how fast it went away from it: this fades."""

from __future__ import annotations

from dataclasses import dataclass

from components.arrays import Vec3
from components.clip import Array


@dataclass(frozen=True, eq=False)
class Glide:
    """Replaced as a whole, never changed; bones in the rig's order, the root's row is the whole body's."""

    began: int  # tick
    lasts_s: float
    turn: Array  # (bones, 3) rad, rotation vectors from the clip's joint to the body's, in the bone's own axes
    rate: Array  # (bones, 3) rad/s, how fast these grew
    place: Vec3  # m, from the clip's root to the body's, world axes
    speed: Vec3  # m/s, how fast that grew
