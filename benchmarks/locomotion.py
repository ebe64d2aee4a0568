"""How far walking and running get, with and without the assists: the table of docs/locomotion.md.

python benchmarks/locomotion.py [--engine mujoco]
"""

from __future__ import annotations

import argparse
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from components.settings import DEFAULT_ENGINE, Physics
from game import Simulation

STAIRS = """title = "Stairs"
[settings]
ground = "course"
[[character]]
name = "red"
at = [{x}, -3.0]
"""
ROWS = (
    ("walk", "flat", {}), ("walk", "flat", {"pelvis_drive": 120.0}),
    *(("walk", ground, {"footing": on}) for ground in ("ramp", "tiles", "mesh", "stairs down") for on in (False, True)),
    ("run", "flat", {}), ("run", "flat", {"pelvis_drive": 120.0}),
    ("run", "tiles", {}), ("run", "tiles", {"footing": True}),
)  # fmt: skip
RUNS = 10


class Job(NamedTuple):
    clip: str
    ground: str
    assists: dict[str, object]
    engine: str
    k: int  # which of the ten: the stairs from another place, the rest with another strength


class Found(NamedTuple):
    travel: float  # of the clip's
    falls: int
    slide: float  # m/s


def one(job: Job) -> Found:
    settings = {"clip": job.clip, "engine": job.engine, **job.assists}
    if job.ground == "stairs down":
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "stairs.toml"
            scene.write_text(STAIRS.format(x=6.2 + 0.13 * job.k))
            return after(Simulation(scene, settings=settings), 4.0)
    settings |= {"ground": job.ground, "strength": 0.9 + 0.02 * job.k}
    return after(Simulation("stage", settings=settings), 10.0)


def after(sim: Simulation, seconds: float) -> Found:
    with sim:
        sim.run(seconds)
        own = sim.report()["characters"]["red"]
    return Found(own["travel_m"] / own["clip_travel_m"], own["falls"], own["foot_slide_mps"])


def main(engine: str) -> None:
    table = Table("clip", "ground", "assists", "travel, of the clip's", "falls in 10", "slide, m/s")
    with ProcessPoolExecutor() as pool:
        for clip, ground, assists in ROWS:
            found = list(pool.map(one, [Job(clip, ground, assists, engine, k) for k in range(RUNS)]))
            travel, falls, slide = (sum(values) for values in zip(*found, strict=True))
            words = ", ".join(
                name.replace("_", " ") + (f" {value:g} N" if not isinstance(value, bool) else "" if value else " off")
                for name, value in assists.items()
            )
            table.add_row(clip, ground, words or "none", f"{travel / RUNS:.3f}", str(falls), f"{slide / RUNS:.3f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="How far walking and running get")
    asked.add_argument("--engine", choices=list(Physics), default=DEFAULT_ENGINE)
    main(asked.parse_args().engine)
