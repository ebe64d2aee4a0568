"""The menu, drawn: a column of rows on the left over a picture that goes on behind it; of the laboratory a wide list.

    show_menu(overlay, choices)          # in a section of the overlay, in place of game/hud/choices.py's list

The column is 400 of 1280 units wide; in a window of 700 x 400, which has 933 x 533 of them, it is 336. Where rows have
no room for two lines, the line of the chosen row alone stands below them.
"""

from __future__ import annotations

import numpy as np

from game.hud.choices import CHOSEN, MARK, window
from game.picture.ink import ACCENT, DIM, FAIR, GAP, INK, PAD, TRACK, cut, wrapped
from game.session.choices import Choices, Place
from systems.draw.overlay import Colour, Overlay

NIGHT = (0.020, 0.026, 0.042)  # what the column lies on, and how opaque that is
DENSE = 0.90  # how opaque at the left edge
STRIPS = 192
LEFT = 56.0  # units, of the column from the left edge
SHARE, NARROWEST, WIDEST = 0.36, 300.0, 400.0  # of the window's width: the column
LOGO, TAGLINE = "GLASSJAW", "Every body in it is simulated, all the time."
ROW, LOW_ROW, LINE = 50.0, 30.0, 19.0
FOOT = 30.0  # units, of the line of keys
WAYS = (("↑ ↓", "choose"), ("Enter", "take"), ("Esc", "back"))
TURNS = (("← →", "change"),)
SHEET: Colour = (*NIGHT, 0.93)
SMALL = (96.0, 54.0)  # units, a picture in the list
LAB_ROW = 62.0
PREVIEW = 16 / 9


