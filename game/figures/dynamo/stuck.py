"""Figure 9: arms that begin where the shortest way to the guard leads through the body."""

from __future__ import annotations

import numpy as np

from components.clock import TICKS_PER_S
from game.figures.figure import Asked, Found, Job, Row
from game.figures.strip import View, taken, until
from game.figures.watch import numbers
from game.world.simulation import Simulation

SCENE, SECONDS = "stuck", 10.0
ALONE = "_alone"  # without the escape
MOMENTS = (0.0, 0.4, 0.8, 1.5, 9.0)  # s
VIEWS = {"behind": View((0.0, 1.6, 0.9), 4.4, 160.0), "between": View((0.0, -1.6, 0.85), 4.4, -30.0)}
ARM = ("right_upper_arm", "right_forearm", "right_hand")
FREE_DEG = 20.0  # an arm whose bones are all nearer to where they should be is free


def off_deg(simulation: Simulation, name: str) -> float:
    """deg, of the bone of the arm that is furthest from its target."""
    character = simulation.characters[name]
    first = int(simulation.stage.tables.skeletons.first[list(simulation.characters).index(name)])
    rows = [character.bones.index(bone) for bone in ARM]
    actual = simulation.stage.tables.bones.orientation[[first + row for row in rows]]
    same = np.abs((actual * character.target()[rows]).sum(axis=1)).clip(0.0, 1.0)
    return float(np.degrees(2.0 * np.arccos(same)).max())


def tangled(arm: str, seed: int, size: tuple[int, int]) -> Found:
    with Simulation(SCENE, seed=seed) as simulation:
        last = {arm: 0, arm + ALONE: 0}  # tick in which the arm was last seen off

        def look() -> bool:
            for name in last:
                if off_deg(simulation, name) > FREE_DEG:
                    last[name] = simulation.ticks
            return True

        pictures = taken(simulation, MOMENTS, size, VIEWS[arm], look)
        until(simulation, SECONDS, look)
        rows: list[Row] = [
            {
                **numbers(simulation, name),
                "free_after_s": tick / TICKS_PER_S if tick < simulation.ticks else None,
                "arm_off_at_end_deg": off_deg(simulation, name),
            }
            for name, tick in last.items()
        ]
    return Found({"": rows}, pictures)


def jobs(asked: Asked) -> list[Job]:
    return [Job(arm, tangled, (arm, asked.seed, asked.size)) for arm in VIEWS]
