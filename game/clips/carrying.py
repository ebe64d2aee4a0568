"""A path of the body's centre that the floor can give it, near the captured one.

Captured pelvises are noisy, and scaled to another body they ask for what no floor gives: the captured backflip's centre
falls at 20 m/s2 and then hovers. The path here is the one with the least sum of squares of
    what it is off the captured one, in units of NEAR, and its acceleration, in units of SMOOTH: 10 mm count as much as
    20 m/s2 for a tick, so wiggles faster than sqrt(20 / 0.01) / 2 pi = 7.1 Hz are smoothed,
    its acceleration in the air against gravity,
    while it stands, what it accelerates down by more than DOWN (feet do not pull) or up by more than UP,
    and how far the point through which the floor must push is beyond the soles that stand:
        p = c - (a h + l) / (g + a_z),
    of a centre c at the height h that accelerates by a, while the body's limbs and trunk gain m l of angular momentum a
    second about it: at 0.9 m, with no a_z and no l, 2 m/s2 need a push 18 cm behind it.
Least squares know no limits: what is beyond one gets a row that says so, and all is solved again, ROUNDS times.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats1, Floats2
from components.clip import Array
from components.clock import TICKS_PER_S
from game.clips.grounding import smoothed
from systems.kernels import allocating_kernel, entry

G = 9.81
NEAR, SMOOTH = 0.01, 20.0  # m, m/s2
DOWN, UP = 0.6 * G, 1.5 * G  # m/s2, the most that it accelerates while it stands
STRICT = 0.2  # m/s2 that count as much as NEAR: an acceleration against what it must be
EDGE, EXACT = 0.03, 0.01  # m: soles reach so much further (ankles, a spring), what the push may be off
ROUNDS = 8
WINDOW = 8  # ticks, half the width of the smoothing of angular momentum
HZ2 = float(TICKS_PER_S) ** 2


@dataclass(frozen=True, eq=False)
class Support:
    """What carries, in each of m ticks."""

    air: NDArray[np.bool_]  # (m,) nothing does
    known: NDArray[np.bool_]  # (m,) feet do, and nothing else
    low: Array  # (m, 2) m, the least x and y of their soles
    high: Array  # (m, 2) m


def carried(centre: Array, gain: Array, support: Support, exact: float = EXACT) -> Array:
    """(m, 3) m, by how much to move the body with that (m, 3) path of its centre.

    `gain` (m, 2) m2/s2: the angular momentum that it gains a second about y and about -x, per kg; `exact` m: what the
    push may be off.
    """
    out = np.empty_like(centre)
    strict, none = np.where(support.air, STRICT**-2, 0.0), np.zeros(len(centre))
    level, bad, fall = centre[:, 2].copy(), np.zeros(len(centre), dtype=np.bool_), np.where(support.air, -G, 0.0)
    weight, goal = strict, fall
    for _ in range(ROUNDS):
        level = _least(centre[:, 2].copy(), weight, goal, none, none, none)
        up = accelerated(level)
        bad |= ~support.air & ((up < -DOWN) | (up > UP))
        weight, goal = np.where(bad, STRICT**-2, strict), np.where(bad, np.clip(up, -DOWN, UP), fall)
    out[:, 2] = level - centre[:, 2]
    push = G + np.maximum(accelerated(level), -DOWN)
    for axis in range(2):
        path, ahead = centre[:, axis].copy(), gain[:, axis] / push
        low, high = support.low[:, axis] - EDGE, support.high[:, axis] + EDGE
        moved, place, wrong = path, none, np.zeros(len(path), dtype=np.bool_)
        for _ in range(ROUNDS):
            moved = _least(path, strict, none, level / push, np.where(wrong, exact**-2, 0.0), place)
            at = moved - level / push * accelerated(moved) - ahead
            inside = np.clip(at, low, high)
            wrong |= support.known & (abs(at - inside) > exact)
            place = np.where(wrong, inside + ahead, 0.0)
        out[:, axis] = moved - path
    return out


def accelerated(path: Array) -> Array:
    """(m, ...) per s2, of a path tick by tick."""
    out = np.zeros_like(path)
    out[1:-1] = (path[2:] - 2.0 * path[1:-1] + path[:-2]) * HZ2
    return out


def gained(arms: Array, mass: Array) -> Array:
    """(m, 2) m2/s2: what bodies of that (b,) mass gain of angular momentum a second about y and -x, per kg of all.

    `arms` (m, b, 3) m: where they are from the centre of all. Each counts as a point: 5 kg that swing 0.5 m ahead of
    the centre and gain 4 m/s2 upwards gain -10 N m about y, of 75 kg -0.13 m2/s2.
    """
    turning = np.cross(arms, accelerated(arms)) * (mass / mass.sum())[:, None]
    total = turning.sum(axis=1)
    rows = np.stack([total[:, 1], -total[:, 0]])
    return np.stack([smoothed(row, WINDOW, looping=False) for row in rows], axis=1)


@entry
@allocating_kernel
def _least(path: Floats1, weight: Floats1, goal: Floats1, arm: Floats1, push: Floats1, place: Floats1):
    """(m,) the path nearest to `path` and least accelerated; `weight` says how much an acceleration is to be `goal`,
    `push` how much path - arm * acceleration is to be `place`."""
    m = len(path)
    bands, out = np.zeros((m, 3)), np.empty(m)  # of a symmetric matrix, from its diagonal to the right
    for k in range(m):
        bands[k, 0] = NEAR**-2
        out[k] = path[k] * NEAR**-2
    for k in range(1, m - 1):
        _add(bands, out, k, HZ2, -2.0 * HZ2, SMOOTH**-2, 0.0)
        _add(bands, out, k, HZ2, -2.0 * HZ2, weight[k], goal[k])
        _add(bands, out, k, -arm[k] * HZ2, 1.0 + 2.0 * arm[k] * HZ2, push[k], place[k])
    for k in range(m):  # Cholesky's, without roots
        for i in range(1, min(3, m - k)):
            part = bands[k, i] / bands[k, 0]
            for j in range(i, 3):
                bands[k + i, j - i] -= part * bands[k, j]
            out[k + i] -= part * out[k]
    for k in range(m - 1, -1, -1):
        for i in range(1, min(3, m - k)):
            out[k] -= bands[k, i] * out[k + i]
        out[k] /= bands[k, 0]
    return out


@allocating_kernel
def _add(bands: Floats2, right: Floats1, k: int, side: float, middle: float, weight: float, goal: float):
    """The square of side * path[k - 1] + middle * path[k] + side * path[k + 1] - goal, so much."""
    row = (side, middle, side)
    for i in range(3):
        for j in range(i, 3):
            bands[k - 1 + i, j - i] += weight * row[i] * row[j]
        right[k - 1 + i] += weight * row[i] * goal
