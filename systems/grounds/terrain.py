"""Terrain: the measures of ramp, tiles and waves, for the engine and for the picture. Heights come from the seed alone.

The ring and the platform have theirs in systems/ring.py, the course in systems/course_ground.py.
"""

from __future__ import annotations

from functools import cache
from math import radians, tan

import numpy as np

from components.arrays import Floats

RAMP_DEG = 5.0
RAMP_SLOPE = tan(radians(RAMP_DEG))  # m of rise for each m along x
TILE, TILE_RISE = 0.4, 0.03  # m
TILES_X, TILES_Y = (-10, 60), (-20, 20)  # tiles before and behind, right and left of the origin
MESH_CELLS, MESH_CELL, MESH_RISE = 50, 0.5, 0.02  # 50 x 50 x 2 = 5000 triangles; m; m
WAVES = (0.7, 0.9)  # 1/m along x and y


def tile_heights(seed: int) -> Floats:
    """(tiles along x, tiles along y) m."""
    shape = TILES_X[1] - TILES_X[0], TILES_Y[1] - TILES_Y[0]
    return np.random.default_rng(seed).uniform(0.0, TILE_RISE, shape[0] * shape[1]).reshape(shape)


def wave_net() -> tuple[Floats, Floats]:
    """x and y (m) of each corner of the mesh, (cells + 1, cells + 1)."""
    line = MESH_CELL * (np.arange(MESH_CELLS + 1) - MESH_CELLS / 2)
    x, y = np.meshgrid(line, line, indexing="ij")
    return x, y


def wave_phases(seed: int) -> tuple[Floats, Floats]:
    """The phase of the wave along x and of that along y, at each corner: the height is MESH_RISE sin a sin b."""
    x, y = wave_net()
    phase = np.random.default_rng(seed).uniform(0.0, 2.0 * np.pi, 2)
    return WAVES[0] * x + phase[0], WAVES[1] * y + phase[1]


@cache
def wave_heights(seed: int) -> Floats:
    """m, at each corner of the mesh; shared, not to be written to."""
    a, b = wave_phases(seed)
    heights = MESH_RISE * np.sin(a) * np.sin(b)
    heights.flags.writeable = False
    return heights


def wave_height(seed: int, x: float, y: float) -> float | None:
    """m, of the triangle there; None beyond the mesh. A cell's diagonal goes from its far right to its near left."""
    u, v = x / MESH_CELL + MESH_CELLS / 2, y / MESH_CELL + MESH_CELLS / 2
    i, j = int(u // 1), int(v // 1)
    if not (0 <= i < MESH_CELLS and 0 <= j < MESH_CELLS):
        return None
    u, v, z = u - i, v - j, wave_heights(seed)
    if u + v <= 1.0:
        return float(z[i, j] + u * (z[i + 1, j] - z[i, j]) + v * (z[i, j + 1] - z[i, j]))
    far = z[i + 1, j + 1]
    return float(far + (1.0 - u) * (z[i, j + 1] - far) + (1.0 - v) * (z[i + 1, j] - far))
