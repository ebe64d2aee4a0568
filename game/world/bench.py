"""The headline figure: what a whole tick costs beside the engine's bare step of the same world in the same state.

The two are timed in alternating blocks of one process, so that a busy machine slows both alike. Before each block the
world is put back to the same standing state; otherwise the uncontrolled bodies of the bare blocks would lie down, and
people on the floor cost more than people on their feet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.world.simulation import Simulation

COUNTS = (1, 2, 5, 10, 20)
HEADLINE = 5
SETTLE_S = 1.0  # until they stand still and everything loose lies

Progress = Callable[[str], None]


def bench(
    counts: Sequence[int] = COUNTS,
    blocks: int = 40,
    ticks: int = 30,
    servo: str | None = None,
    settings: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The contract's dict: the headline's percentiles and ratio, and the scaling with the number of characters."""
    found = dict[int, tuple[dict[str, float], dict[str, float]]]()
    for count in sorted({*counts, HEADLINE}):
        if progress:
            progress(f"crowd of {count}")
        found[count] = measure(count, blocks, ticks, servo, settings)
    tick, step = found[HEADLINE]
    scaling = [{"characters": n, "tick_ms": found[n][0]["p50"], "ratio": _ratio(*found[n])} for n in counts]
    return {"tick_ms": tick, "bare_step_ms": step, "ratio": _ratio(tick, step), "scaling": scaling}


def measure(
    characters: int, blocks: int, ticks: int, servo: str | None, settings: Mapping[str, object] | None = None
) -> tuple[dict[str, float], dict[str, float]]:
    """p50 and p99 in ms of the whole tick and of the bare step."""
    simulation = Simulation("crowd", servo=servo, settings={"characters": characters, **(settings or {})})
    try:
        simulation.run(SETTLE_S)
        standing = simulation.save()
        whole, bare = np.empty((blocks, ticks), np.int64), np.empty((blocks, ticks), np.int64)
        for block in range(blocks):
            for out, work in ((whole, _one_tick(simulation)), (bare, simulation.bare_step)):
                simulation.load(standing)
                work()  # the first one after a load finds cold caches in either
                _time(work, out[block])
    finally:
        simulation.close()
    return _summary(whole), _summary(bare)


def _one_tick(simulation: Simulation) -> Callable[[], object]:
    return lambda: simulation.tick(1)


def _time(work: Callable[[], object], out: NDArray[np.int64]) -> None:
    for i in range(len(out)):
        start = perf_counter_ns()
        work()
        out[i] = perf_counter_ns() - start


def _summary(ns: NDArray[np.int64]) -> dict[str, float]:
    p50, p99 = np.percentile(ns, (50, 99)) / 1e6
    return {"p50": round(float(p50), 4), "p99": round(float(p99), 4)}


def _ratio(tick: dict[str, float], step: dict[str, float]) -> float:
    return round(tick["p50"] / step["p50"], 3)
