"""What there is to look at in a scene that compares, as a line that stays: at the foot of shots and films, and in the
window over the keys.

    look = Look("who hangs from the sky?")
    look.draw((640, 360), 0.75)         # pixels, and how many of them a unit should be
"""

from __future__ import annotations

from game.picture.ink import EDGE, FAIR, INK, PAD, Box, panel, wrapped
from systems.draw.overlay import Overlay

LINE, WORD = 18.0, "Look"
NARROWEST = 480  # pixels: a picture that is smaller has none
WIDEST = 760.0  # units


def show_look(overlay: Overlay, text: str, left: float, right: float, bottom: float) -> Box:
    """In the middle from `left` to `right`, down to `bottom`; where it lies."""
    lead = overlay.width(WORD, "strong") + 8.0
    lines = wrapped(overlay, text, min(WIDEST, right - left) - lead - 2 * PAD, "body")
    wide = lead + max(overlay.width(line, "body") for line in lines) + 2 * PAD
    high = LINE * len(lines) + 8.0
    x, y = 0.5 * (left + right - wide), bottom - high
    panel(overlay, x, y, wide, high)
    overlay.text(x + PAD, y + 3, WORD, "strong", FAIR)
    for row, line in enumerate(lines):
        overlay.text(x + PAD + lead, y + 3 + LINE * row, line, "body", INK)
    return Box(x, y, x + wide, bottom)


class Look:
    """For pictures without a HUD."""

    def __init__(self, text: str) -> None:
        self.text, self.overlay = text, Overlay()
        self._written = False

    def draw(self, size: tuple[int, int], scale: float) -> None:
        """Into the framebuffer that is bound, of that size."""
        if size[0] < NARROWEST:
            return
        if self.overlay.begin(*size, scale) or not self._written:
            self._written = True
            with self.overlay.section("look"):
                show_look(self.overlay, self.text, EDGE, self.overlay.right - EDGE, self.overlay.bottom - EDGE)
        self.overlay.draw()

    def close(self) -> None:
        self.overlay.close()
