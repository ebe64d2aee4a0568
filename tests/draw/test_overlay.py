"""The overlay, by its pixels: what is written stands where it was put, sections stay, letters are as wide as said."""

from __future__ import annotations

import numpy as np
import pytest

from systems.draw.context import current
from systems.draw.glyphs import SIZES, STYLES, Glyphs, encoded
from systems.draw.overlay import Overlay
from systems.draw.target import Frame

WIDTH, HEIGHT = 160, 120
RED, GREEN, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


@pytest.fixture
def gl():
    """Not at the top: pytest would look into it, and load it, before there is a context without a window."""
    current()
    from pyglet import gl

    return gl


@pytest.fixture
def overlay(frame):
    current()
    overlay = Overlay()
    overlay.begin(WIDTH, HEIGHT)
    yield overlay
    overlay.close()


@pytest.fixture
def drawn(frame, overlay, gl):
    """What stands on black now, (height, width, 3) from 0 to 255; then the next frame begins."""

    def draw():
        frame.begin()
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        overlay.draw()
        overlay.begin(WIDTH, HEIGHT)
        frame.resolve()
        return frame.read().astype(int)

    return draw


def box(pixels):
    """Left, top, right and bottom of what is not black; right and bottom not included."""
    ys, xs = np.nonzero(pixels.max(axis=-1))
    return xs.min(), ys.min(), xs.max() + 1, ys.max() + 1


def test_a_rectangle_covers_exactly_its_pixels(overlay, drawn):
    overlay.rect(10, 20, 30, 40, RED, radius=0)
    pixels = drawn()
    assert (pixels[20:60, 10:40] == (255, 0, 0)).all()
    assert pixels.sum() == 255 * 30 * 40


def test_a_rounded_rectangle_lacks_its_corners_and_only_them(overlay, drawn):
    """A radius r takes (4 - pi) r^2 of the area away."""
    overlay.rect(10, 20, 60, 40, RED, radius=12)
    pixels = drawn()[..., 0]
    assert pixels[20, 10] == 0
    assert pixels[20, 40] == pixels[40, 10] == 255
    assert pixels.sum() / 255 == pytest.approx(60 * 40 - (4 - np.pi) * 12**2, abs=2)


def test_what_is_half_transparent_is_mixed_by_half(overlay, drawn):
    overlay.rect(0, 0, 20, 20, (1.0, 1.0, 1.0, 0.5), radius=0)
    assert drawn()[10, 10].tolist() == pytest.approx([128] * 3, abs=1)


@pytest.mark.parametrize("tall", [7.0, 12.5, 30.25])
def test_a_bar_is_as_high_as_said_to_a_part_of_a_pixel(overlay, drawn, tall):
    overlay.bars([10, 14, 18], 100, [tall, 3.0], RED)
    pixels = drawn()[..., 0]
    assert pixels[:, 12].sum() / 255 == pytest.approx(tall, abs=0.01)
    assert pixels[:, 15].sum() == 3 * 255
    assert pixels[100].sum() == 0


def test_bars_beside_each_other_leave_no_seam_and_none_is_lost(overlay, drawn):
    """200 columns on 100 pixels: every pixel's column is full."""
    overlay.bars(np.linspace(10, 110, 201), 50, np.full(200, 20.0), GREEN)
    pixels = drawn()[..., 1]
    assert (pixels[30:50, 10:110] == 255).all()
    assert pixels[:30].sum() == 0


def test_a_line_covers_its_length_times_its_width(overlay, drawn):
    overlay.line([(20, 20), (120, 95)], BLUE, width=3.0)
    pixels = drawn()[..., 2]
    round_ends = np.pi * 1.5**2
    assert pixels.sum() / 255 == pytest.approx(125 * 3.0 + round_ends, rel=0.02)
    assert pixels[57, 69] == 255, "it goes through its middle"


def test_a_line_of_one_place_or_none_is_nothing(overlay, drawn):
    overlay.line([(20, 20)], BLUE)
    overlay.line(np.zeros((0, 2)), BLUE)
    assert drawn().sum() == 0


