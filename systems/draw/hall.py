"""What stands in the hall, as parts: the ring's corners and ropes, barriers, tiers, and the crowd on them.

A part's `bone` is a turn about the world's z axis in eighths: 2 is the side in +y. What may stand between the eye and
the ring has its side as its pattern, 1 more than the eighths. Six rows seat 549 people; who sits where, and in what
colour, is hashed from a count and is the same every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from components.ropes import Lean
from systems.draw.figure import SKINS
from systems.draw.meshes import BALL, BOX, CAPSULE
from systems.draw.parts import Paint, Part, Vec3
from systems.grounds.ring import (
    CORNERS,
    DROP,
    POST,
    POST_HEIGHT,
    POST_RADIUS,
    ROPE_HEIGHTS,
    ROPE_RADIUS,
    ROPE_SAG,
    ROPES,
)

RED, BLUE, WHITE = (0.80, 0.08, 0.08), (0.10, 0.26, 0.78), (0.88, 0.87, 0.84)
STEEL, NIGHT = Paint((0.13, 0.13, 0.15), 0.5), Paint((0.10, 0.11, 0.17), 0.1)
CUSHIONS = (RED, WHITE, BLUE, WHITE)  # as systems/grounds/ring.py counts corners
ROPE_COLOURS = (BLUE, WHITE, RED)  # from the lowest up
BARRIER = 5.0  # m, from the middle to the barrier on each side
FIRST_ROW, ROW_RUN, ROW_RISE, SEAT = 5.9, 0.85, 0.32, 0.60  # m
SIDE = 2  # eighths of a turn from one side to the next
CLOTHES = (
    (0.45, 0.16, 0.15), (0.16, 0.22, 0.42), (0.30, 0.30, 0.34), (0.52, 0.44, 0.30), (0.15, 0.32, 0.28),
    (0.38, 0.20, 0.40), (0.60, 0.58, 0.55), (0.12, 0.12, 0.15),
)  # fmt: skip
HAIRS = ((0.10, 0.07, 0.05), (0.05, 0.05, 0.05), (0.32, 0.21, 0.10), (0.22, 0.21, 0.21))


@dataclass(frozen=True)
class Person:
    parts: list[Part]
    phase: float  # 0..1, where in its bobbing it is at first
    lively: float  # m, how high it bobs


def ring_parts(pieces: int) -> list[Part]:
    """Posts, cushions, turnbuckles, and last the ropes, of so many straight pieces each: rope by rope, side by side."""
    parts = list[Part]()
    for (x, y), colour in zip(CORNERS, CUSHIONS, strict=True):
        foot, top = (POST * x, POST * y, 0.0), (POST * x, POST * y, POST_HEIGHT - POST_RADIUS)
        parts.append(capsule(foot, top, POST_RADIUS, STEEL))
        a = ROPES - 0.06
        parts.append(capsule((a * x, a * y, 0.36), (a * x, a * y, 1.24), 0.105, Paint(colour, 0.35)))
        for z in ROPE_HEIGHTS:
            for end in ((ROPES * x, (ROPES - 0.16) * y, z), ((ROPES - 0.16) * x, ROPES * y, z)):
                parts.append(capsule((POST * x, POST * y, z), end, 0.03, STEEL))
    for z, colour in zip(ROPE_HEIGHTS, ROPE_COLOURS, strict=True):
        paint = Paint(colour, 0.45)
        for side in range(0, 8, SIDE):
            parts += [capsule(start, end, ROPE_RADIUS, paint, side) for start, end in pairwise(rope(z, pieces))]
    return parts


def rope(z: float, pieces: int, leans: Sequence[Lean] = ()) -> list[Vec3]:
    """Places along the rope on the side in +x: hanging a little, straight from where one leans on it to its ends."""
    line = [2.0 * i / pieces - 1.0 for i in range(pieces + 1)]
    peaks = [(lean.along / ROPES, lean.out) for lean in sorted(leans, key=lambda lean: lean.out)]  # the deepest stays
    for peak, _ in peaks:
        nearest = min(range(1, pieces), key=lambda i: abs(line[i] - peak))
        line[nearest] = peak
    line.sort()
    pushed = [max((d * min((1 + s) / (1 + c), (1 - s) / (1 - c)) for c, d in peaks), default=0.0) for s in line]
    return [(ROPES + d, ROPES * s, z - ROPE_SAG * (1.0 - s * s)) for s, d in zip(line, pushed, strict=True)]


def stands(rows: int) -> list[Part]:
    """On each side a padded barrier and the steps that people sit on."""
    parts = list[Part]()
    for side in range(0, 8, SIDE):
        half = BARRIER - 0.04
        parts.append(box((BARRIER, 0.0, 0.42 - DROP), (0.06, half, 0.42), Paint((0.12, 0.15, 0.33), 0.25), side))
        parts.append(box((BARRIER, 0.0, 0.86 - DROP), (0.09, half, 0.035), Paint((0.55, 0.57, 0.62), 0.4), side))
        parts.append(box((BARRIER - 0.061, 0.0, 0.60 - DROP), (0.01, half, 0.045), Paint(RED, 0.2), side))
        for row in range(rows):
            high = ROW_RISE * row + 0.16
            x = FIRST_ROW + ROW_RUN * row
            parts.append(box((x, 0.0, high / 2 - DROP), (ROW_RUN / 2, x + ROW_RUN / 2, high / 2), NIGHT, side))
    return [on_side(part) for part in parts]


def crowd(rows: int) -> list[Person]:
    people, count = list[Person](), 0
    for side in range(0, 8, SIDE):
        for row in range(rows):
            x = FIRST_ROW + ROW_RUN * row
            seats = int(2 * (x - 0.3) / SEAT)
            for seat in range(seats):
                count += 1
                if chance(count, 0) < 0.92:  # some seats are free
                    y = SEAT * (seat - (seats - 1) / 2)
                    people.append(person((x, y, ROW_RISE * row + 0.16 - DROP), side, count))
    return people


def person(seat: Vec3, side: int, count: int) -> Person:
    """Sitting on a place, looking to the ring: a trunk, a head with hair, legs; one in eight has its arms up."""
    x, y, z = seat[0] + 0.06 * chance(count, 1), seat[1] + 0.14 * (chance(count, 2) - 0.5), seat[2]
    tall = 0.92 + 0.16 * chance(count, 3)
    cloth = Paint(pick(CLOTHES, count, 4), 0.05)
    skin, hair = Paint(pick(SKINS, count, 5), 0.1), Paint(pick(HAIRS, count, 6), 0.1)
    top, head = z + 0.86 * tall, z + 1.16 * tall
    parts = [
        Part(CAPSULE, side, side, (x, y, z + 0.42), (x - 0.05, y, top), (0.17, 0.135, 0.0, 0.75), cloth),
        Part(BALL, side, side, (x - 0.075, y, head), (x, y, z), (0.098, 0.088, 0.118, 0.0), skin),
        Part(BALL, side, side, (x - 0.052, y, head + 0.03), (x, y, z), (0.098, 0.094, 0.104, 0.0), hair),
    ]
    cheers = chance(count, 7) < 0.125
    for left in (-1.0, 1.0):
        shoulder = (x - 0.05, y + 0.20 * left, top - 0.02)
        hand = (x - 0.2, y + 0.26 * left, top + 0.45) if cheers else (x - 0.30, y + 0.10 * left, z + 0.50)
        knee = (x - 0.42, y + 0.11 * left, z + 0.44)
        parts.append(Part(CAPSULE, side, side, shoulder, hand, (0.058, 0.045, 0.0, 1.0), cloth))
        parts.append(Part(BALL, side, side, hand, hand, (0.055, 0.055, 0.06, 0.0), skin))
        hip = (x - 0.02, y + 0.1 * left, z + 0.42)
        parts.append(Part(CAPSULE, side, side, hip, knee, (0.09, 0.07, 0.0, 1.0), NIGHT))
    return Person([on_side(part) for part in parts], chance(count, 8), 0.10 if cheers else 0.03 * chance(count, 9))


def capsule(start: Vec3, end: Vec3, radius: float, paint: Paint, eighths: int = 0) -> Part:
    return Part(CAPSULE, eighths, eighths, start, end, (radius, radius, 0.0, 1.0), paint)


def box(middle: Vec3, half: Vec3, paint: Paint, eighths: int) -> Part:
    return Part(BOX, eighths, eighths, middle, middle, (*half, min(0.03, 0.5 * min(half))), paint)


def on_side(part: Part) -> Part:
    return replace(part, paint=replace(part.paint, pattern=1.0 + part.bone))


def chance(count: int, what: int) -> float:
    """0..1 from two counts, as good as any dice."""
    mixed = (count * 0x9E3779B1 + what * 0x85EBCA77) & 0xFFFFFFFF
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = ((mixed ^ (mixed >> shift)) * factor) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) / 2**32


def pick(choices: tuple[Vec3, ...], count: int, what: int) -> Vec3:
    return choices[int(chance(count, what) * len(choices))]
