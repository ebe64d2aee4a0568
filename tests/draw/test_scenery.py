"""The ring and its hall, in real pixels: posts, ropes and people where they belong, none of them in the way."""

from __future__ import annotations

from math import hypot, radians

import numpy as np
import pytest

from components.settings import Ground
from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.hall import BARRIER, CUSHIONS, ROPE_COLOURS, chance, crowd, ring_parts, rope, stands
from systems.draw.quality import PRESETS, quality_named
from systems.draw.scenery import Scenery, scenery
from systems.grounds.ring import CORNERS, POST, ROPE_HEIGHTS, ROPE_SAG, ROPES

SIZE = (240, 160)
LOW = quality_named("low")
FIGHT = Camera(np.array([0.0, 0.0, 0.85]), 5.0, radians(-90), radians(3), 40.0)  # just outside of the ropes


@pytest.fixture(scope="module")
def boxing():
    with Simulation("boxing", seed=0) as simulation:
        simulation.run(0.1)
        yield simulation


def drawn(simulation, view, quality=LOW, shown=True, now_s=0.0):
    current()
    with Studio(simulation, SIZE, quality, view) as studio:
        (layer,) = [layer for layer in studio.renderer.layers if isinstance(layer, Scenery)]
        layer.shown = shown
        studio.update()
        studio.renderer.draw(view, now_s)
        return studio.picture().astype(int)


def pixel(view, *place):
    ((x, y),) = np.floor(view.pixels(np.array([place], float), *SIZE)).astype(int)
    return y, x


def changed(a, b):
    return np.abs(a - b).max(axis=-1) > 12


def test_a_post_with_its_cushion_is_seen_at_each_corner(boxing):
    view = Camera(np.array([0.0, 0.0, 0.4]), 14.0, radians(-60), radians(35), 38.0)
    picture = drawn(boxing, view)
    new = changed(picture, drawn(boxing, view, shown=False))
    for (x, y), colour in zip(CORNERS, CUSHIONS, strict=True):
        assert new[pixel(view, POST * x, POST * y, 0.12)], "below its cushion, dark before the bright canvas"
        found = picture[pixel(view, (ROPES - 0.06) * x, (ROPES - 0.06) * y, 1.24)]
        if max(colour) > 2 * min(colour):
            assert int(np.argmax(found)) == int(np.argmax(colour)), f"the cushion at {x}, {y} is {found}"
        else:
            assert found.min() > 0.75 * found.max(), f"the cushion at {x}, {y} is not white but {found}"


def test_posts_are_drawn_as_high_and_where_the_engine_has_them(boxing):
    posts = [part for part in ring_parts(1) if part.start[2] == 0.0]
    assert len(posts) == 4
    for post in posts:
        assert post.end[:2] == post.start[:2]
        assert boxing.stage.engine.ground_height(*post.start[:2]) == pytest.approx(post.end[2] + post.size[0])


def test_ropes_are_seen_in_their_colours_on_all_sides(boxing):
    """Where the projection of a place between two posts says, from so far that each is drawn."""
    view = Camera(np.array([ROPES, 0.0, 0.8]), 13.0, 0.0, radians(4), 12.0)
    picture = drawn(boxing, view, quality_named("medium"))
    for z, colour in zip(ROPE_HEIGHTS, ROPE_COLOURS, strict=True):
        found = picture[pixel(view, ROPES, 0.35, z - ROPE_SAG * (1.0 - (0.35 / ROPES) ** 2))]
        if max(colour) > 2 * min(colour):
            assert int(np.argmax(found)) == int(np.argmax(colour)), f"the rope at {z} m is {found}"
        else:
            assert found.min() > 80


def test_a_rope_ends_at_its_height_and_sags_in_the_middle():
    places = np.array(rope(1.15, 8))
    np.testing.assert_allclose(places[[0, -1]], [[ROPES, -ROPES, 1.15], [ROPES, ROPES, 1.15]])
    np.testing.assert_allclose(places[4], [ROPES, 0.0, 1.15 - ROPE_SAG])


def test_ropes_between_a_near_eye_and_the_fighters_are_gone(boxing):
    """From 5 m on their side: the lowest would be seen blue on the white canvas, all of them across the bodies."""
    with_it, without = drawn(boxing, FIGHT), drawn(boxing, FIGHT, shown=False)
    for z in ROPE_HEIGHTS:
        assert 0 <= pixel(FIGHT, 0.0, -ROPES, z)[0] < SIZE[1], "it would be in the picture"
    for x in (-0.6, -0.4, 0.4, 0.6):
        found = with_it[pixel(FIGHT, x, -ROPES, ROPE_HEIGHTS[0] - ROPE_SAG)]
        assert found.min() > 0.8 * found.max() > 100
    for y, x in (pixel(FIGHT, *place) for place in boxing.stage.tables.bones.position):
        np.testing.assert_allclose(with_it[y, x], without[y, x], atol=6)
    assert changed(with_it, without).mean() > 0.1, "the rest of it is there"


