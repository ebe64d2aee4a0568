"""The start and the finish of a person's run, large over the picture.

show_start(overlay, session.start, 12.0, 1268.0)      # units: from where to where there is room
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.hud.digits import number
from game.picture.ink import ACCENT, DIM, EDGE, GAP, GOOD, INK, PAD, panel
from game.plays.course.session.race import GO, Start, finish_of
from game.plays.course.session.steering import COURSE_CONTROLS
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.plays.course.session.playing import OnCourse

TALL = 110.0  # units, of a digit
BESIDE = {1: "first", 2: "second", 3: "third"}


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


def show_finish(overlay: Overlay, playing: OnCourse, left: float, right: float) -> None:
    """Time and place, as long as others are still on their way; then the result says it."""
    told = finish_of(playing.session, playing.steered)
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
