"""The profile of a running window on disk: a table of ticks and frames, and a trace that Perfetto opens."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec

from game.base.writing import atomic_write
from game.session.session import Session
from game.world.profiler import Profiler


def export(session: Session, table: Path, trace: Path) -> None:
    """`table` as CSV, ms; `trace` as JSON in Chrome's format, ticks in one row of it and frames in another."""
    ticks, frames = session.simulation.profiler, session.frames
    with atomic_write(table) as one, atomic_write(trace) as other:  # both or neither
        with one.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(("of", "number", "start_ms", *(f"{name}_ms" for name in (*ticks.names, *frames.names))))
            rows.writerows(lines("tick", ticks, 0, len(frames.names)))
            rows.writerows(lines("frame", frames, len(ticks.names), 0))
        other.write_bytes(msgspec.json.encode({"traceEvents": traced(ticks, frames), "displayTimeUnit": "ns"}))


def lines(kind: str, profiler: Profiler, before: int, after: int) -> list[list[object]]:
    """One line a row of the ring; the other profiler's columns stay empty."""
    recorded, starts = profiler.recorded() / 1e6, profiler.starts() / 1e6
    first = profiler.ticks - len(recorded)
    return [
        [kind, first + i, f"{start:.3f}", *[""] * before, *(f"{ms:.4f}" for ms in row), *[""] * after]
        for i, (start, row) in enumerate(zip(starts.tolist(), recorded.tolist(), strict=True))
    ]


def traced(ticks: Profiler, frames: Profiler) -> list[object]:
    """Both on one time line."""
    starts = [profiler.starts()[:1] for profiler in (ticks, frames) if len(profiler.starts())]
    zero = min((int(start[0]) for start in starts), default=0)
    return [
        *ticks.chrome_trace(thread=1, zero_ns=zero)["traceEvents"],
        *frames.chrome_trace("frame", thread=2, zero_ns=zero)["traceEvents"],
    ]
