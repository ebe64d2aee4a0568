"""The obstacle course and what hangs in it, in real pixels: drawn where the engine has it, each kind in its colour."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import esper
import numpy as np
import pytest

from components.prop import Hung, Prop
from components.settings import Ground, WorldSettings
from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.scenes.scene import load_scene
from game.world.simulation import Simulation
from systems.draw.cast import Cast
from systems.draw.context import current
from systems.draw.course_faces import marks, things
from systems.draw.course_paint import FloorPaint, vertices
from systems.draw.floor import floor
from systems.draw.meshes import BOX, CAPSULE
from systems.draw.posing import AXIS_Z, PLACE, SIZE
from systems.draw.quality import quality_named
from systems.engines import start_engine
from systems.grounds.course import BLOCK, BLOCKS, END, FINISH, LANE_WIDTH, LANES, START

PICTURE = (480, 320)
EDGE = LANE_WIDTH / 2


@pytest.fixture(scope="module")
def course():
    """Everybody before the blocks, so that the sun's map covers those."""
    scene = load_scene("course", {"clip": "stand"})
    scene = replace(scene, characters=tuple(replace(spec, at=(17.2, spec.at[1])) for spec in scene.characters))
    with Simulation(scene, seed=0) as simulation:
        simulation.run(0.1)
        yield simulation


def seen_from(x, y, z, distance, pitch=60.0, yaw=-90.0):
    return Camera(np.array([x, y, z]), distance, radians(yaw), radians(pitch), 40.0)


def drawn(simulation, view, quality="medium", shown=True):
    current()
    with Studio(simulation, PICTURE, quality_named(quality), view) as studio:
        (layer,) = [layer for layer in studio.renderer.layers if isinstance(layer, FloorPaint)]
        layer.shown = shown
        studio.update()
        studio.draw()
        return studio.picture().astype(float)


def at(picture, view, *place):
    ((x, y),) = np.floor(view.pixels(np.array([place], float), *PICTURE)).astype(int)
    return picture[y, x]


# --- where it is


@pytest.mark.parametrize("seed", [0, 7])
def test_all_of_the_course_is_drawn_where_the_engine_has_it(seed, height):
    engine = start_engine(WorldSettings(ground=Ground.COURSE), seed)
    triangles = floor(Ground.COURSE, seed).vertices.reshape(-1, 3, 6)
    random = np.random.default_rng(2)
    places = np.column_stack([random.uniform(-2.0, 27.0, 150), random.uniform(-5.0, 5.0, 150)])
    tiles = np.column_stack([random.uniform(12.2, 15.0, 60), random.uniform(-1.2, 1.2, 60)])
    try:
        for x, y in [*places, *tiles]:
            assert height(triangles, x, y) == pytest.approx(engine.ground_height(x, y), abs=1e-4)
    finally:
        engine.close()


def test_paint_lies_on_the_floor_within_and_between_the_lanes_and_nothing_under_it_points_down():
    flat, solid = marks(), things(0)
    assert (flat.corners[..., 2] == 0.0).all()
    assert flat.corners[..., 0].min() >= 0.0
    assert flat.corners[..., 0].max() <= END
    assert np.abs(flat.corners[..., 1]).max() < LANES[2] + EDGE + 0.1
    for faces in (flat, solid):
        a, b, c = (faces.corners[:, i] for i in range(3))
        area = np.cross(b - a, c - a)
        size = np.linalg.norm(area, axis=1)
        assert (size > 0.0).all()
        np.testing.assert_allclose(area / size[:, None], faces.normal, atol=1e-9)


def test_a_vertex_knows_where_on_its_face_it_is():
    rows = vertices(things(0), edged=True).reshape(-1, 6, 10).astype(float)
    whole = rows[rows[:, 0, 8] > 0.0]
    assert len(rows) - len(whole) == 2 * len(LANES)  # the sides of the ramps
    for face in (whole[0], whole[7], whole[-1]):
        corners = face[:, :3]
        np.testing.assert_allclose(np.linalg.norm(corners[1] - corners[0]), face[0, 8], rtol=1e-5)
        np.testing.assert_allclose(face[2, 6:8], face[2, 8:10], rtol=1e-5)
        np.testing.assert_array_equal(face[0, 6:8], 0.0)


# --- what is seen of it


@pytest.mark.slow(but=["0.0-low"])
@pytest.mark.parametrize("quality", ["low", "medium", "high"])
@pytest.mark.parametrize("lane", LANES)
def test_lines_are_white_lanes_are_cooler_and_the_floor_beside_them_is_as_it_was(course, quality, lane):
    view = seen_from(22.0, lane, 0.0, 7.0)
    with_it, without = (drawn(course, view, quality, shown) for shown in (True, False))
    for side in (-1, 1):
        line = at(with_it, view, 22.0, lane + side * (EDGE + 0.03), 0.0)
        assert line.min() > 200
        assert line.min() > at(without, view, 22.0, lane + side * (EDGE + 0.03), 0.0).max() + 25
    inside, plain = (at(picture, view, 21.4, lane + 0.3, 0.0) for picture in (with_it, without))
    assert inside[2] - inside[0] > plain[2] - plain[0] + 8
    np.testing.assert_array_equal(*(at(picture, view, 21.4, lane + EDGE + 0.3, 0.0) for picture in (with_it, without)))


