"""A grid of distances -> a closed surface of triangles (surface nets), and that surface cut along borders of paints.

Each cube that the surface goes through gets one vertex, in the middle of where its edges are crossed; each crossed edge
gets one quad between its four cubes. At 13 mm a boxer has 17 300 vertices, and 2700 more where paints meet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from systems.draw.field import Grid

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CORNERS = np.array(list(np.ndindex(2, 2, 2)))
EDGES = [(a, b) for a in range(8) for b in range(a + 1, 8) if np.abs(CORNERS[a] - CORNERS[b]).sum() == 1]


def surface_net(grid: Grid) -> tuple[Floats, Ints]:
    """(vertices, 3) m and (quads, 4), counter-clockwise from outside."""
    _fill_pinches(grid.values)
    inside = grid.values < 0.0
    shape = np.array(inside.shape) - 1
    views = [tuple(slice(o, o + n) for o, n in zip(corner, shape, strict=True)) for corner in CORNERS]
    count = np.sum([inside[view] for view in views], axis=0, dtype=np.int8)
    cells = np.argwhere((count > 0) & (count < 8))
    number = np.full(shape, -1, np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    values = np.stack([grid.values[view][tuple(cells.T)] for view in views], axis=-1)
    places, crossed = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a, b in EDGES:
        crosses = (values[:, a] < 0.0) != (values[:, b] < 0.0)
        share = np.where(crosses, values[:, a] / np.where(crosses, values[:, a] - values[:, b], 1.0), 0.0)
        places += crosses[:, None] * (CORNERS[a] + share[:, None] * (CORNERS[b] - CORNERS[a]))
        crossed += crosses
    return grid.corner + grid.cell * (cells + places / crossed[:, None]), _quads(inside, number)


def _fill_pinches(values: Floats) -> None:
    """A square of the grid with only two opposite corners inside would be an edge of four quads: one more is let in."""
    while True:
        found = False
        for axes in ((0, 1, 2), (1, 2, 0), (0, 2, 1)):
            flat = values.transpose(axes)  # a view, squares along its first two
            inside = flat < 0.0
            a, b, c, d = inside[:-1, :-1], inside[1:, :-1], inside[1:, 1:], inside[:-1, 1:]
            for i, j, k in np.argwhere((a == c) & (b == d) & (a != b)).tolist():
                first, second = ((i + 1, j, k), (i, j + 1, k)) if a[i, j, k] else ((i, j, k), (i + 1, j + 1, k))
                flat[min(first, second, key=lambda corner: float(flat[corner]))] = -1e-6
                found = True
        if not found:
            return


def _quads(inside: NDArray[np.bool_], number: Ints) -> Ints:
    """Around each crossed edge, the numbers of its four cubes."""
    out = []
    for axis in range(3):
        near = np.moveaxis(inside, axis, 0)
        at = np.argwhere(near[:-1] != near[1:])
        goes_out = near[:-1][tuple(at.T)]
        cubes = np.moveaxis(number, axis, 0)
        k, i, j = at.T
        ring = np.stack([cubes[k, i - 1, j - 1], cubes[k, i, j - 1], cubes[k, i, j], cubes[k, i - 1, j]], axis=-1)
        # Taking the axis to the front keeps x (y, z) and z (x, y) right-handed or not: y (x, z) is the mirrored one.
        forward = goes_out != (axis == 1)
        out.append(np.where(forward[:, None], ring, ring[:, ::-1]))
    return np.concatenate(out)


def triangles(places: Floats, quads: Ints) -> Ints:
    """Each quad in two, along its shorter diagonal."""
    a, b, c, d = (places[quads[:, i]] for i in range(4))
    other = np.linalg.norm(a - c, axis=1) > np.linalg.norm(b - d, axis=1)
    turned = np.where(other[:, None], np.roll(quads, -1, axis=1), quads)
    return turned[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def edges(faces: Ints) -> Ints:
    """(edges, 2): each once, the lower number first."""
    both = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    flat = np.unique(both[:, 0] * (faces.max() + 1) + both[:, 1])
    return np.stack(np.divmod(flat, faces.max() + 1), axis=-1)


class Cut:
    """A surface whose every triangle is of one paint: vertices on a border are there once for each side.

    `paints` (paints, vertices) m: how far each vertex is from what wears that paint; it wears the nearest. A new vertex
    is a mixture of two or three old ones: `mixed(column)` makes its values of theirs.
    """

    def __init__(self, faces: Ints, paints: Floats) -> None:
        self._paints, self._worn = paints, paints.argmin(axis=0)
        worn = self._worn[faces]
        same = (worn == worn[:, :1]).all(axis=1)
        count = paints.shape[1]
        self._old = np.tile(np.arange(count)[:, None], (1, 3))
        self._share = np.tile([1.0, 0.0, 0.0], (count, 1))
        self._extra: dict[tuple[int, ...], int] = {}
        self._mixtures: list[tuple[tuple[int, int, int], tuple[float, float, float], int]] = []
        new = [piece for face in faces[~same].tolist() for piece in self._pieces(face)]
        self.faces = np.concatenate([faces[same], np.array(new, np.int64).reshape(-1, 3)])
        if self._mixtures:
            self._old = np.concatenate([self._old, [old for old, _, _ in self._mixtures]])
            self._share = np.concatenate([self._share, [share for _, share, _ in self._mixtures]])
        self.paint = np.concatenate([self._worn, np.array([paint for _, _, paint in self._mixtures], np.int64)])

    def mixed(self, column: Floats) -> Floats:
        """(new vertices, ...) of (old vertices, ...)."""
        return np.asarray(np.einsum("vk,vk...->v...", self._share, column[self._old]))

    def _pieces(self, face: list[int]) -> list[tuple[int, int, int]]:
        worn = [int(self._worn[v]) for v in face]
        for turn in range(3):
            a, b, c = face[turn], face[(turn + 1) % 3], face[(turn + 2) % 3]
            if worn[(turn + 1) % 3] == worn[(turn + 2) % 3] != worn[turn]:
                mine, other = worn[turn], worn[(turn + 1) % 3]
                left, right = self._on_edge(a, b, other), self._on_edge(a, c, other)
                tip = a, self._on_edge(a, b, mine), self._on_edge(a, c, mine)
                return [tip, (left, b, c), (left, c, right)]
        out = []
        for turn in range(3):  # three paints meet in its middle
            a, b, c = face[turn], face[(turn + 1) % 3], face[(turn + 2) % 3]
            mine = worn[turn]
            middle = self._new((*sorted(face), mine), (a, b, c), (1 / 3, 1 / 3, 1 / 3), mine)
            ab, ac = self._on_edge(a, b, mine), self._on_edge(a, c, mine)
            out += [(a, ab, middle), (a, middle, ac)]
        return out

    def _on_edge(self, a: int, b: int, paint: int) -> int:
        """Where two paints meet between two vertices, in one of the two."""
        a, b = min(a, b), max(a, b)
        one, other = self._worn[a], self._worn[b]
        at_a, at_b = (float(self._paints[one, v] - self._paints[other, v]) for v in (a, b))
        share = min(0.98, max(0.02, at_a / (at_a - at_b))) if at_a != at_b else 0.5
        return self._new((a, b, paint), (a, b, b), (1.0 - share, share, 0.0), paint)

    def _new(
        self, key: tuple[int, ...], old: tuple[int, int, int], share: tuple[float, float, float], paint: int
    ) -> int:
        if key not in self._extra:
            self._extra[key] = len(self._worn) + len(self._mixtures)
            self._mixtures.append((old, share, paint))
        return self._extra[key]
