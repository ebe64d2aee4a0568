"""On the right: how hard each string pulls, and how far what it holds is from where it should be.

A bar is full at a quarter of the body's weight: 184 N of 75 kg. Twelve strings find room, those that pull most first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.picture.ink import ACCENT, DIM, FAIR, INK, PAD, cut, meter, panel
from systems.draw.overlay import Overlay
from systems.draw.string_lines import GRAVITY, WARMEST

if TYPE_CHECKING:
    from game.session.session import Session

WIDTH, ROW, HEAD = 250.0, 15.0, 21.0
MOST = 12
NAME, BAR, FORCE = 92.0, 48.0, 192.0  # units from the panel's left edge to the bar, its width, and where the force ends


def strings(overlay: Overlay, session: Session, right: float, top: float) -> float:
    """Where it ends; `top` where there are none."""
    simulation = session.simulation
    there = simulation.strings
    if not there:
        return top
    shown = there if len(there) <= MOST else sorted(there, key=lambda string: -string.force)[:MOST]
    x, high = right - WIDTH, HEAD + ROW * len(shown) + PAD / 2
    panel(overlay, x, top, WIDTH, high)
    total = sum(string.force for string in there)
    overlay.text(x + PAD, top + 4, f"{len(there)} string{'s' * (len(there) > 1)}, {total:.0f} N together", "small", INK)
    overlay.text(right - PAD, top + 4, "off by", "small", DIM, "right")
    one = len({string.who for string in there}) == 1
    for row, string in enumerate(shown):
        y = top + HEAD + ROW * row
        name = string.name.replace("_", " ") if one else f"{string.who}: {string.name.replace('_', ' ')}"
        overlay.text(x + PAD, y, cut(overlay, name, NAME - PAD, "small"), "small", DIM)
        share = string.force / (WARMEST * GRAVITY * simulation.characters[string.who].rig.mass)
        meter(overlay, x + NAME + 4, y + 5, BAR, share, FAIR if share > 1.0 else ACCENT)
        overlay.text(x + FORCE, y, f"{string.force:.0f} N", "small", INK, "right")
        overlay.text(right - PAD, y, f"{1000 * string.error:.0f} mm", "small", INK, "right")
    return top + high
