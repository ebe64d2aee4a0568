"""A crowd round the ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.plays.boxing.session.playing import Boxing
from game.plays.boxing.sound import Crowd
from game.sound.noticing import Happening
from game.window.plays import PlayView

if TYPE_CHECKING:
    from game.window.view import View


class RingView(PlayView):
    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.crowd = Crowd(view.sounds) if view.sounds is not None else None

    def hear(self, happening: Happening) -> None:
        if self.crowd is not None:
            self.crowd.hear(happening)

    def update(self, seconds: float) -> None:
        if self.crowd is not None:
            self.crowd.update(seconds, Boxing.of(self.view.session).on)


PLAY = RingView
