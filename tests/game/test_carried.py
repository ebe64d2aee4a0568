"""Things that are tied to bones, on either engine."""

from __future__ import annotations

import numpy as np
import pytest
from raw import both, raw

from components.errors import InputError

on_both = pytest.mark.parametrize("engine", both())


@on_both
def test_what_is_carried_goes_with_its_hand_until_it_is_dropped(made, engine):
    sim = made("stage", engine=engine, settings={"clip": "walk"})
    red, weight = sim.characters["red"], sim.carry("red", "left_hand", 2.0)
    sim.run(1.0)
    assert np.linalg.norm(raw(sim).place(red, "left_hand") - raw(sim).place_of(weight)) < 0.005
    sim.drop(weight)
    sim.run(1.0)
    assert raw(sim).place_of(weight)[2] < 0.1
    with pytest.raises(InputError, match="nobody carries"):
        sim.drop(weight)


@on_both
def test_saved_and_loaded_it_goes_on_to_the_bit_whatever_was_dropped_since(made, engine):
    sim = made("stage", engine=engine, servo="adaptive", settings={"clip": "walk"})
    sim.run(0.2)
    weight = sim.carry("red", "right_hand", 5.0, told=2.0)
    sim.run(0.3)
    saved = sim.save()
    sim.run(0.5)
    on = sim.state_hash()
    sim.drop(weight)
    sim.run(0.2)
    sim.load(saved)
    sim.run(0.5)
    assert sim.state_hash() == on


@on_both
def test_who_is_told_of_it_reckons_with_it(made, engine):
    sim = made("stage", engine=engine)
    red, mass = sim.characters["red"], sim.stage.tables.skeletons.total_mass[0]
    sim.carry("red", "left_hand", 5.0)
    assert sim.stage.tables.skeletons.total_mass[0] == mass
    weight = sim.carry("red", "right_hand", 5.0, told=4.0)
    assert sim.stage.tables.skeletons.total_mass[0] == pytest.approx(mass + 4.0)
    row = red.bones.index("right_hand")
    assert sim.stage.tables.skeletons.mass[row] == pytest.approx(red.rig.bones[row].mass + 4.0)
    sim.drop(weight)
    assert sim.stage.tables.skeletons.total_mass[0] == mass


@pytest.mark.parametrize(
    ("wrong", "says"), [({"bone": "tail"}, "no bone tail"), ({"mass": -1.0}, "mass"), ({"told": -2.0}, "told")]
)
def test_a_wrong_load_is_refused_in_one_line(made, wrong, says):
    with pytest.raises(InputError, match=says):
        made("stage").carry(**{"name": "red", "bone": "left_hand", "mass": 5.0} | wrong)
