"""The skins of all characters: one surface a rig, bent on the graphics card by how its bones have moved.

Each frame uploads two rows a bone, 3.5 kB for five boxers; each pass draws all characters of a rig by one call.
Python's share is 0.05 ms.
"""

from __future__ import annotations

from ctypes import byref

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from components.rig import Rig
from systems.draw.buffers import Lookup, attribute, fill
from systems.draw.cast import Cast, Coat, Look, Wearer
from systems.draw.layer import Layer
from systems.draw.posing import pose_skin
from systems.draw.program import Program, Variant
from systems.draw.quality import Quality
from systems.draw.surface import Surface, surface
from systems.draw.target import new_name

LIGHT, EYE, OUTLINE = 0.0, 1.0, 2.0
FIRST_UNIT = 2  # after the two maps of depth
WIDTH = 15  # floats of a vertex


class Worn:
    """A rig's surface, and who wears it."""

    def __init__(self, made: Surface, owners: NDArray[np.float32]) -> None:
        self.count, self.indices = len(owners), made.faces.size
        self.array = new_name(gl.glGenVertexArrays)
        self._owned = [new_name(gl.glGenBuffers) for _ in range(3)]
        columns = [made.place, made.normal, made.weights, made.bones, made.paint[:, None]]
        gl.glBindVertexArray(self.array)
        fill(gl.GL_ARRAY_BUFFER, self._owned[0], np.concatenate(columns, axis=1).astype(np.float32))
        for place, (width, first) in enumerate(((3, 0), (3, 3), (4, 6), (4, 10), (1, 14))):
            attribute(place, width, WIDTH, first)
        fill(gl.GL_ELEMENT_ARRAY_BUFFER, self._owned[1], made.faces.astype(np.uint32))
        fill(gl.GL_ARRAY_BUFFER, self._owned[2], owners)
        attribute(5, 2, 2, 0)
        gl.glVertexAttribDivisor(5, 1)

    def draw(self) -> None:
        gl.glBindVertexArray(self.array)
        gl.glDrawElementsInstanced(gl.GL_TRIANGLES, self.indices, gl.GL_UNSIGNED_INT, None, self.count)

    def close(self) -> None:
        gl.glDeleteVertexArrays(1, byref(self.array))
        for buffer in self._owned:
            gl.glDeleteBuffers(1, byref(buffer))


class Skin(Layer):
    """Of those characters of the cast that have one, while its look is SKIN."""

    def __init__(self, cast: Cast, quality: Quality, variant: Variant) -> None:
        self.cast = cast
        self.cell = cell(quality)
        self._depth, self._body = Program("skin", "depth"), Program("skin", "skin", None, variant)
        self._ink = Program("skin", "outline", None, variant) if quality.outline else None
        self._motions, self._palette, self._heats = self._lookups = Lookup(), Lookup(), Lookup()
        self._programs = [self._depth, self._body, *([self._ink] if self._ink else [])]
        for program, seen_as in zip(self._programs, (LIGHT, EYE, OUTLINE), strict=False):
            program.use()
            program.set_floats("seen_as", seen_as)
            for unit, name in enumerate(("motions", "palette", "heats"), FIRST_UNIT):
                program.set_unit(name, unit)
        self._worn: list[Worn] = []
        self._build()

    def _build(self) -> None:
        for worn in self._worn:
            worn.close()
        self._built = self.cast.built
        by_rig: dict[Rig, list[Wearer]] = {}
        for wearer in self.cast.wearers:
            by_rig.setdefault(wearer.rig, []).append(wearer)
        bones = self.cast.bones
        self._bind_place, self._bind_turn = np.zeros((bones, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (bones, 1))
        self._rows = np.zeros((2 * bones, 4), np.float32)
        self._worn, palettes, row = [], [], 0
        for rig, wearers in by_rig.items():
            made = surface(rig, self.cell)
            owners = []
            for wearer in wearers:
                mine = slice(wearer.first, wearer.first + len(made.bind_place))
                self._bind_place[mine], self._bind_turn[mine] = made.bind_place, made.bind_turn
                owners.append((wearer.first, row))
                palettes.append(wearer.palette)
                row += len(wearer.palette)
            self._worn.append(Worn(made, np.array(owners, np.float32)))
        if palettes:
            self._palette.upload(np.concatenate(palettes))

    def prepare(self) -> None:
        if self._built != self.cast.built:
            self._build()
        self.shown = self.cast.look is Look.SKIN and bool(self._worn)
        if not self.shown:
            return
        cast = self.cast
        pose_skin(cast.place, cast.turn, self._bind_place, self._bind_turn, self._rows)
        self._motions.upload(self._rows)
        if cast.coat is not Coat.OWN:
            self._heats.upload(cast.warmth)
        for program in self._programs[1:]:
            program.use()
            program.set_floats("heated", float(cast.coat))
        for unit, lookup in enumerate(self._lookups, FIRST_UNIT):
            lookup.bind(unit)

    def cast_shadow(self, from_light: NDArray[np.float32]) -> None:
        if self.shown:
            self._depth.use()
            self._depth.set_matrix("from_light", from_light)
            self._draw_all()

    def draw(self) -> None:
        if self.shown:
            self._body.use()
            self._draw_all()

    def outline(self) -> None:
        """Back faces only, a little further out."""
        if self.shown and self._ink:
            self._ink.use()
            self._draw_all()

    def _draw_all(self) -> None:
        for worn in self._worn:
            worn.draw()

    def close(self) -> None:
        for worn in self._worn:
            worn.close()
        for lookup in self._lookups:
            lookup.close()
        for program in self._programs:
            gl.glDeleteProgram(program.id)


def cell(quality: Quality) -> float:
    """m, how fine the surface is: 13 mm at `high`, 23 mm at `low`."""
    return 0.008 + 0.12 / quality.sides
