"""Figure 6: a ball is caught, also when something hits the arm on the way; and how often that goes well."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.figures.charts import BLUE, ORANGE, Chart, charts, stacked
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.figures.sheet import sheet
from game.figures.strip import View, taken, until
from game.panel.series import ERROR, LEFT, sample
from game.world.simulation import Simulation

SCENE, WHO, JOINT = "catch", "red", "right_upper_arm"
LONGEST_S = 60.0  # until each kind was seen once
COUNTED_S, COUNTED = 51.0, 2  # s, and how many worlds in which balls are counted
BEFORE_S = (-0.5, -0.35, -0.2, -0.1, 0.0, 0.25)
VIEW = View((0.3, -0.15, 1.12), 3.3, -62.0, 7.0)
WIDE = 1.15  # the width of a picture, of its height
NAMES = ("undisturbed", "disturbed")
SIZE = (760, 190)


def caught(disturbed: bool, seed: int, size: tuple[int, int]) -> Found:
    """The first such ball that is caught: pictures around that moment, and what the shoulder did until then."""
    rows, struck = list[Row](), 0
    with Simulation(SCENE, seed=seed) as simulation:
        row = simulation.characters[WHO].bones.index(JOINT)

        def look() -> bool:
            nonlocal struck
            for axis in range(3):
                now = sample(simulation.stage, row, axis).tolist()
                rows.append({"t_s": simulation.time, "axis": "xyz"[axis], "error_deg": now[ERROR], "left_s": now[LEFT]})
            if not just_caught(simulation):
                return True
            before, struck = struck, simulation.report()["catch"]["disturbed_caught"]
            return (struck > before) is not disturbed

        until(simulation, LONGEST_S, look)
        at = simulation.time
    if at >= LONGEST_S:
        raise InputError(f"no {NAMES[disturbed]} ball is caught in {LONGEST_S:g} s", place=f"scene {SCENE}")
    moments = [at + late for late in BEFORE_S]
    with Simulation(SCENE, seed=seed) as simulation:
        pictures = taken(simulation, moments, (round(WIDE * size[1]), size[1]), VIEW)
    about: Row = {"ball": NAMES[disturbed], "caught_at_s": at}
    kept = [{**about, **row} for row in rows if float(row["t_s"] or 0.0) >= moments[0]]
    return Found({"shoulder": kept}, pictures)


def just_caught(simulation: Simulation) -> bool:
    """In the tick that is just over."""
    events = simulation.stage.events
    return bool(events) and events[-1].kind == "catch" and round(TICKS_PER_S * events[-1].t) == simulation.ticks - 1


def counted(seed: int) -> Found:
    with Simulation(SCENE, seed=seed) as simulation:
        until(simulation, COUNTED_S)
        balls = simulation.report()["catch"]
    return Found({"": [{"scene": SCENE, "seed": seed, "seconds": COUNTED_S, **balls}]})


def jobs(asked: Asked) -> list[Job]:
    seen = [Job(name, caught, (name == "disturbed", asked.seed, asked.size)) for name in NAMES]
    return [*seen, *(Job(f"seed {seed}", counted, (seed,)) for seed in range(asked.seed, asked.seed + COUNTED))]


def draw(results: Sequence[Found]) -> Image.Image:
    seen = results[: len(NAMES)]
    pictures = sheet([found.pictures for found in seen], [f"{late:.2f} s" for late in BEFORE_S], NAMES)
    lines = [of_shoulder(found, name, colour) for found, name, colour in zip(seen, NAMES, (BLUE, ORANGE), strict=True)]
    chart = Chart("the shoulder's way to its key-frame", "error (deg)", "seconds from the catch", lines)
    return stacked(pictures, charts([chart], (max(pictures.width, SIZE[0]), SIZE[1])))


def of_shoulder(found: Found, name: str, colour: tuple[float, float, float]) -> Line:
    """All three axes as one angle, while there is a key-frame to go to."""
    rows, at, errors = found.tables["shoulder"], list[float](), list[float | None]()
    for k in range(0, len(rows), 3):
        squares = sum(float(row["error_deg"] or 0.0) ** 2 for row in rows[k : k + 3])
        at.append(float(rows[k]["t_s"] or 0.0) - float(rows[k]["caught_at_s"] or 0.0))
        errors.append(squares**0.5 if float(rows[k]["left_s"] or 0.0) > 0.0 else None)
    return Line(name, at, errors, colour)
