"""The obstacle course's measures, for the engine and for the picture: three lanes along +x, the same things in each.

A ramp of 5.1 degrees onto a platform of 0.36 m (x 2 to 7.5 m), stairs down, a field of uneven tiles up to 3 cm, two
blocks 0.3 m high; at 24 m it is won. Beyond all of this it is flat, at height 0. What hangs, and what it hangs from,
is in the scene: ground is only what one stands on. A block to be knocked over is a [[prop]] there as well.
"""

from __future__ import annotations

from math import atan2, hypot

import numpy as np
from numpy.typing import NDArray

Vec3 = tuple[float, float, float]
Box = tuple[Vec3, Vec3]  # m: its middle and its half sides

LANES, LANE_WIDTH = (-3.0, 0.0, 3.0), 2.4  # m: their middles, y
START, FINISH, END = 0.6, 24.0, 26.0  # m: the two lines, and how far the lanes go
RAMP, TOP_END, TOP = (2.0, 6.0), 7.5, 0.36  # m: from, to, where the flat top ends; how high it is
STEP_COUNT, STEP_RUN = 3, 0.6  # drops, and how long each tread is, m; the last tread is the ground
TILES_FROM, TILE, TILE_ROWS, TILE_COLUMNS = 12.2, 0.4, 7, 6  # along x, across a lane
TILE_LOW, TILE_RISE, FLUSH = 0.002, 0.03, 0.006  # m: the lowest, the highest, the highest of the first and last row
BLOCKS, BLOCK = (18.6, 20.9), (0.5, 0.9, 0.3)  # m: their middles, x; full sides
RAMP_PITCH = atan2(TOP, RAMP[1] - RAMP[0])  # rad
RAMP_DEPTH = 0.5  # m, from its face down: how much of it lies under the floor


def tile_heights(seed: int) -> NDArray[np.float64]:
    """(rows along x, columns across) m, in every lane alike."""
    high = np.full((TILE_ROWS, 1), TILE_RISE)
    high[[0, -1]] = FLUSH
    return np.asarray(np.random.default_rng(seed).uniform(TILE_LOW, high, (TILE_ROWS, TILE_COLUMNS)))


def ramps() -> list[Box]:
    """Each lane's, as long as its slope; it is turned by RAMP_PITCH about y, so that its upper end rises."""
    run, middle = RAMP[1] - RAMP[0], ((RAMP[0] + RAMP[1]) / 2, TOP / 2)
    length, deep = hypot(run, TOP), RAMP_DEPTH / 2
    x, z = middle[0] + deep * TOP / length, middle[1] - deep * run / length
    return [((x, y, z), (length / 2, LANE_WIDTH / 2, deep)) for y in LANES]


def stairs() -> list[Box]:
    """The flat top behind the ramp, and the treads that lie above the ground."""
    top = standing(RAMP[1], TOP_END, 0.0, LANE_WIDTH, TOP)
    starts = [TOP_END + STEP_RUN * i for i in range(STEP_COUNT)]
    treads = [
        standing(x, x + STEP_RUN, 0.0, LANE_WIDTH, TOP * (STEP_COUNT - i) / STEP_COUNT)
        for i, x in enumerate(starts[:-1], 1)
    ]
    return in_lanes([top, *treads])


def tiles(seed: int) -> list[Box]:
    """Lane by lane, row by row."""
    lane = [
        standing(TILES_FROM + TILE * i, TILES_FROM + TILE * (i + 1), TILE * (j - (TILE_COLUMNS - 1) / 2), TILE, height)
        for i, row in enumerate(tile_heights(seed).tolist())
        for j, height in enumerate(row)
    ]
    return in_lanes(lane)


def blocks() -> list[Box]:
    return in_lanes([standing(x - BLOCK[0] / 2, x + BLOCK[0] / 2, 0.0, BLOCK[1], BLOCK[2]) for x in BLOCKS])


def standing(start: float, end: float, y: float, width: float, height: float) -> Box:
    """On the floor."""
    return ((start + end) / 2, y, height / 2), ((end - start) / 2, width / 2, height / 2)


def in_lanes(lane: list[Box]) -> list[Box]:
    return [((x, y + across, z), half) for y in LANES for (x, across, z), half in lane]
