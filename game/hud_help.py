"""The help: every key, the mouse and the pad, in columns over the whole window.

The rows are set in the largest letters and the fewest columns that hold all of them; what is too long for its column
goes on in another line. 87 rows take three columns of 14-unit letters in a window of 1280 x 720, and in one of
640 x 360 four columns of 12-unit ones. Where that does not do, as with a boxer's keys there, sections follow each other
without a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from game.controls import KEY, Action
from game.fight_pads import ACTS, BOXES, FIGHT_PAD, FIGHT_STICKS, SHOWN
from game.hud_look import ACCENT, DIM, EDGE, INK, wrapped
from game.listing import Section, boxing_keys, course_keys, window_keys
from game.steer_pads import LANE_STICKS, STEERS
from systems.draw.overlay import Overlay

BACK = (0.04, 0.05, 0.07, 0.93)
TITLE = 36.0  # units
SIDE, BETWEEN, INDENT = 12.0, 8.0, 8.0  # units, of the window, between columns, and between a key and what it does
SETTINGS = ((14, "body", (20.0, 18.0)), (12, "small", (16.0, 14.0, 13.0, 12.0)))  # letters, and from line to line
COLUMNS = (2, 3, 4)
NARROWEST = 15.0  # heights of a letter: no column is narrower


@dataclass(frozen=True)
class Line:
    """One line of a column: a title, a key and what it does, more of what it does, or nothing."""

    title: str = ""
    key: str = ""
    about: str = ""
    indent: float = 0.0  # units, of `about`


@dataclass(frozen=True)
class Page:
    columns: list[list[Line]]
    size: str
    pitch: float  # units, from line to line
    width: float  # units, of a column


def help_sections(boxes: bool, steers: bool) -> list[Section]:
    """Where there is a bout, for somebody on the course, or for everybody else: what one plays with comes first."""
    if steers:
        own = [*((shown, in_words(button, STEERS)) for button, shown in SHOWN.items()), *LANE_STICKS]
        return [("On the course", course_keys()), *window_keys(), ("Pad · on the course", own)]
    if boxes:
        buttons = [(button.shown, button.does.replace("_", " ")) for button in FIGHT_PAD]
        return [("Boxing", boxing_keys()), *window_keys(), ("A boxer's pad", [*buttons, *FIGHT_STICKS])]
    both = [(shown, in_words(button, BOXES)) for button, shown in SHOWN.items()]
    return [*window_keys(), ("Pad · a boxer's", [*both, *FIGHT_STICKS])]


def in_words(button: str, own: Mapping[str, StrEnum]) -> str:
    """What a button does, and what it does for somebody who plays; the same as keys, so a word will do."""
    does, plays = (str(table.get(button, "nothing")).replace("_", " ") for table in (ACTS, own))
    return does if does == plays else f"{does} · {plays}"


def page(overlay: Overlay, sections: Sequence[Section]) -> Page:
    """The first way to set it that holds everything; else the smallest, and the last column goes on out of sight."""
    high = overlay.bottom - 2 * EDGE - TITLE
    wide = overlay.right - 2 * SIDE
    settings = [
        (size, pitches, columns_of(overlay, sections, letters, size, wide)) for letters, size, pitches in SETTINGS
    ]
    for apart, (size, pitches, blocks) in product((True, False), settings):
        for pitch, (count, (width, block)), whole in product(pitches, blocks.items(), (True, False)):
            columns = filled(block, int(high // pitch), whole, apart)
            if len(columns) <= count:
                return Page(columns, size, pitch, width)
    return Page(columns, size, pitch, width)


def columns_of(
    overlay: Overlay, sections: Sequence[Section], letters: int, size: str, wide: float
) -> dict[int, tuple[float, list[list[list[Line]]]]]:
    """By their number: how wide columns are that are wide enough for letters of that size, and the sections in them."""
    found = {}
    for count in COLUMNS:
        width = (wide - BETWEEN * (count - 1)) / count
        if width > NARROWEST * letters or count == COLUMNS[0]:
            found[count] = width, [list(entries(overlay, section, width, size)) for section in sections]
    return found


def entries(overlay: Overlay, section: Section, width: float, size: str) -> Iterator[list[Line]]:
    """The lines that stay together: the title, and each key with all that is said of it."""
    title, rows = section
    yield [Line(title=title)]
    indent = INDENT + max(overlay.width(key, size) for key, _ in rows)
    for key, about in rows:
        first, *more = wrapped(overlay, about, width - indent, size)
        yield [Line("", key, first, indent), *(Line(about=text, indent=indent) for text in more)]


def filled(blocks: list[list[list[Line]]], most: int, whole: bool, apart: bool) -> list[list[Line]]:
    """Columns of at most so many lines; a block that has no room left goes on in the next one, `whole` or in part.
    Between blocks is an empty line where they are `apart`."""
    columns: list[list[Line]] = [[]]
    for block in blocks:
        needed = sum(len(entry) for entry in (block if whole else block[:2]))  # no title at the foot of a column
        if columns[-1] and len(columns[-1]) + apart + needed > most:
            columns.append([])
        elif columns[-1] and apart:
            columns[-1].append(Line())
        for entry in block:
            if columns[-1] and len(columns[-1]) + len(entry) > most:
                columns.append([])
            columns[-1] += entry
    return columns


def show_help(overlay: Overlay, boxes: bool, steers: bool) -> None:
    whole = page(overlay, help_sections(boxes, steers))
    overlay.rect(0, 0, overlay.right, overlay.bottom, BACK, radius=0.0)
    overlay.text(SIDE, EDGE, "Glassjaw", "title", INK)
    overlay.text(overlay.right - SIDE, EDGE + 9, f"{KEY[Action.HELP]} closes this", "small", DIM, "right")
    for number, column in enumerate(whole.columns):
        x = SIDE + number * (whole.width + BETWEEN)
        for row, line in enumerate(column):
            y = EDGE + TITLE + row * whole.pitch
            if line.title:
                overlay.text(x, y, line.title, "strong" if whole.size == "body" else "small", ACCENT)
            overlay.text(x, y, line.key, whole.size, INK)
            overlay.text(x + line.indent, y, line.about, whole.size, DIM)
