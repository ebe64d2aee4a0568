"""What the view asks of a mode of play: what it hears, and what it does in every picture.

PLAY = TagView                      # in game/plays/tag/window.py, a subclass of PlayView
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.sound.noticing import Happening

if TYPE_CHECKING:
    from game.window.view import View


class PlayView:
    def __init__(self, view: View) -> None:
        self.view = view

    def hear(self, happening: Happening) -> None:
        """After each tick, of all that can be heard and seen in the first world."""

    def update(self, seconds: float) -> None:
        """A picture, so many seconds after the last."""
