"""Text, rounded rectangles and graphs over the picture: one buffer, one draw call.

    overlay = Overlay()
    overlay.begin(1280, 720)                  # pixels of what is drawn into; a unit is `scale` of them
    overlay.rect(16, 16, 200, 40, (0.0, 0.0, 0.0, 0.7))
    overlay.text(24, 24, "16.4 ms")
    with overlay.section("status"):           # stays in the buffer until the section is filled anew
        overlay.text(24, 80, "red")
    overlay.draw()

Places are in units from the upper left corner. What lies outside sections is gone at the next `begin`. In a section,
and likewise outside, letters lie above rectangles and lines; sections lie above each other in the order of their first
use. A page of 800 letters takes 0.1 ms of Python to fill, and 0.02 ms a frame to draw again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyglet import gl

from systems.draw.buffers import attribute
from systems.draw.glyphs import ALIGN, STYLES, Glyphs, Text, encoded
from systems.draw.overlay_sheet import LINE, RECT, WIDTH, Sheet
from systems.draw.program import Program
from systems.draw.target import new_name

Floats = NDArray[np.float32]
Colour = tuple[float, float, float, float]
ROOM = 64  # rows: a section has room for a multiple of it, so that it can grow a little in its place
ATLAS_UNIT = 7  # of the textures; the renderer's maps stay where they are
WHITE: Colour = (0.93, 0.94, 0.96, 1.0)
LOOSE = ""  # the section of what lies outside sections


class Overlay:
    def __init__(self) -> None:
        self.right = self.bottom = 0.0  # units, where the window ends
        self.scale = 0.0  # pixels of a unit
        self._window = (0, 0)  # pixels
        self._baked: dict[float, Glyphs] = {}
        self._loose, self._sectioned = Sheet(), Sheet()
        self._sheet = self._loose
        self._places: dict[str, tuple[int, int, int]] = {}  # section -> first row, rows, room for so many
        self._rows: Floats = np.zeros((0, WIDTH), np.float32)  # what the buffer holds
        self._stale: list[tuple[int, int]] = []  # rows that the buffer has not yet
        self._moved = True  # all of them
        self._program = Program("overlay", "overlay")
        self._atlas = new_name(gl.glGenTextures)
        self._array, self._buffer = new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers)
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for place in range(WIDTH // 4):
            attribute(place, 4, WIDTH, 4 * place)
            gl.glVertexAttribDivisor(place, 1)
        gl.glBindVertexArray(0)
        self.begin(1, 1)

    def begin(self, width: int, height: int, scale: float = 1.0) -> bool:
        """A frame of so many pixels. True where it differs from the last one: then all sections are gone."""
        changed = ((width, height), scale) != (self._window, self.scale)
        if changed:
            if scale != self.scale:
                self._bake(scale)
            self._window, self.scale = (width, height), scale
            self.right, self.bottom = width / scale, height / scale
            self._places.clear()
            self._rows = self._rows[:0]
            self._moved = True
        self._loose.clear()
        return changed

    def _bake(self, scale: float) -> None:
        if scale not in self._baked:
            self._baked[scale] = Glyphs(scale)
        self.glyphs = self._baked[scale]
        image = self.glyphs.image
        self._bind()
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_R8, image.shape[1], image.shape[0], 0,
            gl.GL_RED, gl.GL_UNSIGNED_BYTE, image.ctypes.data,
        )  # fmt: skip
        for key in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, key, gl.GL_NEAREST)
        gl.glActiveTexture(gl.GL_TEXTURE0)

    def _bind(self) -> None:
        gl.glActiveTexture(gl.GL_TEXTURE0 + ATLAS_UNIT)
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._atlas)

    # --- what to write it on

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """What is drawn inside takes the place of what the section held."""
        self._sheet = self._sectioned
        self._sheet.clear()
        try:
            yield
        finally:
            self._sheet = self._loose
        self._put(name, self._sectioned.rows(self.glyphs))

    def empty(self, name: str) -> None:
        """Nothing is left of the section but its place in the order."""
        if self._places.get(name, (0, 1, 0))[1]:
            self._put(name, self._rows[:0])

    def _put(self, name: str, rows: Floats) -> None:
        first, before, room = self._places.get(name, (len(self._rows), 0, 0))
        if name not in self._places or len(rows) > room:
            first, room = self._grow(name, first, room, len(rows))
        self._rows[first : first + len(rows)] = rows
        self._rows[first + len(rows) : first + before] = 0.0
        self._places[name] = first, len(rows), room
        self._stale.append((first, first + max(before, len(rows))))

    def _grow(self, name: str, first: int, room: int, count: int) -> tuple[int, int]:
        """More room for a section, and those behind it further back."""
        more = -(-max(1, count) // ROOM) * ROOM - room
        end = first + room
        self._rows = np.concatenate([self._rows[:end], np.zeros((more, WIDTH), np.float32), self._rows[end:]])
        for other, (begin, held, there) in self._places.items():
            if other != name and begin >= end:
                self._places[other] = begin + more, held, there
        self._moved = True
        return first, room + more

    # --- what to write

    def rect(self, x: float, y: float, width: float, height: float, colour: Colour, radius: float = 6.0) -> None:
        """Its edges lie on whole pixels."""
        scale = self.scale
        left, top = round(x * scale), round(y * scale)
        self._sheet.take(1)[0] = (
            left, top, round((x + width) * scale) - left, round((y + height) * scale) - top,
            RECT, radius * scale, 0.0, 0.0, *colour,
        )  # fmt: skip

    def text(
        self, x: float, y: float, text: str, size: str = "body", colour: Colour = WHITE, align: str = "left"
    ) -> None:
        """One line, from its upper edge `y`; `x` is its left or right edge, or its middle."""
        self._sheet.write(Text(x, y, encoded(text), STYLES.index(size), ALIGN[align], colour))

    def line(self, points: ArrayLike, colour: Colour, width: float = 1.5) -> None:
        """(n, 2) places, joined one after the other; each piece has round ends."""
        places = np.asarray(points, np.float32) * np.float32(self.scale)
        rows = self._sheet.take(max(0, len(places) - 1))
        rows[:, :2], rows[:, 2:4] = places[:-1], places[1:]
        rows[:, 4], rows[:, 5], rows[:, 6:8] = LINE, 0.5 * width * self.scale, 0.0
        rows[:, 8:] = colour

    def bars(self, edges: ArrayLike, y: float, heights: ArrayLike, colour: ArrayLike) -> None:
        """Columns that stand on `y`, from each of the (n + 1) edges to the next; heights are exact, sides on pixels.

        A column is at least a pixel wide, so that none is lost. `colour` is one for all, or (n, 4).
        """
        sides = np.rint(np.asarray(edges, np.float32) * self.scale)
        tall = np.asarray(heights, np.float32) * np.float32(self.scale)
        rows = self._sheet.take(len(tall))
        rows[:, 0], rows[:, 1] = sides[:-1], y * self.scale - tall
        rows[:, 2], rows[:, 3] = np.maximum(1.0, sides[1:] - sides[:-1]), tall
        rows[:, 4:8] = 0.0
        rows[:, 8:] = colour

    def width(self, text: str, size: str = "body") -> float:
        """Units."""
        return self.glyphs.width(text, size)

    def height(self, size: str = "body") -> float:
        """Units."""
        return self.glyphs.height(size)

    # --- onto the picture

    def draw(self) -> None:
        """Into the framebuffer that is bound. What was switched on or off is so again afterwards."""
        loose = self._loose.rows(self.glyphs)
        if len(loose) or self._places.get(LOOSE, (0, 0, 0))[1]:
            self._put(LOOSE, loose)
        gl.glViewport(0, 0, *(round(side) for side in self._window))
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        self._upload()
        before = [(what, gl.glIsEnabled(what)) for what in (gl.GL_DEPTH_TEST, gl.GL_CULL_FACE, gl.GL_BLEND)]
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glEnable(gl.GL_BLEND)
        # The window stays opaque: its own alpha is not mixed like its colours.
        gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        self._bind()
        gl.glActiveTexture(gl.GL_TEXTURE0)
        self._program.use()
        self._program.set_floats("window", *self._window)
        self._program.set_unit("atlas", ATLAS_UNIT)
        gl.glBindVertexArray(self._array)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(self._rows))
        gl.glBindVertexArray(0)
        gl.glUseProgram(0)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        for what, on in before:
            (gl.glEnable if on else gl.glDisable)(what)

    def _upload(self) -> None:
        address, row = self._rows.ctypes.data, self._rows.strides[0]
        if self._moved:
            gl.glBufferData(gl.GL_ARRAY_BUFFER, self._rows.nbytes, address, gl.GL_STREAM_DRAW)
        else:
            for first, end in self._stale:
                gl.glBufferSubData(gl.GL_ARRAY_BUFFER, first * row, (end - first) * row, address + first * row)
        self._moved = False
        self._stale.clear()

    def close(self) -> None:
        gl.glDeleteProgram(self._program.id)
        gl.glDeleteTextures(1, byref(self._atlas))
        gl.glDeleteVertexArrays(1, byref(self._array))
        gl.glDeleteBuffers(1, byref(self._buffer))
