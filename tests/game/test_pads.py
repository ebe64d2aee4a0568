"""Pads: pyglet's own controllers on devices that are not there, from the control that moves to what was pressed."""

from __future__ import annotations

import sys

import pytest

from game.session import pads as pads_module
from game.session.controls import Action
from game.session.pads import PAD, Pads, past_rest

PRESSES = """
from game.session.pads import Pads

def presses(pads):
    return [button if down else f"({button})" for _, button, down in pads.pressed()]

"""


def test_every_button_goes_down_once_and_comes_up_once(told):
    lines = told(f"""{PRESSES}
one = FakePad("one")
pads = Pads(Manager(one))
for name in BUTTONS:
    one.set(**{{name: True}})
    one.set(**{{name: True}})
    down = presses(pads)
    one.set(**{{name: False}})
    print(*down, *presses(pads), *presses(pads))
""")
    named = [line.split() for line in lines]
    assert all(up == f"({down})" for down, up in named)
    assert {down for down, _ in named} == {control.button for control in PAD if not control.button.startswith("dp")}


def test_the_cross_is_pressed_where_it_was_not_before_and_let_go_where_it_is_no_more(told):
    lines = told(f"""{PRESSES}
one = FakePad("one")
pads = Pads(Manager(one))
for axis, value in (("x", 100), ("y", 100), ("x", 0), ("x", -100), ("y", 0), ("y", -100), ("x", 100), ("x", 0)):
    one.set(**{{f"hat_{{axis}}": value}})
    print(axis, value, *presses(pads))
""")
    assert lines == [
        "x 100 dpright",
        "y 100 dpup",
        "x 0 (dpright)",
        "x -100 dpleft",
        "y 0 (dpup)",
        "y -100 dpdown",
        "x 100 (dpleft) dpright",
        "x 0 (dpright)",
    ]


@pytest.mark.parametrize("rest", [0, -100], ids=["from nought", "from below nought"])
def test_a_trigger_is_pulled_once_however_it_trembles_there(told, rest):
    lines = told(f"""{PRESSES}
one = FakePad("one", rest={rest})
pads = Pads(Manager(one))
for percent in (0, 3, 90, 100, 90, 80, 100, 10, 15, 0):
    one.set(righttrigger={rest} + percent * (100 - {rest}) / 100)
    print(percent, *presses(pads))
""")
    assert [line for line in lines if " " in line] == ["90 righttrigger", "10 (righttrigger)"]


def test_a_trigger_that_is_a_button_is_pulled_too(told):
    assert told(f"""{PRESSES}
one = FakePad("one", rest=None)
pads = Pads(Manager(one))
one.set(lefttrigger=True, righttrigger=True)
one.set(lefttrigger=False)
print(*presses(pads))
""") == ["lefttrigger righttrigger (lefttrigger)"]


def test_sticks_are_told_apart_and_up_is_up(told):
    lines = told("""
from game.session.pads import Pads
one = FakePad("one")
pads = Pads(Manager(one))
pads.seat(1)
one.set(rightx=100, lefty=-100)
print(plain(pads.camera), plain(pads.feet(1)), plain(pads.turned(0.5)))
one.set(rightx=5, lefty=0)
print(plain(pads.camera), plain(pads.feet(1)))
""")
    half_second = -0.5 * pads_module.TURN_PX_S
    assert lines == [f"(1.0, 0.0) (0.0, 1.0) ({half_second}, 0.0)", "(0.0, 0.0) (0.0, 0.0)"]


def test_each_player_has_a_pad_in_the_order_in_which_they_came_and_keeps_it_until_it_goes(told):
    lines = told("""
from game.session.pads import Pads
one, two, three = (FakePad(name) for name in ("one", "two", "three"))
manager = Manager(one, two)
pads = Pads(manager)

def whose(players):
    pads.seat(players)
    for pad in (one, two, three):
        pad.set(x=True, y=True)
        pad.set(x=False, y=False)
    return [player for player, button, down in pads.pressed() if button == "x" and down]

print(whose(0), whose(2), whose(0))
manager.pull(one)
print(whose(2))
manager.plug(three)
print(whose(2))
manager.plug(one)
print(whose(2))
manager.pull(two)
print(whose(2))
""")
    # without players; one and two; a pad keeps its player through a scene without any
    # one went: two stays second; three comes and is the first, one comes back and is nobody's; it takes over from two
    assert lines == ["[0, 0] [1, 2] [1, 2]", "[2]", "[2, 1]", "[0, 2, 1]", "[2, 1]"]


