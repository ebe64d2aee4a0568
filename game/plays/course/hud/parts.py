"""The parts of a course's HUD: the table of lanes, and the start and finish of a person's run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.hud.plays import Part, PlayHud
from game.hud.profile import HEIGHT, top_edge
from game.hud.scene import WORD_BELOW
from game.picture.ink import EDGE, GAP
from game.plays.course.hud.course import REACHES, WIDTH, course
from game.plays.course.hud.race import show_finish, show_start
from game.plays.course.session.playing import OnCourse

if TYPE_CHECKING:
    from game.hud.hud import Hud


class CourseHud(PlayHud):
    instead_of, reaches, wide = ("status", "scene"), REACHES, WIDTH + GAP

    def __init__(self, hud: Hud) -> None:
        super().__init__(hud)
        self.playing = OnCourse.of(hud.session)

    @property
    def on(self) -> bool:
        return self.playing.on

    def parts(self) -> Sequence[Part]:
        return [
            Part("course", 0.1, self._course, lambda: self.on),
            Part("race", 0.1, self._race, lambda: self.playing.lane is not None),
        ]

    def _course(self) -> None:
        above, left = top_edge(self.overlay, self.session) - GAP, self.hud.top_left
        lowest = above if left == EDGE else self.overlay.bottom - EDGE - HEIGHT - GAP
        self.below = course(self.overlay, self.playing, left, self.hud.right, lowest)

    def _race(self) -> None:
        """Before one may go, and when one is in but others are not."""
        if self.playing.start is not None:
            show_start(self.overlay, self.playing.start, self.hud.free_left, self.hud.right)
        if self.below <= WORD_BELOW:
            show_finish(self.overlay, self.playing, self.hud.free_left, self.hud.right)
