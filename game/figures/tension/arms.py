"""Figures 3 and 4: a body's arm that is raised and lowered to the front, with tension that is high, low and changes.

The angle is that of `left_upper_arm` from hanging, 10 to 80 degrees in 1 s (figure 3), and 10 to 150 (figure 4), under
the transition `ease`. The weight is foreseen for the ends of a way. In between it is more than springs hold, so a loose
arm is pulled down: it leads on its way down and trails on its way up.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from math import degrees
from pathlib import Path

import numpy as np
from PIL import Image

from components.clock import TICKS_PER_S
from components.settings import DEFAULT_ENGINE, Physics
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.world.simulation import Simulation

BONE, LOW, HIGH, HIGHER = "left_upper_arm", 10.0, 80.0, 150.0  # degrees
WAITS, LASTS, AFTER = 3.0, 1.0, 1.5  # s
FIRM, LOOSE, LOOSER = 1.0, 0.1, 0.05  # tension
AHEAD = 0.1  # degrees
WIDE = (760, 240)
SCRIPT = """title = "Arm"
[poses.From]
left_upper_arm = [0.0, {begin:.1f}, 0.0]
left_forearm = [0.0, -5.0, 0.0]
[poses.To]
left_upper_arm = [0.0, {end:.1f}, 0.0]
left_forearm = [0.0, -5.0, 0.0]
[[motion]]
steps = [
    {{ pose = "From" }},
    {{ pose = "From", seconds = {waits}, tension = [{before}, {before}] }},
    {{ pose = "To", seconds = {lasts}, tension = [{before}, {after}] }},
    {{ pose = "To", seconds = {rests}, tension = [{after}, {after}] }},
]
"""


def moved(
    name: str, begin: float, end: float, before: float, after: float, seed: int, engine: Physics = DEFAULT_ENGINE
) -> Found:
    """From one angle to another, with tension from `before` to `after`."""
    text = SCRIPT.format(
        begin=-begin, end=-end, before=before, after=after, waits=WAITS, lasts=LASTS, rests=AFTER + 1.0
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.toml"
        path.write_text(text, encoding="utf-8")
        settings = {"clip": "stand", "script": str(path)}
        held = Simulation("stage", seed=seed, servo="tension", root="meathook", engine=engine, settings=settings)
        with held as simulation:
            (body,) = simulation.characters.values()
            row, rows = body.about.first + body.bones.index(BONE), list[Row]()
            tables = simulation.stage.tables
            for tick in range(round((WAITS + LASTS + AFTER) * TICKS_PER_S)):
                simulation.tick()
                t = (tick + 1) / TICKS_PER_S - WAITS
                if t >= -0.1:
                    bent, led = (angle(turns[row]) for turns in (tables.bones.joint, tables.targets.joint))
                    rows.append({"which": name, "t_s": t, "deg": bent, "led_deg": led})
    share = [(float(own["deg"] or 0.0) - begin) / (end - begin) for own in rows]
    times = [float(own["t_s"] or 0.0) for own in rows]
    half = next((t for t, part in zip(times, share, strict=True) if part >= 0.5), None)
    off = max(abs(float(own["deg"] or 0.0) - float(own["led_deg"] or 0.0)) for own in rows)
    way = 1.0 if end > begin else -1.0
    ahead = [way * (float(own["deg"] or 0.0) - float(own["led_deg"] or 0.0)) for own in rows]
    moving = [n for n, t in enumerate(times) if 0.05 <= t <= LASTS]
    leads = next((share[n] for n in moving if ahead[n] > AHEAD), None)
    summary: Row = {
        "which": name, "half_way_s": half, "overshoot": max(share) - 1.0, "farthest_off_deg": off,
        "leads_from_share": leads, "most_behind_deg": -min(ahead[n] for n in moving),
        "most_ahead_deg": max(ahead[n] for n in moving),
    }  # fmt: skip
    return Found({"": [summary], "angles": rows})


def angle(turn: np.ndarray) -> float:
    """Degrees of the turn's part about y, to the front."""
    return degrees(-2.0 * float(np.arctan2(turn[1], turn[3])))


def changing(asked: Asked) -> list[Job]:
    kinds = (("plain", FIRM, FIRM), ("high to low", FIRM, LOOSE), ("low to high", LOOSE, FIRM))
    return [Job(name, moved, (name, LOW, HIGH, before, after, asked.seed)) for name, before, after in kinds]


def two_gains(asked: Asked) -> list[Job]:
    kinds = (
        ("down, high", HIGHER, LOW, FIRM),
        ("down, low", HIGHER, LOW, LOOSER),
        ("up, high", LOW, HIGHER, FIRM),
        ("up, low", LOW, HIGHER, LOOSER),
    )
    return [Job(name, moved, (name, begin, end, gain, gain, asked.seed)) for name, begin, end, gain in kinds]


def lines_of(results: Sequence[Found]) -> list[Line]:
    out = list[Line]()
    for found, colour in zip(results, (GREEN, BLUE, ORANGE), strict=False):
        rows = found.tables["angles"]
        times, bent = ([float(row[key] or 0.0) for row in rows] for key in ("t_s", "deg"))
        out.append(Line(str(rows[0]["which"]), times, bent, colour))
    return out


def draw_changing(results: Sequence[Found]) -> Image.Image:
    title = "an arm that is raised; tension changes between 1 and 0.1"
    return charts([Chart(title, "degrees", "t (s)", lines_of(results), marks=(0.0, LASTS))], WIDE)


def draw_gains(results: Sequence[Found]) -> Image.Image:
    column = list[Chart]()
    for title, own in (("down", results[:2]), ("up", results[2:])):
        rows = own[0].tables["angles"]
        times, led = ([float(row[key] or 0.0) for row in rows] for key in ("t_s", "led_deg"))
        lines = [*lines_of(own), Line("the transition", times, led, GREY, dashed=True)]
        column.append(Chart(title, "degrees", "t (s)", lines, marks=(0.0, LASTS)))
    return charts(column, WIDE)
