"""Before the window is closed by a key: does the person mean it?

session.ask(leaving(session))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.session.choices import Choices, Row

if TYPE_CHECKING:
    from game.session.session import Session


def leaving(session: Session) -> Choices:
    """Esc once more, or the first row, goes on."""

    def leave() -> None:
        session.closing = True

    rows = [Row("Go on", "keep playing"), Row("Leave", "closes the window", leave)]
    if not session.menu.showing:
        rows.insert(1, Row("Menu", "choose something else to play", session.menu.leave))
    return Choices("Leave?", rows, about=unfinished(session))


def unfinished(session: Session) -> str:
    """What would be lost."""
    return next((play.unfinished for play in session.plays.values() if play.unfinished), session.scene.title)
