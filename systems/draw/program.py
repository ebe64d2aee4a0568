"""Shader programs: text files put together, compiled, their uniforms set by name.

`Program("body", "body", kind=0)` is frame + shape (with `#define KIND 0`) + body_vertex, and frame + light +
body_fragment. GL's own message, with the file's name, is raised where one does not compile.
"""

from __future__ import annotations

from ctypes import POINTER, byref, c_char, c_char_p, c_int, cast, create_string_buffer, pointer
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

SHADERS = Path(__file__).parent / "shaders"
FRAME_BINDING = 0
Variant = tuple[str, ...]


@cache
def text(name: str) -> str:
    return (SHADERS / f"{name}.glsl").read_text(encoding="utf-8")


class Program:
    """A vertex and a fragment shader; `kind` is the shape that it draws, None for what is no shape.

    `variant` names what is defined for it: QUICK leaves out what costs much and is missed little, HALL is in the ring's
    hall, not in the open, OUTLINE is the dark edge round posts and ropes. Decided here and not in the shader, because a
    machine that draws without a graphics card computes both sides of a branch.
    """

    def __init__(self, vertex: str, fragment: str, kind: int | None = None, variant: Variant = ()) -> None:
        head = "#version 330 core\n" + (f"#define KIND {kind}\n" if kind is not None else "")
        head += "".join(f"#define {name}\n" for name in variant)
        shape = text("shape") if kind is not None else ""
        light = "" if fragment == "depth" else text("light")
        shaders = [
            _compiled(gl.GL_VERTEX_SHADER, vertex, head + text("frame") + shape + text(f"{vertex}_vertex")),
            _compiled(gl.GL_FRAGMENT_SHADER, fragment, head + text("frame") + light + text(f"{fragment}_fragment")),
        ]
        self.id = gl.glCreateProgram()
        for shader in shaders:
            gl.glAttachShader(self.id, shader)
        gl.glLinkProgram(self.id)
        if not _status(gl.glGetProgramiv, self.id, gl.GL_LINK_STATUS):
            raise RuntimeError(f"{vertex}, {fragment}: {_log(gl.glGetProgramiv, gl.glGetProgramInfoLog, self.id)}")
        for shader in shaders:
            gl.glDeleteShader(shader)
        block = gl.glGetUniformBlockIndex(self.id, b"Frame")
        if block != gl.GL_INVALID_INDEX:
            gl.glUniformBlockBinding(self.id, block, FRAME_BINDING)
        self._places: dict[str, int] = {}

    def use(self) -> None:
        gl.glUseProgram(self.id)

    def place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = gl.glGetUniformLocation(self.id, name.encode())
        return self._places[name]

    def set_unit(self, name: str, unit: int) -> None:
        """Which texture unit a sampler looks at; the program must be in use."""
        gl.glUniform1i(self.place(name), unit)

    def set_floats(self, name: str, *values: float) -> None:
        (gl.glUniform1f, gl.glUniform2f, gl.glUniform3f, gl.glUniform4f)[len(values) - 1](self.place(name), *values)

    def set_matrix(self, name: str, columns: NDArray[np.float32]) -> None:
        """A 4 x 4 matrix, already column by column."""
        gl.glUniformMatrix4fv(self.place(name), 1, gl.GL_FALSE, cast(columns.ctypes.data, POINTER(gl.GLfloat)))


def _compiled(kind: int, name: str, source: str) -> int:
    shader = gl.glCreateShader(kind)
    lines = c_char_p(source.encode())
    gl.glShaderSource(shader, 1, cast(pointer(lines), POINTER(POINTER(c_char))), None)
    gl.glCompileShader(shader)
    if not _status(gl.glGetShaderiv, shader, gl.GL_COMPILE_STATUS):
        raise RuntimeError(f"{name}: {_log(gl.glGetShaderiv, gl.glGetShaderInfoLog, shader)}")
    return int(shader)


def _status(ask: object, thing: int, what: int) -> int:
    answer = c_int()
    ask(thing, what, byref(answer))  # type: ignore[operator]  # one of GL's functions
    return answer.value


def _log(ask: object, read: object, thing: int) -> str:
    length = _status(ask, thing, gl.GL_INFO_LOG_LENGTH)
    buffer = create_string_buffer(length + 1)
    read(thing, length, None, buffer)  # type: ignore[operator]
    return buffer.value.decode(errors="replace").strip()
