"""Triangles of Dear ImGui land on the pixels that they say, whatever was drawn before. Frames of 96 x 64."""

from __future__ import annotations

from ctypes import byref, c_int

import numpy as np
import pyglet  # its gl is looked at after `current` only: before it would ask for a display
import pytest

pytest.importorskip("slimgui", reason="the panel is optional")

from systems.draw.imgui_backend import Backend

WIDTH, HEIGHT = 96, 64
GREY = 102  # of 255
RED, HALF_WHITE = 0xFF0000FF, 0x80FFFFFF  # ImGui's order: alpha, blue, green, red


@pytest.fixture
def backend(frame):
    backend = Backend()
    yield backend
    backend.close()


def picture(frame, backend, paint, scale=1.0, dt_s=1 / 60):
    """What `paint(draw list)` makes of a grey frame."""
    frame.begin()
    pyglet.gl.glClearColor(GREY / 255, GREY / 255, GREY / 255, 1.0)
    pyglet.gl.glClear(pyglet.gl.GL_COLOR_BUFFER_BIT)
    backend.begin(WIDTH, HEIGHT, scale, dt_s)
    paint(backend.ui.get_background_draw_list())
    backend.end()
    return frame.read()


def grey():
    return np.full((HEIGHT, WIDTH, 3), GREY, np.uint8)


def test_a_rectangle_fills_its_pixels_and_no_others(frame, backend):
    expected = grey()
    expected[20:50, 10:41] = 255, 0, 0
    seen = picture(frame, backend, lambda paint: paint.add_rect_filled((10, 20), (41, 50), RED))
    np.testing.assert_array_equal(seen, expected)


def test_what_is_clipped_is_not_drawn(frame, backend):
    def paint(list):
        list.push_clip_rect((15, 30), (25, 45))
        list.add_rect_filled((0, 0), (WIDTH, HEIGHT), RED)
        list.pop_clip_rect()

    expected = grey()
    expected[30:45, 15:25] = 255, 0, 0
    np.testing.assert_array_equal(picture(frame, backend, paint), expected)


def test_half_of_white_over_grey_is_halfway(frame, backend):
    seen = picture(frame, backend, lambda paint: paint.add_rect_filled((0, 0), (WIDTH, HEIGHT), HALF_WHITE))
    share = 0x80 / 255
    assert np.abs(seen.astype(int) - round(share * 255 + (1 - share) * GREY)).max() <= 1


def test_an_empty_frame_leaves_every_pixel_as_it_was(frame, backend):
    np.testing.assert_array_equal(picture(frame, backend, lambda paint: None), grey())


def test_letters_that_come_later_look_as_if_they_had_been_there_from_the_start(frame, backend):
    def write(words):
        return lambda paint: paint.add_text((4, 4), 0xFFFFFFFF, words)

    for n in range(33, 127):  # the texture grows letter by letter
        picture(frame, backend, write(chr(n)))
    for scale in (2.0, 3.0, 1.0):  # and size by size
        late = picture(frame, backend, write("Grip 7%"), scale)
        fresh = Backend()
        np.testing.assert_array_equal(late, picture(frame, fresh, write("Grip 7%"), scale))
        fresh.close()
        assert (late != GREY).any()


def test_more_corners_than_sixteen_bits_can_number_are_still_right(frame, backend):
    def paint(list):
        for _ in range(20_000):
            list.add_rect_filled((0, 0), (4, 4), RED)
        list.add_rect_filled((50, 40), (60, 50), RED)

    expected = grey()
    expected[:4, :4] = expected[40:50, 50:60] = 255, 0, 0
    np.testing.assert_array_equal(picture(frame, backend, paint), expected)


def test_what_was_drawn_with_before_does_not_matter_and_nothing_is_left_switched_on(frame, backend):
    def paint(list):
        list.add_rect_filled((10, 20), (41, 50), RED)

    plain = picture(frame, backend, paint)
    switches = (pyglet.gl.GL_DEPTH_TEST, pyglet.gl.GL_CULL_FACE, pyglet.gl.GL_BLEND, pyglet.gl.GL_SCISSOR_TEST)
    for switch in switches[:3]:
        pyglet.gl.glEnable(switch)
    pyglet.gl.glBlendFunc(pyglet.gl.GL_ONE, pyglet.gl.GL_ONE)
    np.testing.assert_array_equal(picture(frame, backend, paint), plain)
    assert not [switch for switch in switches if pyglet.gl.glIsEnabled(switch)]
    for place in (pyglet.gl.GL_CURRENT_PROGRAM, pyglet.gl.GL_VERTEX_ARRAY_BINDING):
        bound = c_int(-1)
        pyglet.gl.glGetIntegerv(place, byref(bound))
        assert bound.value == 0


def test_two_of_them_do_not_know_each_other(frame, backend):
    other = Backend()
    other.begin(WIDTH, HEIGHT, 2.0, 0.1)
    other.end()
    assert picture(frame, backend, lambda paint: None).tobytes() == grey().tobytes()
    assert backend.io.delta_time == pytest.approx(1 / 60)
    assert other.io.delta_time == pytest.approx(0.1)
    other.close()


def test_keys_are_known_by_pyglets_names(frame, backend):
    ui = backend.ui
    for name, key in (("A", ui.Key.KEY_A), ("_7", ui.Key.KEY_7), ("RETURN", ui.Key.KEY_ENTER), ("F5", ui.Key.KEY_F5)):
        backend.key(name, True)
        picture(frame, backend, lambda paint: None)
        assert ui.is_key_down(key)
        backend.key(name, False)
        picture(frame, backend, lambda paint: None)
        assert not ui.is_key_down(key)
    backend.key("RCTRL", True)
    backend.key("NO_SUCH_KEY", True)
    picture(frame, backend, lambda paint: None)
    assert backend.io.key_ctrl


def test_no_file_is_written_beside_the_game(frame, backend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(5):
        backend.begin(WIDTH, HEIGHT, 1.0, 10.0)  # ImGui would save its windows' places after 5 s
        backend.ui.begin("somewhere")
        backend.ui.set_window_pos((5.0, 5.0))
        backend.ui.end()
        backend.end()
    assert not list(tmp_path.iterdir())
