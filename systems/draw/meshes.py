"""The three shapes as unit meshes; an instance stretches them (shaders/shape.glsl).

A vertex is six floats: a unit direction, which is the normal, and which end or corner it belongs to. A capsule of 24
sides has 250 vertices.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CAPSULE, BOX, BALL = 0, 1, 2
KINDS = (CAPSULE, BOX, BALL)


class Mesh(NamedTuple):
    vertices: NDArray[np.float32]  # (n, 6)
    indices: NDArray[np.uint32]  # (3 x triangles), counter-clockwise from outside


def mesh(kind: int, sides: int) -> Mesh:
    if kind == BOX:
        return rounded_box(max(2, sides // 6))
    rings = max(6, sides // 2 if kind == BALL else sides // 3)
    latitude = np.linspace(-np.pi / 2, np.pi / 2, 2 * (rings // 2) + 1)
    ends = np.zeros(len(latitude))
    if kind == CAPSULE:  # the equator twice: once at the start, once at the end
        half = len(latitude) // 2
        ends = np.concatenate([np.zeros(half + 1), np.ones(half + 1)])
        latitude = np.concatenate([latitude[: half + 1], latitude[half:]])
    longitude = np.linspace(0.0, 2 * np.pi, sides + 1)
    up, around = np.meshgrid(latitude, longitude, indexing="ij")
    ring = np.cos(up)
    ring[[0, -1]] = 1e-4  # so that the poles know which way they look around
    direction = np.stack([ring * np.cos(around), ring * np.sin(around), np.sin(up)], axis=-1)
    end = np.broadcast_to(ends[:, None, None], (*up.shape, 3)) * [1.0, 0.0, 0.0]
    return Mesh(_joined(direction, end), _quads(*up.shape))


def rounded_box(steps: int) -> Mesh:
    """Six faces, each a grid that is dense in the rounding and has one wide cell in the middle."""
    arc = np.tan(np.linspace(0.0, np.pi / 4, steps + 1))
    line = np.concatenate([-arc[::-1], arc])
    side = np.concatenate([-np.ones(steps + 1), np.ones(steps + 1)])
    u, v = np.meshgrid(line, line, indexing="ij")
    su, sv = np.meshgrid(side, side, indexing="ij")
    vertices: list[NDArray[np.float32]] = []
    indices: list[NDArray[np.uint32]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            a, b = (axis + 1) % 3, (axis + 2) % 3
            direction, corner = np.empty((*u.shape, 3)), np.empty((*u.shape, 3))
            direction[..., axis], corner[..., axis] = sign, sign
            direction[..., a], direction[..., b] = u, sign * v  # so that both faces turn the same way
            corner[..., a], corner[..., b] = su, sign * sv
            direction /= np.linalg.norm(direction, axis=-1, keepdims=True)
            indices.append(_quads(*u.shape)[::-1] + np.uint32(len(vertices) * u.size))
            vertices.append(_joined(direction, corner))
    return Mesh(np.concatenate(vertices), np.concatenate(indices).astype(np.uint32))


def _joined(direction: NDArray[np.float64], corner: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.concatenate([direction, corner], axis=-1).reshape(-1, 6).astype(np.float32)


def _quads(rows: int, columns: int) -> NDArray[np.uint32]:
    """Two triangles for each cell of a grid of vertices."""
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    cell = np.stack([first, first + 1, first + columns, first + columns, first + 1, first + columns + 1], axis=-1)
    return cell.ravel().astype(np.uint32)
