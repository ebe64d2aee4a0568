"""Game pads: buttons become actions, sticks become two numbers each. Pads may come and go while the game runs.

    pads = Pads.open()
    for action in pads.pressed(): ...
    operator.orbit(*pads.turned(seconds))

Where there can be none `because` says why in one line, and everything stays at rest. A stick that is pushed by less
than 0.15 of its way is at rest; from there to its end it goes from 0 to 1, to the right and up.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any, Self

from game.controls import Action

Stick = tuple[float, float]
REST: Stick = (0.0, 0.0)
DEAD = 0.15
TURN_PX_S = 500.0  # of the camera's stick at its end: in a picture of 720 lines an eighth of a turn takes 0.36 s
NEEDED = (Path("/dev/input"), Path("/proc/bus/input/devices"))
"""What pyglet looks for pads in, on Linux."""


@dataclass(frozen=True)
class PadControl:
    button: str  # pyglet's name
    shown: str
    action: Action
    about: str


PAD = (
    PadControl("a", "A", Action.THROW, "throw at the chosen character"),
    PadControl("b", "B", Action.NEXT_THING, "the next thing to throw"),
    PadControl("x", "X", Action.NEXT_SERVO, "next servo mode"),
    PadControl("y", "Y", Action.NEXT_ROOT, "next root mode"),
    PadControl("start", "Start", Action.PAUSE, "stop the time, and let it go on from there"),
    PadControl("back", "Back", Action.RESTART, "the scene from its beginning"),
    PadControl("leftshoulder", "Left shoulder", Action.SLOWER, "slow motion"),
    PadControl("rightshoulder", "Right shoulder", Action.FASTER, "faster"),
    PadControl("dpup", "Pad up", Action.CAMERA_FIGHT, "keep the first two in view"),
    PadControl("dpdown", "Pad down", Action.CAMERA_FOLLOW, "follow one"),
    PadControl("dpleft", "Pad left", Action.RETRY, "the last throw again, against the next servo mode"),
    PadControl("dpright", "Pad right", Action.STEP, "one tick forward"),
    PadControl("rightstick", "Right stick pressed", Action.NEXT_CHARACTER, "whom the settings speak of"),
    PadControl("leftstick", "Left stick pressed", Action.HELP, "the help"),
    PadControl("guide", "Guide", Action.FULLSCREEN, "fill the screen, and back"),
)
"""Every button, declared once, as game/controls.py does it for keys."""

STICKS = {"leftstick": "feet", "rightstick": "camera"}
ACTIONS = {control.button: control.action for control in PAD}


class Pads:
    def __init__(self, manager: Any = None, because: str = "") -> None:
        """`manager` is pyglet's ControllerManager, or what behaves like it."""
        self.because = because
        self.camera, self.feet = REST, REST
        self.names: list[str] = []  # of the pads that are listened to
        self._manager = manager
        self._open: list[Any] = []
        self._taken: list[Action] = []
        self._dpad = (0, 0)
        if manager is not None:
            manager.push_handlers(on_connect=self.on_connect, on_disconnect=self.on_disconnect)
            for controller in manager.get_controllers():
                self.on_connect(controller)

    @classmethod
    def open(cls) -> Self:
        """Never fails. Pads speak through the window's loop, so a window should be open."""
        missing = [str(path) for path in NEEDED if not path.exists()]
        if sys.platform.startswith("linux") and missing:
            return cls(because=f"no pads: there is no {missing[0]} here")
        try:
            from pyglet.input import ControllerManager

            return cls(ControllerManager())
        except Exception as error:  # no display, no rights: whatever it is, keys and mouse do
            reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
            return cls(because=f"no pads: {reason}")

    def pressed(self) -> list[Action]:
        """What was pressed since the last call, in that order."""
        taken, self._taken = self._taken, []
        return taken

    def turned(self, seconds: float) -> Stick:
        """Pixels by which the right stick drags the picture: pushed to the right, the camera goes to the right."""
        x, y = self.camera
        return -TURN_PX_S * seconds * x, -TURN_PX_S * seconds * y

    def close(self) -> None:
        if self._manager is not None:
            self._manager.remove_handlers(on_connect=self.on_connect, on_disconnect=self.on_disconnect)
        for controller in list(self._open):
            controller.close()
            self.on_disconnect(controller)
        self._manager = None

    # --- pyglet's events

    def on_connect(self, controller: Any) -> None:
        try:
            controller.open()
        except Exception as error:  # another program holds it, or it went again at once
            self.because = f"no pads: {controller.name} cannot be opened: {error}"
            return
        controller.push_handlers(self.on_button_press, self.on_dpad_motion, self.on_stick_motion)
        self._open.append(controller)
        self._count()

    def on_disconnect(self, controller: Any) -> None:
        if controller not in self._open:
            return
        controller.remove_handlers(self.on_button_press, self.on_dpad_motion, self.on_stick_motion)
        self._open.remove(controller)
        self.camera, self.feet, self._dpad = REST, REST, (0, 0)  # it says nothing of sticks that it let go of
        self._count()

    def on_button_press(self, controller: Any, button: str) -> None:
        if button in ACTIONS:
            self._taken.append(ACTIONS[button])

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """The cross gives where it is; only what it was not before has been pressed."""
        before, (x, y) = self._dpad, vector
        self._dpad = (round(x), round(y))
        for now, was, low, high in zip(self._dpad, before, ("dpleft", "dpdown"), ("dpright", "dpup"), strict=True):
            if now and now != was:
                self._taken.append(ACTIONS[high if now > 0 else low])

    def on_stick_motion(self, controller: Any, stick: str, vector: Any) -> None:
        if stick in STICKS:
            setattr(self, STICKS[stick], past_rest(*vector))

    def _count(self) -> None:
        self.names = [controller.name or "pad" for controller in self._open]
        if self._open:
            self.because = ""


def past_rest(x: float, y: float) -> Stick:
    """(0.15, 0) is nothing, (1, 0) all; the direction stays, and corners are no farther than edges."""
    size = hypot(x, y)
    share = min(1.0, max(0.0, (size - DEAD) / (1.0 - DEAD))) / size if size > 0.0 else 0.0
    return x * share, y * share
