"""Draw calls that are sent and dropped: for measuring what sending them costs.

They go into a conditional render whose query saw nothing; a software renderer would otherwise be measured instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref

from pyglet import gl


class Unseen:
    """Needs a current GL context, whose query it makes."""

    def __init__(self) -> None:
        self._query = gl.GLuint()
        gl.glGenQueries(1, byref(self._query))
        gl.glBeginQuery(gl.GL_SAMPLES_PASSED, self._query)
        gl.glEndQuery(gl.GL_SAMPLES_PASSED)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        gl.glBeginConditionalRender(self._query, gl.GL_QUERY_WAIT)
        try:
            yield
        finally:
            gl.glEndConditionalRender()

    @staticmethod
    def finish() -> None:
        """Wait for what is left in the driver: it is not the next frame's."""
        gl.glFinish()

    def close(self) -> None:
        gl.glDeleteQueries(1, byref(self._query))
