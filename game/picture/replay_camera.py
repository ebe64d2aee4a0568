"""Where a replay is seen from: low, across the line between the two, as close as both stay in the picture.

It keeps to the side from which the fight was seen, unless its eye were 1.5 m further beyond the ropes there.
Over the heads it leaves room for what is written there. What it follows is smoothed over 0.7 s of the take, forwards
and backwards: it knows what comes.
"""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from game.cameras.camera import Camera
from game.cameras.camera_operator import Places
from game.session.pose_ring import PoseClip
from systems.grounds.ring import ROPES

Floats = NDArray[np.float64]
PITCH = radians(4.0)
SKY = 0.25  # m over the heads
WORSE = 1.5  # m
EVERY, SMOOTH = 8, 11  # ticks between two that are looked at, and how many of those are averaged


class ReplayCamera:
    def __init__(self, take: PoseClip, first: NDArray[np.int64], seen: Camera, aspect: float) -> None:
        """Of the first two; `first` are the rows where each begins, `seen` the camera before."""
        self.take = take
        looks = []
        tick = take.first
        while (poses := take.at(tick)) is not None:
            looks.append((tick, poses[0]))
            tick += EVERY
        self._ticks = np.array([tick for tick, _ in looks], np.float64)
        both = [[Places(bones, first).of(who) for who in (0, 1)] for _, bones in looks]
        middles = np.array([[body.mean(axis=0) for body in pair] for pair in both])  # (looks, 2, 3)
        targets = smoothed(middles.mean(axis=1))
        targets[:, 2] = smoothed(np.array([0.5 * (bones[:, 2].max() + SKY) for _, bones in looks]))
        apart = (middles[:, 1] - middles[:, 0])[len(looks) // 2]
        across = atan2(apart[1], apart[0]) + pi / 2
        cameras = [Camera(target, 1.0, across, PITCH) for target in targets]
        room = np.array([0.0, 0.0, SKY])
        needed = [
            camera.needed(np.concatenate([*pair, *(body + room for body in pair)]), aspect)
            for camera, pair in zip(cameras, both, strict=True)
        ]
        self._targets, self._distances = targets, smoothed(widest(np.array(needed)))
        self._camera = replace(cameras[0], yaw=self._side(across, seen))

    def _side(self, across: float, seen: Camera) -> float:
        """yaw, rad."""
        own, other = sorted((across, across + pi), key=lambda yaw: -cos(yaw - seen.yaw))
        return own if self._out(own) <= max(0.0, self._out(other)) + WORSE else other

    def _out(self, yaw: float) -> float:
        """m, how far beyond the ropes the eye would be."""
        middle, far = self._targets.mean(axis=0), float(self._distances.max())
        return float(max(abs(middle[0] + far * cos(yaw)), abs(middle[1] + far * sin(yaw))) - ROPES)

    def at(self, tick: float) -> Camera:
        target = np.array([np.interp(tick, self._ticks, self._targets[:, axis]) for axis in range(3)])
        distance = float(np.interp(tick, self._ticks, self._distances))
        return replace(self._camera, target=target, distance=distance)


def smoothed(values: Floats) -> Floats:
    """(looks, ...) averaged over the neighbours; at the ends, over those that there are."""
    half = SMOOTH // 2
    around = [values[max(0, i - half) : i + half + 1] for i in range(len(values))]
    return np.array([some.mean(axis=0) for some in around])


def widest(values: Floats) -> Floats:
    """(looks) the largest of the neighbours: what is averaged over them then is enough for each."""
    half = SMOOTH // 2
    return np.array([values[max(0, i - half) : i + half + 1].max() for i in range(len(values))])
