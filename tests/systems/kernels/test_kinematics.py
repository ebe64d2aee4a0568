"""Bones as the project reads them against bones as pybullet tells them."""

from __future__ import annotations

import numpy as np
import pytest

from components.rig import Joint
from systems.kernels.kinematics import engine_coordinates

pytestmark = pytest.mark.bullet


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(6))
def test_places_turns_velocities_and_spins_are_those_of_the_engines_link_frames(bench, rig, seed):
    body = bench(rig).randomise(np.random.default_rng(seed))
    for i, (centre, _, frame, turn, velocity, spin) in enumerate(body.links()):
        assert np.allclose(body.bones.position[i], frame, atol=1e-5), body.rig.names[i]
        assert np.allclose(bench.matrix(body.bones.orientation[i]), bench.matrix(turn), atol=1e-5), body.rig.names[i]
        assert np.allclose(body.bones.spin[i], spin, atol=1e-4), body.rig.names[i]
        assert np.allclose(body.bones.velocity[i], velocity - np.cross(spin, centre - frame), atol=1e-4), (
            body.rig.names[i]
        )


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_it_is_still_so_after_steps_of_tumbling(bench, rig):
    """A reading of stale poses would be off by a tick's motion, several mm here."""
    body = bench(rig).pose(np.random.default_rng(1))
    random = np.random.default_rng(2)
    for _ in range(20):
        body.step(0.5 * random.normal(size=(len(body.rig.bones), 3)), random.normal(size=3))
    for i, (_, _, frame, turn, _, spin) in enumerate(body.links()):
        assert np.allclose(body.bones.position[i], frame, atol=1e-5)
        assert np.allclose(bench.matrix(body.bones.orientation[i]), bench.matrix(turn), atol=1e-5)
        assert np.allclose(body.bones.spin[i], spin, atol=1e-4)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_put_into_the_engine_is_read_back(bench, rig, seed):
    body = bench(rig).randomise(np.random.default_rng(seed))
    before, base = [x.copy() for x in body.bones], body.tables.base[0].copy()
    place = engine_coordinates(body.skeletons, 0, len(body.rig.bones), body.bones.joint, body.bones.joint_spin)
    body.pose(np.random.default_rng(99))
    body.engine.put(body.puppet, base, *place)
    body.read()
    for name, old, new in zip(body.bones._fields, before, body.bones, strict=True):
        assert np.allclose(old, new, atol=1e-9) or name in ("joint", "orientation"), name
    for old, new in zip(before[1], body.bones.orientation, strict=True):
        assert np.allclose(bench.matrix(old), bench.matrix(new), atol=1e-9)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_a_joints_spin_is_the_bones_spin_against_its_parent(bench, rig):
    body = bench(rig).randomise(np.random.default_rng(5))
    links = body.links()
    for i, bone in enumerate(body.rig.bones):
        if bone.joint is not Joint.ROOT:
            expected = bench.matrix(links[i][3]).T @ (links[i][5] - links[bone.parent][5])
            assert np.allclose(body.bones.joint_spin[i], expected, atol=1e-4)


def test_two_bodies_in_one_table_are_read_each_into_its_own_rows(simulation):
    from raw import p

    sim = simulation("balance")
    sim.tick(3)
    t = sim.stage.tables
    for c, character in enumerate(sim.characters.values()):
        place, _ = p.getBasePositionAndOrientation(character.body, physicsClientId=sim.client)
        first = int(t.skeletons.first[c])
        assert np.allclose(t.bones.position[first], place, atol=1e-12)
        for i, s in enumerate(
            p.getLinkStates(
                character.body, range(len(character.bones) - 1), computeForwardKinematics=1, physicsClientId=sim.client
            )
        ):
            assert np.allclose(t.bones.position[first + i + 1], s[4], atol=1e-5)
