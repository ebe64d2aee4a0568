"""From key frames to a curve: through the keys, no corners, closed loops, joined takes mended, on the floor."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.clip import Array
from game.base.paths import MOTIONS
from game.clips.clip import clip_info
from game.clips.deepmimic import JOINTS, Capture, read_deepmimic
from game.clips.grounding import Floor, floor_shift
from game.clips.resample import mended, resample
from game.clips.spline import cubic_spline, rotation_spline
from systems.kernels import quaternions as qt

LOOPS = ["walk", "run", "crawl", "spin", "dance_a", "dance_b", "turn_left", "turn_right_sharp", "walk_slow"]


def capture_of(name: str) -> Capture:
    return read_deepmimic(MOTIONS / clip_info(name).file)


def angle(a: Array, b: Array) -> float:
    return float(qt.norm(qt.delta(a, b)))


@pytest.mark.slow(but=["walk", "turn_left"])
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_no_jump_in_pose_or_velocity(name: str) -> None:
    hz = 20_000.0
    curve = resample(capture_of(name), looping=True, turn=clip_info(name).turn, hz=hz)
    ends = np.concatenate([curve.rotation[-2:], curve.rotation[:2]])
    ends[2:, 0] = [qt.mul(qt.about_z(curve.turn), q) for q in ends[2:, 0]]
    for j in range(len(JOINTS)):
        speed = qt.delta_rows(ends[1:, j], ends[:-1, j]) * hz
        assert np.linalg.norm(np.diff(speed, axis=0), axis=1).max() < 0.1
    start = curve.position[0]
    c, s = np.cos(curve.turn), np.sin(curve.turn)
    matrix = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    again = (curve.position[:2] - start) @ matrix.T + start + curve.travel
    velocity = np.diff(np.concatenate([curve.position[-2:], again]), axis=0) * hz
    assert np.linalg.norm(np.diff(velocity, axis=0), axis=1).max() < 0.02


@given(st.lists(st.floats(0.01, 1.0), min_size=2, max_size=20), st.integers(0, 2**32 - 1))
def test_the_spline_meets_its_keys_and_has_no_corner(steps: list[float], seed: int) -> None:
    times = np.concatenate([[0.0], np.cumsum(steps)])
    keys = np.random.default_rng(seed).normal(size=(len(times), 2))
    np.testing.assert_allclose(cubic_spline(times, keys, times), keys, atol=1e-9)
    inner, e = times[1:-1], 1e-4
    before, at, after = (cubic_spline(times, keys, inner + shift) for shift in (-e, 0.0, e))
    # a corner would leave e times the jump in slope
    assert np.abs(after - 2.0 * at + before).max() < 1e-6 / min(steps) ** 2


def test_the_rotation_spline_meets_its_keys() -> None:
    capture = capture_of("cartwheel")
    again = rotation_spline(capture.times, capture.rotation, capture.times)
    for key in range(0, len(again), 9):
        for joint in range(len(JOINTS)):
            assert angle(again[key, joint], capture.rotation[key, joint]) < 1e-7


def test_a_jump_between_two_takes_is_spread() -> None:
    capture, joint = capture_of("walk"), JOINTS.index("left_shoulder")
    smooth = mended(capture)
    assert angle(capture.rotation[19, joint], capture.rotation[18, joint]) > 0.4
    assert angle(smooth.rotation[19, joint], smooth.rotation[18, joint]) < 0.1
    others = [j for j in range(len(JOINTS)) if j != joint]
    np.testing.assert_array_equal(smooth.rotation[:, others], capture.rotation[:, others])


@given(st.integers(0, 2**32 - 1), st.sampled_from(["follow", "flight"]), st.booleans())
def test_after_the_shift_nothing_is_deeper_than_two_millimetres(seed: int, floor: Floor, looping: bool) -> None:
    low = np.cumsum(np.random.default_rng(seed).normal(scale=0.02, size=100))
    shift = floor_shift(low, floor, looping=looping)
    assert (low + shift).min() >= -0.002 - 1e-9
