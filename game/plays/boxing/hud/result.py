"""How a bout ended: who won, what the judges wrote, and what both did.

Of 84 punches thrown 21 that landed on head or body are an accuracy of 25 %; those on the arms are counted apart.
"""

from __future__ import annotations

from components.fight import Fighter
from game.picture.ink import ACCENT, DIM, GAP, INK, PAD, cut, panel
from game.plays.boxing.hud.ring import Ring, Space
from game.session.controls import KEY, Action
from systems.draw.overlay import Overlay

ROW = 15.0
MOST = 330.0  # units, width of the result where fifteen rounds have cards
NAMES = {"KO": "KO", "TKO": "TKO", "decision": "Decision", "draw": "Draw", "out of the ring": "Out of the ring"}


def result(overlay: Overlay, ring: Ring, space: Space, alone: bool) -> float:
    """How it ended, what the judges wrote, and what both did: on the left where a third of the window has room for it,
    so that one sees those who boxed. Elsewhere, and between two fights that are not `alone`, it is in the middle."""
    bout, rows = ring.bout, statistics(ring)
    cards = "   ".join(f"{red}-{blue}" for red, blue in bout.cards)
    totals = "-".join(str(sum(points)) for points in zip(*bout.cards, strict=True))
    judged = f"cards  {cards}   together {totals}"
    winner = next((corner for corner in (ring.red, ring.blue) if corner.body.name == bout.winner), None)
    when = f"round {bout.round}, {minutes_up(bout.fought_s)}"
    who = f"{bout.winner} wins · {when}" if winner else when
    column = max(overlay.width(text, "small") for _, *both in rows for text in both)
    apart = max(overlay.width(label, "small") for label, *_ in rows) / 2 + 2 * GAP + column / 2  # from the middle
    texts = [(NAMES[bout.how], "title"), (who, "body"), *([(judged, "small")] if cards else [])]
    needed = max([2 * apart + column, *(overlay.width(text, size) for text, size in texts)]) + 2 * PAD
    room = space.right - space.left
    wide = min(needed, MOST, room)
    x, y = space.left if alone and wide <= room / 3 else space.middle - wide / 2, space.top
    middle = x + wide / 2
    high = 96.0 + ROW * len(rows) + (ROW if cards else 0.0)
    panel(overlay, x, y, wide, high)
    overlay.text(middle, y + 6, NAMES[bout.how], "title", INK, "centre")
    who = cut(overlay, who, wide - 2 * PAD, "body")
    overlay.text(middle, y + 36, who, "body", winner.colour if winner else DIM, "centre")
    y += 58
    if cards:
        overlay.text(middle, y, cut(overlay, judged, wide - 2 * PAD, "small"), "small", DIM, "centre")
        y += ROW
    for label, red, blue in rows:
        overlay.text(middle - apart, y + 2, red, "small", ring.red.colour, "centre")
        overlay.text(middle, y + 2, label, "small", INK, "centre")
        overlay.text(middle + apart, y + 2, blue, "small", ring.blue.colour, "centre")
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
