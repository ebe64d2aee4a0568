"""How a bout ended: who won, what the judges wrote, and what both did.

Of 84 punches thrown 21 that landed on head or body are an accuracy of 25 %; those on the arms are counted apart.
"""

from __future__ import annotations

from components.fight import Fighter
from game.controls import KEY, Action
from game.hud_look import ACCENT, DIM, GAP, INK, PAD, cut, panel
from game.hud_ring import Ring, Space
from systems.draw.overlay import Overlay

ROW = 15.0
RESULT, COLUMN = 330.0, 70.0  # width of the result, and from its edges to the middle of a column
NAMES = {"KO": "KO", "TKO": "TKO", "decision": "Decision", "draw": "Draw", "out of the ring": "Out of the ring"}


def result(overlay: Overlay, ring: Ring, space: Space) -> float:
    """How it ended, what the judges wrote, and what both did."""
    bout, rows = ring.bout, statistics(ring)
    cards = "   ".join(f"{red}-{blue}" for red, blue in bout.cards)
    wide = min(RESULT, space.right - space.left)
    x, y, middle = space.middle - wide / 2, space.top, space.middle
    high = 96.0 + ROW * len(rows) + (ROW if cards else 0.0)
    panel(overlay, x, y, wide, high)
    overlay.text(middle, y + 6, NAMES[bout.how], "title", INK, "centre")
    winner = next((corner for corner in (ring.red, ring.blue) if corner.body.name == bout.winner), None)
    when = f"round {bout.round}, {minutes_up(bout.fought_s)}"
    who = cut(overlay, f"{bout.winner} wins · {when}" if winner else when, wide - 2 * PAD, "body")
    overlay.text(middle, y + 36, who, "body", winner.colour if winner else DIM, "centre")
    y += 58
    if cards:
        totals = "-".join(str(sum(points)) for points in zip(*bout.cards, strict=True))
        told = cut(overlay, f"cards  {cards}   together {totals}", wide - 2 * PAD, "small")
        overlay.text(middle, y, told, "small", DIM, "centre")
        y += ROW
    for label, red, blue in rows:
        overlay.text(x + COLUMN, y + 2, red, "small", ring.red.colour, "centre")
        overlay.text(middle, y + 2, label, "small", INK, "centre")
        overlay.text(x + wide - COLUMN, y + 2, blue, "small", ring.blue.colour, "centre")
        y += ROW
    overlay.text(middle, y + 12, f"{KEY[Action.RESTART]}: again", "small", ACCENT, "centre")
    return space.top + high + GAP


def minutes_up(seconds: float) -> str:
    """How long it has been, not how much is left."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def statistics(ring: Ring) -> list[tuple[str, str, str]]:
    """What was counted, of red and of blue."""

    def of(fighter: Fighter) -> list[str]:
        accuracy = f"{100.0 * fighter.landed / fighter.thrown:.0f} %" if fighter.thrown else "-"
        return [
            str(fighter.thrown), str(fighter.landed), accuracy, str(fighter.power_landed), str(fighter.blocked),
            str(fighter.knockdowns), f"{fighter.hardest:.0f} N s",
        ]  # fmt: skip

    labels = ("thrown", "landed", "accuracy", "power landed", "on the arms", "times down", "hardest")
    return list(zip(labels, of(ring.red.fighter), of(ring.blue.fighter), strict=True))
