"""Clips on bodies: targets against the paper's eqs. 3 and 4, loops, blends."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.character import Motion
from components.clock import TICKS_PER_S
from game.clips.clip import LOOK_AHEAD_TICKS
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels.quaternions import delta, mul


def matrix(q):
    return np.array(p.getMatrixFromQuaternion(q)).reshape(3, 3)


def angle(a, b):
    """Degrees between two rotation matrices or quaternions."""
    return np.degrees(np.linalg.norm(delta(a, b)))


def motion_of(sim, name="red"):
    return sim.characters[name]._get(Motion)


def base(sim, name="red"):
    return p.getBasePositionAndOrientation(sim.characters[name].body, physicsClientId=sim.client)


@pytest.mark.bullet
@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("clip", ["walk", "kick"])
def test_targets_are_eq_3_recomposed_bone_by_bone_on_the_actual_root(simulation, rig, clip):
    """W_d = W_root,actual P_d below the root, W_d,parent P_d further down; the actual bones between do not enter."""
    sim = simulation("stage", settings={"clip": clip, "rig": rig})
    body, data = load_rig(rig), load_clip(clip, load_rig(rig))
    for ticks in (1, 17, 40):
        sim.tick(ticks)
        frame = int(motion_of(sim).frame)
        desired = [matrix(base(sim)[1])]
        for i, bone in enumerate(body.bones[1:], 1):
            desired.append(desired[bone.parent] @ matrix(data.joint[frame, i]))
        for i, q in enumerate(sim.characters["red"].target()):
            if i:
                assert np.allclose(matrix(q), desired[i], atol=1e-6), body.names[i]


@pytest.mark.parametrize("rate", [1.0, 0.5, 2.0])
def test_velocity_targets_are_eq_4_of_the_targets_themselves(simulation, rate):
    """w_d = Delta(W_d(t + d), W_d(t)) / d, in the root's frame, from targets read off at rate 1, times the rate."""
    sim = simulation("stage", servo="kinematic", settings={"clip": "walk"})
    poses, t = [], sim.stage.tables
    for _ in range(12):
        poses.append(t.targets.relative.copy())
        sim.tick()
    other = simulation("stage", servo="kinematic", settings={"clip": "walk", "rate": rate})
    u = other.stage.tables
    for k in range(4):
        before = int(motion_of(other).frame)
        other.tick()
        for i in range(1, len(u.targets.relative)):
            ahead = np.array(delta(poses[before + LOOK_AHEAD_TICKS][i], poses[before][i]))
            wanted = ahead * TICKS_PER_S / LOOK_AHEAD_TICKS
            assert np.allclose(u.targets.relative_spin[i], rate * wanted, atol=1e-3 * (1 + np.abs(wanted).max())), k


@pytest.mark.bullet
def test_the_joint_velocity_targets_are_those_of_the_joint_targets(simulation):
    sim = simulation("stage", servo="kinematic", settings={"clip": "walk"})
    t = sim.stage.tables
    before = t.targets.joint.copy()
    for _ in range(5):
        sim.tick()
        for i in range(1, len(before)):
            turned = np.array(delta(t.targets.joint[i], before[i])) * TICKS_PER_S
            own = matrix(t.targets.joint[i]).T @ turned
            assert np.allclose(t.targets.joint_spin[i], own, atol=0.02 * (1 + np.abs(turned).max()))
        before = t.targets.joint.copy()


@pytest.mark.bullet
@pytest.mark.parametrize("clip", ["walk", "run", "turn_left"])
def test_one_loop_brings_a_played_back_body_on_by_what_the_loop_travels_and_turns(simulation, clip):
    sim = simulation("stage", servo="kinematic", settings={"clip": clip})
    data = motion_of(sim).clip
    sim.tick(5)
    (x0, q0), heading = base(sim), motion_of(sim).heading
    sim.tick(data.frames)
    x1, q1 = base(sim)
    c, s = np.cos(data.loop_turn), np.sin(data.loop_turn)
    origin = np.array([0.0, 0.0])
    start = np.array(x0[:2]) - origin
    r = np.array([[np.cos(heading), -np.sin(heading)], [np.sin(heading), np.cos(heading)]])
    expected = r @ data.loop_travel[:2] + np.array([[c, -s], [s, c]]) @ start
    assert np.allclose(x1[:2], expected, atol=1e-5)
    assert x1[2] == pytest.approx(x0[2], abs=1e-5)
    turn = (0.0, 0.0, np.sin(data.loop_turn / 2), np.cos(data.loop_turn / 2))
    assert angle(q1, mul(turn, q0)) < 1e-3


@pytest.mark.slow(but=["1.0-walk", "0.3-turn_left"])
@pytest.mark.parametrize("clip", ["walk", "run", "turn_left", "turn_left_sharp"])
@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_a_loop_has_no_seam_at_any_rate(simulation, clip, rate):
    """From tick to tick no target jumps further than twice the most that it moves elsewhere in the loop."""
    sim = simulation("stage", servo="kinematic", settings={"clip": clip, "rate": rate})
    t, steps = sim.stage.tables, []
    data = motion_of(sim).clip
    last = None
    for _ in range(int(2.2 * data.frames / rate)):
        sim.tick()
        now = (t.targets.root_position[0].copy(), t.targets.root_orientation[0].copy(), t.targets.relative.copy())
        if last is not None:
            limbs = max(angle(a, b) for a, b in zip(now[2], last[2], strict=True))
            steps.append((np.linalg.norm(now[0] - last[0]), angle(now[1], last[1]), limbs, motion_of(sim).frame))
        last = now
    steps = np.array(steps)
    inside = steps[(steps[:, 3] > 2) & (steps[:, 3] < data.frames - 2)]
    seam = steps[(steps[:, 3] <= 2) | (steps[:, 3] >= data.frames - 2)]
    assert seam[:, 0].max() < 2 * inside[:, 0].max() + 1e-4, "place"
    assert seam[:, 1].max() < 2 * inside[:, 1].max() + 0.1, "root"
    assert seam[:, 2].max() < 2 * inside[:, 2].max() + 0.1, "limbs"


