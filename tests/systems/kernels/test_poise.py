"""Poise: who is out of balance, against the closed form of the inverted pendulum and what the engine says."""

from __future__ import annotations

from math import cosh, sinh, sqrt

import numpy as np
import pytest
from raw import p

from components.character import Body
from systems.kernels import quaternions as qt
from systems.kernels.poise import FEET, TIPPED, lead_to_pose, poise_of_bodies, poise_of_clip

G, MASS = 9.81, 75.0


def asked(sim, gravity=G):
    """Where the first body's xi is (m, from its feet), and by how much it is too far out."""
    t = sim.stage.tables
    poise_of_bodies(t.skeletons, t.bones, t.targets, t.modes, t.drives, gravity, t.poise)
    return t.poise.way[0].copy(), float(t.poise.beyond[0])


def by_the_engine(sim):
    """The centre of mass from the middle of the feet (m), and its velocity, of the first body."""
    red = next(iter(sim.characters.values()))
    states = p.getLinkStates(red.body, range(len(red.bones) - 1), 1, 1, physicsClientId=sim.client)
    mass = [p.getDynamicsInfo(red.body, link, physicsClientId=sim.client)[0] for link in range(-1, len(states))]
    base = p.getBasePositionAndOrientation(red.body, physicsClientId=sim.client)[0]
    speed = p.getBaseVelocity(red.body, physicsClientId=sim.client)[0]
    centre = np.average([base, *(state[0] for state in states)], axis=0, weights=mass)
    velocity = np.average([speed, *(state[6] for state in states)], axis=0, weights=mass)
    feet = [states[k - 1][4] for k, name in enumerate(red.bones) if name.endswith(("foot", "toes"))]
    return centre - np.mean(feet, axis=0), velocity


def leaning(sim, angle, speed):
    """The clip's own pose as a rigid pendulum about the middle of its feet: `angle` rad forward, at `speed` rad/s."""
    t = sim.stage.tables
    bones, body = t.bones, sim.characters["red"]._get(Body)
    rows, root = slice(body.first, body.last), tuple(t.targets.root_orientation[0])
    foot = t.skeletons.foot[rows]
    places = np.array([qt.rotate(root, tuple(place)) for place in t.poise.place[rows]])
    places -= places[foot].mean(axis=0)
    turn = qt.from_rotvec((0.0, angle, 0.0))
    for k, i in enumerate(range(body.first, body.last)):
        bones.position[i] = qt.rotate(turn, tuple(places[k]))
        bones.orientation[i] = qt.mul(turn, qt.mul(root, tuple(t.targets.relative[i])))
        bones.velocity[i] = np.cross((0.0, speed, 0.0), bones.position[i])
        bones.spin[i] = (0.0, speed, 0.0)
    clip = np.array(qt.rotate(root, tuple(t.poise.centre[0]))) - qt.rotate(root, tuple(t.poise.feet[0]))
    return np.array(clip), np.array(qt.rotate(turn, tuple(clip)))


@pytest.mark.bullet
@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_the_extrapolated_centre_of_mass_is_what_the_engine_says(simulation, rig):
    sim = simulation("stage", settings={"clip": "walk", "rig": rig})
    for _ in range(4):
        sim.tick(23)
        way, _ = asked(sim)
        centre, velocity = by_the_engine(sim)
        xi = centre + velocity * sqrt(centre[2] / G)
        assert way == pytest.approx(xi[:2], abs=2e-3)  # m; the engine's joints are 1 mm from where they are said to be


