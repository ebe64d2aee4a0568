"""A session without a window: what keys do to the world, and that none of it is lost or half done."""

from __future__ import annotations

import numpy as np
import pytest
from gathered import for_each

from components.law import LAWS
from components.settings import WorldSettings, declared, groups
from game.scenes.props import prop_kinds
from game.scenes.scene import load_scene
from game.scripts.info import script_names
from game.session.controls import CONTROLS, Action
from game.session.hands import Ray
from game.session.messages import Messages
from game.session.session import Session
from game.session.setting_controls import AT_START, MIXED
from game.sound.metronome import played
from systems.draw.shows import Show
from systems.stage import Event

TIMED = ("timed", "timed_published", "timed_single", "timed_tuned")
OF_THE_WINDOW = {
    Action.CAMERA_FIGHT, Action.CAMERA_FOLLOW, Action.CAMERA_SHOT, Action.CAMERA_ALL, Action.QUALITY, Action.SCALE,
    Action.PANEL, Action.FULLSCREEN, Action.PICTURE, Action.FILM, Action.EXPORT, Action.MUTE, Action.MENU,
}  # fmt: skip


@pytest.fixture
def opened():
    made = []

    def open_(scene="stage"):
        made.append(Session(load_scene(scene)))
        return made[-1]

    yield open_
    for session in made:
        session.close()


@pytest.fixture
def session(opened):
    return opened()


def later(session, seconds):
    for _ in range(round(seconds * 60)):
        session.advance(1 / 60)


def point_at(session, name="red", bone=None):
    character = session.simulation.characters[name]
    eye = np.array([4.0, -1.0, 1.6])
    way = character.place(bone or character.chest) + np.array([0.0, 0.0, 0.05]) - eye
    session.hands.ray = Ray(eye, way / np.linalg.norm(way), -way / np.linalg.norm(way))


def said(session):
    return [text for text, _ in session.messages.lines()]


def test_every_control_is_done_by_the_session_or_by_the_window(session):
    assert {control.action for control in CONTROLS} - OF_THE_WINDOW == set(session.actions)
    assert set(Action) == {control.action for control in CONTROLS}


def test_no_key_does_two_things():
    keys = [key for control in CONTROLS for key in control.keys]
    assert len(keys) == len(set(keys))


def test_real_time_is_120_ticks_a_second_and_half_speed_60(session):
    later(session, 2.0)
    assert abs(session.simulation.ticks - 240) <= 1
    session.clock.speed = 0.5
    later(session, 2.0)
    assert abs(session.simulation.ticks - 360) <= 1


def test_space_stops_the_time_and_n_and_b_go_a_tick_on_and_back(session):
    later(session, 0.5)
    session.do(Action.PAUSE)
    ticks, state = session.simulation.ticks, session.simulation.state_hash()
    later(session, 0.5)
    assert session.simulation.ticks == ticks
    session.do(Action.STEP)
    assert session.simulation.ticks == ticks + 1
    session.do(Action.STEP_BACK)
    assert session.simulation.ticks == ticks and session.simulation.state_hash() == state
    session.do(Action.PAUSE)
    later(session, 0.1)
    assert session.simulation.ticks > ticks


@pytest.mark.slow
def test_a_look_5_s_back_and_on_is_the_run_that_never_left(opened):
    straight, looker = opened("barrage"), opened("barrage")
    for each in (straight, looker):
        later(each, 3.0)
    for _ in range(120):
        looker.tick()  # a future that is given up
    for _ in range(8):
        looker.do(Action.BACK)
    while looker.history.now < straight.simulation.ticks:
        looker.do(Action.STEP)
    assert looker.history.away
    looker.do(Action.PAUSE)
    for each in (straight, looker):
        for _ in range(240):
            each.tick()
    assert looker.simulation.state_hash() == straight.simulation.state_hash()


