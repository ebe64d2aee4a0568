"""Poses -> instance rows, compiled: 20 floats a part, as shaders/shape.glsl reads them.

Five bodies of 36 bones and fifty props are 485 parts, posed in 0.01 ms. The pose between the last tick and this one is
the straight line between them: at 120 Hz nobody sees the difference from an arc.
"""

from __future__ import annotations

from math import sqrt

from components.arrays import Floats2, Ints1, Singles2
from systems.kernels import allocating_kernel, entry
from systems.kernels.quaternions import conj, cross, dot, mul, rotate, row3, row4

WIDTH = 20  # floats of an instance
PLACE, AXIS_X, AXIS_Z, PAINT, SIZE = 0, 4, 8, 12, 16


@entry
@allocating_kernel
def blend(
    before_place: Floats2,
    before_turn: Floats2,
    place: Floats2,
    turn: Floats2,
    alpha: float,
    out_place: Floats2,
    out_turn: Floats2,
):
    """The poses `alpha` of the way from the last tick (0) to this one (1)."""
    for i in range(len(place)):
        sign = 1.0
        if dot4(row4(before_turn, i), row4(turn, i)) < 0.0:
            sign = -1.0
        size = 0.0
        for k in range(4):
            out_turn[i, k] = (1.0 - alpha) * sign * before_turn[i, k] + alpha * turn[i, k]
            size += out_turn[i, k] * out_turn[i, k]
        size = 1.0 / sqrt(size)
        for k in range(4):
            out_turn[i, k] *= size
        for k in range(3):
            out_place[i, k] = (1.0 - alpha) * before_place[i, k] + alpha * place[i, k]


@allocating_kernel
def dot4(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


@entry
@allocating_kernel
def pose_rigid(rows: Ints1, start: Floats2, place: Floats2, turn: Floats2, out: Singles2):
    """Boxes and balls: the middle, and two axes of the bone."""
    for i in range(len(rows)):
        q = row4(turn, rows[i])
        shift = rotate(q, row3(start, i))
        x, z = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        for k in range(3):
            out[i, PLACE + k] = place[rows[i], k] + shift[k]
            out[i, AXIS_X + k] = x[k]
            out[i, AXIS_Z + k] = z[k]


@entry
@allocating_kernel
def pose_capsules(
    rows: Ints1,
    end_rows: Ints1,
    start: Floats2,
    end: Floats2,
    place: Floats2,
    turn: Floats2,
    out: Singles2,
):
    """Both ends in the world; the axis between them, and what is left of the bone's forward across it."""
    for i in range(len(rows)):
        q = row4(turn, rows[i])
        a, b = rotate(q, row3(start, i)), rotate(row4(turn, end_rows[i]), row3(end, i))
        a = (a[0] + place[rows[i], 0], a[1] + place[rows[i], 1], a[2] + place[rows[i], 2])
        b = (b[0] + place[end_rows[i], 0], b[1] + place[end_rows[i], 1], b[2] + place[end_rows[i], 2])
        z = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        length = sqrt(dot(z, z))
        z = rotate(q, (0.0, 0.0, 1.0)) if length < 1e-6 else (z[0] / length, z[1] / length, z[2] / length)
        x = rotate(q, (1.0, 0.0, 0.0))
        if abs(dot(x, z)) > 0.75:  # it lies along the bone's forward
            x = rotate(q, (0.0, 0.0, 1.0))
        y = cross(z, x)
        size = 1.0 / sqrt(dot(y, y))
        x = cross((y[0] * size, y[1] * size, y[2] * size), z)
        for k in range(3):
            out[i, PLACE + k] = a[k]
            out[i, AXIS_X + k] = x[k]
            out[i, AXIS_Z + k] = z[k]
        out[i, SIZE + 2] = length


@entry
@allocating_kernel
def pose_skin(place: Floats2, turn: Floats2, bind_place: Floats2, bind_turn: Floats2, out: Singles2):
    """How each bone has moved since the skin was made, as a dual quaternion: two rows a bone, turn and half shift."""
    for i in range(len(bind_place)):
        q = mul(row4(turn, i), conj(row4(bind_turn, i)))
        was = rotate(q, row3(bind_place, i))
        half = (0.5 * (place[i, 0] - was[0]), 0.5 * (place[i, 1] - was[1]), 0.5 * (place[i, 2] - was[2]), 0.0)
        dual = mul(half, q)
        for k in range(4):
            out[2 * i, k] = q[k]
            out[2 * i + 1, k] = dual[k]
