"""Rotations against the engine's own and against what a rotation is."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from raw import p

from systems.kernels import quaternions as qt
from systems.kernels.kinematics import hinge_angle

part = st.floats(-1.0, 1.0, allow_nan=False)
vector = st.tuples(part, part, part).map(lambda v: np.array(v) * 10.0)
axis = (
    st.tuples(part, part, part).filter(lambda v: np.linalg.norm(v) > 0.1).map(lambda v: np.array(v) / np.linalg.norm(v))
)
turn = (
    st.tuples(part, part, part, part)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(lambda q: np.array(q) / np.linalg.norm(q))
)
ANGLES = [0.0, 1e-12, 1e-9, 1e-7, 1e-3, 1.0, pi / 2, pi - 1e-3, pi - 1e-7, pi - 1e-10, pi]
some = settings(max_examples=60, deadline=None)


def same(a, b, within=1e-9):
    """The same rotation, whatever the sign."""
    return min(np.abs(np.subtract(a, b)).max(), np.abs(np.add(a, b)).max()) < within


def matrix(q):
    return np.array(p.getMatrixFromQuaternion(q)).reshape(3, 3)


def turned(axis, angle):
    return np.array([*(np.sin(angle / 2) * np.asarray(axis)), np.cos(angle / 2)])


@some
@given(turn, turn, turn)
def test_products_can_be_bracketed_either_way(a, b, c):
    assert np.allclose(qt.mul(qt.mul(a, b), c), qt.mul(a, qt.mul(b, c)), atol=1e-12)


@pytest.mark.bullet
@some
@given(turn, vector)
def test_turning_keeps_lengths_and_is_the_engines_matrix(q, v):
    assert np.isclose(np.linalg.norm(qt.rotate(q, v)), np.linalg.norm(v), atol=1e-12)
    assert np.allclose(qt.rotate(q, v), matrix(q) @ v, atol=1e-9)
    assert np.allclose(qt.unrotate(q, qt.rotate(q, v)), v, atol=1e-9)


@pytest.mark.bullet
@some
@given(turn, turn)
def test_a_product_is_the_engines_product(a, b):
    assert same(qt.mul(a, b), p.multiplyTransforms([0, 0, 0], a, [0, 0, 0], b)[1], 1e-6)
    assert np.allclose(matrix(qt.mul(a, b)), matrix(a) @ matrix(b), atol=1e-9)


@pytest.mark.parametrize("angle", ANGLES)
@settings(max_examples=25, deadline=None)
@given(a=turn, about=axis)
def test_delta_applied_to_the_actual_gives_the_desired_at_any_angle(angle, a, about):
    desired = qt.mul(turned(about, angle), a)
    e = np.array(qt.delta(desired, a))
    assert np.isfinite(e).all()
    assert abs(np.linalg.norm(e) - angle) < 1e-7
    assert same(qt.mul(qt.from_rotvec(e), a), desired)
    if 1e-6 < angle < pi - 1e-6:
        assert np.allclose(e / angle, about, atol=1e-7)


@some
@given(turn, turn)
def test_delta_is_the_short_way_round_and_blind_to_signs(d, a):
    e = np.array(qt.delta(d, a))
    assert np.linalg.norm(e) <= pi + 1e-12
    assume(abs(np.linalg.norm(e) - pi) > 1e-6)
    assert np.allclose(qt.delta(-d, a), e, atol=1e-9)
    assert np.allclose(qt.delta(d, -a), e, atol=1e-9)
    assert np.allclose(qt.delta(a, d), -e, atol=1e-9)


@pytest.mark.parametrize("angle", ANGLES)
@settings(max_examples=25, deadline=None)
@given(about=axis)
def test_rotation_vectors_there_and_back(angle, about):
    r = angle * about
    back = np.array(qt.to_rotvec(qt.from_rotvec(r)))
    assert np.isfinite(back).all()
    if angle < pi - 1e-9:
        assert np.allclose(back, r, atol=1e-9)
    else:
        assert same(qt.from_rotvec(back), qt.from_rotvec(r))
    assert np.isclose(np.linalg.norm(qt.from_rotvec(r)), 1.0, atol=1e-12)


@some
@given(turn, turn, st.floats(0.0, 1.0))
def test_slerp_starts_at_one_end_stops_at_the_other_and_is_even(a, b, t):
    assert same(qt.slerp(a, b, 0.0), a)
    assert same(qt.slerp(a, b, 1.0), b)
    whole, part = np.linalg.norm(qt.delta(b, a)), np.linalg.norm(qt.delta(qt.slerp(a, b, t), a))
    assert abs(part - t * whole) < 1e-7


@some
@given(turn, axis)
def test_the_twist_is_about_the_axis_and_what_is_left_does_not_twist(q, about):
    twist = np.array(qt.twist_about(q, about))
    assert np.allclose(np.cross(twist[:3], about), 0.0, atol=1e-9)
    swing = np.array(qt.mul(q, qt.conj(twist)))
    assert abs(swing[:3] @ about) < 1e-8
    assert same(qt.mul(swing, twist), q)


@some
@given(st.floats(-3.1, 3.1), st.floats(-1.4, 1.4), part, part)
def test_a_lean_does_not_change_the_heading(yaw, lean, x, y):
    assume(np.hypot(x, y) > 0.1)
    sideways = turned(np.array([x, y, 0.0]) / np.hypot(x, y), lean)
    assert abs(qt.heading(qt.mul(sideways, qt.about_z(yaw))) - yaw) < 1e-9


@some
@given(turn, st.floats(-10.0, 10.0))
def test_turning_the_world_about_the_vertical_adds_to_the_heading(q, yaw):
    assume(q[2] ** 2 + q[3] ** 2 > 1e-3)
    gained = qt.heading(qt.mul(qt.about_z(yaw), q)) - qt.heading(q)
    assert abs(np.angle(np.exp(1j * (gained - yaw)))) < 1e-7


@some
@given(axis, st.floats(-20.0, 20.0))
def test_the_angle_of_a_hinge_wraps_to_half_a_turn_either_way(about, angle):
    got = hinge_angle(qt.from_rotvec(angle * about), about)
    assert -pi - 1e-12 <= got <= pi + 1e-12
    assert abs(np.angle(np.exp(1j * (got - angle)))) < 1e-9


def test_the_row_forms_are_the_single_forms():
    random = np.random.default_rng(0)
    a, b = random.normal(size=(2, 7, 4))
    a /= np.linalg.norm(a, axis=1)[:, None]
    b /= np.linalg.norm(b, axis=1)[:, None]
    assert np.array_equal(qt.mul_rows(a, b), [qt.mul(x, y) for x, y in zip(a, b, strict=True)])
    assert np.array_equal(qt.delta_rows(a, b), [qt.delta(x, y) for x, y in zip(a, b, strict=True)])