def test_a_throw_hits_and_a_retry_throws_the_same_again_at_another_mode(session):
    later(session, 0.5)
    session.hands.thing, session.hands.speed = "crate", 7.0
    point_at(session)
    before = session.simulation.ticks
    session.do(Action.THROW)
    later(session, 1.0)
    assert any(event.kind == "hit" for event in session.simulation.stage.events)
    after = session.simulation.ticks
    session.do(Action.RETRY)
    assert session.simulation.ticks == before
    assert session.simulation.characters["red"].servo != "world"
    assert session.last_try.at(before + 10) is not None and session.last_try.at(after + 1) is None
    later(session, 0.05)
    (thing,) = session.simulation.stage.names.keys() - {session.simulation.characters["red"].body}
    assert session.simulation.stage.names[thing] == "crate"


def test_a_retry_with_nothing_thrown_says_so(session):
    session.do(Action.RETRY)
    assert said(session) == ["nothing was thrown yet"]


def test_things_are_put_pushed_and_cleared_away(session):
    later(session, 0.2)
    eye = np.array([4.0, 0.0, 2.0])
    way = np.array([1.5, 0.5, 0.0]) - eye
    session.hands.ray = Ray(eye, way / np.linalg.norm(way), np.array([1.0, 0.0, 0.0]))
    session.hands.thing = "block"
    session.do(Action.SPAWN)
    later(session, 0.5)
    props = [body for body, name in session.simulation.stage.names.items() if name == "block"]
    assert len(props) == 1
    place = np.array(session.simulation.stage.engine.place_of(props[0])[0])
    assert place == pytest.approx([1.5, 0.5, 0.1], abs=0.02)
    session.do(Action.PUSH)
    later(session, 0.5)
    moved = np.array(session.simulation.stage.engine.place_of(props[0])[0]) - place
    assert moved[0] < -0.05
    session.do(Action.CLEAR)
    later(session, 0.1)
    assert "block" not in session.simulation.stage.names.values()


def test_a_throw_says_where_it_goes_when_nobody_is_under_the_cursor(session):
    later(session, 0.2)
    point_at(session)
    session.do(Action.THROW)
    assert session.last_throw is not None and not said(session)
    eye = np.array([4.0, -1.0, 1.6])
    session.last_throw = None
    for way, text, thrown in ((-1.0, "thrown at the ground", True), (1.0, "nothing is there", False)):
        session.hands.ray = Ray(eye, np.array([0.0, 0.0, way]), np.array([0.0, 0.0, -way]))
        session.do(Action.THROW)
        assert said(session)[-1] == f"{text}: T throws at what is under the cursor"
        assert (session.last_throw is not None) is thrown
        session.last_throw = None


def test_who_grabs_while_the_time_stands_is_told_once_how_it_goes_on(session):
    later(session, 0.5)
    session.do(Action.BACK)
    session.hands.ray = Ray(np.array([4.0, -1.0, 1.6]), np.array([0.0, 0.0, -1.0]), np.array([0.0, 0.0, 1.0]))
    assert not session.grab() and not said(session), "the ground: whoever drags there turns the camera"
    point_at(session)
    for _ in range(2):
        assert not session.grab()
        assert said(session) == ["Space first: nobody can be pulled while time stands still"]
        later(session, 5.0)
        assert not session.grab() and not said(session), "once is enough"
        session.do(Action.PAUSE)
        later(session, 0.1)
        point_at(session)
        assert session.grab() and not said(session)
        session.release()
        session.do(Action.PAUSE)


@pytest.mark.slow
def test_dragging_by_the_head_and_letting_go_ends_on_its_feet(session):
    later(session, 0.5)
    point_at(session, bone="head")
    assert session.grab() and session.hands.held == "red's head"
    for _ in range(90):
        session.hands.ray.eye[1] -= 1.2 / 60
        session.advance(1 / 60)
    assert session.simulation.characters["red"].place("head")[1] < -1.0
    session.release()
    assert session.simulation.stage.drag is None
    later(session, 12.0)
    assert session.simulation.characters["red"].phase == "awake"
    assert session.simulation.characters["red"].place("head")[2] > 1.3


