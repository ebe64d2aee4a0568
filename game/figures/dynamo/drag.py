"""Figure 5: somebody is dragged through a littered room, lifted, put down and let go; the camera goes along."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from game.figures.figure import Asked, Found, Job, Pixels, Row
from game.figures.strip import View, folded, taken, until
from game.figures.watch import numbers
from game.world.simulation import Simulation

SCENE, SECONDS = "drag", 15.0
MOMENTS = (0.9, 1.4, 2.2, 4.2, 8.5, 12.0)  # s: the hand comes, pulls it about, lifts it, has let go


def dragged(seed: int, size: tuple[int, int]) -> Found:
    pictures = list[Pixels]()
    with Simulation(SCENE, seed=seed) as simulation:
        (name,) = simulation.characters
        red = simulation.characters[name]
        for moment in MOMENTS:
            until(simulation, moment)
            x, y, _ = red.place(red.bones[0]).tolist()
            pictures += taken(simulation, [moment], size, View((x, y, 0.6), 5.0, -55.0, 32.0))
        until(simulation, SECONDS)
        row: Row = {"seed": seed, **numbers(simulation, name)}
    return Found({"": [row]}, pictures)


def jobs(asked: Asked) -> list[Job]:
    return [Job("drag", dragged, (asked.seed, asked.size))]


def draw(results: Sequence[Found]) -> Image.Image:
    return folded(results[0].pictures, [f"{moment:.1f} s" for moment in MOMENTS], 3)
