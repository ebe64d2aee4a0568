"""Light: day in the open and evening in the hall; and what its maps cover, seen from the sun or from below.

A map of 2048 texels over 5 m resolves 2.4 mm. Its middle moves by whole texels, so that edges do not crawl. In the open
it is the square around the characters; in the hall that of the ring, whose ropes throw shadows too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Vec3 = tuple[float, float, float]
SUN = np.array([0.33, -0.66, 0.675])
SUN /= np.linalg.norm(SUN)  # unit, towards it: from the right of `side` and from the left of `three_quarter`
LEAST, MOST = 2.2, 12.0  # m, half a side of the square
AROUND = 0.7  # m, from the outermost place to the square's edge
BELOW, DEPTH = 3.0, 8.0  # m: the map from under the floor begins so far below the characters, and reaches so far up


@dataclass(frozen=True)
class Light:
    """Colours are linear; 1 is as bright as a white wall in the shade."""

    towards: Floats  # unit, to the sun or to the lamps
    key: Vec3  # what comes from there
    zenith: Vec3  # the sky, and what far things fade into
    horizon: Vec3
    fill: Vec3  # on what looks up
    bounce: Vec3  # on what looks down
    rim: Vec3  # on edges
    fog: tuple[float, float]  # m, where it begins and where nothing else is left
    pool: float = 1e6  # m, how far from the world's axis the lamps reach
    covers: float = 0.0  # m, half a side of a shadow map that stays where it is; 0: it goes with the characters


def _towards(x: float, y: float, z: float) -> Floats:
    way = np.array([x, y, z])
    return np.asarray(way / np.linalg.norm(way))


DAY = Light(
    SUN, (2.75, 2.45, 2.05), (0.10, 0.17, 0.33), (0.46, 0.53, 0.63), (0.28, 0.35, 0.47), (0.19, 0.165, 0.145),
    (0.46, 0.53, 0.63), (14.0, 70.0),
)  # fmt: skip
HALL = Light(
    _towards(-0.34, -0.50, 0.80), (2.9, 2.65, 2.35), (0.012, 0.016, 0.045), (0.065, 0.060, 0.125), (0.26, 0.32, 0.50),
    (0.27, 0.25, 0.27), (0.95, 1.20, 1.90), (10.0, 30.0), 4.6, 4.0,
)  # fmt: skip


def covered(bones: Floats, everything: Floats, target: Floats) -> tuple[Floats, float]:
    """Middle (m) and half a side (m) of what the maps cover: all bones and what lies near them; or where they are
    too far apart, what is around the target."""
    middle = (bones.min(axis=0) + bones.max(axis=0)) / 2
    if np.linalg.norm(bones - middle, axis=1).max() > MOST:
        return target, MOST
    away = np.linalg.norm(everything - middle, axis=1)
    return middle, max(LEAST, float(away[away < MOST - AROUND].max(initial=0.0)) + AROUND)


def from_sun(towards: Floats, middle: Floats, radius: float, texels: int) -> Floats:
    """(4, 4) world -> the map's -1..1; `towards` is unit, to the sun."""
    right = np.cross([0.0, 0.0, 1.0], towards)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(towards, right), -towards])
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
