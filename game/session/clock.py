"""The clock on the wall buys ticks: 1/60 s are two of 1/120 s, and what is left of a tick is kept.

Time is injected: `clock.ticks(0.020)` at normal speed is 2 ticks, with 3.3 ms owed, and `clock.alpha` 0.4 is how far
between the last tick and the next the picture lies. A machine that needs more than 133 ms for a picture shows
everything slower instead of falling behind for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from components.clock import TICKS_PER_S

MOST_TICKS = 16  # in one picture: with 8 pictures a second it still keeps up
SLOWEST, FASTEST = 0.1, 2.0
SPEEDS = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0)
REMEMBERED_S = 1.0  # how long a stall is told of


@dataclass
class Clock:
    speed: float = 1.0  # share of real time
    paused: bool = False
    owed: float = 0.0  # s of simulated time, less than a tick
    late_s: float = 0.0  # how long ago time was last given up, counted down

    @property
    def alpha(self) -> float:
        """How far from the last tick but one to the last tick the picture lies."""
        return min(1.0, self.owed * TICKS_PER_S)

    @property
    def behind(self) -> bool:
        """Has the machine been too slow lately?"""
        return self.late_s > 0.0

    def ticks(self, seconds: float) -> int:
        """Whole ticks due after so many more seconds on the wall."""
        self.late_s = max(0.0, self.late_s - seconds)
        if self.paused:
            return 0
        self.owed += seconds * self.speed
        due = int(self.owed * TICKS_PER_S + 1e-9)
        if due > MOST_TICKS:
            self.owed, self.late_s = 0.0, REMEMBERED_S
            return MOST_TICKS
        self.owed = max(0.0, self.owed - due / TICKS_PER_S)
        return due

    def faster(self, steps: int) -> None:
        """So many places along SPEEDS; from in between to the next one."""
        at = sum(speed < self.speed - 1e-9 for speed in SPEEDS)
        if steps > 0 and at < len(SPEEDS) and SPEEDS[at] > self.speed + 1e-9:
            at -= 1
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, at + steps))]
