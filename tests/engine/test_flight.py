"""Bodies that touch nothing: weight, momentum, forces and torques, against closed forms of the engine's own step."""

from __future__ import annotations

from math import acos, cos, pi, sqrt

import numpy as np
import pytest

from components.clock import DT
from components.rig import Joint
from components.settings import WorldSettings
from systems.engine import FASTEST_JOINT

G = 9.81
ROOT, BALL, HINGE = Joint.ROOT, Joint.BALL, Joint.HINGE


def flown(start, velocity, g, n):
    """Velocities first, then places: n steps fall g dt^2 n (n + 1) / 2."""
    return np.array(start) + n * DT * np.array(velocity) - [0, 0, g * DT**2 * n * (n + 1) / 2]


@pytest.fixture
def pair(world, made_of):
    """Two bones on one centre of mass, joined there: what one is given the other gets the opposite of."""

    def make(joint=BALL, gravity=0.0, mass=1.0, inertia=(0.1, 0.1, 0.1), axis=(0, 1, 0), **state):
        here = world(gravity=gravity)
        root = made_of.bone(ROOT, mass=2.0, inertia=(0.4, 0.4, 0.4))
        puppet = here.character(made_of.rig(root, made_of.bone(joint, mass=mass, inertia=inertia, axis=axis)), **state)
        return here, puppet

    return make


# --- weight


@pytest.mark.parametrize("gravity", [G, 0.0, -2.0])
def test_a_thrown_thing_flies_the_parabola_of_the_step(world, gravity):
    here = world(gravity=gravity)
    ball = here.ball(0.5, at=(1, 2, 30), moving=(3, -1, 2))
    for n in range(1, 61):
        here.step()
        np.testing.assert_allclose(here.state(ball)[0], flown((1, 2, 30), (3, -1, 2), gravity, n), atol=1e-9 * n * n)
    np.testing.assert_allclose(here.state(ball)[2], [3, -1, 2 - gravity * 60 * DT], atol=1e-9)


def test_a_character_falls_as_a_stone_and_its_joints_do_not_notice(world, made_of):
    here = world(gravity=G)
    row = made_of.rig(
        made_of.bone(ROOT), made_of.bone(BALL, 0, (0.2, 0, 0), com=(0.1, 0, 0)), made_of.bone(HINGE, 1, (0, 0.3, 0))
    )
    puppet = here.character(row, at=(0, 0, 20), moving=(1, 0, 3), turns={1: made_of.turned((0, 0, 1), 0.7), 2: 0.4})
    here.step(60)
    (base,), parts = here.read(puppet)
    np.testing.assert_allclose(base[:3], flown((0, 0, 20), (1, 0, 3), G, 60), atol=1e-6)
    np.testing.assert_allclose(np.concatenate([speed for _, speed in parts]), 0.0, atol=1e-6)


def test_gravity_can_be_changed_between_two_steps(world):
    here = world(gravity=0.0)
    ball = here.ball(at=(0, 0, 5))
    here.step(30)
    assert here.state(ball)[0].tolist() == [0, 0, 5]
    here.engine.apply(WorldSettings(gravity=G))
    assert here.engine.settings.gravity == G
    here.step(10)
    np.testing.assert_allclose(here.state(ball)[0], flown((0, 0, 5), (0, 0, 0), G, 10), atol=1e-9)


# --- forces and torques


def test_a_push_at_the_centre_changes_the_velocity_by_f_dt_over_m_and_lasts_one_step(world):
    here = world(gravity=0.0)
    ball = here.ball(4.0, at=(0, 0, 5))
    here.engine.push(ball, -1, [60.0, 0.0, -24.0], [0, 0, 5])
    here.engine.push(ball, -1, [0.0, 120.0, 0.0], [0, 0, 5])  # they add up
    here.step()
    expected = np.array([60.0, 120.0, -24.0]) * DT / 4.0
    np.testing.assert_allclose(here.state(ball)[2], expected, rtol=1e-9)
    here.step(5)
    np.testing.assert_allclose(here.state(ball)[2], expected, rtol=1e-9)
    np.testing.assert_allclose(here.state(ball)[3], 0.0, atol=1e-12)


