"""The two servo laws against eqs. 3 to 5 of Dynamo, on bodies in any pose."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import DT
from components.settings import Actuation
from systems.kernels.codes import code
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.kernels.step_system import turn_inertias
from systems.laws.off import off
from systems.laws.parent import parent
from systems.laws.world import world

LAWS = {"world": world, "parent": parent}


def ready(
    bench, seed, near=0.2, strength=1.0, frequency=25.0, implicit=False, actuation=Actuation.JOINT, speed=3.0
):  # fmt: skip
    """A body in any pose, whose target is near in the same frame as the law looks."""
    random = np.random.default_rng(seed)
    body = bench().randomise(random, speed)
    t = body.tables
    t.muscles.strength[:], t.muscles.frequency[:], t.modes.authority[:] = strength, frequency, 1.0
    t.muscles.implicit[:], t.muscles.actuation[:] = implicit, code(actuation)
    root = t.bones.orientation[0]
    for i, bone in enumerate(body.rig.bones[1:], 1):
        off_by = from_rotvec(near * random.uniform(-1, 1, 3) / np.sqrt(3))
        t.targets.relative[i] = mul(conj(root), mul(off_by, t.bones.orientation[i]))
        t.targets.joint[i] = mul(conj(t.bones.orientation[bone.parent]), mul(off_by, t.bones.orientation[i]))
    t.targets.relative_spin[1:] = random.normal(size=(len(body.rig.bones) - 1, 3))
    t.targets.joint_spin[1:] = random.normal(size=(len(body.rig.bones) - 1, 3))
    turn_inertias(t.skeletons, t.bones, t.demand)
    return body


def run(body, law):
    t = body.tables
    law(np.arange(1, len(body.rig.bones)), t.skeletons, t.bones, t.targets, t.modes, t.muscles, DT, t.demand)
    return t.demand


@pytest.mark.parametrize("actuation", [Actuation.JOINT, Actuation.EXTERNAL])
@pytest.mark.parametrize("seed", range(3))
def test_explicit_world_torque_is_eq_5_with_targets_in_the_characters_frame(bench, seed, actuation):
    """T = Kp Delta(W_d, W_a) + Kd (w_d - w_a), with matrices; w_d holds the root's spin unless literal (external)."""
    f = 25.0
    body = ready(bench, seed, actuation=actuation)
    t, demand = body.tables, run(body, world)
    links = body.links()
    frame = bench.matrix(links[0][3])
    for i in range(1, len(body.rig.bones)):
        desired = frame @ bench.matrix(t.targets.relative[i])
        difference = desired @ bench.matrix(links[i][3]).T
        angle = np.arccos(np.clip((np.trace(difference) - 1) / 2, -1, 1))
        skew = np.array(
            [
                difference[2, 1] - difference[1, 2],
                difference[0, 2] - difference[2, 0],
                difference[1, 0] - difference[0, 1],
            ]
        )
        error = skew * angle / (2 * np.sin(angle))
        wanted = frame @ t.targets.relative_spin[i] + (links[0][5] if actuation is Actuation.JOINT else 0.0)
        inertia = bench.matrix(links[i][3]) @ t.skeletons.gain_inertia[i] @ bench.matrix(links[i][3]).T
        expected = inertia @ (f * f * error + 2 * f * (wanted - links[i][5]))
        assert np.allclose(demand.torque[i], expected, rtol=1e-4, atol=1e-4), body.rig.names[i]
        assert not demand.gain[i].any()


@pytest.mark.parametrize("seed", range(3))
def test_explicit_parent_torque_is_the_joint_error_and_the_joint_speeds(bench, seed):
    f = 25.0
    body = ready(bench, seed)
    t, demand = body.tables, run(body, parent)
    links = body.links()
    for i, bone in enumerate(body.rig.bones[1:], 1):
        own = bench.matrix(links[i][3])
        inertia = own @ t.skeletons.gain_inertia[i] @ own.T
        error = np.array(to_rotvec(mul(mul(links[bone.parent][3], t.targets.joint[i]), conj(links[i][3]))))
        lag = own @ t.targets.joint_spin[i] - (links[i][5] - links[bone.parent][5])
        assert np.allclose(demand.torque[i], inertia @ (f * f * error + 2 * f * lag), rtol=1e-4, atol=1e-4), bone.name


def test_in_world_space_the_bones_between_do_not_enter(bench):
    """Eq. 3: turn the spine alone; what is asked of an arm that stays where it was in the root's frame is the same."""
    body = ready(bench, 4)
    t = body.tables
    before = run(body, world).torque.copy()
    t.bones.orientation[1] = mul(from_rotvec((0.1, 0.2, 0.0)), t.bones.orientation[1])
    after = run(body, world).torque
    assert not np.allclose(before[1], after[1])
    assert np.array_equal(before[2:], after[2:])


