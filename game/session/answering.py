"""What goes to the list that a session asks with, and not to the game behind it. The help lies over both.

if key_down(session, "RETURN", None): return        # the list had it
"""

from __future__ import annotations

from game.session.choices import Choices
from game.session.controls import Action, Control
from game.session.session import Session

MOVES = ("UP", "DOWN", "LEFT", "RIGHT")
"""pyglet's names of keys that come once more while they are held, as the ways through a text do."""
BESIDE = (Action.HELP, Action.PICTURE, Action.FILM, Action.MUTE, Action.FULLSCREEN, Action.QUALITY, Action.SCALE)
"""What keys do while a list is shown, beside choosing from it."""


def asked(session: Session) -> Choices | None:
    return None if session.helping else session.asking


def key_down(session: Session, name: str, control: Control | None) -> bool:
    """A key went down; true where a list is shown, which has every key."""
    choices = asked(session)
    if choices is None and session.waiting is not None and not session.helping:
        return go(session, control)
    if choices is None:
        return False
    mine = name in MOVES or choices.key(name)
    if not mine and control is not None and control.action in BESIDE:
        session.do(control.action)
    return True


def go(session: Session, control: Control | None) -> bool:
    """The world waits for a person: any key lets it go on but those that are about the window."""
    if control is not None and control.group == "window":
        return False
    if session.waiting is not None:
        session.waiting.go()
    return True


def way(session: Session, name: str) -> None:
    """An arrow went down, or is held."""
    choices = asked(session)
    if choices is not None and name in MOVES:
        choices.key(name)


def mouse(session: Session, x: float, y: float, click: bool = False) -> bool:
    """It is there, in units of the overlay; true where a list is shown, which has it."""
    choices = asked(session)
    if choices is None and click and session.waiting is not None and not session.helping:
        session.waiting.go()
        return True
    if choices is None:
        return False
    (choices.click if click else choices.hover)(x, y)
    return True


def wheel(session: Session, steps: float) -> bool:
    choices = asked(session)
    if choices is None:
        return False
    choices.move(-round(steps))
    return True
