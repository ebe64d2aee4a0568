"""Entries that are called past numba's dispatcher."""

from __future__ import annotations

import numba
import pytest

from game.world.compiling import entries
from systems.kernels import straight, tick
from systems.kernels.signatures import signature


def of_tick():
    return {name.rpartition(".")[2]: entry for name, entry in entries().items() if name.startswith(tick.__name__)}


def test_those_with_arrays_of_their_own_are_still_asked_what_they_are_handed():
    known = of_tick()
    assert tick.find_jolts is known["find_jolts"] and tick.falling_tips is known["falling_tips"]
    assert tick.farthest_out is not known["farthest_out"] and tick.follow is not known["follow"]


@pytest.mark.parametrize("engine", [pytest.param("bullet", marks=pytest.mark.bullet), "mujoco"])
def test_arrays_that_nobody_asks_about_are_what_their_entries_say(made, engine):
    sim = made("barrage", engine=engine)
    known, t = of_tick(), sim.stage.tables
    for _ in range(40):
        sim.tick()
        rows = sim.stage.engine.touches(t.bodies.tolist())
        handed = {
            "read_bodies": (t.handle, t.base, t.raw),
            "take_touches": (t.handle, rows, t.bodies, 0.1),
            "find_impacts": (t.handle, sim.stage.engine.ground_ids),
        }
        for name, arguments in handed.items():
            assert tuple(numba.typeof(each) for each in arguments) == signature(known[name])
    assert len(rows)


def test_called_straight_it_comes_to_what_numba_comes_to(made):
    sim = made("boxing")
    sim.tick()
    assert tick.farthest_out(sim.stage.tables.handle) == of_tick()["farthest_out"](sim.stage.tables.handle) > 0.5


def test_too_few_arguments_and_what_is_no_number_are_refused(made):
    handle = made().stage.tables.handle
    for wrong in ((), (handle,), (handle, "x", 0.1), (handle, 1.0, None)):
        with pytest.raises(TypeError):
            tick.balance(*wrong)


def test_an_entry_is_loaded_when_it_is_first_called(monkeypatch):
    monkeypatch.setattr(straight, "CHECKED", True)
    before = tick.balance
    straight.call_straight(tick.__name__)
    assert tick.balance is before
