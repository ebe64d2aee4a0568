"""A person boxes: what keys ask for, how fast a body answers, and that all of it can be done again."""

from __future__ import annotations

import re

import numpy as np
import pytest
from done_again import done_again
from raw import p

from components.errors import InputError
from components.fight import BoutPhase, Fighter
from game.base.paths import PROJECT
from game.plays.boxing.session.deeds import Block, Ordered, TakeOver, Walk
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight, FightHands, fight_keys
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.controls import CONTROLS
from game.session.held import in_eighths
from game.session.plays import KEYS, PADS
from game.session.recording import Opening, read_recording
from game.session.session import Session


@pytest.fixture
def session():
    made = Session(load_scene("boxing"), seed=2, players=1, opening=Opening("boxing"))
    yield made
    made.close()


def held_by_red(session):
    """Where it walks, and what it blocks."""
    red = session.simulation.characters["red"].fighter
    return red.walk, red.block


def until_the_bell(session):
    while not any(event.kind == "bell" for event in session.simulation.stage.events):
        session.tick()


def test_no_key_of_a_boxer_is_another_control_of_the_first_player_or_another_boxer():
    keys = [control.key for control in FIGHT_CONTROLS]
    assert len(keys) == len(set(keys))
    others = {key for control in CONTROLS for key in control.keys}
    assert not {control.key for control in FIGHT_CONTROLS if control.player == 1} & others
    assert {control.fight for control in FIGHT_CONTROLS if control.player == 1} == set(Fight)
    assert {control.fight for control in FIGHT_CONTROLS if control.player == 2} == set(Fight)


def test_punches_go_where_they_are_aimed_and_as_hard_as_they_were_charged():
    hands = FightHands("red", player=1)
    assert hands.press(Fight.JAB, True) == Ordered("red", "jab", "head", 1.0)
    assert hands.press(Fight.JAB, True) is None is hands.press(Fight.JAB, False)
    hands.press(Fight.LOW, True)
    assert hands.press(Fight.CROSS, True) == Ordered("red", "body_cross", "body", 1.0)
    hands.press(Fight.LOW, False)
    hands.press(Fight.POWER, True)
    hands.pass_time(0.25)
    assert hands.press(Fight.HOOK, True) == Ordered("red", "hook", "head", 1.15)
    hands.pass_time(9.0)
    assert hands.press(Fight.UPPERCUT, True) == Ordered("red", "uppercut", "head", 1.3)
    hands.press(Fight.POWER, False)
    hands.pass_time(0.1)
    hands.press(Fight.HOOK, False)
    assert hands.press(Fight.HOOK, True) == Ordered("red", "hook", "head", 1.0)


def test_a_punch_goes_off_for_each_that_is_pressed_whatever_else_is_down():
    hands = FightHands("red", player=1)
    assert hands.press(Fight.JAB, True, KEYS) == hands.press(Fight.JAB, True, PADS) is not None
    assert hands.press(Fight.DUCK, True, PADS) == Ordered("red", "duck")
    assert hands.press(Fight.JAB, False, KEYS) is None
    assert hands.press(Fight.JAB, True, KEYS) is not None


def test_steps_and_blocks_are_asked_for_until_the_boxer_does_what_is_held():
    hands, fighter = FightHands("red", player=1), Fighter("blue", "red")

    def asked():
        deeds = hands.wishes(fighter)
        for deed in deeds:
            deed.tell(fighter)
        assert hands.wishes(fighter) == []
        return deeds

    assert asked() == []
    for fight, down, wanted in (
        (Fight.FORWARD, True, [Walk("red", 1.0, 0.0)]),
        (Fight.LEFT, True, [Walk("red", 1.0, 1.0)]),
        (Fight.RIGHT, True, [Walk("red", 1.0, 0.0)]),
        (Fight.FORWARD, False, [Walk("red", 0.0, 0.0)]),
        (Fight.BLOCK, True, [Block("red", "high")]),
        (Fight.LOW, True, [Block("red", "low")]),
        (Fight.BLOCK, False, [Block("red", "")]),
        (Fight.LOW, False, []),
        (Fight.LEFT, False, [Walk("red", 0.0, -1.0)]),
    ):
        hands.press(fight, down)
        assert asked() == wanted, (fight, down)
    hands.press(Fight.BLOCK, True, PADS)
    hands.let_go(KEYS)
    assert asked() == [Walk("red", 0.0, 0.0), Block("red", "high")]
    hands.let_go(PADS)
    assert asked() == [Block("red", "")] and not hands.held


