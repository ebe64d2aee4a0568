"""The menu: what can be played, behind it two computers that box. Each row opens a scene, or another list.

    session.menu.open()              # the title: Box, Practice, Two players, Watch, Course, Laboratory, Keys
    session.menu.box()               # opponent, level and corner, then into the ring

What was chosen last is kept while the window is open. A scene that is opened from here is a session's scene like any
other: what was done in it can be recorded and done again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from components.fight import BoutPhase
from game.scenes.file import BoxerSettings
from game.scenes.scene import Scene, load_scene, scene_names
from game.scenes.styles import styles
from game.session.choices import Choices, Row
from game.session.controls import KEY, Action
from game.session.recording import Opening

if TYPE_CHECKING:
    from game.session.session import Session

RING, COURSE, PRACTICE = "boxing", "course", "practice"  # scenes
CORNERS = ("red", "blue")
LEVELS = {"1": "easy", "2": "fair", "3": "hard"}
SHOWN_AGAIN_S = 6.0  # after the end of the bout behind the menu it begins anew
QUIT = 7  # the last row of the title
SOON = 2  # pictures after which what was asked for is done: the word that it is coming is seen by then
TITLE, LABORATORY = "title", "laboratory"  # ways in which a list is drawn


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


class Menu:
    def __init__(self, session: Session) -> None:
        self.session, self.match = session, Match()
        self.showing = False  # is it the bout behind the menu that is seen
        self.coming = ""  # what is being opened
        self._soon: tuple[int, Callable[[], object]] | None = None

    # --- the lists

    def open(self) -> None:
        """The title, over a bout of two computers; who is in the middle of a bout is asked first."""
        session = self.session
        bout = session.simulation.bout
        fights = bout is not None and bout.phase is not BoutPhase.OVER and bool(session.fists)
        if self.showing:
            self._ask_title()
        elif fights and not (session.scene.practice or session.before_bell or session.replaying):
            rows = [Row("Go on", "the bout waits for you"), Row("To the menu", "this bout is given up", self.leave)]
            session.ask(Choices("Leave the bout?", rows))
        else:
            self.leave()

    def leave(self) -> None:
        """To the title, whatever goes on here."""
        self._later("Glassjaw", self._title_bout)

    def _title_bout(self) -> None:
        self.session.clock.paused = False
        self.session.open(Opening(RING), players=0)
        self.over_bout()

    def over_bout(self) -> None:
        """The title over the bout that there is."""
        session, self.showing = self.session, True
        session.hud, session.profiling, session.clock.speed = True, 0, 1.0
        self._ask_title()

    def _ask_title(self, chosen: int = 0) -> None:
        rows = [
            Row("Box", "against the computer: three rounds in the ring", self.box),
            Row("Practice", "each punch once, on a partner who does not hit back", self.practise),
            Row("Two players", "both corners at one keyboard, or with pads", self.two_players),
            Row("Watch", "two computers box; throw things at them if you like", self.watch),
            Row("Course", "walk, run and jump over obstacles", self.course),
            Row("Laboratory", "every scene: laws of control side by side, things thrown, ropes", self.laboratory),
            Row("Keys", "what keys, mouse and pads do", self.keys),
            Row("Quit", "close the window", self.quit),
        ]
        title = Choices("", rows, chosen=chosen)
        title.back = lambda: self.quit() if title.chosen == QUIT else self._ask_title(QUIT)
        self._ask(title)

    def box(self) -> None:
        rows = [
            Row("Into the ring", "a key rings the bell", lambda: self.into_the_ring(self.match, 1)),
            self._style("Opponent", lambda: self.match.opponent),
            self._level(),
            Row("Your corner", "", value=lambda: self.match.corner, turn=lambda _: self._turn_corner()),
            self._back(),
        ]
        self._ask(Choices("Box", rows, back=self._ask_title))

    def watch(self) -> None:
        rows = [
            Row("Begin", "nobody plays", lambda: self.into_the_ring(self.match, 0)),
            self._style("Red", lambda: "red"),
            self._style("Blue", lambda: "blue"),
            self._level(),
            self._back(3),
        ]
        self._ask(Choices("Watch", rows, back=lambda: self._ask_title(3)))

    def laboratory(self) -> None:
        def row(scene: Scene) -> Row:
            return Row(scene.title, scene.about, lambda: self._enter(Opening(scene.name), 1), picture=scene.name)

        rows = [row(load_scene(name)) for name in scene_names()]
        self._ask(Choices("Laboratory", rows, back=lambda: self._ask_title(5), look=LABORATORY))

    def keys(self) -> None:
        """The help; it is closed to the same list."""
        self._ask_title(6)
        self.session.helping = True

    def _ask(self, choices: Choices) -> None:
        choices.stops, choices.alone = False, True
        if choices.look != LABORATORY:
            choices.look = TITLE
        self.session.ask(choices)

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

    def _back(self, to: int = 0) -> Row:
        return Row("Back", "", lambda: self._ask_title(to))

    # --- what is played

    def into_the_ring(self, match: Match, players: int) -> None:
        self.match = match
        self._enter(match.opening, players)

    def two_players(self) -> None:
        self._enter(Opening(RING), 2)

    def course(self) -> None:
        self._enter(Opening(COURSE), 1)

    def practise(self) -> None:
        self._enter(Opening(PRACTICE), 1)

    def first_bout(self) -> None:
        """After practice: the easiest."""
        self.into_the_ring(replace(self.match, level=1), 1)

    def quit(self) -> None:
        self.session.closing = True

    def _enter(self, opening: Opening, players: int) -> None:
        def enter() -> None:
            self.showing = self.session.clock.paused = False
            self.session.open(opening, players)

        self._later(load_scene(opening.scene).title, enter)

    # --- time

    def _later(self, what: str, call: Callable[[], object]) -> None:
        """When it has been seen that it is coming."""
        self.coming, self._soon = what, (SOON, call)

    def pass_time(self) -> None:
        """A picture later."""
        if self._soon is not None:
            left, call = self._soon
            self._soon = (left - 1, call) if left else None
            if not left:
                self.coming = ""
                call()
        bout = self.session.simulation.bout
        if self.showing and bout is not None and bout.phase is BoutPhase.OVER and bout.clock_s > SHOWN_AGAIN_S:
            asking = self.session.asking
            self.session.restart()
            self.session.asking = asking

    # --- after a bout

    def ends(self) -> list[Row]:
        """What comes next, for who has boxed or has watched."""
        session = self.session
        again = Row("Again", "the same two, from the first bell", session.restart)
        menu = Row("Menu", f"{KEY[Action.MENU]} does the same at any time", self.open)
        played = self.played()
        if played is None or not session.fists:
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
        spec = session.scene.bout
        if spec is None or session.scene.name != RING or len(session.fists) != 1:
            return None
        boxers: dict[str, BoxerSettings] = dict(zip(CORNERS, spec.boxers, strict=True))
        return match_of(
            session.opening, [boxers[c].style for c in CORNERS], [boxers[c].level for c in CORNERS],
            session.fists[0].who,
        )  # fmt: skip
