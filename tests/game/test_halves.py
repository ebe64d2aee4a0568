"""A loop of a half and its mirror image: it closes, it is its own image half a loop later, and nothing jumps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.errors import InputError
from game.clips.clip import capture_of
from game.clips.deepmimic import JOINTS
from game.clips.halves import halved, reflected
from game.clips.info import clip_info

RUN = capture_of(replace(clip_info("run"), half_from=None))


def test_the_second_half_is_the_image_of_the_first_and_the_end_is_the_start() -> None:
    run = halved(RUN, 12)
    n = (len(run.times) - 1) // 2
    np.testing.assert_allclose(np.abs(np.sum(run.rotation[n:] * reflected(run.rotation[: n + 1]), axis=2)), 1.0)
    np.testing.assert_allclose(np.abs(np.sum(run.rotation[-1] * run.rotation[0], axis=1)), 1.0)
    steps = np.diff(run.position, axis=0)
    np.testing.assert_allclose(steps[n:], steps[:n] * (1.0, -1.0, 1.0), atol=1e-12)
    assert run.position[-1, 2] == pytest.approx(run.position[0, 2])
    np.testing.assert_allclose(np.diff(run.times), np.diff(RUN.times)[0], rtol=1e-6)


def test_left_and_right_are_exchanged_and_knees_still_bend_the_same_way() -> None:
    image = reflected(RUN.rotation)
    for joint in ("hip", "knee", "elbow"):
        left, right = JOINTS.index(f"left_{joint}"), JOINTS.index(f"right_{joint}")
        np.testing.assert_array_equal(image[:, left], RUN.rotation[:, right] * (-1.0, 1.0, -1.0, 1.0))
    np.testing.assert_array_equal(reflected(image), RUN.rotation)


def test_a_half_that_is_not_there_is_told() -> None:
    with pytest.raises(InputError, match="half_from"):
        halved(RUN, len(RUN.times) - 2)
