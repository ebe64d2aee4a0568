"""Pads at a session: a pad of somebody who boxes has a table of its own, every other one that of game/session/pads.py.
One on the course has that of game/session/steer_pads.py.

    hear(pads, session)          # once a frame, before its ticks

The first pad that was plugged in is the first player's, the second the second's, each until it goes. A left stick that
is pushed half-way up and a little to the left is Walk("red", 0.5, 0.125).
"""

from __future__ import annotations

from dataclasses import dataclass

from game.session.controls import Action
from game.session.fighting import ABOUT, PADS, Fight
from game.session.pads import CAMERA_STICK, PAD, Pads
from game.session.session import Session
from game.session.steer_pads import STEERS
from game.session.steering import Lane


@dataclass(frozen=True)
class FightButton:
    button: str  # pyglet's name
    shown: str
    does: Fight | Action
    about: str


_TRIGGERS = {"lefttrigger": "Left trigger", "righttrigger": "Right trigger"}
_BUTTONS: tuple[tuple[str, Fight | Action], ...] = (
    ("x", Fight.JAB), ("y", Fight.CROSS), ("a", Fight.HOOK), ("b", Fight.UPPERCUT),
    ("lefttrigger", Fight.LOW), ("rightshoulder", Fight.POWER), ("righttrigger", Fight.BLOCK),
    ("dpleft", Fight.SLIP_LEFT), ("dpright", Fight.SLIP_RIGHT), ("dpdown", Fight.DUCK), ("leftshoulder", Fight.TAUNT),
    ("dpup", Action.CAMERA_FIGHT), ("rightstick", Action.HELP), ("start", Action.PAUSE), ("back", Action.RESTART),
    ("guide", Action.FULLSCREEN),
)  # fmt: skip
SHOWN = {control.button: control.shown for control in PAD} | _TRIGGERS
_ABOUT = {control.action: control.about for control in PAD}
FIGHT_PAD = tuple(
    FightButton(button, SHOWN[button], does, ABOUT[does] if isinstance(does, Fight) else _ABOUT[does])
    for button, does in _BUTTONS
)
"""Every button of a boxer, declared once. A left stick that is pressed in the heat of a fight does nothing."""

FIGHT_STICKS = (("Left stick", "steps, up is towards the opponent"), CAMERA_STICK)
BOXES = {control.button: control.does for control in FIGHT_PAD}
ACTS = {control.button: control.action for control in PAD}


def hear(pads: Pads, session: Session) -> None:
    """What pads have to say since the last time."""
    lane = session.lane
    pads.seat(session.persons)
    if session.asking is not None:
        answer(pads, session)
        return
    if session.before_bell:
        session.before_bell = not any(down for _, _, down in pads.pressed())
        return
    for player, button, down in pads.pressed():
        table = ACTS if not 1 <= player <= session.persons else BOXES if lane is None else STEERS
        does = table.get(button)
        if isinstance(does, Fight):
            session.box(player, does, down, PADS)
        elif isinstance(does, Lane):
            session.move(does, down, PADS)
        elif does is not None and down:
            act(session, does)
    for fist in session.fists:
        fist.push(*pads.feet(fist.player))
    if lane is not None:
        lane.push(*pads.feet(1))


def answer(pads: Pads, session: Session) -> None:
    """Whoever has a pad may choose from a list."""
    for _, button, down in pads.pressed():
        if down and session.asking is not None:
            session.asking.button(button)
    if session.asking is not None:
        session.asking.stick(*pads.any_feet)


def act(session: Session, action: Action) -> None:
    """A pad has no cursor: it throws at whoever is chosen, or at the first."""
    if action is Action.THROW:
        session.throw_at(session.chosen or next(iter(session.simulation.characters)))
    else:
        session.do(action)
