"""What each system of the tick costs: a ring of nanoseconds, and the tables and traces made of it.

The tick takes a row, fills one number per system and goes on; nothing is allocated and nothing is added up until
somebody asks. The engine's own step is a part of the physics system, so it is shown but not counted twice.

    profiler = Profiler(["motion", "servo", "physics", "step"])
    row = profiler.row(perf_counter_ns())   # once a tick
    row[0] = 12_000                         # ns
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

Times = NDArray[np.int64]
COLUMNS = ("p50", "p95", "p99", "max")
STEP, AROUND_STEP = "step", "physics"
"""The engine's own step, and the system whose time it is a part of."""


class Profiler:
    def __init__(self, names: Sequence[str], capacity: int = 4096) -> None:
        self.names = tuple(names)
        self.ticks = 0  # recorded since the start; the ring holds the last `capacity` of them
        self._ring: Times = np.zeros((capacity, len(self.names)), np.int64)
        self._starts: Times = np.zeros(capacity, np.int64)
        self._rows: list[Times] = list(self._ring)  # views, made once: taking one in the tick makes nothing
        self._whole = [i for i, name in enumerate(self.names) if name != STEP]

    def row(self, start_ns: int = 0) -> Times:
        """A new tick's row, all zero, for the schedule to fill; `start_ns` places it in the trace."""
        at = self.ticks % len(self._rows)
        self._starts[at] = start_ns
        row = self._rows[at]
        row.fill(0)
        self.ticks += 1
        return row

    def clear(self) -> None:
        """Forgets what was recorded, so that warm-up does not count."""
        self.ticks = 0

    def recorded(self, last: int | None = None) -> Times:
        """The rows that are there (or the `last` so many of them), oldest first, in ns, (ticks, systems)."""
        rows: Times = self._ring[self._order(last)]
        return rows

    def totals(self, last: int | None = None) -> Times:
        """ns of each whole tick, parts not counted twice."""
        return self._total(self.recorded(last))

    def timing(self, last: int | None = None) -> dict[str, Any]:
        """The report's `timing`: percentiles in ms of the tick, of the engine's step, and of each system.

        Of the `last` 480 ticks it takes 0.1 ms, so that it can be watched while it runs.
        """
        rows = self.recorded(last)
        found = summaries_ms(np.column_stack((self._total(rows), rows)))
        systems = dict(zip(self.names, found[1:], strict=True))
        step = systems.pop(STEP, dict.fromkeys(COLUMNS, 0.0))
        return {"tick_ms": found[0], "step_ms": step, "systems": systems}

    def to_json(self) -> dict[str, Any]:
        """`timing()` with the number of ticks, the share that each system, and the step, has of the time, and ratios.

        `ratio` is the median tick over the median of the engine's step in it: 0.33 ms beside 0.17 are 1.9. Whether
        ticks hitch say `p99_over_p50` and `slowest`, which is one tick: its number, ms, and the system that took most.
        """
        timing, rows = self.timing(), self.recorded()
        whole = max(1, int(self.totals().sum()))
        for i, name in enumerate(self.names):
            cost = timing["step_ms"] if name == STEP else timing["systems"][name]
            cost["share"] = round(int(rows[:, i].sum()) / whole, 4)
        step = timing["step_ms"]["p50"]
        ratio = round(timing["tick_ms"]["p50"] / step, 3) if step > 0.0 else None
        tick = timing["tick_ms"]
        spread = round(tick["p99"] / tick["p50"], 3) if tick["p50"] > 0.0 else None
        return {"ticks": len(rows), **timing, "ratio": ratio, "p99_over_p50": spread, "slowest": self._slowest()}

    def _slowest(self) -> dict[str, Any] | None:
        """The tick that took longest; the first one recorded has number 0."""
        if not len(totals := self.totals()):
            return None
        at = int(totals.argmax())
        row = self.recorded()[at, self._whole]
        name = self.names[self._whole[int(row.argmax())]]
        tick = self.ticks - len(totals) + at
        return {"tick": tick, "ms": round(float(totals[at]) / 1e6, 6), "system": name, "its_ms": float(row.max()) / 1e6}

    def table(self) -> Table:
        found = self.to_json()
        said = [f"the tick's p50 is {found['ratio']:.2f} times that of the engine's step"] if found["ratio"] else []
        if (slowest := found["slowest"]) and found["p99_over_p50"]:
            said += [
                f"its p99 is {found['p99_over_p50']:.2f} times its p50",
                f"the slowest, tick {slowest['tick']}, took {slowest['ms']:.2f} ms, of which {slowest['system']} "
                f"{slowest['its_ms']:.2f} ms",
            ]
        table = Table("system", *(f"{column} ms" for column in COLUMNS), "share", caption="\n".join(said) or None)
        for column in table.columns[1:]:
            column.justify = "right"
        rows = [(name, cost) for name, cost in found["systems"].items()]
        if STEP in self.names:
            rows.append((f"{AROUND_STEP}: the engine's step", found["step_ms"]))
        for name, cost in [*rows, ("tick", found["tick_ms"] | {"share": 1.0})]:
            table.add_row(name, *(f"{cost[column]:.3f}" for column in COLUMNS), f"{cost['share']:.1%}")
        return table

    def starts(self) -> Times:
        """ns on the wall at which each recorded row began."""
        starts: Times = self._starts[self._order()]
        return starts

    def chrome_trace(self, whole: str = "tick", thread: int = 1, zero_ns: int | None = None) -> dict[str, Any]:
        """Chrome's trace format (opens in Perfetto): a bar per tick, and under it one per system, one after the other.

        Ticks without a start of their own are laid end to end; `zero_ns` is where the trace begins (none: the first).
        """
        totals, starts = self.totals(), self.starts()
        if not starts.any():
            starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(totals)[:-1]])[: len(totals)]
        events: list[dict[str, Any]] = []
        zero = starts[:1] if zero_ns is None else zero_ns
        rows = zip((starts - zero).tolist(), self.recorded().tolist(), totals.tolist(), strict=True)
        for start, row, total in rows:
            events.append(_event(whole, start, total, thread))
            now, begun = start, dict[str, int]()
            for name, ns in zip(self.names, row, strict=True):
                begun[name] = begun.get(AROUND_STEP, start) if name == STEP else now
                events.append(_event(name, begun[name], ns, thread))
                now += 0 if name == STEP else ns
        return {"traceEvents": events, "displayTimeUnit": "ns"}

    def _total(self, rows: Times) -> Times:
        total: Times = rows[:, self._whole].sum(axis=1)
        return total

    def _order(self, last: int | None = None) -> NDArray[np.intp]:
        size = len(self._rows)
        kept = min(self.ticks, size if last is None else min(size, last))
        return np.arange(self.ticks - kept, self.ticks, dtype=np.intp) % size