def test_there_is_a_start_line_and_a_chequered_finish(course):
    view = seen_from(START, 0.0, 0.0, 5.0)
    picture = drawn(course, view)
    assert at(picture, view, START, 0.31, 0.0).min() > 200
    assert at(picture, view, START + 0.2, 0.31, 0.0).max() < 200
    view = seen_from(FINISH, 0.0, 0.0, 3.0, 85.0)
    picture = drawn(course, view)
    squares = [at(picture, view, FINISH + 0.1, 0.1 + 0.2 * i, 0.0).mean() for i in range(-4, 4)]
    white, dark = sorted((squares[::2], squares[1::2]), reverse=True)
    assert min(white) > 180
    assert max(dark) < 110


@pytest.mark.slow
@pytest.mark.parametrize("quality", ["medium", "high"])
def test_each_kind_of_thing_has_a_colour_of_its_own(course, quality):
    tints = []
    for x, y, z in ((4.3, 0.3, 0.207), (6.8, 0.3, 0.36), (13.3, 0.3, 0.01), (BLOCKS[0], 0.2, 0.3), (11.5, 0.3, 0.0)):
        view = seen_from(x, y, z, 3.0, 80.0)
        colour = drawn(course, view, quality)[154:166, 234:246].mean(axis=(0, 1))
        tints.append(colour / colour.sum())
    for i, one in enumerate(tints):
        for other in tints[:i]:
            assert np.abs(one - other).max() > 0.012, tints


def test_a_block_throws_a_shadow_to_the_side_that_the_sun_is_not_on(course):
    """The sun is in -y: a block 0.3 m high shades 0.29 m of the floor in +y."""
    x, half = BLOCKS[1], BLOCK[1] / 2
    view = seen_from(x, half + 0.15, 0.0, 3.0, 75.0, 90.0)
    picture = drawn(course, view)
    shaded, sunny = at(picture, view, x, half + 0.12, 0.0), at(picture, view, x, half + 0.6, 0.0)
    assert shaded.mean() < 0.75 * sunny.mean()


def test_nobody_who_stands_on_it_stands_in_the_dark(course):
    """The map from under the floor does not hold what is stood upon: its top is as bright as without it."""
    view = seen_from(6.8, 0.0, 0.36, 3.0, 80.0)
    picture = drawn(course, view)
    assert at(picture, view, 6.9, 0.2, 0.36).mean() > 150


# --- what hangs


@pytest.fixture
def swinging():
    with Simulation("course", seed=0, settings={"clip": "stand"}) as simulation:
        simulation.run(0.4)
        esper.switch_world(simulation.world)
        yield simulation


def ropes_of(cast):
    """(n, 2, 3) m: both ends of every rope that is drawn."""
    (capsules,) = [instances for instances in cast.instances if instances.kind == CAPSULE]
    rows = capsules.array[capsules.rows != capsules.end_rows][-15:].astype(float)
    start, way = rows[:, PLACE : PLACE + 3], rows[:, AXIS_Z : AXIS_Z + 3]
    return np.stack([start, start + rows[:, SIZE + 2, None] * way], axis=1)


def test_a_rope_is_drawn_from_where_it_holds_the_thing_to_where_it_is_fixed(swinging):
    cast = Cast(swinging.stage)
    cast.update()
    drawn_ropes = ropes_of(cast)
    expected = []
    for _, (hung, prop) in esper.get_components(Hung, Prop):
        state = np.array(swinging.stage.engine.moving(prop.engine_id))
        for anchor, hold in zip(hung.anchors, hung.holds, strict=True):
            arm, axis = np.array(hold), state[3:6]
            arm = arm + 2 * state[6] * np.cross(axis, arm) + 2 * np.cross(axis, np.cross(axis, arm))
            expected.append([state[:3] + arm, anchor])
    assert len(expected) == 15
    np.testing.assert_allclose(drawn_ropes, expected, atol=2e-4)


def test_between_two_ticks_ropes_are_drawn_as_far_between(swinging):
    cast = Cast(swinging.stage)
    cast.update()
    before = ropes_of(cast)
    cast.remember()
    swinging.tick()
    esper.switch_world(swinging.world)
    cast.update(1.0)
    after = ropes_of(cast)
    cast.update(0.5)
    np.testing.assert_allclose(ropes_of(cast), (before + after) / 2, atol=1e-5)
    assert np.abs(after - before).max() > 0.002
    np.testing.assert_allclose(after[:, 1], before[:, 1], atol=1e-5)  # anchors stay


def test_ropes_plates_and_a_round_bag_are_seen(course):
    esper.switch_world(course.world)
    hung, _ = next((hung, prop) for _, (hung, prop) in esper.get_components(Hung, Prop) if prop.kind == "heavy_bag")
    cast = Cast(course.stage)
    boxes, capsules = (next(i for i in cast.instances if i.kind == kind) for kind in (BOX, CAPSULE))
    assert (boxes.rows >= cast.bones + len(cast.props)).sum() == 6  # a plate each
    bags = [row for row, prop in enumerate(cast.props, cast.bones) if prop.kind == "heavy_bag"]
    round_ones = capsules.array[np.isin(capsules.rows, bags) & (capsules.rows == capsules.end_rows)]
    np.testing.assert_allclose(round_ones[:, SIZE], 0.18, atol=1e-6)
    x, y, z = hung.anchors[0]
    view = seen_from(x, y, z - 0.04, 1.0, 5.0, 180.0)
    picture = drawn(course, view)
    middle = np.add(hung.anchors[0], (0.0, 0.0, -0.04))
    spots = [at(picture, view, *(middle + np.array([0.0, shift, 0.0]))) for shift in (0.0, 0.08, -0.08)]
    assert spots[0][0] > spots[0][2] + 10, "the rope is the colour of straw"
    assert np.abs(spots[0] - spots[1]).max() > 25
    assert np.abs(spots[0] - spots[2]).max() > 25
