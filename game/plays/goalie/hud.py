"""The score of a goal, upper right, and what the next shot is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.hud.plays import Part, PlayHud
from game.picture.ink import ACCENT, DIM, EDGE, INK, PAD, panel
from game.plays.goalie.session import SHOOTS, AtGoal

if TYPE_CHECKING:
    from game.hud.hud import Hud

WIDE, ROW = 220.0, 18.0  # units


class GoalHud(PlayHud):
    instead_of = ("scene",)

    def __init__(self, hud: Hud) -> None:
        super().__init__(hud)
        self.playing = AtGoal.of(hud.session)

    @property
    def on(self) -> bool:
        return self.playing.on

    def parts(self) -> Sequence[Part]:
        return [Part("goal", 0.1, self.score, lambda: self.on)]

    def hints(self) -> Sequence[tuple[str, str]] | None:
        return [("Arrows", "aim"), ("W S", "power"), (SHOOTS, "shoot"), ("Click", "shoot there")] if self.on else None

    def score(self) -> None:
        goal = self.playing.goal
        if goal is None:
            return
        left, right, aim = self.hud.right - WIDE, self.hud.right - PAD, self.playing.aim
        panel(self.overlay, left, EDGE, WIDE, PAD + 4 * ROW)
        way = "right" if aim.aside > 0.0 else "left"
        rows = (
            ("saves", str(goal.saves), INK),
            ("goals", str(goal.goals), INK),
            ("wide", str(goal.wide), DIM),
            (f"aim {abs(aim.aside):.1f} m {way}, {aim.height:.1f} m up", f"{aim.speed:.0f} m/s", ACCENT),
        )
        for row, (name, value, colour) in enumerate(rows):
            y = EDGE + PAD / 2 + ROW * row
            self.overlay.text(left + PAD, y, name, "body", colour)
            self.overlay.text(right, y, value, "body", colour, "right")
        self.hud.scene_below = EDGE + PAD + 4 * ROW


PLAY = GoalHud
