"""The ground as triangles, of the same heights as the engine's (systems/grounds/terrain.py), and the cells drawn on it.

Tiles: the same generator draws the same 2800 heights from the seed; a picture shows what feet feel, to the millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.settings import Ground
from systems.draw.course_faces import things
from systems.draw.sun import DAY, HALL, Light
from systems.grounds.ring import BLOCK, BLOCK_DROP, DROP, PLATFORM, Vec3, blocks, steps
from systems.grounds.terrain import (
    MESH_CELL,
    MESH_RISE,
    RAMP_SLOPE,
    TILE,
    TILES_X,
    TILES_Y,
    WAVES,
    tile_heights,
    wave_net,
    wave_phases,
)

FAR = 300.0  # m, as far as a plane is drawn: all of it is in the fog there
Vertices = NDArray[np.float32]


@dataclass(frozen=True)
class Floor:
    vertices: Vertices  # (n, 6) place and normal, three a triangle
    cell: float  # m, side of a square of the checker
    shift: float  # m, where a square begins
    slope: float = 0.0  # m of rise for each m along x
    light: Light = DAY
    ring: bool = False  # canvas, skirt and hall instead of a checker


def floor(kind: Ground, seed: int) -> Floor:
    if kind is Ground.TILES:
        return Floor(tiles(seed), TILE, TILE / 2)
    if kind is Ground.MESH:
        return Floor(waves(seed), 2 * MESH_CELL, 0.0)
    if kind is Ground.RING:
        return Floor(ring(), 1.0, 0.5, light=HALL, ring=True)
    if kind is Ground.PLATFORM:
        return Floor(platform(seed), BLOCK, 0.0)
    if kind is Ground.COURSE:
        return Floor(course(seed), 1.0, 0.0)
    slope = RAMP_SLOPE if kind is Ground.RAMP else 0.0
    return Floor(plane(slope), 1.0, 0.0, slope)


def plane(slope: float, z: float = 0.0) -> Vertices:
    """Cut into a few hundred quads: one would be clipped too coarsely at the eye."""
    line = np.concatenate([np.linspace(-FAR, -20.0, 8), np.linspace(-15.0, 15.0, 7), np.linspace(20.0, FAR, 8)])
    x, y = np.meshgrid(line, line, indexing="ij")
    return grid(np.stack([x, y, slope * x + z], axis=-1), np.array([-slope, 0.0, 1.0]))


def waves(seed: int) -> Vertices:
    (x, y), (a, b) = wave_net(), wave_phases(seed)
    height = MESH_RISE * np.sin(a) * np.sin(b)
    along, across = (-k * MESH_RISE for k in WAVES)
    slope = np.stack([along * np.cos(a) * np.sin(b), across * np.sin(a) * np.cos(b), np.ones_like(x)], axis=-1)
    return grid(np.stack([x, y, height], axis=-1), slope)


def tiles(seed: int) -> Vertices:
    """The top of each, a wall to each higher neighbour's side, and the flat ground around."""
    heights = tile_heights(seed)
    x, y = np.meshgrid(TILE * np.arange(*TILES_X), TILE * np.arange(*TILES_Y), indexing="ij")
    half = TILE / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    top = [np.stack([x + dx, y + dy, heights], axis=-1).reshape(-1, 3) for dx, dy in corners]
    faces = [quads(top, np.array([0.0, 0.0, 1.0]))]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        wall = [
            np.stack([x + dx, y + dy, level], axis=-1).reshape(-1, 3)
            for dx, dy, level in ((ax, ay, 0 * x), (bx, by, 0 * x), (bx, by, heights), (ax, ay, heights))
        ]
        faces.append(quads(wall, np.array([by - ay, ax - bx, 0.0]) / TILE))
    return np.concatenate([*faces, plane(0.0, -0.002)])


def ring() -> Vertices:
    """Canvas and skirt, stairs, and the hall's floor."""
    canvas = (0.0, 0.0, -DROP / 2), (PLATFORM, PLATFORM, DROP / 2)
    return np.concatenate([*(block(*box) for box in [canvas, *steps()]), plane(0.0, -DROP)])


def platform(seed: int) -> Vertices:
    return np.concatenate([*(block(*box) for box in blocks(seed)), plane(0.0, -BLOCK_DROP)])


def course(seed: int) -> Vertices:
    faces = things(seed)
    return np.concatenate([quads(list(faces.corners.transpose(1, 0, 2)), faces.normal[:, None]), plane(0.0)])


def block(middle: Vec3, half: Vec3) -> Vertices:
    """A box that stands on something: the four sides, and the top cut into an 8 x 8 net."""
    x, y, z = (np.linspace(-h, h, 9) + m for m, h in zip(middle, half, strict=True))
    flat, level = np.meshgrid(np.arange(9), z, indexing="ij")
    sides = [
        (x[flat], np.full_like(level, y[0]), [0.0, -1.0, 0.0]),
        (np.full_like(level, x[-1]), y[flat], [1.0, 0.0, 0.0]),
        (x[::-1][flat], np.full_like(level, y[-1]), [0.0, 1.0, 0.0]),
        (np.full_like(level, x[0]), y[::-1][flat], [-1.0, 0.0, 0.0]),
    ]
    across, along = np.meshgrid(x, y, indexing="ij")
    faces = [grid(np.stack([a, b, level], axis=-1), np.array(normal)) for a, b, normal in sides]
    top = np.stack([across, along, np.full_like(across, z[-1])], axis=-1)
    return np.concatenate([*faces, grid(top, np.array([0.0, 0.0, 1.0]))])


def grid(points: NDArray[np.float64], normal: NDArray[np.float64]) -> Vertices:
    """A net of points (rows, columns, 3) as triangles; the normal is one for all or one a point.

    Cells are cut as the engine's are, or feet would be up to 1 mm off.
    """
    normals = np.broadcast_to(normal / np.linalg.norm(normal, axis=-1, keepdims=True), points.shape)
    both = np.concatenate([points, normals], axis=-1)
    a, b, c, d = both[:-1, :-1], both[1:, :-1], both[1:, 1:], both[:-1, 1:]
    return np.stack([a, b, d, d, b, c], axis=2).reshape(-1, 6).astype(np.float32)


def quads(corners: list[NDArray[np.float64]], normal: NDArray[np.float64]) -> Vertices:
    """Four corners (n, 3) each, counter-clockwise; the normal is one for all or one a quad (n, 1, 3)."""
    a, b, c, d = corners
    places = np.stack([a, b, c, a, c, d], axis=1)
    both = np.concatenate([places, np.broadcast_to(normal, places.shape)], axis=-1)
    return both.reshape(-1, 6).astype(np.float32)
