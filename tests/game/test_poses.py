"""Key poses: soles flat, weight over the feet, on every rig; mistakes in a pose file are said plainly."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from components.clip import Array, Clip
from components.errors import InputError
from components.rig import Rig
from game.clips.poses import read_pose
from game.clips.retarget import centre_of_mass, place_rows, skeleton
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt


def places_of(clip: Clip, rig: Rig) -> Array:
    body = skeleton(rig)
    return np.asarray(place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset))


@pytest.mark.parametrize("name_of_rig", ["boxer", "paper36"])
@pytest.mark.parametrize("name", ["stand", "guard"])
def test_a_pose_stands_flat_and_balanced(name: str, name_of_rig: str) -> None:
    rig = load_rig(name_of_rig)
    clip, body = load_clip(name, rig), skeleton(rig)
    places = places_of(clip, rig)
    corners = []
    for side in ("left", "right"):
        foot = rig.index(f"{side}_foot")
        for k in range(0, clip.frames, 60):
            world = qt.mul(clip.root_orientation[k], clip.relative[k, foot])
            assert qt.rotate(world, (0.0, 0.0, 1.0))[2] > 0.9999
        for shape in np.flatnonzero(body.where({foot})):
            for corner in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                inside = body.shape_ends[shape, 0] + body.shape_half[shape] * (*corner, -1.0)
                point = places[0, foot] + qt.rotate(qt.mul(clip.root_orientation[0], clip.relative[0, foot]), inside)
                assert abs(point[2]) < 0.002
                corners.append(point[:2])
    centre = centre_of_mass(body, clip.root_orientation, clip.relative, places)[:, :2]
    for direction in np.linspace(0.0, 2.0 * pi, 72):
        along = np.array([np.cos(direction), np.sin(direction)])
        assert (centre @ along).max() < max(np.array(corners) @ along) - 0.03
    np.testing.assert_allclose(centre, np.tile(np.mean(corners, axis=0), (len(centre), 1)), atol=0.04)


def test_the_guard_leads_with_the_left_and_looks_ahead() -> None:
    rig = load_rig("boxer")
    clip = load_clip("guard", rig)
    places = places_of(clip, rig)[0]
    left, right, head = (places[rig.index(bone)] for bone in ("left_hand", "right_hand", "head"))
    assert places[rig.index("left_foot"), 0] - places[rig.index("right_foot"), 0] == pytest.approx(0.4)
    assert left[0] - head[0] > 0.25
    assert left[0] - right[0] > 0.1
    assert abs(left[2] - head[2]) < 0.15
    look = qt.rotate(qt.mul(clip.root_orientation[0], clip.relative[0, rig.index("head")]), (1.0, 0.0, 0.0))
    assert abs(look[1]) < 0.1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("knees = 5\n", "missing required field `left`"),
        ("knees = 5\nchest = { bent = 3 }\n", "line 2, chest.bent: "),
        ("knees = 500\n", "line 1, knees: "),
    ],
)
def test_a_mistake_in_a_pose_is_said_with_file_and_key(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "lean.toml"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        read_pose(path)
    assert "lean.toml: " in str(caught.value)
    assert message in str(caught.value)
