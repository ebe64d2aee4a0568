"""What limbs do at the ends of their joints, watched in the engine."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from raw import p

from components.clock import DT
from components.law import LAWS
from components.rig import Joint
from game.rigs.rig import load_rig
from systems.kernels.joint_springs import FARTHEST, joint_springs
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import from_rotvec
from systems.kernels.step_system import turn_inertias
from systems.stun import DRAGS, HEAVY, HELD

pytestmark = pytest.mark.bullet
LIGHT = 0.006  # kg m2, a hand


def limp(simulation, rig):
    """A rag doll in the air without weight that touches nothing, not even itself."""
    sim = simulation("stage", servo="off", root="free", settings={"gravity": 0.0, "rig": rig, "get_up": False})
    red = sim.characters["red"]
    for link in range(-1, len(red.bones) - 1):
        p.setCollisionFilterGroupMask(red.body, link, 0, 0, physicsClientId=sim.client)
    p.resetBasePositionAndOrientation(red.body, [0, 0, 5], [0, 0, 0, 1], physicsClientId=sim.client)
    return sim, red


def bones_of(sim):
    return load_rig(sim.scene.characters[0].rig).bones


def angles(sim, red, i, bone):
    """By the engine: a hinge's angle, or how far a ball joint's axis is from the middle of its range."""
    state = p.getJointStateMultiDof(red.body, i - 1, physicsClientId=sim.client)
    if bone.joint is Joint.HINGE:
        return state[0][0]
    axis = np.array(bone.axis)
    here = np.array(p.getMatrixFromQuaternion(state[0])).reshape(3, 3) @ axis
    middle = np.array(p.getMatrixFromQuaternion(from_rotvec(bone.swing_centre))).reshape(3, 3) @ axis
    return float(np.arccos(np.clip(here @ middle, -1.0, 1.0)))


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize("end", ["low", "high"])
def test_every_limp_hinge_pushed_past_either_end_comes_back(simulation, rig, end):
    sim, red = limp(simulation, rig)
    hinges = [(i, b) for i, b in enumerate(bones_of(sim)) if b.joint is Joint.HINGE]
    for i, bone in hinges:
        past = bone.high + 0.3 if end == "high" else bone.low - 0.3
        p.resetJointState(red.body, i - 1, past, 0.0, physicsClientId=sim.client)
    sim.run(1.0)
    for i, bone in hinges:
        assert bone.low - 0.05 < angles(sim, red, i, bone) < bone.high + 0.05, bone.name
    assert not sim.report()["exploded"]


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_every_limp_ball_joint_swung_past_its_cone_comes_back(simulation, rig):
    sim, red = limp(simulation, rig)
    balls = [(i, b) for i, b in enumerate(bones_of(sim)) if b.joint is Joint.BALL and b.swing < 2.4]
    for i, bone in balls:
        middle = np.array(p.getMatrixFromQuaternion(from_rotvec(bone.swing_centre))).reshape(3, 3) @ np.array(bone.axis)
        about = np.cross(middle, [0.3, 0.5, 0.8])
        swing = (bone.swing + 0.3) * about / np.linalg.norm(about)
        turn = p.multiplyTransforms([0, 0, 0], from_rotvec(swing), [0, 0, 0], from_rotvec(bone.swing_centre))[1]
        p.resetJointStateMultiDof(red.body, i - 1, turn, [0, 0, 0], physicsClientId=sim.client)
        assert angles(sim, red, i, bone) == pytest.approx(bone.swing + 0.3, abs=1e-5)
    sim.run(1.0)
    for i, bone in balls:
        assert angles(sim, red, i, bone) < bone.swing + 0.06, bone.name
    assert not sim.report()["exploded"]


def spring(body):
    t = body.tables
    body.dynamics()
    turn_inertias(t.skeletons, t.bones, t.demand)
    joint_springs(t.skeletons, t.bones, t.modes, t.muscles, DT, t.demand)
    return t.demand


def knee(body):
    return next(i for i, bone in enumerate(body.rig.bones) if bone.name == "left_shin")


@pytest.mark.parametrize("whole_turns", [-2, -1, 0, 1, 2])
def test_a_knee_that_has_gone_round_is_where_it_is_not_turns_away(bench, whole_turns):
    """Bullet counts a hinge's turns; a knee within its range after a whole turn is within its range."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    i = knee(body)
    bone = body.rig.bones[i]
    inside = (bone.low + bone.high) / 2
    p.resetJointState(body.body, i - 1, inside + 2 * pi * whole_turns, 0.0, physicsClientId=body.client)
    body.read()
    assert hinge_angle(body.bones.joint[i], np.array(bone.axis)) == pytest.approx(inside, abs=1e-9)
    assert not spring(body).spring[i].any()


