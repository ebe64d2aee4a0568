"""What a thing that hangs is drawn with beside itself: its ropes, and the plate above them that they are fixed to.

A rope is a capsule from the thing to the plate, so it follows by itself; four of them are 5 parts.
"""

from __future__ import annotations

from components.prop import Hung
from systems.draw.meshes import BOX, CAPSULE
from systems.draw.parts import Paint, Part, less

ROPE, ROPE_RADIUS = Paint((0.86, 0.80, 0.66), 0.15), 0.012  # m
PLATE, EDGE, THICK = Paint((0.28, 0.31, 0.36), 0.3), 0.05, 0.03  # m: beyond the outermost ropes, and half its height


def rope_parts(hung: Hung, row: int, plate: int) -> list[Part]:
    """`row` is the thing's in the table of poses; at `plate` is a row that stays at the first rope's anchor."""
    first, size = hung.anchors[0], (ROPE_RADIUS, ROPE_RADIUS, 0.0, 1.0)
    parts = [
        Part(CAPSULE, row, plate, hold, less(anchor, first), size, ROPE)
        for hold, anchor in zip(hung.holds, hung.anchors, strict=True)
    ]
    low, high = (tuple(extreme(axis) for axis in zip(*hung.anchors, strict=True)) for extreme in (min, max))
    x, y, z = ((a + b) / 2 - c for a, b, c in zip(low, high, first, strict=True))
    half = [(b - a) / 2 + EDGE for a, b in zip(low[:2], high[:2], strict=True)]
    middle = (x, y, z + THICK)
    parts.append(Part(BOX, plate, plate, middle, middle, (half[0], half[1], THICK, 0.01), PLATE))
    return parts
