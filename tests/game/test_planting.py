"""Laws of planted feet: they stay where they stand, clear the floor between, and the legs stay legs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from gathered import for_each

from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.base.paths import MOTIONS
from game.clips.clip import clip_info, clip_names, fit
from game.clips.deepmimic import read_deepmimic
from game.clips.planting import CLEAR, legs
from game.clips.retarget import place_rows, skeleton
from game.clips.scan import KINK, captured, scan
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt

RIGS = ("boxer", "paper36")
PLANTED = [name for name in clip_names() if (info := clip_info(name)).plant and info.file and not info.carry]
CARRIED = [name for name in clip_names() if (info := clip_info(name)).carry and info.file]
both = pytest.mark.parametrize("rig", RIGS)
every = for_each("name, rig", [(name, rig) for name in PLANTED for rig in RIGS])


@cache
def rig_of(name: str) -> Rig:
    return load_rig(name)


def clip_of(name: str, rig: str) -> Clip:
    return load_clip(name, rig_of(rig))


@cache
def free_of(name: str, rig: str) -> Clip:
    """The same clip with its feet as captured."""
    info = clip_info(name)
    path = MOTIONS / info.file
    return fit(read_deepmimic(path), rig_of(rig), replace(info, plant=False))


def on(clip: Clip, points: Array) -> Array:
    """The places one loop later."""
    return np.array([qt.rotate(qt.about_z(clip.loop_turn), tuple(p)) for p in points]) + clip.loop_travel


def paths(clip: Clip, rig: Rig) -> list[tuple[Array, Array, Array]]:
    """Of each foot over the loop and one tick more: heel (n + 1, 3) m, ball (n + 1, 3) m, lowest corner (n + 1,) m."""
    body, out = skeleton(rig), []
    places = place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset)
    for leg in legs(rig, body):
        foot, toes = leg.bones[2], int(body.toes[leg.toe, 0])
        turned = qt.mul_rows(clip.root_orientation, clip.relative[:, foot])
        bent = qt.mul_rows(clip.root_orientation, clip.relative[:, toes])

        def path(point: Array, toe: bool = False, foot=foot, turned=turned, bent=bent, ball=leg.ball) -> Array:
            at = np.array([qt.rotate(q, tuple(ball if toe else point)) for q in turned]) + places[:, foot]
            return at + np.array([qt.rotate(q, tuple(point - ball)) for q in bent]) * toe

        corners = [path(corner, bool(toe)) for corner, toe in zip(leg.corners, leg.on_toe, strict=True)]
        low = np.min([corner[:, 2] for corner in corners], axis=0)
        heel, ball = (np.concatenate([p, on(clip, p[:1])]) for p in (path(leg.heel), path(leg.ball)))
        out.append((heel, ball, np.append(low, low[0])))
    return out


def slides(clip: Clip, rig: Rig) -> list[tuple[Array, Array, Array, Array]]:
    """Of each foot, tick by tick: horizontal speed (m/s) of heel and of ball, is the heel down, is the ball down."""
    out = []
    for (heel, ball, low), leg in zip(paths(clip, rig), legs(rig, skeleton(rig)), strict=True):
        speed = [np.hypot(*(np.diff(p[:, :2], axis=0) * TICKS_PER_S).T) for p in (heel, ball)]
        down = [(np.maximum(p[1:, 2], p[:-1, 2]) - high < 0.001) for p, high in ((heel, 0.0), (ball, leg.rise))]
        out.append((*speed, down[0] & (low[1:] < 0.001), down[1] & (low[1:] < 0.001)))
    return out


def test_the_walks_and_the_turns_are_planted_and_their_mirrors_with_them() -> None:
    assert set(PLANTED) == {
        "walk",
        "walk_slow",
        "stroll",
        "turn_left",
        "turn_left_sharp",
        "turn_right",
        "turn_right_sharp",
    }
    assert clip_info("walk_mirrored").plant
    assert set(CARRIED) == {"run", "dance_a", "dance_b", "spin", "backflip"}


@for_each("name, rig", [(name, rig) for name in CARRIED for rig in RIGS])
def test_feet_that_stand_slide_far_less_than_captured(name: str, rig: str) -> None:
    now, was = scan(clip_of(name, rig), rig_of(rig)), captured(name, rig_of(rig))
    assert now.slide < 0.4 * was.slide
    assert now.sink < 0.01
    assert now.kink <= max(was.kink, KINK)


@pytest.mark.slow
@every
def test_what_is_down_stays_in_its_place(name: str, rig: str) -> None:
    for heel, ball, heel_down, ball_down in slides(clip_of(name, rig), rig_of(rig)):
        for speed, down in ((heel, heel_down), (ball, ball_down)):
            assert speed[down].max() < 0.25  # while it lifts off
            assert speed[down & np.roll(down, -3) & np.roll(down, 3)].max() < 0.02
        assert (heel_down | ball_down).mean() > 0.4


@every
def test_a_foot_never_skims_the_floor_at_speed(name: str, rig: str) -> None:
    for heel, _, low in paths(clip_of(name, rig), rig_of(rig)):
        speed = np.hypot(*(np.diff(heel[:, :2], axis=0) * TICKS_PER_S).T)
        lowest = np.minimum(low[1:], low[:-1])
        assert low.min() > -0.004
        assert lowest[speed > 3.0].min(initial=1.0) > 0.8 * CLEAR
        landing = (heel[1:, 2] < 0.002) & (heel[:-1, 2] >= 0.002)
        assert landing.any()
        assert speed[landing].max() < 0.3


@every
def test_a_planted_loop_closes_without_a_jump(name: str, rig: str) -> None:
    clip = clip_of(name, rig)
    steps = np.diff(np.concatenate([clip.root_position, on(clip, clip.root_position[:2])]), axis=0)
    assert np.linalg.norm(np.diff(steps[-3:], axis=0), axis=1).max() < 0.003
    speeds = np.concatenate([clip.joint_spin[-3:, 1:], clip.joint_spin[:3, 1:]])
    assert np.linalg.norm(np.diff(speeds, axis=0), axis=2).max() < 5.0


@every
def test_knees_are_never_straight_and_turn_hardly_faster_than_captured(name: str, rig: str) -> None:
    clip, free, body = clip_of(name, rig), free_of(name, rig), skeleton(rig_of(rig))
    for leg in legs(rig_of(rig), body):
        knee = 2.0 * np.arctan2(clip.joint[:, leg.bones[1], :3] @ leg.axis, clip.joint[:, leg.bones[1], 3])
        assert np.degrees(knee).min() > 5.0
    for part, most in ((0, 1.6), (1, 1.7), (2, 1.5)):
        bones = [leg.bones[part] for leg in legs(rig_of(rig), body)]
        fast, was = (np.linalg.norm(c.joint_spin[:, bones], axis=2).max() for c in (clip, free))
        assert fast < most * was


@every
def test_only_legs_and_the_height_of_the_hips_change(name: str, rig: str) -> None:
    clip, free, body = clip_of(name, rig), free_of(name, rig), skeleton(rig_of(rig))
    moved = {bone for leg in legs(rig_of(rig), body) for bone in leg.bones} | set(body.toes[:, 0].tolist())
    others = [i for i in range(len(body.parent)) if i not in moved]
    np.testing.assert_array_equal(clip.joint[:, others], free.joint[:, others])
    np.testing.assert_array_equal(clip.root_position[:, :2], free.root_position[:, :2])
    lowered = free.root_position[:, 2] - clip.root_position[:, 2]
    assert lowered.min() > -1e-12
    assert lowered.max() < 0.031


@both
def test_the_mirrored_walk_plants_the_other_foot(rig: str) -> None:
    walk, other = slides(clip_of("walk", rig), rig_of(rig)), slides(clip_of("walk_mirrored", rig), rig_of(rig))
    for mine, its in zip(walk, reversed(other), strict=True):
        for a, b in zip(mine, its, strict=True):
            np.testing.assert_allclose(a, b, atol=1e-6)


@both
def test_as_captured_the_same_foot_slides_where_it_is_low(rig: str) -> None:
    """Else the claims above would say nothing."""
    for name, least in (("walk", 2.5), ("walk_slow", 2.0)):
        for clip, fast in ((free_of(name, rig), True), (clip_of(name, rig), False)):
            heel, _, low = paths(clip, rig_of(rig))[0]
            speed = np.hypot(*(np.diff(heel[:, :2], axis=0) * TICKS_PER_S).T)
            assert (speed[low[1:] < 0.012].max() > least) == fast
