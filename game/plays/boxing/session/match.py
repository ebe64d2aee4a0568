"""The rows of the menu that lead to a bout: opponent, level and corner, then into the ring; and what comes after one.

What was chosen last is kept while the window is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.plays.boxing.scenes import bout_of
from game.scenes.styles import styles
from game.session.choices import Row
from game.session.controls import KEY, Action
from game.session.recording import Opening

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing
    from game.session.session import Session

RING, PRACTICE = "boxing", "practice"  # scenes
CORNERS = ("red", "blue")
LEVELS = {"1": "easy", "2": "fair", "3": "hard"}
BOX, WATCH = "Box", "Watch"  # rows of the title


@dataclass(frozen=True)
class Match:
    """Who boxes whom: the style of each corner's computer, how well it boxes, and whom the first person plays."""

    red: str = "out_boxer"
    blue: str = "brawler"
    level: int = 2
    corner: str = "red"

    def style(self, corner: str) -> str:
        return self.red if corner == "red" else self.blue

    @property
    def opponent(self) -> str:
        """The other corner's."""
        return CORNERS[self.corner == "red"]

    @property
    def opening(self) -> Opening:
        settings = {"red.style": self.red, "blue.style": self.blue, "level": str(self.level)}
        return Opening(RING, settings, leads=self.corner)

    def other_corner(self) -> Match:
        """The same computer, from the other side."""
        return replace(self, corner=self.opponent, red=self.blue, blue=self.red)


def match_of(opening: Opening, styled: Sequence[str], levels: Sequence[int], led: str) -> Match:
    """As a scene of two boxers was opened."""
    red, blue = styled
    corner = led if led in CORNERS else "red"
    return Match(red or Match.red, blue or Match.blue, levels[corner == "red"], corner)


class BoxingMenu:
    def __init__(self, session: Session, boxing: Boxing) -> None:
        self.session, self.boxing, self.match = session, boxing, Match()

    def rows(self) -> list[Row]:
        """Of the title."""
        return [
            Row(BOX, "against the computer: three rounds in the ring", self.box),
            Row("Practice", "each punch once, on a partner who does not hit back", self.practise),
            Row("Two players", "both corners at one keyboard, or with pads", self.two_players),
            Row(WATCH, "two computers box; throw things at them if you like", self.watch),
        ]

    def box(self) -> None:
        rows = [
            Row("Into the ring", "a key rings the bell", lambda: self.into_the_ring(self.match, 1)),
            self._style("Opponent", lambda: self.match.opponent),
            self._level(),
            Row("Your corner", "", value=lambda: self.match.corner, turn=lambda _: self._turn_corner()),
        ]
        self.session.menu.ask(BOX, rows)

    def watch(self) -> None:
        rows = [
            Row("Begin", "nobody plays", lambda: self.into_the_ring(self.match, 0)),
            self._style("Red", lambda: "red"),
            self._style("Blue", lambda: "blue"),
            self._level(),
        ]
        self.session.menu.ask(WATCH, rows)

    # --- rows

    def _style(self, label: str, corner: Callable[[], str]) -> Row:
        def turn(steps: int) -> None:
            names = list(styles().styles)
            at = names.index(self.match.style(corner()))
            self.match = replace(self.match, **{corner(): names[(at + steps) % len(names)]})  # type: ignore[arg-type]  # a style's name

        return Row(label, "", value=lambda: self.match.style(corner()).replace("_", " "), turn=turn)

    def _level(self) -> Row:
        def turn(steps: int) -> None:
            levels = sorted(styles().levels)
            at = levels.index(self.match.level)
            self.match = replace(self.match, level=levels[(at + steps) % len(levels)])

        return Row("Level", "", value=lambda: f"{self.match.level} · {LEVELS[str(self.match.level)]}", turn=turn)

    def _turn_corner(self) -> None:
        self.match = self.match.other_corner()

    # --- what is played

    def into_the_ring(self, match: Match, players: int) -> None:
        self.match = match
        self.session.menu.enter(match.opening, players)

    def two_players(self) -> None:
        self.session.menu.enter(Opening(RING), 2)

    def practise(self) -> None:
        self.session.menu.enter(Opening(PRACTICE), 1)

    def first_bout(self) -> None:
        """After practice: the easiest."""
        self.into_the_ring(replace(self.match, level=1), 1)

    # --- after a bout

    def ends(self) -> list[Row]:
        """What comes next, for who has boxed or has watched."""
        session = self.session
        again = Row("Again", "the same two, from the first bell", session.restart)
        menu = Row("Menu", f"{KEY[Action.MENU]} does the same at any time", session.menu.open)
        played = self.played()
        if played is None or not self.boxing.fists:
            return [again, menu]
        rows = [again]
        levels = sorted(styles().levels)
        if played.level < levels[-1]:
            higher = replace(played, level=levels[levels.index(played.level) + 1])
            rows.append(
                Row("Next level", f"level {higher.level}: {LEVELS[str(higher.level)]}",
                    lambda: self.into_the_ring(higher, 1))
            )  # fmt: skip
        other = played.other_corner()
        rows.append(Row("Other corner", f"you are {other.corner}", lambda: self.into_the_ring(other, 1)))
        return [*rows, menu]

    def played(self) -> Match | None:
        """Whom one person has boxed, where that can be told in a word: in the ring, against a computer."""
        session = self.session
        spec = bout_of(session.scene)
        if spec is None or session.scene.name != RING or len(self.boxing.fists) != 1:
            return None
        boxers = dict(zip(CORNERS, spec.boxers, strict=True))
        return match_of(
            session.opening, [boxers[c].style for c in CORNERS], [boxers[c].level for c in CORNERS],
            self.boxing.fists[0].who,
        )  # fmt: skip
