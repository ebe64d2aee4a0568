"""Pictures of a world at given moments, from one place: the raw stuff of contact sheets.

with Simulation("balance") as simulation:
    pictures = taken(simulation, (0.0, 0.5, 1.0), (480, 270), View((0.0, 0.0, 0.8), 12.0, -32.0))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import radians
from typing import NamedTuple

import numpy as np
from PIL import Image

from components.clock import TICKS_PER_S
from game.cameras.camera import Camera
from game.figures.figure import Found, Pixels, Row
from game.figures.sheet import marked, sheet
from game.figures.watch import numbers
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named

QUALITY = "high"


class View(NamedTuple):
    """A camera that stands still; plain values, so that a job can carry it."""

    target: tuple[float, float, float]  # m
    distance: float  # m
    yaw_deg: float  # 0 looks at the front of who faces +x, -90 from their right
    pitch_deg: float = 10.0

    @property
    def camera(self) -> Camera:
        return Camera(np.array(self.target), self.distance, radians(self.yaw_deg), radians(self.pitch_deg))


def go_on() -> bool:
    """The look of somebody who never has seen enough."""
    return True


def taken(
    simulation: Simulation,
    moments: Sequence[float],
    size: tuple[int, int],
    view: View | str,
    look: Callable[[], bool] = go_on,
) -> list[Pixels]:
    """One at each moment (s, in order); `look` is called after every tick. A view is a camera or its name."""
    if not moments:
        return []
    current()
    camera = view if isinstance(view, str) else view.camera
    pictures = []
    with Studio(simulation, size, quality_named(QUALITY), camera) as studio:
        for moment in moments:
            until(simulation, moment, look)
            studio.operator.cut()
            studio.update()
            studio.draw()
            pictures.append(studio.picture())
    return pictures


def until(simulation: Simulation, moment: float, look: Callable[[], bool] = go_on) -> None:
    """Tick until so many seconds of the world's time, or until `look` says after a tick that it has seen enough."""
    while simulation.ticks < round(moment * TICKS_PER_S):
        simulation.tick()
        if not look():
            break


def scene_strip(
    scene: str,
    settings: Mapping[str, object],
    seed: int,
    moments: Sequence[float],
    seconds: float,
    size: tuple[int, int],
    view: View | str,
) -> Found:
    """A scene's pictures, and after `seconds` what the report says of each of its characters."""
    about: Row = {"scene": scene, "seed": seed}
    with Simulation(scene, seed=seed, settings=settings) as simulation:
        pictures = taken(simulation, moments, size, view)
        until(simulation, seconds)
        rows = [{**about, **numbers(simulation, name)} for name in simulation.characters]
    return Found({"": rows}, pictures)


def strips(moments: Sequence[float], labels: Sequence[str] = ()) -> Callable[[Sequence[Found]], Image.Image]:
    """A row for each of the jobs that have taken pictures, all at the same moments."""

    def drawn(results: Sequence[Found]) -> Image.Image:
        return sheet([found.pictures for found in results if found.pictures], seconds_of(moments), labels)

    return drawn


def folded(pictures: Sequence[Pixels], names: Sequence[str], across: int) -> Image.Image:
    """One long strip in rows, `across` in each; every picture has its name in a corner."""
    named = [marked(picture, name) for picture, name in zip(pictures, names, strict=True)]
    return sheet([named[i : i + across] for i in range(0, len(named), across)])


def seconds_of(moments: Sequence[float]) -> list[str]:
    """Names of columns: 1.25 s, 10.0 s."""
    return [f"{moment:.2f} s" for moment in moments]
