"""Figure 4: an obstacle course, walked by parent-space and by world-space muscles in lanes beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.figures.figure import Asked, Found, Job, Pixels, Row
from game.figures.strip import View, taken, until
from game.figures.watch import Trunk, numbers
from game.simulation import Simulation

SCENE = "course"
SECONDS = 40.0
MOMENTS = (4.0, 8.5, 11.0, 14.0, 16.5, 20.0)  # s, by which playback is half-way up the ramp, on the stairs, ...
VIEWS = tuple(View((x, -1.0, 0.9), 9.5, -62.0, 14.0) for x in (4.2, 8.8, 11.0, 14.0, 16.6, 19.6))


def walked(
    settings: Mapping[str, object], seed: int, seconds: float, size: tuple[int, int] = (16, 16), drawn: bool = False
) -> tuple[list[Row], list[Pixels]]:
    """Numbers of all who walk it, playback too."""
    with Simulation(SCENE, seed=seed, settings=settings) as simulation:
        trunks = {name: Trunk(simulation, name) for name in simulation.characters}

        def look() -> None:
            for trunk in trunks.values():
                trunk.look()

        pictures = list[Pixels]()
        for moment, view in zip(MOMENTS, VIEWS, strict=True) if drawn else ():
            pictures += taken(simulation, [moment], size, view, look)
        until(simulation, seconds, look)
        course = simulation.report().get("course", {})
        rows = [
            {**numbers(simulation, name), "jitter_rad2ps6": trunk.jitter, **course.get(name, {})}
            for name, trunk in trunks.items()
        ]
    return rows, pictures


def strip(seed: int, size: tuple[int, int]) -> Found:
    rows, pictures = walked({}, seed, SECONDS, size, drawn=True)
    return Found({"": rows}, pictures)


def jobs(asked: Asked) -> Sequence[Job]:
    return [Job("the three lanes", strip, (asked.seed, asked.size))]
