"""Joints that are well within their range are found so without an arc; what is beyond it still is pushed back."""

from __future__ import annotations

from math import acos, cos, sin, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.clock import DT
from systems.kernels.joint_springs import beyond_fast, is_within, stop_swing
from systems.kernels.kinematics import hinge_angle

angles = st.floats(-3.1, 3.1)
X = (1.0, 0.0, 0.0)


@settings(deadline=None)
@given(angles, angles, angles)
def test_what_is_within_for_certain_is_within(angle, one, other):
    low, high = min(one, other), max(one, other)
    d, w = sin(angle / 2), cos(angle / 2)
    if is_within(d, w, low, high):
        assert low <= hinge_angle((d, 0.0, 0.0, w), X) <= high


@pytest.mark.parametrize("angle", [-0.4, -0.1, 0.0, 0.1, 0.4])
def test_a_joint_near_the_middle_of_its_range_is_found_so(angle):
    assert is_within(sin(angle / 2), cos(angle / 2), -0.5, 0.5)
    assert not is_within(sin(0.3), cos(0.3), -0.5, 0.5)


@settings(deadline=None)
@given(st.floats(0.0, 3.1), st.floats(0.05, 3.1))
def test_a_bone_is_pushed_back_where_it_has_swung_too_far_and_nowhere_else(swung, most):
    middle, spring, gain = (cos(swung), sin(swung), 0.0), np.zeros((1, 3)), np.zeros((1, 3, 3))
    stop_swing(0, X, middle, most, 0.1, 10.0, 40.0, (0.0, 0.0, 0.0), DT, spring, gain)
    beyond = acos(cos(swung)) - most
    if abs(beyond) > 1e-6:
        assert bool(abs(spring).max() > 0.0) is (beyond > 0.0)


@settings(deadline=None)
@given(st.floats(0.0, 100.0), st.floats(1.0, 50.0))
def test_flesh_drags_beyond_the_fast_speed_alone(speed, fast):
    rate = (speed / sqrt(3.0),) * 3
    size = sqrt(sum(x * x for x in rate))
    assert beyond_fast(rate, fast) == pytest.approx(max(0.0, 1.0 - fast / max(1e-9, size)))
