"""The help: every key as a cap with its name, the mouse and the pad, in columns over the whole window, on as many pages
as it takes.

Letters are never smaller than 14 pixels. 94 rows take three columns on one page in a window of 1280 x 720, and two
columns on four pages in one of 700 x 400; Left and Right turn them. What is too long for its column goes on in
another line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.picture.ink import ACCENT, DIM, EDGE, INK, wrapped
from game.session.controls import KEY, Action
from game.session.listing import Section, window_keys
from game.session.pad_hands import ACTS
from game.session.pads import CAMERA_STICK, SHOWN, SQUEEZING
from game.session.plays import Playing
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.session.session import Session

BACK: Colour = (0.04, 0.05, 0.07, 0.95)
CAP: Colour = (0.24, 0.27, 0.33, 1.0)
TITLE = 36.0  # units
SIDE, BETWEEN, INDENT = 12.0, 14.0, 8.0  # units, of the window, between columns, and between a key and what it does
IN_CAP, APART = 5.0, 4.0  # units, from a cap's edge to its letters, and between caps
PITCHES = (22.0, 20.0, 19.0, 18.0)  # units, from line to line; the closest only where it saves a page
SIZE, NARROWEST = "body", 240.0  # letters of 14 units; no column is narrower
COLUMNS = (2, 3, 4)
LEAST = 1.0  # pixels a unit, however small the window is
TURNS = {"LEFT": -1, "PAGEUP": -1, "RIGHT": 1, "PAGEDOWN": 1}
"""pyglet's names of keys that turn a page."""


@dataclass(frozen=True)
class Line:
    """One line of a column: a title, keys and what they do, more of what they do, or nothing."""

    title: str = ""
    keys: tuple[str, ...] = ()
    about: str = ""
    indent: float = 0.0  # units, of `about`


@dataclass(frozen=True)
class Page:
    columns: list[list[Line]]
    pitch: float  # units, from line to line
    width: float  # units, of a column


def help_sections(plays: type[Playing] | None) -> list[Section]:
    """What one plays with comes first."""
    if plays is None:
        return [*window_keys(), ("Pad", pad_rows(ACTS, [CAMERA_STICK, SQUEEZING]))]
    return [
        (plays.keys_title, plays.keys_told()),
        *window_keys(),
        (plays.pad_title, pad_rows(plays.buttons, plays.sticks)),
    ]


def pad_rows(buttons: Mapping[str, Any], sticks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same as keys, so a word will do."""
    told = [(shown, str(buttons[name]).replace("_", " ")) for name, shown in SHOWN.items() if name in buttons]
    return [*told, *sticks]


def pages(overlay: Overlay, sections: Sequence[Section]) -> list[Page]:
    """Set in the way that takes the fewest pages; of those the one with the widest lines and columns."""
    high, wide = overlay.bottom - 2 * EDGE - TITLE, overlay.right - 2 * SIDE
    ways = []
    for count in COLUMNS:
        width = (wide - BETWEEN * (count - 1)) / count
        if width < NARROWEST and count > COLUMNS[0]:
            continue
        blocks = [list(entries(overlay, section, width)) for section in sections]
        for pitch in PITCHES:
            columns = filled(blocks, int(high // pitch))
            ways.append([Page(columns[at : at + count], pitch, width) for at in range(0, len(columns), count)])
    return min(ways, key=len)


def entries(overlay: Overlay, section: Section, width: float) -> Iterator[list[Line]]:
    """The lines that stay together: the title, and each key with all that is said of it."""
    title, rows = section
    yield [Line(title=title)]
    indent = min(0.5 * width, INDENT + max(caps_width(overlay, caps_of(key)) for key, _ in rows))
    for key, about in rows:
        caps = caps_of(key)
        own = max(indent, caps_width(overlay, caps) + INDENT)
        first, *more = wrapped(overlay, about, width - own, SIZE)
        yield [Line("", caps, first, own), *(Line(about=text, indent=own) for text in more)]


def caps_of(key: str) -> tuple[str, ...]:
    return tuple(key.split(" · "))


def caps_width(overlay: Overlay, caps: Sequence[str]) -> float:
    return sum(overlay.width(cap, SIZE) + 2 * IN_CAP + APART for cap in caps) - APART


def filled(blocks: list[list[list[Line]]], most: int) -> list[list[Line]]:
    """Columns of at most so many lines; a block that has no room left goes on in the next one. Between blocks is an
    empty line, and no title at the foot of a column."""
    columns: list[list[Line]] = [[]]
    for block in blocks:
        needed = sum(len(entry) for entry in block[:2])
        if columns[-1] and len(columns[-1]) + 1 + needed > most:
            columns.append([])
        elif columns[-1]:
            columns[-1].append(Line())
        for entry in block:
            if columns[-1] and len(columns[-1]) + len(entry) > most:
                columns.append([])
            columns[-1] += entry
    return columns


def turn_page(session: Session, name: str) -> bool:
    """A key, by pyglet's name; true where the help is open and has it. Beyond the last page is the first."""
    if not session.helping or name not in TURNS:
        return False
    session.help_page = (session.help_page + TURNS[name]) % max(1, session.help_pages)
    return True


def played_here(session: Session) -> type[Playing] | None:
    """What there are keys for."""
    return next((type(play) for play in session.plays.values() if play.on and play.keys_title), None)


def show_help(overlay: Overlay, session: Session) -> None:
    whole = pages(overlay, help_sections(played_here(session)))
    session.help_pages, session.help_page = len(whole), min(session.help_page, len(whole) - 1)
    shown = whole[session.help_page]
    overlay.rect(0, 0, overlay.right, overlay.bottom, BACK, radius=0.0)
    overlay.text(SIDE, EDGE, "Glassjaw", "title", INK)
    closes = f"{KEY[Action.HELP]} closes this"
    if len(whole) > 1:
        closes = f"page {session.help_page + 1} of {len(whole)} · Left and Right turn it · {closes}"
    overlay.text(overlay.right - SIDE, EDGE + 8, closes, SIZE, DIM, "right")
    for number, column in enumerate(shown.columns):
        x = SIDE + number * (shown.width + BETWEEN)
        for row, line in enumerate(column):
            show_line(overlay, line, x, EDGE + TITLE + row * shown.pitch, shown.pitch)


def show_line(overlay: Overlay, line: Line, x: float, y: float, pitch: float) -> None:
    if line.title:
        overlay.text(x, y, line.title, "strong", ACCENT)
    at = x
    for cap in line.keys:
        wide = overlay.width(cap, SIZE) + 2 * IN_CAP
        overlay.rect(at, y - 0.5, wide, pitch - 2.0, CAP, radius=4.0)
        overlay.text(at + IN_CAP, y, cap, SIZE, INK)
        at += wide + APART
    overlay.text(x + line.indent, y, line.about, SIZE, DIM)
