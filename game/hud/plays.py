"""What the HUD asks of a mode of play: its parts, which of the HUD's own give way to them, and how much room they take.

    class TagHud(PlayHud):              # in game/plays/tag/hud.py, with PLAY = TagHud
        def parts(self):
            return [Part("tag", 0.1, self.draw, lambda: Tag.of(self.session).on)]

A part is built anew when it is due, and stays between. Lengths are units: pixels, in a window of 1280 x 720.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar

from game.picture.ink import Box
from game.session.choices import Choices
from game.session.session import Session
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.hud.hud import Hud

Drawn = Callable[[Overlay, Session, Choices], None]


def always() -> bool:
    return True


@dataclass
class Part:
    name: str
    period_s: float  # 0: in every frame; infinite: when something changes
    build: Callable[[], None]
    shown: Callable[[], bool] = always
    due_s: float = -inf


class PlayHud:
    instead_of: ClassVar[tuple[str, ...]] = ()  # parts that give way where it is played
    looks: ClassVar[Mapping[str, Drawn]] = {}  # lists (`Choices.look`) that are drawn in its own way
    reaches: ClassVar[float] = 0.0  # from the upper edge down, all of it at most; 0: it does not lie there
    wide: ClassVar[float] = 0.0  # of the upper edge, from the left, that it takes for good
    corners: ClassVar[float] = 0.0  # height of what lies along the whole upper edge

    def __init__(self, hud: Hud) -> None:
        self.hud, self.session, self.overlay = hud, hud.session, hud.overlay
        self.below = 0.0  # down to where it is told now, in the middle
        self.taken: Sequence[Box] = ()  # where else it is told

    @property
    def on(self) -> bool:
        """Is it played here?"""
        return False

    def parts(self) -> Sequence[Part]:
        return ()

    def watch(self) -> None:
        """Each frame."""

    @property
    def keys_end(self) -> float:
        """Down to where its keys are told at the right edge."""
        return 0.0

    def hints(self) -> Sequence[tuple[str, str]] | None:
        """What is pressed and a word for it, in the line of keys; none: the line that other scenes show."""
        return None
