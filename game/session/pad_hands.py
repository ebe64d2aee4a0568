"""Pads at a session: whoever plays has the buttons of what they play, every other pad those of game/session/pads.py.

    poll_pads(pads, session)          # once a frame, before its ticks

The first pad that was plugged in is the first player's, the second the second's, each until it goes. Of somebody who
boxes a left stick that is pushed half-way up and a little to the left is Walk("red", 0.5, 0.125).
"""

from __future__ import annotations

from game.session.controls import Action
from game.session.pads import PAD, Pads
from game.session.plays import PADS
from game.session.session import Session

ACTS = {control.button: control.action for control in PAD}


def poll_pads(pads: Pads, session: Session) -> None:
    """What pads have to say since the last time."""
    pads.seat(session.persons)
    if session.asking is not None:
        answer(pads, session)
        return
    if (waiting := session.waiting) is not None:
        if any(down for _, _, down in pads.pressed()):
            waiting.go()
        return
    playing = session.playing
    for player, button, down in pads.pressed():
        seated = playing is not None and 1 <= player <= session.persons
        does = (playing.buttons if playing is not None and seated else ACTS).get(button)
        if isinstance(does, Action):
            if down:
                act(session, does)
        elif does is not None and playing is not None and not session.replaying:
            playing.press(player, does, down, PADS)
    squeeze(pads.squeeze(session.persons if playing is not None else 0), session)
    for player in range(1, session.persons + 1):
        if playing is not None:
            playing.stick(player, *pads.feet(player))


def squeeze(share: float, session: Session) -> None:
    """Only what is new: each is a deed."""
    if share != session.pulled and not session.replaying:
        session.pulled = share
        session.squeeze(share)


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
