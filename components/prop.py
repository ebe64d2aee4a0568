"""A loose or fixed thing in the world, and what it may hang by."""

from __future__ import annotations

from dataclasses import dataclass

Vec3 = tuple[float, float, float]


@dataclass(frozen=True)
class Tied:
    """To whose bone a carried thing is tied."""

    body: int  # the engine's id
    link: int
    told: float  # kg that its bearer takes it to weigh


@dataclass(frozen=True)
class Prop:
    """What it is and where the engine has it. `size` are full sides, of what is round those of the box around it."""

    kind: str
    shape: str  # sphere, box or capsule (along its own z)
    size: Vec3  # m
    mass: float  # kg, 0 is fixed
    colour: Vec3
    friction: float
    restitution: float
    engine_id: int = -1
    thrown: bool = False
    tied: Tied | None = None
    leaves: int = -1  # the engine's id of who has let it go and still goes through it


@dataclass(frozen=True)
class Hung:
    """The ropes of a thing that hangs, beside its Prop; they pull, they never push."""

    anchors: tuple[Vec3, ...]  # m: where each is fixed in the world
    holds: tuple[Vec3, ...]  # m: where each holds the thing, in its frame
    length: float  # m, of each
    fades_s: float  # s in which its swinging falls to 1/e by itself
