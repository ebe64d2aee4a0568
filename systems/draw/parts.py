"""What a body is drawn with: rounded parts, each fixed to a bone or stretched between two.

`Sculptor(rig)` takes places of the body at rest, where every bone's frame is parallel to the world's: the shoulder of a
boxer is at (0, 0.185, 0.47) m from its pelvis, whatever bone the part belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from components.rig import Rig, Shape
from systems.draw.meshes import BALL, BOX, CAPSULE

Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
PLAIN, CRATE, BEACH_BALL, SEAM = 0.0, 1.0, 2.0, 3.0
"""Patterns of shaders/body_fragment.glsl."""


@dataclass(frozen=True)
class Paint:
    colour: Vec3  # red, green, blue as on screens, 0 to 1
    gloss: float = 0.1  # 0 chalk .. 1 varnish
    pattern: float = PLAIN
    row: int = 0  # in its character's palette (figure.py)


@dataclass(frozen=True)
class Part:
    kind: int
    bone: int
    end_bone: int  # of a capsule: whose frame `end` is in
    start: Vec3  # m, in the bone's frame; of a box or ball its middle
    end: Vec3
    size: Vec4  # m; capsule: both radii, (length), flatness; box: half sides, rounding; ball: radii
    paint: Paint
    fine: bool = False  # too small to be grown together with the rest: drawn by itself in both looks


@dataclass
class Sculptor:
    rig: Rig
    scale: float  # sizes are for a body of 1.78 m
    rest: list[Vec3] = field(default_factory=list)  # m, each bone's origin, from the root's
    parts: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        for bone in self.rig.bones:
            base = self.rest[bone.parent] if bone.parent >= 0 else (0.0, 0.0, 0.0)
            self.rest.append(moved(base, bone.offset if bone.parent >= 0 else (0.0, 0.0, 0.0)))

    def at(self, bone: str, *shift: float) -> Vec3:
        """A place at rest: `shift` (m, of a body of 1.78 m) from the bone's origin."""
        x, y, z = (self.scale * v for v in shift or (0.0, 0.0, 0.0))
        return moved(self.rest[self.rig.index(bone)], (x, y, z))

    def capsule(
        self,
        bone: str,
        start: Vec3,
        end: Vec3,
        r0: float,
        r1: float,
        paint: Paint,
        flat: float = 1.0,
        to: str = "",
        fine: bool = False,
    ) -> None:
        """From a place at rest on `bone` to one on `to`; `flat` multiplies its depth (forwards)."""
        i, j = self.rig.index(bone), self.rig.index(to or bone)
        size = (self.scale * r0, self.scale * r1, 0.0, flat)
        self.parts.append(Part(CAPSULE, i, j, less(start, self.rest[i]), less(end, self.rest[j]), size, paint, fine))

    def ball(self, bone: str, centre: Vec3, radii: Vec3, paint: Paint, fine: bool = False) -> None:
        i = self.rig.index(bone)
        middle = less(centre, self.rest[i])
        x, y, z = (self.scale * r for r in radii)
        self.parts.append(Part(BALL, i, i, middle, middle, (x, y, z, 0.0), paint, fine))

    def shape(self, bone: str, shape: Shape, paint: Paint, rounding: float = 0.6) -> None:
        """A collision shape as it is; `rounding` is the share of a box's thinnest half side."""
        i = self.rig.index(bone)
        self.parts.append(part_of_shape(i, shape, paint, rounding))


def part_of_shape(row: int, shape: Shape, paint: Paint, rounding: float = 0.6) -> Part:
    r = shape.radius
    if shape.kind == "box":
        x, y, z = (side / 2 for side in shape.size)
        return Part(BOX, row, row, shape.start, shape.start, (x, y, z, rounding * min(x, y, z)), paint)
    if shape.kind == "sphere":
        return Part(BALL, row, row, shape.start, shape.start, (r, r, r, 0.0), paint)
    return Part(CAPSULE, row, row, shape.start, shape.end, (r, r, 0.0, 1.0), paint)


def moved(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def less(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def between(a: Vec3, b: Vec3, share: float) -> Vec3:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])
