"""The obstacle course as faces, from the measures that the engine has (systems/grounds/course.py), each with its paint.

A paint multiplies what the plain floor would look like there: (1, 1, 1) is the floor. 147 things are 700 faces; `marks`
are another 130 that lie on the floor: lanes, lines, start and finish.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from systems.grounds.course import (
    END,
    FINISH,
    LANE_WIDTH,
    LANES,
    RAMP,
    START,
    TILE_COLUMNS,
    TOP,
    Box,
    Vec3,
    blocks,
    stairs,
    tiles,
)

Floats = NDArray[np.float64]
Flat = tuple[float, float, float, float]  # m: from and to along x, from and to along y
WHITE, DARK = (1.55, 1.55, 1.5), (0.30, 0.31, 0.34)
LANE, LANE_OTHER = (1.02, 1.06, 1.12), (0.95, 0.99, 1.06)
SLOPE, STAIR, BLOCK = (0.86, 1.06, 1.08), (0.92, 1.06, 1.20), (1.40, 1.06, 0.66)
TILES = ((1.20, 1.09, 0.90), (1.08, 0.98, 0.82))
PANEL, LINE, SQUARE = 2.0, 0.06, 0.2  # m: of a lane, how wide lines are, and of the finish
SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))  # the corners of a top that its walls hang from


class Faces(NamedTuple):
    corners: Floats  # (n, 4, 3) m, counter-clockwise from outside; of a triangle the last is the first
    normal: Floats  # (n, 3)
    paint: Floats  # (n, 3)


def joined(*some: Faces) -> Faces:
    return Faces(*(np.concatenate(columns) for columns in zip(*some, strict=True)))


def things(seed: int) -> Faces:
    """What stands on the floor."""
    field = [TILES[(i // TILE_COLUMNS + i) % 2] for i in range(len(tiles(seed)))]  # a row begins where one ends
    return joined(
        *(ramp_faces(y) for y in LANES),
        *(block_faces(box, STAIR) for box in stairs()),
        *(block_faces(box, paint) for box, paint in zip(tiles(seed), field, strict=True)),
        *(block_faces(box, BLOCK) for box in blocks()),
    )


def block_faces(box: Box, paint: Vec3) -> Faces:
    """The top and four walls."""
    middle, half = np.array(box[0]), np.array(box[1])
    top = middle + half * [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
    foot = top - [0.0, 0.0, 2 * half[2]]
    walls = [np.stack([foot[a], foot[b], top[b], top[a]]) for a, b in SIDES]
    normals = [(0, 0, 1), (0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)]
    return Faces(np.stack([top, *walls]), np.array(normals, float), np.tile(paint, (5, 1)))


def ramp_faces(y: float) -> Faces:
    """The slope and a triangle on each side."""
    (start, end), right, left = RAMP, y - LANE_WIDTH / 2, y + LANE_WIDTH / 2
    slope = [(start, right, 0.0), (end, right, TOP), (end, left, TOP), (start, left, 0.0)]
    sides = [
        [(start, right, 0.0), (end, right, 0.0), (end, right, TOP), (start, right, 0.0)],
        [(start, left, 0.0), (end, left, TOP), (end, left, 0.0), (start, left, 0.0)],
    ]
    up = np.array([-TOP, 0.0, end - start])
    normals = np.array([up / np.linalg.norm(up), (0.0, -1.0, 0.0), (0.0, 1.0, 0.0)])
    return Faces(np.array([slope, *sides]), normals, np.tile(SLOPE, (3, 1)))


def marks() -> Faces:
    """What is painted on the floor: the lanes in panels, lines on both sides, start, and a chequered finish."""
    flats, paints = list[Flat](), list[Vec3]()
    for y in LANES:
        right, left = y - LANE_WIDTH / 2, y + LANE_WIDTH / 2
        for i in range(round(END / PANEL)):
            flats.append((PANEL * i, PANEL * (i + 1), right, left))
            paints.append(LANE_OTHER if i % 2 else LANE)
            flats += [(PANEL * i, PANEL * (i + 1), *line) for line in ((right - LINE, right), (left, left + LINE))]
            paints += [WHITE, WHITE]
        flats.append((START - LINE, START + LINE, right, left))
        paints.append(WHITE)
        for i in range(2):
            for j in range(round(LANE_WIDTH / SQUARE)):
                x, across = FINISH + SQUARE * (i - 1), right + SQUARE * j
                flats.append((x, x + SQUARE, across, across + SQUARE))
                paints.append(WHITE if (i + j) % 2 else DARK)
    corners = [[(a, c, 0.0), (b, c, 0.0), (b, d, 0.0), (a, d, 0.0)] for a, b, c, d in flats]
    return Faces(np.array(corners), np.tile([0.0, 0.0, 1.0], (len(flats), 1)), np.array(paints))
