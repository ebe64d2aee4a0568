"""What draws Dear ImGui with OpenGL: a context, its font's texture, and each list of triangles by raw pointer.

    backend = Backend()                        # a GL 3.3 context is current, slimgui is installed
    backend.begin(1280, 720, 1.0, 1 / 60)      # pixels, how large everything is, s since the last one
    backend.ui.text("anything of slimgui.imgui")
    backend.end()                              # into the framebuffer that is bound

A panel of forty widgets is one list of 4 draw calls; nothing in Python goes from vertex to vertex.
"""

from __future__ import annotations

from ctypes import byref, c_int, c_void_p
from typing import Any

from PIL import ImageFont
from pyglet import gl

from systems.draw.target import new_name

VERTEX = """#version 330 core
uniform vec2 size;
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 colour;
out vec2 at;
out vec4 tint;
void main() {
    at = texel;
    tint = colour;
    gl_Position = vec4(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y, 0.0, 1.0);
}
"""
FRAGMENT = """#version 330 core
uniform sampler2D glyphs;
in vec2 at;
in vec4 tint;
out vec4 seen;
void main() {
    seen = tint * texture(glyphs, at);
}
"""
SHORTEST_S = 1e-4  # ImGui wants time to pass between two frames
TYPE = 15.0  # pixels, the height of a line of type at scale 1

KEYS = {
    "LEFT": "LEFT_ARROW", "RIGHT": "RIGHT_ARROW", "UP": "UP_ARROW", "DOWN": "DOWN_ARROW", "PAGEUP": "PAGE_UP",
    "PAGEDOWN": "PAGE_DOWN", "RETURN": "ENTER", "NUM_ENTER": "ENTER",
}  # fmt: skip
"""Where ImGui's name of a key is not pyglet's."""
HELD = {side + name: name for side in "LR" for name in ("CTRL", "SHIFT", "ALT")}

Colour = tuple[float, float, float, float]
INK, PALE, PAPER, ACCENT = (0.93, 0.94, 0.96), (0.60, 0.64, 0.70), (0.055, 0.07, 0.10), (0.86, 0.26, 0.22)
COLOURS: dict[str, Colour] = {
    "TEXT": (*INK, 1.0), "TEXT_DISABLED": (*PALE, 1.0),
    "WINDOW_BG": (*PAPER, 0.86), "POPUP_BG": (*PAPER, 0.97), "BORDER": (*INK, 0.10),
    "FRAME_BG": (*INK, 0.09), "FRAME_BG_HOVERED": (*INK, 0.16), "FRAME_BG_ACTIVE": (*INK, 0.20),
    "CHECKBOX_SELECTED_BG": (*INK, 0.09), "CHECK_MARK": (*ACCENT, 1.0),
    "SLIDER_GRAB": (*ACCENT, 0.85), "SLIDER_GRAB_ACTIVE": (*ACCENT, 1.0),
    "BUTTON": (*INK, 0.13), "BUTTON_HOVERED": (*ACCENT, 0.75), "BUTTON_ACTIVE": (*ACCENT, 1.0),
    "HEADER": (*INK, 0.08), "HEADER_HOVERED": (*ACCENT, 0.45), "HEADER_ACTIVE": (*ACCENT, 0.70),
    "SCROLLBAR_BG": (*PAPER, 0.0), "SCROLLBAR_GRAB": (*INK, 0.18), "SCROLLBAR_GRAB_HOVERED": (*INK, 0.30),
    "SCROLLBAR_GRAB_ACTIVE": (*INK, 0.40), "TEXT_SELECTED_BG": (*ACCENT, 0.45), "NAV_CURSOR": (*ACCENT, 0.0),
    "TABLE_HEADER_BG": (*INK, 0.06), "TABLE_BORDER_STRONG": (*INK, 0.10), "TABLE_BORDER_LIGHT": (*INK, 0.06),
}  # fmt: skip
SIZES: dict[str, float | tuple[float, float]] = {
    "window_padding": (12.0, 12.0), "frame_padding": (7.0, 3.5), "item_spacing": (7.0, 5.0), "cell_padding": (4.0, 2.0),
    "item_inner_spacing": (6.0, 4.0), "window_rounding": 9.0, "popup_rounding": 6.0, "frame_rounding": 5.0,
    "grab_rounding": 4.0, "grab_min_size": 11.0, "scrollbar_size": 11.0, "scrollbar_rounding": 6.0,
    "log_slider_deadzone": 4.0, "indent_spacing": 18.0,
}  # fmt: skip
"""Pixels at scale 1."""


