"""A boxer's pad: every button, declared once. The others are for those who do not box (game/session/pads.py)."""

from __future__ import annotations

from dataclasses import dataclass

from game.plays.boxing.session.fists import ABOUT, Fight
from game.session.controls import Action
from game.session.pads import CAMERA_STICK, PAD, SHOWN


@dataclass(frozen=True)
class FightButton:
    button: str  # pyglet's name
    shown: str
    does: Fight | Action
    about: str


_BUTTONS: tuple[tuple[str, Fight | Action], ...] = (
    ("x", Fight.JAB), ("y", Fight.CROSS), ("a", Fight.HOOK), ("b", Fight.UPPERCUT),
    ("lefttrigger", Fight.LOW), ("rightshoulder", Fight.POWER), ("righttrigger", Fight.BLOCK),
    ("dpleft", Fight.SLIP_LEFT), ("dpright", Fight.SLIP_RIGHT), ("dpdown", Fight.DUCK), ("leftshoulder", Fight.TAUNT),
    ("dpup", Action.CAMERA_FIGHT), ("rightstick", Action.HELP), ("start", Action.PAUSE), ("back", Action.RESTART),
    ("guide", Action.FULLSCREEN),
)  # fmt: skip
_ABOUT = {control.action: control.about for control in PAD}
FIGHT_PAD = tuple(
    FightButton(button, SHOWN[button], does, ABOUT[does] if isinstance(does, Fight) else _ABOUT[does])
    for button, does in _BUTTONS
)
"""Every button of a boxer, declared once. A left stick that is pressed in the heat of a fight does nothing."""

FIGHT_STICKS = (("Left stick", "steps, up is towards the opponent"), CAMERA_STICK)
BOXES = {control.button: control.does for control in FIGHT_PAD}
