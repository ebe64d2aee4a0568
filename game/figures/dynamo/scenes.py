"""Figures 5, 6 and 9: scenes of their own (drag, jump, stuck), each as a strip and what the report says of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.figures.figure import Asked, Job
from game.figures.strip import View, scene_strip

DRAG = "drag", (0.5, 2.0, 3.5, 5.0, 6.5, 8.0, 10.0, 14.0), 15.0, View((0.0, 0.0, 0.7), 9.0, -40.0, 20.0)
JUMP = "jump", (0.0, 0.5, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0), 10.0, View((0.5, 0.0, 0.9), 10.0, -60.0)
STUCK = "stuck", (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0), 8.0, View((0.0, 0.0, 0.9), 7.0, -20.0)
"""Name, moments that are drawn (s), how long it is watched (s), and where from."""


def jobs(scene: str, moments: Sequence[float], seconds: float, view: View) -> Callable[[Asked], Sequence[Job]]:
    def asked_for(asked: Asked) -> Sequence[Job]:
        return [Job(scene, scene_strip, (scene, {}, asked.seed, moments, seconds, asked.size, view))]

    return asked_for
