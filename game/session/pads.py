"""Game pads: what is pressed on each of them, and where its sticks are. Pads may come and go while the game runs.

    pads = Pads.open()
    pads.seat(players=2)                  # whose they are
    for press in pads.pressed(): ...      # Press(player=1, button="x", down=True)
    operator.orbit(*pads.turned(seconds))

What it does is said in game/session/pad_hands.py. Where there can be no pads `because` says why in one line, and
everything stays at rest. A stick that is pushed by less than 0.15 of its way is at rest; from there to its end it goes
from 0 to 1, to the right and up.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple, Self

from game.session.controls import Action

Stick = tuple[float, float]
REST: Stick = (0.0, 0.0)
DEAD = 0.15
PULLED, LET_GO = 0.3, 0.2  # where a trigger goes down, and where it comes up; pyglet gives 0 to 1, or -0.5 to 0.5
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
    PadControl("start", "Start", Action.PAUSE, "pause, and go on"),
    PadControl("back", "Back", Action.RESTART, "start the scene again"),
    PadControl("leftshoulder", "Left shoulder", Action.SLOWER, "slow motion"),
    PadControl("rightshoulder", "Right shoulder", Action.FASTER, "faster"),
    PadControl("dpup", "Pad up", Action.CAMERA_FIGHT, "keep the first two in view"),
    PadControl("dpdown", "Pad down", Action.CAMERA_FOLLOW, "follow one"),
    PadControl("dpleft", "Pad left", Action.RETRY, "repeat the last throw against the next servo mode"),
    PadControl("dpright", "Pad right", Action.STEP, "one tick forward"),
    PadControl("rightstick", "Right stick pressed", Action.NEXT_CHARACTER, "who the settings are for"),
    PadControl("leftstick", "Left stick pressed", Action.HELP, "the help"),
    PadControl("guide", "Guide", Action.FULLSCREEN, "full screen on and off"),
)
"""Every button of a pad of nobody who plays, declared once, as game/session/controls.py does it for keys."""
SHOWN = {control.button: control.shown for control in PAD} | {
    "lefttrigger": "Left trigger",
    "righttrigger": "Right trigger",
}
"""All that can be pressed, in words."""

SQUEEZE = "righttrigger"  # of a pad of nobody who plays: how firm the chosen ones are (servo tension)
CAMERA_STICK = ("Right stick", "turn the camera")
SQUEEZING = ("Right trigger", "tense the chosen ones as far as it is pulled (servo tension)")
STICKS = {"leftstick": "feet", "rightstick": "camera"}
CROSS = (("dpleft", "dpright"), ("dpdown", "dpup"))


class Press(NamedTuple):
    player: int  # whose pad it is; 0: nobody's
    button: str
    down: bool


@dataclass(eq=False)
class Pad:
    """One that is listened to."""

    player: int = 0
    camera: Stick = REST
    feet: Stick = REST
    squeeze: float = 0.0  # of the trigger that tenses, 0 to 1
    down: set[str] = field(default_factory=set)  # buttons, ways of the cross, triggers


class Pads:
    def __init__(self, manager: Any = None, because: str = "") -> None:
        """`manager` is pyglet's ControllerManager, or what behaves like it."""
        self.because = because
        self.names: list[str] = []  # of the pads that are listened to
        self._manager = manager
        self._open: dict[Any, Pad] = {}  # by pyglet's controller, in the order in which they came
        self._taken: list[tuple[Pad, str, bool]] = []
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

    def seat(self, players: int) -> None:
        """Whoever plays and has no pad gets the first one that no player has, and keeps it until it goes."""
        for player in range(1, players + 1):
            if all(pad.player != player for pad in self._open.values()):
                free = next((pad for pad in self._open.values() if not 1 <= pad.player <= players), None)
                if free is not None:
                    free.player = player

    def pressed(self) -> list[Press]:
        """What went down and came up since the last call, in that order."""
        taken, self._taken = self._taken, []
        return [Press(pad.player, button, down) for pad, button, down in taken]

    def feet(self, player: int) -> Stick:
        """The left stick of a player's pad."""
        return next((pad.feet for pad in self._open.values() if pad.player == player), REST)

    def squeeze(self, seated: int) -> float:
        """How far the trigger that tenses is pulled, in twentieths; the farthest of those that nobody plays with."""
        pulls = [pad.squeeze for pad in self._open.values() if not 1 <= pad.player <= seated]
        return round(20.0 * max(pulls, default=0.0)) / 20.0

    @property
    def any_feet(self) -> Stick:
        """The left stick that is pushed the farthest."""
        return max((pad.feet for pad in self._open.values()), key=lambda stick: hypot(*stick), default=REST)

    @property
    def camera(self) -> Stick:
        """The right stick that is pushed the farthest."""
        return max((pad.camera for pad in self._open.values()), key=lambda stick: hypot(*stick), default=REST)

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
        controller.push_handlers(*self._handlers)
        self._open[controller] = Pad()
        self._count()

    def on_disconnect(self, controller: Any) -> None:
        """It says nothing of what it let go of."""
        if controller not in self._open:
            return
        controller.remove_handlers(*self._handlers)
        for button in sorted(self._open[controller].down):
            self._note(controller, button, False)
        del self._open[controller]
        self._count()

    def on_button_press(self, controller: Any, button: str) -> None:
        self._note(controller, button, True)

    def on_button_release(self, controller: Any, button: str) -> None:
        self._note(controller, button, False)

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """The cross gives where it is; only what it was not before has been pressed."""
        for at, (low, high) in zip(vector, CROSS, strict=True):
            self._note(controller, low, round(at) < 0)
            self._note(controller, high, round(at) > 0)

    def on_trigger_motion(self, controller: Any, trigger: str, value: float) -> None:
        if trigger == SQUEEZE:
            self._open[controller].squeeze = max(0.0, min(1.0, (value - DEAD) / (1.0 - DEAD)))
        self._note(controller, trigger, value > (LET_GO if trigger in self._open[controller].down else PULLED))

    def on_stick_motion(self, controller: Any, stick: str, vector: Any) -> None:
        if stick in STICKS:
            setattr(self._open[controller], STICKS[stick], past_rest(*vector))

    @property
    def _handlers(self) -> tuple[Any, ...]:
        return (
            self.on_button_press, self.on_button_release, self.on_dpad_motion, self.on_trigger_motion,
            self.on_stick_motion,
        )  # fmt: skip

    def _note(self, controller: Any, button: str, down: bool) -> None:
        pad = self._open[controller]
        if (button in pad.down) != down:
            (pad.down.add if down else pad.down.discard)(button)
            self._taken.append((pad, button, down))

    def _count(self) -> None:
        self.names = [controller.name or "pad" for controller in self._open]
        if self._open:
            self.because = ""


def past_rest(x: float, y: float) -> Stick:
    """(0.15, 0) is nothing, (1, 0) all; the direction stays, and corners are no farther than edges."""
    size = hypot(x, y)
    share = min(1.0, max(0.0, (size - DEAD) / (1.0 - DEAD))) / size if size > 0.0 else 0.0
    return x * share, y * share
