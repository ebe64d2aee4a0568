"""Strings and the mouse: a click cuts one, a drag leads its end; both are deeds that can be done again."""

from __future__ import annotations

import numpy as np
import pytest

from game.scenes.scene import load_scene
from game.session.deeds import CutString, LeadString
from game.session.hands import Ray, string_at
from game.session.recording import read_recording
from game.session.session import Session
from systems.strings import tops

EYE = np.array([4.5, 0.3, 1.8])


@pytest.fixture
def session():
    made = Session(load_scene("marionette"))
    yield made
    made.close()


def later(session, seconds):
    for _ in range(round(seconds * 60)):
        session.advance(1 / 60)


def ray_to(place):
    way = place - EYE
    return Ray(EYE, way / np.linalg.norm(way), -way / np.linalg.norm(way))


def along(simulation, name, share=0.5):
    """m, a place on the string of that name."""
    strings = simulation.strings
    above = tops(simulation.stage, np.array([string.end for string in strings]))
    which = next(n for n, string in enumerate(strings) if string.name == name)
    return strings[which].place + share * (above[which] - strings[which].place)


def named(session, name):
    return next(string for string in session.simulation.strings if string.name == name)


def test_the_cursor_is_on_the_string_that_it_points_at_and_beside_it_on_none(session):
    later(session, 0.5)
    place = along(session.simulation, "left_palm")
    string, touched = string_at(ray_to(place), session.simulation)
    assert string.name == "left_palm"
    assert touched == pytest.approx(place, abs=0.01)
    assert string_at(ray_to(place + np.array([0.0, 1.0, 0.0])), session.simulation) is None


def test_a_click_on_a_string_cuts_it_and_says_so(session):
    later(session, 0.5)
    session.hands.ray = ray_to(along(session.simulation, "left_palm"))
    assert session.grab()
    session.examine()
    session.release()
    later(session, 0.1)
    assert "left_palm" not in [string.name for string in session.simulation.strings]
    assert [type(deed) for _, deed in session.history.deeds] == [CutString]
    assert "the string on red's left palm is cut" in [text for text, _ in session.messages.lines()]


def test_a_string_that_is_dragged_goes_with_the_cursor_and_back(session):
    later(session, 0.5)
    place = along(session.simulation, "left_palm")
    session.hands.ray = ray_to(place)
    assert session.grab()
    session.hands.ray = ray_to(place + np.array([0.0, 0.25, 0.3]))
    later(session, 0.5)
    marked = named(session, "left_palm").wanted
    later(session, 0.2)
    assert named(session, "left_palm").wanted == pytest.approx(marked)  # no dance: the cursor has it
    session.release()
    assert [type(deed) for _, deed in session.history.deeds] == [LeadString, LeadString]
    later(session, 1.0)
    assert named(session, "left_palm").error < 0.05
    assert len(session.simulation.strings) == 10


def test_what_was_done_to_strings_is_done_again_to_the_bit(session, tmp_path):
    later(session, 0.4)
    for name, drags in (("right_palm", True), ("left_elbow", False)):
        place = along(session.simulation, name)
        session.hands.ray = ray_to(place)
        assert session.grab()
        if drags:
            session.hands.ray = ray_to(place + np.array([0.0, 0.2, 0.2]))
            later(session, 0.3)
        else:
            session.examine()
        session.release()
        later(session, 0.2)
    session.recording().write(tmp_path / "r.json")
    recording = read_recording(tmp_path / "r.json")
    again = Session(load_scene("marionette"))
    again.replay(recording)
    while again.simulation.ticks < recording.ticks:
        again.tick()
    assert again.simulation.state_hash() == recording.state_hash
    assert len(again.simulation.strings) == 9
    again.close()
