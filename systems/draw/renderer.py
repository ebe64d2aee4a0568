"""Renderer: a cast on its floor, drawn into an off-screen frame. It needs a current GL 3.3 context (or context.py's).

    renderer = Renderer(cast, floor(Ground.FLAT, 0), quality_named("high"), 640, 360)
    renderer.draw(view)     # anything with eye (3), target (3) and view_projection (4, 4)
    renderer.read()         # (360, 640, 3) bytes

One frame: two maps of depth (from the sun, from under the floor), then floor, bodies, their outlines and the sky.
Python's share of it is about 0.3 ms, whatever there is to see: 3 shapes, each drawn by one call a pass.
"""

from __future__ import annotations

from ctypes import byref
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.buffers import attribute, fill
from systems.draw.cast import Cast, Instances
from systems.draw.floor import Floor
from systems.draw.layer import Layer
from systems.draw.meshes import KINDS, mesh
from systems.draw.posing import WIDTH
from systems.draw.program import FRAME_BINDING, Program
from systems.draw.quality import Quality
from systems.draw.skin import Skin
from systems.draw.sun import DEPTH, as_texture, covered, from_below, from_sun
from systems.draw.target import DepthMap, Frame, new_name

Floats = NDArray[np.float64]
MATRIX, VECTOR = 16, 4
MATRICES, VECTORS = 4, 10  # of the block in shaders/frame.glsl
BELOW_SIZE = 512  # texels
SUN_UNIT, BELOW_UNIT = 0, 1


class View(Protocol):
    """Where it is seen from (game/cameras/camera.py)."""

    @property
    def eye(self) -> Floats: ...
    @property
    def target(self) -> Floats: ...
    def view_projection(self, aspect: float) -> Floats: ...


class Stream:
    """A shape's mesh and the buffer that its instances go through."""

    def __init__(self, kind: int, sides: int) -> None:
        vertices, indices = mesh(kind, sides)
        self.indices = len(indices)
        self.array, self.buffer = new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers)
        self._owned = [new_name(gl.glGenBuffers), new_name(gl.glGenBuffers), self.buffer]
        gl.glBindVertexArray(self.array)
        fill(gl.GL_ARRAY_BUFFER, self._owned[0], vertices)
        fill(gl.GL_ELEMENT_ARRAY_BUFFER, self._owned[1], indices)
        attribute(0, 3, 6, 0)
        attribute(1, 3, 6, 3)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.buffer)
        for place in range(WIDTH // 4):
            attribute(2 + place, 4, WIDTH, 4 * place)
            gl.glVertexAttribDivisor(2 + place, 1)

    def upload(self, instances: Instances) -> None:
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.buffer)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, instances.array.nbytes, instances.address, gl.GL_STREAM_DRAW)

    def draw(self, count: int) -> None:
        if count:
            gl.glBindVertexArray(self.array)
            gl.glDrawElementsInstanced(gl.GL_TRIANGLES, self.indices, gl.GL_UNSIGNED_INT, None, count)

    def close(self) -> None:
        gl.glDeleteVertexArrays(1, byref(self.array))
        for buffer in self._owned:
            gl.glDeleteBuffers(1, byref(buffer))


