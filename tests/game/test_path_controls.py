"""Paths drawn by hand: what a click on the ground, a drag of a point and two keys do, all of it as deeds."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.base.paths import SCENES
from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.deeds import WalkPath
from game.session.hands import Ray
from game.session.recording import read_recording
from game.session.session import Session

DOWN = np.array([0.0, 0.0, -1.0])


@pytest.fixture
def session():
    opened = Session(load_scene("path"))
    yield opened
    opened.close()


def point(session, x, y):
    """From straight above."""
    session.hands.ray = Ray(np.array([x, y, 6.0]), DOWN, -DOWN)


def click(session, x, y):
    point(session, x, y)
    assert not session.grab()
    session.examine()
    session.release()


def ticks(session, count):
    for _ in range(count):
        session.tick()


def paths(session):
    return [deed for _, deed in session.history.deeds if isinstance(deed, WalkPath)]


def test_a_click_on_the_ground_is_one_more_point_for_who_has_a_path(session):
    red = session.simulation.characters["red"]
    before = red.path
    click(session, 1.0, -2.0)
    assert red.path == (*before, (1.0, -2.0))
    assert [deed.who for deed in paths(session)] == ["red"]


def test_it_is_he_whom_the_keys_speak_of(session):
    session.choose("blue")
    click(session, 6.0, 1.0)
    assert session.simulation.characters["blue"].path[-1] == (6.0, 1.0)


def test_a_point_is_dragged_while_he_walks_and_a_click_on_it_adds_none(session):
    red = session.simulation.characters["red"]
    ticks(session, 90)
    held = red.path[3]
    point(session, held[0] + 0.05, held[1])
    assert session.grab()
    for step in range(20):
        point(session, held[0], held[1] - 0.05 * step)
        session.tick()
    session.examine()
    session.release()
    session.tick()
    assert len(red.path) == 6
    assert red.path[3] == pytest.approx((held[0], held[1] - 0.95), abs=0.03)
    assert len(paths(session)) > 10
    at = red.path
    point(session, 0.0, -4.0)
    ticks(session, 5)
    assert red.path == at, "it is let go"


def test_it_is_not_dragged_into_the_one_beside_it(session):
    red = session.simulation.characters["red"]
    (x, y), beside = red.path[3], red.path[4]
    point(session, x, y)
    assert session.grab()
    point(session, *beside)
    session.tick()
    assert red.path[3] == (x, y)


def test_keys_switch_it_off_and_end_the_path(session):
    ticks(session, TICKS_PER_S)
    session.do(Action.STOP_PATH)
    assert paths(session)[-1].points == ()
    ticks(session, 3 * TICKS_PER_S)
    red = session.simulation.characters["red"]
    assert red.clip == "stand"
    session.do(Action.DRAW_PATHS)
    before = red.path
    click(session, 1.0, -2.0)
    assert red.path == before
    session.do(Action.DRAW_PATHS)
    click(session, 1.0, -2.0)
    assert red.path[-1] == (1.0, -2.0)


def test_above_the_horizon_there_is_no_ground(session):
    session.hands.ray = Ray(np.array([0.0, 0.0, 2.0]), np.array([1.0, 0.0, 0.1]), np.array([-1.0, 0.0, 0.0]))
    assert session.on_ground() is None
    session.lead_here()
    assert not paths(session)


def test_where_no_scene_has_a_path_a_click_on_the_ground_is_none():
    session = Session(load_scene("stage"))
    click(session, 1.0, 1.0)
    assert not paths(session)
    session.do(Action.DRAW_PATHS)
    click(session, 1.0, 1.0)
    assert len(paths(session)) == 1
    session.close()


def test_who_has_no_legs_is_led_nowhere():
    """Its walks would be bent to no length at all. The key that ends a path does nothing to it."""
    session = Session(load_scene("postures"))
    session.do(Action.STOP_PATH)
    session.do(Action.DRAW_PATHS)
    click(session, 1.0, 1.0)
    assert "no legs to walk" in session.messages.lines()[-1][0]
    with pytest.raises(InputError, match="no legs to walk"):
        WalkPath("nod", ((1.0, 0.0),)).check(session.scene)
    session.close()


def test_a_scene_that_leads_who_has_no_legs_is_refused_at_that_line(tmp_path):
    file = tmp_path / "led.toml"
    written = SCENES.joinpath("postures.toml").read_text()
    file.write_text(f'{written}\n[[path]]\nwho = "nod"\npoints = [[1.0, 0.0]]\n')
    with pytest.raises(InputError, match=rf"led.toml: line {file.read_text().count(chr(10)) - 1}, path\[1\].who"):
        load_scene(file)


@pytest.mark.slow
def test_a_recording_of_it_comes_to_the_same_state(session, tmp_path):
    ticks(session, 60)
    click(session, 1.0, -2.0)
    ticks(session, 200)
    session.do(Action.STOP_PATH)
    ticks(session, 200)
    file = tmp_path / "played.json"
    session.recording().write(file)
    recording = read_recording(file)
    again = Session(recording.scene(), seed=recording.seed)
    again.replay(recording)
    ticks(again, recording.ticks)
    assert again.simulation.state_hash() == recording.state_hash
    again.close()
