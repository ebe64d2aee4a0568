"""From wanted bone torques to joint torques, against the definition written out with full matrices."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import DT
from components.law import LAWS, Reach
from components.rig import FREEDOMS, Bone, Joint, Rig
from components.settings import Actuation
from game.world.tables import build_tables
from systems.acting import all_obey
from systems.engine import Puppet
from systems.kernels.actuate import ROUNDS, actuate, foresee, weaken
from systems.kernels.dynamics import shared_dynamics
from systems.kernels.kinematics import read_state
from systems.kernels.step_system import turn_inertias

pytestmark = pytest.mark.bullet

PAIRS = [(servo, actuation) for servo in ("world", "parent") for actuation in Actuation]
REACH = {
    ("world", Actuation.JOINT): ("above", "above"),
    ("world", Actuation.EXTERNAL): ("root", "root"),
    ("world", Actuation.REACTION): ("own", "above"),
    ("parent", Actuation.JOINT): ("own", "own"),
    ("parent", Actuation.EXTERNAL): ("own", "own"),
    ("parent", Actuation.REACTION): ("own", "own"),
}
"""Where a bone's torque goes, and which accelerations it gives way to: the documented table."""


def positive(random, n, size):
    a = random.normal(size=(n, 3, 3))
    return size * np.einsum("nij,nkj->nik", a, a)


def ready(body, random, servo="world", actuation=Actuation.JOINT):
    """A body in any pose, with anything asked of its bones."""
    body.randomise(random)
    body.dynamics()
    t, n = body.tables, len(body.rig.bones)
    all_obey(t, servo, actuation)
    t.demand.torque[1:], t.demand.gain[1:] = random.normal(size=(n - 1, 3)), positive(random, n - 1, 0.3)
    t.demand.spring[1:], t.demand.spring_gain[1:] = random.normal(size=(n - 1, 3)), positive(random, n - 1, 0.2)
    t.demand.support[6:] = random.normal(size=len(t.demand.support) - 6)
    t.drives.torque[0], t.drives.gain[0] = random.normal(size=3), positive(random, 1, 2.0)[0]
    return t


def run(body):
    t = body.tables
    actuate(t.skeletons, t.dynamics, t.modes, t.muscles, t.drives, t.demand, t.aims, t.torques)
    return t.torques


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
@pytest.mark.parametrize(("servo", "actuation"), PAIRS)
def test_torques_and_foreseen_acceleration_solve_the_system_written_out(bench, rig, servo, actuation):
    """(M + G) a = t0 and t = t0 - G a, with G = torque_path^T K acceleration_path summed over bones, one at a time."""
    body = bench(rig)
    t = ready(body, np.random.default_rng(11), servo, actuation)
    torque_path, acceleration_path = REACH[servo, actuation]
    n = len(t.skeletons.bone)
    t0, gain = t.demand.support.copy(), np.zeros((n, n))
    t0[:3] += t.drives.torque[0]
    gain[:3, :3] += t.drives.gain[0]
    for b in range(1, len(body.rig.bones)):
        goes, feels, own = body.turning(b, torque_path), body.turning(b, acceleration_path), body.turning(b, "own")
        t0 += goes.T @ t.demand.torque[b] + own.T @ t.demand.spring[b]
        gain += goes.T @ t.demand.gain[b] @ feels + own.T @ t.demand.spring_gain[b] @ own
    mass = body.dense(t.dynamics.mass_matrix)
    expected = np.linalg.solve(mass + gain, t0)
    torques = run(body)
    assert np.abs((mass + gain) @ torques.acceleration - t0).max() < 1e-8 * np.abs(t0).max() * np.linalg.cond(
        mass + gain
    )
    assert np.allclose(torques.acceleration, expected, rtol=1e-6, atol=1e-7 * np.abs(expected).max())
    assert np.allclose(torques.generalised, t0 - gain @ expected, atol=1e-6 * np.abs(t0).max())


