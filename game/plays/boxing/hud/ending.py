"""How a bout ended, in the middle of the picture: who, how, the numbers of both, and what can be done next.

    show_ending(overlay, session, choices)       # in a section of the overlay

The card is 420 units wide and, with seven numbers and five rows, 440 high: a window of 700 x 400 has 533.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.hud.choices import SHEET, show_row
from game.picture.ink import DIM, EDGE, GAP, INK, PAD, TRACK, cut
from game.plays.boxing.hud.result import NAMES, minutes_up, statistics
from game.plays.boxing.hud.ring import Ring, ring_of
from game.session.choices import Choices, Place
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.session.session import Session

WIDE = 420.0
SHADE: Colour = (0.02, 0.025, 0.04, 0.30)  # over the picture: those who boxed are to be seen
HEAD, LINE, ROW, FOOT = 84.0, 19.0, 28.0, 24.0


def show_ending(overlay: Overlay, session: Session, choices: Choices) -> None:
    ring = ring_of(session)
    rows = [("cards", *cards(ring))] if ring.bout.cards else []
    rows += statistics(ring)
    overlay.rect(0, 0, overlay.right, overlay.bottom, SHADE, radius=0.0)
    wide = min(WIDE, overlay.right - 2 * EDGE)
    high = HEAD + LINE * len(rows) + 2 * GAP + ROW * len(choices.rows) + FOOT + PAD
    left, top = 0.5 * (overlay.right - wide), max(EDGE, 0.5 * (overlay.bottom - high))
    middle = left + wide / 2
    overlay.rect(left, top, wide, high, SHEET, radius=10.0)
    title, colour = headline(ring)
    overlay.rect(left, top, wide, 5.0, colour, radius=2.0)
    overlay.text(middle, top + 14, title, "title", colour, "centre")
    overlay.text(middle, top + 50, told(ring), "body", INK, "centre")
    y = top + HEAD
    apart = 0.34 * wide
    for label, red, blue in rows:
        overlay.text(middle - apart, y, red, "body", ring.red.colour, "centre")
        overlay.text(middle, y, label, "body", DIM, "centre")
        overlay.text(middle + apart, y, blue, "body", ring.blue.colour, "centre")
        y += LINE
    y += GAP
    overlay.rect(left + 2 * PAD, y, wide - 4 * PAD, 1.0, TRACK, radius=0.0)
    y += GAP
    choices.places.clear()
    for number, row in enumerate(choices.rows):
        choices.places[number] = Place(left + PAD, y, left + wide - PAD, y + ROW)
        show_row(overlay, row, choices.places[number], number == choices.chosen, tall=False)
        y += ROW
    about = cut(overlay, choices.row.about, wide - 4 * PAD, "small")
    overlay.text(middle, y + 5, about, "small", DIM, "centre")


def headline(ring: Ring) -> tuple[str, Colour]:
    """Who has won."""
    winner = next((corner for corner in (ring.red, ring.blue) if corner.body.name == ring.bout.winner), None)
    return (f"{winner.body.name.upper()} WINS", winner.colour) if winner else ("NOBODY WINS", INK)


def told(ring: Ring) -> str:
    """`KO · round 2, 0:41`."""
    bout = ring.bout
    return f"{NAMES[bout.how]} · round {bout.round}, {minutes_up(bout.fought_s)}"


def cards(ring: Ring) -> tuple[str, str]:
    """What the judges wrote, of each: `10 9 10 = 29`; of one round `10`."""
    red, blue = (written(own) for own in zip(*ring.bout.cards, strict=True))
    return red, blue


def written(points: Sequence[int]) -> str:
    each = "  ".join(map(str, points))
    return f"{each}  =  {sum(points)}" if len(points) > 1 else each