class Renderer:
    def __init__(self, cast: Cast, floor: Floor, quality: Quality, width: int, height: int) -> None:
        self.cast, self.floor, self.quality = cast, floor, quality
        self.layers: list[Layer] = []
        self.frame = Frame(width, height, quality.samples)
        self.sun_map = DepthMap(max(16, quality.shadow_size), compare=True)
        self.below_map = DepthMap(BELOW_SIZE, compare=False)
        self.streams = [Stream(kind, quality.sides) for kind in KINDS]
        self.variant = (*quality.variant, *(("HALL",) if floor.ring else ()))
        self.skin = Skin(cast, quality, self.variant)
        self._bodies = [Program("body", "body", kind, self.variant) for kind in KINDS]
        self._depths = [Program("depth", "depth", kind) for kind in KINDS]
        self._outlines = [Program("outline", "outline", kind, self.variant) for kind in KINDS if quality.outline]
        self._sky, self._ground = (Program(name, name, None, self.variant) for name in ("sky", "ground"))
        self._uniforms = new_name(gl.glGenBuffers)
        self._block = np.zeros(MATRICES * MATRIX + VECTORS * VECTOR, np.float32)
        self._empty, self._floor_array, self._floor_buffer = (
            new_name(gl.glGenVertexArrays), new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers),
        )  # fmt: skip
        gl.glBindVertexArray(self._floor_array)
        fill(gl.GL_ARRAY_BUFFER, self._floor_buffer, floor.vertices)
        attribute(0, 3, 6, 0)
        attribute(1, 3, 6, 3)

    def resize(self, width: int, height: int) -> None:
        self.frame.close()
        self.frame = Frame(width, height, self.quality.samples)

    def draw(self, view: View, now_s: float | None = None) -> None:
        """Into the frame; `cast.update` comes first. `now_s` moves what moves by itself (none: the stage's time)."""
        self._upload(view, self.cast.stage.time if now_s is None else now_s)
        layers = [self.skin, *(layer for layer in self.layers if layer.shown)]
        for layer in layers:
            layer.prepare()
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(gl.GL_LEQUAL)
        gl.glDisable(gl.GL_BLEND)
        gl.glDisable(gl.GL_CULL_FACE)
        if self.quality.shadow_size:
            gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
            gl.glPolygonOffset(1.5, 2.0)
            self._depth_pass(self.sun_map, self._from_sun, layers)
            gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
        else:
            self.sun_map.begin()
        if self.quality.contact:
            self._depth_pass(self.below_map, self._from_below, layers)
        self.frame.begin()
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        self.sun_map.bind(SUN_UNIT)
        self.below_map.bind(BELOW_UNIT)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_BACK)
        self._each(self._bodies)
        for layer in layers:
            layer.draw()
        if self._outlines:
            gl.glCullFace(gl.GL_FRONT)
            self._each(self._outlines)
            self.skin.outline()
        gl.glDisable(gl.GL_CULL_FACE)
        self._draw_ground()
        self._draw_sky()
        self._blend(layers)
        gl.glBindVertexArray(0)
        gl.glUseProgram(0)
        gl.glDisable(gl.GL_DEPTH_TEST)

    def read(self) -> NDArray[np.uint8]:
        self.frame.resolve()
        return self.frame.read()

    def show(self, left: int, width: int, height: int) -> None:
        """Onto the window's own framebuffer: `width` x `height` pixels of it, from the `left` edge on."""
        self.frame.resolve(0, left, width, height)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    # --- parts of a frame

    def _upload(self, view: View, now_s: float) -> None:
        frame, quality, light = self.frame, self.quality, self.floor.light
        middle, radius = covered(self.cast.characters, self.cast.place, view.target)
        seen = view.view_projection(frame.width / frame.height)
        lit = (np.zeros(3), light.covers) if light.covers else (middle, radius)
        sun, below = from_sun(light.towards, *lit, self.sun_map.size), from_below(middle, radius)
        self._from_sun, self._from_below = columns(sun), columns(below)
        block = self._block
        for i, matrix in enumerate((seen, np.linalg.inv(seen), as_texture(sun), as_texture(below))):
            block[i * MATRIX : (i + 1) * MATRIX] = columns(matrix)
        rest = block[MATRICES * MATRIX :].reshape(VECTORS, VECTOR)
        rest[0] = *view.eye, quality.shadow_reach
        rest[1] = *light.towards, 2 * lit[1] / self.sun_map.size
        pixel = 2.0 / (720 * float(np.linalg.norm(seen[1, :3])))  # m, of a height of 720, for each m away
        rest[2] = frame.width, frame.height, quality.outline * pixel, quality.contact
        far = max(0.0, float(np.linalg.norm(view.eye - view.target)) - 8.0)
        rest[3] = light.fog[0] + far, light.fog[1] + far, self.floor.slope * middle[0], DEPTH
        rest[4] = *light.key, now_s
        rest[5] = *light.zenith, self.floor.ring
        rest[6] = *light.horizon, light.pool
        rest[7:, :3] = light.fill, light.bounce, light.rim
        gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, self._uniforms)
        gl.glBufferData(gl.GL_UNIFORM_BUFFER, block.nbytes, block.ctypes.data, gl.GL_STREAM_DRAW)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, FRAME_BINDING, self._uniforms)
        for stream, instances in zip(self.streams, self.cast.instances, strict=True):
            stream.upload(instances)

    def _depth_pass(self, target: DepthMap, projection: NDArray[np.float32], layers: list[Layer]) -> None:
        target.begin()
        for program in self._depths:
            program.use()
            program.set_matrix("from_light", projection)
        self._each(self._depths)
        for layer in layers:
            layer.cast_shadow(projection)

    def _each(self, programs: list[Program]) -> None:
        for program, stream, instances in zip(programs, self.streams, self.cast.instances, strict=True):
            program.use()
            stream.draw(instances.count)

    @staticmethod
    def _blend(layers: list[Layer]) -> None:
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glDepthMask(gl.GL_FALSE)
        for layer in layers:
            layer.blend()
        gl.glDepthMask(gl.GL_TRUE)
        gl.glDisable(gl.GL_BLEND)

    def _draw_ground(self) -> None:
        self._ground.use()
        self._ground.set_unit("shadow_map", SUN_UNIT)
        self._ground.set_unit("below_map", BELOW_UNIT)
        self._ground.set_floats("cell", self.floor.cell)
        self._ground.set_floats("shift", self.floor.shift, self.floor.shift)
        gl.glBindVertexArray(self._floor_array)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(self.floor.vertices))

    def _draw_sky(self) -> None:
        self._sky.use()
        gl.glBindVertexArray(self._empty)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def close(self) -> None:
        for layer in (self.skin, *self.layers):
            layer.close()
        self.frame.close()
        self.sun_map.close()
        self.below_map.close()
        for stream in self.streams:
            stream.close()
        for program in (*self._bodies, *self._depths, *self._outlines, self._sky, self._ground):
            gl.glDeleteProgram(program.id)
        for array in (self._empty, self._floor_array):
            gl.glDeleteVertexArrays(1, byref(array))
        for buffer in (self._uniforms, self._floor_buffer):
            gl.glDeleteBuffers(1, byref(buffer))


def columns(matrix: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """As GL wants it: column by column, 32 bits."""
    return np.ascontiguousarray(matrix.T, np.float32).ravel()