@pytest.mark.parametrize("seed", range(5))
def test_external_torques_are_subtree_sums_at_the_joints_and_the_whole_sum_on_the_root(bench, seed):
    """Without any give: what pushes every bone from outside by itself, in the engine's terms."""
    body = bench()
    t = ready(body, np.random.default_rng(seed), "world", Actuation.EXTERNAL)
    for array in (
        t.demand.gain,
        t.demand.spring,
        t.demand.spring_gain,
        t.demand.support,
        t.drives.torque,
        t.drives.gain,
    ):
        array[...] = 0.0
    t.skeletons.torque_limit[:] = 1e9
    wanted = t.demand.torque.copy()
    torques = run(body)
    for i, bone in enumerate(body.rig.bones):
        total = wanted[i : body.rig.end[i]].sum(axis=0)
        if bone.joint is Joint.ROOT:
            assert np.allclose(torques.root[0], total)
        else:
            own = bench.matrix(t.bones.orientation[i]).T @ total
            own = [own @ bone.axis, 0.0, 0.0] if bone.joint is Joint.HINGE else own
            assert np.allclose(torques.joint[i], own)


@pytest.mark.parametrize("seed", range(3))
def test_external_torques_turn_the_body_in_the_engine_as_pushes_on_every_bone_would(bench, seed):
    """One step through joints and root, and one with pybullet's own external torque on every bone, end the same."""
    from raw import p

    ends = []
    for way in ("ours", "engine's"):
        body = bench()
        t = ready(body, np.random.default_rng(seed), "world", Actuation.EXTERNAL)
        for array in (
            t.demand.gain,
            t.demand.spring,
            t.demand.spring_gain,
            t.demand.support,
            t.drives.torque,
            t.drives.gain,
        ):
            array[...] = 0.0
        t.demand.torque[...] *= 0.3
        for i, bone in enumerate(body.rig.bones):  # no hinge carries what is not about its axis: ask for that alone
            if bone.joint is Joint.HINGE:
                turn = bench.matrix(t.bones.orientation[i]) @ np.array(bone.axis)
                t.demand.torque[i] = turn * (turn @ t.demand.torque[i])
        if way == "ours":
            torques = run(body)
            body.step(torques.joint, torques.root[0])
        else:
            for i in range(1, len(body.rig.bones)):
                p.applyExternalTorque(
                    body.body, i - 1, t.demand.torque[i].tolist(), p.WORLD_FRAME, physicsClientId=body.client
                )
            body.step()
        ends.append(body.speeds())
    assert np.linalg.norm(ends[0] - ends[1]) < 2e-3 * np.linalg.norm(ends[0])


@pytest.mark.parametrize("servo", ["world", "parent"])
@pytest.mark.parametrize("actuation", list(Actuation))
def test_only_world_with_external_actuation_asks_anything_of_the_root(bench, servo, actuation):
    body = bench()
    t = ready(body, np.random.default_rng(2), servo, actuation)
    t.drives.torque[...] = 0.0
    t.drives.gain[...] = 0.0
    outside = servo == "world" and actuation is Actuation.EXTERNAL
    assert np.array_equal(run(body).root[0], np.zeros(3)) is not outside


def lone_joint(length=0.5, mass=2.0, inertia=0.04):
    """A hinge about y on a root that nothing moves."""
    heavy = Bone(
        "root", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), 1e12, (0, 0, 0), (1e12,) * 3, 0.0, 0.0, 0.0, 0.0, (0, 0, 0)
    )
    rod = Bone(
        "rod",
        0,
        Joint.HINGE,
        (0, 0, 0.3),
        (0, 1, 0),
        mass,
        (0, 0, -length),
        (inertia,) * 3,
        1e9,
        -3.0,
        3.0,
        0.0,
        (0, 0, 0),
    )
    rig = Rig("lone", 1.0, (heavy, rod), (2, 2), (0, 1))
    t = build_tables([rig], [Puppet(0)])
    t.base[0, 6] = 1.0
    t.raw[0] = 0.7  # rad
    read_state(t.skeletons, t.base, t.raw, t.bones)
    shared_dynamics(t.skeletons, t.bones, t.contacts, 0.0, t.dynamics)
    return t, inertia + mass * length * length


