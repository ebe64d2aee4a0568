"""After the last bell: the hardest punch once more, then the result with what can be done next.

    ending = boxing.ending
    ending.notice(event, tick)       # after each tick, of everything that was told
    ending.keep(tick, tape)          # after each tick: the hardest punch's poses, before the tape has forgotten them
    ending.watch()                   # each frame

The hardest punch is the one that landed on head or body with the largest impulse. Its take goes from 0.5 s before it to
0.6 s after it: 132 ticks, which at 0.3 of real time are 3.7 s. The result is asked 2.5 s after the bell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.clock import TICKS_PER_S
from components.fight import BoutPhase
from game.plays.boxing.scenes import practises
from game.session.choices import Choices, Row
from game.session.messages import with_article
from game.session.pose_ring import PoseClip, PoseRing
from systems.stage import Event

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing

BEFORE, AFTER = round(0.5 * TICKS_PER_S), round(0.6 * TICKS_PER_S)  # ticks around the punch
ASKED_S = 2.5  # after the bell
RESULT, ASIDE = "result", 0.68  # how the list is drawn, and how far beside it those are seen who boxed


class Ending:
    def __init__(self, boxing: Boxing) -> None:
        self.boxing = boxing
        self.clear()

    def clear(self) -> None:
        """Another world."""
        self.hardest: Event | None = None
        self.tick = 0  # when it landed
        self.take: PoseClip | None = None
        self._late = 0  # tick at which its take is whole
        self.seen = self.asked = False

    def notice(self, event: Event, tick: int) -> None:
        if tick < self.tick:  # that has not been, now
            self.clear()
        if event.kind != "land" or event.details["place"] == "arm":
            return
        if self.hardest is None or event.details["impulse"] > self.hardest.details["impulse"]:
            self.hardest, self.tick, self._late = event, tick, tick + AFTER

    def keep(self, tick: int, tape: PoseRing) -> None:
        if self._late and tick >= self._late:
            self.take, self._late = tape.cut(max(1, self.tick - BEFORE), self.tick + AFTER), 0

    @property
    def due(self) -> bool:
        """Is there a result still to be told, to somebody who has boxed, or looks on in a window of their own?"""
        session, menu = self.boxing.session, self.boxing.session.menu
        over = session.simulation.bout is not None and session.simulation.bout.phase is BoutPhase.OVER
        if not over:
            self.seen = self.asked = False
        looks_on = menu.showing or practises(session.scene) or session.replaying or session.rival is not None
        return over and not looks_on and not self.asked and (bool(self.boxing.fists) or session.patient)

    def watch(self) -> None:
        session = self.boxing.session
        bout = session.simulation.bout
        if not self.due or bout is None or bout.clock_s < ASKED_S:
            return
        if session.asking is not None or self.boxing.knockdown.due or session.clock.paused:
            return
        if not self.seen and self.boxing.replays and self.take is not None:
            self.show()
            return
        self.asked = True
        rows = self.boxing.menu.ends()
        if self.take is not None:
            rows.insert(len(rows) - 1, Row("Hardest punch", self.words(), self.see_again))
        session.ask(Choices("", rows, stops=False, alone=True, look=RESULT, aside=ASIDE))

    def show(self) -> None:
        self.seen = True
        if self.take is not None:
            self.boxing.session.slow_motion.show(self.take, "HARDEST PUNCH", self.words())

    def see_again(self) -> None:
        self.asked = False
        self.show()

    def words(self) -> str:
        """`blue, a hook to the head, 34 N s`."""
        if self.hardest is None:
            return ""
        details = self.hardest.details
        move = with_article(str(details["move"]).replace("_", " "))
        return f"{details['by']}, {move} to the {details['place']}, {details['impulse']:.0f} N s"
