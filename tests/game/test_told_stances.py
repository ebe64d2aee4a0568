"""Feet that are told when they stand: on the floor then, turning about what they stand on; and how high they swing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.clip import Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from game.clips.clip import capture_of, fit
from game.clips.info import clip_info, read_clips
from game.clips.planting import Foot, Leg, legs, pivoting, sole
from game.clips.retarget import joint_places, skeleton
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt

RIG = load_rig("boxer")
BODY = skeleton(RIG)
TICKS = 60


def ends(clip: Clip, leg: Leg) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) m, heel and ball."""
    foot = leg.bones[2]
    turned = np.asarray(qt.mul_rows(clip.root_orientation.copy(), np.ascontiguousarray(clip.relative[:, foot])))
    return sole(np.ascontiguousarray(joint_places(clip, BODY)[:, foot]), turned, leg.heel, leg.ball)[2:]


@pytest.mark.parametrize("name", ["dance_a", "dance_b"])
def test_a_foot_is_on_the_floor_while_it_is_told_to_stand_and_does_not_go_away(name: str) -> None:
    info = clip_info(name)
    free = fit(capture_of(info), RIG, replace(info, plant=False, stances={}, clear=None, carry=False))
    for leg in legs(RIG, BODY):
        height, speed = [], []  # of the planted one, and as captured
        for heel, ball in (ends(clip, leg) for clip in (load_clip(name, RIG), free)):
            spans = [np.array(span) / info.rate * TICKS_PER_S for span in info.stances[RIG.bones[leg.bones[2]].side]]
            ticks = np.concatenate([np.arange(a, min(b, len(heel))).astype(int)[:-12] for a, b in spans])
            height.append(np.mean(np.minimum(heel[ticks, 2], ball[ticks, 2] - leg.rise)))
            speeds = [np.hypot(*np.gradient(end[:, :2], axis=0).T)[ticks] for end in (heel, ball)]
            speed.append(np.mean(np.minimum(*speeds)) * TICKS_PER_S)
        assert -0.001 < height[0] < 0.006 < height[1]
        assert speed[0] < 0.16
        assert speed[0] < 0.7 * speed[1]


@pytest.mark.parametrize(("about", "roll"), [("heel", 0.0), ("ball", 0.0), ("heel", -0.1), ("ball", 0.1)])
def test_a_foot_turns_about_what_it_stands_on_and_flat_about_what_stays_as_captured(about: str, roll: float) -> None:
    leg = legs(RIG, BODY)[0]
    heading = np.linspace(0.0, 2.0, TICKS)
    nose = np.stack([np.cos(heading), np.sin(heading), 0.0 * heading], axis=1) * (leg.ball - leg.heel)[0]
    still = np.tile([0.3, -0.2, 0.0], (TICKS, 1))
    captured = "heel" if roll else about  # one that is rolled is not asked what was captured
    heel, ball = (still, still + nose) if captured == "heel" else (still - nose, still)
    level = np.zeros(TICKS)
    foot = Foot(replace(leg, ball=leg.ball * (1, 0, 1) + leg.heel * (0, 1, 0)), heading, level, heel, ball, [])
    weight = np.full(TICKS, 1.0 / TICKS)
    place = pivoting(foot, heading, np.full(TICKS, roll), slice(0, TICKS), weight)
    fixed = place if about == "heel" else place + nose[:, :2]
    assert np.ptp(fixed, axis=0).max() < 0.005
    heel_goes = 0.0 if about == "heel" else np.ptp(nose, axis=0).max()
    assert np.ptp(place, axis=0).max() == pytest.approx(heel_goes, abs=0.005)


def test_feet_that_are_told_to_swing_higher_do() -> None:
    info = clip_info("walk")
    usual, high = (fit(capture_of(info), RIG, replace(info, clear=clear)) for clear in (None, 0.06))
    for leg in legs(RIG, BODY):
        least = []
        for clip in (usual, high):
            heel, ball = ends(clip, leg)
            fast = np.hypot(*np.gradient(heel[:, :2], axis=0).T) * TICKS_PER_S > 3.0
            least.append(np.minimum(heel, ball)[fast, 2].min())
        assert least[1] > least[0] + 0.02


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("plant = true\nstances.left = [[0.5, 0.4]]", "times that rise"),
        ("plant = true\nstances.left = [[0.1, 0.4], [0.3, 0.6]]", "times that rise"),
        ("plant = true\nstances.middle = [[0.1, 0.4]]", "middle"),
        ("stances.left = [[0.1, 0.4]]", "plant = true"),
        ("clear = 0.05", "plant = true"),
        ("plant = true\nclosely = true", "carry = true"),
    ],
)
def test_what_no_foot_can_be_told_is_refused(rows: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "clips.toml"
    path.write_text(f'[skip]\nfile = "humanoid3d_walk.txt"\n{rows}\n')
    with pytest.raises(InputError, match=reason):
        read_clips(path)
