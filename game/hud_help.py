"""The help: every key, the mouse and the pad, in columns over the whole window.

The rows are laid out in the largest letters and the fewest columns that hold all of them; what is too long for its
column goes on in a second line. 60 rows in a window of 1280 x 720 need two columns of "small" letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.hud_look import ACCENT, DIM, EDGE, INK, PAD, cut
from systems.draw.overlay import Overlay

Section = tuple[str, Sequence[tuple[str, str]]]  # title, (what is pressed, what it does)
BACK = (0.04, 0.05, 0.07, 0.93)
TITLE = 36.0  # units
BETWEEN = 18.0  # columns, and a key and what it does
PITCHES = (("body", 20.0), ("body", 18.0), ("small", 16.0), ("small", 14.0), ("small", 13.0))
COLUMNS = (2, 3, 4)


@dataclass(frozen=True)
class Line:
    """One line of a column; `key` is empty where a text goes on, `title` where it is a key's."""

    title: str = ""
    key: str = ""
    about: str = ""


@dataclass(frozen=True)
class Page:
    """All lines, placed: `columns` of them, each `width` units wide."""

    columns: list[list[Line]]
    size: str
    pitch: float
    width: float
    keys: float  # units, from a column's left edge to what a key does


def page(overlay: Overlay, sections: Sequence[Section]) -> Page:
    """The first of the ways to set it that holds everything; else the smallest, with what does not fit cut away."""
    high = overlay.bottom - 2 * EDGE - TITLE - PAD
    wide = overlay.right - 2 * EDGE - 2 * PAD
    for size, pitch in PITCHES:
        keys = BETWEEN + max(overlay.width(key, size) for _, rows in sections for key, _ in rows)
        for count in COLUMNS:
            width = (wide - BETWEEN * (count - 1)) / count
            blocks = [list(lines(overlay, section, width - keys, size)) for section in sections]
            columns = filled(blocks, int(high // pitch))
            if len(columns) <= count and width - keys > 12 * pitch:
                return Page(columns, size, pitch, width, keys)
    return Page(columns[:count], size, pitch, width, keys)


def lines(overlay: Overlay, section: Section, width: float, size: str) -> Iterator[Line]:
    title, rows = section
    yield Line(title=title)
    for key, about in rows:
        first, *more = wrapped(overlay, about, width, size)
        yield Line(key=key, about=first)
        yield from (Line(about=text) for text in more)


def wrapped(overlay: Overlay, text: str, width: float, size: str) -> list[str]:
    out = [""]
    for word in text.split():
        longer = f"{out[-1]} {word}".lstrip()
        if out[-1] and overlay.width(longer, size) > width:
            out.append(word)
        else:
            out[-1] = longer
    return [cut(overlay, line, width, size) for line in out]


def filled(blocks: list[list[Line]], most: int) -> list[list[Line]]:
    """Columns of at most so many lines: a block goes into the next one whole, unless it is longer than a column."""
    columns: list[list[Line]] = [[]]
    for block in blocks:
        room = most - len(columns[-1]) - (1 if columns[-1] else 0)
        if len(block) > room and columns[-1]:
            columns.append([])
        elif columns[-1]:
            columns[-1].append(Line())
        for line in block:
            if len(columns[-1]) >= most:
                columns.append([])
            columns[-1].append(line)
    return columns


def show_help(overlay: Overlay, sections: Sequence[Section], close: str) -> None:
    """`close` is the key that ends it."""
    set_page = page(overlay, sections)
    overlay.rect(0, 0, overlay.right, overlay.bottom, BACK, radius=0.0)
    overlay.text(EDGE + PAD, EDGE, "Glassjaw", "title", INK)
    overlay.text(overlay.right - EDGE - PAD, EDGE + 9, f"{close} closes this", "small", DIM, "right")
    for number, column in enumerate(set_page.columns):
        x = EDGE + PAD + number * (set_page.width + BETWEEN)
        for row, line in enumerate(column):
            y = EDGE + TITLE + row * set_page.pitch
            if line.title:
                overlay.text(x, y, line.title, "strong" if set_page.size == "body" else "small", ACCENT)
            overlay.text(x, y, line.key, set_page.size, INK)
            overlay.text(x + set_page.keys, y, line.about, set_page.size, DIM)