def show_menu(overlay: Overlay, choices: Choices) -> None:
    """The title and the lists below it."""
    wide = column(overlay)
    shade(overlay, LEFT + wide)
    low = overlay.bottom < 620.0
    y = head(overlay, choices, wide, low)
    room = overlay.bottom - y - FOOT - 2 * PAD - LINE
    each = ROW if any(row.about for row in choices.rows) and ROW * len(choices.rows) <= room else LOW_ROW
    seen = window(choices, int(room // each))
    choices.places.clear()
    for number in seen:
        place = Place(LEFT - 2 * PAD, y, LEFT + wide, y + each)
        choices.places[number] = place
        show_entry(overlay, choices, number, place, each == ROW)
        y += each
    if each == LOW_ROW:
        overlay.text(LEFT, y + 6, cut(overlay, choices.row.about, wide, "small"), "small", DIM)
    keys(overlay, LEFT, (*WAYS, *(TURNS if choices.row.turn else ())), wide)


def column(overlay: Overlay) -> float:
    """Units, how wide."""
    return min(WIDEST, max(NARROWEST, SHARE * overlay.right))


def shade(overlay: Overlay, wide: float) -> None:
    """Dark behind the column, and fading out to its right."""
    fades = 0.8 * wide
    edges = np.concatenate([[0.0], np.linspace(wide - 60.0, wide + fades, STRIPS + 1)])
    share = np.linspace(0.0, 1.0, STRIPS)
    alphas = np.concatenate([[DENSE], DENSE * (1.0 - share) ** 2 * (1.0 + 2.0 * share)])
    colours = np.column_stack([np.tile(NIGHT, (STRIPS + 1, 1)), alphas])
    overlay.bars(edges, overlay.bottom, np.full(STRIPS + 1, overlay.bottom), colours)


def head(overlay: Overlay, choices: Choices, wide: float, low: bool) -> float:
    """The name of the game, and of the list; how far down they go."""
    y = 26.0 if low else 64.0
    overlay.text(LEFT - 3, y, LOGO, "logo", INK)
    y += overlay.height("logo") + 2
    overlay.rect(LEFT, y, 64.0, 4.0, FAIR, radius=2.0)
    y += 14
    if choices.title:
        overlay.text(LEFT, y, choices.title, "title", FAIR)
    else:
        overlay.text(LEFT, y + 4, cut(overlay, TAGLINE, wide, "body"), "body", DIM)
    return y + (44.0 if low else 60.0)


def show_entry(overlay: Overlay, choices: Choices, number: int, place: Place, tall: bool) -> None:
    """A label, its value, and the line below it."""
    row, chosen = choices.rows[number], number == choices.chosen
    left, top, right, bottom = place
    if chosen:
        overlay.rect(left, top + 1, right - left, bottom - top - 3, CHOSEN, radius=6.0)
        overlay.rect(left, top + 1, MARK, bottom - top - 3, FAIR, radius=2.0)
    high = overlay.height("large") + (16.0 if tall and row.about else 0.0)
    y = top + 0.5 * (bottom - top - high) - 1
    value = row.value() if row.value is not None else ""
    if value:
        shown = f"← {value} →" if chosen else value
        overlay.text(right - PAD, y + 3, shown, "strong", ACCENT if chosen else DIM, "right")
    room = right - LEFT - PAD - overlay.width(f"← {value} →", "strong")
    overlay.text(LEFT, y, cut(overlay, row.label, room, "large"), "large", INK if chosen else (*INK[:3], 0.82))
    if tall and row.about:
        about = cut(overlay, row.about, right - LEFT - PAD, "small")
        overlay.text(LEFT, y + overlay.height("large"), about, "small", INK if chosen else DIM)


def keys(overlay: Overlay, x: float, ways: tuple[tuple[str, str], ...], room: float) -> None:
    """How one moves through it, at the foot."""
    y, end = overlay.bottom - FOOT, x + room
    for key, does in ways:
        wide = overlay.width(key, "small")
        if x + wide + 22 + overlay.width(does, "small") > end:
            return
        overlay.rect(x, y - 2, wide + 12, 19, TRACK, radius=4.0)
        overlay.text(x + 6, y, key, "small", INK)
        overlay.text(x + wide + 18, y, does, "small", DIM)
        x += wide + 18 + overlay.width(does, "small") + 16


def show_laboratory(overlay: Overlay, choices: Choices) -> None:
    """Each scene with a small picture, and the chosen one's large beside the list."""
    overlay.rect(0, 0, overlay.right, overlay.bottom, SHEET, radius=0.0)
    left, right, top = 40.0, overlay.right - 40.0, 26.0
    overlay.text(left, top, choices.title, "title", FAIR)
    count = f"{choices.chosen + 1} of {len(choices.rows)}"
    overlay.text(right, top + 10, count, "small", DIM, "right")
    top += 48.0
    bottom = overlay.bottom - FOOT - 16.0
    wide = 0.52 * (right - left)
    seen = window(choices, int((bottom - top) // LAB_ROW))
    choices.places.clear()
    choices.pictures.clear()
    y = top
    for number in seen:
        row, chosen = choices.rows[number], number == choices.chosen
        place = Place(left, y, left + wide, y + LAB_ROW)
        choices.places[number] = place
        if chosen:
            overlay.rect(left, y, wide, LAB_ROW - 2, CHOSEN, radius=6.0)
            overlay.rect(left, y, MARK, LAB_ROW - 2, FAIR, radius=2.0)
        small = Place(left + PAD, y + 3, left + PAD + SMALL[0], y + 3 + SMALL[1])
        choices.pictures.append((row.picture, small))
        x = small.right + 2 * PAD
        overlay.text(x, y + 8, cut(overlay, row.label, left + wide - x - PAD, "large"), "large", INK)
        about = cut(overlay, row.about, left + wide - x - PAD, "small")
        overlay.text(x, y + 33, about, "small", INK if chosen else DIM)
        y += LAB_ROW
    scroll(overlay, left + wide + 6, top, y, seen, len(choices.rows))
    preview(overlay, choices, Place(left + wide + 36.0, top, right, bottom))
    keys(overlay, left, WAYS, right - left)


def scroll(overlay: Overlay, x: float, top: float, bottom: float, seen: range, of: int) -> None:
    """How much of the list is seen, and where."""
    if len(seen) < of:
        high = bottom - top
        overlay.rect(x, top, 4.0, high, TRACK, radius=2.0)
        overlay.rect(x, top + high * seen.start / of, 4.0, high * len(seen) / of, DIM, radius=2.0)


def preview(overlay: Overlay, choices: Choices, place: Place) -> None:
    """The chosen one's picture, its title and all that is said of it."""
    row, wide = choices.row, place.right - place.left
    high = wide / PREVIEW
    overlay.rect(place.left - 2, place.top - 2, wide + 4, high + 4, TRACK, radius=3.0)
    choices.pictures.append((row.picture, Place(place.left, place.top, place.right, place.top + high)))
    y = place.top + high + 2 * PAD
    overlay.text(place.left, y, cut(overlay, row.label, wide, "title"), "title", INK)
    y += 40.0
    for line in wrapped(overlay, row.about, wide, "body"):
        overlay.text(place.left, y, line, "body", DIM)
        y += LINE + 1
    overlay.text(place.left, y + GAP, f"glassjaw play {row.picture}", "small", ACCENT)


def coming(overlay: Overlay, what: str) -> None:
    """That something is being opened."""
    overlay.rect(0, 0, overlay.right, overlay.bottom, (*NIGHT, 0.80), radius=0.0)
    middle = 0.5 * overlay.right
    overlay.text(middle, 0.5 * overlay.bottom - 30, what, "title", INK, "centre")
    overlay.text(middle, 0.5 * overlay.bottom + 8, "one moment", "body", DIM, "centre")
