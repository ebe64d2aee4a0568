"""A cardinal spline: a smooth line through points on the ground.

Between two points p1 and p2, with p0 before and p3 after them, it is the cubic that leaves p1 along (p2 - p0) / 2 and
arrives at p2 along (p3 - p1) / 2 (tension 0). An open one leaves its first point towards the second, ends likewise; a
closed one goes on from its last point to its first. Through (0, 0), (1, 1), (2, 0) it is at (0.5, 0.625) halfway from
the first to the second.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats
from components.path import Points

STEP = 0.02  # m between two of its places, about
FINE = 64  # places between two points, from which those are taken


class Line(NamedTuple):
    """Places along a spline, evenly spaced."""

    place: Floats  # (n, 2) m
    step: float  # m along it, from one to the next
    closed: bool  # then the first comes again after the last
    knots: Floats  # (points,) which of them the points are, and of a closed one the first again

    @property
    def length(self) -> float:
        return self.step * (len(self.place) - (not self.closed))


@lru_cache(maxsize=256)
def cardinal(points: Points, closed: bool = False) -> Line:
    """The spline through at least two points, of which no two in a row are one."""
    fine = curve(np.array(points, np.float64), closed)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(fine, axis=0).T))])
    count = max(2, round(float(along[-1]) / STEP))
    at = np.linspace(0.0, along[-1], count + 1)
    place = np.stack([np.interp(at, along, fine[:, axis]) for axis in range(2)], axis=1)
    knots = along[::FINE] / float(at[1])
    return Line(np.ascontiguousarray(place[:-1] if closed else place), float(at[1]), closed, knots)


def curve(points: Floats, closed: bool) -> Floats:
    """(m, 2) m, FINE places from each point to the next, and the last one."""
    if closed:
        around = np.concatenate([points[-1:], points, points[:2]])
    else:
        around = np.concatenate([points[:1], points, points[-1:]])
    tangent = 0.5 * (around[2:] - around[:-2])
    if not closed:
        tangent[[0, -1]] *= 2.0
    t = np.linspace(0.0, 1.0, FINE, endpoint=False)[:, None, None]
    p, q, v, w = around[1:-2], around[2:-1], tangent[:-1], tangent[1:]
    t2, t3 = t * t, t * t * t
    at = (2 * t3 - 3 * t2 + 1) * p + (t3 - 2 * t2 + t) * v + (3 * t2 - 2 * t3) * q + (t3 - t2) * w
    return np.concatenate([at.transpose(1, 0, 2).reshape(-1, 2), q[-1:]])