@pytest.mark.parametrize("now", [0.0, 0.3, -0.49, 1.0])
def test_a_stick_is_never_farther_than_it_trembles_from_where_it_is_said_to_be(now):
    for was in np.linspace(-1, 1, 17).tolist():
        found = in_eighths(now, was)
        assert found * 8 == round(found * 8) and abs(found - now) <= 0.1
        assert in_eighths(now, found) == found
    assert in_eighths(0.0, 0.125) == 0.0 and in_eighths(1.0, 0.875) == 1.0, "its ends are reached"


def test_a_person_takes_the_red_corner_over(session):
    characters = session.simulation.characters
    assert characters["red"].fighter.style == "" and characters["blue"].fighter.style != ""
    assert set(fight_keys(0)) == set() and "NUM_1" not in fight_keys(1) and "NUM_1" in fight_keys(2)


@pytest.mark.bullet
def test_the_fist_is_on_its_way_three_ticks_after_the_key(session):
    until_the_bell(session)
    for _ in range(60):
        session.tick()
    red = session.simulation.characters["red"]
    client, link = session.simulation.client, red.link("left_hand")

    def speed():
        own = np.array(p.getLinkState(red.body, link, computeLinkVelocity=1, physicsClientId=client)[6])
        return float(np.linalg.norm(own - p.getBaseVelocity(red.body, physicsClientId=client)[0]))

    before = speed()
    assert session.play_key("J", True)
    for _ in range(3):
        session.tick()
    assert red.fighter.move == "jab" and red.fighter.contact[0] <= 0.35
    assert speed() > before + 0.2


def test_between_rounds_and_while_the_time_stands_still_keys_are_not_punches(session):
    session.clock.paused = True
    assert not session.play_key("J", True)
    session.clock.paused = False
    session.play_key("J", True)  # before the bell
    for _ in range(5):
        session.tick()
    assert session.simulation.characters["red"].fighter.thrown == 0


def test_behind_the_help_keys_are_no_punches_and_what_is_still_held_afterwards_counts(session):
    until_the_bell(session)
    session.helping = True
    for key in ("J", "W", "O"):
        assert session.play_key(key, True), "they are not anything else either"
    assert session.advance(1.0) == 0
    assert session.play_key("W", False)
    session.helping = False
    session.advance(0.1)
    assert session.simulation.characters["red"].fighter.thrown == 0
    assert held_by_red(session) == ((0.0, 0.0), "high")


@pytest.mark.slow
def test_a_game_in_which_the_help_was_read_comes_to_the_same_state_when_it_is_done_again(session):
    random = np.random.default_rng(3)
    for frame in range(400):
        session.play_key(str(random.choice(["W", "J", "K", "O", "U"])), bool(random.random() < 0.5))
        if frame % 50 == 20:
            session.helping = not session.helping
        session.advance(1 / 60)
    assert 0 < session.simulation.ticks < 700
    recording = session.recording()
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash == session.simulation.state_hash()
    again.close()


def test_what_was_let_go_while_the_time_stood_is_let_go_and_the_future_is_not_lost(session):
    for key in ("S", "O"):
        session.play_key(key, True)
    for _ in range(30):
        session.tick()
    assert held_by_red(session) == ((-1.0, 0.0), "high")
    last = session.history.last
    session.go_to(last - 5)
    for key in ("S", "O"):
        assert session.play_key(key, False)
    assert session.history.last == last
    session.go_to(last)
    assert held_by_red(session) == ((-1.0, 0.0), "high")
    session.pause()
    session.tick()
    assert held_by_red(session) == ((0.0, 0.0), "")


def test_who_goes_back_to_a_moment_of_walking_stops_where_nothing_is_held_now(session):
    session.play_key("S", True)
    for _ in range(20):
        session.tick()
    session.play_key("S", False)
    for _ in range(20):
        session.tick()
    session.go_to(10)
    assert held_by_red(session) == ((-1.0, 0.0), "")
    session.pause()
    session.tick()
    assert held_by_red(session) == ((0.0, 0.0), "")


