"""Paint as a layer, of the obstacle course and of the platform: it tints the floor that is drawn already, and lets what
stands on it shade.

Light, shadows and fog stay those of the floor (shaders/ground_fragment.glsl): a pixel is multiplied by 2 x what is
blended in, 0.5 leaves it as it is. One call for each pass, of the course 2500 triangles, uploaded once.
"""

from __future__ import annotations

from ctypes import byref

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from systems.draw.buffers import attribute, fill
from systems.draw.course_faces import Faces
from systems.draw.layer import Layer
from systems.draw.program import Program
from systems.draw.quality import Quality
from systems.draw.target import new_name

PLACE, PAINT, EDGE = 3, 3, 4  # floats of a vertex
CORNERS = [0, 1, 2, 0, 2, 3]
ALONG, ACROSS = (0, 1, 1, 0), (0, 0, 1, 1)  # whether a corner lies at the far end of its face's sides
HEIGHT_MOVES = 9  # where a projection, column by column, has how far up the picture height moves what is seen


class FloorPaint(Layer):
    def __init__(self, quality: Quality, things: Faces | None, marks: Faces) -> None:
        """`things` have bright edges and throw shadows, `marks` do not."""
        flat = vertices(marks, edged=False)
        solid = flat[:0] if things is None else vertices(things, edged=True)
        self._solid, self._all = len(solid), len(solid) + len(flat)
        self._paint = Program("course", "course", None, quality.variant)
        self._depth = Program("course", "depth", None, ("DEPTH",))
        self._array, self._buffer = new_name(gl.glGenVertexArrays), new_name(gl.glGenBuffers)
        gl.glBindVertexArray(self._array)
        fill(gl.GL_ARRAY_BUFFER, self._buffer, np.concatenate([solid, flat]))
        for place, (width, first) in enumerate(((PLACE, 0), (PAINT, PLACE), (EDGE, PLACE + PAINT))):
            attribute(place, width, PLACE + PAINT + EDGE, first)

    def cast_shadow(self, from_light: NDArray[np.float32]) -> None:
        """For the sun alone: seen straight from below, where height moves nothing, it would hide what stands on it."""
        if from_light[HEIGHT_MOVES] == 0.0:
            return
        self._depth.use()
        self._depth.set_matrix("from_light", from_light)
        self._draw(self._solid)

    def blend(self) -> None:
        """Not from behind: walls that meet lie in one place, and only one of them is to be seen."""
        gl.glBlendFunc(gl.GL_DST_COLOR, gl.GL_SRC_COLOR)
        gl.glEnable(gl.GL_CULL_FACE)
        gl.glCullFace(gl.GL_BACK)  # outlines leave it the other way round
        gl.glEnable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glPolygonOffset(-1.0, -1.0)
        self._paint.use()
        self._draw(self._all)
        gl.glDisable(gl.GL_POLYGON_OFFSET_FILL)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)

    def _draw(self, count: int) -> None:
        gl.glBindVertexArray(self._array)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, count)

    def close(self) -> None:
        gl.glDeleteVertexArrays(1, byref(self._array))
        gl.glDeleteBuffers(1, byref(self._buffer))
        for program in (self._paint, self._depth):
            gl.glDeleteProgram(program.id)


def vertices(faces: Faces, edged: bool) -> NDArray[np.float32]:
    """(triangles x 3, 10): place, paint, where on the face it is and the face's sides (m); -1: its edges are not seen,
    as those of a triangle."""
    corners = faces.corners
    sides = [np.linalg.norm(corners[:, i] - corners[:, 0], axis=-1)[:, None] for i in (1, 3)]
    edge = np.concatenate([sides[0] * ALONG, sides[1] * ACROSS]).reshape(2, -1, 4).transpose(1, 2, 0)
    size = np.where(edged & (sides[1] > 0.0), np.concatenate(sides, axis=1), -1.0)
    size = np.broadcast_to(size[:, None], edge.shape)
    paint = np.broadcast_to(faces.paint[:, None], corners.shape)
    rows = np.concatenate([corners, paint, edge, size], axis=-1)[:, CORNERS]
    return np.ascontiguousarray(rows.reshape(-1, PLACE + PAINT + EDGE), np.float32)