@for_each("key", [key for key in declared() if key not in AT_START])
def test_every_setting_can_be_chosen_and_changed_by_keys(session, key):
    keys = session.settings()
    while session.setting != key:
        session.do(Action.SETTING_DOWN)
    assert len(keys) == len(declared()) - len(AT_START)
    before = session.value(key)
    session.do(Action.VALUE_UP)
    assert session.value(key) != before, said(session)
    later(session, 0.1)
    session.do(Action.VALUE_DOWN)
    session.do(Action.DEFAULT)
    assert session.value(key) == declared()[key].default
    later(session, 0.1)


def test_settings_are_of_all_or_of_the_chosen_one(opened):
    session = opened("boxing")
    session.do(Action.NEXT_CHARACTER)
    assert session.chosen == "red"
    session.change("strength", 2.0)
    session.do(Action.NEXT_CHARACTER)
    session.do(Action.NEXT_CHARACTER)
    assert session.chosen is None and session.value("strength") == MIXED
    session.change("strength", 0.5)
    assert session.value("strength") == 0.5


@pytest.mark.parametrize(
    ("key", "value"),
    [("strength", float("nan")), ("strength", 1e9), ("servo", "magic"), ("clip", "nope"), ("nope", 1), ("gravity", "x"),
     ("ground", "tiles"), ("iterations", 2.5)],
)  # fmt: skip
def test_a_wrong_value_is_said_and_changes_nothing(session, key, value):
    later(session, 0.1)
    before = session.simulation.state_hash(), {k: session.value(k) for k in declared()}
    assert not session.change(key, value)
    (reason,) = said(session)
    assert key in reason or "clip" in reason
    assert (session.simulation.state_hash(), {k: session.value(k) for k in declared()}) == before
    later(session, 0.1)


def test_side_by_side_both_get_the_same_throws_with_another_servo(session):
    session.change("clip", "guard")
    session.do(Action.COMPARE)
    session.asking.chosen = [row.label for row in session.asking.rows].index("servo timed")
    session.asking.key("RETURN")
    left, right = session.history.worlds
    assert (left.characters["red"].servo, right.characters["red"].servo) == ("world", "timed")
    assert left.characters["red"].clip == right.characters["red"].clip == "guard"
    point_at(session)
    later(session, 0.5)
    session.do(Action.THROW)
    later(session, 0.2)
    assert left.ticks == right.ticks
    assert "ball" in left.stage.names.values() and "ball" in right.stage.names.values()
    session.do(Action.COMPARE)
    assert session.rival is None and len(session.history.worlds) == 1


def test_a_key_goes_through_the_scripts_and_back_to_none(session):
    names = script_names()
    for name in [*names, ""]:
        session.do(Action.NEXT_SCRIPT)
        assert session.value("script") == name
        assert said(session)[-1] == f"all: script {name or 'none'}"
        later(session, 0.05)
        assert (played(session) is not None) == bool(name)


@pytest.mark.parametrize("servo", LAWS)
def test_a_script_that_the_servo_does_not_follow_is_told_with_the_key_that_changes_it(session, servo):
    session.change("servo", servo)
    session.change("script", "ymca")
    told = f"ymca: servo {servo} takes no key-frames, Z changes it"
    assert (told in said(session)) is (servo not in TIMED)
    session.messages.pass_time(60.0)
    session.change("script", "")
    assert said(session) == []


def test_who_is_not_meant_is_not_told_of(opened):
    session = opened("ymca")
    session.chosen = next(iter(session.simulation.characters))
    session.change("servo", "off")
    session.change("script", "semaphore")
    session.chosen = list(session.simulation.characters)[1]
    session.messages.pass_time(60.0)
    session.change("script", "semaphore")
    assert said(session) == []


def test_a_script_is_started_again_when_a_moment_before_it_is_gone_back_to(session):
    later(session, 0.5)
    session.do(Action.NEXT_SCRIPT)
    later(session, 1.0)
    end = session.simulation.ticks, session.simulation.state_hash()
    session.go_to(30)
    assert played(session) is None and session.value("script") == ""
    session.go_to(end[0])
    assert (session.simulation.ticks, session.simulation.state_hash()) == end
    assert played(session).at == pytest.approx(1.0, abs=0.02)


