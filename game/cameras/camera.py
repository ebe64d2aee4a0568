"""Cameras: where a picture is taken from, as pure arithmetic.

A camera circles its target: `yaw` 0 looks at the front of whoever faces +x, and 90 degrees more is to its left;
`pitch` is how far above the level. `Camera(target, 5.0, 0.0, 0.0, 40.0)` has its eye at target + (5, 0, 0), and a
point 5 tan(20 deg) = 1.82 m above the target lies on the picture's upper edge. World z is up; clip space is GL's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from components.errors import InputError

Floats = NDArray[np.float64]
FLESH = 0.22  # m around bones that a picture has to hold too
MARGIN = 1.12  # of the distance at which everything just fits


@dataclass(frozen=True)
class Camera:
    target: Floats = field(default_factory=lambda: np.array([0.0, 0.0, 0.9]))  # m
    distance: float = 5.0  # m
    yaw: float = 0.0  # rad
    pitch: float = 0.0  # rad
    fov_deg: float = 32.0  # from the lower to the upper edge
    near: float = 0.05  # m
    far: float = 500.0  # m

    @property
    def axes(self) -> Floats:
        """Rows: right, up, and backwards to the eye. Unit, world axes."""
        c, s = cos(self.yaw), sin(self.yaw)
        cp, sp = cos(self.pitch), sin(self.pitch)
        return np.array([[-s, c, 0.0], [-sp * c, -sp * s, cp], [cp * c, cp * s, sp]])

    @property
    def eye(self) -> Floats:
        return np.asarray(self.target + self.distance * self.axes[2])

    def view(self) -> Floats:
        """(4, 4) world -> camera: x right, y up, looking along -z."""
        out = np.eye(4)
        out[:3, :3] = self.axes
        out[:3, 3] = -self.axes @ self.eye
        return out

    def projection(self, aspect: float) -> Floats:
        """(4, 4) camera -> clip; `aspect` is width over height."""
        return perspective(self.fov_deg, aspect, self.near, self.far)

    def view_projection(self, aspect: float) -> Floats:
        return np.asarray(self.projection(aspect) @ self.view())

    def pixels(self, places: Floats, width: int, height: int) -> Floats:
        """(n, 2) pixels from the upper left corner of (n, 3) m; of what is behind the eye, nonsense."""
        width, height = max(1, width), max(1, height)  # of a window that is nearly closed
        clip = np.column_stack([places, np.ones(len(places))]) @ self.view_projection(width / height).T
        seen = clip[:, :2] / clip[:, 3:]
        return np.asarray((seen * [1.0, -1.0] + 1.0) * [width / 2, height / 2])

    def ray(self, x: float, y: float, width: int, height: int) -> Floats:
        """Unit, world axes: from the eye through a pixel (from the upper left corner)."""
        width, height = max(1, width), max(1, height)  # of a window that is nearly closed
        reach = tan(radians(self.fov_deg) / 2)
        along = np.array([(2 * x / width - 1) * reach * width / height, (1 - 2 * y / height) * reach, -1.0])
        way = self.axes.T @ along
        return np.asarray(way / np.linalg.norm(way))

    def needed(self, places: Floats, aspect: float) -> float:
        """m, the shortest distance at which all the places and the flesh around them are in the picture.

        A place x right, y up and z towards the eye from the target is inside if the distance is at least
        z + |x| / tan(half the width's angle) and z + |y| / tan(half the height's).
        """
        x, y, z = self.axes @ (places - self.target).T
        high = tan(radians(self.fov_deg) / 2)
        return float((z + np.maximum((np.abs(x) + FLESH) / (high * aspect), (np.abs(y) + FLESH) / high)).max())

    def framing(self, places: Floats, aspect: float) -> Camera:
        """The same direction, moved so that all the places are in the picture, as close as that goes."""
        axes = self.axes
        level = axes @ places.T
        moved = replace(self, target=axes.T @ ((level.min(axis=1) + level.max(axis=1)) / 2))
        return replace(moved, distance=MARGIN * moved.needed(places, aspect))


def aside(camera: Camera, aspect: float, share: float) -> Camera:
    """What it looks at lies to the right of the picture's middle, by `share` of half the picture's width."""
    half = camera.distance * tan(radians(camera.fov_deg) / 2) * aspect
    return replace(camera, target=camera.target - share * half * camera.axes[0])


def perspective(fov_deg: float, aspect: float, near: float, far: float) -> Floats:
    """GL's: the near plane goes to -1, the far plane to 1."""
    reach = 1.0 / tan(radians(fov_deg) / 2)
    out = np.zeros((4, 4))
    out[0, 0], out[1, 1] = reach / aspect, reach
    out[2, 2], out[2, 3] = (near + far) / (near - far), 2 * near * far / (near - far)
    out[3, 2] = -1.0
    return out


SHOTS = {"front": (0.0, 8.0), "side": (-90.0, 8.0), "three_quarter": (-32.0, 14.0), "top": (-90.0, 90.0)}
"""Name -> yaw and pitch (deg) of a shot of everybody."""


def camera_named(name: str, places: Floats, aspect: float) -> Camera:
    """A named shot that holds all `places` (m, bones of all characters)."""
    if name not in SHOTS:
        raise InputError(f"must be one of {', '.join(SHOTS)}, not {name!r}", place="camera")
    yaw, pitch = SHOTS[name]
    return Camera(yaw=radians(yaw), pitch=radians(pitch)).framing(places, aspect)
