"""Stiffness apart from posture (Neff and Fiume), measured from raw pybullet joint states.

The paper's arm: a solid cylinder of 5 kg and 60 cm on a pin joint, m g l = 14.715 N m and 0.6 kg m2 about the joint.
"""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import DT
from components.rig import Bone, Joint, Rig
from systems.acting import all_obey
from systems.kernels import tick
from systems.kernels.quaternions import from_rotvec
from systems.laws.tension import FIRM
from systems.servo import ask

WEIGHT, INERTIA, G = 14.715, 0.6, 9.81  # N m, kg m2, m/s2
UNIT = (FIRM * 90.0) ** 2 * INERTIA  # N m/rad at tension 1
REST = (0.0, 0.0, 0.0, 1.0)
LEVEL, UP = 0.5 * np.pi, 0.0
PREDICTED, SAMPLED = 1, 2


def cylinder():
    """Upright at 0, on a base so heavy that it stays where it is held."""
    base = Bone("base", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), 1e6, (0, 0, 0), (1e9, 1e9, 1e9), 0, 0, 0, 0, (0, 0, 0))
    rod = Bone(
        "rod",
        0,
        Joint.HINGE,
        (0, 0, 0),
        (0, 1, 0),
        5.0,
        (0, 0, 0.3),
        (0.15, 0.15, 1e-3),
        300.0,
        -2.5,
        2.5,
        0,
        (0, 0, 0),
    )
    return Rig("arm", 1.0, (base, rod), (2, 2), (0, 1))


class Arm:
    """It stands on its base, whose weight is held from outside; `angle` is what the engine says."""

    def __init__(self, bench, angle, goal, stiffness, updating=PREDICTED):
        self.body = bench(cylinder(), G)
        t = self.t = self.body.tables
        self.obeying = all_obey(t, "tension")
        (own,) = t.own["tension"]
        self.own = own
        own.tension[:], own.balancing[:], own.updating[:] = stiffness / UNIT, True, updating
        t.muscles.told[:], t.muscles.set_frequency[:], t.muscles.strength[:] = 1.0, 90.0, 1.0
        t.muscles.limit[:] = 1e6
        t.modes.authority[:], t.modes.gravity[:], t.skeletons.foot[0] = 1.0, G, True
        t.contacts.count[0], t.contacts.bone[0], t.contacts.other_bone[0] = 1, 0, -1
        t.contacts.impulse[0] = t.skeletons.total_mass[0] * G * DT
        t.targets.relative[1] = t.targets.joint[1] = from_rotvec((0.0, goal, 0.0))
        self.body.set(([0, 0, 5], REST, [0, 0, 0], [0, 0, 0]), [REST, angle], [0, 0.0])
        self.body.read()

    @property
    def angle(self):
        return p.getJointState(self.body.body, 0, physicsClientId=self.body.client)[0]

    def run(self, seconds, push=0.0):
        """`push`: N m about the joint, as a pair of forces that nobody is told of."""
        t, hold = self.t, [0.0, 0.0, self.t.skeletons.total_mass[0] * G]
        for _ in range(round(seconds / DT)):
            tick.dynamics(t.handle, 0.0)
            tick.act(t.handle)
            ask(t, self.obeying, DT)
            tick.muscles(t.handle, G, DT)
            self.body.engine.push(self.body.body, -1, hold, t.bones.position[0])
            if push:
                p.applyExternalTorque(self.body.body, 0, [0, push, 0], p.WORLD_FRAME, physicsClientId=self.body.client)
            self.body.step(t.torques.joint, t.torques.root[0])
        return self.angle


def held_by_pd(bench, stiffness):
    """rad below level at which the paper's eq. 1 leaves it."""
    body = bench(cylinder(), G)
    body.set(([0, 0, 5], REST, [0, 0, 0], [0, 0, 0]), [REST, LEVEL], [0, 0.0])
    for _ in range(600):
        angle, speed = p.getJointState(body.body, 0, physicsClientId=body.client)[:2]
        body.engine.push(body.body, -1, [0.0, 0.0, body.skeletons.total_mass[0] * G], [0, 0, 5])
        body.step([[0, 0, 0], [stiffness * (LEVEL - angle) - 2.0 * np.sqrt(0.6 * stiffness) * speed, 0, 0]])
    return angle - LEVEL


@pytest.mark.parametrize(("stiffness", "degrees"), [(280.0, 3.0), (1680.0, 0.5)])
def test_pd_is_off_by_what_the_paper_says(bench, stiffness, degrees):
    assert np.degrees(held_by_pd(bench, stiffness)) == pytest.approx(degrees, rel=0.03)


@pytest.mark.parametrize("stiffness", [20.0, 60.0, 280.0, 1680.0])
def test_a_cylinder_is_held_level_however_loose_it_is(bench, stiffness):
    arm = Arm(bench, LEVEL, LEVEL, stiffness)
    furthest = max(abs(np.degrees(arm.run(0.1) - LEVEL)) for _ in range(50))
    assert arm.own.pull_low[1, 0] + arm.own.pull_high[1, 0] == pytest.approx(stiffness)
    assert abs(np.degrees(arm.angle - LEVEL)) <= 0.1
    assert furthest < 3.0


@pytest.mark.parametrize("stiffness", [100.0, 400.0, 1600.0])
def test_what_a_push_turns_it_by_times_its_stiffness_is_the_push(bench, stiffness):
    """And so it resists the more the tenser it is."""
    arm = Arm(bench, LEVEL, LEVEL, stiffness, SAMPLED)
    arm.run(1.0)
    off = arm.run(6.0, push=10.0) - LEVEL
    assert off * stiffness == pytest.approx(10.0, rel=0.05)


@pytest.mark.slow(but=["0.98"])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.98])
def test_too_loose_it_falls_from_upright_to_either_side(bench, share):
    """Figure 2: K x = m g l sin x has three answers."""
    stiffness = share * WEIGHT
    sides = [Arm(bench, 0.02 * side, UP, stiffness).run(60.0) for side in (-1, 1)]
    x = 2.0
    for _ in range(200):
        x = np.sin(x) / share
    assert np.degrees(sides) == pytest.approx([-np.degrees(x), np.degrees(x)], abs=1.0)


def test_tense_enough_it_comes_back_upright_and_the_fold_is_where_it_should_be(bench):
    arm = Arm(bench, 0.1, UP, 1.02 * WEIGHT)
    assert max(abs(arm.run(0.5)) for _ in range(200)) < 0.3
    assert abs(arm.run(20.0)) < 0.05
    assert arm.own.folds[1] * UNIT == pytest.approx(WEIGHT, rel=0.02)
    assert arm.own.folds[1] < arm.own.tension[1]


def test_without_balancing_it_hangs_where_weight_and_spring_agree(bench):
    arm = Arm(bench, LEVEL, LEVEL, 200.0)
    arm.own.balancing[:] = False
    off = arm.run(10.0) - LEVEL
    assert 200.0 * off == pytest.approx(WEIGHT * np.cos(off), rel=0.02)


def test_springs_only_pull(bench):
    """With less than the load asks of one spring, the joint sags and no gain is negative."""
    arm = Arm(bench, LEVEL, LEVEL, 2.0)
    assert arm.run(20.0) > LEVEL + 0.2
    assert (arm.own.pull_low >= 0.0).all()
    assert (arm.own.pull_high >= 0.0).all()
