"""Lines, points, arrows and areas as pixels: where they are, how wide, and what hides them."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from game.cameras.camera import Camera
from systems.draw.areas import Areas
from systems.draw.context import current
from systems.draw.lines import Lines
from systems.draw.stream_rows import FEWEST, StreamRows

PICTURE = (240, 180)
VIEW = Camera(np.array([0.0, 0.0, 0.9]), 5.0, -0.8, 0.35, 30.0)
RED, GREEN = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
LEFT, RIGHT = VIEW.target - 1.3 * VIEW.axes[0], VIEW.target + 1.3 * VIEW.axes[0]  # level on the picture
PX = 720 / PICTURE[1]  # of a picture 720 high, for one here


@pytest.fixture
def lines(studio):
    esper.switch_world(studio.simulation.world)
    lines = Lines()
    studio.renderer.layers = [lines]
    yield lines
    studio.renderer.layers = []
    lines.close()


def picture(studio):
    studio.draw()
    return studio.picture().astype(int)


def bare(studio):
    kept, studio.renderer.layers = studio.renderer.layers, []
    pixels = picture(studio)
    studio.renderer.layers = kept
    return pixels


def at(places):
    return np.floor(VIEW.pixels(np.atleast_2d(places), *PICTURE)).astype(int)


def is_red(pixels):
    return (pixels[..., 0] > 220) & (pixels[..., 1] < 40) & (pixels[..., 2] < 40)


def above(height):
    """The level line, so much higher: over the head there is nothing but sky."""
    return LEFT + height * VIEW.axes[1], RIGHT + height * VIEW.axes[1]


def test_a_line_is_seen_where_the_projection_of_its_places_says(studio, lines):
    a, b = np.array([-0.9, 0.2, 0.1]), np.array([0.9, -0.7, 1.9])
    lines.add(a[None], b[None], RED, 3 * PX, on_top=True)
    pixels = picture(studio)
    for share in np.linspace(0.02, 0.98, 25):
        ((x, y),) = at(a + share * (b - a))
        assert is_red(pixels[y, x]), f"at {share:.2f} of its way"


@pytest.mark.parametrize("width", [2.0, 5.0, 9.0])
def test_a_line_is_as_wide_as_was_asked(studio, lines, width):
    a, b = above(0.9)
    lines.add(a[None], b[None], RED, width * PX, on_top=True)
    before, pixels = bare(studio), picture(studio)
    ((x, y),) = at((a + b) / 2)
    column = slice(y - 10, y + 11)
    covered = (before[column, x] - pixels[column, x])[:, 1] / before[column, x, 1]
    assert covered.sum() == pytest.approx(width, abs=0.1)
    assert covered.max() == pytest.approx(1.0, abs=0.02)


def test_its_width_is_the_same_share_of_a_larger_picture(studio, lines):
    a, b = above(0.9)
    lines.add(a[None], b[None], RED, 12.0, on_top=True)
    small = is_red(picture(studio)).sum()
    studio.renderer.resize(2 * PICTURE[0], 2 * PICTURE[1])
    large = is_red(picture(studio)).sum()
    studio.renderer.resize(*PICTURE)
    assert large == pytest.approx(4 * small, rel=0.25)


def test_a_point_is_a_disc(studio, lines):
    place = above(0.9)[0] + 0.4 * VIEW.axes[0]
    lines.points(place[None], RED, 16 * PX)
    before, pixels = bare(studio), picture(studio)
    ((x, y),) = at(place)
    block = slice(y - 12, y + 13), slice(x - 12, x + 13)
    covered = (before[block] - pixels[block])[..., 1] / before[block][..., 1]
    assert covered.sum() == pytest.approx(np.pi * 8.0**2, rel=0.02)
    assert (np.abs(pixels - before).max(axis=-1) > 8).sum() < 260, "and nothing else"


def test_an_arrow_ends_at_its_tip(studio, lines):
    a = above(0.9)[0]
    way = 1.0 * VIEW.axes[0]
    lines.arrows(a[None], way[None], RED, 3 * PX, on_top=True)
    red = is_red(picture(studio))
    xs = np.nonzero(red)[1]
    tip, start = VIEW.pixels(np.array([a + way, a]), *PICTURE)
    assert xs.max() < tip[0] < xs.max() + 5, "sharp, so its last pixels are pale"
    assert abs(xs.min() - start[0]) < 4
    heights = red.sum(axis=0)
    assert heights[xs.max() - 8 : xs.max()].max() > 1.5 * heights[int(start[0]) + 8], "its head is wider"


def test_what_is_behind_a_body_is_hidden_unless_it_is_on_top(studio, lines):
    chest = studio.cast.place[3]
    behind = chest - 0.4 * VIEW.axes[2]
    ((x, y),) = at(behind)
    lines.points(behind[None], RED, 6 * PX)
    assert not is_red(picture(studio)[y, x])
    lines.clear()
    lines.points(behind[None], RED, 6 * PX, on_top=True)
    assert is_red(picture(studio)[y, x])


def test_a_line_past_the_eye_is_cut_there(studio, lines):
    front, back = VIEW.target + 0.6 * VIEW.axes[1], VIEW.eye + 3.0 * VIEW.axes[2] + 0.4 * VIEW.axes[0]
    lines.add(front[None], back[None], RED, 3 * PX, on_top=True)
    lines.add(back[None], front[None], RED, 3 * PX, on_top=True)
    lines.add(back[None], back[None] + VIEW.axes[2], GREEN, 30 * PX, on_top=True)  # all of it behind: nothing
    pixels = picture(studio)
    for share in (0.05, 0.2, 0.4):
        ((x, y),) = at(front + share * (back - front))
        assert is_red(pixels[y, x])
    assert not ((pixels[..., 1] > 220) & (pixels[..., 0] < 40)).any()


def test_pieces_of_a_half_seen_trail_do_not_add_up(studio, lines):
    a, b = above(0.9)
    lines.add(a[None], b[None], (*RED, 0.5), 4 * PX, on_top=True, round_ends=False)
    whole = picture(studio)
    lines.clear()
    knots = a + np.linspace(0.0, 1.0, 41)[:, None] * (b - a)
    lines.add(knots[:-1], knots[1:], (*RED, 0.5), 4 * PX, on_top=True, round_ends=False)
    np.testing.assert_allclose(picture(studio), whole, atol=3)


def test_each_line_has_a_colour_of_its_own_and_the_last_is_over_the_first(studio, lines):
    a, b = above(0.9)
    lines.add(np.array([a, a]), np.array([b, b]), np.array([RED, GREEN]), 4 * PX, on_top=True)
    ((x, y),) = at((a + b) / 2)
    np.testing.assert_allclose(picture(studio)[y, x], [0, 255, 0], atol=2)


def test_cleared_lines_leave_the_picture_as_it_was_byte_for_byte(studio, lines):
    lines.add(LEFT[None], RIGHT[None], RED, 10.0)
    lines.clear()
    assert lines.count == 0
    np.testing.assert_array_equal(picture(studio), bare(studio))


def test_rows_are_kept_when_the_room_grows():
    current()
    rows = StreamRows((3, 1), each=1)
    for i in range(10 * FEWEST):
        rows.more(1)[:] = i
    np.testing.assert_array_equal(rows.array[: rows.count, 0], np.arange(10 * FEWEST))
    assert len(rows.array) < 20 * FEWEST
    rows.close()


def test_an_area_is_mixed_with_what_is_under_it(studio, lines):
    areas = Areas()
    studio.renderer.layers = [areas]
    middle = above(0.75)[0] + 0.4 * VIEW.axes[0]
    corners = np.array(
        [middle + 0.2 * (c * VIEW.axes[0] + s * VIEW.axes[1]) for c, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )
    areas.add(corners, (0.2, 0.4, 0.8, 0.3))
    before, pixels = bare(studio), picture(studio)
    ((x, y),) = at(middle)
    np.testing.assert_allclose(pixels[y, x], 0.7 * before[y, x] + 0.3 * 255 * np.array([0.2, 0.4, 0.8]), atol=2)
    changed = (pixels != before).any(axis=-1)
    outline = VIEW.pixels(corners, *PICTURE)
    assert changed.sum() == pytest.approx(np.prod(outline.max(axis=0) - outline.min(axis=0)), rel=0.1)
    areas.clear()
    areas.add(corners[:2], (0.2, 0.4, 0.8, 0.3))
    np.testing.assert_array_equal(picture(studio), before)
    areas.close()
