"""Rows of floats that are filled anew each frame and go to the graphics card in one piece.

Room doubles when it is short and never shrinks: 1500 segments of trails are 78 kB.
"""

from __future__ import annotations

from ctypes import byref

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.buffers import attribute
from systems.draw.target import new_name

FEWEST = 64  # rows


class StreamRows:
    """`widths` are the floats of each of a row's attributes; `each` is 1 where a row is an instance, 0 for a vertex."""

    def __init__(self, widths: tuple[int, ...], each: int) -> None:
        self.array = np.zeros((FEWEST, sum(widths)), np.float32)
        self.count = 0
        self._name, self._buffer = new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers)
        gl.glBindVertexArray(self._name)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for place, width in enumerate(widths):
            attribute(place, width, sum(widths), sum(widths[:place]))
            gl.glVertexAttribDivisor(place, each)

    def more(self, count: int) -> NDArray[np.float32]:
        """The next `count` rows, to be written over."""
        first, self.count = self.count, self.count + count
        if self.count > len(self.array):
            kept = self.array
            self.array = np.zeros((max(self.count, 2 * len(kept)), kept.shape[1]), np.float32)
            self.array[:first] = kept[:first]
        return self.array[first : self.count]

    def upload(self) -> None:
        if self.count:
            size = self.count * self.array.strides[0]
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
            gl.glBufferData(gl.GL_ARRAY_BUFFER, size, self.array.ctypes.data, gl.GL_STREAM_DRAW)

    def bind(self) -> None:
        gl.glBindVertexArray(self._name)

    def close(self) -> None:
        gl.glDeleteVertexArrays(1, byref(self._name))
        gl.glDeleteBuffers(1, byref(self._buffer))
