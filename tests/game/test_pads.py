"""Pads: pyglet's own controllers on devices that are not there, from the control that moves to the action."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from game import pads as pads_module
from game.controls import Action
from game.pads import PAD, Pads, past_rest
from game.paths import PROJECT

FAKES = """
import pyglet
pyglet.options.shadow_window = False
from pyglet.event import EventDispatcher
from pyglet.input.base import AbsoluteAxis, Button, Controller, ControllerManager, Device, DeviceOpenException
from pyglet.input.controller import Relation
from game.pads import Pads

class Board(Device):
    def __init__(self, name, refuses=False):
        super().__init__(None, name)
        self.refuses = refuses
        self.buttons = [Button(None) for _ in BUTTONS]
        self.axes = [AbsoluteAxis(name, -100, 100) for name in ("x", "y", "rx", "ry", "hat_x", "hat_y")]

    def open(self, window=None, exclusive=False):
        if self.refuses:
            raise DeviceOpenException("somebody else has it")
        super().open(window, exclusive)

    def get_controls(self):
        return self.buttons + self.axes

BUTTONS = ("a", "b", "x", "y", "back", "start", "guide", "leftshoulder", "rightshoulder", "leftstick", "rightstick")

def pad(name, refuses=False):
    mapping = {"guid": "0", "name": name} | {b: Relation("button", i) for i, b in enumerate(BUTTONS)}
    mapping |= {axis: Relation("axis", i) for i, axis in enumerate(("leftx", "lefty", "rightx", "righty"))}
    mapping |= {way: Relation("hat0", bit) for way, bit in (("dpup", 1), ("dpright", 2), ("dpdown", 4), ("dpleft", 8))}
    return Controller(Board(name, refuses), mapping)

class Manager(ControllerManager):
    def __init__(self, *pads):
        self.pads = list(pads)

    def get_controllers(self):
        return self.pads

def plain(pair):
    return tuple(number + 0.0 for number in pair)  # without the sign of a nought
"""


def told(script: str) -> list[str]:
    """The lines that a script prints which has the fake pads; pyglet's input module wants a process of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "PYGLET_HEADLESS"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FAKES + script], cwd=PROJECT, env=environment,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_every_button_gives_its_action_once_for_each_press():
    lines = told("""
controller = pad("one")
pads = Pads(Manager(controller))
for name, button in zip(BUTTONS, controller.device.buttons):
    button.value = True
    print(name, *pads.pressed())
    button.value = True
    button.value = False
    assert pads.pressed() == []
""")
    expected = {control.button: control.action for control in PAD if not control.button.startswith("dp")}
    assert dict(line.split() for line in lines) == expected


def test_the_cross_is_pressed_where_it_was_not_before():
    lines = told("""
controller = pad("one")
pads = Pads(Manager(controller))
x, y = controller.device.axes[4:]
for axis, value in ((x, 100), (y, 100), (x, 0), (x, -100), (y, 0), (y, -100), (x, 100), (x, 0), (y, 0)):
    axis.value = value
    print(axis.name, value, *pads.pressed())
""")
    assert lines == [
        "hat_x 100 step",
        "hat_y 100 camera_fight",
        "hat_x 0",
        "hat_x -100 retry",
        "hat_y 0",
        "hat_y -100 camera_follow",
        "hat_x 100 step",
        "hat_x 0",
        "hat_y 0",
    ]


def test_sticks_are_told_apart_and_up_is_up():
    lines = told("""
controller = pad("one")
pads = Pads(Manager(controller))
left_x, left_y, right_x, right_y = controller.device.axes[:4]
right_x.value, left_y.value = 100, -100
print(plain(pads.camera), plain(pads.feet), plain(pads.turned(0.5)))
right_x.value, left_y.value = 5, 0
print(plain(pads.camera), plain(pads.feet))
""")
    half_second = -0.5 * pads_module.TURN_PX_S
    assert lines == [f"(1.0, 0.0) (0.0, 1.0) ({half_second}, 0.0)", "(0.0, 0.0) (0.0, 0.0)"]


def test_a_pad_that_is_plugged_in_later_works_and_one_that_goes_lets_its_stick_go():
    lines = told("""
manager, late = Manager(), pad("late")
pads = Pads(manager)
print(pads.names, repr(pads.because))
manager.dispatch_event("on_connect", late)
late.device.buttons[0].value = True
late.device.axes[2].value = 100
print(pads.names, plain(pads.camera), *pads.pressed())
manager.dispatch_event("on_disconnect", late)
late.device.buttons[1].value = True
print(pads.names, plain(pads.camera), *pads.pressed())
late.device.close()
manager.dispatch_event("on_connect", late)
late.device.buttons[2].value = True
print(pads.names, *pads.pressed())
""")
    assert lines == ["[] ''", "['late'] (1.0, 0.0) throw", "[] (0.0, 0.0)", "['late'] next_servo"]


def test_a_pad_that_somebody_else_holds_is_one_line_and_the_next_one_works():
    lines = told("""
good = pad("good")
pads = Pads(Manager(pad("held", refuses=True)))
print(pads.because)
pads = Pads(Manager(pad("held", refuses=True), good))
good.device.buttons[0].value = True
print(pads.names, *pads.pressed())
pads.close()
print(pads.names, good.device.is_open)
""")
    assert lines == [
        "no pads: held cannot be opened: somebody else has it",
        "['good'] throw",
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
    assert pads.pressed() == []
    assert pads.turned(1.0) == (0.0, 0.0)
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
