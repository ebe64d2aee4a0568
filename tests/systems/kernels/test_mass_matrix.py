"""The mass matrix against the engine: its kinetic energy, its momentum and what it does with a torque."""

from __future__ import annotations

import numpy as np
import pytest

from components.rig import Joint
from systems.kernels.dynamics import LOADED


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(8))
def test_its_kinetic_energy_is_the_sum_over_the_engines_bones(bench, rig, seed):
    body = bench(rig).randomise(np.random.default_rng(seed))
    v = body.speeds()
    assert 0.5 * v @ body.dense(body.dynamics().mass_matrix) @ v == pytest.approx(body.kinetic(), rel=1e-6)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(4))
def test_its_root_rows_are_the_momentum_of_the_whole_body(bench, rig, seed):
    body = bench(rig).randomise(np.random.default_rng(seed))
    rows = body.dense(body.dynamics().mass_matrix)[:6] @ body.speeds()
    push, spin = body.momentum()
    assert np.allclose(rows[3:], push, rtol=1e-6, atol=1e-5)
    assert np.allclose(rows[:3], spin - np.cross(body.links()[0][0], push), rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(6))
def test_a_step_of_random_torques_does_in_the_engine_what_it_says(bench, rig, seed):
    """At rest in the air without weight: dv = dt M^-1 t, with the root leaning anyhow."""
    random = np.random.default_rng(seed)
    body = bench(rig).pose(random)
    torque, tau = np.zeros((len(body.rig.bones), 3)), np.zeros(len(body.skeletons.bone))
    root = random.normal(size=3)
    tau[:3] = root
    for i, bone in enumerate(body.rig.bones[1:], 1):
        n = 1 if bone.joint is Joint.HINGE else 3
        torque[i, :n] = 0.2 * random.normal(size=n)
        tau[body.skeletons.freedom[i] : body.skeletons.freedom[i] + n] = torque[i, :n]
    expected = bench.dt * np.linalg.solve(body.dense(body.dynamics().mass_matrix), tau)
    assert np.abs(body.speeds()).max() == 0.0
    got = body.step(torque, root).speeds()
    assert np.linalg.norm(got - expected) < 1e-4 * np.linalg.norm(expected)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_a_mass_at_a_touching_foot_is_a_point_mass_there(bench, rig):
    """v^T (M' - M) v = m |velocity of the place|^2; all of m where the foot is pressed by half the body's weight."""
    body = bench(rig).randomise(np.random.default_rng(3))
    plain = body.dense(body.dynamics().mass_matrix)
    contacts, foot = body.tables.contacts, int(np.flatnonzero(body.skeletons.foot)[-1])
    weight = body.rig.mass * 9.81 * bench.dt
    arm = np.array([0.02, -0.03, 0.05])
    contacts.count[0], contacts.bone[0], contacts.other_bone[0] = 1, foot, -1
    contacts.position[0] = body.bones.position[foot] + arm
    v = body.speeds()
    spin = body.links()[foot][5]
    place = body.bones.velocity[foot] + np.cross(spin, arm)

    def added(impulse):
        contacts.impulse[0] = impulse
        body.tables.dynamics.grounded[:] = 1.0  # it has stood for long
        return body.dense(body.dynamics(contact_mass=10.0).mass_matrix) - plain

    assert v @ added(0.5 * weight) @ v == pytest.approx(10.0 * place @ place, rel=1e-6)
    assert np.allclose(added(2.0 * weight), added(0.5 * weight))
    firm = LOADED * body.rig.mass
    assert 0.25 * weight < firm < 0.4 * weight  # "about a third"
    assert np.allclose(added(0.25 * firm), 0.25 * added(firm), atol=1e-9 * np.abs(added(firm)).max())
    assert np.allclose(added(0.0), 0.0)


def test_a_foot_gets_its_mass_step_by_step_after_it_has_landed(bench):
    """An eighth of it in each step, all of it from the eighth on, and none at once when it is off the ground."""
    body = bench().randomise(np.random.default_rng(3))
    plain = body.dense(body.dynamics().mass_matrix)
    contacts, foot = body.tables.contacts, int(np.flatnonzero(body.skeletons.foot)[-1])
    contacts.count[0], contacts.bone[0], contacts.other_bone[0] = 1, foot, -1
    contacts.position[0] = body.bones.position[foot]
    contacts.impulse[0] = body.rig.mass
    body.tables.dynamics.grounded[:] = 0.0
    sizes = [np.abs(body.dense(body.dynamics(contact_mass=10.0).mass_matrix) - plain).max() for _ in range(10)]
    assert np.allclose(np.array(sizes) / sizes[-1], np.minimum(1.0, np.arange(1, 11) / 8))
    contacts.count[0] = 0
    body.dynamics(contact_mass=10.0)
    contacts.count[0] = 1
    assert np.abs(body.dense(body.dynamics(contact_mass=10.0).mass_matrix) - plain).max() == pytest.approx(sizes[0])


def test_the_feet_of_a_body_that_lies_have_no_such_mass(bench):
    """Where they carry less than half of what presses it; touches of the body with itself press nothing."""
    body = bench().randomise(np.random.default_rng(3))
    plain = body.dense(body.dynamics().mass_matrix)
    c, foot = body.tables.contacts, int(np.flatnonzero(body.skeletons.foot)[-1])
    c.count[0] = 2
    c.bone[:2], c.other_bone[:2] = (foot, 0), -1
    c.position[:2] = body.bones.position[[foot, 0]]

    def loaded(on_foot, on_root):
        c.impulse[:2] = on_foot, on_root
        return body.dense(body.dynamics(contact_mass=10.0).mass_matrix)

    assert np.allclose(loaded(5.0, 5.5), plain)
    assert not np.allclose(loaded(5.0, 4.5), plain)
    c.other_bone[1] = foot
    assert not np.allclose(loaded(5.0, 50.0), plain)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_the_weight_moment_is_that_of_the_engines_centres_of_mass(bench, rig):
    body = bench(rig).randomise(np.random.default_rng(4))
    dynamics, links = body.dynamics(), body.links()
    for i in range(len(body.rig.bones)):
        below = range(i, body.rig.end[i])
        expected = sum(body.infos[j][0] * (links[j][0] - links[0][0]) for j in below)
        assert np.allclose(dynamics.weight_moment[i], expected, atol=1e-5)
        assert body.skeletons.subtree_mass[i] == pytest.approx(sum(body.infos[j][0] for j in below), rel=1e-9)
