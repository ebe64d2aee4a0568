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

from game.hud.digits import number
from game.picture.ink import ACCENT, DIM, EDGE, GAP, GOOD, INK, PAD, panel
from game.session.steering import COURSE_CONTROLS, runners
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.session.session import Session

COUNTS_S, GO_S = 3.0, 0.9  # of the wall
GO = "Go"
TALL = 110.0  # units, of a digit
BESIDE = {1: "first", 2: "second", 3: "third"}


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


def show_start(overlay: Overlay, start: Start, left: float, right: float) -> None:
    """In the middle, large."""
    middle, y, text = 0.5 * (left + right), 0.24 * overlay.bottom, start.shown
    if not text:
        return
    if text == GO:
        wide = overlay.width("Go!", "title") + 6 * PAD
        panel(overlay, middle - wide / 2, y + 30, wide, 46)
        overlay.text(middle, y + 38, "Go!", "title", GOOD, "centre")
        return
    number(overlay, middle, y, TALL, text)
    first = COURSE_CONTROLS[0]
    ready = f"{first.shown}: {first.about}"
    wide = overlay.width(ready, "strong") + 2 * PAD
    panel(overlay, middle - wide / 2, y + TALL + GAP, wide, 26)
    overlay.text(middle, y + TALL + GAP + 4, ready, "strong", ACCENT, "centre")


def finish_of(session: Session) -> tuple[float, int, int] | None:
    """Seconds, place and of how many: of the person, once they are in."""
    everybody = runners(session.simulation) if session.lane is not None else {}
    own = everybody[session.lane.who].finished_s if session.lane is not None else None
    if own is None:
        return None
    times = [runner.finished_s for runner in everybody.values() if runner.finished_s is not None]
    return own, sorted(times).index(own) + 1, len(everybody)


def show_finish(overlay: Overlay, session: Session, left: float, right: float) -> None:
    """Time and place, as long as others are still on their way; then the result says it."""
    told = finish_of(session)
    if told is None:
        return
    seconds, place, count = told
    title, line = f"Finish: {seconds:.1f} s", f"{BESIDE.get(place, f'number {place}')} of {count}"
    wide = max(overlay.width(title, "title"), overlay.width(line, "strong")) + 4 * PAD
    middle, y = 0.5 * (left + right), EDGE + 64.0
    panel(overlay, middle - wide / 2, y, wide, 78)
    overlay.text(middle, y + 6, title, "title", GOOD if place == 1 else INK, "centre")
    overlay.text(middle, y + 36, line, "strong", INK, "centre")
    overlay.text(middle, y + 56, "the others are still on their way", "small", DIM, "centre")
