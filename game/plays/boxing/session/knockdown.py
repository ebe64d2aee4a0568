"""A knock-down is seen again: from 0.9 s before it to 1.1 s after, the blow and the fall, when the count has begun."""

from __future__ import annotations

from components.clock import TICKS_PER_S
from game.session.pose_ring import PoseRing
from game.session.slow_motion import SlowMotion
from systems.stage import Event

BEFORE, AFTER = round(0.9 * TICKS_PER_S), round(1.1 * TICKS_PER_S)  # ticks around it
BEGINS = round(1.5 * TICKS_PER_S)  # ticks after it


class Knockdown:
    def __init__(self, replay: SlowMotion) -> None:
        self.replay = replay
        self._down: int | None = None  # tick of the one that is still to be shown

    def clear(self) -> None:
        """Another world, or another moment of this one."""
        self._down = None

    @property
    def due(self) -> bool:
        """Is there one to come, or something being shown?"""
        return self.replay.active or self._down is not None

    def notice(self, event: Event, tick: int) -> None:
        """Of two that go down together, the first; one that nobody came to look at gives way to the next."""
        late = self._down is None or tick > self._down + BEGINS
        if event.kind == "knockdown" and late and not self.replay.active:
            self._down = tick

    def watch(self, tick: int, tape: PoseRing) -> None:
        """Each frame in which time passes."""
        if self._down is not None and tick >= self._down + BEGINS:
            self.replay.show(tape.cut(max(1, self._down - BEFORE), self._down + AFTER), "REPLAY")
            self._down = None
