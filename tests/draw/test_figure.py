"""Parts on bones, and their poses, without GL."""

from __future__ import annotations

import numpy as np
import pytest

from game.rigs.rig import load_rig
from systems.draw.figure import figure
from systems.draw.meshes import BALL, BOX, CAPSULE, KINDS, mesh
from systems.draw.posing import WIDTH, blend, pose_capsules, pose_rigid
from systems.kernels.quaternions import rotate

RANDOM = np.random.default_rng(3)


def turns(n):
    q = RANDOM.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_shapes_triangles_look_outwards(kind):
    vertices, indices = mesh(kind, 12)
    direction, corner = vertices[:, :3].astype(float), vertices[:, 3:].astype(float)
    np.testing.assert_allclose(np.linalg.norm(direction, axis=1), 1.0, atol=1e-6)
    place = direction + (corner * 0.5 if kind == BOX else corner[:, [1, 2, 0]])  # a capsule's end is 1 m up
    a, b, c = place[indices.reshape(-1, 3)].transpose(1, 0, 2)
    out = np.einsum("ij,ij->i", np.cross(b - a, c - a), direction[indices.reshape(-1, 3)].mean(axis=1))
    assert (out >= -1e-9).all()


def at_rest(rig):
    """m, each bone's origin, from the root's."""
    rest = [np.zeros(3)]
    for bone in rig.bones[1:]:
        rest.append(rest[bone.parent] + bone.offset)
    return rest


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_soles_are_drawn_where_the_feet_touch(rig):
    rig = load_rig(rig)
    rest = at_rest(rig)
    soles = [
        rest[i][2] + shape.start[2] - shape.size[2] / 2
        for i, bone in enumerate(rig.bones)
        for shape in bone.shapes
        if shape.kind == "box"
    ]
    low = []
    for part in figure(rig, (1.0, 0.0, 0.0), 0):
        a, b = rest[part.bone] + part.start, rest[part.end_bone] + part.end
        if part.kind == BALL:
            low.append(a[2] - part.size[2])
        else:
            lies = abs(b[0] - a[0]) > 0.75 * np.linalg.norm(b - a)
            low += [a[2] - part.size[0] * (part.size[3] if lies else 1.0)]
            low += [b[2] - part.size[1] * (part.size[3] if lies else 1.0)]
    assert min(low) == pytest.approx(min(soles), abs=0.003)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_a_body_is_its_own_mirror_image(rig):
    rig = load_rig(rig)
    rest = at_rest(rig)

    def ends(part, y):
        """Both ends with their radii, in an order of their own."""
        a, b = rest[part.bone] + part.start, rest[part.end_bone] + part.end
        if part.kind == BALL:
            return (*np.round(a * [1, y, 1], 9) + 0.0, *part.size)
        both = [(*np.round(p * [1, y, 1], 9) + 0.0, r) for p, r in ((a, part.size[0]), (b, part.size[1]))]
        return (*sorted(both)[0], *sorted(both)[1], part.size[3])

    parts = figure(rig, (1.0, 0.0, 0.0), 0)
    assert sorted(ends(part, 1) for part in parts) == sorted(ends(part, -1) for part in parts)


def test_a_rig_with_names_of_its_own_is_drawn_as_its_collision_shapes():
    from dataclasses import replace

    rig = load_rig("boxer")
    rig = replace(rig, bones=tuple(replace(bone, name=f"x_{bone.name}") for bone in rig.bones))
    assert len(figure(rig, (1.0, 0.0, 0.0), 0)) == sum(len(bone.shapes) for bone in rig.bones)


def test_a_posed_capsule_goes_from_one_bones_place_to_the_others():
    place, turn = RANDOM.normal(size=(4, 3)), turns(4)
    rows, ends = np.array([0, 2, 1]), np.array([1, 3, 1])
    start, end = RANDOM.normal(size=(3, 3)), RANDOM.normal(size=(3, 3))
    out = np.zeros((3, WIDTH), np.float32)
    pose_capsules(rows, ends, start, end, place, turn, out)
    for i in range(3):
        a = place[rows[i]] + rotate(turn[rows[i]], start[i])
        b = place[ends[i]] + rotate(turn[ends[i]], end[i])
        x, z, length = out[i, 4:7], out[i, 8:11], out[i, 18]
        np.testing.assert_allclose(out[i, :3], a, atol=1e-5)
        np.testing.assert_allclose(out[i, :3] + length * z, b, atol=1e-5)
        assert np.linalg.norm(x) == pytest.approx(1.0, abs=1e-6)
        assert x @ z == pytest.approx(0.0, abs=1e-6)


def test_a_posed_ball_has_its_bones_axes():
    place, turn = RANDOM.normal(size=(2, 3)), turns(2)
    out = np.zeros((1, WIDTH), np.float32)
    pose_rigid(np.array([1]), np.array([[0.1, 0.2, 0.3]]), place, turn, out)
    np.testing.assert_allclose(out[0, :3], place[1] + rotate(turn[1], (0.1, 0.2, 0.3)), atol=1e-6)
    np.testing.assert_allclose(out[0, 4:7], rotate(turn[1], (1.0, 0.0, 0.0)), atol=1e-6)
    np.testing.assert_allclose(out[0, 8:11], rotate(turn[1], (0.0, 0.0, 1.0)), atol=1e-6)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_a_blend_starts_and_ends_at_the_ticks_and_takes_the_short_way(alpha):
    quarter = np.array([[0.0, 0.0, np.sin(0.2), np.cos(0.2)]])
    place, turn = np.empty((1, 3)), np.empty((1, 4))
    blend(np.zeros((1, 3)), np.array([[0.0, 0.0, 0.0, -1.0]]), np.ones((1, 3)), quarter, alpha, place, turn)
    np.testing.assert_allclose(place, alpha)
    angle = 2 * np.arctan2(abs(turn[0, 2]), abs(turn[0, 3]))
    assert angle == pytest.approx(alpha * 0.4, abs=1e-3)


def test_all_kinds_of_part_are_used():
    assert {part.kind for part in figure(load_rig("boxer"), (1.0, 0.0, 0.0), 0)} == {CAPSULE, BALL}
