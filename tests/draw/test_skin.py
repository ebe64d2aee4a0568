"""Skins: the surface against its parts, its weights against the tree, its pictures against plain ones."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.rigs.rig import load_rig
from systems.draw.cast import Look, linear, warm
from systems.draw.field import FAR, Grid, joined
from systems.draw.meshes import BALL, CAPSULE
from systems.draw.posing import AXIS_X, AXIS_Z, SIZE, WIDTH, pose_skin
from systems.draw.quality import PRESETS, quality_named
from systems.draw.skin import cell
from systems.draw.surface import Solid, bind_pose, grown, posed, surface
from systems.kernels.quaternions import from_rotvec, mul, rotate

RIGS = "boxer", "paper36"
CELLS = tuple(cell(quality) for quality in PRESETS.values())
PICTURE = (160, 120)
VIEW = Camera(np.array([0.0, 0.0, 0.9]), 5.0, -0.8, 0.2, 25.0)
RANDOM = np.random.default_rng(11)

every_rig = pytest.mark.parametrize("rig", RIGS)
every_cell = pytest.mark.parametrize("fine", CELLS)


@cache
def made(rig, fine=CELLS[-1]):
    rig = load_rig(rig)
    return rig, surface(rig, fine)


def bent(skin, place, turn):
    """The vertices as the shader moves them, in double precision."""
    rows = np.zeros((2 * len(skin.bind_place), 4))
    pose_skin(place, turn, skin.bind_place, skin.bind_turn, rows)
    real, dual = rows[0::2][skin.bones], rows[1::2][skin.bones]
    share = skin.weights * np.where(np.einsum("vk,vik->vi", real[:, 0], real) < 0.0, -1.0, 1.0)
    q, d = np.einsum("vi,vik->vk", share, real), np.einsum("vi,vik->vk", share, dual)
    size = np.linalg.norm(q, axis=1, keepdims=True)
    (v, w), (u, s) = (((x / size)[:, :3], (x / size)[:, 3:]) for x in (q, d))
    turned = skin.place + 2.0 * np.cross(v, np.cross(v, skin.place) + w * skin.place)
    return turned + 2.0 * (w * u - s * v + np.cross(v, u))


# --- distances


def test_a_ball_and_a_capsule_are_as_far_as_the_closed_forms_say():
    row = np.zeros(WIDTH, np.float32)
    row[AXIS_X], row[AXIS_Z + 2] = 1.0, 1.0
    row[SIZE : SIZE + 4] = 0.5, 0.5, 0.5, 0.0
    assert Solid.of(BALL, row).distance(np.array([[3.0, 4.0, 0.0]])) == pytest.approx(4.5)
    row[SIZE : SIZE + 4] = 0.5, 0.25, 2.0, 1.0
    capsule = Solid.of(CAPSULE, row)
    assert capsule.distance(np.array([[0.0, 0.0, -1.5], [0.0, 0.0, 4.0]])) == pytest.approx([1.0, 1.75])
    side = np.array([np.sqrt(1 - 0.125**2), 0.0, 0.125])  # the cone's normal: the radii differ by 1/8 of the length
    on_it = side * 0.5 + 0.4 * np.array([-0.125, 0.0, side[0]])
    assert capsule.distance(np.array([on_it, on_it + 0.3 * side])) == pytest.approx([0.0, 0.3], abs=1e-6)


def test_what_is_equally_far_from_two_is_joined_a_quarter_nearer():
    assert joined(np.array([0.01, 0.0]), np.array([0.01, 0.1]), 0.02) == pytest.approx([0.005, 0.0])


# --- the surface


@every_rig
@every_cell
def test_the_surface_is_closed_and_in_one_piece(rig, fine):
    _, skin = made(rig, fine)
    lines = skin.net[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    each, count = np.unique(np.sort(lines, axis=1), axis=0, return_counts=True)
    assert (count == 2).all(), "two triangles on every edge"
    assert len(np.unique(lines, axis=0)) == len(lines), "which go along it in opposite ways"
    vertices = len(np.unique(skin.net))
    assert vertices == skin.net.max() + 1
    assert vertices - len(each) + len(skin.net) == 2, "Euler: a sphere, without a handle or a second piece"


@every_rig
@every_cell
def test_the_surface_looks_outwards(rig, fine):
    _, skin = made(rig, fine)
    a, b, c = skin.place[skin.faces].transpose(1, 0, 2)
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(0.08, rel=0.15), "m3: about 75 kg"
    area = np.cross(b - a, c - a)
    along = np.einsum("ij,ij->i", area, skin.normal[skin.faces].mean(axis=1))
    assert np.linalg.norm(area, axis=1)[along < 0.0].sum() < 0.002 * np.linalg.norm(area, axis=1).sum()
    np.testing.assert_allclose(np.linalg.norm(skin.normal, axis=1), 1.0, atol=1e-9)


@every_rig
def test_no_vertex_is_far_from_the_parts_and_no_part_sticks_out(rig):
    rig, skin = made(rig)
    solids = posed(grown(rig), skin.bind_place, skin.bind_turn)
    nearest = np.min([solid.distance(skin.place) for solid in solids], axis=0)
    assert np.abs(nearest).max() < 0.02
    ways = RANDOM.normal(size=(300, 3))
    low, high = np.min([s.box()[0] for s in solids], axis=0), np.max([s.box()[1] for s in solids], axis=0)
    places = RANDOM.uniform(low, high, (40_000, 3))
    distance = np.min([solid.distance(places) for solid in solids], axis=0)
    hull = places[np.abs(distance) < 0.003]
    assert len(hull) > len(ways)
    for place in hull:
        assert np.linalg.norm(skin.place - place, axis=1).min() < 0.02 + CELLS[-1]


@every_rig
def test_every_triangle_wears_one_paint_and_its_vertices_lie_on_what_wears_it(rig):
    rig, skin = made(rig)
    worn = skin.paint[skin.faces]
    assert (worn == worn[:, :1]).all()
    parts = grown(rig)
    solids = posed(parts, skin.bind_place, skin.bind_turn)
    distance = np.array([solid.distance(skin.place) for solid in solids])
    mine = np.array([part.paint.row for part in parts])[:, None] == skin.paint
    off = np.where(mine, distance, np.inf).min(axis=0) - distance.min(axis=0)
    assert off.max() < 0.008, "on borders, that are cut straight through a triangle, a little"
    assert (off[: skin.net.max() + 1] == 0.0).all()


# --- weights


@every_rig
@every_cell
def test_weights_add_up_to_one_and_go_to_bones_that_are_jointed(rig, fine):
    rig, skin = made(rig, fine)
    np.testing.assert_allclose(skin.weights.sum(axis=1), 1.0, atol=1e-12)
    assert (skin.weights >= 0.0).all()
    held = np.sort(np.where(skin.weights > 0.0, skin.bones, skin.bones[:, :1]), axis=1)
    groups, count = np.unique(held, axis=0, return_counts=True)
    apart = np.array([roots_of(rig, set(group)) > 1 for group in groups.tolist()])
    assert count[apart].sum() < 0.001 * len(held), "of a chain of short bones, one may be left out"
    sides = np.array([{"left": 1, "": 0, "right": -1}[bone.side] for bone in rig.bones])
    both = (sides[held] == 1).any(axis=1) & (sides[held] == -1).any(axis=1)
    assert np.abs(skin.place[both, 1]).max() < 0.08, "none is pulled to both sides but in the middle"


def roots_of(rig, group):
    """In how many pieces of the tree these bones lie."""
    return sum(rig.bones[i].parent not in group for i in group)


# --- bending


@every_rig
def test_in_the_pose_that_it_was_made_in_the_skin_is_as_made_wherever_the_body_is(rig):
    rig, skin = made(rig)
    place, turn = bind_pose(rig)
    np.testing.assert_allclose(bent(skin, place, turn), skin.place, atol=1e-12)
    whole = from_rotvec((0.3, -1.1, 0.7))
    moved = np.array([5.0, -3.0, 1.0]) + [rotate(whole, p) for p in place]
    turns = np.array([mul(whole, tuple(q)) for q in turn])
    expected = np.array([5.0, -3.0, 1.0]) + [rotate(whole, p) for p in skin.place]
    np.testing.assert_allclose(bent(skin, moved, turns), expected, atol=1e-9)


def raised(rig, name, way):
    """Everything from this bone on turned about its joint."""
    place, turn = bind_pose(rig)
    first, q = rig.index(name), from_rotvec(way)
    for i in range(first, rig.end[first]):
        place[i] = place[first] + rotate(q, place[i] - place[first])
        turn[i] = mul(q, tuple(turn[i]))
    return place, turn, q, first


@every_rig
def test_raising_an_arm_moves_the_fist_rigidly_and_leaves_the_legs_alone(rig):
    rig, skin = made(rig)
    place, turn, q, shoulder = raised(rig, "left_upper_arm", (0.0, -1.2, 0.4))
    now = bent(skin, place, turn)
    of_bones = np.zeros((len(skin.place), len(rig.bones)))
    np.put_along_axis(of_bones, skin.bones, skin.weights, axis=1)
    hand = rig.index("left_hand")
    fist = of_bones[:, hand : rig.end[hand]].sum(axis=1) > 1.0 - 1e-9
    assert fist.sum() > 10
    expected = place[shoulder] + np.array([rotate(q, p - place[shoulder]) for p in skin.place[fist]])
    np.testing.assert_allclose(now[fist], expected, atol=1e-6)
    legs = skin.place[:, 2] < -0.2
    np.testing.assert_array_less(np.linalg.norm(now - skin.place, axis=1)[legs], 1e-9)


@every_rig
@pytest.mark.parametrize(("bone", "way"), [("left_forearm", (0.0, -1.3, 0.0)), ("left_shin", (0.0, 1.2, 0.0))])
def test_a_joint_that_bends_all_the_way_keeps_its_volume(rig, bone, way):
    """125 degrees of elbow and knee. Where joints collapse, an arm and a leg lose a good part of theirs."""
    rig, skin = made(rig)
    place, turn, _, _ = raised(rig, bone, way)

    def volume(places):
        a, b, c = places[skin.faces].transpose(1, 0, 2)
        return np.einsum("ij,ij->", a, np.cross(b, c)) / 6

    assert volume(bent(skin, place, turn)) == pytest.approx(volume(skin.place), rel=0.01)


# --- pictures


def drawn(studio, look=Look.SKIN, heat=None):
    studio.cast.look, studio.cast.heat = look, heat
    studio.update()
    studio.draw()
    return studio.picture().astype(int)


def body(studio, pixels):
    """Which pixels are not as they are without anybody."""
    place = studio.cast.stage.tables.bones.position
    kept = place.copy()
    place[:, 2] -= 500.0
    try:
        empty = drawn(studio)
    finally:
        place[:] = kept
    return np.abs(pixels - empty).max(axis=-1) > 12


def test_both_looks_show_a_body_of_the_same_size(studio):
    skin, plain = (body(studio, drawn(studio, look)) for look in (Look.SKIN, Look.PLAIN))
    assert plain.sum() > 500
    assert skin.sum() == pytest.approx(plain.sum(), rel=0.15)
    assert (skin & plain).sum() > 0.85 * plain.sum(), "at the same place"


def test_the_same_moment_is_the_same_picture_byte_for_byte_whatever_was_drawn_before(studio):
    first = drawn(studio)
    drawn(studio, Look.PLAIN, np.ones(studio.cast.bones))
    np.testing.assert_array_equal(drawn(studio), first)


@pytest.mark.parametrize("look", Look)
def test_heat_paints_a_body_red_and_cold_leaves_it_grey(studio, look):
    seen = body(studio, drawn(studio, look))
    cold, half, hot = (drawn(studio, look, np.full(studio.cast.bones, h))[seen].mean(axis=0) for h in (0.0, 0.5, 1.0))
    own = drawn(studio, look)[seen].mean(axis=0)
    assert np.ptp(cold) < 0.5 * np.ptp(own), "grey"
    assert half[0] + half[1] > 2.0 * half[2] + 60, "yellow"
    assert hot[0] > 1.6 * max(hot[1], hot[2]), "red"


@pytest.mark.parametrize("look", Look)
def test_only_the_bones_that_are_hot_look_hot(studio, look):
    heat = np.zeros(studio.cast.bones)
    heat[5] = 1.0  # the head
    change = np.abs(drawn(studio, look, heat) - drawn(studio, look, 0.0 * heat)).max(axis=-1) > 12
    ((_, y),) = np.floor(VIEW.pixels(studio.cast.place[5:6], *PICTURE)).astype(int)
    rows = np.nonzero(change)[0]
    assert len(rows) > 8
    assert y - 12 < rows.min() and rows.max() < y + 12


@pytest.mark.parametrize("look", Look)
def test_what_nobody_moves_is_tinted_and_the_rest_keeps_its_own_colours(studio, look):
    """The head alone; below the chest not a pixel changes."""
    passive = np.zeros(studio.cast.bones, bool)
    passive[5] = True
    own = drawn(studio, look)
    try:
        studio.cast.passive = passive
        tinted, warm = drawn(studio, look), drawn(studio, look, np.zeros(studio.cast.bones))
    finally:
        studio.cast.passive = None
    changed = np.abs(tinted.astype(int) - own).max(axis=-1) > 12
    rows = np.flatnonzero(changed.any(axis=1))
    assert changed.sum() > 30 and rows.max() - rows.min() < 0.25 * len(own)
    blue = (tinted[..., 2].astype(int) - tinted[..., 0])[changed].mean()
    assert blue > (own[..., 2].astype(int) - own[..., 0])[changed].mean() + 20
    cold = drawn(studio, look, np.zeros(studio.cast.bones))
    assert (np.abs(warm.astype(int) - cold).max(axis=-1) > 12).sum() > 30, "among cold bones it can be told"
    np.testing.assert_array_equal(drawn(studio, look), own)


def test_heat_goes_from_a_paints_own_grey_over_yellow_to_red():
    out = np.zeros((4, 4), np.float32)
    warm(np.array([0.0, 0.5, 1.0, 7.0]), out)
    from systems.draw.cast import RED, YELLOW

    np.testing.assert_allclose(out[0], [0.0, 0.0, 0.0, 1.0])
    np.testing.assert_allclose(out[1], [*linear(YELLOW), 0.0], atol=1e-6)
    np.testing.assert_allclose(out[2:], [[*linear(RED), 0.0]] * 2, atol=1e-6)


def test_a_body_without_the_names_is_drawn_as_its_collision_shapes_in_both_looks(standing, monkeypatch):
    from systems.draw import cast as module

    monkeypatch.setattr(module, "has_figure", lambda rig: False)
    with Studio(standing, PICTURE, quality_named("low"), VIEW) as studio:
        np.testing.assert_array_equal(drawn(studio, Look.SKIN), drawn(studio, Look.PLAIN))


def test_beyond_all_parts_a_grid_says_far():
    rig, skin = made("boxer")
    grid = Grid.around(posed(grown(rig), skin.bind_place, skin.bind_turn), 0.03)
    assert (grid.values[[0, -1]] > 0.0).all() and grid.values.max() == pytest.approx(FAR)
