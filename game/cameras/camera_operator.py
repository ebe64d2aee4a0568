"""The camera operator: where the camera wants to be, and how it gets there without a jerk.

    operator = Operator(stage.engine.ground_height, "fight")
    operator.way = 0.0               # rad, whom it follows goes that way: seen from behind (none: as it was)
    camera = operator.update(1 / 60, Places(cast.characters, tables.skeletons.first), 16 / 9)    # once a picture

It keeps target, yaw, pitch and distance as six critically damped springs, solved exactly, so that the rate of the
pictures makes no difference. At 6 /s the target lags 2/6 s behind whoever it follows: 0.33 m for a walk at 1 m/s.
What the mouse adds stays until a mode is chosen again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import atan2, cos, exp, hypot, log, pi, radians, sin, tan
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.errors import InputError
from game.cameras.camera import FLESH, SHOTS, Camera, camera_named

Floats = NDArray[np.float64]
CAMERAS = (*SHOTS, "follow", "fight")
"""What can be asked for by name; `free` too, where there is a mouse."""

NEAREST, FARTHEST = 0.8, 60.0  # m, from the target
LOWEST, HIGHEST = -0.35, pi / 2  # rad, pitch
ABOVE_GROUND, AROUND_BODIES = 0.15, 0.35  # m, from the eye to the ground, and to any bone
STANDING, TALL, FRAME = 1.0, 1.75, 2.3  # m: the middle of somebody who stands, their height, what a follow shot shows
HEADROOM = 0.3  # m above fighters and raised hands, where clock, bars and beats are written
SIDE = radians(-60.0)  # yaw from which a side is chosen at first
FIGHT_PITCH, FOLLOW_PITCH, BEHIND_PITCH = radians(12.0), radians(10.0), radians(17.0)
BEHIND, BEFORE = 1.6, 1.0  # times as far from whom it follows from behind, and m before them that it looks at
CLOSE = 0.35  # m; two that are nearer have no line between them that could be looked across
ZOOM = 0.12  # of ln distance, a step of the wheel
YAW, PITCH, FAR = 3, 4, 5  # after x, y, z of the target; the last is ln distance
RATES = {  # 1/s
    "follow": np.array([6.0, 6.0, 3.5, 3.0, 3.0, 3.0]),
    "fight": np.array([4.0, 4.0, 4.0, 1.8, 3.0, 2.5]),
}
GLIDE, HAND = np.full(6, 5.0), np.full(6, 30.0)  # 1/s: other modes, and what the mouse adds


class Places(NamedTuple):
    bones: Floats  # (bones, 3) m, of all characters
    first: NDArray[np.int64]  # (characters + 1) first row of each
    reach: Mapping[int, Floats] = MappingProxyType({})  # (n, 3) m, by character: where hands may yet get

    def of(self, character: int) -> Floats:
        return self.bones[self.first[character] : self.first[character + 1]]

    @property
    def all(self) -> Floats:
        return np.concatenate([self.bones, *self.reach.values()])


class Operator:
    def __init__(self, ground_height: Callable[[float, float], float], mode: str = "free") -> None:
        self.ground_height = ground_height
        self.height_px = 720  # of the picture that the mouse moves over
        self.camera = Camera(yaw=SIDE, pitch=FOLLOW_PITCH)  # as last given
        self.way: float | None = None  # rad, where the one goes who is followed
        self._speed = np.zeros(6)
        self.choose(mode)
        self._cutting, self._framing = True, mode == "free"

    def choose(self, mode: str, who: Sequence[int] = ()) -> None:
        """`free`, `follow` one, `fight` between two or more (the first, unless said who), or a shot of everybody."""
        if mode not in ("free", *CAMERAS):
            raise InputError(f"must be one of {', '.join(CAMERAS)}, not {mode!r}", place="camera")
        self.mode, self._who = mode, tuple(who)
        self._state, self._held = vector(self.camera), vector(self.camera)
        self._asked, self._added, self._adding = np.zeros(6), np.zeros(6), np.zeros(6)
        self._cutting = self._framing = False

    def stand_as(self, other: Operator) -> None:
        """Where another one stands, with what it is about to do, but over its own ground."""
        ground = self.ground_height
        vars(self).update({key: v.copy() if isinstance(v, np.ndarray) else v for key, v in vars(other).items()})
        self.ground_height = ground

    def frame_all(self) -> None:
        """Everybody into the picture, from where it looks now."""
        self.choose("free")
        self._framing = True

    def cut(self) -> None:
        """The next picture is taken from where the camera wants to be, at once."""
        self._cutting = True

    def orbit(self, dx_px: float, dy_px: float) -> None:
        """Turn what is seen to the right and up, half a turn for the picture's height."""
        turn = pi / self.height_px
        self._ask(YAW, -dx_px * turn, -np.inf, np.inf)
        self._ask(PITCH, -dy_px * turn, LOWEST, HIGHEST)

    def pan(self, dx_px: float, dy_px: float) -> None:
        """Shift what is seen at the target's distance by so many pixels, to the right and up."""
        right, up, _ = self.camera.axes
        metres = 2 * self.camera.distance * tan(radians(self.camera.fov_deg) / 2) / self.height_px
        self._asked[:3] -= metres * (dx_px * right + dy_px * up)

    def zoom(self, steps: float) -> None:
        """Nearer; with steps below 0 away."""
        self._ask(FAR, -ZOOM * steps, log(NEAREST), log(FARTHEST))

    def _ask(self, what: int, more: float, low: float, high: float) -> None:
        """Not beyond what there is, or the mouse would have to come all the way back."""
        now = self._state[what]
        self._asked[what] = min(max(high - now, 0.0), max(min(low - now, 0.0), self._asked[what] + more))

    def update(self, dt_s: float, places: Places, aspect: float) -> Camera:
        """Move on by `dt_s`; `aspect` is the picture's width over its height."""
        goal, inside = self._goal(places, aspect)
        goal[YAW] += 2 * pi * round((self._state[YAW] - goal[YAW]) / (2 * pi))
        if self._cutting:
            self._state, self._speed, self._cutting = goal, np.zeros(6), False
            self._added, self._adding = self._asked.copy(), np.zeros(6)
        else:
            rates = RATES.get(self.mode, GLIDE)
            self._state, self._speed = eased(self._state, self._speed, goal, rates, dt_s)
            self._added, self._adding = eased(self._added, self._adding, self._asked, HAND, dt_s)
        seen = camera_of(self._state)
        if len(inside):  # nobody leaves the picture, however quick they are
            seen = replace(seen, distance=max(seen.distance, seen.needed(inside, aspect)))
        seen = camera_of(vector(seen) + self._added)
        self.camera = self._clear(seen, places.bones)
        return self.camera

    # --- where it wants to be

    def _goal(self, places: Places, aspect: float) -> tuple[Floats, Floats]:
        """And what must not leave the picture on the way."""
        if self.mode == "follow":
            return self._follow(places, aspect)
        if self.mode == "fight":
            return self._fight(places, aspect)
        if self.mode == "free":
            if self._framing:
                self._held, self._framing = vector(camera_of(self._held).framing(places.all, aspect)), False
            return self._held.copy(), places.bones[:0]
        return vector(camera_named(self.mode, places.all, aspect)), places.bones

    def _chosen(self, places: Places, default: int) -> list[int]:
        there = len(places.first) - 1
        return [who for who in self._who if who < there] or list(range(min(default, there)))

    def _follow(self, places: Places, aspect: float) -> tuple[Floats, Floats]:
        """The middle of the body; of its ups and downs half, so that a fall does not look like the camera's."""
        own = places.of(self._chosen(places, 1)[0])
        x, y, z = own.mean(axis=0).tolist()
        middle = np.array([x, y, 0.5 * (z + self.ground_height(x, y) + STANDING)])
        distance = FRAME / 2 / (tan(radians(self.camera.fov_deg) / 2) * min(1.0, aspect))
        if self.way is None:
            return vector(Camera(middle, distance, float(self._held[YAW]), FOLLOW_PITCH)), own
        self._held[YAW] = self.way + pi
        middle += BEFORE * np.array([cos(self.way), sin(self.way), 0.0])
        return vector(Camera(middle, BEHIND * distance, self.way + pi, BEHIND_PITCH)), own

    def _fight(self, places: Places, aspect: float) -> tuple[Floats, Floats]:
        """Across the line along which they stand, from the side where the camera is; as if all of them stood."""
        chosen = self._chosen(places, 2)
        bodies = [places.of(who) for who in chosen]
        reach = [places.reach[who] for who in chosen if who in places.reach]
        middles = np.array([body.mean(axis=0) for body in bodies])
        dx, dy = (middles - middles.mean(axis=0))[:, :2].T
        along, askew = float(dx @ dx - dy @ dy), 2 * float(dx @ dy)
        if hypot(along, askew) > CLOSE * CLOSE / 2:  # of two that are CLOSE: half the square
            across = 0.5 * atan2(askew, along) + pi / 2
            self._held[YAW] = across + pi * round((self._held[YAW] - across) / pi)
        feet, heads = middles.copy(), middles.copy()
        feet[:, 2] = [self.ground_height(x, y) for x, y, _ in middles.tolist()]
        heads[:, 2] = feet[:, 2] + TALL + HEADROOM - FLESH
        inside = np.concatenate(bodies)
        held = Camera(yaw=float(self._held[YAW]), pitch=FIGHT_PITCH)
        return vector(held.framing(np.concatenate([inside, feet, heads, *reach]), aspect)), inside

    # --- where it may not be

    def _clear(self, camera: Camera, bones: Floats) -> Camera:
        """Above the ground and outside all bodies: lifted, moved along its line of sight, or both."""
        camera = self._lifted(camera)
        low, high = clear_span(camera.target, camera.axes[2], camera.distance, bones)
        if low < high:
            nearer = low >= NEAREST and camera.distance - low < high - camera.distance
            camera = self._lifted(replace(camera, distance=low if nearer else high))
        x, y, z = camera.eye.tolist()
        _, high = clear_span(np.array([x, y, 0.0]), np.array([0.0, 0.0, 1.0]), z, bones)
        return with_eye(camera, high) if high > z else camera

    def _lifted(self, camera: Camera) -> Camera:
        """The target's ground counts too: beside a platform the camera does not dive under its edge."""
        eye, target = camera.eye, camera.target
        ground = max(self.ground_height(eye[0], eye[1]), self.ground_height(target[0], target[1]))
        return camera if eye[2] >= ground + ABOVE_GROUND else with_eye(camera, ground + ABOVE_GROUND)


