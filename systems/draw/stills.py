"""Small pictures over what is there: `stills.draw("boxing", (40, 60, 136, 114), 720)`, pixels from the upper left.

All lie in one frame on the graphics card and are copied from there, smoothed where the size differs. Sixteen of
480 x 270 pixels take 6.2 MB.
"""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref, c_int

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.target import new_name


class Stills:
    def __init__(self, pictures: Mapping[str, NDArray[np.uint8]]) -> None:
        """(height, width, 3) each, all of one size."""
        self._rows = {name: row for row, name in enumerate(pictures)}
        first = next(iter(pictures.values()))
        self.height, self.width = first.shape[:2]
        pixels = np.ascontiguousarray(np.concatenate([picture[::-1] for picture in pictures.values()]))
        self._texture, self._frame = new_name(gl.glGenTextures), new_name(gl.glGenFramebuffers)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGB8, self.width, len(pixels), 0, gl.GL_RGB, gl.GL_UNSIGNED_BYTE,
            pixels.ctypes.data,
        )  # fmt: skip
        before = bound()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self._texture, 0)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def draw(self, name: str, box: tuple[float, float, float, float], window: int) -> None:
        """Left, top, right and bottom in the framebuffer that is bound, `window` pixels high. A name that there is no
        picture of draws nothing."""
        if name not in self._rows:
            return
        left, top, right, bottom = (round(side) for side in box)
        low = self._rows[name] * self.height
        into = bound()
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._frame)
        gl.glBlitFramebuffer(
            0, low, self.width, low + self.height, left, window - bottom, right, window - top,
            gl.GL_COLOR_BUFFER_BIT, gl.GL_LINEAR,
        )  # fmt: skip
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, into)

    def close(self) -> None:
        gl.glDeleteFramebuffers(1, byref(self._frame))
        gl.glDeleteTextures(1, byref(self._texture))


def bound() -> int:
    """The framebuffer that is drawn into."""
    now = c_int()
    gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, byref(now))
    return now.value
