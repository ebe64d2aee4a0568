"""Figure 7: four characters are struck by a crate after many beach balls; eight pictures, 0.1 s apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from game.figures.figure import Asked, Found, Job, Pixels, Row
from game.figures.strip import View, folded, taken, until
from game.figures.watch import numbers
from game.scenes.scene import load_scene
from game.world.simulation import Simulation

SCENE = "barrage"
MOMENTS = tuple(round(0.3 + 0.1 * i, 1) for i in range(8))  # s after the throw; it arrives at about 0.4
WATCHED_S = 8.0  # after the throw; they lie, or get up


def state(simulation: Simulation, name: str, since_s: float) -> Row:
    """Of one character at one moment."""
    character = simulation.characters[name]
    index = list(simulation.characters).index(name)
    return {
        "seconds_after_throw": since_s,
        "who": name,
        "head_m": float(character.place("head")[2]),
        "authority": character.authority,
        "root_spring_broken": bool(simulation.stage.tables.drives.broken[index]),
        "phase": str(character.phase),
    }


def along(simulation: Simulation) -> View:
    """They stroll, and the camera goes along."""
    x, y, _ = np.mean([character.place("pelvis") for character in simulation.characters.values()], axis=0)
    return View((float(x), float(y), 0.75), 9.0, -35.0)


def struck(seed: int, size: tuple[int, int]) -> Found:
    thrown_s = min(t for throw in load_scene(SCENE).throws if throw.kind.name == "crate" for t in throw.at_s)
    pictures, states = list[Pixels](), list[Row]()
    with Simulation(SCENE, seed=seed) as simulation:
        until(simulation, thrown_s)
        balls = [numbers(simulation, name) for name in simulation.characters]
        for moment in MOMENTS:
            until(simulation, thrown_s + moment)
            pictures += taken(simulation, [thrown_s + moment], size, along(simulation))
            states += [state(simulation, name, moment) for name in simulation.characters]
        until(simulation, thrown_s + WATCHED_S)
        crate = [numbers(simulation, name) for name in simulation.characters]
    rows: list[Row] = [{"after": "beach balls", **row} for row in balls]
    rows += [{"after": "the crate", **row} for row in crate]
    return Found({"": rows, "frames": states}, pictures)


def jobs(asked: Asked) -> list[Job]:
    return [Job("barrage", struck, (asked.seed, asked.size))]


def draw(results: Sequence[Found]) -> Image.Image:
    return folded(results[0].pictures, [f"{moment:.1f} s" for moment in MOMENTS], 4)
