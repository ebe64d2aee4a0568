"""A person on the course: which lane is theirs, what keys do there, and the count before the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from game.plays.course.scenes import course_of
from game.plays.course.session.deeds import DEEDS
from game.plays.course.session.pads import LANE_STICKS, STEERS
from game.plays.course.session.race import Start
from game.plays.course.session.steering import (
    COURSE_CONTROLS,
    LANE_KEYS,
    Lane,
    LaneHands,
    lane_of,
    runners,
    taking,
    way_of,
)
from game.session.choices import Row
from game.session.deeds import Deed
from game.session.plays import KEYS, Playing
from game.session.recording import Opening
from game.world.simulation import Simulation

if TYPE_CHECKING:
    from game.session.session import Session

SCENE = "course"


class OnCourse(Playing):
    name, deeds = "course", DEEDS
    keys_title, pad_title, sticks, buttons = "On the course", "A pad on the course", LANE_STICKS, STEERS

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.lane: LaneHands | None = None  # what the person holds who is on it
        self.start: Start | None = None  # of a race that somebody runs in

    @property
    def on(self) -> bool:
        return course_of(self.session.scene) is not None

    @property
    def persons(self) -> int:
        return int(self.lane is not None)

    def begin(self, players: int) -> None:
        session = self.session
        there = list(runners(session.simulation))
        self.lane = LaneHands(lane_of(there)) if there and players else None
        self.start = Start() if session.lively and self.lane is not None else None
        for deed in taking(self.lane.who) if self.lane is not None else ():
            session.history.do(deed)

    # --- hands

    def key(self, name: str, down: bool) -> bool:
        lane = LANE_KEYS.get(name)
        if lane is None or self.lane is None or self.session.replaying or (self.session.clock.paused and down):
            return False
        self.press(1, lane, down, KEYS)
        return True

    def press(self, player: int, does: Any, down: bool, by: str) -> None:
        """A jump while the world stands comes to nothing."""
        act = self.lane.press(Lane(does), down, by) if self.lane is not None else None
        if act is not None and not self.session.still:
            self.session.history.do(act)

    def stick(self, player: int, x: float, y: float) -> None:
        if self.lane is not None:
            self.lane.push(x, y)

    def let_go(self, by: str) -> None:
        if self.lane is not None:
            self.lane.let_go(by)

    def wishes(self) -> Iterable[Deed]:
        return self.lane.wishes(runners(self.session.simulation)[self.lane.who]) if self.lane is not None else ()

    # --- time

    @property
    def starting(self) -> bool:
        return self.start is not None and self.start.left_s > 0.0

    def holds_back(self, seconds: float) -> bool:
        if self.session.replaying:
            self.start = None
        return self.start is not None and not self.session.clock.paused and self.start.waits(seconds)

    # --- what is shown

    @property
    def steered(self) -> str:
        return self.lane.who if self.lane is not None else ""

    def way(self, simulation: Simulation) -> float | None:
        return way_of(simulation, self.steered)

    def state(self) -> tuple[object, ...]:
        return (self.start and self.start.shown,)

    @classmethod
    def keys_told(cls) -> Sequence[tuple[str, str]]:
        return [(control.shown, control.about) for control in COURSE_CONTROLS]

    # --- the menu

    def title_rows(self) -> Sequence[Row]:
        menu = self.session.menu
        return [Row("Course", "walk, run and jump over obstacles", lambda: menu.enter(Opening(SCENE), 1))]

    @property
    def unfinished(self) -> str:
        there = self.lane is not None and runners(self.session.simulation)[self.lane.who].finished_s is None
        return "The course is not over." if there else ""
