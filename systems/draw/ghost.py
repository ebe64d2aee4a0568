"""Bodies of light: where muscles pull to, what somebody did in the last try, what really collides.

    ghost = Ghost((0.25, 0.80, 1.0), quality=quality)
    ghost.resemble(cast)        # once, and when characters come or go
    ghost.pose(place, turn)     # (bones, 3) m and (bones, 4), the rows of the bone table

Depth goes first, colour after it: limbs that cross are seen once, not twice as bright. `alpha` is what one sees of it
straight on; its rim is nearly white. With `through` it is seen through whatever stands before it. Posing and uploading
five boxers takes 0.03 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from components.character import Body
from components.prop import Prop
from systems.draw.buffers import Lookup
from systems.draw.cast import Cast, Instances, Wearer, part_of_prop
from systems.draw.figure import has_figure
from systems.draw.layer import Layer
from systems.draw.meshes import KINDS
from systems.draw.parts import Paint, Part, part_of_shape
from systems.draw.posing import pose_skin
from systems.draw.program import Program
from systems.draw.quality import PRESETS, Quality
from systems.draw.renderer import Stream
from systems.draw.skin import EYE, FIRST_UNIT, Worn, cell
from systems.draw.surface import surface
from systems.stage import System

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]
UNPAINTED = Paint((1.0, 1.0, 1.0))
IN_FRONT = 0.5  # of all depth, for what is seen through bodies: whatever is 0.1 m or more from the eye is behind that


class Ghost(Layer):
    through = False

    def __init__(self, colour: Colour, alpha: float = 0.25, *, quality: Quality = PRESETS["medium"]) -> None:
        self.colour, self.alpha, self.quality = colour, alpha, quality
        self._streams = [Stream(kind, quality.sides) for kind in KINDS]
        self._shapes = [Program("ghost", "ghost", kind) for kind in KINDS]
        self._skin, self._motions, self._worn = Program("skin", "ghost"), Lookup(), list[Worn]()
        self._skin.use()
        for name in ("motions", "palette", "heats"):  # of which it needs the first
            self._skin.set_unit(name, FIRST_UNIT)
        self._skin.set_floats("seen_as", EYE)
        self.build([])

    def resemble(self, cast: Cast) -> None:
        """The same bodies as the cast's: their skins, and the shapes of those that have none."""
        self.build(shape_parts(lambda body: not has_figure(body.rig)), cast.wearers, cast.bones)

    def build(self, parts: Sequence[Part], wearers: Sequence[Wearer] = (), bones: int = 0) -> None:
        """What it is made of; poses come next."""
        self.instances = [Instances(kind, [part for part in parts if part.kind == kind], 0) for kind in KINDS]
        for worn in self._worn:
            worn.close()
        self._bind_place, self._bind_turn = np.zeros((bones, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (bones, 1))
        self._rows = np.zeros((2 * bones, 4), np.float32)
        self._worn = []
        for wearer in wearers:
            made = surface(wearer.rig, cell(self.quality))
            mine = slice(wearer.first, wearer.first + len(made.bind_place))
            self._bind_place[mine], self._bind_turn[mine] = made.bind_place, made.bind_turn
            self._worn.append(Worn(made, np.array([(wearer.first, 0)], np.float32)))

    def pose(self, place: Floats, turn: Floats) -> None:
        pose_skin(place, turn, self._bind_place, self._bind_turn, self._rows)
        for instances in self.instances:
            instances.pose(place, turn)

    def prepare(self) -> None:
        if self._worn:
            self._motions.upload(self._rows)
        for stream, instances in zip(self._streams, self.instances, strict=True):
            if instances.count:
                stream.upload(instances)

    def blend(self) -> None:
        for program in (*self._shapes, self._skin):
            program.use()
            program.set_floats("tint", *self.colour, self.alpha)
        self._motions.bind(FIRST_UNIT)
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
        for program, stream, instances in zip(self._shapes, self._streams, self.instances, strict=True):
            program.use()
            stream.draw(instances.count)
        self._skin.use()
        for worn in self._worn:
            worn.draw()

    def close(self) -> None:
        self._motions.close()
        for worn in self._worn:
            worn.close()
        for stream in self._streams:
            stream.close()
        for program in (*self._shapes, self._skin):
            gl.glDeleteProgram(program.id)


def shape_parts(chosen: Callable[[Body], bool] = lambda body: True) -> list[Part]:
    """What the engine collides of the chosen characters; boxes with sharp edges."""
    return [
        part_of_shape(body.first + i, shape, UNPAINTED, rounding=0.0)
        for _, (body,) in System.query(Body)
        if chosen(body)
        for i, bone in enumerate(body.rig.bones)
        for shape in bone.shapes
    ]


def prop_parts(props: Sequence[Prop], first: int) -> list[Part]:
    """What the engine collides of loose and fixed things, in rows from `first` on."""
    parts = [part_of_prop(prop, row) for row, prop in enumerate(props, first)]
    return [replace(part, size=(*part.size[:3], 0.0)) for part in parts]
