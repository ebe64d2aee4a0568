"""Flat areas of one colour each, half seen through: what a body stands on.

    areas.clear()
    areas.add(corners, (0.3, 0.9, 0.4, 0.3))    # (n, 3) m around a convex area; three corners are one triangle

They lie in the world, behind whatever is nearer; one call draws them all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyglet import gl

from systems.draw.layer import Layer
from systems.draw.program import Program
from systems.draw.stream_rows import StreamRows

Floats = NDArray[np.float64]


class Areas(Layer):
    def __init__(self) -> None:
        self._program = Program("areas", "areas")
        self._corners = StreamRows((3, 4), each=0)

    def clear(self) -> None:
        self._corners.count = 0

    def add(self, corners: Floats, colour: ArrayLike) -> None:
        """As a fan of triangles around the first corner; fewer than three have none."""
        if len(corners) < 3:
            return
        rows = self._corners.more(3 * (len(corners) - 2)).reshape(-1, 3, 7)
        rows[:, 0, :3], rows[:, 1, :3], rows[:, 2, :3] = corners[0], corners[1:-1], corners[2:]
        rows[:, :, 3:] = colour

    def prepare(self) -> None:
        self._corners.upload()

    def blend(self) -> None:
        if self._corners.count:
            self._program.use()
            self._corners.bind()
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, self._corners.count)

    def close(self) -> None:
        gl.glDeleteProgram(self._program.id)
        self._corners.close()
