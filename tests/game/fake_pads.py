"""pyglet's own controllers on devices that are not there, for scripts that `told` (conftest.py) runs."""

from __future__ import annotations

import pyglet

pyglet.options.shadow_window = False
from pyglet.input.base import (  # noqa: E402  # the option counts when a window's module is first imported
    AbsoluteAxis,
    Button,
    Controller,
    ControllerManager,
    Device,
    DeviceOpenException,
)
from pyglet.input.controller import Relation  # noqa: E402

BUTTONS = ("a", "b", "x", "y", "back", "start", "guide", "leftshoulder", "rightshoulder", "leftstick", "rightstick")
STICKS, CROSS = ("leftx", "lefty", "rightx", "righty"), ("hat_x", "hat_y")
TRIGGERS = ("lefttrigger", "righttrigger")


class Board(Device):
    """Sticks and cross go from -100 to 100, up is less; triggers from `rest` to 100, or they are buttons."""

    def __init__(self, name, refuses, rest):
        super().__init__(None, name)
        self.refuses = refuses
        self.buttons = {name: Button(name) for name in BUTTONS + (TRIGGERS if rest is None else ())}
        self.axes = {name: AbsoluteAxis(name, -100, 100) for name in STICKS + CROSS}
        if rest is not None:
            self.axes |= {name: AbsoluteAxis(name, rest, 100) for name in TRIGGERS}

    def open(self, window=None, exclusive=False):
        if self.refuses:
            raise DeviceOpenException("somebody else has it")
        super().open(window, exclusive)

    def get_controls(self):
        return [*self.buttons.values(), *self.axes.values()]


class FakePad(Controller):
    def __init__(self, name, refuses=False, rest=0):
        board = Board(name, refuses, rest)
        axes = [axis for axis in board.axes if axis not in CROSS]
        mapping = {"guid": "0", "name": name}
        mapping |= {button: Relation("button", i) for i, button in enumerate(board.buttons)}
        mapping |= {axis: Relation("axis", i) for i, axis in enumerate(axes)}
        mapping |= {
            way: Relation("hat0", bit)
            for way, bit in zip(("dpup", "dpright", "dpdown", "dpleft"), (1, 2, 4, 8), strict=True)
        }
        super().__init__(board, mapping)

    def set(self, **values):
        """Buttons true or false, axes as they are counted; in that order."""
        for name, value in values.items():
            (self.device.buttons.get(name) or self.device.axes[name]).value = value


class Manager(ControllerManager):
    def __init__(self, *pads):
        self.pads = list(pads)

    def get_controllers(self):
        return self.pads

    def plug(self, pad):
        self.dispatch_event("on_connect", pad)

    def pull(self, pad):
        pad.device.close()
        self.dispatch_event("on_disconnect", pad)


def plain(pair):
    return tuple(number + 0.0 for number in pair)  # without the sign of a nought