def test_a_joint_at_rest_within_its_range_is_left_alone_and_one_past_it_is_pushed_back_about_its_axis(bench):
    body = bench().pose(np.random.default_rng(0), size=0.0)
    body.tables.modes.authority[:] = 0.0
    assert not spring(body).spring.any()
    i = knee(body)
    bone = body.rig.bones[i]
    for angle, sign in ((bone.high + 0.1, -1.0), (bone.low - 0.1, 1.0)):
        p.resetJointState(body.body, i - 1, angle, 0.0, physicsClientId=body.client)
        body.read()
        axis = bench.matrix(body.links()[i][3]) @ np.array(bone.axis)
        torque = spring(body).spring[i]
        assert sign * torque @ axis > 1.0
        assert np.allclose(torque, axis * (torque @ axis), atol=1e-9)


def test_a_stop_never_pulls_a_joint_further_out(bench):
    """Past its end but on its way back fast: at most let go, never held out."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    body.tables.muscles.limp[:], body.tables.modes.authority[:] = LAWS["world"].limp, 1.0
    i = knee(body)
    bone = body.rig.bones[i]
    for speed in (-39.0, -10.0, 0.0, 10.0):
        p.resetJointState(body.body, i - 1, bone.high + 0.01, speed, physicsClientId=body.client)
        body.read()
        axis = bench.matrix(body.links()[i][3]) @ np.array(bone.axis)
        assert spring(body).spring[i] @ axis <= 1e-9


def test_a_stop_that_does_not_push_does_not_hold_either(bench):
    """Where the push is 0 because the joint is on its way back, no resistance to coming back faster may be left."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    body.tables.muscles.limp[:], body.tables.modes.authority[:] = LAWS["world"].limp, 1.0
    i = knee(body)
    bone = body.rig.bones[i]
    p.resetJointState(body.body, i - 1, bone.high + 0.01, -20.0, physicsClientId=body.client)
    demand = spring(body.read())
    assert not demand.spring[i].any()
    assert not demand.spring_gain[i].any()


