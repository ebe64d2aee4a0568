"""The similarity value against a plain loop over what the engine says, and against its own claims."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.character import Motion
from components.clock import TICKS_PER_S
from components.similarity import Weights
from game.learned.similarity import read_similarity, weights
from systems.kernels.quaternions import delta
from systems.similarity import best, keyframes, values


def matrix(q):
    return np.array(p.getMatrixFromQuaternion(q)).reshape(3, 3)


def angle(a, b):
    return float(np.linalg.norm(delta(tuple(a), tuple(b))))


@pytest.mark.bullet
def test_it_is_equation_1_by_a_plain_loop_over_raw_states(simulation):
    sim = simulation("stage", servo="world", settings={"clip": "walk", "ground": "ramp"})
    sim.run(1.0)
    red = sim.characters["red"]
    body, clip = red.about, sim.stage.clips.clip("jump", red.rig)
    random = np.random.default_rng(0)
    by = Weights(random.uniform(0.0, 2.0, (len(red.bones), 2)), (0.7, 0.2, 1.9, 0.4), 1.0)
    found = values(sim.stage, body, keyframes(clip), by)
    place, turn = p.getBasePositionAndOrientation(red.body, physicsClientId=sim.client)
    velocity, spin = (matrix(turn).T @ v for v in p.getBaseVelocity(red.body, physicsClientId=sim.client))
    height = place[2] - sim.stage.engine.ground_height(place[0], place[1])
    for k in (0, 17, 80):
        root = matrix(clip.root_orientation[k])
        up = float(np.clip(root[2] @ matrix(turn)[2], -1.0, 1.0))
        goes = root.T @ (clip.root_position[k + 1] - clip.root_position[k]) * TICKS_PER_S
        turns = root.T @ clip.root_spin[k]
        tilt, roll, rise, speed = by.root
        value = tilt * np.arccos(up) + roll * np.linalg.norm(spin - turns)
        value += rise * abs(height - clip.root_position[k, 2]) + speed * np.linalg.norm(velocity - goes)
        for b in range(1, len(red.bones)):
            joint, joint_spin = p.getJointStateMultiDof(red.body, b - 1, physicsClientId=sim.client)[:2]
            if len(joint) == 1:  # a hinge
                axis = np.array(red.rig.bones[b].axis)
                joint, joint_spin = (*(np.sin(0.5 * joint[0]) * axis), np.cos(0.5 * joint[0])), joint_spin[0] * axis
            value += by.joint[b, 0] * angle(joint, clip.joint[k, b])
            value += by.joint[b, 1] * np.linalg.norm(np.subtract(joint_spin, clip.joint_spin[k, b]))
        assert found[k] == pytest.approx(value, abs=1e-6)


def test_who_is_on_a_clip_is_nearest_to_that_frame_wherever_it_stands_and_faces(simulation):
    for turned in (0.0, 2.0):
        sim = simulation("stage", servo="kinematic", settings={"clip": "run"})
        red = sim.characters["red"]
        motion = red.component(Motion)
        motion.heading, motion.anchor = turned, (3.0, -2.0, 0.0)
        sim.run(1.1)
        clips = [sim.stage.clips.clip(name, red.rig) for name in ("walk", "stand", "run", "jump")]
        found = best(sim.stage, red.about, clips)
        assert found.clip.name == "run"
        assert abs(found.frame - motion.frame) <= 1
        assert found.value < 0.25 * read_similarity().threshold


def test_bones_without_a_weight_do_not_count(simulation):
    sim = simulation("stage", servo="world", settings={"clip": "walk"})
    sim.run(0.5)
    red = sim.characters["red"]
    frames = keyframes(sim.stage.clips.clip("walk", red.rig))
    nothing = Weights(np.zeros((len(red.bones), 2)), (0.0, 0.0, 0.0, 0.0), 1.0)
    assert not values(sim.stage, red.about, frames, nothing).any()


def test_weights_of_a_file_go_to_every_bone_that_follows_the_joint(simulation):
    sim = simulation("stage")
    rig = sim.characters["red"].rig
    file = read_similarity()
    joint = weights(file, rig).joint
    for row, bone in enumerate(rig.bones):
        wanted = (getattr(file.turn, bone.source, 0.0), getattr(file.spin, bone.source, 0.0)) if bone.source else (0, 0)
        assert tuple(joint[row]) == wanted
