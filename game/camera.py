"""Cameras: where a picture is taken from, as pure arithmetic.

A camera circles its target: `yaw` 0 looks at the front of whoever faces +x, and 90 degrees more is to its left;
`pitch` is how far above the level. `Camera(target, 5.0, 0.0, 0.0, 40.0)` has its eye at target + (5, 0, 0), and a
point 5 tan(20 deg) = 1.82 m above the target lies on the picture's upper edge. World z is up; clip space is GL's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import atan2, cos, pi, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from components.errors import InputError

Floats = NDArray[np.float64]
FLESH = 0.22  # m around bones that a picture has to hold too
MARGIN = 1.12  # of the distance at which everything just fits
STEEPEST = pi / 2


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
        clip = np.column_stack([places, np.ones(len(places))]) @ self.view_projection(width / height).T
        seen = clip[:, :2] / clip[:, 3:]
        return np.asarray((seen * [1.0, -1.0] + 1.0) * [width / 2, height / 2])

    def ray(self, x: float, y: float, width: int, height: int) -> Floats:
        """Unit, world axes: from the eye through a pixel (from the upper left corner)."""
        reach = tan(radians(self.fov_deg) / 2)
        along = np.array([(2 * x / width - 1) * reach * width / height, (1 - 2 * y / height) * reach, -1.0])
        way = self.axes.T @ along
        return np.asarray(way / np.linalg.norm(way))

    def turned(self, yaw: float, pitch: float) -> Camera:
        """Around the target by so much (rad), never over the top."""
        return replace(self, yaw=self.yaw + yaw, pitch=min(STEEPEST, max(-STEEPEST, self.pitch + pitch)))

    def nearer(self, factor: float) -> Camera:
        return replace(self, distance=min(80.0, max(0.5, self.distance * factor)))

    def framing(self, places: Floats, aspect: float) -> Camera:
        """The same direction, moved so that all the places are in the picture, as close as that goes.

        A place x right, y up and z towards the eye from the target is inside if the distance is at least
        z + |x| / tan(half the width's angle) and z + |y| / tan(half the height's).
        """
        level = self.axes @ places.T
        middle = self.axes.T @ ((level.min(axis=1) + level.max(axis=1)) / 2)
        x, y, z = self.axes @ (places - middle).T
        high = tan(radians(self.fov_deg) / 2)
        need = z + np.maximum((np.abs(x) + FLESH) / (high * aspect), (np.abs(y) + FLESH) / high)
        return replace(self, target=middle, distance=float(MARGIN * need.max()))


def perspective(fov_deg: float, aspect: float, near: float, far: float) -> Floats:
    """GL's: the near plane goes to -1, the far plane to 1."""
    reach = 1.0 / tan(radians(fov_deg) / 2)
    out = np.zeros((4, 4))
    out[0, 0], out[1, 1] = reach / aspect, reach
    out[2, 2], out[2, 3] = (near + far) / (near - far), 2 * near * far / (near - far)
    out[3, 2] = -1.0
    return out


def _along(yaw_deg: float, pitch_deg: float) -> Callable[[Floats], Camera]:
    return lambda roots: Camera(yaw=radians(yaw_deg), pitch=radians(pitch_deg))


def _fight(roots: Floats) -> Camera:
    """Across the line between the first two, from the side that is nearer to -y; alone: three quarters."""
    if len(roots) < 2:
        return SHOTS["three_quarter"](roots)
    dx, dy = (roots[1] - roots[0])[:2]
    yaw = atan2(dx, -dy)  # the line's heading less 90 degrees, plus 180 where that looks from behind
    return Camera(yaw=yaw - pi if sin(yaw) > 0.0 else yaw, pitch=radians(9.0))


SHOTS: dict[str, Callable[[Floats], Camera]] = {
    "front": _along(0.0, 8.0),
    "side": _along(-90.0, 8.0),
    "three_quarter": _along(-32.0, 14.0),
    "top": _along(-90.0, 90.0),
    "fight": _fight,
}
"""Name -> camera, from the (characters, 3) places of the roots; `framing` then finds target and distance."""


def camera_named(name: str, roots: Floats, places: Floats, aspect: float) -> Camera:
    """A named shot that holds all `places` (m, bones of all characters)."""
    if name not in SHOTS:
        raise InputError(f"must be one of {', '.join(SHOTS)}, not {name!r}", place="camera")
    return SHOTS[name](roots).framing(places, aspect)