class Backend:
    def __init__(self) -> None:
        from pyglet.graphics.shader import Shader, ShaderProgram
        from slimgui import imgui

        self.ui: Any = imgui
        self.context = imgui.create_context()
        self.io: Any = self.context.io
        self.io.ini_filename = None  # nothing is written beside the game
        self.io.backend_flags |= imgui.BackendFlags.RENDERER_HAS_VTX_OFFSET | imgui.BackendFlags.RENDERER_HAS_TEXTURES
        largest = c_int()
        gl.glGetIntegerv(gl.GL_MAX_TEXTURE_SIZE, byref(largest))
        font = ImageFont.load_default(TYPE)
        if isinstance(font, ImageFont.FreeTypeFont):  # else Pillow was built without type, and ImGui's own serves
            self.io.fonts.add_font_from_memory_ttf(font.font_bytes, TYPE)
        style = self.context.style
        style.window_border_size = 0.0
        for name, colour in COLOURS.items():
            style.colors[getattr(imgui.Col, name)] = colour
        self._scale = 0.0
        platform = self.context.platform_io
        platform.renderer_texture_max_width = platform.renderer_texture_max_height = largest.value
        self._short = gl.GL_UNSIGNED_SHORT if imgui.INDEX_SIZE == 2 else gl.GL_UNSIGNED_INT
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._size = gl.glGetUniformLocation(self._program.id, b"size")
        self._array = new_name(gl.glGenVertexArrays)
        self._vertices, self._indices = new_name(gl.glGenBuffers), new_name(gl.glGenBuffers)
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vertices)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self._indices)
        for place, (width, kind, first) in enumerate(
            (
                (2, gl.GL_FLOAT, imgui.VERTEX_BUFFER_POS_OFFSET),
                (2, gl.GL_FLOAT, imgui.VERTEX_BUFFER_UV_OFFSET),
                (4, gl.GL_UNSIGNED_BYTE, imgui.VERTEX_BUFFER_COL_OFFSET),
            )
        ):
            gl.glEnableVertexAttribArray(place)
            gl.glVertexAttribPointer(place, width, kind, width == 4, imgui.VERTEX_SIZE, c_void_p(first))
        gl.glBindVertexArray(0)

    def key(self, name: str, down: bool) -> None:
        """By pyglet's name of it; what ImGui does not know is no key for it."""
        if name in HELD:
            self.io.add_key_event(getattr(self.ui.Key, f"MOD_{HELD[name]}"), down)
        known = getattr(self.ui.Key, f"KEY_{KEYS.get(name, name.removeprefix('_'))}", None)
        if known is not None:
            self.io.add_key_event(known, down)

    def begin(self, width: int, height: int, scale: float, dt_s: float) -> None:
        """A new frame of so many pixels; `scale` is 2 where a screen has twice as many of them to the inch."""
        self.ui.set_current_context(self.context)
        if scale != self._scale:
            self._scale = scale
            for name, size in SIZES.items():
                scaled = (scale * size[0], scale * size[1]) if isinstance(size, tuple) else scale * size
                setattr(self.context.style, name, scaled)
        self.io.display_size = width, height
        self.io.delta_time = max(SHORTEST_S, dt_s)
        self.ui.new_frame()
        self.ui.push_font(None, TYPE * scale)

    def end(self) -> None:
        """Draws what was asked for since `begin`, over what is there."""
        self.ui.pop_font()
        self.ui.render()
        data = self.ui.get_draw_data()
        for texture in data.textures or ():
            self._update(texture)
        width, height = self.io.display_size
        gl.glViewport(0, 0, int(width), int(height))
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glUseProgram(self._program.id)
        gl.glUniform2f(self._size, width, height)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vertices)
        for triangles in data.commands_lists:
            self._draw(triangles, int(height))
        gl.glBindVertexArray(0)
        gl.glUseProgram(0)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glDisable(gl.GL_BLEND)

    def _draw(self, triangles: Any, height: int) -> None:
        wide, short = self.ui.VERTEX_SIZE, self.ui.INDEX_SIZE
        for kind, size, first in (
            (gl.GL_ARRAY_BUFFER, wide * triangles.vtx_buffer_size, triangles.vtx_buffer_data),
            (gl.GL_ELEMENT_ARRAY_BUFFER, short * triangles.idx_buffer_size, triangles.idx_buffer_data),
        ):
            gl.glBufferData(kind, size, first, gl.GL_STREAM_DRAW)
        for command in triangles.commands:
            left, top, right, bottom = (int(edge) for edge in command.clip_rect)
            if right > left and bottom > top:
                gl.glScissor(left, height - bottom, right - left, bottom - top)
                gl.glBindTexture(gl.GL_TEXTURE_2D, command.tex_ref.get_tex_id())
                gl.glDrawElementsBaseVertex(
                    gl.GL_TRIANGLES, command.elem_count, self._short, short * command.idx_offset, command.vtx_offset
                )

    def _update(self, texture: Any) -> None:
        """The font's texture grows while new letters and sizes are seen."""
        status = self.ui.TextureStatus
        if texture.status == status.WANT_CREATE:
            name = new_name(gl.glGenTextures)
            gl.glBindTexture(gl.GL_TEXTURE_2D, name)
            gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR)
            gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR)
            gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE)
            gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, texture.width, texture.height, 0,
                gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texture.get_pixels().ctypes.data,
            )  # fmt: skip
            texture.set_tex_id(name.value)
            texture.set_status(status.OK)
        elif texture.status == status.WANT_UPDATES:
            gl.glBindTexture(gl.GL_TEXTURE_2D, texture.get_tex_id())
            gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, texture.width)
            for part in texture.updates:
                gl.glTexSubImage2D(
                    gl.GL_TEXTURE_2D, 0, part.x, part.y, part.w, part.h,
                    gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texture.get_pixels_at(part.x, part.y).ctypes.data,
                )  # fmt: skip
            gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, 0)
            texture.set_status(status.OK)
        elif texture.status == status.WANT_DESTROY and texture.unused_frames > 0:
            self._drop(texture)

    def _drop(self, texture: Any) -> None:
        gl.glDeleteTextures(1, byref(gl.GLuint(texture.get_tex_id())))
        texture.set_tex_id(0)
        texture.set_status(self.ui.TextureStatus.DESTROYED)

    def close(self) -> None:
        self.ui.set_current_context(self.context)
        for texture in self.context.platform_io.textures:
            if texture.get_tex_id():
                self._drop(texture)
        gl.glDeleteVertexArrays(1, byref(self._array))
        for buffer in (self._vertices, self._indices):
            gl.glDeleteBuffers(1, byref(buffer))
        self._program.delete()
        self.ui.destroy_context(self.context)