def test_what_is_pushed_before_others_come_is_pushed(world):
    """Room for things may be made between a push and its step, as it is before the first one."""
    here = world(gravity=0.0)
    ball = here.ball(4.0, at=(0, 0, 5))
    for number in range(60):  # more than any engine keeps in stock
        here.ball(1.0, at=(10 + number, 0, 5))
        if number == 30:
            here.engine.push(ball, -1, [60.0, 0.0, -24.0], [0, 0, 5])
    here.step()
    np.testing.assert_allclose(here.state(ball)[2], np.array([60.0, 0.0, -24.0]) * DT / 4.0, rtol=1e-9)


def test_a_push_beside_the_centre_turns_by_the_arm_cross_the_force(world):
    here = world(gravity=0.0)
    ball = here.ball(4.0, radius=0.5, at=(1, 0, 5))
    here.engine.push(ball, -1, [0.0, 30.0, 0.0], [1.4, 0, 5])
    here.step()
    assert here.state(ball)[3] == pytest.approx(np.array([0, 0, 0.4 * 30.0 * DT / (0.4 * 4.0 * 0.25)]), rel=1e-6)


def test_a_body_under_a_constant_torque_turns_by_torque_times_time_over_its_inertia(world):
    """Of a box, and of a capsule in it, that is m (b^2 + c^2) / 12 about its own axis, of a ball 2/5 m r^2."""
    here = world(gravity=0.0)
    box = here.box(6.0, (0.3, 0.5, 0.2), at=(0, 0, 5))
    ball = here.ball(3.0, radius=0.2, at=(3, 0, 5))
    capsule = here.engine.add_prop("capsule", (0.3, 0.3, 1.0), 5.0, (6, 0, 5), 0.0, 1.0, 0.0)
    for _ in range(60):
        here.engine.twist(capsule, [0.0, 0.0, 0.1])
        here.engine.twist(box, [0.0, 0.0, 0.5])
        here.engine.twist(ball, [0.0, 0.2, 0.0])
        here.step()
    assert here.state(box)[3][2] == pytest.approx(0.5 * 60 * DT / (6.0 * (0.09 + 0.25) / 12), rel=1e-6)
    assert here.state(ball)[3][1] == pytest.approx(0.2 * 60 * DT / (0.4 * 3.0 * 0.04), rel=1e-6)
    assert here.state(capsule)[3][2] == pytest.approx(0.1 * 60 * DT / (5.0 * 0.18 / 12), rel=1e-4)
    np.testing.assert_allclose(here.state(box)[0], [0, 0, 5], atol=1e-9)


def test_what_tumbles_keeps_its_momentum(world, made_of):
    """A ball's spin stays to the last digits; of a box the step errs by its turn in a step, 0.01 rad here."""
    here = world(gravity=0.0)
    ball, box = here.ball(at=(0, 0, 5), moving=(0, 1, 0)), here.box(2.0, (0.3, 0.2, 0.1), at=(3, 0, 5), yaw=0.5)
    np.testing.assert_allclose(here.state(box)[1], made_of.turned((0, 0, 1), 0.5), atol=1e-9)
    torque = np.array([0.6, 0.3, 1.2])
    here.engine.twist(ball, torque.tolist())
    here.engine.twist(box, torque.tolist())
    here.step()
    inertia = np.diag(2.0 / 12 * np.array([0.05, 0.1, 0.13]))

    def momentum():
        _, turn, _, spin = here.state(box)
        axes = made_of.matrix(turn)
        return axes @ inertia @ axes.T @ spin

    first, spin = momentum(), here.state(ball)[3]
    assert np.linalg.norm(first - torque * DT) < 0.02 * np.linalg.norm(torque * DT)
    here.step(120)
    np.testing.assert_allclose(here.state(ball)[3], spin, atol=1e-9)
    np.testing.assert_allclose(here.state(ball)[0], [0, 121 * DT, 5], atol=1e-9)
    assert np.linalg.norm(momentum() - first) < 0.02 * np.linalg.norm(first)


# --- characters


def test_a_joints_torque_acts_on_the_bone_and_its_opposite_on_the_parent(pair):
    """On one centre, at rest: I w = torque dt for each alone, and nothing moves away."""
    here, puppet = pair()
    here.pull(puppet, {1: (0.3, -0.2, 0.1)})
    here.step()
    root, limb = here.bones(puppet)
    np.testing.assert_allclose(limb[3], np.array([0.3, -0.2, 0.1]) * DT / 0.1, rtol=1e-6)
    np.testing.assert_allclose(root[3], np.array([-0.3, 0.2, -0.1]) * DT / 0.4, rtol=1e-6)
    for value in here.momentum(puppet):
        np.testing.assert_allclose(value, 0.0, atol=1e-9)


