"""A person steers a lane: what keys ask for, how the body answers, and that all of it can be done again."""

from __future__ import annotations

import importlib.util
import re
from itertools import pairwise
from math import cos, degrees, hypot, pi, sin

import numpy as np
import pytest
from done_again import done_again

from components.clock import TICKS_PER_S
from components.course import Do, Runner
from game.base.paths import PROJECT
from game.cameras.camera_operator import Operator, Places
from game.plays.boxing.session.fists import FIGHT_CONTROLS
from game.plays.boxing.session.playing import Boxing
from game.plays.course.session.deeds import Act, Steer, TakeLane
from game.plays.course.session.playing import OnCourse
from game.plays.course.session.steering import COURSE_CONTROLS, HELP, Lane, LaneHands, lane_of, runners, way_of
from game.scenes.scene import load_scene
from game.session.controls import CONTROLS
from game.session.deeds import SetValue
from game.session.plays import KEYS, PADS
from game.session.recording import Opening, read_recording
from game.session.session import Session

FLAT = """
title = "Flat"
about = "Nothing but a lane."
[settings]
clip = "walk"
[[character]]
name = "world"
[course]
finish = 30.0
legs = []
"""


@pytest.fixture(scope="module")
def lane_person():
    """Who steers by what is to be seen; the real window's play has the same."""
    spec = importlib.util.spec_from_file_location("lane_person", PROJECT / "tests" / "window" / "lane_person.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def flat(tmp_path_factory):
    file = tmp_path_factory.mktemp("lane") / "flat.toml"
    file.write_text(FLAT)
    return str(file)


@pytest.fixture
def session(flat):
    """On a level floor, a second after it has been taken over: it stands."""
    made = Session(load_scene(flat), seed=2, players=1, opening=Opening(flat))
    later(made, 1.0)
    yield made
    made.close()


def later(session, seconds):
    for _ in range(round(TICKS_PER_S * seconds)):
        session.tick()


def hold(session, *keys, seconds):
    """Keys go down, time passes, they come up."""
    for key in keys:
        assert session.play_key(key, True)
    later(session, seconds)
    for key in keys:
        session.play_key(key, False)


def me(session):
    return session.simulation.characters["world"]


def falls(session):
    return session.simulation.report()["characters"]["world"]["falls"]


def turned(session, *keys, seconds):
    """deg to the left, of the body, step by step: it may go round."""
    before, whole = me(session).facing, 0.0
    for key in keys:
        session.play_key(key, True)
    for _ in range(round(12 * seconds)):
        later(session, 0.1 / 1.2)
        now = me(session).facing
        whole += (now - before + pi) % (2 * pi) - pi
        before = now
    for key in keys:
        session.play_key(key, False)
    return degrees(whole)


# --- keys to deeds


def test_no_key_of_a_lane_is_another_control_and_each_wish_has_one():
    keys = [control.key for control in COURSE_CONTROLS]
    assert len(keys) == len(set(keys))
    assert not set(keys) & {key for control in CONTROLS for key in control.keys}
    assert [control.does for control in COURSE_CONTROLS] == list(Lane)


def test_what_is_held_is_asked_for_once_until_the_runner_does_it():
    hands, runner = LaneHands("world"), Runner(0.0)

    def asked():
        deeds = hands.wishes(runner)
        for deed in deeds:
            deed.tell(runner)
        assert hands.wishes(runner) == []
        return deeds

    assert asked() == []
    for lane, down, wanted in (
        (Lane.FORWARD, True, [Steer("world", 1.0, 0.0)]),
        (Lane.LEFT, True, [Steer("world", 1.0, 1.0)]),
        (Lane.RIGHT, True, [Steer("world", 1.0, 0.0)]),
        (Lane.LEFT, False, [Steer("world", 1.0, -1.0)]),
        (Lane.FAST, True, [Steer("world", 1.0, -1.0, True)]),
        (Lane.FORWARD, False, [Steer("world", 0.0, -1.0, True)]),
    ):
        hands.press(lane, down)
        assert asked() == wanted, (lane, down)
    hands.press(Lane.FORWARD, True, PADS)
    hands.let_go(KEYS)
    assert asked() == [Steer("world", 1.0, 0.0)]


def test_a_jump_and_a_cartwheel_are_asked_for_once_a_press():
    hands = LaneHands("world")
    assert hands.press(Lane.JUMP, True) == Act("world", Do.JUMP)
    assert hands.press(Lane.JUMP, True) is None is hands.press(Lane.JUMP, False)
    assert hands.press(Lane.CARTWHEEL, True) == Act("world", Do.CARTWHEEL)


def test_a_stick_walks_and_turns_but_not_backwards():
    hands = LaneHands("world")
    hands.push(0.5, 1.0)
    assert hands.wish == (1.0, -0.5, False)
    hands.push(-1.0, -1.0)
    assert hands.wish == (0.0, 1.0, False)
    hands.press(Lane.LEFT, True)
    assert hands.wish == (0.0, 1.0, False), "no faster together"


def test_a_person_takes_one_lane_and_the_others_go_on_by_themselves():
    made = Session(load_scene("course"), players=1)
    before = len(made.history.deeds)
    assert [deed for _, deed in made.history.deeds] == [
        TakeLane("world"), *(SetValue(key, value, "world") for key, value in HELP.items())
    ]  # fmt: skip
    later(made, 2.0)
    there = {name: made.simulation.characters[name].place("pelvis")[0] for name in made.simulation.characters}
    assert there["world"] < 0.6 < 1.5 < min(there["playback"], there["parent"])
    assert len(made.history.deeds) == before, "nothing held, nothing done"
    made.close()
    assert lane_of(["a", "b"]) == "a"


def test_nobody_takes_a_lane_where_nobody_plays_or_there_is_none(flat):
    for scene, players in ((flat, 0), ("stage", 1)):
        made = Session(load_scene(scene), players=players)
        assert OnCourse.of(made).lane is None
        assert not made.play_key("W", True)
        made.close()


def test_keys_of_a_lane_do_not_box_and_those_of_boxers_do_not_steer():
    ring, course = (Session(load_scene(scene), players=1) for scene in ("boxing", "course"))
    for control in FIGHT_CONTROLS:
        assert not Boxing.of(course).key(control.key, True)
    for control in COURSE_CONTROLS:
        assert not OnCourse.of(ring).key(control.key, True)
    ring.close()
    course.close()


# --- deeds to the body


def test_it_stands_until_it_is_told_to_go_goes_at_once_and_stands_again(session):
    x, y, _ = me(session).place("pelvis")
    hold(session, "W", seconds=0.5)
    assert me(session).clip == "walk"
    session.play_key("W", True)
    later(session, 3.0)  # of which it speeds up for 1.3
    there = me(session).place("pelvis")
    assert there[0] - x > 2.0 and abs(there[1] - y) < 0.35
    session.play_key("W", False)
    later(session, 1.5)
    stopped = me(session).place("pelvis")
    later(session, 1.0)
    assert hypot(*(me(session).place("pelvis") - stopped)[:2]) < 0.1 and me(session).clip == "stand"
    assert falls(session) == 0


@pytest.mark.parametrize(("key", "side"), [("A", 1.0), ("D", -1.0)])
@pytest.mark.parametrize(
    ("held", "soon", "soon_s", "rate"),
    [((), 10.0, 0.33, 75.0), (("W",), 5.0, 0.33, 55.0), (("W", "LSHIFT"), 10.0, 0.8, 33.0)],
    ids=["on the spot", "walking", "running"],
)
def test_it_turns_at_once_and_by_so_much_a_second(session, key, side, held, soon, soon_s, rate):
    """deg, soon, and in each of the next two seconds. A running pelvis goes from side to side by 20 deg in 0.8 s."""
    turned(session, *held, seconds=2.4 if held else 0.0)
    assert side * turned(session, key, *held, seconds=soon_s) > soon
    assert side * turned(session, key, *held, seconds=1.6) / 1.6 > rate
    assert falls(session) == 0


def test_who_only_turns_stays_within_a_metre(session):
    before = me(session).place("pelvis")
    assert session.play_key("A", True)
    for _ in range(40):
        later(session, 0.1)
        assert hypot(*(me(session).place("pelvis") - before)[:2]) < 1.5
    assert falls(session) == 0


@pytest.mark.slow
def test_a_run_is_more_than_twice_a_walk_and_comes_to_a_stand_without_a_fall(session):
    for wait in (0.0, 0.1, 0.2, 0.3):  # wherever in the stride
        hold(session, "W", "LSHIFT", seconds=4.0 + wait)  # 3.2 m/s at 0.8 m/s2
        before = me(session).place("pelvis")
        hold(session, "W", "LSHIFT", seconds=1.0)
        assert hypot(*(me(session).place("pelvis") - before)[:2]) > 2.4
        later(session, 4.0)  # at 1.2 m/s2, and the last step
        assert me(session).clip == "stand" and falls(session) == 0


def test_a_jump_leaves_the_floor_and_the_walk_goes_on_after_it(session):
    hold(session, "W", seconds=1.0)
    session.play_key("W", True)
    session.play_key("J", True)
    session.play_key("J", False)
    x, heights = me(session).place("pelvis")[0], []
    for _ in range(260):
        session.tick()
        heights.append(min(me(session).place(foot)[2] for foot in ("left_foot", "right_foot")))
    assert max(heights) > heights[0] + 0.12
    later(session, 1.0)
    assert me(session).clip == "walk" and me(session).place("pelvis")[0] > x + 1.2
    assert falls(session) == 0


def test_a_cartwheel_goes_the_way_that_was_gone_and_the_walk_goes_on_that_way(session):
    hold(session, "W", seconds=1.0)
    before = me(session).place("pelvis")
    session.play_key("W", True)
    session.play_key("K", True)
    session.play_key("K", False)
    lowest = 9.9
    for _ in range(900):
        session.tick()
        lowest = min(lowest, me(session).place("head")[2])
    x, y, _ = me(session).place("pelvis") - before
    assert lowest < 0.8, "upside down"
    assert x > 2.5 and abs(y) < 0.35 * x
    later(session, 1.0)
    assert me(session).clip == "walk" and abs(me(session).facing) < 0.4
    assert falls(session) == 0


def test_what_is_asked_for_in_the_middle_of_a_jump_comes_to_nothing(session):
    session.play_key("J", True)
    later(session, 0.5)
    session.play_key("K", True)
    later(session, 3.0)
    assert me(session).clip == "stand"


@pytest.mark.slow
def test_after_a_fall_it_gets_up_and_goes_on_as_keys_are_held(session):
    session.play_key("W", True)
    later(session, 1.0)
    session.simulation.throw("crate", at="world", speed=15.0)
    events = session.simulation.stage.events
    while not any(event.kind == "getup" for event in events) and session.simulation.time < 20.0:
        session.tick()
    assert falls(session) == 1
    before = me(session).place("pelvis")
    later(session, 3.0)
    assert hypot(*(me(session).place("pelvis") - before)[:2]) > 1.0


# --- time


def test_while_the_time_stands_nothing_begins_and_what_was_let_go_is_let_go(session):
    session.play_key("W", True)
    later(session, 0.2)
    session.pause()
    assert not session.play_key("J", True) and session.play_key("W", False)
    session.pause()
    later(session, 0.1)
    runner = runners(session.simulation)["world"]
    assert (runner.forward, runner.act, runner.still) == (0.0, "", ())


@pytest.mark.slow
def test_a_recording_comes_to_the_same_state_and_a_look_back_changes_nothing(session, tmp_path):
    keys, random = [control.key for control in COURSE_CONTROLS], np.random.default_rng(5)
    for _ in range(600):
        session.play_key(str(random.choice(keys)), bool(random.random() < 0.5))
        session.tick()
    state = session.simulation.state_hash()
    session.go_to(session.history.now - 300)
    session.go_to(session.history.last)
    assert session.simulation.state_hash() == state
    file = tmp_path / "lane.json"
    session.recording().write(file)
    recording = read_recording(file)
    assert recording.players == 1
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash == state
    again.close()


# --- the whole lane


@pytest.mark.slow
@pytest.mark.parametrize("wheels", [False, True], ids=["round the blocks", "over them"])
def test_keys_alone_take_the_lane_from_start_to_finish(lane_person, wheels):
    """A cartwheel into the blocks ends on the floor once in five times: of three bodies two are there in time."""
    times = [
        keys_take_the_lane(lane_person, wheels, strength) for strength in ((0.96, 1.0, 1.04) if wheels else (1.0,))
    ]
    assert sorted(times)[len(times) // 2] < 35.0, times


def keys_take_the_lane(lane_person, wheels, strength):
    """s."""
    made = Session(load_scene("course"), seed=0, players=1, opening=Opening("course"))
    made.simulation.set("strength", strength)
    way = (lane_person.OVER, lane_person.WHEELS) if wheels else (lane_person.ROUND,)
    person, held = lane_person.Person(made, *way), set()
    while person.runner.finished_s is None and made.simulation.time < 60.0:
        if made.simulation.ticks % lane_person.LOOKS_EVERY == 0:
            wanted = person.wants()
            for key in sorted(wanted ^ held):
                made.play_key(key, key in wanted)
            held = wanted
        made.tick()
    found = made.simulation.report()["course"]["world"]
    assert found["finished_s"] is not None, found
    deeds = [deed for _, deed in made.history.deeds]
    assert {type(deed) for deed in deeds[len(HELP) + 1 :]} == ({Steer, Act} if wheels else {Steer})
    assert {deed.who for deed in deeds} == {"world"}
    made.close()
    return found["finished_s"]


# --- the camera


def test_the_camera_is_behind_whom_a_person_steers_and_w_leads_away_from_it(session):
    later(session, 0.5)
    assert way_of(session.simulation, "world") == pytest.approx(me(session).facing, abs=0.2)
    bones, first = session.simulation.stage.tables.bones.position, np.array([0, 36])
    operator = Operator(session.simulation.stage.engine.ground_height, "follow")
    for way, following in pairwise((0.0, 0.7, 2.0, -2.9)):
        operator.way = way
        operator.cut()
        operator.update(1 / 60, Places(bones, first), 16 / 9)
        operator.way = following
        for _ in range(240):
            camera = operator.update(1 / 60, Places(bones, first), 16 / 9)
        looks = -camera.axes[2][:2] / np.linalg.norm(camera.axes[2][:2])
        assert looks @ (cos(following), sin(following)) > 0.999
        back = bones.mean(axis=0)[:2] - camera.eye[:2]
        assert back @ (cos(following), sin(following)) > 2.0


# --- the page


def test_the_page_lists_the_keys_of_a_lane():
    page = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    text = page.partition("\n## The course\n")[2].partition("\n## ")[0].partition("\n| pad | does |\n")[0]
    wanted = [(control.shown, control.about) for control in COURSE_CONTROLS]
    assert re.findall(r"^\| `(\S+)` \| (.+?) \|$", text, re.MULTILINE) == wanted
