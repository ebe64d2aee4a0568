"""Figure 4: an obstacle course, walked by parent-space and by world-space muscles in lanes beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import esper
from PIL import Image

from components.character import Body
from components.course import Runner
from game.figures.figure import Asked, Found, Job, Pixels, Row
from game.figures.strip import View, folded, taken, until
from game.figures.watch import Trunk, first, numbers
from game.world.simulation import Simulation

SCENE = "course"
SECONDS = 40.0
MOMENTS = (4.0, 8.5, 11.0, 14.0, 16.5, 20.0)  # s: ramp, stairs, hanging crate, tiles, bag, blocks
VIEWS = tuple(View((x, -1.0, 0.9), 8.5, -62.0, 14.0) for x in (4.2, 8.8, 11.0, 14.0, 16.6, 19.6))


def walked(
    settings: Mapping[str, object], seed: int, moments: Sequence[float] = (), size: tuple[int, int] = (16, 16)
) -> tuple[list[Row], list[Pixels]]:
    """What came of each lane; it is over when all those have blown up who have muscles."""
    with Simulation(SCENE, seed=seed, settings=settings) as simulation:
        trunks = {name: Trunk(simulation, name) for name in simulation.characters}
        runners = {body.name: runner for _, (body, runner) in esper.get_components(Body, Runner)}
        able = {name for name, character in simulation.characters.items() if character.servo != "kinematic"}

        def look() -> bool:
            for name, trunk in trunks.items():
                if runners[name].finished_s is None:
                    trunk.look()
            return any(first(simulation, "explosion", name) is None for name in able)

        pictures = list[Pixels]()
        for moment, view in zip(moments, VIEWS, strict=False):
            pictures += taken(simulation, [moment], size, view, look)
        until(simulation, SECONDS, look)
        course = simulation.report()["course"]
        rows = [{**numbers(simulation, name), **course[name], **on_the_way(trunk)} for name, trunk in trunks.items()]
    return rows, pictures


def on_the_way(trunk: Trunk) -> Row:
    """Until the finish; what comes after it is another matter."""
    return {"pose_error_deg": trunk.pose_error_deg, "jitter_rad2ps6": trunk.jitter}


def strip(seed: int, size: tuple[int, int]) -> Found:
    rows, pictures = walked({}, seed, MOMENTS, size)
    return Found({"": rows}, pictures)


def jobs(asked: Asked) -> list[Job]:
    return [Job("the three lanes", strip, (asked.seed, asked.size))]


def draw(results: Sequence[Found]) -> Image.Image:
    return folded(results[0].pictures, [f"{moment:.1f} s" for moment in MOMENTS], 3)
