"""Entries that are called past numba's dispatcher."""

from __future__ import annotations

import pytest

from game.world.compiling import entries
from systems.kernels import straight, tick


def of_tick():
    return {name.rpartition(".")[2]: entry for name, entry in entries().items() if name.startswith(tick.__name__)}


def test_those_with_arrays_of_their_own_are_still_asked_what_they_are_handed():
    known = of_tick()
    assert tick.take_touches is known["take_touches"] and tick.find_impacts is known["find_impacts"]
    assert tick.farthest_out is not known["farthest_out"] and tick.follow is not known["follow"]


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
