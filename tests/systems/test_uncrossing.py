"""Uncrossing: when legs count as crossed, and where their targets go then."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from components.character import Body
from systems.kernels import quaternions as qt
from systems.uncrossing import CLEAR, DOWN, SPREAD, crossed, spread


@pytest.fixture
def lies(made):
    sim = made("stage")
    sim.tick()
    return sim.stage, sim.characters["red"]._get(Body)


def touch(stage, body, one, other):
    contacts = stage.tables.contacts
    contacts.count[0] = 1
    contacts.bone[0], contacts.other_bone[0] = (body.first + body.rig.index(bone) for bone in (one, other))


@pytest.mark.parametrize(
    ("bones", "moved", "are"),
    [
        (("left_shin", "right_thigh"), -0.5, True),
        (("right_thigh", "left_shin"), -0.5, True),
        (("left_shin", "right_thigh"), 0.0, False),
        (("left_shin", "pelvis"), -0.5, False),
    ],
    ids=[
        "touch and on the wrong side",
        "the other way round",
        "touch side by side",
        "on the wrong side, without a touch",
    ],
)
@pytest.mark.parametrize("joint", ["left_shin", "left_foot"])
def test_legs_are_crossed_where_they_touch_and_one_is_on_the_others_side(lies, bones, moved, are, joint):
    stage, body = lies
    touch(stage, body, *bones)
    left = qt.rotate(tuple(stage.tables.bones.orientation[body.first]), (0.0, 1.0, 0.0))
    stage.tables.bones.position[body.first + body.rig.index(joint)] += moved * np.array(left)
    assert crossed(stage, body) is are


def test_thighs_are_led_to_their_own_side_and_no_farther(lies):
    stage, body = lies
    relative = stage.tables.targets.relative
    for _ in range(2):
        spread(stage, body)
        for side, sign in (("left", 1.0), ("right", -1.0)):
            thigh, shin = (body.first + body.rig.index(f"{side}_{bone}") for bone in ("thigh", "shin"))
            assert sign * qt.rotate(tuple(relative[thigh]), DOWN)[1] == pytest.approx(np.sin(SPREAD), abs=1e-6)
            np.testing.assert_allclose(
                np.abs(qt.mul(tuple(relative[thigh]), tuple(stage.tables.targets.joint[shin])) @ relative[shin]), 1.0
            )
    assert CLEAR < 0.2  # less than the thighs are apart in any start


@pytest.fixture(autouse=True)
def back_in_the_default_world():
    yield
    esper.switch_world("default")
