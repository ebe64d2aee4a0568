"""What rolls does not slide: the path of a body that rolls is the one that its floor gives it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.clips.clip import fitted
from game.clips.gripping import slid
from game.clips.info import clip_info, read_clips
from game.clips.retarget import skeleton
from game.clips.scan import captured, scan
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt

TICKS = TICKS_PER_S
ROLLS = 5.0  # rad/s


def ball(radius):
    """A body of one bone, with one ball around it."""
    return replace(
        skeleton(load_rig("boxer")),
        parent=np.array([-1]), offset=np.zeros((1, 3)), shape_bone=np.array([0]), shape_ends=np.zeros((1, 2, 3)),
        shape_radius=np.array([radius]), shape_half=np.zeros((1, 3)),
    )  # fmt: skip


@pytest.mark.parametrize("axis", [(0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)], ids=["forward", "to the left"])
@pytest.mark.parametrize("speed", [0.0, 0.4, 1.0])
def test_a_ball_that_rolls_slides_by_what_it_turns_less_what_it_goes(axis, speed):
    seconds, radius = np.arange(TICKS + 1) / TICKS, 0.2
    root = np.array([qt.from_rotvec(tuple(ROLLS * t * np.array(axis))) for t in seconds])
    way = np.cross(axis, (0.0, 0.0, 1.0))
    position = np.outer(seconds, speed * way)
    position[:, 2] = radius
    relative = np.tile((0.0, 0.0, 0.0, 1.0), (TICKS + 1, 1, 1))
    end = slid(ball(radius), position, root, relative)[-1]
    assert end == pytest.approx((speed - ROLLS * radius) * way[:2], abs=1e-6)


def test_feet_of_the_mended_roll_slide_less_than_those_of_the_captured_one():
    rig = load_rig("boxer")
    assert scan(fitted("roll", rig), rig).slide < 0.4 * captured("roll", rig).slide
    assert clip_info("roll").grip and not clip_info("backflip").grip


def test_only_a_motion_that_ends_may_roll_on(tmp_path):
    path = tmp_path / "clips.toml"
    path.write_text('[spin]\nfile = "humanoid3d_spin.txt"\ngrip = true\n')
    with pytest.raises(InputError, match="loop = false"):
        read_clips(path)
