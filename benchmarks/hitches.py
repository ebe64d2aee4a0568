"""Does a tick of a fight hitch? The processor's time of each tick, so that a busy machine tells the same.

    python benchmarks/hitches.py

Sixty seconds of `boxing` for some seeds, and one in which red throws a punch nine times a second, as who mashes keys
does. `profile boxing` says the same of the time on the wall, which counts only where nothing else runs.
"""

from __future__ import annotations

from itertools import cycle
from time import thread_time_ns

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

from components.character import Body
from components.clock import TICKS_PER_S
from components.fight import Fighter, Order
from game import Simulation
from systems.boxing.boxing import ask

SECONDS, REHEARSAL_S = 60.0, 20.0  # what is loaded at its first use is loaded in the rehearsal
EVERY = 13  # ticks between two punches
PUNCHES = ("jab", "cross", "hook", "uppercut", "body_jab", "body_cross")


def ticks_ms(seed: int, mashing: bool = False) -> tuple[np.ndarray, int]:
    """Each tick's ms, and how many punches were thrown."""
    with Simulation("boxing", seed=seed) as sim:
        sim.tick()
        fighters = {body.name: fighter for _, (body, fighter) in esper.get_components(Body, Fighter)}
        keys, out = cycle(PUNCHES), np.empty(round(SECONDS * TICKS_PER_S))
        if mashing:
            fighters["red"].style = ""
        for k in range(len(out)):
            if mashing and k % EVERY == 0:
                ask(fighters["red"], Order(next(keys)))
            start = thread_time_ns()
            sim.one_tick()
            out[k] = (thread_time_ns() - start) / 1e6
        return out, sum(fighter.thrown for fighter in fighters.values())


def main() -> None:
    with Simulation("boxing", seed=99) as sim:
        sim.run(REHEARSAL_S)
    table = Table("fight", "punches", "p50 ms", "p99 ms", "p99 / p50", "slowest ms")
    for name, seed, mashing in (*((f"seed {seed}", seed, False) for seed in range(1, 5)), ("mashing", 1, True)):
        ms, punches = ticks_ms(seed, mashing)
        p50, p99 = np.percentile(ms, (50.0, 99.0))
        table.add_row(name, str(punches), f"{p50:.3f}", f"{p99:.3f}", f"{p99 / p50:.2f}", f"{ms.max():.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
