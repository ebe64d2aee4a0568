"""Sparks where something hits, dust where a foot lands: a ring of rows that the vertex shader alone moves.

    sparks.burst(place, direction, 0.8, now_s)   # a blow: streaks along the direction, and a star for an instant
    sparks.dust(place, 0.5, now_s)               # a step: grey puffs that spread, low over the floor at `place`

A row says how a particle was born; where it is follows from the time: with drag k, from the place p at speed v,
p + (v - u) (1 - exp(-k t)) / k + u t, where u is the speed at which it would fall in the end, g / k. What is dice
elsewhere is hashed from a count, so the same calls make the same picture. A burst of full strength is 27 rows; the
oldest make room. Python writes and uploads new rows only; a frame without any costs one draw call.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.buffers import attribute
from systems.draw.layer import Layer
from systems.draw.program import Program
from systems.draw.target import new_name

Floats = NDArray[np.float64]
Place = Sequence[float] | Floats  # m, or a direction
CAPACITY = 512
WIDTH = 16  # floats of a row, in the order in which shaders/sparks_vertex.glsl reads them
PLACE, BORN, SPEED, LIFE, COLOUR, KIND, SIZE, DRAG, FALL, TURN = 0, 3, 4, 7, 8, 11, 12, 13, 14, 15
STREAK, STAR, PUFF = 0.0, 1.0, 2.0
NEVER = -1e9  # s, birth of what is no particle
G = 9.81  # m/s2
DICE = 8  # hashed numbers for each particle


class Sparks(Layer):
    def __init__(self) -> None:
        self.rows = np.zeros((CAPACITY, WIDTH), np.float32)
        self._program = Program("sparks", "sparks")
        self._array, self._buffer = new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers)
        gl.glBindVertexArray(self._array)
        self.clear()
        for place in range(WIDTH // 4):
            attribute(place, 4, WIDTH, 4 * place)
            gl.glVertexAttribDivisor(place, 1)

    def clear(self) -> None:
        """As if nothing had been hit yet: for when time goes back."""
        self.rows[:] = 0.0
        self.rows[:, BORN] = NEVER
        self._count = self._uploaded = 0  # particles ever made, and those that the graphics card knows
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, self.rows.nbytes, self.rows.ctypes.data, gl.GL_DYNAMIC_DRAW)

    def burst(self, place: Place, direction: Place, strength: float, now_s: float) -> None:
        """A blow of a strength (0..1) at `place` (m); `direction` is where it goes, of any length but none."""
        strength = min(1.0, max(0.0, strength))
        dice = self._dice(1 + round(8 + 18 * strength))
        speed = (1.6 + 3.4 * strength) * (0.45 + dice[:, 3:4])
        rows = np.zeros((len(dice), WIDTH))
        rows[:, SPEED : SPEED + 3] = speed * unit(unit(dice[:, :3] - 0.5) + 0.75 * unit(direction) + [0.0, 0.0, 0.25])
        rows[:, LIFE] = 0.16 + 0.22 * dice[:, 4]
        rows[:, COLOUR : COLOUR + 3] = [1.0, 0.93, 0.45] - dice[:, 5:6] * [0.0, 0.22, 0.30]
        rows[:, KIND], rows[:, SIZE], rows[:, DRAG], rows[:, FALL] = STREAK, 0.010 + 0.007 * strength, 7.0, G
        star = rows[-1]
        star[SPEED : SPEED + 3], star[LIFE], star[FALL] = 0.0, 0.11, 0.0
        star[KIND], star[SIZE], star[TURN] = STAR, 0.13 + 0.17 * strength, 2 * np.pi * dice[-1, 6]
        self._add(rows, place, now_s)

    def dust(self, place: Place, strength: float, now_s: float) -> None:
        """A foot of a strength (0..1) that lands on the floor at `place` (m)."""
        strength = min(1.0, max(0.0, strength))
        dice = self._dice(round(3 + 4 * strength))
        turn, speed = 2 * np.pi * dice[:, 0], (0.35 + 0.75 * strength) * (0.5 + dice[:, 1])
        rows = np.zeros((len(dice), WIDTH))
        rows[:, SPEED], rows[:, SPEED + 1] = speed * np.cos(turn), speed * np.sin(turn)
        rows[:, SPEED + 2] = 0.10 + 0.30 * strength * dice[:, 2]
        rows[:, LIFE] = 0.45 + 0.45 * dice[:, 3]
        rows[:, COLOUR : COLOUR + 3] = 0.62 + 0.10 * dice[:, 4:5]
        rows[:, KIND], rows[:, SIZE], rows[:, DRAG] = PUFF, 0.09 + 0.10 * strength, 4.0
        rows[:, TURN] = 2 * np.pi * dice[:, 5]
        self._add(rows, place, now_s)

    def prepare(self) -> None:
        """New rows to the graphics card; where they go over the end of the ring, in two pieces."""
        new = min(self._count - self._uploaded, CAPACITY)
        if not new:
            return
        first = (self._count - new) % CAPACITY
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        for start, end in ((first, min(first + new, CAPACITY)), (0, first + new - CAPACITY)):
            if end > start:
                part = self.rows[start:end]
                gl.glBufferSubData(gl.GL_ARRAY_BUFFER, start * WIDTH * 4, part.nbytes, part.ctypes.data)
        self._uploaded = self._count

    def blend(self) -> None:
        if self._count:
            self._program.use()
            gl.glBindVertexArray(self._array)
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, min(self._count, CAPACITY))

    def close(self) -> None:
        gl.glDeleteProgram(self._program.id)
        gl.glDeleteVertexArrays(1, byref(self._array))
        gl.glDeleteBuffers(1, byref(self._buffer))

    def _add(self, rows: Floats, place: Place, now_s: float) -> None:
        rows[:, PLACE : PLACE + 3], rows[:, BORN] = place, now_s
        self.rows[(self._count + np.arange(len(rows))) % CAPACITY] = rows
        self._count += len(rows)

    def _dice(self, count: int) -> Floats:
        """(count, DICE) from 0 to 1: hashes of how many particles there have been."""
        mixed = np.arange(self._count * DICE, (self._count + count) * DICE, dtype=np.uint64) * 0x9E3779B97F4A7C15
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        return np.asarray((mixed >> np.uint64(11)) / 2.0**53).reshape(count, DICE)


def unit(ways: Place) -> Floats:
    found = np.asarray(ways, np.float64)
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))