@pytest.mark.parametrize("size", STYLES)
@pytest.mark.parametrize(("align", "before"), [("left", 0.0), ("centre", 0.5), ("right", 1.0)])
def test_text_stands_where_it_was_put(overlay, drawn, size, align, before):
    word = "Hope" if overlay.width("Hope", size) < 80 else "Ho"  # there are 80 pixels on each side
    wide, high = overlay.width(word, size), overlay.height(size)
    overlay.text(80, 30, word, size, RED, align)
    left, top, right, bottom = box(drawn())
    start = 80 - before * wide
    assert start - 1.5 <= left and right <= start + wide + 1.5
    assert right - left > 0.8 * wide
    assert top >= 30 and bottom <= 30 + high


def test_a_texts_width_is_the_sum_of_its_letters_widths(overlay):
    for size in SIZES:
        letters = [overlay.width(letter, size) for letter in "frame 16.4 ms"]
        assert all(width == int(width) > 0 for width in letters)
        assert overlay.width("frame 16.4 ms", size) == sum(letters)


def test_the_worked_number_of_the_glyphs_page(overlay):
    assert overlay.width("2.07", "body") == 27
    assert overlay.height("body") == 18
    assert len({overlay.width(digit, "body") for digit in "0123456789"}) == 1, "figures that change do not jump"


def test_the_same_letter_looks_the_same_wherever_it_stands(overlay, drawn):
    overlay.text(20.4, 20.3, "R")
    overlay.text(87.3, 63.7, "R")
    pixels = drawn()
    assert (pixels[20:40, 20:40] == pixels[64:84, 87:107]).all()


def test_a_scale_of_two_makes_everything_twice_as_large(overlay):
    once, twice = Glyphs(1.0), Glyphs(2.0)
    for size in SIZES:
        assert twice.width("frame 16.4 ms", size) == pytest.approx(once.width("frame 16.4 ms", size), rel=0.12)
        assert twice.line[STYLES.index(size)] == pytest.approx(2 * once.line[STYLES.index(size)], abs=2)


def test_scaled_places_are_units(frame, overlay, gl):
    overlay.begin(WIDTH, HEIGHT, 2.0)
    assert (overlay.right, overlay.bottom) == (80, 60)
    overlay.rect(10, 10, 20, 5, RED, radius=0)
    frame.begin()
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    overlay.draw()
    assert box(frame.read()) == (20, 20, 60, 30)


@pytest.mark.parametrize("sign", "→←↑↓•°±·…\u00d7\u2013")
def test_signs_have_a_picture_of_their_own(overlay, drawn, sign):
    overlay.text(20, 20, sign, "title")
    own = drawn()
    overlay.text(20, 20, "?", "title")
    assert own.sum() > 0
    assert (own != drawn()).any()


def test_a_letter_that_is_not_there_is_a_question_mark(overlay, drawn):
    overlay.text(20, 20, "日\nÿ")
    strange = drawn()
    overlay.text(20, 20, "???")
    assert (strange == drawn()).all()
    assert encoded("a→") == b"a\x84"


def test_empty_texts_between_others_take_no_room(overlay, drawn):
    for text in ("", "one", "", "two", ""):
        overlay.text(20, 20 if text == "one" else 50, text)
    both = drawn()
    overlay.text(20, 20, "one")
    overlay.text(20, 50, "two")
    assert (both == drawn()).all()


def test_what_lies_outside_sections_is_gone_with_the_frame(overlay, drawn):
    overlay.rect(0, 0, 10, 10, RED)
    assert drawn().sum() > 0
    assert drawn().sum() == 0


def test_a_section_stays_and_is_replaced_alone(overlay, drawn):
    with overlay.section("left"):
        overlay.rect(0, 0, 10, 10, RED, radius=0)
    with overlay.section("right"):
        overlay.rect(50, 0, 10, 10, GREEN, radius=0)
    first = drawn()
    assert (drawn() == first).all()
    with overlay.section("left"):
        overlay.rect(0, 30, 10, 10, RED, radius=0)
    second = drawn()
    assert (second[:, 50:] == first[:, 50:]).all()
    assert second[5, 5].sum() == 0 and second[35, 5, 0] == 255
    overlay.empty("right")
    assert box(drawn()) == (0, 30, 10, 40)


