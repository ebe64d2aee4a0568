"""Numbers that somebody wrote, and how a message repeats what is wrong with them."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from components.errors import InputError, one_line
from components.rig import Vec3

QUOTED = 60  # letters of what is wrong that a message repeats


def three(written: object, most: float, what: str) -> Vec3:
    """Numbers within bounds, in whatever kind of row they stand."""
    row = written.tolist() if isinstance(written, np.ndarray) else written
    numbers = [number(v) for v in row] if isinstance(row, (list, tuple)) else []
    if len(numbers) != 3 or not all(abs(v) <= most for v in numbers):
        raise InputError(f"{what} needs three numbers from -{most:g} to {most:g}, not {quoted(written)}")
    return numbers[0], numbers[1], numbers[2]


def number(written: object) -> float:
    """Not a number where it is none, and infinite where it is too large: neither lies within any bounds."""
    if isinstance(written, bool) or not isinstance(written, (int, float, np.integer, np.floating)):
        return nan
    try:
        return float(written)
    except OverflowError:
        return inf


def quoted(written: object) -> str:
    """What somebody gave, short enough for a line."""
    text = one_line(repr(written))
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."