def test_delta_is_longer_and_shorter_by_keys_up_to_its_range(session):
    for action, said_s, end in ((Action.DELTA_LONGER, "0.31", 5.0), (Action.DELTA_SHORTER, "0.2", 0.05)):
        session.change("delta", 0.25)
        session.do(action)
        assert session.value("delta") == float(said_s) and said(session)[-1] == f"all: delta {said_s} s"
        for _ in range(30):
            session.do(action)
        assert session.value("delta") == end


@pytest.mark.parametrize(
    ("feasible_s", "words"),
    [(0.418, "be in time: 412 of 300 N m; feasible in 0.42 s"), (None, "be there at all: 412 of 300 N m")],
)
def test_who_is_too_weak_to_be_in_time_is_told_with_the_time_that_would_do(feasible_s, words):
    messages = Messages()
    details = {"joint": "left_upper_arm", "torque": 412.4, "limit": 300.0, "within_s": 0.2, "feasible_s": feasible_s}
    messages.tell(Event(1.0, "late", "red", details))
    ((text, _),) = messages.lines()
    assert text == f"red: left upper arm is too weak to {words}"


def test_the_scene_again_keeps_the_settings_and_the_next_scene_does_not(session):
    session.change("strength", 0.5)
    session.change("gravity", 5.0)
    later(session, 1.0)
    session.do(Action.RESTART)
    assert session.simulation.ticks == 0
    assert session.value("strength") == 0.5 and session.value("gravity") == 5.0
    later(session, 0.2)
    session.do(Action.NEXT_SCENE)
    assert session.scene_name != "stage" and session.value("gravity") == 9.81


def test_a_scene_that_cannot_be_opened_leaves_this_one(session):
    later(session, 0.5)
    ticks = session.simulation.ticks
    session.open("nowhere")
    assert session.simulation.ticks == ticks and "nowhere" in said(session)[0]
    later(session, 0.2)
    assert session.simulation.ticks > ticks


def test_shows_and_looks_are_toggled(session):
    for show in Show:
        session.do(Action(f"show_{show}"))
    assert session.shows == set(Show)
    session.do(Action.SHOW_HEAT)
    assert Show.HEAT not in session.shows
    for action, name in ((Action.PLAIN, "plain"), (Action.HELP, "helping"), (Action.HUD, "hud")):
        before = getattr(session, name)
        session.do(action)
        assert getattr(session, name) is not before
    profiling = session.profiling
    for _ in range(3):
        session.do(Action.PROFILER)
    assert session.profiling == profiling


def test_the_graph_of_frames_is_shown_at_first_but_not_where_somebody_boxes(opened):
    session = opened("boxing")
    assert session.profiling == 0
    session.do(Action.PROFILER)
    assert session.profiling == 1
    session.open("platform")
    assert session.profiling == 1, "what was asked for stays"
    session.open("stage")
    session.open("boxing")
    assert session.profiling == 0 and opened("stage").profiling == 1


@pytest.mark.parametrize("paused", [False, True])
def test_the_time_stands_still_while_the_help_is_open_and_then_is_as_it_was(session, paused):
    later(session, 0.2)
    session.say("to be read")
    if paused:
        session.do(Action.PAUSE)
    session.do(Action.HELP)
    ticks = session.simulation.ticks
    later(session, 10.0)
    assert session.simulation.ticks == ticks
    session.do(Action.HELP)
    later(session, 0.2)
    assert (session.simulation.ticks > ticks) is not paused and session.clock.paused is paused
    assert said(session) == ["to be read"], "nor does what was to be read grow old"


def test_nothing_is_taken_hold_of_behind_the_help(session):
    later(session, 0.2)
    point_at(session)
    session.do(Action.HELP)
    assert not session.grab()
    session.do(Action.HELP)
    assert session.grab()


def test_escape_closes_the_help_first(session):
    session.do(Action.HELP)
    session.do(Action.CLOSE)
    assert not session.helping and not session.closing
    session.do(Action.CLOSE)
    assert not session.closing and [row.label for row in session.asking.rows] == ["Go on", "Menu", "Leave"]
    session.asking.key("ESCAPE")
    assert session.asking is None and not session.closing, "Esc once more goes on"
    session.do(Action.CLOSE)
    session.asking.key("UP")
    session.asking.key("RETURN")
    assert session.closing


