"""Rotations and 3-vectors as small tuples, compiled: no allocation, no temporary arrays.

A quaternion is x y z w (Bullet's order), a vector is three floats; both may be handed in as array rows, and come back
as tuples. `rotate(from_rotvec((0, 0, pi / 2)), (1, 0, 0))` is `(0, 1, 0)`: a quarter turn to the left takes forward
to left.
"""

from __future__ import annotations

from math import atan2, cos, sin, sqrt

import numpy as np

from components.arrays import Floats2, Quat, ReadOnly2, Vec3
from systems.kernels import allocating_kernel, entry, kernel

IDENTITY = (0.0, 0.0, 0.0, 1.0)


@kernel
def row3(rows, i):
    """Row i as a tuple: a view of it would cost ten times as much."""
    return (rows[i, 0], rows[i, 1], rows[i, 2])


@kernel
def row4(rows, i):
    return (rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3])


@entry
@kernel
def add(a: Vec3, b: Vec3):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@entry
@kernel
def sub(a: Vec3, b: Vec3):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@entry
@kernel
def scale(s: float, a: Vec3):
    return (s * a[0], s * a[1], s * a[2])


@entry
@kernel
def dot(a: Vec3, b: Vec3):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@entry
@kernel
def cross(a: Vec3, b: Vec3):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@entry
@kernel
def norm(a: Vec3):
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@entry
@kernel
def mul(a: Quat, b: Quat):
    """The rotation b, then a."""
    return (
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


@entry
@kernel
def conj(q: Quat):
    return (-q[0], -q[1], -q[2], q[3])


@entry
@kernel
def unit(q: Quat):
    s = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (s * q[0], s * q[1], s * q[2], s * q[3])


@entry
@kernel
def rotate(q: Quat, v: Vec3):
    """v turned by q."""
    tx = 2.0 * (q[1] * v[2] - q[2] * v[1])
    ty = 2.0 * (q[2] * v[0] - q[0] * v[2])
    tz = 2.0 * (q[0] * v[1] - q[1] * v[0])
    return (
        v[0] + q[3] * tx + q[1] * tz - q[2] * ty,
        v[1] + q[3] * ty + q[2] * tx - q[0] * tz,
        v[2] + q[3] * tz + q[0] * ty - q[1] * tx,
    )


@entry
@kernel
def unrotate(q: Quat, v: Vec3):
    """v seen from the frame q."""
    return rotate((-q[0], -q[1], -q[2], q[3]), v)


@entry
@kernel
def to_rotvec(q: Quat):
    """Axis times angle (rad), the short way round; exact near 0 and near half a turn."""
    s = 1.0 if q[3] >= 0.0 else -1.0
    x, y, z, w = s * q[0], s * q[1], s * q[2], s * q[3]
    v = sqrt(x * x + y * y + z * z)
    k = 2.0 * atan2(v, w) / v if v > 1e-9 else 2.0 / w
    return (k * x, k * y, k * z)


@entry
@kernel
def from_rotvec(r: Vec3):
    angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])
    k = sin(0.5 * angle) / angle if angle > 1e-9 else 0.5
    return (k * r[0], k * r[1], k * r[2], cos(0.5 * angle))


@kernel
def delta(desired, actual):
    """Eq. 2 of Dynamo: the rotation vector, in world axes, that takes `actual` to `desired`."""
    return to_rotvec(mul(desired, conj(actual)))


@entry
@kernel
def slerp(a: Quat, b: Quat, t: float):
    """From a to b, the short way, t in 0..1."""
    r = to_rotvec(mul(b, conj(a)))
    return mul(from_rotvec((t * r[0], t * r[1], t * r[2])), a)


@entry
@kernel
def twist_about(q: Quat, axis: Vec3):
    """The part of q that turns about the unit `axis` (q = swing * twist)."""
    d = q[0] * axis[0] + q[1] * axis[1] + q[2] * axis[2]
    n = sqrt(d * d + q[3] * q[3])
    if n < 1e-9:
        return (0.0, 0.0, 0.0, 1.0)
    return (d / n * axis[0], d / n * axis[1], d / n * axis[2], q[3] / n)


@entry
@kernel
def heading(q: Quat):
    """The yaw of q (rad about +z), by its twist about the vertical: steady also when the body leans or lies."""
    return 2.0 * atan2(q[2], q[3]) if q[3] >= 0.0 else 2.0 * atan2(-q[2], -q[3])


@entry
@kernel
def about_z(angle: float):
    return (0.0, 0.0, sin(0.5 * angle), cos(0.5 * angle))


@entry
@kernel
def facing_rows(turns: Floats2, i: int, frames: ReadOnly2, k: int):
    """rad: the heading of what turns row k of `frames` into row i of `turns`."""
    return heading(mul(row4(turns, i), conj(row4(frames, k))))


@entry
@allocating_kernel
def delta_rows(desired: Floats2, actual: Floats2):
    """`delta` row by row for (n, 4) arrays: (n, 3)."""
    out = np.empty((len(desired), 3))
    for i in range(len(desired)):
        out[i] = delta(desired[i], actual[i])
    return out


@entry
@allocating_kernel
def mul_rows(a: Floats2, b: Floats2):
    """`mul` row by row for (n, 4) arrays."""
    out = np.empty((len(a), 4))
    for i in range(len(a)):
        out[i] = mul(a[i], b[i])
    return out