def test_a_section_that_outgrows_its_room_leaves_the_others_as_they_are(overlay, drawn):
    for name, y in (("first", 0), ("second", 40), ("third", 80)):
        with overlay.section(name):
            overlay.rect(0, y, 20, 20, RED, radius=0)
    before = drawn()
    for count in (500, 3, 900):
        with overlay.section("second"):
            overlay.bars(np.linspace(40, 140, count + 1), 60, np.full(count, 10.0), GREEN)
        pixels = drawn()
        assert (pixels[:, :40] == before[:, :40] * (np.arange(HEIGHT) // 40 != 1)[:, None, None]).all()
        assert (pixels[50:60, 40:140, 1] == 255).all()


def test_a_later_section_lies_over_an_earlier_one_also_when_that_is_made_anew(overlay, drawn):
    for name, colour in (("under", RED), ("over", GREEN), ("under", RED)):
        with overlay.section(name):
            overlay.rect(0, 0, 20, 20, colour, radius=0)
    assert drawn()[10, 10].tolist() == [0, 255, 0]


def test_letters_of_a_section_lie_over_its_rectangles_whatever_came_first(overlay, drawn):
    with overlay.section("one"):
        overlay.text(10, 10, "HHHH", colour=GREEN)
        overlay.rect(0, 0, 80, 40, RED, radius=0)
    assert (drawn()[..., 1] == 255).any()


def test_another_size_of_the_window_forgets_the_sections(overlay, drawn):
    with overlay.section("one"):
        overlay.rect(0, 0, 80, 40, RED)
    assert not overlay.begin(WIDTH, HEIGHT)
    assert overlay.begin(WIDTH, HEIGHT - 1)
    assert overlay.begin(WIDTH, HEIGHT)
    assert drawn().sum() == 0


def test_an_error_in_a_section_leaves_it_as_it_was(overlay, drawn):
    with overlay.section("one"):
        overlay.rect(0, 0, 10, 10, RED, radius=0)
    before = drawn()
    with pytest.raises(KeyError), overlay.section("one"):
        overlay.text(0, 0, "a", align="sideways")
    assert (drawn() == before).all()


@pytest.mark.parametrize("on", [True, False])
def test_what_was_switched_on_or_off_is_so_afterwards(overlay, drawn, gl, on):
    switches = (gl.GL_DEPTH_TEST, gl.GL_CULL_FACE, gl.GL_BLEND)
    for switch in switches:
        (gl.glEnable if on else gl.glDisable)(switch)
    try:
        overlay.rect(0, 0, 10, 10, RED)
        assert drawn().sum() > 0
        assert [bool(gl.glIsEnabled(switch)) for switch in switches] == [on] * 3
    finally:
        for switch in switches:
            gl.glDisable(switch)


def test_two_overlays_do_not_take_each_others_letters(overlay, drawn):
    overlay.text(20, 20, "right")
    alone = drawn()
    other = Overlay()
    other.begin(WIDTH, HEIGHT, 2.0)
    overlay.text(20, 20, "right")
    assert (drawn() == alone).all()
    other.close()


def test_the_whole_window_is_written_on_whatever_was_drawn_into_before():
    """A picture of half the window's pixels leaves its own viewport behind."""
    current()
    from pyglet import gl

    overlay, frame = Overlay(), Frame(200, 100, 0)
    overlay.begin(200, 100)
    with overlay.section("corner"):
        overlay.rect(overlay.right - 20, overlay.bottom - 20, 20, 20, (1.0, 1.0, 1.0, 1.0), 0.0)
    frame.begin()
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glViewport(0, 0, 100, 50)
    overlay.draw()
    frame.resolve()
    assert (frame.read()[-10:, -10:] > 200).all()
    overlay.close()
    frame.close()