@pytest.mark.parametrize("beyond", [0.1, 0.39])
def test_the_stop_of_who_rises_brings_a_joint_back_no_faster_than_he_is_held(bench, beyond):
    """At 4 rad/s on its way back it pushes no more, however far it was bent; usually it does, up to 12 rad/s."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    body.tables.muscles.limp[:], body.tables.modes.authority[:] = LAWS["world"].limp, 1.0
    i = knee(body)
    bone = body.rig.bones[i]
    pushed = {}
    for fast in (40.0, HELD):
        body.tables.modes.fast[:] = fast
        for speed in (0.0, 0.9 * beyond / FARTHEST * HELD, 1.01 * beyond / FARTHEST * HELD):
            p.resetJointState(body.body, i - 1, bone.high + beyond, -speed, physicsClientId=body.client)
            body.read()
            pushed[fast, speed] = float(np.linalg.norm(spring(body).spring[i]))
    usual, held = (np.array([pushed[key] for key in pushed if key[0] == fast]) for fast in (40.0, HELD))
    assert held[0] == pytest.approx(usual[0], rel=1e-9)
    assert (held > 0.0).tolist() == [True, True, False]
    assert (usual > 0.5 * usual[0]).all()


def test_flesh_drags_a_limp_joint_only(bench):
    body = bench().pose(np.random.default_rng(0), size=0.0)
    i = knee(body)
    bone = body.rig.bones[i]
    p.resetJointState(body.body, i - 1, (bone.low + bone.high) / 2, 2.0, physicsClientId=body.client)
    body.read()
    axis = bench.matrix(body.links()[i][3]) @ np.array(bone.axis)
    for servo, authority, drags in (("world", 1.0, False), ("world", 0.0, True), ("off", 1.0, True)):
        body.tables.muscles.limp[:], body.tables.modes.authority[:] = LAWS[servo].limp, authority
        assert bool(spring(body).spring[i] @ axis < -1e-6) is drags


@pytest.mark.parametrize("fast", [40.0, HELD], ids=["usually", "who rises"])
@pytest.mark.parametrize("speed", [3.9, 6.0, 9.5, 20.0, 39.9, 60.0, 100.0])
def test_flesh_slows_an_awake_joint_by_what_it_is_beyond_forty_rad_a_second(bench, speed, fast):
    """c w = A 120 1/s (w - 40), A the mean of the bone's gain inertia; below 40 nothing. Of who rises 600 and 4, and A
    is 0.1 kg m2 at least, and 4 is less by what the bone turns faster than 8 rad/s in the world, down to 1."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    body.tables.muscles.limp[:], body.tables.modes.authority[:] = LAWS["world"].limp, 1.0
    rate, least = 120.0, 0.0  # 1/s, kg m2
    if fast == HELD:
        rate, least = DRAGS, HEAVY
        body.tables.modes.fast[:], body.tables.modes.drag[:], body.tables.modes.heavy[:] = fast, rate, least
    i = next(i for i, bone in enumerate(body.rig.bones) if bone.name == "left_hand")
    spin = speed * np.array([0.6, 0.0, -0.8])
    p.resetJointStateMultiDof(body.body, i - 1, [0, 0, 0, 1], spin.tolist(), physicsClientId=body.client)
    demand = spring(body.read())
    inertia = max(least, np.trace(demand.inertia[i]) / 3.0)
    bound = fast if fast == 40.0 else max(1.0, HELD - max(0.0, speed - 8.0))
    expected = -inertia * rate * max(0.0, speed - bound) * spin / speed
    r = bench.matrix(body.links()[i][3])
    assert np.allclose(demand.spring[i], r @ expected, atol=1e-9)
    beyond = max(0.0, 1.0 - bound / speed)
    yields = np.eye(3) * DT * rate * inertia * (beyond if fast == 40.0 else float(beyond > 0.0))
    assert np.allclose(demand.spring_gain[i], yields, atol=1e-12)
    free = spin - np.linalg.solve(LIGHT * np.eye(3) + yields, DT * rate * inertia * beyond * spin)
    if fast == HELD and beyond > 0.0:
        assert bound < np.linalg.norm(free) < bound + 0.02 * speed, "a lone hand is slowed to the bound, and no further"


@pytest.mark.parametrize("speed", [10.0, 24.9, 30.0, 60.0])
def test_what_nobody_moves_drags_by_what_it_is_beyond_twenty_five_rad_a_second(bench, speed):
    """c w = A (d + 120 (1 - 25 / w)) w, d its passive damping (1/s)."""
    body = bench().pose(np.random.default_rng(0), size=0.0)
    muscles = body.tables.muscles
    muscles.limp[:], muscles.passive_damping[:] = LAWS["off"].limp, 5.0
    i = next(i for i, bone in enumerate(body.rig.bones) if bone.name == "left_hand")
    spin = speed * np.array([0.6, 0.0, -0.8])
    p.resetJointStateMultiDof(body.body, i - 1, [0, 0, 0, 1], spin.tolist(), physicsClientId=body.client)
    demand = spring(body.read())
    loose, rate = 25.0, 120.0  # rad/s, 1/s
    expected = -np.trace(demand.inertia[i]) / 3.0 * (5.0 + rate * max(0.0, 1.0 - loose / speed)) * spin
    assert np.allclose(demand.spring[i], bench.matrix(body.links()[i][3]) @ expected, atol=1e-9)


def test_a_limp_hand_that_is_flung_is_slowed(simulation):
    sim, red = limp(simulation, "boxer")
    i = red.bones.index("left_hand")
    sim.run(0.1)
    p.resetJointStateMultiDof(red.body, i - 1, [0, 0, 0, 1], [80.0, 0, 0], physicsClientId=sim.client)
    sim.run(0.03)
    speed = p.getJointStateMultiDof(red.body, i - 1, physicsClientId=sim.client)[1]
    assert np.linalg.norm(speed) < 50.0
