"""F7: a list, both sides from the present moment, to the bit, and back to one."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from components.prop import Prop
from game import __main__ as cli
from game.scenes.scene import load_scene
from game.session.comparing import captions
from game.session.controls import Action
from game.session.recording import Opening
from game.session.session import Session
from game.world.forking import fork
from game.world.simulation import Simulation


@pytest.fixture
def opened():
    made = []

    def of(scene, **more):
        made.append(Session(load_scene(scene), **more))
        return made[-1]

    yield of
    for session in made:
        session.close()


def later(session, seconds):
    for _ in range(round(60 * seconds)):
        session.advance(1 / 60)


def take(session, label):
    rows = [row.label for row in session.asking.rows]
    session.asking.chosen = rows.index(label)
    session.asking.key("RETURN")


@pytest.mark.slow(but=["stage-1.3", "ymca-2.0"])
@pytest.mark.parametrize(
    ("scene", "at_s"),
    [("stage", 1.3), ("barrage", 8.6), ("boxing", 8.0), ("ymca", 2.0), ("catch", 3.3), ("course", 4.0), ("crowd", 1.0)],
)
def test_a_fork_comes_to_the_same_to_the_bit(scene, at_s):
    with Simulation(scene, seed=1) as simulation:
        simulation.run(at_s)
        first = next(iter(simulation.characters))
        simulation.throw("ball", first)
        simulation.tick(20)
        simulation.clear()  # so that bodies of the engine have other numbers than in a new world
        simulation.throw("crate", first)
        simulation.tick(15)
        other, _ = fork(simulation)
        with other:
            for ticks in (0, 1, 10, 120):
                simulation.tick(ticks)
                other.tick(ticks)
                assert simulation.state_hash() == other.state_hash(), ticks


def test_it_asks_goes_on_from_now_on_both_sides_and_again_leaves(opened):
    session = opened("stage")
    session.change("clip", "walk")
    later(session, 1.0)
    ticks, place = session.simulation.ticks, session.simulation.characters["red"].place("pelvis")
    alone = session.simulation
    session.do(Action.COMPARE)
    assert session.rival is None, "it asks first"
    labels = [row.label for row in session.asking.rows]
    assert {"servo timed", "root free", "actuation external"} <= set(labels)
    assert not {"servo world", "root weak"} & set(labels), "what it is now is nothing to compare with"
    assert len(labels) == len(set(labels)) and all(row.about for row in session.asking.rows)
    take(session, "servo timed")
    left, right = session.history.worlds
    assert left is alone and session.rival is right
    assert left.ticks == right.ticks == ticks
    for world in (left, right):
        np.testing.assert_array_equal(world.characters["red"].place("pelvis"), place)
    assert (left.characters["red"].servo, right.characters["red"].servo) == ("world", "timed")
    assert captions(session) == ["servo world", "servo timed"]
    later(session, 0.5)
    assert left.ticks == right.ticks > ticks
    assert left.state_hash() != right.state_hash()
    session.do(Action.NEXT_SERVO)
    assert right.characters["red"].servo == "timed", "the one beside keeps its own"
    session.do(Action.COMPARE)
    assert session.rival is None and session.history.worlds == [alone] and right.stage.engine.closed
    assert session.asking is None
    later(session, 0.5)
    session.do(Action.COMPARE)
    assert session.asking is not None


@pytest.mark.bullet
@pytest.mark.parametrize("scene", ["stage", "boxing"])
def test_engines_are_compared_from_the_beginning_and_the_left_side_is_as_alone(opened, scene):
    session = opened(scene)
    session.change("strength", 0.9)
    later(session, 0.5)
    session.do(Action.COMPARE)
    take(session, "engine mujoco")
    left, right = session.history.worlds
    assert (left.engine, right.engine, left.ticks, right.ticks) == ("bullet", "mujoco", 0, 0)
    assert captions(session) == ["engine bullet", "engine mujoco"]
    assert {who.get("strength") for world in (left, right) for who in world.characters.values()} == {0.9}
    later(session, 1.0)
    session.throw_at("red")
    later(session, 1.0)
    assert left.ticks == right.ticks
    for world in (left, right):
        esper.switch_world(world.world)
        assert any(prop.thrown for _, prop in esper.get_component(Prop))
    last, ends = session.history.last, [world.state_hash() for world in session.history.worlds]
    session.go_to(last - 70), session.go_to(last)
    assert [world.state_hash() for world in session.history.worlds] == ends
    session.do(Action.COMPARE)
    assert session.history.worlds == [left] and right.stage.engine.closed


def test_it_is_left_without_a_choice_and_nothing_has_changed(opened):
    session = opened("stage")
    later(session, 0.3)
    session.do(Action.COMPARE)
    session.asking.key("ESCAPE")
    later(session, 0.2)
    with Simulation("stage") as other:
        other.tick(session.simulation.ticks)
        assert session.rival is None
    assert session.history.deeds == []


def test_the_left_side_is_what_it_would_have_been_alone_but_for_the_save(opened):
    """Forks are deeds, so a run with the same deeds and nobody beside comes to the same."""
    session = opened("stage", opening=Opening("stage"))
    later(session, 0.71)
    session.do(Action.COMPARE)
    take(session, "root free")
    later(session, 0.9)
    session.throw_at("red")
    later(session, 0.6)
    session.do(Action.COMPARE)
    later(session, 0.4)
    recording = session.recording()
    again = opened("stage", opening=Opening("stage"))
    again.replay(recording)
    for _ in range(recording.ticks):
        again.tick()
    again.catch_up()
    assert again.simulation.state_hash() == recording.state_hash


@pytest.mark.slow
def test_a_moment_since_the_fork_is_gone_back_to_on_both_sides(opened):
    session = opened("boxing")
    later(session, 6.03)
    session.do(Action.COMPARE)
    take(session, "servo parent")
    later(session, 1.0)
    last, ends = session.history.last, [world.state_hash() for world in session.history.worlds]
    session.go_to(last - 70)
    assert [world.ticks for world in session.history.worlds] == [last - 70] * 2
    session.go_to(last)
    assert [world.state_hash() for world in session.history.worlds] == ends


@pytest.mark.slow
def test_a_recording_with_a_comparison_in_it_is_done_again_by_the_command_line(opened, tmp_path, capsys):
    session = opened("boxing", opening=Opening("boxing"))
    later(session, 4.2)
    session.do(Action.COMPARE)
    take(session, "servo kinematic")
    later(session, 0.7)
    session.recording().write(tmp_path / "r.json")
    assert cli.main(["run", "boxing", "--replay", str(tmp_path / "r.json")]) == 0
    assert "it comes to the recorded state" in capsys.readouterr().out