@pytest.mark.parametrize(("angle", "speed"), [(0.1, 0.0), (0.0, 1.2), (0.15, 0.9), (0.3, -0.4), (-0.2, -0.7)])
def test_a_rigid_lean_is_beyond_by_the_pendulum_less_feet_and_spring(simulation, angle, speed):
    sim = simulation("stage", settings={"root_limit": 150.0, "root_break": 1e5})
    sim.run(0.5)
    t = sim.stage.tables
    t.targets.relative_spin[:] = t.targets.root_velocity[:] = t.targets.root_spin[:] = 0.0
    body = sim.characters["red"]._get(Body)
    poise_of_clip(t.skeletons, t.targets, 0.0, body.first, body.last, 0, t.poise)
    clip, own = leaning(sim, angle, speed)
    way, beyond = asked(sim)
    seconds = sqrt(own[2] / G)
    xi = own[0] + speed * own[2] * seconds
    assert way[0] == pytest.approx(xi, abs=1e-9)
    further = np.array((xi - clip[0], own[1] - clip[1]))
    size = np.linalg.norm(further)
    along = (xi * further[0] + own[1] * further[1]) / size
    assert beyond == pytest.approx(min(size, along) - FEET - 150.0 / (MASS * G), abs=1e-9)


@pytest.mark.parametrize("torque", [0.0, 150.0])
@pytest.mark.parametrize(("share", "returns"), [(0.99, True), (1.01, False)])
def test_within_the_bound_a_pendulum_comes_back_and_beyond_it_runs_away(torque, share, returns):
    """c'' = w0^2 (c - p) from c = 0.05 m with p as far out as it goes: c = p + (c0 - p) cosh + v0/w0 sinh."""
    w0, far = sqrt(G / 1.0), FEET + torque / (MASS * G)
    v0 = w0 * (share * far - 0.05)
    after = 3.0
    place = far + (0.05 - far) * cosh(w0 * after) + v0 / w0 * sinh(w0 * after)
    assert (place < 0.05) == returns


def test_only_who_leans_himself_is_out_of_balance(simulation):
    """Somebody whose clip walks on, and who was stopped, is far from it and stands."""
    sim = simulation("stage", settings={"clip": "walk"})
    sim.run(1.0)
    body = sim.characters["red"]._get(Body)
    t = sim.stage.tables
    t.bones.velocity[body.first : body.last] = t.bones.spin[body.first : body.last] = 0.0
    assert asked(sim)[1] < 0.0


def test_whose_root_is_tipped_is_lost_whatever_holds_it(simulation):
    sim = simulation("stage", settings={"root_limit": 1e4, "root_break": 1e5})
    sim.run(0.5)
    leaning(sim, TIPPED - 0.1, 0.0)
    assert asked(sim)[1] < 0.0
    leaning(sim, TIPPED + 0.1, 0.0)
    assert asked(sim)[1] > 0.0


@pytest.mark.parametrize("options", [{"root": "meathook"}, {"servo": "kinematic"}])
def test_who_cannot_fall_never_does(simulation, options):
    sim = simulation("stage", **options)
    sim.run(0.5)
    leaning(sim, 1.0, 2.0)
    assert asked(sim)[1] == -1.0


def test_without_weight_nobody_falls(simulation):
    sim = simulation("stage", settings={"gravity": 0.0})
    sim.tick()
    leaning(sim, 1.0, 2.0)
    assert asked(sim, gravity=0.0)[1] == -1.0


def test_a_mixture_of_poses_is_the_mean_of_their_turns_and_comes_in_by_its_share(simulation):
    sim = simulation("stage")
    sim.tick()
    t, body = sim.stage.tables, sim.characters["red"]._get(Body)
    random = np.random.default_rng(5)
    poses = random.uniform(-0.5, 0.5, (5, body.last - body.first, 3))
    before = t.targets.relative.copy()
    weights = (0.5, 0.0, 0.3, 0.0, 0.2)
    lead_to_pose(t.skeletons, t.targets, poses, weights, 0.0, body.first, body.last)
    assert t.targets.relative == pytest.approx(before, abs=1e-12)
    lead_to_pose(t.skeletons, t.targets, poses, weights, 1.0, body.first, body.last)
    mean = np.tensordot(weights, poses, 1)
    for k in range(1, body.last - body.first):
        assert np.abs(qt.to_rotvec(tuple(t.targets.joint[body.first + k]))) == pytest.approx(np.abs(mean[k]), abs=1e-9)
    assert not t.targets.relative_spin.any()