@pytest.mark.parametrize("clip", ["walk", "run", "jump"])
def test_the_lift_of_the_root_is_the_second_difference_of_its_height_all_along(simulation, clip):
    """m/s2, also where a loop begins and where a clip ends."""
    sim = simulation("stage", servo="kinematic", settings={"clip": clip})
    data = motion_of(sim).clip
    z = data.root_position[:, 2]
    for _ in range(data.frames + 3 if data.looping else data.frames - 1):
        sim.tick()
        k = int(motion_of(sim).frame)
        if data.looping:
            expected = (z[(k + 1) % data.frames] - 2 * z[k] + z[k - 1]) * 14400
        else:
            expected = (z[k + 1] - 2 * z[k] + z[k - 1]) * 14400 if 0 < k < data.frames - 1 else 0.0
        assert sim.stage.tables.targets.root_lift[0] == pytest.approx(expected, abs=0.5), k


@pytest.mark.parametrize("pair", [("stand", "crawl"), ("walk", "kick"), ("run", "guard"), ("guard", "roll")])
@pytest.mark.parametrize("servo", ["world", "kinematic"])
def test_targets_do_not_jump_when_the_clip_changes(simulation, pair, servo):
    sim = simulation("stage", servo=servo, settings={"clip": pair[0], "blend_s": 0.25})
    sim.run(0.4)
    t, red = sim.stage.tables, sim.characters["red"]
    last = t.targets.relative.copy()
    red.play(pair[1], frame=0)  # at once
    for k in range(30):
        sim.tick()
        jump = max(angle(a, b) for a, b in zip(t.targets.relative, last, strict=True))
        assert jump < (4.0 if k == 0 else 20.0), k
        last = t.targets.relative.copy()
    assert red.clip == pair[1]


@pytest.mark.bullet
@pytest.mark.parametrize("pair", [("stand", "crawl"), ("guard", "roll"), ("crawl", "stand")])
def test_a_played_back_body_does_not_jump_when_its_clip_changes(simulation, pair):
    """Place and turn of the root: not further than 30 cm and 30 degrees in a tick, and no explosion."""
    sim = simulation("stage", servo="kinematic", settings={"clip": pair[0], "blend_s": 0.25})
    sim.run(0.4)
    last = base(sim)
    sim.characters["red"].play(pair[1])
    for _ in range(40):
        sim.tick()
        now = base(sim)
        assert np.linalg.norm(np.subtract(now[0], last[0])) < 0.3
        assert angle(now[1], last[1]) < 30.0
        last = now
    assert not sim.report()["exploded"]


def test_switching_twice_within_a_blend_does_not_jump_either(simulation):
    sim = simulation("stage", settings={"clip": "walk", "blend_s": 0.3})
    sim.run(0.4)
    t, red = sim.stage.tables, sim.characters["red"]
    for clip in ("kick", "stand", "run", "guard"):
        last = t.targets.relative.copy()
        red.play(clip)
        sim.tick()
        assert max(angle(a, b) for a, b in zip(t.targets.relative, last, strict=True)) < 4.0
        sim.tick(7)


def test_a_clip_that_does_not_loop_ends_at_its_last_pose_and_standing_follows(simulation):
    sim = simulation("stage", servo="kinematic", settings={"clip": "kick"})
    data = motion_of(sim).clip
    sim.tick(data.frames - 2)
    assert sim.characters["red"].clip == "kick"
    sim.tick(5)
    assert sim.characters["red"].clip == "stand"


@pytest.mark.bullet
def test_a_played_back_body_is_where_its_clip_is(simulation):
    sim = simulation("stage", servo="kinematic", settings={"clip": "walk", "rig": "boxer"})
    data, red = motion_of(sim).clip, sim.characters["red"]
    z0 = base(sim)[0][2] - data.root_position[0, 2]
    for _ in range(3):
        sim.tick(11)
        k = int(motion_of(sim).frame)
        assert np.allclose(base(sim)[0], data.root_position[k] + (0, 0, z0), atol=1e-5)
        assert angle(base(sim)[1], data.root_orientation[k]) < 1e-3
        for i in range(1, len(red.bones)):
            state = p.getLinkState(red.body, i - 1, computeForwardKinematics=1, physicsClientId=sim.client)
            assert angle(state[5], mul(data.root_orientation[k], data.relative[k, i])) < 0.01


@pytest.mark.parametrize("clip", ["walk", "run"])
def test_the_report_knows_how_far_the_clip_went(simulation, clip):
    sim = simulation("stage", servo="kinematic", settings={"clip": clip})
    sim.run(2.0)
    got = sim.report()["characters"]["red"]
    assert got["travel_m"] > 1.0
    assert got["clip_travel_m"] == pytest.approx(got["travel_m"], rel=0.05)