def test_torques_of_joints_are_in_the_bones_own_axes(pair, made_of):
    root, turn = made_of.turned((0, 0, 1), 0.9), made_of.turned((1, 0, 0), pi / 2)
    here, puppet = pair(turn=root, turns={1: turn})
    here.pull(puppet, {1: (0.0, 0.3, 0.0)})  # along the world's z, turned with the root
    here.step()
    spin = here.bones(puppet)[1][3]
    np.testing.assert_allclose(spin, [0.0, 0.0, 0.3 * DT / 0.1], atol=1e-9)
    _, ((_, own),) = here.read(puppet)
    np.testing.assert_allclose(own, [0.0, 0.3 * DT * (1 / 0.1 + 1 / 0.4), 0.0], atol=1e-9)


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0.0, 0.8)])
def test_a_hinge_turns_about_its_axis_alone(pair, axis):
    here, puppet = pair(HINGE, axis=axis)
    here.pull(puppet, {1: 0.5})
    here.step()
    _, ((angle, rate),) = here.read(puppet)
    assert rate[0] == pytest.approx(0.5 * DT * (1 / 0.1 + 1 / 0.4), rel=1e-6)
    assert angle[0] == pytest.approx(rate[0] * DT, rel=1e-6)
    np.testing.assert_allclose(here.bones(puppet)[1][3], np.array(axis) * 0.5 * DT / 0.1, atol=1e-9)


def test_a_root_torque_is_in_world_axes_and_turns_the_whole_body(world, made_of):
    """Whatever its pose, its angular momentum changes by torque times time, and it does not move away."""
    here = world(gravity=0.0)
    row = made_of.rig(made_of.bone(ROOT), made_of.bone(BALL, 0, (0.2, 0, 0.1), com=(0.1, 0, 0.2)))
    puppet = here.character(row, turn=made_of.turned((0.6, 0, 0.8), 1.2), turns={1: made_of.turned((0, 1, 0), 0.5)})
    torque = np.array([0.03, -0.02, 0.01])
    here.pull(puppet, root=torque)
    here.engine.twist(puppet.body, torque)  # a root can be twisted, too
    here.step()
    push, spin = here.momentum(puppet)
    np.testing.assert_allclose(push, 0.0, atol=1e-6)
    np.testing.assert_allclose(spin, 2 * torque * DT, rtol=5e-3, atol=1e-7)


