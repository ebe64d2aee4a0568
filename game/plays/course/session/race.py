"""A person on the course waits for the start, and sees how they came in.

    start = Start()
    start.waits(0.5)            # True: 2.5 s are left, "3" is shown
    start.shown                 # "3", "2", "1", "Go", or nothing any more

The world stands while it counts, so the course itself knows nothing of it: its ticks, and what they come to, are those
of a run without a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from game.plays.course.session.steering import runners

if TYPE_CHECKING:
    from game.session.session import Session

COUNTS_S, GO_S = 3.0, 0.9  # of the wall
GO = "Go"


@dataclass
class Start:
    left_s: float = COUNTS_S

    def waits(self, seconds: float) -> bool:
        """So much later: must whoever runs still wait?"""
        waited = self.left_s > 0.0
        self.left_s = max(-GO_S, self.left_s - seconds)
        return waited

    @property
    def shown(self) -> str:
        if self.left_s > 0.0:
            return str(ceil(self.left_s))
        return GO if self.left_s > -GO_S else ""


def finish_of(session: Session, who: str) -> tuple[float, int, int] | None:
    """Seconds, place and of how many: of the person, once they are in."""
    everybody = runners(session.simulation) if who else {}
    own = everybody[who].finished_s if who else None
    if own is None:
        return None
    times = [runner.finished_s for runner in everybody.values() if runner.finished_s is not None]
    return own, sorted(times).index(own) + 1, len(everybody)
