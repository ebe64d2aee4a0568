"""A picture without a window: a scene, run to a moment, drawn, written as PNG. The same call writes the same bytes.

    shot("stage", 2.0, "walk.png", size=(640, 360), settings={"clip": "walk"})
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import esper
import numpy as np
from numpy.typing import NDArray

from components.errors import InputError
from game.camera import SHOTS, Camera, camera_named
from game.scene import Scene
from game.simulation import MAX_SECONDS, Simulation, number
from systems.draw.cast import Cast
from systems.draw.context import current
from systems.draw.floor import floor
from systems.draw.picture import write_png
from systems.draw.quality import Quality, quality_named
from systems.draw.renderer import Renderer

SMALLEST, LARGEST = 16, 8192  # pixels
SIZE = (1280, 720)


def shot(
    scene: str | Path | Scene,
    at_s: float,
    out: str | Path,
    size: tuple[int, int] = SIZE,
    quality: str = "high",
    camera: str | Camera = "three_quarter",
    seed: int = 0,
    *,
    servo: str | None = None,
    root: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Path:
    """Run the scene headless to `at_s` (s), draw it, write it to `out`; the path of what was written."""
    number(at_s, "at", 0.0, MAX_SECONDS)
    check(size, camera)
    preset, out = quality_named(quality), Path(out)
    if not out.parent.is_dir():
        raise InputError("cannot be written: there is no such folder", file=out)
    current()  # before a minute of simulation: is there anything to draw with?
    with Simulation(scene, seed=seed, servo=servo, root=root, settings=settings) as simulation:
        simulation.run(at_s)
        write_png(picture(simulation, size, preset, camera), out)
    return out


def check(size: tuple[int, int], camera: str | Camera) -> None:
    if len(size) != 2 or not all(isinstance(n, int) and SMALLEST <= n <= LARGEST for n in size):
        raise InputError(f"must be two whole numbers from {SMALLEST} to {LARGEST}, not {size!r}", place="size")
    if isinstance(camera, str) and camera not in SHOTS:
        raise InputError(f"must be one of {', '.join(SHOTS)}, not {camera!r}", place="camera")


def picture(
    simulation: Simulation, size: tuple[int, int], quality: Quality, camera: str | Camera
) -> NDArray[np.uint8]:
    """(height, width, 3) of the world as it is now."""
    current()
    esper.switch_world(simulation.world)
    stage = simulation.stage
    cast = Cast(stage)
    cast.update()
    ground = floor(stage.engine.settings.ground, simulation.seed)
    renderer = Renderer(cast, ground, quality, *size)
    try:
        renderer.draw(chosen(camera, simulation, size))
        return renderer.read()
    finally:
        renderer.close()


def chosen(camera: str | Camera, simulation: Simulation, size: tuple[int, int]) -> Camera:
    if isinstance(camera, Camera):
        return camera
    tables = simulation.stage.tables
    places = tables.bones.position
    return camera_named(camera, places[tables.skeletons.first[:-1]], places, size[0] / size[1])