def test_in_parent_space_an_error_is_handed_down_to_the_next_bone_alone(bench):
    body = ready(bench, 4)
    t = body.tables
    before = run(body, parent).torque.copy()
    t.bones.orientation[1] = mul(from_rotvec((0.1, 0.2, 0.0)), t.bones.orientation[1])
    after = run(body, parent).torque
    changed = {i for i in range(1, len(body.rig.bones)) if not np.allclose(before[i], after[i])}
    assert changed == {1} | {i for i, bone in enumerate(body.rig.bones) if bone.parent == 1}


@pytest.mark.parametrize("servo", LAWS)
def test_on_target_and_in_step_with_it_nothing_is_asked(bench, servo):
    body = ready(bench, 5, near=0.0)
    t, links = body.tables, body.links()
    frame = bench.matrix(links[0][3])
    for i, bone in enumerate(body.rig.bones[1:], 1):
        t.targets.relative_spin[i] = frame.T @ (links[i][5] - links[0][5])
        t.targets.joint_spin[i] = bench.matrix(links[i][3]).T @ (links[i][5] - links[bone.parent][5])
    assert np.allclose(run(body, LAWS[servo]).torque, 0.0, atol=1e-3)


@pytest.mark.parametrize("servo", LAWS)
@pytest.mark.parametrize(("strength", "authority"), [(3.0, 1.0), (1.0, 0.5), (3.0, 0.5)])
def test_torque_and_gain_are_proportional_to_strength_and_to_authority(bench, servo, strength, authority):
    whole = run(ready(bench, 6, implicit=True), LAWS[servo])
    body = ready(bench, 6, implicit=True, strength=strength)
    body.tables.modes.authority[:] = authority
    share = run(body, LAWS[servo])
    for asked, all_of_it in ((share.torque, whole.torque), (share.gain, whole.gain)):
        assert all_of_it[1:].any(axis=tuple(range(1, all_of_it.ndim))).all()  # of every bone but the root
        assert np.allclose(asked, strength * authority * all_of_it)


@pytest.mark.parametrize("servo", LAWS)
def test_limp_bones_are_asked_nothing(bench, servo):
    body = ready(bench, 7, implicit=True)
    body.tables.modes.authority[:] = 0.0
    demand = run(body, LAWS[servo])
    assert not demand.torque.any()
    assert not demand.gain.any()


@pytest.mark.parametrize("servo", LAWS)
def test_the_implicit_form_is_the_explicit_one_seen_at_the_end_of_the_step(bench, servo):
    """T(e - dt (w + dt a), w + dt a) for any acceleration a of the bone (its frame's own left as it is)."""
    f, random = 25.0, np.random.default_rng(9)
    explicit = run(ready(bench, 8), LAWS[servo]).torque.copy()
    body = ready(bench, 8, implicit=True)
    demand, links = run(body, LAWS[servo]), body.links()
    for i, bone in enumerate(body.rig.bones[1:], 1):
        above = links[0][5] if servo == "world" else links[bone.parent][5]
        own, a = links[i][5] - above, random.normal(size=3)
        inertia = demand.inertia[i]
        expected = explicit[i] - inertia @ (f * f * DT * (own + DT * a) + 2 * f * DT * a)
        assert np.allclose(demand.torque[i] - demand.gain[i] @ a, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("servo", LAWS)
def test_half_a_turn_off_is_a_finite_torque_and_no_stronger_than_a_little_less(bench, servo):
    """Beyond 1 rad the pull stays what it is, also where an error has no sign any more."""

    def pull(angle):
        """N m on each bone, all at rest, whose targets are turned so far about an axis of their own."""
        body = ready(bench, 10, near=0.0, speed=0.0)
        t, random = body.tables, np.random.default_rng(11)
        t.targets.relative_spin[:], t.targets.joint_spin[:] = 0.0, 0.0
        for i in range(1, len(body.rig.bones)):
            axis = random.normal(size=3)
            off_by = from_rotvec(angle * axis / np.linalg.norm(axis))
            t.targets.relative[i] = mul(t.targets.relative[i], off_by)
            t.targets.joint[i] = mul(t.targets.joint[i], off_by)
        torque = run(body, LAWS[servo]).torque[1:]
        return np.linalg.norm(torque, axis=1)

    strongest = pull(1.0)
    assert (strongest > 0.0).all()
    assert np.allclose(pull(0.5), 0.5 * strongest, rtol=1e-4)
    for angle in (1.1, 2.0, 3.0, np.pi - 1e-3, np.pi - 1e-9, np.pi, np.pi + 1e-3):
        assert np.allclose(pull(angle), strongest, rtol=1e-4), angle


def test_off_asks_nothing_of_anybody(bench):
    body = ready(bench, 1, implicit=True)
    demand = run(body, world)
    off(np.arange(1, len(body.rig.bones)), demand)
    assert not demand.torque.any()
    assert not demand.gain.any()
