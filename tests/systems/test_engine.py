"""One engine's promises: weight, momentum, no hidden motors, ground where it is said to be."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pybullet as p
import pytest

from components.rig import Joint
from components.settings import Ground, WorldSettings
from systems.bullet.engine import DT, Engine
from systems.bullet.ground import MESH_RISE, TILE, TILE_RISE
from systems.grounds.ring import BLOCK_DROP, BLOCK_RISE


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


def test_a_thrown_thing_flies_a_parabola():
    engine = Engine(WorldSettings(gravity=9.81), 0)
    try:
        ball = engine.add_prop("sphere", (0.2, 0.2, 0.2), 0.5, (0.0, 0.0, 3.0), 0.0, 1.0, 0.0)
        engine.shoot(ball, (0.0, 0.0, 10.0), (3.0, 1.0, 2.0))
        for _ in range(60):
            engine.step()
        assert np.allclose(engine.place_of(ball)[0], [1.5, 0.5, 10 + 1.0 - 9.81 * 0.5 * (0.5 + DT) / 2], atol=1e-6)
    finally:
        engine.close()


@pytest.fixture(params=list(Ground))
def ground(request):
    engine = Engine(WorldSettings(ground=request.param), 3)
    yield request.param, engine
    engine.close()


PLACES = [(0.0, 0.0), (0.31, -0.22), (2.03, 1.7), (5.1, -3.3)]


def test_the_ground_is_as_high_as_it_is_said_to_be(ground):
    kind, engine = ground
    heights = [engine.ground_height(x, y) for x, y in PLACES]
    if kind is Ground.FLAT:
        assert np.allclose(heights, 0.0, atol=1e-6)
    elif kind is Ground.RAMP:
        assert np.allclose(heights, [x * tan(radians(5)) for x, _ in PLACES], atol=1e-4)
    elif kind is Ground.TILES:
        assert all(0.0 <= z <= TILE_RISE for z in heights)
        assert len({round(z, 6) for z in heights}) > 1
        x, y = TILE * 2, TILE * 3
        assert engine.ground_height(x - 0.1, y + 0.1) == pytest.approx(engine.ground_height(x + 0.1, y - 0.1), abs=1e-6)
    elif kind is Ground.RING:  # the last of the places lies beside the platform
        assert np.allclose(heights, [0.0, 0.0, 0.0, -1.0], atol=1e-6)
    elif kind is Ground.PLATFORM:  # the last of the places lies beside it
        assert all(0.0 <= z <= BLOCK_RISE for z in heights[:3])
        assert heights[3] == pytest.approx(-BLOCK_DROP, abs=1e-6)
    elif kind is Ground.COURSE:  # the third of the places lies between two lanes, the last on a ramp
        assert np.allclose(heights, [0.0, 0.0, 0.0, 0.36 * 3.1 / 4.0], atol=1e-4)
    else:
        assert all(abs(z) <= MESH_RISE for z in heights)
        assert len({round(z, 6) for z in heights}) > 1


def test_things_rest_on_the_ground_where_its_height_says(ground):
    _, engine = ground
    for x, y in PLACES[:3]:
        box = engine.add_prop("box", (0.05, 0.05, 0.05), 1.0, (x, y, engine.ground_height(x, y) + 0.03), 0.0, 2.0, 0.0)
        for _ in range(60):
            engine.step()
        here = engine.place_of(box)[0]
        assert here[2] - engine.ground_height(here[0], here[1]) == pytest.approx(0.025, abs=0.006)


def test_the_height_of_the_ground_is_that_of_the_ground_whatever_stands_on_it(ground):
    _, engine = ground
    before = engine.ground_height(0.3, 0.3)
    engine.add_prop("box", (1.0, 1.0, 1.0), 1.0, (0.3, 0.3, 0.6), 0.0, 1.0, 0.0)
    engine.step()
    assert engine.ground_height(0.3, 0.3) == before


def test_the_same_seed_makes_the_same_tiles_and_another_makes_others():
    heights = []
    for seed in (1, 1, 2):
        engine = Engine(WorldSettings(ground=Ground.TILES), seed)
        heights.append([engine.ground_height(0.4 * i + 0.1, 0.1) for i in range(8)])
        engine.close()
    assert heights[0] == heights[1] != heights[2]


def test_closing_twice_is_fine():
    engine = Engine(WorldSettings(), 0)
    engine.close()
    other = Engine(WorldSettings(), 0)  # may get the same number
    engine.close()
    assert p.isConnected(other.client)
    other.close()


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
