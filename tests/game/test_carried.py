"""Things that are tied to bones, on either engine."""

from __future__ import annotations

import numpy as np
import pytest
from raw import both, raw

from components.errors import InputError
from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.deeds import Carry, PutDown
from game.session.hands import Ray
from game.session.recording import read_recording
from game.session.session import Session
from game.world.character import Character

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
def test_what_is_dropped_comes_out_of_its_bearer_and_is_then_met_by_him(made, engine):
    sim = made("stage", engine=engine, settings={"root": "meathook"})
    weight = sim.carry("red", "left_hand", 2.0)
    sim.run(0.2)
    sim.drop(weight)
    assert sim.stage.leaving
    sim.run(1.0)
    assert not sim.stage.leaving
    sim.stage.engine.shoot(weight, (2.0, 0.0, 1.3), (-8.0, 0.0, 0.0))
    sim.run(0.5)
    assert raw(sim).place_of(weight)[0] > -0.3


@on_both
@pytest.mark.parametrize("ticks", [1, 60])
def test_going_back_to_before_it_was_out_and_on_is_exact(made, engine, ticks):
    sim = made("stage", engine=engine)
    weight = sim.carry("red", "left_hand", 2.0)
    sim.run(0.1)
    sim.drop(weight)
    sim.tick(ticks)
    saved = sim.save()
    sim.run(1.0)
    on = sim.state_hash()
    sim.clear()
    sim.throw("ball", "red", speed=8.0)
    sim.run(0.5)
    sim.load(saved)
    sim.run(1.0)
    assert sim.state_hash() == on


@on_both
def test_a_thing_that_takes_the_number_of_what_was_carried_is_met(made, engine):
    """The engine keeps by numbers what goes through whom."""
    sim = made("stage", engine=engine, settings={"root": "meathook"})
    sim.drop(sim.carry("red", "left_hand", 2.0))
    sim.clear()
    crate = sim.throw("crate", "red", speed=8.0)
    sim.run(1.0)
    assert raw(sim).place_of(crate)[0] > 0.2


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


@pytest.fixture
def session():
    made = Session(load_scene("stage"))
    yield made
    made.close()


def point_at(session, place):
    eye = np.array([4.0, 1.0, 1.5])
    way = (np.asarray(place) - eye) / np.linalg.norm(np.asarray(place) - eye)
    session.hands.ray = Ray(eye, way, -way)


def later(session, seconds):
    for _ in range(round(seconds * 60)):
        session.advance(1 / 60)


@pytest.mark.bullet
def test_what_is_tied_and_let_go_by_hand_is_done_again_to_the_bit(session, tmp_path):
    later(session, 0.2)
    hand = session.simulation.characters["red"].place("left_hand")
    point_at(session, hand)
    session.do(Action.CARRY)
    later(session, 0.3)
    (thing,) = [prop for prop in Character.props() if prop.tied is not None]
    assert thing.kind == session.hands.thing
    session.history.go_to(session.history.now - 10)
    session.history.go_to(session.history.last)
    session.do(Action.CARRY)  # at the same bone again
    later(session, 0.3)
    assert [type(deed) for _, deed in session.history.deeds] == [Carry, PutDown]
    assert not any(prop.tied for prop in Character.props())
    session.recording().write(tmp_path / "r.json")
    recording = read_recording(tmp_path / "r.json")
    again = Session(load_scene("stage"))
    again.replay(recording)
    while again.simulation.ticks < recording.ticks:
        again.tick()
    assert again.simulation.state_hash() == recording.state_hash
    again.close()


@pytest.mark.bullet
def test_nothing_is_tied_to_the_floor(session):
    point_at(session, (1.0, 1.0, 0.0))
    session.do(Action.CARRY)
    assert not session.history.deeds
    assert any("nothing to tie it to" in text for text, _ in session.messages.lines())