def vector(camera: Camera) -> Floats:
    return np.array([*camera.target, camera.yaw, camera.pitch, log(camera.distance)])


def camera_of(state: Floats) -> Camera:
    distance = min(FARTHEST, max(NEAREST, exp(state[FAR])))
    return Camera(state[:3].copy(), distance, float(state[YAW]), min(HIGHEST, max(-HIGHEST, float(state[PITCH]))))


def with_eye(camera: Camera, height: float) -> Camera:
    """The eye at another height (m), straight above or below; it goes on looking at the target."""
    x, y = (camera.eye - camera.target)[:2].tolist()
    level, up = hypot(x, y), height - float(camera.target[2])
    return replace(camera, distance=hypot(level, up), pitch=atan2(up, level))


def eased(state: Floats, speed: Floats, goal: Floats, rates: Floats, dt_s: float) -> tuple[Floats, Floats]:
    """A critically damped spring towards a goal that stays where it is: exact, in one step or in many."""
    away = state - goal
    push = speed + rates * away
    fade = np.exp(-rates * dt_s)
    return goal + (away + push * dt_s) * fade, (speed - rates * push * dt_s) * fade


def clear_span(origin: Floats, way: Floats, length: float, bones: Floats) -> tuple[float, float]:
    """The nearest lengths before and after `length` along a ray at which no bone is near; both `length` if none is."""
    away = bones - origin
    along = away @ way
    half = AROUND_BODIES**2 - (np.einsum("ij,ij->i", away, away) - along * along)
    near, reach = along[half > 0.0], np.sqrt(half[half > 0.0])
    near, far = near - reach, near + reach
    low = high = length
    while (inside := (near < high) & (high < far)).any():
        high = float(far[inside].max())
    while (inside := (near < low) & (low < far)).any():
        low = float(near[inside].min())
    return low, high
