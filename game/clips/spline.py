"""A smooth curve through key values: the cubic spline, whose value, slope and curvature have no jump (C2).

Rotations are splined as quaternions, component by component, and made unit again: the curve passes through every key
and stays C2, as the length of a quaternion between two near keys is never close to zero.
"""

from __future__ import annotations

import numpy as np

from components.clip import Array


def cubic_spline(times: Array, keys: Array, at: Array) -> Array:
    """The (m, c) values at `at` of the spline through the (n, c) `keys` at rising `times`; its ends do not curve."""
    m, h = curvatures(times, keys), np.diff(times)
    k = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    step = h[k, None]
    b = (at - times[k])[:, None] / step
    a = 1.0 - b
    cubic = ((a**3 - a) * m[k] + (b**3 - b) * m[k + 1]) * step**2 / 6.0
    return np.asarray(a * keys[k] + b * keys[k + 1] + cubic)


def curvatures(times: Array, keys: Array) -> Array:
    """The spline's second derivatives at its keys."""
    n, h = len(times), np.diff(times)
    slope = np.diff(keys, axis=0) / h[:, None]
    # the second derivatives m at the keys: lower[i] m[i-1] + middle[i] m[i] + upper[i] m[i+1] = right[i]
    lower, middle, upper, right = np.zeros(n), np.ones(n), np.zeros(n), np.zeros_like(keys)
    lower[1:-1], middle[1:-1], upper[1:-1] = h[:-1], 2.0 * (h[:-1] + h[1:]), h[1:]
    right[1:-1] = 6.0 * np.diff(slope, axis=0)
    return _tridiagonal(lower, middle, upper, right)


def _tridiagonal(lower: Array, middle: Array, upper: Array, right: Array) -> Array:
    """Gaussian elimination down and back up; it changes `middle` and `right`."""
    for i in range(1, len(middle)):
        factor = lower[i] / middle[i - 1]
        middle[i] -= factor * upper[i - 1]
        right[i] -= factor * right[i - 1]
    right[-1] /= middle[-1]
    for i in range(len(middle) - 2, -1, -1):
        right[i] = (right[i] - upper[i] * right[i + 1]) / middle[i]
    return right


def continuous(quaternions: Array, start: int = 0) -> Array:
    """The same rotations (n, ..., 4), their signs not flipping from frame to frame, the short way round at `start`."""
    dots = np.sum(quaternions[1:] * quaternions[:-1], axis=-1)
    signs = np.cumprod(np.concatenate([np.ones((1, *dots.shape[1:])), np.where(dots < 0.0, -1.0, 1.0)]), axis=0)
    signs *= np.where(signs[start] * quaternions[start, ..., 3] < 0.0, -1.0, 1.0)
    return np.asarray(quaternions * signs[..., None])


def rotation_spline(times: Array, keys: Array, at: Array, start: int = 0) -> Array:
    """The unit quaternions (m, j, 4) at the times `at` of the C2 curve through the (n, j, 4) `keys`."""
    flat = continuous(keys, start).reshape(len(keys), -1)
    out = cubic_spline(times, flat, at).reshape(len(at), *keys.shape[1:])
    return np.asarray(out / np.linalg.norm(out, axis=-1, keepdims=True))
