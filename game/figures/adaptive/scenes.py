"""Figures that are scenes: a bent back, a shot at the chest, arms and a desk, a body on strings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PIL import Image

from components.clock import TICKS_PER_S
from game.figures.adaptive.waist import WIDE, column
from game.figures.charts import GREEN, GREY, ORANGE, Chart, charts, stacked
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.figures.sheet import sheet
from game.figures.strip import View, scene_strip, seconds_of, taken, until
from game.figures.watch import numbers
from game.world.simulation import Simulation

BEND_MOMENTS = (0.0, 1.0, 2.0, 3.2, 5.2)  # s
BEND_VIEW = View((0.15, 0.0, 0.92), 4.2, -90.0, 3.0)
DESK_MOMENTS = (0.5, 3.0, 5.0, 7.2, 9.0)
DESK_VIEWS = {
    "physics": View((0.35, -0.8, 1.1), 3.0, -20.0, 5.0),
    "kinematics": View((0.35, 0.8, 1.1), 3.0, 20.0, 5.0),
}
MARIONETTE_MOMENTS = (0.5, 2.0, 4.0, 6.0, 8.0, 10.0)
MARIONETTE_VIEW = View((0.0, -0.5, 1.25), 6.5, 10.0, 6.0)
SOLDIER, SOLDIER_S = "soldier", 3.0
SOLDIER_MOMENTS = (0.6, 0.8, 1.0, 1.2, 1.3, 3.0)
SOLDIER_VIEW = View((-0.6, 0.0, 0.75), 3.8, -90.0, 4.0)
NEAR, DEEP = 0.05, 0.01  # m: what is looked for below, and what the ground should not let in
HALVES = {"two_stage": "in two stages", "engine": "the engine's"}


def bend(asked: Asked) -> list[Job]:
    return [Job("bend", scene_strip, ("bend", {}, asked.seed, BEND_MOMENTS, 6.0, asked.size, BEND_VIEW))]


def desk(asked: Asked) -> list[Job]:
    return [Job(name, at_desk, (name, asked.seed, asked.size)) for name in DESK_VIEWS]


def at_desk(name: str, seed: int, size: tuple[int, int]) -> Found:
    found = scene_strip("desk", {}, seed, DESK_MOMENTS, 10.0, size, DESK_VIEWS[name])
    return Found({"": [row for row in found.tables[""] if row["who"] == name]}, found.pictures)


def marionette(asked: Asked) -> list[Job]:
    wide, high = asked.size
    size = (wide * 2 // 3, high * 4 // 3)  # strings are long
    return [
        Job("marionette", scene_strip, ("marionette", {}, asked.seed, MARIONETTE_MOMENTS, 20.0, size, MARIONETTE_VIEW))
    ]


# --- figure 6


def shot(collisions: str, seed: int, size: tuple[int, int]) -> Found:
    """The scene with one way to answer collisions; by tick, how deep something is in the ground."""
    depths = list[float]()
    with Simulation(SOLDIER, seed=seed, settings={"collisions": collisions}) as simulation:
        engine, body = simulation.stage.engine, simulation.characters["red"].body

        def look() -> bool:
            gaps = [engine.gap(body, ground, NEAR) for ground in engine.ground]
            depths.append(max([0.0, *(-gap for gap in gaps if gap is not None)]))
            return True

        pictures = taken(simulation, SOLDIER_MOMENTS, size, SOLDIER_VIEW, look)
        until(simulation, SOLDIER_S, look)
        row: Row = {
            "collisions": collisions,
            "deepest_mm": 1e3 * max(depths),
            "longest_below_1_cm_s": longest(depths) / TICKS_PER_S,
            **numbers(simulation, "red"),
        }
    rows: list[Row] = [
        {"collisions": collisions, "t_s": tick / TICKS_PER_S, "depth_mm": 1e3 * depth}
        for tick, depth in enumerate(depths, 1)
    ]
    return Found({"": [row], "depth": rows}, pictures)


def longest(depths: Sequence[float]) -> int:
    """Ticks in a row that something is deeper than DEEP."""
    return max((len(list(run)) for below, run in groupby(depth > DEEP for depth in depths) if below), default=0)


def soldier(asked: Asked) -> list[Job]:
    return [Job(collisions, shot, (collisions, asked.seed, asked.size)) for collisions in HALVES]


def draw_soldier(results: Sequence[Found]) -> Image.Image:
    lines = [
        Line(label, moments_of(found), column(found.tables["depth"], "depth_mm"), colour)
        for found, label, colour in zip(results, HALVES.values(), (GREEN, ORANGE), strict=True)
    ]
    lines.append(Line("1 cm", (0.0, SOLDIER_S), (1e3 * DEEP,) * 2, GREY, dashed=True))
    pictures = sheet([found.pictures for found in results], seconds_of(SOLDIER_MOMENTS), list(HALVES.values()))
    chart = Chart("what is deepest in the ground", "depth (mm)", "t (s)", lines)
    return stacked(pictures, charts([chart], (pictures.width, WIDE[1])))


def moments_of(found: Found) -> list[float]:
    return [float(row["t_s"] or 0.0) for row in found.tables["depth"]]
