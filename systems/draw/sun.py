"""Where light comes from, and what its maps cover: the square around the characters, seen from the sun or from below.

A map of 2048 texels over 5 m resolves 2.4 mm. Its middle moves by whole texels, so that edges do not crawl.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SUN = np.array([0.33, -0.66, 0.675])
SUN /= np.linalg.norm(SUN)  # unit, towards it: from the right of `side` and from the left of `three_quarter`
LEAST, MOST = 2.2, 12.0  # m, half a side of the square
AROUND = 0.7  # m, from the outermost place to the square's edge
BELOW, DEPTH = 3.0, 8.0  # m: the map from under the floor begins so far below the characters, and reaches so far up


def covered(bones: Floats, everything: Floats, target: Floats) -> tuple[Floats, float]:
    """Middle (m) and half a side (m) of what the maps cover: all bones and what lies near them; or where they are
    too far apart, what is around the target."""
    middle = (bones.min(axis=0) + bones.max(axis=0)) / 2
    if np.linalg.norm(bones - middle, axis=1).max() > MOST:
        return target, MOST
    away = np.linalg.norm(everything - middle, axis=1)
    return middle, max(LEAST, float(away[away < MOST - AROUND].max(initial=0.0)) + AROUND)


def from_sun(middle: Floats, radius: float, texels: int) -> Floats:
    """(4, 4) world -> the map's -1..1."""
    right = np.cross([0.0, 0.0, 1.0], SUN)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(SUN, right), -SUN])
    texel = 2 * radius / texels
    at = axes @ middle
    at[:2] = np.round(at[:2] / texel) * texel
    out = np.eye(4)
    out[:3, :3] = axes / np.array([radius, radius, radius + 5.0])[:, None]
    out[:3, 3] = -at / np.array([radius, radius, radius + 5.0])
    return out


def from_below(middle: Floats, radius: float) -> Floats:
    """(4, 4) world -> -1..1, depth growing upwards."""
    out = np.eye(4)
    out[0, 0] = out[1, 1] = 1.0 / radius
    out[2, 2] = 2.0 / DEPTH
    out[:3, 3] = -middle[0] / radius, -middle[1] / radius, -2.0 * (middle[2] - BELOW) / DEPTH - 1.0
    return out


def as_texture(projection: Floats) -> Floats:
    """-1..1 becomes 0..1."""
    half = np.diag([0.5, 0.5, 0.5, 1.0])
    half[:3, 3] = 0.5
    return half @ projection
