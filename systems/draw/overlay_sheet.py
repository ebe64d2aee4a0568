"""Rows of the overlay while they are filled: rectangles, lines and letters, 12 floats each.

A row is its box (4), its kind and what belongs to it (4), and its colour (4); shaders/overlay_vertex.glsl reads them. A
sheet of 800 letters is 38 kB.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from systems.draw.glyphs import Glyphs, Text

Floats = NDArray[np.float32]
WIDTH = 12
RECT, LETTER, LINE = 0.0, 1.0, 2.0


class Sheet:
    """Rows of one section while it is filled; its memory is used again for the next one."""

    def __init__(self) -> None:
        self._rows: Floats = np.zeros((256, WIDTH), np.float32)
        self._count = 0
        self._texts: list[Text] = []

    def clear(self) -> None:
        self._count = 0
        self._texts.clear()

    def take(self, count: int) -> Floats:
        """The next rows, for the caller to fill."""
        first, self._count = self._count, self._count + count
        if self._count > len(self._rows):
            larger = np.zeros((max(self._count, 2 * len(self._rows)), WIDTH), np.float32)
            larger[:first] = self._rows[:first]
            self._rows = larger
        return self._rows[first : self._count]

    def write(self, text: Text) -> None:
        self._texts.append(text)

    def rows(self, glyphs: Glyphs) -> Floats:
        """All of it, letters last; good until the next `clear`."""
        if self._texts:
            letters = self.take(sum(len(text.codes) for text in self._texts))
            letters[:, 4] = LETTER
            glyphs.layout(self._texts, letters)
            self._texts.clear()
        return self._rows[: self._count]
