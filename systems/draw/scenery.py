"""The ring and its hall as a layer: uploaded once, drawn with six calls; only the shader's clock moves the crowd.

The ring is uploaded again when somebody leans on a rope: it bends, straight from there to both posts.

    renderer.layers += scenery(Ground.RING, quality, 0)

Nothing stands between the eye and the fighters: ropes and posts on the near side fade as the eye comes nearer than 9 m,
and stands and crowd on that side are left out (shaders/scenery_*.glsl). Only the ring throws shadows. At `high` there
are 549 people of nine parts each.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from components.ropes import Lean, Ropes
from components.settings import Ground
from systems.draw.cast import Instances
from systems.draw.course_faces import joined, marks, things
from systems.draw.course_paint import FloorPaint
from systems.draw.hall import crowd, ring_parts, rope, stands
from systems.draw.layer import Layer
from systems.draw.meshes import CAPSULE, KINDS
from systems.draw.parts import Part
from systems.draw.platform_faces import pit, rim
from systems.draw.posing import AXIS_X, AXIS_Z
from systems.draw.program import Program, Variant
from systems.draw.quality import Quality
from systems.draw.renderer import SUN_UNIT, Stream
from systems.grounds.ring import CORNERS, ROPE_HEIGHTS
from systems.stage import System

ROWS = {"low": 2, "medium": 4, "high": 6}  # of seats, by the quality's name
CROWD_SIDES = {"low": 6, "medium": 8, "high": 10}  # of an arm
SIDES = len(CORNERS)
ROPE_PIECES = {"low": 4, "medium": 8, "high": 12}
TURNS = np.array([[0.0, 0.0, sin(pi * i / 8), cos(pi * i / 8)] for i in range(8)])  # by eighths about z
NOWHERE = np.zeros((len(TURNS), 3))
Programs = dict[int, Program]  # by the kind of shape


def scenery(ground: Ground, quality: Quality, seed: int) -> list[Layer]:
    """What belongs to a ground beside the floor itself: of most, nothing."""
    if ground is Ground.COURSE:
        return [FloorPaint(quality, things(seed), marks())]
    if ground is Ground.PLATFORM:
        return [FloorPaint(quality, None, joined(rim(seed), pit()))]
    return [Scenery(quality)] if ground is Ground.RING else []


class Batch:
    """Parts that stay where they are: a stream for each kind of shape that is among them."""

    def __init__(self, parts: list[Part], sides: int, moods: list[tuple[float, float]] | None = None) -> None:
        """`moods`: each part's phase (0..1) and height (m) of bobbing."""
        self.streams: dict[int, Stream] = {}
        self.counts: dict[int, int] = {}
        self.instances: dict[int, Instances] = {}
        for kind in KINDS:
            rows = [i for i, part in enumerate(parts) if part.kind == kind]
            if rows:
                instances = Instances(kind, [parts[i] for i in rows], 0)
                instances.pose(NOWHERE, TURNS)
                if moods:
                    instances.array[:, [AXIS_X + 3, AXIS_Z + 3]] = [moods[i] for i in rows]
                self.streams[kind], self.counts[kind] = Stream(kind, sides), len(rows)
                self.instances[kind] = instances
                self.streams[kind].upload(instances)

    def programs(self, vertex: str, fragment: str, variant: Variant) -> Programs:
        return {kind: Program(vertex, fragment, kind, variant) for kind in self.streams}

    def draw(self, programs: Programs) -> None:
        for kind, stream in self.streams.items():
            programs[kind].use()
            stream.draw(self.counts[kind])


class Scenery(Layer):
    def __init__(self, quality: Quality) -> None:
        name = quality.name
        people = crowd(ROWS[name])
        self.people = len(people)
        moods = [(person.phase, person.lively) for person in people for _ in person.parts]
        self.pieces = ROPE_PIECES[name]
        self.leans: tuple[Lean, ...] = ()
        self.ring = Batch(ring_parts(self.pieces), max(8, quality.sides * 2 // 3))
        self.stands = Batch(stands(ROWS[name]), 12)
        self.crowd = Batch([part for person in people for part in person.parts], CROWD_SIDES[name], moods)
        variant = (*quality.variant, "HALL")
        self._near = self.ring.programs("scenery", "scenery", variant)
        self._depths = self.ring.programs("depth", "depth", variant)
        inked = (*variant, "OUTLINE")
        self._outlines = self.ring.programs("scenery", "scenery", inked) if quality.outline else {}
        self._stands, self._crowd = (each.programs("scenery", "crowd", variant) for each in (self.stands, self.crowd))
        for program in self._near.values():
            program.use()
            program.set_unit("shadow_map", SUN_UNIT)
        for program in self._outlines.values():
            program.use()
            program.set_floats("blown", 1.0)

    def prepare(self) -> None:
        for _, (ropes,) in System.query(Ropes):
            if ropes.leans != self.leans:
                self.bend({(lean.rope, lean.side) for lean in (*self.leans, *ropes.leans)}, ropes.leans)
                self.leans = ropes.leans

    def bend(self, changed: set[tuple[int, int]], leans: tuple[Lean, ...]) -> None:
        """Draw these ropes, on these sides, as they are leant on; without a lean they are as at first."""
        capsules = self.ring.instances[CAPSULE]
        first = capsules.count - len(ROPE_HEIGHTS) * SIDES * self.pieces
        for which, side in sorted(changed):
            mine = [lean for lean in leans if (lean.rope, lean.side) == (which, side)]
            places = rope(ROPE_HEIGHTS[which], self.pieces, mine)
            row = first + (which * SIDES + side) * self.pieces
            capsules.start[row : row + self.pieces] = places[:-1]
            capsules.end[row : row + self.pieces] = places[1:]
        capsules.pose(NOWHERE, TURNS)
        self.ring.streams[CAPSULE].upload(capsules)

    def cast_shadow(self, from_light: NDArray[np.float32]) -> None:
        for program in self._depths.values():
            program.use()
            program.set_matrix("from_light", from_light)
        self.ring.draw(self._depths)

    def draw(self) -> None:
        self._draw_ring(faint=False)
        self.stands.draw(self._stands)
        self.crowd.draw(self._crowd)
        if self._outlines:
            gl.glCullFace(gl.GL_FRONT)
            self.ring.draw(self._outlines)
            gl.glCullFace(gl.GL_BACK)

    def blend(self) -> None:
        """What is faint; it hides its own far side, so that the pieces of a rope do not show through each other."""
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glDepthMask(gl.GL_TRUE)
        self._draw_ring(faint=True)
        gl.glDepthMask(gl.GL_FALSE)
        gl.glDisable(gl.GL_CULL_FACE)

    def _draw_ring(self, faint: bool) -> None:
        for program in self._near.values():
            program.use()
            program.set_floats("faint", float(faint))
        self.ring.draw(self._near)

    def close(self) -> None:
        for batch in (self.ring, self.stands, self.crowd):
            for stream in batch.streams.values():
                stream.close()
        for programs in (self._near, self._depths, self._outlines, self._stands, self._crowd):
            for program in programs.values():
                gl.glDeleteProgram(program.id)
