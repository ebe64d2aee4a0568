"""What is found of all bones at once, against numpy."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from systems.kernels.tallying import extremes, farthest

SKELETONS = namedtuple("SKELETONS", "first total_mass")
BONES = namedtuple("BONES", "spin velocity position")
TALLIES = namedtuple("TALLIES", "spin speed reach max_spin")
LIMITS = 120.0, 60.0, 100.0
coordinates = st.floats(-1e3, 1e3)


def of_two(fill=0.0):
    """Two characters of three and two bones."""
    bones = BONES(*(np.full((5, 3), fill) for _ in range(3)))
    return SKELETONS(np.array([0, 3, 5]), np.array([75.0, 75.0])), bones, TALLIES(*(np.zeros(2) for _ in range(4)))


@settings(max_examples=100, deadline=None)
@given(arrays(np.float64, (7, 3), elements=coordinates))
def test_the_farthest_is_the_largest_of_all_level_coordinates(position):
    assert farthest(position) == np.abs(position[:, :2]).max()


@settings(max_examples=100, deadline=None)
@given(arrays(np.float64, (3, 5, 3), elements=coordinates))
def test_the_fastest_and_farthest_of_each_character_and_whether_any_is_beyond(numbers):
    skeletons, _, tallies = of_two()
    beyond = extremes(skeletons, BONES(*numbers), *LIMITS, tallies)
    sizes = np.linalg.norm(numbers, axis=2)
    found = np.array([[sizes[k, :3].max(), sizes[k, 3:].max()] for k in range(3)])
    assert np.array([tallies.spin, tallies.speed, tallies.reach]) == pytest.approx(found)
    clear = np.abs(found - np.array(LIMITS)[:, None]).min() > 1e-6
    assert not clear or beyond == bool((found > np.array(LIMITS)[:, None]).any())


@pytest.mark.parametrize("what", BONES._fields)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_is_beyond_everything_and_no_record(what, bad):
    skeletons, bones, tallies = of_two(1.0)
    getattr(bones, what)[4, 1] = bad
    assert extremes(skeletons, bones, *LIMITS, tallies)
    assert tallies.spin[1] == 1e30 and tallies.spin[0] < 2.0
    assert tallies.max_spin[1] == 0.0
