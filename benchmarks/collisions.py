"""Two-stage collisions beside the engine's own: PYTHONPATH=.:tests/helpers python benchmarks/collisions.py [TABLE]

[--engine mujoco]; the tables:

drop     a limp body of 75 kg falls from 1 m, ten times, turned anyhow: energy, and how deep it is in the ground
soldier  twenty shots at the chest of one that goes limp
cost     the tick with either, alternating in one process

All is read from the library's own bones and touches (tests/helpers/raw.py).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import groupby
from math import sqrt
from time import thread_time_ns
from typing import Any

import numpy as np
from raw import raw

from components.clock import TICKS_PER_S
from components.commands import Push
from components.settings import DEFAULT_ENGINE, Physics
from game.world.simulation import Simulation

G, DEEP = 9.81, 0.01
LIMP = {"servo": "off", "root": "free", "get_up": False}


def longest(depths: list[float]) -> int:
    """Ticks in a row that something is deeper than 1 cm."""
    return max((len(list(run)) for deep, run in groupby(d > DEEP for d in depths) if deep), default=0)


def explosions(sim: Simulation) -> int:
    return sum(event.kind == "explosion" for event in sim.stage.events)


def drop(engine: str) -> None:
    print("| collisions | friction | e | most energy / first | gained | deepest mm | ticks below 1 cm | explosions |")
    print("|---|---|---|---|---|---|---|---|")
    for collisions, friction in (("engine", "full"), ("two_stage", "full"), ("two_stage", "none")):
        for e in (0.0, 0.5, 0.9):
            most, deepest, ticks, gained, lost = 0.0, 0.0, 0, 0, 0
            for seed in range(100, 110):  # 0 to 9 were looked at while it was made
                sim = Simulation(
                    "stage",
                    engine=engine,
                    settings={**LIMP, "collisions": collisions, "restitution": e, "impact_friction": friction},
                )
                red, ask = sim.characters["red"], raw(sim)
                if collisions == "engine":
                    ask.bounce(red, e)
                turn = np.random.default_rng(seed).normal(size=4)
                ask.throw(red, (0, 0, 2.0), turn / np.linalg.norm(turn), (0, 0, 0), (1, 2, 0))
                energies, depths = [ask.mechanics(red, G)[0]], []
                for _ in range(3 * TICKS_PER_S):
                    sim.tick(1)
                    energies.append(ask.mechanics(red, G)[0])
                    depths.append(ask.depth(red))
                share = max(energies) / energies[0]
                most, gained, lost = max(most, share), gained + (share > 1.001), lost + explosions(sim)
                deepest, ticks = max(deepest, *depths), max(ticks, longest(depths))
                sim.close()
            print(
                f"| {collisions} | {friction if collisions != 'engine' else 'its own'} | {e:g} | {most:.2f} "
                f"| {gained} of 10 | {1e3 * deepest:.0f} | {ticks} | {lost} |"
            )


def soldier(engine: str) -> None:
    print("| collisions | explosions | deepest mm | ticks below 1 cm | hardest touch | step of stiff springs |")
    print("|---|---|---|---|---|---|")
    for collisions in ("engine", "two_stage"):
        blown, deepest, ticks, hardest = 0, 0.0, 0, (0.0, 1.0)
        for shot in range(100, 120):
            random = np.random.default_rng(shot)
            sim = Simulation("stage", engine=engine, settings={**LIMP, "collisions": collisions})
            red, ask = sim.characters["red"], raw(sim)
            chest = list(red.bones).index("spine3")
            impulse = (-random.uniform(80.0, 160.0), random.uniform(-30.0, 30.0), random.uniform(-10.0, 10.0))
            sim.stage.commands.append(Push(red.body, chest - 1, impulse, tuple(ask.place(red, "spine3").tolist())))
            lightest = min(bone.mass for bone in red.rig.bones[1:])
            depths = []
            for _ in range(3 * TICKS_PER_S):
                sim.tick(1)
                depths.append(ask.depth(red))
                impacts = sim.stage.tables.impacts
                for row in range(int(impacts.count[0])):
                    if impacts.impulse[row] > hardest[0] and impacts.closing[row] > 1.0:
                        hardest = float(impacts.impulse[row]), float(impacts.closing[row])
            blown, deepest, ticks = blown + explosions(sim), max(deepest, *depths), max(ticks, longest(depths))
            sim.close()
        impulse_n_s, speed = hardest
        stiffness = impulse_n_s / speed * (speed / DEEP) ** 2  # stops that within 1 cm
        print(
            f"| {collisions} | {blown} | {1e3 * deepest:.0f} | {ticks} | {impulse_n_s:.0f} N s at {speed:.1f} m/s "
            f"| {2e3 * sqrt(lightest / stiffness):.2f} ms |"
        )


def cost(engine: str) -> None:
    print("| scene | two_stage / engine |")
    print("|---|---|")
    for scene in ("stage", "boxing", "barrage", "crowd"):
        both: dict[str, Any] = {
            name: Simulation(scene, seed=1, engine=engine, settings={"collisions": name})
            for name in ("engine", "two_stage")
        }
        for sim in both.values():
            sim.run(2.0)
        ratios = []
        for _ in range(20):
            spent = []
            for sim in both.values():
                before = thread_time_ns()
                sim.tick(20)
                spent.append(thread_time_ns() - before)
            ratios.append(spent[1] / spent[0])
        print(f"| `{scene}` | {np.median(ratios):.2f} |")
        for sim in both.values():
            sim.close()


TABLES: dict[str, Callable[[str], None]] = {"drop": drop, "soldier": soldier, "cost": cost}

if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("tables", nargs="*", help=f"{', '.join(TABLES)}; without any: all", default=list(TABLES))
    asked.add_argument("--engine", choices=list(Physics), default=DEFAULT_ENGINE)
    said = asked.parse_args()
    for name in said.tables:
        TABLES[name](said.engine)
