"""A foot that is far from its place at the end of a getup goes there; one that is near stays."""

from __future__ import annotations

import esper
import numpy as np
import pytest
from raw import p

from components.character import Body, Feet, Phase, Recovery
from components.control import Control, Status
from systems.stepping import NEAR, apart, astray

pytestmark = pytest.mark.bullet


def part(sim, kind):
    esper.switch_world(sim.world)
    return esper.get_component(kind)[0][1]


def test_how_far_a_foot_is_from_its_place_is_what_the_engine_says(made):
    """The targets of a played body are where it is; one that is pushed aside as a whole takes them along."""
    sim = made(settings=dict(clip="stand"))
    sim.run(2.0)
    body = part(sim, Body)
    assert max(astray(sim.stage, body)) < NEAR
    red = sim.characters["red"]
    foot = red.link("left_foot")
    before = np.array(p.getLinkState(red.body, foot, physicsClientId=sim.client)[4])
    was = astray(sim.stage, body)[0]
    sim.stage.tables.bones.position[body.feet[0], 0] += 0.3  # as if it stood there
    assert astray(sim.stage, body)[0] == pytest.approx(0.3, abs=was + 1e-6)
    np.testing.assert_allclose(before, p.getLinkState(red.body, foot, physicsClientId=sim.client)[4])


def test_in_a_getup_a_foot_that_stands_too_far_off_is_lifted_and_comes_home(made, monkeypatch):
    """He stands as at the end of a getup, but in a split, with the spring of one."""
    sim = made(settings=dict(clip="stand", root_limit=400, root_break=6000))
    sim.run(1.0)
    body, feet, recovery = part(sim, Body), part(sim, Feet), part(sim, Recovery)
    recovery.phase = Phase.RISING
    part(sim, Control).controller = "rise"
    monkeypatch.setattr("systems.controllers.rise.go_on_rising", lambda stage, who, haste: Status.RUNNING)
    red = sim.characters["red"]
    split = {"left_thigh": (0.0, -18.0, 0.0), "right_thigh": (0.0, 18.0, 0.0)}
    joints = [red.link(bone) for bone in split]
    for joint, angles in zip(joints, split.values(), strict=True):
        turn = p.getQuaternionFromEuler([np.radians(angle) for angle in angles])
        p.resetJointStateMultiDof(red.body, joint, turn, [0.0] * 3, physicsClientId=sim.client)
    sim.tick()
    assert apart(sim.stage, body)
    raised = []
    for _ in range(300):
        sim.tick()
        raised.append(feet.raised)
    assert max(left for left, _ in raised) > 0.03
    assert not any(left == right > 0.05 for left, right in raised)  # one after the other
    assert not apart(sim.stage, body) and red.place("head")[2] > 1.4
    recovery.phase = Phase.AWAKE
    sim.tick()
    assert feet.raised == (0.0, 0.0)
