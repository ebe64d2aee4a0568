"""The scenes of trajectories: what their pictures in the paper show, measured."""

from __future__ import annotations

import numpy as np
import pytest

from game import Simulation

pytestmark = pytest.mark.slow
SPINE = ("spine1", "spine2")


def arm(character):
    """m, from the left shoulder to the left hand."""
    return character.place("left_hand") - character.place("left_upper_arm")


def off_deg(sim, name, bones):
    """Angles from joints to where they are told to be."""
    tables, character = sim.stage.tables, sim.characters[name]
    rows = [character.about.first + character.bones.index(bone) for bone in bones]
    cosines = np.abs(np.sum(tables.targets.joint[rows] * tables.bones.joint[rows], axis=1))
    return np.degrees(2.0 * np.arccos(np.minimum(1.0, cosines)))


def test_arms_hang_from_a_back_that_bends_and_stick_out_where_it_is_played_back():
    with Simulation("bend") as sim:
        off = []
        for _ in range(420):
            sim.tick()
            off.append(off_deg(sim, "physics", SPINE))
        hangs, sticks = (arm(sim.characters[name]) for name in ("physics", "kinematics"))
        assert np.sqrt(np.mean(np.square(off))) < 0.3
        assert hangs[2] < -0.95 * np.linalg.norm(hangs)
        assert sticks[2] > -0.3 * np.linalg.norm(sticks)


@pytest.mark.parametrize(("script", "most"), [("waist", (0.3, 1.0, 4.0)), ("waist_steps", None)])
def test_a_waist_goes_along_a_curve_and_after_a_jump_the_sooner_it_settles_the_closer(script, most):
    with Simulation("waist", settings={"script": script}) as sim:
        off = {name: [] for name in sim.characters}
        for tick in range(1200):
            sim.tick()
            if tick >= 120:
                for name, own in off.items():
                    own.append(off_deg(sim, name, SPINE))
        quick, medium, slow = (np.sqrt(np.mean(np.square(off[name]))) for name in ("quick", "medium", "slow"))
        if most is None:
            assert quick < medium < slow
        else:
            assert all(own < limit for own, limit in zip((quick, medium, slow), most, strict=True))
        assert sim.stage.events == []


def test_arms_push_at_a_desk_as_hard_as_they_may_and_go_on_when_it_is_gone():
    with Simulation("desk") as sim:
        muscles, demand, physics = sim.stage.tables.muscles, sim.stage.tables.demand, sim.characters["physics"]
        shoulder = physics.bones.index("left_upper_arm")
        sim.run(4.0)
        shares, heights = [], []
        for _ in range(300):
            sim.tick()
            shares.append(demand.size[shoulder] / muscles.limit[shoulder])
            heights.append([sim.characters[name].place("left_hand")[2] for name in ("physics", "kinematics")])
        on_it, through_it = np.mean(heights, axis=0)
        assert max(shares) <= 1.001
        assert np.mean(shares) > 0.9
        assert on_it > 1.16 > through_it + 0.02
        sim.run(2.5)
        assert {event.kind for event in sim.stage.events} <= {"saturated"}
        assert max(off_deg(sim, "physics", ("left_upper_arm", "left_forearm"))) < 3.0
        assert physics.place("left_hand")[2] < 1.12