def test_the_things_to_throw_go_round_and_the_speed_has_ends(session):
    seen = set()
    for _ in prop_kinds():
        session.do(Action.NEXT_THING)
        seen.add(session.hands.thing)
    assert seen == set(prop_kinds())
    for _ in range(60):
        session.do(Action.THROW_HARDER)
    assert session.hands.speed == 30.0
    for _ in range(60):
        session.do(Action.THROW_SOFTER)
    assert session.hands.speed == 1.0


LAND = {"by": "red", "move": "cross", "place": "head", "impulse": 30.0}


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({}, "red lands a cross to blue's head: 30 N s"),
        ({"move": "uppercut"}, "red lands an uppercut to blue's head: 30 N s"),
        ({"move": "body_jab", "place": "body"}, "red lands a body jab to blue's body: 30 N s"),
        ({"impulse": 24.9}, None),
        ({"place": "arm"}, "blue blocks red's cross"),
        ({"place": "arm", "impulse": 4.0}, "blue blocks red's cross"),
        ({"place": "arm", "impulse": 3.9}, None),
    ],
)
def test_a_punch_is_told_by_what_became_of_it(details, words):
    messages = Messages()
    messages.tell(Event(1.0, "land", "blue", LAND | details), quiet_ground=True)
    assert [text for text, _ in messages.lines()] == ([words] if words else [])


def test_the_ground_is_told_of_where_nobody_boxes():
    hit = Event(1.0, "hit", "red", {"by": "ground", "bone": "head", "impulse": 60.0})
    messages = Messages()
    messages.tell(hit, quiet_ground=True)
    assert messages.lines() == []
    messages.tell(hit)
    messages.tell(Event(1.0, "recover", "red"))
    assert [text for text, _ in messages.lines()] == ["red is up"], "one line a fall"


def test_what_a_boxer_does_is_told_when_it_lands_and_what_a_crate_does_at_once(opened):
    for scene, told in (("boxing", ["crate"]), ("stage", ["crate", "blue"])):
        session = opened(scene)
        for by in ("crate", "blue"):
            session.simulation.stage.tell("hit", "red", by=by, bone="head", impulse=60.0)
        session.tick()
        assert [line.split()[0] for line in said(session) if " hits " in line] == told


def test_the_session_knows_where_a_bout_is(opened):
    hit = {"by": "ground", "bone": "head", "impulse": 60.0}
    for scene, told in (("boxing", []), ("stage", ["red strikes the ground (head on the ground: 60 N s)"])):
        session = opened(scene)
        session.simulation.stage.tell("hit", "red", **hit)
        session.tick()
        assert [line for line in said(session) if "ground" in line] == told


def test_messages_fade_and_are_few(session):
    for n in range(12):
        session.say(f"line {n}")
    assert said(session)[-1] == "line 11" and len(said(session)) <= 5
    session.messages.pass_time(10.0)
    assert said(session) == []


def test_groups_of_settings_have_no_name_twice():
    names = [key for group in (*groups(), WorldSettings) for key in declared(group)]
    assert len(names) == len(set(names))


def test_a_file_of_moves_that_is_written_anew_is_read_and_a_mistake_in_it_is_said(opened, monkeypatch, tmp_path):
    import game.world.clips

    file = tmp_path / "boxing.toml"
    text = game.world.clips.MOVES.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(game.world.clips, "MOVES", file)
    session = opened("boxing")
    later(session, 1.5)
    assert not [line for line in said(session) if "boxing.toml" in line]
    file.write_text(text.replace("[pose.guard]", "[pose.guard]\nnonsense = 3", 1), encoding="utf-8")
    later(session, 1.5)
    assert [line for line in said(session) if "boxing.toml" in line and "nonsense" in line]
    later(session, 0.5)
    file.write_text(text + "\n", encoding="utf-8")
    later(session, 1.5)
    assert [line for line in said(session) if "no move changed" in line]
