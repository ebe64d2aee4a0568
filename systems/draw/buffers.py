"""Arrays handed to the graphics card: buffers of vertices, and tables that shaders look things up in."""

from __future__ import annotations

from ctypes import byref, c_void_p

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.target import new_name


def fill(kind: int, buffer: gl.GLuint, data: NDArray[np.float32] | NDArray[np.uint32]) -> None:
    gl.glBindBuffer(kind, buffer)
    gl.glBufferData(kind, data.nbytes, data.ctypes.data, gl.GL_STATIC_DRAW)


def attribute(place: int, width: int, stride: int, first: int) -> None:
    """Floats of the buffer that is bound: `width` of every `stride`, from the `first` on."""
    gl.glEnableVertexAttribArray(place)
    gl.glVertexAttribPointer(place, width, gl.GL_FLOAT, gl.GL_FALSE, 4 * stride, c_void_p(4 * first))


class Lookup:
    """A table of four floats a row, for `texelFetch` of a `samplerBuffer`."""

    def __init__(self) -> None:
        self.buffer, self.texture = new_name(gl.glGenBuffers), new_name(gl.glGenTextures)
        gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, self.buffer)
        gl.glBindTexture(gl.GL_TEXTURE_BUFFER, self.texture)
        gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, gl.GL_RGBA32F, self.buffer)

    def upload(self, rows: NDArray[np.float32]) -> None:
        gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, self.buffer)
        gl.glBufferData(gl.GL_TEXTURE_BUFFER, rows.nbytes, rows.ctypes.data, gl.GL_STREAM_DRAW)

    def bind(self, unit: int) -> None:
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(gl.GL_TEXTURE_BUFFER, self.texture)

    def close(self) -> None:
        gl.glDeleteTextures(1, byref(self.texture))
        gl.glDeleteBuffers(1, byref(self.buffer))
