"""Digits as tall as wanted, drawn with a thick pen: the referee's count, for which no letter is large enough.

    number(overlay, 640, 80, 110, "10")      # units: middle, upper edge, height

A digit is one or two lines in a box of 0.6 x 1, y downwards; its round parts are pieces of ellipses, 12 degrees each.
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

from game.picture.ink import INK
from systems.draw.overlay import Colour, Overlay

Line = NDArray[np.float64]  # (n, 2)
WIDE, APART = 0.6, 0.10  # of a height: a digit's box, and the gap between two
PEN, RIM = 0.14, 0.05  # of a height: the line, and the dark edge around it
DARK: Colour = (0.05, 0.06, 0.09, 1.0)
STEP_DEG = 12.0


def arc(x: float, y: float, wide: float, high: float, first_deg: float, last_deg: float) -> Line:
    """Of an ellipse round (x, y); 0 is right, 90 down."""
    angles = np.radians(np.linspace(first_deg, last_deg, 1 + ceil(abs(last_deg - first_deg) / STEP_DEG)))
    return np.column_stack([x + wide * np.cos(angles), y + high * np.sin(angles)])


def joined(*pieces: Line | list[tuple[float, float]]) -> Line:
    return np.concatenate([np.asarray(piece, np.float64) for piece in pieces])


def turned(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Upside down: a 9 from a 6."""
    return tuple(np.array([WIDE, 1.0]) - line for line in lines)


SIX = (joined(arc(0.50, 0.66, 0.49, 0.66, 262, 180), arc(0.3, 0.68, 0.29, 0.32, 180, 540)),)
DIGITS: dict[str, tuple[Line, ...]] = {
    "0": (arc(0.3, 0.5, 0.3, 0.5, 0, 360),),
    "1": (joined([(0.10, 0.22), (0.34, 0.0), (0.34, 1.0)]),),
    "2": (joined(arc(0.3, 0.28, 0.28, 0.28, 190, 400), [(0.03, 1.0), (0.6, 1.0)]),),
    "3": (joined(arc(0.27, 0.25, 0.26, 0.25, 205, 450), arc(0.29, 0.75, 0.31, 0.25, 270, 515)),),
    "4": (joined([(0.44, 1.0), (0.44, 0.0), (0.0, 0.68), (0.6, 0.68)]),),
    "5": (joined([(0.53, 0.0), (0.1, 0.0), (0.06, 0.46)], arc(0.28, 0.68, 0.30, 0.32, 225, 510)),),
    "6": SIX,
    "7": (joined([(0.0, 0.0), (0.6, 0.0), (0.22, 1.0)]),),
    "8": (arc(0.3, 0.25, 0.26, 0.25, 90, 450), arc(0.3, 0.75, 0.3, 0.25, 270, 630)),
    "9": turned(SIX),
}


def number(overlay: Overlay, middle: float, y: float, height: float, digits: str, colour: Colour = INK) -> None:
    """Dark first, so that it can be read before any picture."""
    pen, gap = height * PEN, height * APART
    tall = height - pen
    pitch = WIDE * tall + pen + gap
    left = middle - (pitch * len(digits) - gap) / 2 + pen / 2
    lines = [line * tall + (left + pitch * i, y + pen / 2) for i, digit in enumerate(digits) for line in DIGITS[digit]]
    for line in lines:
        overlay.line(line, DARK, pen + 2 * RIM * height)
    for line in lines:
        overlay.line(line, colour, pen)