def test_a_push_on_a_bone_changes_the_whole_bodys_momentum(world, made_of):
    here = world(gravity=0.0)
    row = made_of.rig(made_of.bone(ROOT), made_of.bone(BALL, 0, (0.2, 0, 0.1), com=(0.1, 0, 0.2)))
    puppet = here.character(row, at=(1, 2, 5), turns={1: made_of.turned((0, 1, 0), 0.5)})
    force, place = np.array([0.3, -2.0, 0.5]), np.array([1.4, 2.1, 5.2])
    here.engine.push(puppet.body, 0, force.tolist(), place.tolist())
    here.step()
    push, spin = here.momentum(puppet)
    np.testing.assert_allclose(push, force * DT, rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(spin, np.cross(place, force) * DT, rtol=5e-3, atol=1e-5)


def test_a_push_on_a_bone_that_moves_acts_at_its_place(world, made_of):
    """A limb that swings at 10 rad/s, pushed through its centre: nothing turns but what the centre's way turns."""
    here = world(gravity=0.0)
    row = made_of.rig(made_of.bone(ROOT, mass=1e4, inertia=(1e4,) * 3), made_of.bone(HINGE, 0, com=(0.5, 0, 0)))
    ends = []
    for force in (0.0, 2000.0):
        puppet = here.character(row, at=(10 * len(ends), 0, 5), spins={1: 10.0})
        here.step(12)
        place, rotation, _, _ = here.bones(puppet)[1]
        before = here.read(puppet)[1][0][1][0]
        along = rotation @ np.array([1.0, 0, 0])  # away from the joint: no moment about it
        here.engine.push(puppet.body, 0, (force * along).tolist(), place.tolist())
        here.step()
        ends.append(here.read(puppet)[1][0][1][0] - before)
    assert ends[1] == pytest.approx(ends[0], abs=1e-3)


def test_torques_last_one_step(pair):
    here, puppet = pair()
    here.pull(puppet, {1: (0.3, 0, 0)}, root=(0, 0.2, 0))
    here.step()
    speeds = [state[3].copy() for state in here.bones(puppet)]
    here.step()
    for spin, state in zip(speeds, here.bones(puppet), strict=True):
        np.testing.assert_allclose(state[3], spin, atol=1e-6)


def test_torques_that_are_asked_for_twice_in_a_step_add_up(pair):
    here, puppet = pair()
    here.pull(puppet, {1: (0.2, 0, 0)})
    here.pull(puppet, {1: (0.3, 0, 0)})
    here.step()
    np.testing.assert_allclose(here.bones(puppet)[1][3], [0.5 * DT / 0.1, 0, 0], atol=1e-9)


@pytest.mark.parametrize("joint", [BALL, HINGE])
def test_a_joint_has_no_motor_and_no_damping(pair, joint):
    here, puppet = pair(joint, spins={1: (0.0, 1.0, 0.0) if joint is BALL else 1.0})
    before = here.read(puppet)[1][0][1].copy()
    here.step(120)
    np.testing.assert_allclose(here.read(puppet)[1][0][1], before, atol=1e-6)


def test_a_limb_swings_as_a_pendulum(world, made_of):
    """2 kg, 0.3 m below its joint, 0.05 kg m2: the step's own period is 2 pi dt / acos(1 - (w dt)^2 / 2)."""
    here = world(gravity=G)
    heavy = made_of.bone(ROOT, mass=1e6, inertia=(1e6,) * 3)
    row = made_of.rig(heavy, made_of.bone(HINGE, 0, mass=2.0, com=(0, 0, -0.3), inertia=(0.05,) * 3))
    puppet = here.character(row, turns={1: 0.02})
    rate = sqrt(2.0 * G * 0.3 / (0.05 + 2.0 * 0.09))
    step = acos(1.0 - (rate * DT) ** 2 / 2.0)  # rad of a swing
    angles = []
    for _ in range(480):
        here.engine.push(puppet.body, -1, [0.0, 0.0, 1e6 * G + 2.0 * G], here.read(puppet)[0][0][:3].tolist())
        here.step()
        angles.append(here.read(puppet)[1][0][0][0])
    ups = [k - angles[k] / (angles[k] - angles[k - 1]) for k in range(1, 480) if angles[k - 1] < 0.0 <= angles[k]]
    assert len(ups) >= 2
    assert np.diff(ups).mean() == pytest.approx(2 * pi / step, rel=1e-3)
    assert max(angles[240:]) == pytest.approx(0.02, rel=0.01), "no damping"
    assert min(angles) == pytest.approx(-0.02 * cos(0.0), rel=0.01)


def test_a_body_that_flails_keeps_its_momentum(world, made_of):
    """Any torques of joints, slow: the integrator errs with the square of the speed."""
    random = np.random.default_rng(0)
    here = world(gravity=0.0)
    row = made_of.rig(
        made_of.bone(ROOT, mass=5.0),
        made_of.bone(BALL, 0, (0.2, 0, 0), com=(0.15, 0, 0)),
        made_of.bone(HINGE, 1, (0.3, 0, 0), com=(0, 0, 0.1), axis=(0, 0, 1)),
        made_of.bone(BALL, 0, (-0.2, 0, 0), com=(-0.1, 0.05, 0)),
    )
    puppet = here.character(row)
    moved = 0.0
    for _ in range(60):
        here.pull(puppet, {i: 0.1 * random.normal(size=3) for i in (1, 2, 3)})
        here.step()
        moved = max(moved, *(np.linalg.norm(state[3]) for state in here.bones(puppet)))
    push, spin = here.momentum(puppet)
    assert moved > 0.05
    assert np.linalg.norm(push) < 0.01 * moved
    assert np.linalg.norm(spin - np.cross(here.read(puppet)[0][0][:3], push)) < 0.01 * 0.1 * moved * 4


# --- what holds

STIFFNESS, DAMPING = 0.25, 0.12  # of m / dt^2 and of m / dt, as ropes have them (systems/hung.py)


def spring(mass, to, place, velocity):
    """N, of a damped spring that ends at `to`."""
    way = np.subtract(to, place)
    return STIFFNESS * mass / DT**2 * way - DAMPING * mass / DT * np.array(velocity)


def test_what_hangs_by_pushes_alone_comes_to_rest_m_g_over_k_below(world):
    here = world(gravity=G)
    ball = here.ball(6.0, at=(0, 0, 4.9), moving=(0.5, 0, 0))
    for _ in range(480):
        place, _, velocity, _ = here.state(ball)
        here.engine.push(ball, -1, spring(6.0, (0, 0, 5), place, velocity).tolist(), place.tolist())
        here.step()
    below = G * DT**2 / STIFFNESS
    np.testing.assert_allclose(here.state(ball)[0], [0, 0, 5 - below], atol=1e-6)
    np.testing.assert_allclose(here.state(ball)[2], 0.0, atol=1e-5)


def test_a_bone_that_is_dragged_comes_to_the_hand_and_brings_the_body_along(world, made_of):
    here = world(gravity=0.0)
    row = made_of.rig(made_of.bone(ROOT, mass=3.0), made_of.bone(BALL, 0, (0.2, 0, 0), com=(0.1, 0, 0)))
    puppet = here.character(row)
    hand = np.array([1.0, 0.5, 5.5])
    for _ in range(600):
        place, velocity, mass = here.engine.motion_of(puppet.body, 0)
        pull = 0.1 * spring(mass, hand, place, velocity) - 5.0 * np.array(velocity)
        here.engine.push(puppet.body, 0, (pull * min(1.0, 40.0 / np.linalg.norm(pull))).tolist(), place)
        here.step()
    assert np.linalg.norm(here.engine.motion_of(puppet.body, 0)[0] - hand) < 0.1, "the body swings about it"
    assert np.linalg.norm(here.read(puppet)[0][0][:3] - hand) < 0.4


# --- limits


def test_no_joint_turns_faster_than_it_is_held_back_to_and_only_of_that_body(world, made_of):
    here = world(gravity=0.0)
    row = made_of.rig(made_of.bone(ROOT, mass=100.0, inertia=(100.0,) * 3), made_of.bone(BALL), made_of.bone(HINGE))
    held, free = here.character(row), here.character(row, at=(5, 0, 5))
    here.engine.hold_back(held.body, 4.5)
    fastest = {held.body: 0.0, free.body: 0.0}
    for _ in range(60):
        for puppet in (held, free):
            here.pull(puppet, {1: (3.0, -5.0, 4.0), 2: 4.0})
        here.step()
        for puppet in (held, free):
            speeds = [np.abs(speed).max() for _, speed in here.read(puppet)[1]]
            fastest[puppet.body] = max(fastest[puppet.body], *speeds)
    assert 4.4 < fastest[held.body] <= 4.5 + 1e-9
    assert 15.0 < fastest[free.body] < FASTEST_JOINT
    here.engine.hold_back(held.body, FASTEST_JOINT)
    here.pull(held, {2: 4.0})
    here.step(2)
    here.pull(held, {2: 10.0})
    here.step()
    assert here.read(held)[1][1][1][0] > 4.6


def test_what_holds_a_joint_back_is_felt_by_both_its_bones(pair):
    """6.25 rad/s are asked for and 4.5 are left: the sum of both bones' spin times inertia stays 0."""
    here, puppet = pair(HINGE)
    here.engine.hold_back(puppet.body, 4.5)
    here.pull(puppet, {1: 60.0})
    here.step()
    (base,), parts = here.read(puppet)
    assert parts[0][1][0] == pytest.approx(4.5, rel=1e-3)
    assert base[11] == pytest.approx(-4.5 * 0.1 / (0.4 + 0.1), rel=1e-3)


def test_at_first_joints_are_held_back_to_the_speed_that_is_said(pair):
    here, puppet = pair(HINGE)
    for _ in range(60):
        here.pull(puppet, {1: 60.0})
        here.step()
    assert here.read(puppet)[1][0][1][0] == pytest.approx(FASTEST_JOINT, rel=1e-6)
