"""How far a place is from rounded parts, and from the one smooth body that they make together.

Parts come as the rows that the plain look is drawn from (posing.py), so both looks are of one shape. Two parts that a
place is equally far from are joined by `join` / 4 nearer: with 3 cm, the groove between them is filled by 7.5 mm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from systems.draw.meshes import BALL
from systems.draw.posing import AXIS_X, AXIS_Z, PLACE, SIZE

Floats = NDArray[np.float64]
FAR = 0.2  # m, what is said of places that no part is near to
JOIN, LEAST_JOIN, MOST_JOIN = 0.36, 0.004, 0.024  # of a part's thinnest radius; m


@dataclass(frozen=True)
class Solid:
    """A part where it is: ball or tapered capsule."""

    kind: int
    place: Floats  # m, middle or start
    axes: Floats  # (3, 3), rows: forward, left, along
    size: Floats  # as of an instance

    @classmethod
    def of(cls, kind: int, row: NDArray[np.float32]) -> Solid:
        x, z = row[AXIS_X : AXIS_X + 3].astype(float), row[AXIS_Z : AXIS_Z + 3].astype(float)
        size = row[SIZE : SIZE + 4].astype(float)
        return cls(kind, row[PLACE : PLACE + 3].astype(float), np.stack([x, np.cross(z, x), z]), size)

    @property
    def join(self) -> float:
        """m, over which it melts into what it touches."""
        thin = self.size[:3].min() if self.kind == BALL else self.size[:2].min() * min(1.0, self.size[3])
        return float(np.clip(JOIN * thin, LEAST_JOIN, MOST_JOIN))

    def box(self) -> tuple[Floats, Floats]:
        """m, lower and upper corner of what holds it."""
        if self.kind == BALL:
            reach = np.sqrt((self.axes**2).T @ self.size[:3] ** 2)
            return self.place - reach, self.place + reach
        ends = np.stack([self.place, self.place + self.size[2] * self.axes[2]])
        reach = self.size[:2, None] * max(1.0, self.size[3])
        return (ends - reach).min(axis=0), (ends + reach).max(axis=0)

    def along(self, places: Floats) -> Floats:
        """0 at its start .. 1 at its end."""
        if self.kind == BALL:
            return np.zeros(len(places))
        return np.asarray(np.clip((places - self.place) @ self.axes[2] / max(self.size[2], 1e-9), 0.0, 1.0))

    def distance(self, places: Floats) -> Floats:
        """m, negative inside; near the surface right to first order where it is flattened."""
        x, y, z = ((places - self.place) @ self.axes.T).T
        if self.kind == BALL:
            a, b, c = self.size[:3]
            near = np.sqrt((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2)
            steep = np.sqrt((x / a**2) ** 2 + (y / b**2) ** 2 + (z / c**2) ** 2)
            return np.asarray(near * (near - 1.0) / np.maximum(steep, 1e-9))
        r0, r1, length, flat = self.size
        lean = np.clip((r0 - r1) / max(length, 1e-9), -0.999, 0.999)
        straight = np.sqrt(1.0 - lean * lean)
        u = x / flat
        away = np.sqrt(u * u + y * y)
        foot = straight * z - lean * away  # along the cone's side, from where it leaves the first sphere
        low, high = foot < 0.0, foot > straight * length
        h = np.where(high, z - length, z)
        ball = np.sqrt(away * away + h * h)
        round_end = low | high
        out = np.where(round_end, ball - np.where(high, r1, r0), straight * away + lean * z - r0)
        if flat == 1.0:
            return np.asarray(out)
        safe, ring = np.maximum(ball, 1e-9), np.maximum(away, 1e-9)
        out_way = np.where(round_end, away / safe, straight)
        steep = (out_way * u / ring / flat) ** 2 + (out_way * y / ring) ** 2
        steep += np.where(round_end, h / safe, lean) ** 2
        return np.asarray(out / np.sqrt(np.maximum(steep, 1e-9)))


def joined(a: Floats, b: Floats, join: float) -> Floats:
    """The smaller of both, rounded off where they are nearer to each other than `join` (m)."""
    share = np.maximum(join - np.abs(a - b), 0.0) / join
    return np.asarray(np.minimum(a, b) - share * share * join / 4.0)


def whole(distances: Floats, joins: list[float]) -> Floats:
    """(places) m from the body, of the distances (parts, places)."""
    out = np.full(distances.shape[1], FAR)
    for one, join in zip(distances, joins, strict=True):
        out = joined(out, one, join)
    return out


@dataclass(frozen=True)
class Grid:
    """The body's distance at the corners of cubes."""

    corner: Floats  # m
    cell: float  # m
    values: Floats  # (x, y, z) m

    @classmethod
    def around(cls, solids: list[Solid], cell: float) -> Grid:
        boxes = [solid.box() for solid in solids]
        margin = 3.0 * cell + MOST_JOIN
        low = np.min([low for low, _ in boxes], axis=0) - margin
        high = np.max([high for _, high in boxes], axis=0) + margin
        counts = np.ceil((high - low) / cell).astype(int) + 1
        lines = [start + cell * np.arange(n) for start, n in zip(low, counts, strict=True)]
        values = np.full(counts, FAR)
        for solid, (lower, upper) in zip(solids, boxes, strict=True):
            ends = zip(lines, lower - margin, upper + margin, strict=True)
            near = tuple(slice(*np.searchsorted(line, (a, b))) for line, a, b in ends)
            places = np.stack(
                np.meshgrid(*(line[part] for line, part in zip(lines, near, strict=True)), indexing="ij"), -1
            )
            there = solid.distance(places.reshape(-1, 3)).reshape(places.shape[:-1])
            values[near] = joined(values[near], there, solid.join)
        return cls(low, cell, values)

    def normals(self, places: Floats) -> Floats:
        """Unit, outwards: the steepest way up, as the eight corners around have it."""
        at = (places - self.corner) / self.cell
        first = np.clip(np.floor(at).astype(int), 1, np.array(self.values.shape) - 3)
        out = np.zeros_like(places)
        for corner in np.ndindex(2, 2, 2):
            i, j, k = (first + corner).T
            share = np.prod(1.0 - np.abs(at - first - corner), axis=1)
            v = self.values
            slope = v[i + 1, j, k] - v[i - 1, j, k], v[i, j + 1, k] - v[i, j - 1, k], v[i, j, k + 1] - v[i, j, k - 1]
            out += share[:, None] * np.stack(slope, axis=-1)
        return np.asarray(out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12))
