"""What tells the platform's edge from the floor around it: paint on the rim of its outermost blocks, a darker floor.

A paint multiplies what the plain floor would look like there (systems/draw/course_faces.py). 10 blocks on a side make
40 bands and 40 walls 0.5 m long.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from systems.draw.course_faces import Faces
from systems.grounds.ring import BLOCK, BLOCK_DROP, BLOCKS, Vec3, blocks

RIM, PIT = (1.95, 1.12, 0.30), (0.46, 0.50, 0.60)
BAND, LIP = 0.16, 0.10  # m: how wide the rim is on a block, and how far it hangs down its wall
EDGE = BLOCKS * BLOCK / 2  # m, from the middle to the edge
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
LINE = (-300.0, -100.0, -30.0, -12.0, -6.0, -EDGE, EDGE, 6.0, 12.0, 30.0, 100.0, 300.0)  # m, where the floor is cut


def rim(seed: int) -> Faces:
    """The outer band of each outermost block's top, and the upper end of its wall."""
    corners, normals = list[list[Vec3]](), list[Vec3]()
    for (x, y, middle), (half, _, high) in blocks(seed):
        top = middle + high
        for out_x, out_y in SIDES:
            if x * out_x + y * out_y < EDGE - BLOCK:
                continue
            ends = [(x + half * (out_x - s * out_y), y + half * (out_y + s * out_x)) for s in (-1.0, 1.0)]
            (ax, ay), (bx, by) = ends
            inner = [(cx - BAND * out_x, cy - BAND * out_y, top) for cx, cy in ends]
            corners.append([(ax, ay, top), (bx, by, top), inner[1], inner[0]])
            normals.append((0.0, 0.0, 1.0))
            corners.append([(ax, ay, top - LIP), (bx, by, top - LIP), (bx, by, top), (ax, ay, top)])
            normals.append((float(out_x), float(out_y), 0.0))
    return painted(corners, normals, RIM)


def pit() -> Faces:
    """The floor around, out of which the platform stands."""
    z = -BLOCK_DROP
    corners = [[(a, c, z), (b, c, z), (b, d, z), (a, d, z)] for a, b in pairwise(LINE) for c, d in pairwise(LINE)]
    return painted(corners, [(0.0, 0.0, 1.0)] * len(corners), PIT)


def painted(corners: list[list[Vec3]], normals: list[Vec3], paint: Vec3) -> Faces:
    return Faces(np.array(corners), np.array(normals), np.tile(paint, (len(corners), 1)))
