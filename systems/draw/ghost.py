"""Bodies of light: where muscles pull to, where somebody was in the last try, what really collides.

    ghost = Ghost((0.30, 0.85, 1.0), 0.25)      # through=True: seen through bodies too
    ghost.build(body_parts())
    ghost.pose(place, turn)     # (rows, 3) m and (rows, 4), one row for each bone that the parts name

Depth goes first, colour after it: limbs that cross are seen once, not twice as bright. `alpha` is what one sees of it
straight on; its rim is nearly white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from components.character import Body
from components.prop import Prop
from systems.draw.cast import Instances, part_of_prop
from systems.draw.figure import figure
from systems.draw.layer import Layer
from systems.draw.meshes import KINDS
from systems.draw.parts import Paint, Part, part_of_shape
from systems.draw.program import Program
from systems.draw.renderer import Stream
from systems.stage import System

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]
UNPAINTED = Paint((1.0, 1.0, 1.0))
IN_FRONT = 0.5  # of all depth, where what is seen through bodies lies: what is 0.1 m or more from the eye is behind that


class Ghost(Layer):
    def __init__(self, colour: Colour, alpha: float = 0.25, *, through: bool = False, sides: int = 16) -> None:
        self.colour, self.alpha, self.through = colour, alpha, through
        self._programs = [Program("ghost", "ghost", kind) for kind in KINDS]
        self._streams = [Stream(kind, sides) for kind in KINDS]
        self.build([])

    def build(self, parts: Sequence[Part]) -> None:
        """What it is made of; its poses come next."""
        self.instances = [Instances(kind, [part for part in parts if part.kind == kind], 0) for kind in KINDS]

    def pose(self, place: Floats, turn: Floats) -> None:
        for instances in self.instances:
            instances.pose(place, turn)

    def prepare(self) -> None:
        for stream, instances in zip(self._streams, self.instances, strict=True):
            stream.upload(instances)

    def blend(self) -> None:
        for program in self._programs:
            program.use()
            program.set_floats("tint", *self.colour, self.alpha)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glDepthRange(0.0, IN_FRONT if self.through else 1.0)
        gl.glDepthMask(gl.GL_TRUE)
        gl.glColorMask(gl.GL_FALSE, gl.GL_FALSE, gl.GL_FALSE, gl.GL_FALSE)
        self._draw()
        gl.glColorMask(gl.GL_TRUE, gl.GL_TRUE, gl.GL_TRUE, gl.GL_TRUE)
        gl.glDepthMask(gl.GL_FALSE)
        self._draw()
        gl.glDepthRange(0.0, 1.0)
        gl.glDisable(gl.GL_CULL_FACE)

    def _draw(self) -> None:
        for program, stream, instances in zip(self._programs, self._streams, self.instances, strict=True):
            program.use()
            stream.draw(instances.count)

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        for program in self._programs:
            gl.glDeleteProgram(program.id)


def body_parts() -> list[Part]:
    """All characters as they are drawn, but for eyes and lips; rows are those of the bone table."""
    return [
        replace(part, bone=body.first + part.bone, end_bone=body.first + part.end_bone)
        for _, (body,) in System.query(Body)
        for part in figure(body.rig, body.colour, body.index)
        if not part.fine
    ]


def shape_parts(props: Sequence[Prop], first: int) -> list[Part]:
    """What the engine collides: the shapes of all bones, and `props` from row `first` on; boxes with sharp edges."""
    parts = [
        part_of_shape(body.first + i, shape, UNPAINTED, rounding=0.0)
        for _, (body,) in System.query(Body)
        for i, bone in enumerate(body.rig.bones)
        for shape in bone.shapes
    ]
    things = [part_of_prop(prop, row) for row, prop in enumerate(props, first)]
    return parts + [replace(part, size=(*part.size[:3], 0.0)) for part in things]
