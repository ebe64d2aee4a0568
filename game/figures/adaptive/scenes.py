"""Figures that are scenes: a bent back, arms and a desk, a body on strings."""

from __future__ import annotations

from game.figures.figure import Asked, Job
from game.figures.strip import scene_strip

BEND_MOMENTS = (0.0, 1.0, 2.0, 3.2)  # s
DESK_MOMENTS = (0.5, 3.0, 5.0, 7.2, 9.0)
MARIONETTE_MOMENTS = (0.0, 2.0, 4.0, 6.0, 8.0)


def bend(asked: Asked) -> list[Job]:
    return strip("bend", BEND_MOMENTS, 6.0, asked)


def desk(asked: Asked) -> list[Job]:
    return strip("desk", DESK_MOMENTS, 10.0, asked)


def marionette(asked: Asked) -> list[Job]:
    return strip("marionette", MARIONETTE_MOMENTS, 20.0, asked)


def strip(scene: str, moments: tuple[float, ...], seconds: float, asked: Asked) -> list[Job]:
    camera = {"bend": "side", "desk": "three_quarter", "marionette": "front"}[scene]
    return [Job(scene, scene_strip, (scene, {}, asked.seed, moments, seconds, asked.size, camera))]
