"""What the drawn marks are measured from: rows of rotations, places down a tree, the hull of touches.

`turned` a quarter turn about z takes (1, 0, 0) to (0, 1, 0). Compiled code has the same one by one
(systems/kernels/quaternions.py); here are all rows at once, for 110 bones in about 0.02 ms.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from components.table import Skeletons

Floats = NDArray[np.float64]
Point = Sequence[float]  # m, x, y, z
NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])  # of x, y, z


def crossed(a: Floats, b: Floats) -> Floats:
    return a.take(NEXT, axis=1) * b.take(LAST, axis=1) - a.take(LAST, axis=1) * b.take(NEXT, axis=1)


def turned(q: Floats, v: Floats) -> Floats:
    """(n, 3) v, turned by (n, 4) q."""
    way = q[:, :3]
    half = 2.0 * crossed(way, v)
    return v + q[:, 3:] * half + crossed(way, half)


def multiplied(a: Floats, b: Floats) -> Floats:
    """(n, 4) the rotations b, then a."""
    x, y, z, w = a.T
    bx, by, bz, bw = b.T
    out = np.empty((len(a), 4))
    out[:, 0] = w * bx + x * bw + y * bz - z * by
    out[:, 1] = w * by - x * bz + y * bw + z * bx
    out[:, 2] = w * bz + x * by - y * bx + z * bw
    out[:, 3] = w * bw - x * bx - y * by - z * bz
    return out


class Tree:
    """Places of all bones from their turns: each lies where the arms of all bones above it add up to."""

    def __init__(self, skeletons: Skeletons) -> None:
        self.skeletons = skeletons
        parent = skeletons.parent
        self.above = np.maximum(parent, 0)  # a root's arm is nought, whatever it hangs on
        self.offset = np.where(parent[:, None] >= 0, skeletons.offset, 0.0)
        self.chains = np.zeros((len(parent), len(parent)))  # row: bone, column: 1 where it is the bone or above it
        for i, p in enumerate(parent.tolist()):
            if p >= 0:
                self.chains[i] = self.chains[p]
            self.chains[i, i] = 1.0

    def places(self, root_place: Floats, turn: Floats) -> Floats:
        """(bones, 3) m, hung on the roots' places (characters, 3) with the turns (bones, 4) of all bones."""
        arms = turned(turn[self.above], self.offset)
        return np.asarray(root_place[self.skeletons.owner] + self.chains @ arms)


def centres(skeletons: Skeletons, place: Floats, turn: Floats) -> Floats:
    """(characters, 3) m, the centres of mass of bodies whose bones are there."""
    return averages(skeletons, place + turned(turn, skeletons.com))


def averages(skeletons: Skeletons, of_bones: Floats) -> Floats:
    """(characters, n) of (bones, n), weighted by mass."""
    sums = np.add.reduceat(skeletons.mass[:, None] * of_bones, skeletons.first[:-1], axis=0)
    return np.asarray(sums / skeletons.total_mass[:, None])


def hull(points: Floats) -> Floats:
    """The corners (k, 3) of the points (n, 3) as seen from above, counter-clockwise: Andrew's two chains."""
    left_to_right = sorted(set(map(tuple, points.tolist())))
    chains = []
    for run in (left_to_right, left_to_right[::-1]):
        chain: list[Point] = []
        for point in run:
            while len(chain) > 1 and turn_at(chain[-2], chain[-1], point) <= 0.0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1] or left_to_right[:1]).reshape(-1, 3)


def turn_at(a: Point, b: Point, c: Point) -> float:
    """Above 0 where the way from a over b to c turns left, seen from above."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def holds(corners: Floats, place: Floats) -> bool:
    """Is the place inside, seen from above? Two corners hold nothing."""
    around, point = corners.tolist(), place.tolist()
    return len(around) > 2 and all(turn_at(around[i - 1], around[i], point) >= 0.0 for i in range(len(around)))
