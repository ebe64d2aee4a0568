"""Every key, declared once: the window, the line of help in it and `glassjaw keys` are made from this table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    PAUSE = "pause"
    CLOSE = "close"


@dataclass(frozen=True)
class Control:
    key: str  # pyglet's name of it
    shown: str
    action: Action
    about: str


CONTROLS = (
    Control("SPACE", "Space", Action.PAUSE, "stop the time, and let it go on"),
    Control("ESCAPE", "Esc", Action.CLOSE, "close the window"),
)


def help_line() -> str:
    return "    ".join(f"{control.shown} {control.action}" for control in CONTROLS)