def test_no_stand_or_person_is_on_the_eyes_side_of_the_ring(boxing):
    """From above and far outside the hall: on the eye's side of the ring its floor is empty, beyond it is not."""
    view = Camera(np.array([0.0, 0.0, 0.0]), 30.0, radians(-90), radians(50), 40.0)
    new = changed(drawn(boxing, view), drawn(boxing, view, shown=False))
    middle = slice(SIZE[0] // 2 - 30, SIZE[0] // 2 + 30)
    assert not new[pixel(view, 0.0, -4.5, -1.0)[0] :, middle].any()
    assert new[: pixel(view, 0.0, 4.5, -1.0)[0], middle].mean() > 0.05


def test_there_is_a_crowd_behind_the_ropes(boxing):
    high = quality_named("high")
    new = changed(drawn(boxing, FIGHT, high), drawn(boxing, FIGHT, high, shown=False))
    top, bottom = pixel(FIGHT, 0.0, 8.0, 1.2)[0], pixel(FIGHT, 0.0, 6.0, 0.0)[0]
    assert new[top:bottom].mean() > 0.5


def test_better_quality_has_more_people():
    current()
    counts = []
    for preset in PRESETS.values():
        layer = Scenery(preset)
        counts.append(layer.people)
        layer.close()
    assert 100 < counts[0] < counts[1] < counts[2] == 549


def test_everybody_sits_behind_the_barrier_and_nobody_on_another():
    people = crowd(6)
    heads = np.array([[person.parts[1].bone, *person.parts[1].start] for person in people])
    assert (
        min(place[0] for person in people for part in person.parts for place in (part.start, part.end)) > BARRIER + 0.1
    )
    for side in (0, 2, 4, 6):
        own = heads[heads[:, 0] == side, 1:]
        apart = np.linalg.norm(own[:, None] - own, axis=-1) + 9.0 * np.eye(len(own))
        assert apart.min() > 0.3
    assert {part.bone for part in stands(6)} == {0, 2, 4, 6}


def test_what_is_hashed_is_spread_evenly_between_0_and_1():
    numbers = np.array([[chance(count, what) for what in range(10)] for count in range(600)])
    assert numbers.min() >= 0.0 and numbers.max() < 1.0
    assert len(np.unique(numbers)) == numbers.size
    assert np.abs(numbers.mean(axis=0) - 0.5).max() < 4 / hypot(12 * 600, 0.0) ** 0.5
    assert np.abs(np.corrcoef(numbers.T) - np.eye(10)).max() < 0.2


@pytest.mark.slow(but=["low"])
@pytest.mark.parametrize("quality", PRESETS)
def test_the_same_moment_is_the_same_picture_to_the_byte(boxing, quality):
    first, again = (drawn(boxing, FIGHT, quality_named(quality), now_s=3.0) for _ in range(2))
    np.testing.assert_array_equal(first, again)


def test_the_crowd_moves_with_the_time_and_the_ring_does_not(boxing):
    medium = quality_named("medium")
    a, b = (drawn(boxing, FIGHT, medium, now_s=now) for now in (3.0, 3.3))
    canvas = pixel(FIGHT, 0.0, 3.0, 0.0)[0]
    assert changed(a, b)[:canvas].mean() > 0.002
    np.testing.assert_array_equal(a[canvas + 2 :], b[canvas + 2 :])


def test_in_the_open_there_is_nothing_of_it():
    painted = (Ground.RING, Ground.COURSE, Ground.PLATFORM)
    assert all(scenery(ground, LOW, 0) == [] for ground in Ground if ground not in painted)


def test_ropes_throw_shadows_on_the_canvas(boxing):
    """Along the light from the rope's middle on the side that it comes from, down to height 0."""
    from systems.draw.sun import HALL

    view = Camera(np.array([0.0, -2.0, 0.0]), 4.0, radians(-90), radians(80), 40.0)
    medium = quality_named("medium")
    with_it, without = drawn(boxing, view, medium), drawn(boxing, view, medium, shown=False)
    shaded = 0
    for z in ROPE_HEIGHTS:
        place = np.array([-0.6, -ROPES, z - ROPE_SAG * (1.0 - (0.6 / ROPES) ** 2)])
        y, x = pixel(view, *(place - HALL.towards * place[2] / HALL.towards[2]))
        shaded += with_it[y, x].sum() < 0.9 * without[y, x].sum()
    assert shaded == len(ROPE_HEIGHTS)
