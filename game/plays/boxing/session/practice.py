"""Practice: each punch is asked for once, of a person whose partner does not hit back.

    practice.begin()                 # another world; where its scene is one to practise in, the first task is asked
    practice.notice(event)           # after each tick, of everything that was told
    practice.watch()                 # each frame: what the person and their boxer do, and what is asked next

A punch has been done when its fist has met the partner, on the arms too; a block when it has been held for half a
second; a slip when it is made. What met nobody 0.8 s after it was thrown is said to have been too short.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from components.clock import TICKS_PER_S
from components.fight import BoutPhase, Fighter
from game.plays.boxing.scenes import practises
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight, FightHands
from game.session.choices import Choices, Row
from systems.stage import Event

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing
    from game.session.session import Session

NEAR_M = 1.05  # between the two: from there a fist gets there
HELD_S = 0.5  # that a block is held
SHORT_S = 0.8  # after a punch that met nobody
NEXT_S = 1.0  # that praise is read before the next task is asked


@dataclass(frozen=True)
class Task:
    name: str
    keys: tuple[Fight, ...]  # pressed together
    about: str
    moves: tuple[str, ...] = ()  # one of them has to land
    power: float = 0.0  # with more than that
    done: Callable[[Session, FightHands, Fighter], bool] | None = None  # where it is no punch: now


def near(session: Session, _: FightHands, fighter: Fighter) -> bool:
    return apart(session) < NEAR_M


def blocks(_: Session, __: FightHands, fighter: Fighter) -> bool:
    return fighter.move.startswith("block") and fighter.move_s > HELD_S


def makes(move: str) -> Callable[[Session, FightHands, Fighter], bool]:
    return lambda _, __, fighter: fighter.move == move


TASKS = (
    Task("Step in", (Fight.FORWARD,), "hold it until you can touch your partner", done=near),
    Task("Jab", (Fight.JAB,), "the fist in front, straight at the head: quick and cheap", ("jab",)),
    Task("Cross", (Fight.CROSS,), "the rear fist, straight: harder, and slower to come back", ("cross",)),
    Task("Hook", (Fight.HOOK,), "the fist in front, round the guard", ("hook",)),
    Task("Uppercut", (Fight.UPPERCUT,), "the rear fist, from below: from close by", ("uppercut",)),
    Task("To the body", (Fight.LOW, Fight.JAB), "hold the first, then punch: it takes the breath",
         ("body_jab", "body_cross")),
    Task("Harder", (Fight.POWER, Fight.CROSS), "hold the first for half a second, then punch: it costs more breath",
         ("jab", "cross", "hook", "uppercut", "body_jab", "body_cross"), power=1.1),
    Task("Block", (Fight.BLOCK,), "hold it: blows land on your arms", done=blocks),
    Task("Slip left", (Fight.SLIP_LEFT,), "the head goes out of the way of a straight punch", done=makes("slip_left")),
    Task("Slip right", (Fight.SLIP_RIGHT,), "and to the other side", done=makes("slip_right")),
    Task("Duck", (Fight.DUCK,), "under a hook", done=makes("duck")),
)  # fmt: skip


class Practice:
    def __init__(self, boxing: Boxing) -> None:
        self.boxing = boxing
        self.begin()

    def begin(self) -> None:
        boxing = self.boxing
        self.on = bool(boxing.fists) and practises(boxing.session.scene)  # does anybody practise
        self.who = boxing.fists[0].who if self.on else ""
        self.number = 0  # of the task that is asked
        self.said = ""  # what came of the last punch
        self.praised = 0.0  # s for which it is still to be read that the task is done
        self._power = 0.0  # of the last punch
        self._thrown: int | None = None  # tick of a punch that has met nobody yet
        self._landed: list[Event] = []
        self._ticks = 0

    @property
    def task(self) -> Task | None:
        """None when all have been done."""
        return TASKS[self.number] if self.number < len(TASKS) else None

    def notice(self, event: Event) -> None:
        if not self.on:
            return
        if event.kind == "punch" and event.who == self.who:
            self._power, self._thrown = float(event.details["power"]), round(event.t * TICKS_PER_S)
        elif event.kind == "land" and event.details["by"] == self.who:
            self._thrown = None
            self._landed.append(event)

    def watch(self) -> None:
        session = self.boxing.session
        bout = session.simulation.bout
        if not self.on or bout is None or session.asking is not None or session.replaying:
            return
        ticks, before = session.simulation.ticks, self._ticks
        self._ticks = ticks
        if bout.phase is BoutPhase.OVER:
            self._end("Your partner has had enough")
        elif self.praised > 0.0:
            self.praised -= max(0, ticks - before) / TICKS_PER_S
            self._landed.clear()
            if self.praised <= 0.0:
                self.number, self.said = self.number + 1, ""
        elif self.task is None:
            self._end("That is all a boxer needs")
        elif bout.phase is BoutPhase.FIGHT:
            self._look(self.task, ticks)

    def _look(self, task: Task, ticks: int) -> None:
        session, hands = self.boxing.session, self.boxing.fists[0]
        fighter = session.simulation.characters[self.who].fighter
        landed, self._landed = self._landed, []
        for event in landed:
            move, power = str(event.details["move"]), self._power
            self.said = f"{event.details['impulse']:.0f} N s on the {event.details['place']}"
            if task.moves and move not in task.moves:
                self.said = f"that was the {move.replace('_', ' ')}"
            elif task.power and power < task.power:
                self.said = "it lands, but no harder: hold the key longer before you punch"
            elif task.moves:
                self._praise()
                return
        if self._thrown is not None and ticks - self._thrown > SHORT_S * TICKS_PER_S:
            self._thrown = None
            self.said = (
                f"too short: {shown(Fight.FORWARD)} steps in" if apart(session) > NEAR_M else "past your partner"
            )
        if task.done is not None and fighter is not None and task.done(session, hands, fighter):
            self.said = ""
            self._praise()

    def _praise(self) -> None:
        self.praised = NEXT_S

    def _end(self, title: str) -> None:
        self.on = False
        session, menu = self.boxing.session, self.boxing.menu
        session.ask(Choices(
            title,
            [
                Row("Box", f"against {menu.match.style(menu.match.opponent).replace('_', ' ')}, level 1",
                    menu.first_bout),
                Row("Again", "from the first task", session.restart),
                Row("Menu", "", session.menu.open),
            ],
            about="Level 1 leaves you time to think.", stops=False,
        ))  # fmt: skip


def apart(session: Session) -> float:
    """m, between the two."""
    first, second = session.simulation.stage.tables.skeletons.first[:2]
    place = session.simulation.stage.tables.bones.position
    return float(np.hypot(*(place[first, :2] - place[second, :2])))


def shown(fight: Fight) -> str:
    """The first player's key for it."""
    return next(control.shown for control in FIGHT_CONTROLS if control.player == 1 and control.fight is fight)
