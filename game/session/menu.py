"""The menu: what can be played, behind it a scene that goes on by itself. Each row opens a scene, or another list.

    session.menu.open()              # the title: what the modes of play offer, Laboratory, Keys, Quit
    session.menu.enter(Opening("course"), players=1)

A scene that is opened from here is like any other: what was done in it can be recorded and done again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.scenes.scene import Scene, load_scene, scene_names
from game.session.choices import Choices, Row
from game.session.recording import Opening

if TYPE_CHECKING:
    from game.session.session import Session

SHOWN_AGAIN_S = 6.0  # after its end what goes on behind the menu begins anew
SOON = 2  # pictures after which what was asked for is done: the word that it is coming is seen by then
TITLE, LABORATORY_LOOK = "title", "laboratory"  # ways in which a list is drawn
ASIDE = 0.34  # of half the width: how far beside the list those are seen who play behind it
LABORATORY, KEYS, QUIT = "Laboratory", "Keys", "Quit"  # rows of the title


class Menu:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.showing = False  # is it what goes on behind the menu that is seen
        self.coming = ""  # what is being opened
        self._soon: tuple[int, Callable[[], object]] | None = None

    # --- the lists

    def open(self) -> None:
        """The title; who is in the middle of something is asked first."""
        session = self.session
        lost = next((play.given_up for play in session.plays.values() if play.given_up), None)
        if self.showing:
            self._ask_title()
        elif lost is not None:
            question, goes_on, given_up = lost
            session.ask(Choices(question, [Row("Go on", goes_on), Row("To the menu", given_up, self.leave)]))
        else:
            self.leave()

    def leave(self) -> None:
        """To the title, whatever goes on here."""
        self._later("Glassjaw", self._open_title)

    def _open_title(self) -> None:
        self.session.clock.paused = False
        behind = [play.behind_menu for play in self.session.plays.values() if play.behind_menu]
        self.session.open(Opening(behind[0] if behind else scene_names()[0]), players=0)
        self.lie_over()

    def lie_over(self) -> None:
        """The title over the scene that there is."""
        session, self.showing = self.session, True
        session.hud, session.profiling, session.clock.speed = True, 0, 1.0
        self._ask_title()

    def _ask_title(self, chosen: str = "") -> None:
        rows = [
            *(row for play in self.session.plays.values() for row in play.title_rows()),
            Row(LABORATORY, "every scene: laws of control side by side, things thrown, ropes", self.laboratory),
            Row(KEYS, "what keys, mouse and pads do", self.keys),
            Row(QUIT, "close the window", self.quit),
        ]
        at = next((number for number, row in enumerate(rows) if row.label == chosen), 0)
        title = Choices("", rows, chosen=at)
        title.back = lambda: self.quit() if title.row.label == QUIT else self._ask_title(QUIT)
        self._ask(title)

    def ask(self, title: str, rows: Sequence[Row]) -> None:
        """A list behind the title's row of that name, with a way back to it."""
        back = Row("Back", "", lambda: self._ask_title(title))
        self._ask(Choices(title, [*rows, back], back=lambda: self._ask_title(title)))

    def laboratory(self) -> None:
        def row(scene: Scene) -> Row:
            return Row(scene.title, scene.about, lambda: self.enter(Opening(scene.name), 1), picture=scene.name)

        rows = [row(load_scene(name)) for name in scene_names()]
        self._ask(Choices(LABORATORY, rows, back=lambda: self._ask_title(LABORATORY), look=LABORATORY_LOOK))

    def keys(self) -> None:
        """The help; it is closed to the same list."""
        self._ask_title(KEYS)
        self.session.helping = True

    def _ask(self, choices: Choices) -> None:
        choices.stops, choices.alone, choices.aside = False, True, ASIDE
        if choices.look != LABORATORY_LOOK:
            choices.look = TITLE
        else:
            choices.aside = 0.0
        self.session.ask(choices)

    # --- what is played

    def enter(self, opening: Opening, players: int) -> None:
        def enter() -> None:
            self.showing = self.session.clock.paused = False
            self.session.open(opening, players)

        self._later(load_scene(opening.scene).title, enter)

    def quit(self) -> None:
        self.session.closing = True

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
        if self.showing and any(play.over_s > SHOWN_AGAIN_S for play in self.session.plays.values()):
            asking = self.session.asking
            self.session.restart()
            self.session.asking = asking
