"""Poses of the last 20 s, tick by tick: what the ghost of the last try is made of. A boxer's take 3 MB."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LENGTH = 2400  # ticks


class PoseRing:
    def __init__(self, bones: int) -> None:
        self._ticks = np.full(LENGTH, -1, np.int64)
        self._place = np.zeros((LENGTH, bones, 3), np.float32)
        self._turn = np.zeros((LENGTH, bones, 4), np.float32)

    def write(self, tick: int, place: Floats, turn: Floats) -> None:
        row = tick % LENGTH
        self._ticks[row], self._place[row], self._turn[row] = tick, place, turn

    def cut(self, first: int, last: int) -> PoseClip:
        """The poses after ticks first .. last, those that are still there."""
        ticks = np.arange(max(first, last - LENGTH + 1, 0), last + 1)
        ticks = ticks[self._ticks[ticks % LENGTH] == ticks]
        rows = ticks % LENGTH
        return PoseClip(ticks, self._place[rows].astype(np.float64), self._turn[rows].astype(np.float64))


class PoseClip:
    """What everybody did from a tick on."""

    def __init__(self, ticks: NDArray[np.int64], place: Floats, turn: Floats) -> None:
        """Poses after these ticks, in their order; some in between may be missing."""
        self._ticks, self._place, self._turn = ticks, place, turn

    @property
    def first(self) -> int:
        """The tick of the earliest pose; 0 where there is none."""
        return int(self._ticks[0]) if len(self._ticks) else 0

    def at(self, tick: int) -> tuple[Floats, Floats] | None:
        """Places (bones, 3) and turns (bones, 4); none where there was nothing."""
        row = int(np.searchsorted(self._ticks, tick))
        return (self._place[row], self._turn[row]) if row < len(self._ticks) and self._ticks[row] == tick else None
