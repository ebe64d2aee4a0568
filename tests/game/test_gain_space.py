"""Gain space against the paper's equations: lines of equal angle, and where a joint can rest."""

from __future__ import annotations

from math import pi, sin

import numpy as np
import pytest

from game import Simulation
from game.panel.gain_space import GainSpace, Springs, rests, springs_of
from systems.laws.antagonists import BEYOND

WEIGHT = 14.715  # N m: 5 kg, 0.3 m out


def arm(stiffness, angle=0.0):
    """The paper's arm, upright at 0: springs that balance its weight there."""
    low, high = -3.0 - BEYOND, 3.0 + BEYOND
    load = -WEIGHT * sin(angle)
    to_low = (stiffness * (high - angle) - load) / (high - low)
    return Springs(to_low, stiffness - to_low, low, high, angle, WEIGHT * sin(angle), WEIGHT * np.cos(angle))


@pytest.mark.parametrize("angle", [0.0, 0.6, pi / 2])
def test_the_working_point_is_on_its_line_and_further_out_the_joint_is_where_it_was(angle):
    s = arm(60.0, angle)
    assert s.torque(angle) == pytest.approx(0.0, abs=1e-9)
    assert s.of_equal_angle(angle, np.array([s.low])) == pytest.approx([s.high])
    for low in (20.0, 80.0, 300.0):
        (high,) = s.of_equal_angle(angle, np.array([low]))
        assert s._replace(low=low, high=high).torque(angle) == pytest.approx(0.0, abs=1e-9)


def test_a_loose_upright_arm_can_rest_at_three_angles_and_a_firm_one_at_one():
    angles = np.linspace(-3.0, 3.0, 400)
    counts = {}
    for share in (0.4, 1.6):
        s = arm(share * WEIGHT)
        found = rests(s, angles, np.array([s.torque(float(angle)) for angle in angles]))
        counts[share] = found
        for angle in found:
            assert s.torque(angle) == pytest.approx(0.0, abs=0.01)
    assert len(counts[0.4]) == 3
    assert counts[0.4][2] == pytest.approx(np.radians(121.8), abs=0.01)  # where 0.4 x = sin x
    assert counts[1.6] == pytest.approx([0.0], abs=0.01)


@pytest.mark.slow
@pytest.mark.bullet
@pytest.mark.parametrize(("bone", "axis"), [("left_upper_arm", 1), ("left_forearm", 0)])
def test_of_a_body_that_is_still_springs_and_weight_balance_where_the_joint_is(bone, axis):
    with Simulation("stage", servo="tension", root="meathook", settings={"clip": "guard"}) as sim:
        (one,) = sim.characters.values()
        one.limb("arms").set("tension", 0.1)
        sim.run(2.0)
        stage, row = sim.stage, one.about.first + one.rig.index(bone)
        s = springs_of(stage, row, axis)
        assert s.torque(s.angle) == pytest.approx(0.0, abs=0.03 * abs(s.level) + 0.1)
        space = GainSpace()
        space.look(stage, row, axis)
        assert space.tension == pytest.approx(0.1)
        assert space.trail[:, -1] == pytest.approx((s.low, s.high))
        along, (held, *_) = space.lines()
        assert np.interp(s.low, along, held) == pytest.approx(s.high, rel=0.01)


@pytest.mark.slow
@pytest.mark.bullet
def test_another_law_has_no_gain_space():
    with Simulation("stage", servo="world") as sim:
        sim.run(0.2)
        (one,) = sim.characters.values()
        assert springs_of(sim.stage, one.about.first + one.rig.index("neck"), 0) is None
