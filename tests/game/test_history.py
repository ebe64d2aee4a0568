"""Going back and on again: exact, whatever was done in between."""

from __future__ import annotations

import functools
import operator

import pytest
from done_again import done_again

from game.scenes.scene import load_scene
from game.session.deeds import Clear, Grip, Launch, LetGo, Marked, Pull, SetValue, Shove
from game.session.history import KEY_TICKS, History
from game.session.recording import Opening
from game.session.session import Session
from game.world.simulation import Simulation

THROW = Launch("crate", (2.0, 0.1, 1.3), (-5.0, 0.0, 1.5))


@pytest.fixture
def made():
    opened = []

    def make(scene="stage", **how):
        opened.append(Simulation(scene, **how))
        return History([opened[-1]])

    yield make
    for simulation in opened:
        simulation.close()


def play(history, ticks, deeds=()):
    """So many ticks, with deeds at some of them; the hash after each."""
    due, hashes = dict(deeds), []
    for tick in range(ticks):
        for deed in due.get(tick, ()):
            history.do(deed)
        history.tick()
        hashes.append(history.worlds[0].state_hash())
    return hashes


EVERYTHING = {
    30: [THROW],
    55: [SetValue("servo", "parent"), SetValue("gravity", 8.0)],
    70: [Pull(Grip(who="red", bone="left_hand"), (0.5, 0.5, 1.4))],
    110: [LetGo(), Shove(Grip(who="red", bone="head"), (30.0, 0.0, 0.0), (0.0, 0.0, 1.7), 0.1)],
    130: [SetValue("clip", "walk", "red")],
    150: [Clear(), Launch("ball", (0.0, 2.0, 1.3), (0.0, -6.0, 1.0))],
}


def test_a_run_that_goes_back_and_on_comes_to_the_same_states_as_one_that_never_left(made):
    never_left, wanderer = made(), made()
    hashes = play(never_left, 300, EVERYTHING.items())
    play(wanderer, 300, EVERYTHING.items())
    for tick in (300, 1, 299, 120, 121, 119, 131, 130, 56, 260, 300):
        wanderer.go_to(tick)
        if tick not in (*EVERYTHING, KEY_TICKS, 2 * KEY_TICKS):  # a state before the deeds and the save of its tick
            assert wanderer.worlds[0].state_hash() == hashes[tick - 1], tick
    assert not wanderer.away
    assert play(wanderer, 60) == play(never_left, 60)


@pytest.mark.slow(but=["60"])
@pytest.mark.parametrize("tick", [60, KEY_TICKS, 170])
def test_going_on_from_the_past_is_the_run_that_never_left(made, tick):
    never_left, wanderer = made("barrage"), made("barrage")
    play(never_left, tick)
    play(wanderer, 200)
    wanderer.go_to(tick)
    assert wanderer.away
    assert play(wanderer, 100) == play(never_left, 100)
    assert not wanderer.away and wanderer.last == tick + 100


def test_what_is_done_in_the_past_replaces_what_came_after_it(made):
    changed, straight = made(), made()
    play(changed, 200, {100: [THROW]}.items())
    changed.go_to(90)
    changed.do(SetValue("servo", "off"))
    play(straight, 90)
    straight.do(SetValue("servo", "off"))
    assert play(changed, 100) == play(straight, 100)


def test_a_deed_of_the_present_moment_is_there_again_after_a_look_back(made):
    history, other = made(), made()
    for each in (history, other):
        play(each, 50)
        each.do(THROW)
    history.go_to(20)
    history.go_to(50)
    assert play(history, 40) == play(other, 40)


HELD = {
    "pull": Pull(Grip(thing=0), (2.0, 1.0, 2.0)),
    "shove": Shove(Grip(thing=0), (0.0, 0.0, 30.0), (0.0, 0.0, 0.0), 3.0),
}


@pytest.mark.parametrize("engine", ["bullet", "mujoco"])
@pytest.mark.parametrize("how", HELD)
def test_what_holds_or_pushes_a_thing_does_so_still_where_the_engine_has_another_number_for_it(made, how, engine):
    history = made(engine=engine)
    hashes = play(history, 150, {30: [Launch("ball", (2.0, 0.0, 1.0), (0.0, 0.0, 3.0))], 100: [HELD[how]]}.items())
    history.go_to(10)
    for tick in (150, 130):
        history.go_to(tick)
        assert history.worlds[0].state_hash() == hashes[tick - 1], tick


@pytest.mark.parametrize("engine", ["bullet", "mujoco"])
@pytest.mark.parametrize("how", HELD)
def test_what_holds_or_pushes_a_thing_that_is_gone_lets_go(made, how, engine):
    history = made(engine=engine)
    history.do(Launch("ball", (2.0, 0.0, 1.0)))
    history.tick()
    history.do(HELD[how])
    history.do(Clear())
    history.tick()
    history.do(Launch("ball", (2.0, 0.0, 1.0)))
    history.tick()
    history.do(HELD[how])
    history.tick()
    history.do(Clear())
    history.do(Launch("ball", (2.0, 0.0, 1.0)))  # the engine may well give it the same number
    history.tick()
    stage = history.worlds[0].stage
    assert (stage.drag, stage.hand, stage.pushes) == (None, None, ())


