"""A body at rest: how far apart its bones are, and so which of them may collide with one another.

Frames are parallel at rest, so offsets add up and boxes lie along the axes. Two hands that hang 0.6 m apart may
collide; an upper arm that lies against the ribs may not, or it would be pushed away for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist, hypot

from components.rig import Bone, Shape, Vec3

CLEARANCE = 0.01  # m; bones closer than this at rest are not asked to collide


def at_rest(bones: list[Bone]) -> list[list[Shape]]:
    """Every bone's shapes in the root's frame at rest: frames are parallel, so offsets add up."""
    origins: list[Vec3] = []
    for bone in bones:
        origins.append(_plus(origins[bone.parent], bone.offset) if origins else (0.0, 0.0, 0.0))

    def moved(shape: Shape, at: Vec3) -> Shape:
        end = shape.end if shape.kind == "capsule" else shape.start
        return replace(shape, start=_plus(at, shape.start), end=_plus(at, end))

    return [[moved(shape, at) for shape in bone.shapes] for bone, at in zip(bones, origins, strict=True)]


def _plus(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def free_pairs(
    pairs: Iterable[tuple[int, int]], bones: list[Bone], shapes: list[list[Shape]]
) -> frozenset[tuple[int, int]]:
    """The pairs without those that could touch at rest or hang closely together."""
    return frozenset(
        (i, j)
        for i, j in pairs
        if _joints_between(bones, i, j) > 2 and shapes[i] and shapes[j]
        and min(_gap(a, b) for a in shapes[i] for b in shapes[j]) > CLEARANCE
    )  # fmt: skip


def _joints_between(bones: list[Bone], i: int, j: int) -> int:
    steps = 0
    while i != j:  # in preorder the later of two is never the other's ancestor, so it climbs
        i, j = min(i, j), bones[max(i, j)].parent
        steps += 1
    return steps


def _gap(a: Shape, b: Shape) -> float:
    """Metres between two shapes at rest, 0 or less where they touch. Boxes lie along the axes here."""
    if a.kind == "box":
        if b.kind == "box":
            sides = zip(a.start, b.start, a.size, b.size, strict=True)
            return hypot(*(max(0.0, abs(p - q) - (s + t) / 2) for p, q, s, t in sides))
        a, b = b, a

    def gap_at(part: float) -> float:
        x, y, z = (p + part * (q - p) for p, q in zip(a.start, a.end, strict=True))
        return _gap_to_point(b, (x, y, z)) - a.radius

    low, high = 0.0, 1.0
    for _ in range(40):  # the distance to a convex shape is convex along a segment: close in on the least
        third = (high - low) / 3
        low, high = (low, high - third) if gap_at(low + third) < gap_at(high - third) else (low + third, high)
    return gap_at(low)


def _gap_to_point(shape: Shape, point: Vec3) -> float:
    if shape.kind == "box":
        return hypot(*(max(0.0, abs(p - q) - s / 2) for p, q, s in zip(point, shape.start, shape.size, strict=True)))
    along = [q - p for p, q in zip(shape.start, shape.end, strict=True)]
    square = sum(d * d for d in along)
    dot = sum((x - p) * d for x, p, d in zip(point, shape.start, along, strict=True))
    part = min(1.0, max(0.0, dot / square)) if square else 0.0
    return dist(point, [p + part * d for p, d in zip(shape.start, along, strict=True)]) - shape.radius
