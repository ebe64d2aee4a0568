"""Key-frames one after another, on a boxer that stands on its own legs; from raw pybullet joint states."""

from __future__ import annotations

import numpy as np
import pybullet as p
import pytest

from components.errors import InputError
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec

POSES = [
    {"left_upper_arm": (60, 0, 0), "right_upper_arm": (-60, 0, 0)},
    {"left_upper_arm": (0, -70, 0), "right_upper_arm": (0, -70, 0), "left_forearm": (0, -60, 0)},
    {"left_upper_arm": (40, -30, 0), "right_upper_arm": (-20, -40, 0), "left_forearm": (0, -20, 0)},
]
TIMES = [0.3, 0.3, 0.4]


def off(sim, pose):
    """Degrees between each joint and the pose."""
    red, out = sim.characters["red"], []
    for bone, vector in pose.items():
        link = red.link(bone)
        turn = p.getJointStateMultiDof(red.body, link, physicsClientId=sim.stage.engine.client)[0]
        actual = turn if len(turn) == 4 else from_rotvec((0.0, -turn[0], 0.0))  # an elbow's axis is -y
        wanted = from_rotvec(tuple(np.radians(vector)))
        out.append(np.degrees(np.linalg.norm(to_rotvec(mul(conj(actual), wanted)))))
    return np.array(out)


@pytest.fixture
def sim(simulation):
    made = simulation("stage", servo="timed")
    made.run(0.5)
    return made


def test_each_pose_is_reached_at_its_tick_while_the_body_stands(sim):
    for pose, seconds in zip(POSES, TIMES, strict=True):
        sim.characters["red"].key(pose, seconds)
    for pose, seconds in zip(POSES, TIMES, strict=True):
        sim.run(seconds)
        assert off(sim, pose).mean() <= 3.0
    sim.run(3.0)
    assert off(sim, POSES[-1]).mean() <= 1.0, "it stays there"
    assert sim.report()["characters"]["red"]["upright_s"] == pytest.approx(4.5)


def test_let_go_it_is_back_on_its_clip_in_delta(sim):
    red = sim.characters["red"]
    red.set("delta", 0.4)
    red.key(POSES[0], 0.3)
    sim.run(0.6)
    red.let_go()
    sim.run(0.4)
    tables, i = sim.stage.tables, red.link("left_upper_arm") + 1
    assert np.degrees(np.linalg.norm(to_rotvec(mul(conj(tables.bones.joint[i]), tables.targets.joint[i])))) < 2.0


def test_a_saved_run_goes_on_with_its_key_frames(sim):
    red = sim.characters["red"]
    for pose, seconds in zip(POSES, TIMES, strict=True):
        red.key(pose, seconds)
    sim.run(0.4)
    saved = sim.save()
    sim.run(0.6)
    first = sim.state_hash()
    sim.load(saved)
    sim.run(0.6)
    assert sim.state_hash() == first


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_time_that_is_none_is_refused_in_one_line(sim, seconds):
    with pytest.raises(InputError, match="time must be above 0 s"):
        sim.characters["red"].key(POSES[0], seconds)


def test_an_unknown_joint_is_refused_in_one_line(sim):
    with pytest.raises(InputError, match="no bone left_wing"):
        sim.characters["red"].key({"left_wing": (0, 0, 0)}, 0.3)
