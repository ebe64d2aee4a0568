"""Thick lines, round points and arrows between places in the world, drawn with smooth edges over the picture.

    lines.clear()
    lines.add(starts, ends, (1.0, 0.8, 0.2), 4.0)           # (n, 3) and (n, 3) m; 4 pixels of a picture 720 high
    lines.add(places, places, colours, 9.0, on_top=True)    # points, seen through everything; colours (n, 3) or (n, 4)

Colours are as on the screen. All that may be hidden are one call to the card, those on top a second one; filling
in 1500 takes 0.06 ms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyglet import gl

from systems.draw.layer import Layer
from systems.draw.program import Program
from systems.draw.stream_rows import StreamRows

Floats = NDArray[np.float64]
START, END, PAINT, ROUND = slice(0, 3), slice(4, 7), slice(8, 12), 12
START_WIDTH, END_WIDTH, ALPHA = 3, 7, 11
HEAD, LONGEST_HEAD = 0.35, 0.10  # of an arrow's length, m
HEAD_WIDTH = 3.4  # times the arrow's


class Lines(Layer):
    def __init__(self) -> None:
        self._program = Program("lines", "lines")
        self._behind, self._above = StreamRows((4, 4, 4, 1), each=1), StreamRows((4, 4, 4, 1), each=1)

    @property
    def count(self) -> int:
        return self._behind.count + self._above.count

    def clear(self) -> None:
        self._behind.count = self._above.count = 0

    def add(
        self,
        starts: Floats,
        ends: Floats,
        colour: ArrayLike,
        width_px: ArrayLike,
        on_top: bool = False,
        *,
        end_px: ArrayLike | None = None,
        round_ends: bool = True,
    ) -> None:
        """Lines that may get thinner towards `end_px`; where many follow each other, cut ends do not shine through."""
        rows = (self._above if on_top else self._behind).more(len(starts))
        paint = np.asarray(colour)
        rows[:, START], rows[:, END] = starts, ends
        rows[:, START_WIDTH], rows[:, END_WIDTH] = width_px, width_px if end_px is None else end_px
        rows[:, ALPHA] = 1.0
        rows[:, PAINT.start : PAINT.start + paint.shape[-1]] = paint
        rows[:, ROUND] = round_ends

    def points(self, places: Floats, colour: ArrayLike, width_px: ArrayLike, on_top: bool = False) -> None:
        self.add(places, places, colour, width_px, on_top)

    def arrows(self, starts: Floats, ways: Floats, colour: ArrayLike, width_px: float, on_top: bool = False) -> None:
        """From `starts` (n, 3) along `ways` (n, 3) m, to the tips of their heads."""
        lengths = np.sqrt(np.einsum("ij,ij->i", ways, ways))
        head = np.minimum(HEAD, LONGEST_HEAD / np.maximum(lengths, 1e-9))
        ends = starts + ways
        necks = ends - head[:, None] * ways
        self.add(starts, necks, colour, width_px, on_top)
        self.add(necks, ends, colour, HEAD_WIDTH * width_px, on_top, end_px=0.0, round_ends=False)

    def prepare(self) -> None:
        self._behind.upload()
        self._above.upload()

    def blend(self) -> None:
        if not self.count:
            return
        self._program.use()
        self._draw(self._behind)
        gl.glDisable(gl.GL_DEPTH_TEST)
        self._draw(self._above)
        gl.glEnable(gl.GL_DEPTH_TEST)

    @staticmethod
    def _draw(rows: StreamRows) -> None:
        if rows.count:
            rows.bind()
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, rows.count)

    def close(self) -> None:
        gl.glDeleteProgram(self._program.id)
        self._behind.close()
        self._above.close()
