"""A knock-down once more, slowly, while the world waits: from the tape of poses, so no tick knows of it.

    replay = KnockdownReplay()
    replay.notice(event, tick)                     # after each tick, of everything that was told
    poses = replay.update(1 / 60, tick, tape)      # each frame: places and turns of all bones, or None

It begins 1.5 s after the knock-down, when the count has begun, and shows the time from 0.9 s before it to 1.1 s after:
the blow and the fall. At 0.3 of real time those 240 ticks take 6.7 s.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from components.clock import TICKS_PER_S
from game.session.tape import Tape, Try
from systems.draw.posing import blend
from systems.stage import Event

Floats = NDArray[np.float64]
Poses = tuple[Floats, Floats]

WORDS = "REPLAY"
SPEED = 0.3  # of real time
BEFORE, AFTER = round(0.9 * TICKS_PER_S), round(1.1 * TICKS_PER_S)  # ticks around the knock-down
BEGINS = round(1.5 * TICKS_PER_S)  # ticks after it


class KnockdownReplay:
    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Nothing to show: another world, or another moment of this one."""
        self._down: int | None = None  # tick of the knock-down that is still to be shown
        self.take: Try | None = None
        self.words, self.about = WORDS, ""  # what is written over it
        self.moment = 0.0  # ticks, what is shown
        self.poses: Poses | None = None  # of all bones then: (bones, 3) m, (bones, 4)

    @property
    def active(self) -> bool:
        return self.take is not None

    @property
    def due(self) -> bool:
        """Is there one to come, or being shown?"""
        return self.active or self._down is not None

    def notice(self, event: Event, tick: int) -> None:
        """Of two that go down together, the first; one that nobody came to look at gives way to the next."""
        if event.kind == "knockdown" and (self._down is None or tick > self._down + BEGINS) and not self.active:
            self._down = tick

    def show(self, take: Try, words: str, about: str) -> None:
        """Something else of the tape, at once."""
        self.clear()
        self.take, self.words, self.about, self.moment = take, words, about, float(take.first)

    def update(self, seconds: float, tick: int, tape: Tape) -> Poses | None:
        """So much later on the wall; while there are poses, the world has to wait."""
        if self.active:
            self.moment += seconds * SPEED * TICKS_PER_S
        elif self._down is not None and tick >= self._down + BEGINS:
            self.take = tape.cut(max(1, self._down - BEFORE), self._down + AFTER)
            self.moment = float(self.take.first)
        self.poses = self._posed()
        if self.active and self.poses is None:
            self.clear()
        return self.poses

    def _posed(self) -> Poses | None:
        """Between two ticks of the take; nothing after its end."""
        if self.take is None:
            return None
        tick = int(self.moment)
        here, there = self.take.at(tick), self.take.at(tick + 1)
        if here is None or there is None:
            return None
        place, turn = np.empty_like(here[0]), np.empty_like(here[1])
        blend(*here, *there, self.moment - tick, place, turn)
        return place, turn