@pytest.mark.parametrize(("servo", "actuation"), PAIRS)
@pytest.mark.parametrize("gain", [0.0, 0.1, 1.0, 30.0])
def test_a_lone_joint_gets_t0_m_over_m_plus_k(servo, actuation, gain):
    t, m = lone_joint()
    all_obey(t, servo, actuation)
    t.demand.torque[1], t.demand.gain[1] = (0.0, 5.0, 0.0), gain * np.eye(3)
    actuate(t.skeletons, t.dynamics, t.modes, t.muscles, t.drives, t.demand, t.aims, t.torques)
    assert t.torques.joint[1, 0] == pytest.approx(5.0 * m / (m + gain), rel=1e-9)
    assert t.torques.acceleration[6] == pytest.approx(5.0 / (m + gain), rel=1e-9)


def test_a_lone_joint_with_an_implicit_spring_is_where_the_stiff_equation_says_after_the_step():
    """T = k (e - dt w') - d w', w' the speed after the step:
    w' = (w + dt k e / m) / (1 + dt d / m + dt^2 k / m).
    """
    t, m = lone_joint()
    dt, k, d, e, w = DT, 9e5, 3e3, 0.2, -1.5
    t.demand.torque[1] = (0.0, k * (e - dt * w) - d * w, 0.0)
    t.demand.gain[1] = dt * (d + dt * k) * np.eye(3)
    actuate(t.skeletons, t.dynamics, t.modes, t.muscles, t.drives, t.demand, t.aims, t.torques)
    after = w + dt * t.torques.joint[1, 0] / m
    assert after == pytest.approx((w + dt * k * e / m) / (1 + dt * d / m + dt * dt * k / m), rel=1e-9)


def overasked(bench, servo, actuation):
    """A body of which some joints are asked for far too much, and its torques."""
    body = bench("paper36")
    random = np.random.default_rng(5)
    t = ready(body, random, servo, actuation)
    t.demand.torque[1:] *= 1e4 * random.uniform(0.0, 1.0, (len(body.rig.bones) - 1, 1)) ** 4
    return body, t


def foreseen_again(body, t, servo, actuation):
    """What each joint's muscles were to give before the cut: asked for less, foreseen again, until that is within the
    limits or often enough; along its freedoms."""
    torque_path, acceleration_path = map(int, getattr(LAWS[servo].couplings, actuation))
    how = (0, torque_path, acceleration_path, torque_path != acceleration_path, t.muscles, t.demand, t.torques)
    foresee(t.skeletons, t.dynamics, t.drives, *how)
    for rounds in range(ROUNDS):
        if not weaken(t.skeletons, t.dynamics, 0, torque_path, t.muscles, t.demand, t.torques.generalised):
            assert rounds > 0
            break
        foresee(t.skeletons, t.dynamics, t.drives, *how)
    return [muscle_of(body, t, i) for i in range(1, len(body.rig.bones))]


def muscle_of(body, t, i):
    """N m along the freedoms of joint i, without its spring."""
    k, n = t.skeletons.freedom[i], FREEDOMS[body.rig.bones[i].joint]
    return t.torques.generalised[k : k + n] - body.turning(i, "own").T[k : k + n] @ t.demand.sinew[i]


@pytest.mark.parametrize(("servo", "actuation"), PAIRS)
def test_no_muscle_gives_more_than_its_joints_limit_and_a_balls_torque_keeps_its_direction(bench, servo, actuation):
    """Ends of joints are no muscles: what they give is added after the limit."""
    body, t = overasked(bench, servo, actuation)
    asked = foreseen_again(body, t, servo, actuation)
    body, t = overasked(bench, servo, actuation)
    torques, capped = run(body), 0
    for i, bone in enumerate(body.rig.bones[1:], 1):
        n, size = FREEDOMS[bone.joint], np.linalg.norm(asked[i - 1])
        springs = muscle_of(body, t, i) - t.torques.generalised[t.skeletons.freedom[i] :][:n]
        muscle = torques.joint[i, :n] + springs
        assert np.linalg.norm(muscle) <= bone.torque_limit * (1 + 1e-9)
        capped += size > bone.torque_limit
        assert np.allclose(muscle, asked[i - 1] * min(1.0, bone.torque_limit / size), rtol=1e-7, atol=1e-7)
        assert not torques.joint[i, n:].any()
    assert 0 < capped < len(body.rig.bones) - 1


