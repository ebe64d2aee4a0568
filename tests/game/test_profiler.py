"""The profiler: what it adds up, what it forgets, and that its files are what they say."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from game.world.profiler import Profiler, summaries_ms

MS = 1_000_000


@pytest.fixture
def profiler() -> Profiler:
    """Three ticks of motion 1 ms and physics 3 ms, of which the step took 2 ms."""
    profiler = Profiler(["motion", "physics", "step"], capacity=8)
    for tick in range(3):
        row = profiler.row(1000 + tick * 10 * MS)
        row[:] = (1 * MS, 3 * MS, 2 * MS)
    return profiler


def test_the_engines_step_is_not_counted_twice(profiler):
    timing = profiler.timing()
    assert timing["tick_ms"] == {"p50": 4.0, "p95": 4.0, "p99": 4.0, "max": 4.0}
    assert timing["step_ms"]["p50"] == 2.0
    assert list(timing["systems"]) == ["motion", "physics"]


def test_shares_of_the_systems_add_up_to_the_tick(profiler):
    found = profiler.to_json()
    assert found["ticks"] == 3
    assert [cost["share"] for cost in found["systems"].values()] == [0.25, 0.75]
    assert found["step_ms"]["share"] == 0.5


def test_the_ratio_is_the_median_tick_over_the_median_step(profiler):
    assert profiler.to_json()["ratio"] == 2.0
    profiler.row()[:] = (4 * MS, 4 * MS, 3 * MS)
    profiler.row()[:] = (4 * MS, 4 * MS, 3 * MS)  # 4, 4, 4, 8, 8 and 2, 2, 2, 3, 3
    assert profiler.to_json()["ratio"] == 2.0
    profiler.row()[:] = (4 * MS, 4 * MS, 3 * MS)
    assert profiler.to_json()["ratio"] == round(6.0 / 2.5, 3)


def test_it_says_how_far_ticks_hitch_and_which_was_the_slowest(profiler):
    assert profiler.to_json()["p99_over_p50"] == 1.0
    profiler.row()[:] = (9 * MS, 3 * MS, 2 * MS)
    profiler.row()[:] = (1 * MS, 3 * MS, 2 * MS)
    found = profiler.to_json()  # 4, 4, 4, 12, 4
    assert found["slowest"] == {"tick": 3, "ms": 12.0, "system": "motion", "its_ms": 9.0}
    assert found["p99_over_p50"] == round((4.0 + 0.96 * 8.0) / 4.0, 3)
    out = io.StringIO()
    Console(file=out, width=200).print(profiler.table())
    told = " ".join(out.getvalue().split())
    assert "its p99 is 2.92 times its p50 the slowest, tick 3, took 12.00 ms, of which motion 9.00 ms" in told


def test_the_slowest_tick_keeps_its_number_when_the_ring_has_gone_round():
    profiler = Profiler(["a"], capacity=4)
    for ns in (1, 9, 2, 3, 4, 5, 1):
        profiler.row()[0] = ns * MS
    assert profiler.to_json()["slowest"] == {"tick": 5, "ms": 5.0, "system": "a", "its_ms": 5.0}
    assert Profiler(["a"]).to_json()["slowest"] is None


def test_without_a_step_there_is_no_ratio():
    profiler = Profiler(["a"])
    profiler.row()[0] = MS
    assert profiler.to_json()["ratio"] is None


def test_the_ring_keeps_the_last_ticks_only_oldest_first():
    profiler = Profiler(["a"], capacity=4)
    for ns in range(10):
        profiler.row()[0] = ns
    assert profiler.recorded()[:, 0].tolist() == [6, 7, 8, 9]


def test_a_row_that_is_used_again_starts_at_zero():
    profiler = Profiler(["a", "b"], capacity=1)
    profiler.row()[:] = 5
    profiler.row()[0] = 1
    assert profiler.recorded().tolist() == [[1, 0]]


def test_a_row_is_the_rings_own_memory():
    profiler = Profiler(["a"], capacity=2)
    first = profiler.row()
    profiler.row()
    assert profiler.row() is first


def test_what_was_cleared_does_not_count(profiler):
    profiler.clear()
    profiler.row()[0] = MS
    assert profiler.to_json()["ticks"] == 1
    assert profiler.timing()["tick_ms"]["max"] == 1.0


def test_nothing_recorded_is_zero_and_not_an_error():
    empty = Profiler(["a", "step"])
    assert empty.timing()["tick_ms"] == {"p50": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0}
    assert empty.chrome_trace()["traceEvents"] == []


def test_percentiles_are_in_ms():
    assert summaries_ms(Profiler(["a"]).recorded())[0]["max"] == 0.0
    profiler = Profiler(["a"])
    for ns in range(1, 101):
        profiler.row()[0] = ns * MS
    found = profiler.timing()["tick_ms"]
    assert found["p50"] == pytest.approx(50.5)
    assert found["p95"] == pytest.approx(95.05)
    assert found["max"] == 100.0


def test_a_trace_has_a_bar_for_each_system_inside_its_tick_in_microseconds(profiler):
    events = profiler.chrome_trace()["traceEvents"]
    json.dumps(events)
    assert {event["ph"] for event in events} == {"X"}
    ticks = [event for event in events if event["name"] == "tick"]
    assert [tick["ts"] for tick in ticks] == [0.0, 10_000.0, 20_000.0]
    assert [(event["name"], event["ts"], event["dur"]) for event in events[:4]] == [
        ("tick", 0.0, 4000.0),
        ("motion", 0.0, 1000.0),
        ("physics", 1000.0, 3000.0),
        ("step", 1000.0, 2000.0),
    ]


def test_ticks_without_a_start_are_laid_end_to_end():
    profiler = Profiler(["a"])
    for _ in range(3):
        profiler.row()[0] = 2000
    starts = [event["ts"] for event in profiler.chrome_trace()["traceEvents"] if event["name"] == "tick"]
    assert starts == [0.0, 2.0, 4.0]


def test_the_table_names_every_system_and_the_tick(profiler):
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(profiler.table())
    text = console.export_text()
    assert all(name in text for name in ("motion", "physics", "the engine's step", "tick", "75.0%", "2.00 times"))
