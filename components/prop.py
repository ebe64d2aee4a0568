"""A loose or fixed thing in the world."""

from __future__ import annotations

from dataclasses import dataclass

Vec3 = tuple[float, float, float]


@dataclass(frozen=True)
class Prop:
    """What it is and where the engine has it. `size` are full sides, of a ball those of the box around it."""

    kind: str
    shape: str  # sphere or box
    size: Vec3  # m
    mass: float  # kg, 0 is fixed
    colour: Vec3
    friction: float
    restitution: float
    engine_id: int = -1
    thrown: bool = False