def test_who_plays_alone_goes_on_with_the_other_pad_when_the_first_one_goes(told):
    assert told("""
from game.session.pads import Pads
one, two = FakePad("one"), FakePad("two")
manager = Manager(one, two)
pads = Pads(manager)
pads.seat(1)
one.set(lefty=-100)
two.set(lefty=100)
print(plain(pads.feet(1)), plain(pads.feet(2)))
manager.pull(one)
print(plain(pads.feet(1)))
pads.seat(1)
print(plain(pads.feet(1)))
""") == ["(0.0, 1.0) (0.0, 0.0)", "(0.0, 0.0)", "(0.0, -1.0)"]


def test_of_two_cameras_sticks_the_one_that_is_pushed_farther_turns_it(told):
    assert told("""
from game.session.pads import Pads
one, two = FakePad("one"), FakePad("two")
pads = Pads(Manager(one, two))
two.set(rightx=-100)
one.set(righty=50, rightx=0)
print(plain(pads.camera))
two.set(rightx=0)
print(plain(pads.camera)[1] < -0.4)
""") == ["(-1.0, 0.0)", "True"]


def test_a_pad_that_is_plugged_in_later_works_and_one_that_goes_lets_everything_go(told):
    lines = told(f"""{PRESSES}
manager, late = Manager(), FakePad("late")
pads = Pads(manager)
print(pads.names, repr(pads.because))
manager.plug(late)
late.set(a=True, hat_x=100, righttrigger=100, rightx=100)
print(pads.names, plain(pads.camera), *presses(pads))
manager.pull(late)
late.set(b=True)
print(pads.names, plain(pads.camera), *presses(pads))
manager.plug(late)
late.set(x=True)
print(pads.names, *presses(pads))
""")
    assert lines == [
        "[] ''",
        "['late'] (1.0, 0.0) a dpright righttrigger",
        "[] (0.0, 0.0) (a) (dpright) (righttrigger)",
        "['late'] x",
    ]


def test_a_pad_that_somebody_else_holds_is_one_line_and_the_next_one_works(told):
    lines = told(f"""{PRESSES}
good = FakePad("good")
pads = Pads(Manager(FakePad("held", refuses=True)))
print(pads.because)
pads = Pads(Manager(FakePad("held", refuses=True), good))
good.set(a=True)
print(pads.names, *presses(pads))
pads.close()
print(pads.names, good.device.is_open)
""")
    assert lines == [
        "no pads: held cannot be opened: somebody else has it",
        "['good'] a",
        "[] False",
    ]


def test_each_button_is_declared_once_and_no_action_twice():
    assert len({control.button for control in PAD}) == len({control.action for control in PAD}) == len(PAD)
    assert {control.action for control in PAD} <= set(Action)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what is missing is missing on Linux")
def test_where_there_is_nothing_to_plug_into_it_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(pads_module, "NEEDED", (tmp_path / "nothing",))
    pads = Pads.open()
    assert pads.because == f"no pads: there is no {tmp_path / 'nothing'} here"
    pads.seat(2)
    assert pads.pressed() == []
    assert pads.turned(1.0) == pads.feet(1) == (0.0, 0.0)
    pads.close()


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (0.15, 0.0), (0.1, -0.1)])
def test_a_stick_that_hardly_moves_is_at_rest(x, y):
    assert past_rest(x, y) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("pushed", "size"), [((1.0, 0.0), 1.0), ((0.0, -0.575), 0.5), ((1.0, 1.0), 1.0), ((0.15001, 0), 0.0)]
)
def test_past_its_rest_a_stick_goes_evenly_from_nothing_to_one_in_its_own_direction(pushed, size):
    x, y = past_rest(*pushed)
    assert (x * x + y * y) ** 0.5 == pytest.approx(size, abs=1e-4)
    assert x * pushed[1] == pytest.approx(y * pushed[0])
