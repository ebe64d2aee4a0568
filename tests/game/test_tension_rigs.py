"""Bodies of Neff and Fiume's paper: joints of two axes, a torso whose hips are held, and what a stand is."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.rig import FREEDOMS, Joint
from game import Simulation
from game.clips.retarget import skeleton, split_turns
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt


def joints(rig):
    return sum(FREEDOMS[bone.joint] for bone in rig.bones[1:])


def test_the_bodies_have_as_many_degrees_of_freedom_as_the_papers():
    """The full one's root counts as its seven numbers, or two equal legs could not make 47."""
    assert joints(load_rig("torso28")) == 28
    assert joints(load_rig("tension47")) + 7 == 47
    assert load_rig("tension47").mass == pytest.approx(75.0)


def test_the_torso_is_the_full_body_from_the_hips_up():
    whole, torso = load_rig("tension47"), load_rig("torso28")
    above = [bone for bone in whole.bones[1:] if not whole.limb_of[whole.index(bone.name)].endswith("leg")]
    assert [bone.name for bone in above] == list(torso.names[1:])
    for bone in above:
        other = torso.bones[torso.index(bone.name)]
        assert (bone.joint, bone.axis, bone.offset, bone.mass, bone.low, bone.high) == (
            other.joint, other.axis, other.offset, other.mass, other.low, other.high
        )  # fmt: skip


@pytest.mark.parametrize("pair", [("clavicle", "clavicle_swing"), ("wrist", "hand"), ("foot", "underfoot")])
def test_two_axes_are_two_hinges_across_one_another_through_one_point(pair):
    rig = load_rig("tension47")
    first, second = (rig.bones[rig.index(f"left_{name}")] for name in pair)
    assert first.joint is second.joint is Joint.HINGE
    assert rig.names[second.parent] == first.name
    assert second.offset == (0.0, 0.0, 0.0)
    assert np.dot(first.axis, second.axis) == pytest.approx(0.0)


def test_a_captured_turn_is_split_between_both_axes():
    rig = load_rig("tension47")
    body, joint = skeleton(rig), np.tile((0.0, 0.0, 0.0, 1.0), (1, len(rig.bones), 1))
    pitch, roll = qt.from_rotvec((0.0, 0.4, 0.0)), qt.from_rotvec((0.3, 0.0, 0.0))
    joint[0, rig.index("left_foot")] = qt.mul(pitch, roll)
    split_turns(joint, body.pairs, body.axes)
    assert joint[0, rig.index("left_foot")] == pytest.approx(pitch)
    assert joint[0, rig.index("left_underfoot")] == pytest.approx(roll)


def test_clips_leave_held_hips_where_they_are():
    for rig in (load_rig("torso28"), load_rig("boxer+stand")):
        clip = load_clip("guard", rig)
        assert np.ptp(clip.root_position, axis=0) == pytest.approx(0.0)
        assert clip.root_orientation == pytest.approx(np.tile((0.0, 0.0, 0.0, 1.0), (clip.frames, 1)))
        assert clip.upright.all()


@pytest.mark.slow
@pytest.mark.bullet
@pytest.mark.parametrize("servo", ["world", "tension"])
@pytest.mark.parametrize(
    ("rig", "clip"),
    [("tension47", "stand"), ("tension47", "guard"), ("tension47", "walk"), ("torso28", "punch")],
)
def test_they_stand_and_play_clips(rig, clip, servo):
    with Simulation("stage", seed=2, servo=servo, settings={"rig": rig, "clip": clip}) as sim:
        sim.run(6.0)
        (one,) = sim.report()["characters"].values()
        assert one["falls"] == 0
        assert one["pose_error_deg"]["mean"] < 2.0


@pytest.mark.slow
@pytest.mark.bullet
def test_a_push_at_a_hand_hardly_moves_hips_that_are_held():
    with Simulation("stage", servo="tension", settings={"rig": "torso28"}) as sim:
        (one,) = sim.characters.values()
        sim.run(0.5)
        before = np.array(p.getBasePositionAndOrientation(one.body, physicsClientId=sim.client)[0])
        for _ in range(120):
            place = p.getLinkState(one.body, one.link("left_hand"), physicsClientId=sim.client)[0]
            force = (45.0, 0.0, 0.0)
            p.applyExternalForce(
                one.body, one.link("left_hand"), force, place, p.WORLD_FRAME, physicsClientId=sim.client
            )
            sim.tick()
        place, turn = p.getBasePositionAndOrientation(one.body, physicsClientId=sim.client)
        assert np.linalg.norm(np.array(place) - before) < 1e-3
        assert abs(turn[3]) > np.cos(np.radians(0.1))
