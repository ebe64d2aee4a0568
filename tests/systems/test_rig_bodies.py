"""The project's rigs as bodies: weight, momentum, no hidden motors. What any engine promises is in tests/engine."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import DT
from components.rig import Joint

pytestmark = pytest.mark.bullet


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_a_body_left_alone_falls_by_half_g_t_squared(bench, rig):
    """Semi-implicit steps fall g dt t / 2 further: g t (t + dt) / 2."""
    body = bench(rig, gravity=9.81).pose(np.random.default_rng(0), height=20.0)
    centre = lambda: sum(body.infos[i][0] * link[0] for i, link in enumerate(body.links())) / body.rig.mass  # noqa: E731
    start = centre()
    for _ in range(60):
        body.step()
    assert np.allclose(centre() - start, [0, 0, -9.81 * 0.5 * (0.5 + DT) / 2], atol=1e-6)
    assert np.abs(body.speeds()[6:]).max() < 1e-6


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(3))
def test_a_flailing_body_keeps_its_momentum(bench, rig, seed):
    """Any joint torques, no weight, nothing touched: both sums stay. Slow: the integrator errs with v^2."""
    random = np.random.default_rng(seed)
    body = bench(rig).pose(random)
    push, spin = body.momentum()
    assert np.abs(push).max() == 0.0
    swing = 0.0
    for _ in range(12):
        body.step(0.01 * random.normal(size=(len(body.rig.bones), 3)))
        swing += sum(np.linalg.norm(body.inertia(i, link[1]) @ link[5]) for i, link in enumerate(body.links())) / 12
    push, spin = body.momentum()
    assert np.linalg.norm(spin - np.cross(body.links()[0][0], push)) < 0.02 * swing
    assert np.linalg.norm(push) < 0.1 * swing  # kg m/s against kg m2/s: limbs of some 0.3 m


@pytest.mark.parametrize("seed", range(3))
def test_a_root_torque_changes_angular_momentum_by_torque_times_time_in_world_axes(bench, seed):
    body = bench().pose(np.random.default_rng(seed))
    torque = np.array([0.03, -0.02, 0.01])
    body.step(root=torque)
    push, spin = body.momentum()
    assert np.allclose(spin - np.cross(body.links()[0][0], push), torque * DT, rtol=5e-3, atol=1e-7)
    assert np.allclose(push, 0.0, atol=1e-6)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_no_motor_is_left_on(bench, rig):
    """A limb that swings by itself, one joint at a time, keeps its energy: a motor or damping would eat it."""
    body = bench(rig)
    for i, bone in enumerate(body.rig.bones[1:], 1):
        body.pose(np.random.default_rng(i), size=0.0)
        if bone.joint is Joint.HINGE:
            p.resetJointState(body.body, i - 1, 0.0, 1.0, physicsClientId=body.client)
        else:
            p.resetJointStateMultiDof(body.body, i - 1, [0, 0, 0, 1], [1.0, 0, 0], physicsClientId=body.client)
        before = body.kinetic()
        for _ in range(12):
            body.step()
        assert body.kinetic() == pytest.approx(before, rel=0.02), bone.name


def test_torques_last_one_step(bench):
    body = bench().pose(np.random.default_rng(0))
    body.step(np.full((22, 3), 0.2), np.ones(3))
    _, spin = body.momentum()
    body.engine.step()
    assert np.allclose(body.momentum()[1], spin, rtol=1e-3, atol=1e-5)


def test_own_bones_collide_only_where_the_rig_says(bench):
    """All shapes on one spot: every pair that could touch does, and only listed pairs are reported."""
    body = bench(solid=True)
    random, seen = np.random.default_rng(0), set()
    for _ in range(40):
        body.pose(random, size=1.5)
        p.performCollisionDetection(physicsClientId=body.client)
        seen |= {
            tuple(sorted((row[3] + 1, row[4] + 1)))
            for row in p.getContactPoints(body.body, body.body, physicsClientId=body.client)
        }
    assert seen
    assert seen <= set(body.rig.collide)


def test_bodies_come_apart_from_one_another(bench):
    """Each two limbs that are let through each other cost a walk over all that are near: 77 s for 100."""
    first = bench()
    bodies = [first.body, *(first.engine.add_character(first.rig).body for _ in range(2))]
    links = range(-1, len(first.rig.bones) - 1)
    boxes = [np.array([p.getAABB(body, link, physicsClientId=first.client) for link in links]) for body in bodies]
    lowest, highest = [box[:, 0, 2].min() for box in boxes], [box[:, 1, 2].max() for box in boxes]
    assert lowest[1] > highest[0] and lowest[2] > highest[1]
