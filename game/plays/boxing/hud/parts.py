"""The parts of a bout's HUD: corners and clock, the tutor's lines, the bell, and the tasks of practice."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from game.hud.plays import Part, PlayHud
from game.plays.boxing.hud.bell import before_bell, practice
from game.plays.boxing.hud.ending import show_ending
from game.plays.boxing.hud.fight import HEIGHT, REACHES, fight, keys_end
from game.plays.boxing.hud.tutor import Tutor, tutor
from game.plays.boxing.scenes import practises
from game.plays.boxing.session.ending import RESULT
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight
from game.plays.boxing.session.playing import Boxing

if TYPE_CHECKING:
    from game.hud.hud import Hud

FIRST = (Fight.JAB, Fight.CROSS, Fight.HOOK, Fight.UPPERCUT, Fight.BLOCK, Fight.LOW, Fight.POWER)
"""What a boxer's line of keys has room for, beside what is not boxing."""


class BoxingHud(PlayHud):
    instead_of, reaches, corners = ("status", "scene"), REACHES, HEIGHT
    looks = {RESULT: show_ending}  # noqa: RUF012  # as its base declares it

    def __init__(self, hud: Hud) -> None:
        super().__init__(hud)
        self.boxing, self.tutor = Boxing.of(hud.session), Tutor()

    @property
    def on(self) -> bool:
        return self.boxing.on

    def parts(self) -> Sequence[Part]:
        return [
            Part("fight", 0.1, self._fight, lambda: self._boxes),
            Part("tutor", 0.1, self._tutor, lambda: self._boxes and not self.boxing.before_bell),
            Part("practice", 0.1, lambda: practice(self.overlay, self.boxing), lambda: self._practises),
            Part("bell", inf, lambda: before_bell(self.overlay, self.boxing),
                 lambda: self._boxes and self.boxing.before_bell),
        ]  # fmt: skip

    @property
    def _practises(self) -> bool:
        return self.on and practises(self.session.scene)

    @property
    def _boxes(self) -> bool:
        return self.on and not practises(self.session.scene)

    def _fight(self) -> None:
        self.below = fight(self.overlay, self.boxing, self.hud.top_left, self.hud.right)

    def _tutor(self) -> None:
        self.taken = tutor(self.overlay, self.boxing, self.tutor, self.hud.left, self.hud.right)

    def watch(self) -> None:
        self.tutor.watch(self.boxing)

    @property
    def keys_end(self) -> float:
        return keys_end(self.boxing)

    def hints(self) -> Sequence[tuple[str, str]]:
        """Of those who box, both players' together."""
        of_each = [{c.fight: c for c in FIGHT_CONTROLS if c.player == fist.player} for fist in self.boxing.fists]
        return [
            (" · ".join(own[fight].shown for own in of_each), of_each[0][fight].short) for fight in FIRST if of_each
        ]  # fmt: skip