@pytest.mark.parametrize("later", [0, 40])
def test_a_deed_can_be_undone_and_what_was_done_before_it_at_the_same_tick_stays(made, later):
    history, other = made(), made()
    play(history, 80)
    history.do(SetValue("strength", 0.5))
    history.do(THROW)
    play(history, later)
    assert history.undo(THROW)
    play(other, 80)
    other.do(SetValue("strength", 0.5))
    assert history.now == 80 and not history.away
    assert play(history, 60) == play(other, 60)


@pytest.mark.slow
def test_only_20_seconds_are_kept(made):
    history = made()
    history.do(THROW)
    for _ in range(2600):
        history.tick()
    assert history.first == 2600 - 2400
    assert len(history.keys) <= 22
    history.go_to(0)
    assert history.now == 200
    assert not history.undo(THROW)


def test_deeds_can_be_written_down_and_read_again():
    import msgspec

    from game.session.deeds import every_deed

    any_deed = functools.reduce(operator.or_, every_deed())
    deeds = [deed for some in EVERYTHING.values() for deed in some]
    assert msgspec.json.decode(msgspec.json.encode(deeds), type=list[any_deed]) == deeds


# --- how a scene begins, and what has been done


def test_who_goes_back_to_the_very_start_still_plays():
    session = Session(load_scene("boxing"), players=1)
    try:
        for _ in range(40):
            session.history.tick()
        session.history.go_to(0)
        assert session.history.now == 0 and session.simulation.characters["red"].fighter.style == ""
        session.history.tick()
        assert session.simulation.characters["red"].fighter.style == ""
        assert [type(deed).__name__ for _, deed in session.recording().deeds] == ["TakeOver"]
    finally:
        session.close()


def test_a_recording_holds_what_was_done_and_nothing_that_is_still_to_come(made):
    history, straight = made(), made()
    play(history, 100, {60: [THROW]}.items())
    history.go_to(60)  # its tick, but it is not done yet
    assert history.done == []
    play(straight, 60)
    assert history.worlds[0].state_hash() == straight.worlds[0].state_hash()
    history.go_to(61)
    assert history.done == [(60, THROW)]
    history.go_to(100)
    assert history.done == history.deeds == [(60, THROW)]


def test_the_beginning_of_a_scene_cannot_be_undone(made):
    history = made()
    first = SetValue("strength", 0.5)
    history.do(first)
    history.begin()
    play(history, 30)
    assert not history.undo(first)
    history.go_to(0)
    assert history.worlds[0].characters["red"].get("strength") == 0.5
    history.tick()
    assert history.done == [(0, first)]


def comes_to_the_same(session, recording):
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash
    again.close()
    session.close()


@pytest.mark.slow
@pytest.mark.bullet
def test_who_goes_back_to_before_two_stage_collisions_has_a_recording_that_comes_to_the_same():
    opening = Opening("bend", {"engine": "bullet"})
    session = Session(opening.load(), opening=opening)
    for _ in range(30):
        session.tick()
    session.history.do(SetValue("collisions", "two_stage"))
    for _ in range(15):
        session.tick()
    session.go_to(0)
    for _ in range(60):
        session.tick()
    comes_to_the_same(session, session.recording())


@pytest.mark.slow
@pytest.mark.bullet
def test_what_is_marked_is_the_save_that_was_loaded_last_and_not_an_earlier_one_that_was_only_looked_at():
    """Back to the very start to look, then on from a later save: what lay between was done before the collisions."""
    opening = Opening("bend", {"engine": "bullet"})
    session = Session(opening.load(), opening=opening)
    for _ in range(KEY_TICKS + 40):
        session.tick()
    session.history.do(SetValue("collisions", "two_stage"))
    session.tick()
    for tick in (KEY_TICKS + 20, 10, KEY_TICKS + 20):
        session.go_to(tick)
    session.tick()
    recording = session.recording()
    assert [tick for tick, deed in recording.deeds if isinstance(deed, Marked)] == [KEY_TICKS]
    comes_to_the_same(session, recording)


@pytest.mark.slow
def test_what_was_done_in_the_tick_of_a_comparison_stays_done_where_somebody_goes_back_to_it():
    session = Session(load_scene("stage"), opening=Opening("stage", {}))
    for _ in range(30):
        session.tick()
    session.history.do(SetValue("actuation", "external", limb="legs"))
    session.history.do(THROW)
    session.history.fork()
    for _ in range(20):
        session.tick()
    session.history.join()
    session.go_to(0)
    assert session.simulation.ticks == 30
    session.history.do(SetValue("strength", 1.2))
    for _ in range(20):
        session.tick()
    comes_to_the_same(session, session.recording())
