"""Ghosts as pixels: they lie where bodies of that pose would, shine through once, and hide only when they should."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from components.rig import Shape
from game.cameras.camera import Camera
from systems.draw.ghost import UNPAINTED, Ghost
from systems.draw.parts import part_of_shape
from systems.draw.quality import quality_named

PICTURE = (240, 180)
VIEW = Camera(np.array([0.0, 0.0, 0.9]), 5.0, -0.8, 0.35, 30.0)
COLOUR, ALPHA = (0.2, 0.4, 1.0), 0.3
BALL = Shape("sphere", (0.0, 0.0, 0.0), radius=0.15)
BOX = Shape("box", (0.0, 0.0, 0.0), size=(0.3, 0.3, 0.3))


@pytest.fixture
def ghost(studio):
    esper.switch_world(studio.simulation.world)
    ghost = Ghost(COLOUR, ALPHA, quality=quality_named("low"))
    studio.renderer.layers = [ghost]
    yield ghost
    studio.renderer.layers = []
    ghost.close()


def picture(studio, *layers):
    kept, studio.renderer.layers = studio.renderer.layers, list(layers)
    studio.draw()
    studio.renderer.layers = kept
    return studio.picture().astype(int)


def at(place):
    return np.floor(VIEW.pixels(np.atleast_2d(place), *PICTURE)).astype(int)[0]


def changed(studio, *layers):
    return np.abs(picture(studio, *layers) - picture(studio)).max(axis=-1) > 6


def shapes(ghost, shape, *places):
    ghost.build([part_of_shape(i, shape, UNPAINTED, 0.0) for i in range(len(places))])
    ghost.pose(np.array(places), np.tile([0.0, 0.0, 0.0, 1.0], (len(places), 1)))


def outside():
    """A place beside the body, with nothing but floor and sky behind it."""
    return VIEW.target + 0.9 * VIEW.axes[0] + 0.5 * VIEW.axes[1]


def without_body(studio):
    """The same picture with the body far below the floor."""
    cast, place = studio.cast, studio.simulation.stage.tables.bones.position
    kept = place.copy()
    place[:, 2] -= 500.0
    cast.remember()
    cast.update()
    pixels = picture(studio)
    place[:] = kept
    cast.remember()
    cast.update()
    return pixels


def test_a_ghost_in_the_bodys_own_pose_covers_the_body_and_nothing_else(studio, ghost):
    ghost.resemble(studio.cast)
    ghost.pose(studio.cast.place, studio.cast.turn)
    ghost.through = True
    covered = changed(studio, ghost)
    body = np.abs(picture(studio) - without_body(studio)).max(axis=-1) > 20
    assert (covered & body).sum() > 0.93 * covered.sum()
    for x, y in np.floor(VIEW.pixels(studio.cast.characters, *PICTURE)).astype(int):
        assert covered[y, x]


def test_a_ghost_elsewhere_leaves_the_body_alone(studio, ghost):
    ghost.resemble(studio.cast)
    ghost.pose(studio.cast.place + 1.0 * VIEW.axes[0], studio.cast.turn)
    seen = changed(studio, ghost)
    bones = np.floor(VIEW.pixels(studio.cast.characters, *PICTURE)).astype(int)
    moved = np.floor(VIEW.pixels(studio.cast.characters + 1.0 * VIEW.axes[0], *PICTURE)).astype(int)
    assert not seen[bones[:, 1], bones[:, 0]].any()
    assert seen[moved[:, 1], moved[:, 0]].all()


def test_straight_on_it_is_mixed_by_its_alpha(studio, ghost):
    shapes(ghost, BALL, outside())
    x, y = at(outside())
    background = picture(studio)[y, x]
    for alpha in (0.2, 0.6):
        ghost.alpha = alpha
        mixed = (1.0 - alpha) * background + alpha * 255 * np.array(COLOUR)
        np.testing.assert_allclose(picture(studio, ghost)[y, x], mixed, atol=5)


def test_its_rim_is_brighter_than_its_middle(studio, ghost):
    shapes(ghost, BALL, outside())
    pixels, (x, y) = picture(studio, ghost), at(outside())
    ball = np.nonzero(changed(studio, ghost)[y])[0]
    for edge in (ball[1], ball[-2]):
        assert pixels[y, edge, 2] > pixels[y, x, 2] + 6, "the ghost is blue"


def test_two_limbs_that_cross_are_no_brighter_than_one(studio, ghost):
    shapes(ghost, BALL, outside())
    one = picture(studio, ghost)
    shapes(ghost, BALL, outside(), outside() - 0.2 * VIEW.axes[2], outside() - 0.5 * VIEW.axes[2])
    x, y = at(outside())
    np.testing.assert_array_equal(
        picture(studio, ghost)[y - 3 : y + 4, x - 3 : x + 4], one[y - 3 : y + 4, x - 3 : x + 4]
    )


def test_a_box_shows_its_edges(studio, ghost):
    shapes(ghost, BOX, outside())
    pixels = picture(studio, ghost)
    nearest = outside() + 0.15 * np.sign(VIEW.axes[2])
    face = outside() + 0.15 * np.sign(VIEW.axes[2]) * [1, 0, 0]
    (x, y), (cx, cy) = at(nearest), at(face)
    assert pixels[y, x].sum() > pixels[cy, cx].sum() + 40


@pytest.mark.parametrize("through", [False, True])
def test_what_stands_before_a_ghost_hides_it_unless_it_is_seen_through(studio, ghost, through):
    ghost.through = through
    behind = studio.cast.place[3] - 0.5 * VIEW.axes[2]
    shapes(ghost, BALL, behind)
    x, y = at(behind)
    assert changed(studio, ghost)[y, x] == through


def test_the_pass_leaves_everything_as_it_found_it(studio, ghost):
    """A ghost far away: later layers and later pictures are the same to the byte."""
    before = picture(studio)
    ghost.through = True
    shapes(ghost, BALL, np.array([0.0, 0.0, -400.0]))
    np.testing.assert_array_equal(picture(studio, ghost), before)
    np.testing.assert_array_equal(picture(studio), before)


def test_a_rig_without_a_figure_is_a_ghost_of_its_shapes(studio, ghost, monkeypatch):
    monkeypatch.setattr("systems.draw.ghost.has_figure", lambda rig: False)
    monkeypatch.setattr(studio.cast, "wearers", [])
    ghost.resemble(studio.cast)
    ghost.pose(studio.cast.place, studio.cast.turn)
    ghost.through = True
    assert sum(instances.count for instances in ghost.instances) > 10
    x, y = at(studio.cast.place[0])
    assert changed(studio, ghost)[y, x]
