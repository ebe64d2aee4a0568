"""Kinds of loose things: what can be put into a scene, thrown at people and stood upon (data/props.toml)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from components.errors import InputError
from components.prop import Prop
from game.base.paths import PROPS
from game.base.toml import Places, nearest, read

Vec3 = tuple[float, float, float]
Positive = Annotated[float, msgspec.Meta(gt=0.0, le=1e4)]
Fraction = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-fA-F]{6}$")]
CAPSULE = "a capsule is as wide as it is deep, and no lower"


@dataclass(frozen=True)
class PropKind:
    """One kind. `size` are the full sides of the box, or of the box around the sphere or the upright capsule."""

    name: str
    shape: Literal["sphere", "box", "capsule"]
    size: Vec3  # m
    mass: float  # kg
    colour: Vec3  # red, green, blue, 0 to 1
    restitution: float  # how much of the speed of a bump comes back
    friction: float  # multiplies the other surface's

    @property
    def radius(self) -> float:
        """m; of a sphere."""
        return self.size[0] / 2

    def prop(self) -> Prop:
        """One of it, not yet in any world."""
        return Prop(self.name, self.shape, self.size, self.mass, self.colour, self.friction, self.restitution)


class _KindTable(msgspec.Struct, forbid_unknown_fields=True):
    shape: Literal["sphere", "box", "capsule"]
    mass: Positive
    colour: Colour
    radius: Positive | None = None
    size: tuple[Positive, Positive, Positive] | None = None
    restitution: Fraction = 0.0
    friction: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)] = 1.0


def rgb(colour: str) -> Vec3:
    """`#ff8000` as red, green, blue from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def load_props(path: Path = PROPS) -> dict[str, PropKind]:
    table, places = read(path)
    return {name: _kind(name, raw, places) for name, raw in table.items()}


@functools.cache
def prop_kinds() -> dict[str, PropKind]:
    """The project's own kinds, read once."""
    return load_props()


def prop_kind(name: str) -> PropKind:
    kinds = prop_kinds()
    if name not in kinds:
        raise InputError(f"there is no kind of thing called {name!r}{nearest(name, list(kinds))}")
    return kinds[name]


def resized(kind: PropKind, size: Vec3 | None, radius: float | None, mass: float | None) -> PropKind:
    """The kind with another size and mass; a box has a size and a sphere a radius."""
    if (kind.shape == "sphere" and size is not None) or (kind.shape != "sphere" and radius is not None):
        raise InputError(f"a {kind.name} is a {kind.shape}: give it a {'radius' if kind.shape == 'sphere' else 'size'}")
    if radius is not None:
        size = (2 * radius, 2 * radius, 2 * radius)
    if kind.shape == "capsule" and size is not None and not size[0] == size[1] <= size[2]:
        raise InputError(f"{CAPSULE}, not {list(size)}")
    return replace(kind, size=size or kind.size, mass=kind.mass if mass is None else mass)


def _kind(name: str, raw: object, places: Places) -> PropKind:
    table = places.convert(raw, _KindTable, name)
    if (table.radius is None) == (table.shape == "sphere") or (table.size is None) == (table.shape != "sphere"):
        raise places.error("a sphere has a radius, a box and a capsule have a size", name)
    size = table.size or (2 * (table.radius or 0.0),) * 3
    if table.shape == "capsule" and not size[0] == size[1] <= size[2]:
        raise places.error(CAPSULE, name)
    return PropKind(name, table.shape, size, table.mass, rgb(table.colour), table.restitution, table.friction)
