"""What the joints hold of the body's weight, against statics done with the engine's own touches."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from game.rigs.rig import load_rig
from systems.kernels.support import support


def joint_torques(sim, forces):
    """-(J^T F) over all weights and the given (bone, place, force), freedom by freedom, with full loops."""
    t = sim.stage.tables
    sk, bones = t.skeletons, t.bones
    red, end = sim.characters["red"], load_rig(sim.scene.characters[0].rig).end
    masses = [p.getDynamicsInfo(red.body, i, physicsClientId=sim.client)[0] for i in range(-1, len(red.bones) - 1)]
    centres = [np.array(p.getBasePositionAndOrientation(red.body, physicsClientId=sim.client)[0])] + [
        np.array(s[0])
        for s in p.getLinkStates(
            red.body, range(len(red.bones) - 1), computeForwardKinematics=1, physicsClientId=sim.client
        )
    ]
    loads = [(i, centres[i], np.array([0, 0, -9.81 * m])) for i, m in enumerate(masses)] + list(forces)
    out = np.zeros(len(sk.bone))
    for k in range(6, len(sk.bone)):
        i = int(sk.bone[k])
        r = np.array(p.getMatrixFromQuaternion(bones.orientation[i])).reshape(3, 3)
        axis = r @ sk.axis[i] if sk.joint[i] == 2 else r[:, k - sk.freedom[i]]
        for b, place, force in loads:
            if i <= b < end[i]:
                out[k] -= axis @ np.cross(place - bones.position[i], force)
    return out


def touches(sim, friction):
    """(bone, place, force on it) of the ground on the body in the last step, as pybullet has them."""
    red, rows = sim.characters["red"], []
    for row in p.getContactPoints(bodyA=red.body, physicsClientId=sim.client):
        force = row[9] * np.array(row[7])
        if friction:
            force = force + row[10] * np.array(row[11]) + row[12] * np.array(row[13])
        rows.append((row[3] + 1, np.array(row[5]), force))
    return rows


def asked(sim):
    t = sim.stage.tables
    from systems.kernels.dynamics import shared_dynamics

    shared_dynamics(t.skeletons, t.bones, t.contacts, 0.0, t.dynamics)
    t.targets.root_lift[:] = 0.0
    t.targets.root_velocity[:] = t.bones.velocity[t.skeletons.first[:-1]] = 0.0  # nothing to catch up with
    support(t.skeletons, t.bones, t.contacts, t.stances, t.dynamics, t.targets, t.modes, t.muscles, 9.81, t.demand)
    return t.demand.support.copy()


def undisturbed(sim):
    """The same, and the run goes on as if it had not been asked."""
    t = sim.stage.tables
    kept = [(array, array.copy()) for array in (t.targets.root_lift, t.targets.root_velocity, t.bones.velocity)]
    got = asked(sim)
    for array, before in kept:
        array[:] = before
    return got


@pytest.mark.bullet
@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("clip", ["stand", "guard"])
def test_a_standing_body_is_held_by_the_statics_of_its_own_touches(simulation, rig, clip):
    sim = simulation("stage", settings={"rig": rig, "clip": clip, "support": 1.0})
    sim.run(2.5)
    pressed = []
    for _ in range(60):
        sim.tick()
        rows = touches(sim, friction=False)
        pressed.append(sum(force[2] for *_, force in rows))
    weight = pressed[-1]
    assert np.mean(pressed) == pytest.approx(75 * 9.81, rel=0.1)
    scaled = [(b, at, force * 75 * 9.81 / weight) for b, at, force in rows]
    got = asked(sim)
    assert np.abs(got[6:]).max() > 1.0
    assert np.allclose(got, joint_torques(sim, scaled), atol=1e-3 * np.abs(got).max())
    assert not got[:6].any()


@pytest.mark.bullet
def test_it_is_near_what_the_whole_touch_forces_say_with_their_friction(simulation):
    """Of a body at rest: soft muscles, for stiff ones press the feet against each other and shake them, which is no
    weight. Near at any one tick, and nearer over a second."""
    sim = simulation("stage", settings={"clip": "guard", "support": 1.0, "frequency": 30.0})
    sim.run(3.0)
    all_got, all_whole = [], []
    for _ in range(24):
        sim.tick(5)
        got, whole = undisturbed(sim), joint_torques(sim, touches(sim, friction=True))
        assert np.linalg.norm(got - whole) < 0.35 * np.linalg.norm(whole)
        all_got.append(got)
        all_whole.append(whole)
    got, whole = np.mean(all_got, axis=0), np.mean(all_whole, axis=0)
    assert np.linalg.norm(got - whole) < 0.15 * np.linalg.norm(whole)


@pytest.mark.bullet
def test_with_the_support_told_to_it_a_body_of_no_strength_feels_its_statics_only(simulation):
    """A check of the sign: with the right torque added the remaining joint load of a resting body is smaller; over
    half a second, for stiff muscles press the feet against each other by turns."""
    sim = simulation("stage", settings={"clip": "guard", "support": 1.0, "frequency": 30.0})
    sim.run(3.0)
    all_whole, all_got = [], []
    for _ in range(60):
        sim.tick()
        all_whole.append(joint_torques(sim, touches(sim, friction=True)))
        all_got.append(asked(sim))
    whole, got = np.mean(all_whole, axis=0), np.mean(all_got, axis=0)
    assert np.linalg.norm(whole - got) < np.linalg.norm(whole) < np.linalg.norm(whole + got)


def test_there_is_none_in_the_air_none_without_weight_and_none_when_limp(simulation):
    sim = simulation("stage", settings={"support": 1.0})
    sim.run(1.0)
    t = sim.stage.tables
    assert np.abs(asked(sim)).max() > 1.0
    support(t.skeletons, t.bones, t.contacts, t.stances, t.dynamics, t.targets, t.modes, t.muscles, 0.0, t.demand)
    assert not t.demand.support.any()
    t.modes.authority[:] = 0.0
    assert not asked(sim).any()
    t.modes.authority[:] = 1.0
    t.contacts.count[0] = 0
    assert not asked(sim).any()


def test_it_is_proportional_to_authority_and_to_the_setting(simulation):
    sim = simulation("stage", settings={"support": 1.0})
    sim.run(1.0)
    whole = asked(sim)
    sim.stage.tables.modes.authority[:] = 0.25
    assert np.allclose(asked(sim), 0.25 * whole)
    sim.stage.tables.muscles.support[:] = 2.0
    assert np.allclose(asked(sim), 0.5 * whole)


def test_a_body_on_the_floor_is_not_told_to_stand(simulation):
    """As much on the back as on the feet: half."""
    sim = simulation("stage", settings={"support": 1.0})
    sim.run(1.0)
    whole, c = asked(sim), sim.stage.tables.contacts
    n = int(c.count[0])
    c.bone[n], c.other[n], c.other_bone[n], c.impulse[n] = 0, c.other[0], -1, c.impulse[:n].sum()
    c.position[n] = sim.stage.tables.bones.position[0]
    c.count[0] = n + 1
    assert np.allclose(asked(sim), 0.5 * whole)


def test_a_foot_on_ones_own_other_foot_carries_nothing(simulation):
    """A touch inside the body is not the ground: it must neither count as load nor press upward."""
    sim = simulation("stage", settings={"support": 1.0})
    sim.run(1.0)
    whole, t = asked(sim), sim.stage.tables
    c, n = t.contacts, int(t.contacts.count[0])
    feet = np.flatnonzero(t.skeletons.foot)
    c.bone[n], c.other[n], c.other_bone[n] = feet[0], sim.characters["red"].body, feet[-1]
    c.impulse[n], c.position[n], c.normal[n] = 3.0, t.bones.position[feet[0]], (0.0, 1.0, 0.0)
    c.count[0] = n + 1
    assert np.allclose(asked(sim), whole)


def test_who_rises_is_told_less_the_farther_his_middle_is_from_what_bears_him(simulation):
    """All of it to 0.3 m off, none from 0.6 m on, in between in proportion."""
    sim = simulation("stage", settings={"support": 1.0})
    sim.run(1.0)
    t = sim.stage.tables
    usual = asked(sim)
    t.modes.off[:] = 0.3
    np.testing.assert_array_equal(asked(sim), usual)
    count = t.contacts.count[0]
    for moved, share in ((0.25, 1.0), (0.45, 0.5), (0.7, 0.0)):
        t.contacts.position[:count, 0] += moved  # the middle of what bears him; what feet press moves with it
        t.modes.off[:] = 1e30
        all_of_it = asked(sim)
        t.modes.off[:] = 0.3
        told = asked(sim)
        t.contacts.position[:count, 0] -= moved
        np.testing.assert_allclose(told, share * all_of_it, atol=0.15 * np.abs(all_of_it).max())
    assert not told.any() and np.abs(usual).max() > 1.0