def through_the_first_joint(body, t, asked):
    """Of each bone: the share of its torque that the joint at the root lets through to it."""
    share = [1.0]
    for i, bone in enumerate(body.rig.bones[1:], 1):
        own = min(1.0, t.muscles.limit[i] / np.linalg.norm(asked[i - 1]))
        share.append(own if bone.parent == 0 else share[bone.parent])
    return share[1:]


@pytest.mark.parametrize(("servo", "actuation"), PAIRS)
def test_springs_and_drive_give_way_to_the_step_that_the_cut_muscles_make(bench, servo, actuation):
    """(M + G) a = cut muscles + springs + drive, G the springs' and the drive's alone; t = that - G a."""

    def weak():
        body, t = overasked(bench, servo, actuation)
        t.muscles.limit[1] = 1.0
        return body, t

    body, t = weak()
    torques = run(body)
    n = len(t.skeletons.bone)
    sprung, gain, muscles = np.zeros(n), np.zeros((n, n)), np.zeros(n)
    sprung[:3], gain[:3, :3] = t.drives.torque[0], t.drives.gain[0]
    for b in range(1, len(body.rig.bones)):
        own, k = body.turning(b, "own"), t.skeletons.freedom[b]
        sprung += own.T @ t.demand.spring[b]
        gain += own.T @ t.demand.spring_gain[b] @ own
        muscles[k : k + FREEDOMS[body.rig.bones[b].joint]] = muscle_of(body, t, b)
    outside = LAWS[servo].couplings.external.torque_path is Reach.ROOT
    if outside and actuation is Actuation.EXTERNAL:  # what all bones together hand to the root, as much as gets there
        other, its = weak()
        let_through = through_the_first_joint(other, its, foreseen_again(other, its, servo, actuation))
        assert 0.0 < min(let_through) < 1.0
        muscles[:3] = np.array(let_through) @ t.demand.muscle[1:]
    expected = np.linalg.solve(body.dense(t.dynamics.mass_matrix) + gain, muscles + sprung)
    left = muscles + sprung - gain @ expected
    assert np.allclose(torques.acceleration, expected, rtol=1e-6, atol=1e-7 * np.abs(expected).max())
    assert np.allclose(torques.generalised, left, atol=1e-6 * np.abs(left).max())


def test_one_characters_torques_do_not_depend_on_who_else_is_in_the_table(simulation):
    """Every scheme beside every other in one table: each as if alone."""
    sim = simulation("balance", settings={"get_up": False})
    characters = list(sim.characters.values())
    for character, (servo, actuation) in zip(characters, PAIRS[:4], strict=True):
        character.set("servo", servo)
        character.set("actuation", actuation)
    sim.tick(5)
    t = sim.stage.tables
    together = [x.copy() for x in (t.torques.joint, t.torques.root)]
    random = np.random.default_rng(1)
    base = t.demand.torque.copy(), t.demand.spring.copy()
    t.demand.torque[...], t.demand.spring[...] = random.normal(size=base[0].shape), 0.0
    t.demand.torque[t.skeletons.parent < 0] = 0.0
    wanted = t.demand.torque.copy()
    actuate(t.skeletons, t.dynamics, t.modes, t.muscles, t.drives, t.demand, t.aims, t.torques)
    first = t.torques.joint.copy()
    rows = t.skeletons.owner == 2
    t.demand.torque[...] = np.where(rows[:, None], wanted, 50.0 * wanted)
    t.demand.spring[...] = 0.0
    actuate(t.skeletons, t.dynamics, t.modes, t.muscles, t.drives, t.demand, t.aims, t.torques)
    assert np.array_equal(first[rows], t.torques.joint[rows])
    assert all(np.isfinite(x).all() for x in together)


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_gain_inertias_are_turned_with_their_bones(bench, rig):
    body = bench(rig).randomise(np.random.default_rng(0))
    t = body.tables
    turn_inertias(t.skeletons, t.bones, t.demand)
    for i in range(len(body.rig.bones)):
        r = bench.matrix(t.bones.orientation[i])
        assert np.allclose(t.demand.inertia[i], r @ t.skeletons.gain_inertia[i] @ r.T, atol=1e-9)
