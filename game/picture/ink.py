"""What all parts of the HUD look like: colours, dark rounded panels, meters, and text that is cut where room ends.

Lengths are units of the overlay: pixels, in a window of 1280 x 720.
"""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from systems.draw.overlay import Colour, Overlay

INK: Colour = (0.93, 0.94, 0.96, 1.0)
DIM: Colour = (0.65, 0.68, 0.74, 1.0)
PANEL: Colour = (0.06, 0.075, 0.10, 0.80)
TRACK: Colour = (0.20, 0.22, 0.26, 0.9)
ACCENT: Colour = (0.45, 0.72, 1.0, 1.0)
GOOD: Colour = (0.42, 0.83, 0.50, 1.0)
FAIR: Colour = (0.95, 0.74, 0.32, 1.0)
BAD: Colour = (0.95, 0.38, 0.34, 1.0)

EDGE = 12.0  # from the window's edges, and
GAP = 8.0  # between panels
PAD = 10.0  # from a panel's edges to what is in it

DESIGN = 1280  # pixels, a window of that width has room for units of one pixel
SMALLEST, STEP = 0.75, 0.25  # pixels a unit: letters of 9 pixels are the smallest that can be read


class Box(NamedTuple):
    """Where something lies on the picture, in units."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def panel(overlay: Overlay, x: float, y: float, width: float, height: float, strength: float = 1.0) -> None:
    overlay.rect(x, y, width, height, faded(PANEL, strength), radius=8.0)


def meter(overlay: Overlay, x: float, y: float, width: float, share: float, colour: Colour) -> None:
    """A bar, `share` 0..1 of it filled."""
    overlay.rect(x, y, width, 7.0, TRACK, radius=3.0)
    overlay.rect(x, y, width * min(1.0, max(0.0, share)), 7.0, colour, radius=3.0)


def faded(colour: Colour, strength: float) -> Colour:
    red, green, blue, alpha = colour
    return red, green, blue, alpha * strength


def readable(colour: tuple[float, float, float]) -> Colour:
    """A character's colour, light enough to read on a panel: mixed with white up to a brightness of 0.55."""
    bright = 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    white = max(0.0, (0.55 - bright) / max(1e-6, 1.0 - bright))
    red, green, blue = (v + (1.0 - v) * white for v in colour)
    return red, green, blue, 1.0


def cut(overlay: Overlay, text: str, width: float, size: str) -> str:
    """As much of it as fits, with an ellipsis where something is left out."""
    if overlay.width(text, size) <= width:
        return text
    kept = text
    while kept and overlay.width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def pixels_a_unit(width: int, wished: float) -> float:
    """In quarters, so that letters are not baked anew with every pixel that a window grows."""
    return max(SMALLEST, STEP * floor(min(wished, width / DESIGN) / STEP))


def wrapped(overlay: Overlay, text: str, width: float, size: str) -> list[str]:
    """Its lines; a word that is wider than a line is cut."""
    if overlay.width(text, size) <= width:
        return [text]
    out = [""]
    for word in text.split():
        longer = f"{out[-1]} {word}".lstrip()
        if out[-1] and overlay.width(longer, size) > width:
            out.append(word)
        else:
            out[-1] = longer
    return [cut(overlay, line, width, size) for line in out]