@pytest.mark.parametrize("phase", [BoutPhase.COUNT, BoutPhase.REST])
def test_while_the_referee_leads_nothing_is_asked_for_and_afterwards_what_is_held_then(session, phase):
    until_the_bell(session)
    session.play_key("O", True)
    session.play_key("W", True)
    session.tick()
    assert held_by_red(session) == ((1.0, 0.0), "high")
    bout, asked = session.simulation.bout, len(session.history.deeds)
    for _ in range(5):
        bout.phase, bout.clock_s = phase, 0.0
        session.tick()
    walk, block = held_by_red(session)
    assert walk != (1.0, 0.0) and block == ""
    assert len(session.history.deeds) == asked
    session.play_key("W", False)
    bout.phase = BoutPhase.FIGHT
    session.tick()
    assert held_by_red(session) == ((0.0, 0.0), "high")


def test_what_keys_hold_is_let_go_when_another_window_has_them_and_pads_keep_theirs(session):
    session.play_key("W", True)
    Boxing.of(session).press(1, Fight.BLOCK, True, PADS)
    session.tick()
    session.let_go()
    session.tick()
    assert held_by_red(session) == ((0.0, 0.0), "high")


def test_a_recorded_game_comes_to_the_same_state_and_the_same_result(session, tmp_path):
    until_the_bell(session)
    keys = ["W", "J", "K", "L", "I", "O", "U", "A", "SEMICOLON", "LSHIFT"]
    random = np.random.default_rng(5)
    for _ in range(300):
        session.play_key(str(random.choice(keys)), bool(random.random() < 0.5))
        session.tick()
    file = tmp_path / "game.json"
    session.recording().write(file)
    recording = read_recording(file)
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash == session.simulation.state_hash()
    again.close()


@pytest.mark.slow
def test_a_look_back_into_a_fight_leaves_it_as_it_was(session):
    until_the_bell(session)
    for n in range(400):
        if n % 40 == 0:
            session.play_key("J", n % 80 == 0)
        session.tick()
    state = session.simulation.state_hash()
    session.go_to(session.history.now - 200)
    session.go_to(session.history.last)
    assert session.simulation.state_hash() == state


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"opening": {"scene": "boxing"}}', "\x00\x01", '{"opening": 3, "seed": -1}']
)
def test_what_is_no_recording_is_told_in_one_line(tmp_path, text):
    file = tmp_path / "wrong.json"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        read_recording(file)
    assert "is no recording" in str(error.value) and "wrong.json" in str(error.value) and "\n" not in str(error.value)


def test_a_recording_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_recording(tmp_path / "nothing.json")


@pytest.mark.soak
def test_a_fight_is_won_with_keys_alone():
    """Of the committed game: nothing in it but punches, steps and blocks of the red corner, and red wins."""
    recording = read_recording(PROJECT / "tests" / "game" / "won_by_keys.json")
    assert {type(deed) for _, deed in recording.deeds} <= {TakeOver, Ordered, Walk, Block}
    assert {deed.who for _, deed in recording.deeds} == {"red"} and recording.players == 1
    again = done_again(recording)
    assert again.simulation.bout.winner == "red"
    assert again.simulation.state_hash() == recording.state_hash
    again.close()


@pytest.mark.soak
@pytest.mark.parametrize("level", [1, 2, 3])
def test_who_does_nothing_loses(level):
    session = Session(load_scene("boxing", {}), seed=level, players=1)
    try:
        session.simulation.characters["blue"].fighter.level = level
        while session.simulation.bout.phase is not BoutPhase.OVER and session.simulation.time < 400.0:
            session.tick()
        assert session.simulation.bout.winner == "blue", session.simulation.bout.how
    finally:
        session.close()


def test_the_page_lists_the_keys_of_both_boxers():
    page = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    text = page.partition("\n## Boxing\n")[2].partition("\n## ")[0]
    first, second = ({c.fight: c for c in FIGHT_CONTROLS if c.player == player} for player in (1, 2))
    wanted = [(first[fight].shown, second[fight].shown, first[fight].about) for fight in first]
    assert re.findall(r"^\| `(\S+)` \| `([^`]+)` \| (.+?) \|$", text, re.MULTILINE) == wanted
