"""Two worlds in one picture: each half is that world's own picture, under its caption, by a camera of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from game.picture.film import Film
from game.picture.shot import Studio, picture, shot, studio_of
from game.picture.side_by_side import Captions
from game.scenes.scene import load_scene
from game.session.comparing import captions
from game.session.controls import Action
from game.session.session import Session
from game.window.view import View
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named
from systems.draw.target import Frame

SMALL, LARGE = (192, 108), (640, 360)
LOW = quality_named("low")
AT_S = 3.0


@pytest.fixture(scope="module")
def both():
    """The scene's world and, raised by hand, the one beside it."""
    scene = replace(load_scene("comparison"), names=False, look="")
    with Simulation(scene) as here, Simulation(scene.with_settings(scene.beside.settings)) as there:
        here.run(AT_S)
        there.run(AT_S)
        yield here, there


@pytest.fixture
def view():
    made = []

    def of(scene):
        current()
        session = Session(load_scene(scene))
        made.append(View(session, SMALL))
        return made[-1]

    yield of
    for each in made:
        each.close()
        each.session.close()


def own(simulation, size):
    current()
    with Studio(simulation, size, LOW, "fight") as studio:
        studio.update()
        studio.draw()
        return studio.picture()


def test_each_half_is_that_worlds_own_picture(both):
    here, there = both
    width, height = SMALL
    halves = picture(here, SMALL, LOW, "fight")
    assert halves.shape == (height, width, 3)
    np.testing.assert_array_equal(halves[:, : width // 2], own(here, (width // 2, height)))
    np.testing.assert_array_equal(halves[:, width // 2 :], own(there, (width // 2, height)))
    assert np.abs(halves[:, : width // 2].astype(int) - halves[:, width // 2 :]).mean() > 3


def test_a_picture_of_an_odd_width_is_filled_to_its_edges(both):
    here, there = both
    odd = picture(here, (193, 108), LOW, "fight")
    np.testing.assert_array_equal(odd[:, 96:], own(there, (97, 108)))


def test_captions_lie_over_the_middle_of_each_half_and_nowhere_else(both):
    here, _ = both
    width, height = LARGE
    written = picture(here, LARGE, LOW, "fight").astype(int)
    bare = np.concatenate([own(world, (width // 2, height)).astype(int) for world in both], axis=1)
    ys, xs = np.nonzero(np.abs(written - bare).max(axis=-1) > 3)
    line = np.abs(xs - width // 2) <= 2
    assert np.ptp(written[:, width // 2], axis=0).max() <= 1, "the line between them, from top to bottom"
    assert ys[~line].max() < 32
    for middle in (width // 4, 3 * width // 4):
        near = xs[~line & (np.abs(xs - middle) < width // 4)]
        assert (near.min() + near.max()) / 2 == pytest.approx(middle, abs=2)
    assert written[:32].max() > 230, "letters"


def test_a_caption_that_changes_is_written_anew():
    def drawn(captions, *texts):
        frame.begin()
        from pyglet import gl

        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        captions.draw(texts, LARGE, 0.75, 12.0)
        return frame.read()

    current()
    frame, captions, fresh = Frame(*LARGE, 0), Captions(), Captions()
    first = drawn(captions, "one", "two")
    np.testing.assert_array_equal(drawn(captions, "one", "two"), first)
    other = drawn(captions, "one", "three")
    assert (other != first).any()
    np.testing.assert_array_equal(other, drawn(fresh, "one", "three"))
    captions.close()
    fresh.close()
    frame.close()


@pytest.mark.slow
def test_a_shot_and_a_film_show_both_at_the_same_moment(tmp_path):
    size, how = (320, 96), {"quality": "low", "camera": "fight"}
    stills = []
    for moment in (0.5, 0.9):
        shot("comparison", moment, tmp_path / "a.png", size, **how)
        with Image.open(tmp_path / "a.png") as image:
            stills.append(np.asarray(image.convert("RGB")).astype(int))
    with Simulation("comparison") as simulation:
        simulation.run(0.5)
        film = Film(tmp_path / "a.webp", seconds=0.5, fps=10, size=size, **how).take(simulation)
        assert simulation.ticks == 60 + 48
    with Image.open(film) as image:
        assert (image.size, image.n_frames) == (size, 5)
        first = np.asarray(image.convert("RGB")).astype(int)
    then, later = (np.abs(first - still).mean() for still in stills)  # a film's edges are not a picture's
    assert then < 0.85 * later


def test_the_world_beside_is_run_on_with_the_first(both):
    here, there = both
    saved = here.save()
    current()
    with studio_of(here, SMALL, LOW, "fight") as pair:
        pair.tick(7)
        pair.tick(0)
        other = pair.studios[1].simulation
        assert here.ticks == other.ticks == there.ticks + 7
    assert other.stage.engine.closed and not here.stage.engine.closed
    here.load(saved)


# --- in the window


@pytest.mark.slow
def test_two_fights_have_a_camera_each_and_the_mouse_turns_the_one_that_it_is_over(view):
    seen = view("comparison")
    seen.update(1 / 60)
    left, right = (side.studio for side in seen.sides)
    assert left.operator.mode == right.operator.mode == "fight"
    seen.point(0.9 * SMALL[0], 40.0)
    assert seen.operator is right.operator
    before = left.camera.yaw, right.camera.yaw
    seen.operator.orbit(40.0, 0.0)
    seen.update(0.5)
    assert left.camera.yaw == pytest.approx(before[0], abs=1e-6)
    assert abs(right.camera.yaw - before[1]) > 0.1
    seen.point(0.1 * SMALL[0], 40.0)
    assert seen.operator is left.operator
    seen.session.do(Action.CAMERA_SHOT)
    assert left.operator.mode == right.operator.mode != "fight"
    seen.session.do(Action.QUALITY)
    assert [side.studio.operator for side in seen.sides] == [left.operator, right.operator]


def test_other_worlds_side_by_side_are_seen_by_the_same_camera(view):
    seen = view("stage")
    seen.update(1 / 60)
    seen.operator.orbit(60.0, 20.0)
    seen.update(1.0)
    before = seen.operator, seen.operator.camera
    seen.session.do(Action.COMPARE)
    seen.session.asking.key("RETURN")
    assert seen.operator is before[0] and seen.operator.camera is before[1], "it goes on from where it looks now"
    seen.point(0.9 * SMALL[0], 40.0)
    seen.update(1 / 60)
    left, right = (side.studio for side in seen.sides)
    assert seen.operator is left.operator
    assert right.camera is left.camera
    assert seen.captions is not None and captions(seen.session) == ["servo world", "servo off"]
    seen.session.do(Action.COMPARE)
    assert seen.captions is None and len(seen.sides) == 1 and seen.operator is before[0]


@pytest.mark.slow
def test_two_fights_that_are_compared_from_now_on_are_both_seen_from_where_the_camera_was(view):
    seen = view("boxing")
    seen.update(1 / 60)
    seen.operator.orbit(60.0, 20.0)
    seen.update(1.0)
    seen.session.do(Action.COMPARE)
    seen.session.asking.key("RETURN")
    seen.update(0.0)
    left, right = (side.studio for side in seen.sides)
    assert left.operator is not right.operator
    assert left.camera.yaw == pytest.approx(right.camera.yaw) and left.camera.pitch == pytest.approx(right.camera.pitch)


def test_captions_are_there_while_the_worlds_are_the_scenes_own(view):
    seen = view("comparison")
    assert seen.captions is not None
    seen.session.do(Action.COMPARE)
    assert seen.captions is None
