"""A pad on the course: pyglet's own controllers, from the button that goes down to what the runner is told."""

from __future__ import annotations

import re

import pytest

from game.base.paths import PROJECT
from game.plays.course.session.pads import LANE_PAD, LANE_STICKS, STEERS
from game.plays.course.session.steering import LANE_ABOUT, Lane
from game.session.controls import Action

SCRIPT = """
from msgspec.structs import astuple
from game.session.pad_hands import poll_pads
from game.session.pads import Pads
from game.scenes.scene import load_scene
from game.session.session import Session

session = Session(load_scene("course"), players=1)
one, two = FakePad("one"), FakePad("two")
manager = Manager(one, two)
pads = Pads(manager)

def tell(pad, **values):
    pad.set(**values)
    before = len(session.history.deeds)
    poll_pads(pads, session)
    session.tick()
    print(", ".join(" ".join(map(str, astuple(deed))) for _, deed in session.history.deeds[before:]))

tell(one, lefty=-100)
tell(one, leftx=100)
tell(one, righttrigger=100)
tell(one, lefty=100, leftx=0)
tell(one, a=True)
tell(one, a=False, b=True)
tell(one, righttrigger=0, lefty=0)
session.play_key("W", True)
tell(one, leftx=-100)
manager.pull(one)
tell(two, lefty=0)
tell(two, leftstick=True)
print(session.helping)
tell(two, rightstick=True)
print(session.helping)
"""


@pytest.fixture(scope="module")
def said(told):
    return [line.strip() for line in told(SCRIPT)]


@pytest.mark.slow
def test_a_pad_walks_turns_runs_jumps_and_wheels(said):
    assert said[:7] == [
        "world 1.0 0.0 False",
        "world 0.75 -0.75 False",
        "world 0.75 -0.75 True",
        "world 0.0 0.0 True",
        "world jump",
        "world cartwheel",
        "world 0.0 0.0 False",
    ]


@pytest.mark.slow
def test_keys_and_pad_steer_together_and_a_pad_that_goes_lets_go(said):
    assert said[7:9] == ["world 1.0 1.0 False", "world 1.0 0.0 False"]


@pytest.mark.slow
def test_the_stick_that_walks_is_not_pressed_for_the_help_the_other_one_is(said):
    assert said[9:] == ["", "False", "", "True"]


def test_what_is_not_steered_with_does_what_it_does_elsewhere():
    assert "leftstick" not in STEERS
    assert STEERS["start"] is Action.PAUSE and STEERS["back"] is Action.RESTART and STEERS["x"] is Action.NEXT_SERVO
    assert {does for does in STEERS.values() if isinstance(does, Lane)} == {Lane.FAST, Lane.JUMP, Lane.CARTWHEEL}


def test_the_page_lists_what_a_pad_does_on_the_course():
    page = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    text = page.partition("\n## The course\n")[2].partition("\n| pad | does |\n")[2].partition("\n\n")[0]
    feet, camera = LANE_STICKS
    buttons = [(control.shown, LANE_ABOUT[control.does]) for control in LANE_PAD]
    assert re.findall(r"^\| `([^`]+)` \| (.+?) \|$", text, re.MULTILINE) == [
        feet, *buttons, ("Right stick pressed", "the help"), camera
    ]  # fmt: skip