def costs_table(title: str, costs: Mapping[str, Mapping[str, float]]) -> Table:
    """One line a part, ms."""
    table = Table(title, *(f"{column} ms" for column in COLUMNS))
    for column in table.columns[1:]:
        column.justify = "right"
    for name, cost in costs.items():
        table.add_row(name, *(f"{cost[column]:.3f}" for column in COLUMNS))
    return table


def summaries_ms(ns: NDArray[Any]) -> list[dict[str, float]]:
    """p50, p95, p99 and max in ms of each column; all 0 where nothing was recorded.

    Sorted all at once, they take a tenth of what `np.percentile` takes for each by itself.
    """
    if not len(ns):
        return [dict.fromkeys(COLUMNS, 0.0) for _ in range(ns.shape[1])]
    ordered = np.sort(ns, axis=0) / 1e6
    place = np.array((0.5, 0.95, 0.99, 1.0)) * (len(ns) - 1)
    below = place.astype(np.intp)
    above = np.minimum(below + 1, len(ns) - 1)
    values = ordered[below] + (place - below)[:, None] * (ordered[above] - ordered[below])
    return [dict(zip(COLUMNS, column, strict=True)) for column in np.round(values, 6).T.tolist()]


def _event(name: str, start_ns: int, ns: int, thread: int) -> dict[str, Any]:
    return {"name": name, "ph": "X", "ts": start_ns / 1e3, "dur": ns / 1e3, "pid": 1, "tid": thread}
