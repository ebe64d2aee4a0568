"""A small picture of every scene, for the menu's laboratory: data/pictures/NAME.webp, 480 x 270 pixels, 11 kB each.

    write_pictures(["boxing"])           # glassjaw pictures boxing
    read_pictures()                      # {"boxing": (270, 480, 3), ...}

Each is what `glassjaw shot` draws at the moment that the scene file names (`picture_s`), drawn twice as large.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.errors import InputError
from game.base.paths import DATA
from game.base.writing import atomic_write
from game.picture.shot import picture
from game.scenes.scene import load_scene, scene_names
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named

PICTURES = DATA / "pictures"
SIZE = (480, 270)
FINER = 2  # times as large drawn as kept
QUALITY = 78  # of the file, up to 100


def picture_path(scene: str) -> Path:
    return PICTURES / f"{scene}.webp"


def read_pictures() -> dict[str, NDArray[np.uint8]]:
    """Of the scenes that have one."""
    found = {}
    for name in scene_names():
        if picture_path(name).is_file():
            with Image.open(picture_path(name)) as image:
                found[name] = np.array(image.convert("RGB").resize(SIZE))
    return found


def write_pictures(names: Iterable[str]) -> Iterator[Path]:
    """Draw them again, one after the other; of no names, all."""
    wanted = list(names) or scene_names()
    unknown = [name for name in wanted if name not in scene_names()]
    if unknown:
        raise InputError("there is no scene of that name", place=f"scene {unknown[0]}")
    current()
    for name in wanted:
        scene = load_scene(name)
        with Simulation(scene) as simulation:
            simulation.run(scene.picture_s)
            width, height = (FINER * side for side in SIZE)
            drawn = picture(simulation, (width, height), quality_named("high"), None)
        PICTURES.mkdir(exist_ok=True)
        with atomic_write(picture_path(name)) as draft:
            Image.fromarray(drawn).resize(SIZE, Image.Resampling.LANCZOS).save(draft, "WEBP", quality=QUALITY, method=6)
        yield picture_path(name)
