"""A foot that was captured to go through the other shin goes around it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from game.clips.clip import capture_of, fit
from game.clips.info import clip_info
from game.clips.parting import deepest, rods
from game.clips.planting import legs
from game.clips.retarget import joint_places, skeleton
from game.rigs.rig import load_rig

RIG = load_rig("boxer")


def made(*, part):
    info = replace(clip_info("punch"), part=part)
    return fit(capture_of(info), RIG, info)


def touch(clip):
    body = skeleton(RIG)
    left, right = legs(RIG, body)
    root, relative = clip.root_orientation.copy(), clip.relative.copy()
    return deepest(body, left, right, joint_places(clip, body), root, relative)


def test_legs_of_the_captured_punch_are_in_each_other_and_of_the_mended_one_are_not():
    assert touch(made(part=False)).depth.max() > 0.05
    assert touch(made(part=True)).depth.max() <= 0.0


def test_nothing_moves_but_that_leg_and_only_around_the_pass():
    """And it goes around as smoothly as it went through."""
    before, after = made(part=False), made(part=True)
    bones = [RIG.index(name) for name in ("right_thigh", "right_shin", "right_foot")]
    moved = np.abs(after.joint - before.joint).max(axis=2) > 1e-9
    assert set(np.flatnonzero(moved.any(axis=0)).tolist()) == set(bones)
    assert moved.any(axis=1).sum() < 0.5 * TICKS_PER_S
    np.testing.assert_array_equal(after.root_position, before.root_position)
    ways = [joint_places(clip, skeleton(RIG))[:, bones[2]] for clip in (before, after)]
    fastest, hardest = ([np.abs(np.diff(way, n, axis=0)).max() for way in ways] for n in (1, 2))
    assert fastest[1] <= 1.1 * fastest[0]
    assert hardest[1] <= 1.5 * hardest[0]


def test_legs_that_pass_clear_of_each_other_stay_as_they_are():
    info = clip_info("kick")
    with_it, without = (fit(capture_of(info), RIG, replace(info, part=part)) for part in (True, False))
    np.testing.assert_array_equal(with_it.joint, without.joint)


@pytest.mark.parametrize(("bone", "long", "radius"), [("left_shin", 0.35, 0.05), ("left_foot", 0.133, 0.057)])
def test_a_leg_is_rods(bone, long, radius):
    """A foot of 0.19 m by 0.09 by 0.07 is one of 0.133 m and 0.057 m around it."""
    left = next(leg for leg in legs(RIG, skeleton(RIG)) if RIG.names[leg.bones[2]] == "left_foot")
    (rod,) = [own for own in rods(skeleton(RIG), left) if own.bone == RIG.index(bone)]
    assert np.linalg.norm(rod.end - rod.start) == pytest.approx(long, abs=1e-3)
    assert rod.radius == pytest.approx(radius, abs=1e-3)
