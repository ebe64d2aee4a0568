"""Performance: what the headline scene costs, in a table. What is in it is the same on every run; times are a machine's
own, and are written to a file of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from components.clock import TICKS_PER_S
from game.figures.figure import Asked, Found, Job, Row
from game.figures.sheet import DIM, INK, PAPER, font
from game.world.bench import COUNTS, bench
from game.world.simulation import Simulation
from systems.grounds.terrain import MESH_CELLS

BLOCKS = 20  # of 30 ticks, alternating with as many bare steps
LINE, COLUMN = 24, 150  # pixels
SHOWN = {
    "characters": "characters",
    "tick_ms": "whole tick, p50 (ms)",
    "ratio": "times the bare step",
    "share": "share of real time",
}


def counted(characters: int, seed: int) -> Row:
    """What the tick has to do with."""
    with Simulation("crowd", seed=seed, settings={"characters": characters}) as simulation:
        skeletons = simulation.stage.tables.skeletons
        return {
            "characters": characters,
            "bones": len(skeletons.parent),
            "freedoms": len(skeletons.bone),
            "loose_bodies": len(simulation.scene.props),
            "ground_triangles": 2 * MESH_CELLS**2,
            "ticks_per_s": TICKS_PER_S,
        }


def measure(seed: int) -> Found:
    found = bench(COUNTS, BLOCKS)
    times = [
        {**row, "bare_step_ms": row["tick_ms"] / row["ratio"], "share": row["tick_ms"] * TICKS_PER_S / 1000.0}
        for row in found["scaling"]
    ]
    return Found({"": [counted(count, seed) for count in COUNTS], "timing": times})


def jobs(asked: Asked) -> list[Job]:
    return [Job("bench", measure, (asked.seed,), alone=True)]


def draw(results: Sequence[Found]) -> Image.Image:
    (found,) = results
    rows = found.tables["timing"]
    page = Image.new("RGB", (COLUMN * len(SHOWN), LINE * (len(rows) + 1)), PAPER)
    pen, letters = ImageDraw.Draw(page), font()
    for i, (key, name) in enumerate(SHOWN.items()):
        right = COLUMN * (i + 1) - 12
        pen.text((right, LINE / 2), name, DIM, letters, anchor="rm")
        for j, row in enumerate(rows, 1):
            value = row[key]
            text = f"{value:.0%}" if key == "share" else f"{value:.2f}" if isinstance(value, float) else str(value)
            pen.text((right, LINE * (j + 0.5)), text, INK, letters, anchor="rm")
    pen.line((0, LINE, page.width, LINE), DIM)
    return page
