"""A clip stands on the floor: it is moved up and down, smoothly, until the lowest point of the body touches.

`follow`: something always touches (walk, crawl, get up), so the lowest point is brought to the floor at every moment.
`flight`: the body also leaves the floor (run, jump). A moment with its lowest point over 5 cm up is in the air and left
alone: the correction goes straight from the last touch before it to the first one after it.
`free`: as captured.
But for `free`, what would still be below the floor is lifted by a smooth bump: never more than 2 mm stay below it.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from components.clip import Array
from components.clock import TICKS_PER_S

Floor = Literal["follow", "flight", "free"]
DEPTH = 0.002  # m, what may stay below the floor
WINDOW_S = 0.08  # s, half the width of the smoothing
AIR = 0.05  # m, a lowest point above this is in the air, in a clip with flight


def floor_shift(low: Array, floor: Floor, *, looping: bool) -> Array:
    """(n,) m, what to add to the heights, from the (n,) heights of the body's lowest point."""
    if floor == "free":
        return np.zeros(len(low))
    reach = max(1, round(WINDOW_S * TICKS_PER_S))
    level = _under(low, looping=looping) if floor == "flight" else low
    shift = -smoothed(level, reach, looping=looping)
    need = np.maximum(0.0, -DEPTH - low - shift)
    return np.asarray(shift + smoothed(largest(need, reach, looping=looping), reach, looping=looping))


def _under(low: Array, *, looping: bool) -> Array:
    """The lowest point where it touches, and a straight line from touch to touch where it is in the air."""
    touch = np.flatnonzero(low < AIR)
    if not len(touch):
        return np.full(len(low), low.min())
    return np.interp(np.arange(len(low)), touch, low[touch], period=len(low) if looping else None)


def smoothed(values: Array, reach: int, *, looping: bool) -> Array:
    """The mean over `reach` frames to either side, near ones counting more (a Hann window)."""
    weight = np.hanning(2 * reach + 3)[1:-1]
    return np.convolve(_padded(values, reach, looping), weight / weight.sum(), mode="valid")


def largest(values: Array, reach: int, *, looping: bool) -> Array:
    """The largest within `reach` frames: its smoothed curve is nowhere below `values`."""
    windows = np.lib.stride_tricks.sliding_window_view(_padded(values, reach, looping), 2 * reach + 1)
    return np.asarray(windows.max(axis=1))


def _padded(values: Array, reach: int, looping: bool) -> Array:
    return np.pad(values, reach, mode="wrap" if looping else "edge")
