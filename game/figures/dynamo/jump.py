"""Figure 6: a jump, hops and leg crossovers, each beside its own playback."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.clock import TICKS_PER_S
from game.figures.figure import Asked, Found, Job, Row
from game.figures.sheet import marked, sheet
from game.figures.strip import View, taken, until
from game.figures.watch import numbers
from game.world.simulation import Simulation

SCENE, SECONDS = "jump", 10.0
PLAYED = "_played"
VIEWS = {
    "jump": View((0.5, 3.4, 0.95), 5.0, -60.0),
    "hop": View((0.0, 0.0, 0.85), 4.6, -60.0),
    "crossovers": View((0.0, -3.4, 0.85), 4.6, -60.0),
}
MOMENTS = {
    "jump": (0.2, 0.7, 1.0, 1.3),
    "hop": (2.0, 2.15, 2.3, 2.45),
    "crossovers": (2.0, 2.5, 3.0, 3.5),
}  # s
MOST_LAG = 60  # ticks


def pair(what: str, seed: int, size: tuple[int, int]) -> Found:
    heights: dict[str, list[float]] = {what: [], what + PLAYED: []}  # m, of the pelvis after each tick
    with Simulation(SCENE, seed=seed) as simulation:
        pelvis = {name: simulation.characters[name].bones[0] for name in heights}

        def look() -> bool:
            for name, own in heights.items():
                own.append(float(simulation.characters[name].place(pelvis[name])[2]))
            return True

        pictures = taken(simulation, MOMENTS[what], size, VIEWS[what], look)
        until(simulation, SECONDS, look)
        body, played = (np.array(heights[name]) for name in (what, what + PLAYED))
        row: Row = {
            **numbers(simulation, what),
            "rise_m": rise(body),
            "rise_of_playback_m": rise(played),
            "lag_s": lag(body, played),
        }
    return Found({"": [row]}, pictures)


def rise(heights: NDArray[np.float64]) -> float:
    """m, from where it began to the highest."""
    return float(heights.max() - heights[0])


def lag(body: NDArray[np.float64], played: NDArray[np.float64]) -> float:
    """s by which the body's ups and downs come later: where the two are most alike."""
    length = len(body) - 2 * MOST_LAG
    goes = np.diff(body)[MOST_LAG : MOST_LAG + length]
    alike = [goes @ np.diff(played)[MOST_LAG - late : MOST_LAG - late + length] for late in range(MOST_LAG)]
    return int(np.argmax(alike)) / TICKS_PER_S


def jobs(asked: Asked) -> list[Job]:
    return [Job(what, pair, (what, asked.seed, asked.size)) for what in MOMENTS]


def draw(results: Sequence[Found]) -> Image.Image:
    rows = [
        [marked(picture, f"{moment:.2f} s") for picture, moment in zip(found.pictures, moments, strict=True)]
        for found, moments in zip(results, MOMENTS.values(), strict=True)
    ]
    return sheet(rows, labels=list(MOMENTS))
