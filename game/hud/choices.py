"""A list to choose from, drawn: in the middle over a picture that is darker meanwhile, each row with its line below it.

    show_choices(overlay, session.asking)       # in a section of the overlay; it leaves in `places` where rows lie

Where a window is too low for two lines a row, the line of the chosen row alone stands at the foot; where it is too low
for all rows, those around the chosen one are seen. Five rows of 42 units and a title take 280 of 720 units.
"""

from __future__ import annotations

from game.picture.ink import ACCENT, DIM, EDGE, GAP, INK, PAD, cut
from game.session.choices import Choices, Place, Row
from systems.draw.overlay import Colour, Overlay

SHADE: Colour = (0.02, 0.025, 0.04, 0.55)  # over the picture
SHEET: Colour = (0.06, 0.075, 0.10, 0.96)
CHOSEN: Colour = (0.16, 0.30, 0.47, 0.95)
MARK = 4.0  # units, width of the bar at the left of the chosen row
TALL, LOW = 42.0, 26.0  # units, a row with its line, and without
TITLE, ABOUT, FOOT = 38.0, 20.0, 22.0
NARROWEST, WIDEST = 280.0, 560.0
TURNS = 150.0  # units that are kept for a row's value


def show_choices(overlay: Overlay, choices: Choices) -> None:
    """All of it, in the middle."""
    overlay.rect(0, 0, overlay.right, overlay.bottom, SHADE, radius=0.0)
    wide = width_of(overlay, choices)
    head = TITLE + (ABOUT if choices.about else 0.0) + PAD / 2
    room = overlay.bottom - 2 * EDGE - head - 2 * PAD
    tall = all_tall(choices, room)
    foot = 0.0 if tall else FOOT
    each = TALL if tall else LOW
    seen = window(choices, int((room - foot) // each))
    high = head + each * len(seen) + foot + 2 * PAD
    x, y = 0.5 * (overlay.right - wide), 0.5 * (overlay.bottom - high)
    overlay.rect(x, y, wide, high, SHEET, radius=10.0)
    overlay.text(x + 2 * PAD, y + PAD, cut(overlay, choices.title, wide - 4 * PAD, "title"), "title", INK)
    if choices.about:
        about = cut(overlay, choices.about, wide - 4 * PAD, "small")
        overlay.text(x + 2 * PAD, y + PAD + TITLE - 2, about, "small", DIM)
    choices.places.clear()
    y += PAD + head
    for number in seen:
        place = Place(x + PAD, y, x + wide - PAD, y + each)
        choices.places[number] = place
        show_row(overlay, choices.rows[number], place, number == choices.chosen, tall)
        y += each
    if not tall:
        overlay.text(x + 2 * PAD, y + 5, cut(overlay, choices.row.about, wide - 4 * PAD, "small"), "small", DIM)


def show_row(overlay: Overlay, row: Row, place: Place, chosen: bool, tall: bool) -> None:
    """A label, its value between arrows, and the line below where the row is `tall`."""
    left, top, right, bottom = place
    if chosen:
        overlay.rect(left, top + 1, right - left, bottom - top - 2, CHOSEN, radius=5.0)
        overlay.rect(left, top + 1, MARK, bottom - top - 2, ACCENT, radius=2.0)
    room, x = right - left - 2 * PAD - GAP, left + PAD + GAP
    at = top + 0.5 * (bottom - top - (36.0 if tall and row.about else 18.0))
    if row.value is not None:
        value = cut(overlay, row.value(), TURNS, "strong")
        overlay.text(right - PAD, at, f"← {value} →" if chosen else value, "strong", ACCENT, "right")
        room -= TURNS
    overlay.text(x, at, cut(overlay, row.label, room, "strong"), "strong", INK)
    if tall and row.about:
        overlay.text(x, at + 19, cut(overlay, row.about, right - x - PAD, "small"), "small", INK if chosen else DIM)


def width_of(overlay: Overlay, choices: Choices) -> float:
    """As much as the longest line needs."""
    lines = [overlay.width(choices.title, "title"), overlay.width(choices.about, "small")]
    for row in choices.rows:
        lines += [overlay.width(row.label, "strong") + (TURNS if row.value else 0.0), overlay.width(row.about, "small")]
    return min(WIDEST, overlay.right - 2 * EDGE, max(NARROWEST, max(lines) + 4 * PAD + GAP))


def all_tall(choices: Choices, room: float) -> bool:
    """Has every row room for two lines?"""
    return any(row.about for row in choices.rows) and TALL * len(choices.rows) <= room


def window(choices: Choices, most: int) -> range:
    """The rows that are seen, the chosen one as near to their middle as it can be."""
    most = max(1, min(most, len(choices.rows)))
    first = min(max(0, choices.chosen - most // 2), len(choices.rows) - most)
    return range(first, first + most)
