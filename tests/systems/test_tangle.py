"""An arm where its muscles cannot bring it: felt, let go, led round; and left alone where that is not wanted."""

from __future__ import annotations

from dataclasses import replace

import esper
import numpy as np
import pytest

from components.character import Body, Motion, Phase, Recovery
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.tangle import Tangle
from game import Simulation
from game.scenes.scene import load_scene
from systems.kernels.quaternions import from_rotvec, mul
from systems.physics import put_on_target, read_bodies
from systems.tangle import NEAR, STUCK_S, arm, between, how_near, tangled

POSES = ("arm_behind_back", "arm_between_legs")
VARIANTS = 5
OUT_S, ALONE_S = 3.0, 5.0
FREE = np.cos(np.radians(15.0))  # of half the angle: within 30 deg of where it should be


def stuck(pose, seed, **settings):
    """Somebody who starts in that pose, but for 6 degrees or so at each joint of the arm."""
    scene = load_scene("stuck")
    (spec, *_) = scene.characters
    motion = replace(spec.motion, **settings)
    sim = Simulation(replace(scene, characters=(replace(spec.given(motion), at=(0.0, 0.0), start_pose=pose),)))
    _, (body, _) = esper.get_components(Body, Motion)[0]
    targets, rng = sim.stage.tables.targets, np.random.default_rng(seed)
    for bone, axes in (("right_upper_arm", (1.0, 1.0, 1.0)), ("right_forearm", (0.0, 1.0, 0.0))):
        row = body.first + body.rig.index(bone)
        turn = np.radians(rng.normal(0.0, 6.0, 3)) * axes
        targets.joint[row] = mul(targets.joint[row], from_rotvec(tuple(turn.tolist())))
    put_on_target(sim.stage, body)
    read_bodies(sim.stage)
    return sim, body


def free(sim, body):
    near = how_near(sim.stage, body)
    return min(near[f"right_{bone}"] for bone in ("upper_arm", "forearm")) > FREE


def upright(sim, body):
    return sim.stage.tables.bones.position[body.head, 2] > 1.3


@pytest.mark.parametrize("pose", POSES)
def test_an_arm_is_out_within_three_seconds_however_it_hung(pose):
    for seed in range(VARIANTS):
        sim, body = stuck(pose, seed)
        sim.run(OUT_S)
        assert free(sim, body), (pose, seed)
        assert upright(sim, body), (pose, seed)
        sim.run(1.0)
        assert free(sim, body) and upright(sim, body), (pose, seed)
        sim.close()


@pytest.mark.slow
def test_without_it_an_arm_behind_the_back_stays_there():
    for seed in range(VARIANTS):
        sim, body = stuck("arm_behind_back", seed, untangle=False)
        sim.run(ALONE_S)
        assert not free(sim, body), seed
        sim.close()


def test_from_between_the_legs_an_arm_comes_out_by_itself():
    """The trunk rises and draws it out: nothing is asked of the way out."""
    for seed in range(VARIANTS):
        sim, body = stuck("arm_between_legs", seed, untangle=False)
        sim.run(OUT_S)
        assert free(sim, body), seed
        sim.close()


def test_it_tells_of_it_once_and_leads_for_less_than_two_seconds():
    sim, _ = stuck("arm_behind_back", 0)
    led = 0
    for _ in range(600):
        sim.tick()
        (_, tangle), *_ = esper.get_component(Tangle)
        led += bool(tangle.side)
    told = [event for event in sim.stage.events if event.kind == "stuck"]
    assert [event.details for event in told] == [{"arm": "right"}]
    assert told[0].t > STUCK_S
    assert 1.0 < led / TICKS_PER_S < 2.0
    sim.close()


def test_an_arm_that_a_hand_holds_is_left_to_it():
    sim = Simulation("stage", settings={"clip": "guard"})
    sim.run(0.2)
    for _ in range(240):
        sim.drag("red", "right_hand", (-0.5, -0.7, 1.0))
        sim.tick()
    assert not [event for event in sim.stage.events if event.kind == "stuck"]
    sim.close()


def test_who_lies_is_not_tangled():
    sim, body = stuck("arm_behind_back", 0, untangle=False)
    sim.run(1.0)
    _, (_, recovery) = esper.get_components(Body, Recovery)[0]
    assert tangled(sim.stage, body, recovery)
    recovery.phase = Phase.LIMP
    assert not tangled(sim.stage, body, recovery)
    sim.close()


@pytest.mark.slow
def test_no_motion_of_the_project_takes_itself_for_a_tangle():
    for clip in (
        "walk",
        "run",
        "kick",
        "spinkick",
        "cartwheel",
        "roll",
        "punch",
        "dance_a",
        "jumps",
        "hop",
        "crossovers",
    ):
        sim = Simulation("stage", settings={"clip": clip})
        sim.run(3.0)
        assert not [event for event in sim.stage.events if event.kind == "stuck"], clip
        sim.close()


def test_a_run_goes_on_from_a_save_in_the_middle_of_the_way_out():
    sim, _ = stuck("arm_behind_back", 1)
    sim.run(1.5)
    (_, tangle), *_ = esper.get_component(Tangle)
    assert tangle.side == "right"
    saved = sim.save()
    sim.run(1.5)
    there = sim.state_hash()
    sim.load(saved)
    sim.run(1.5)
    assert sim.state_hash() == there
    sim.close()


def test_the_stations_mirror_each_other_and_the_way_between_ends_at_both():
    way = (50.0, 80.0, 30.0, 20.0)
    left, right = arm(way, "left"), arm(way, "right")
    np.testing.assert_allclose(left * (-1.0, 1.0, -1.0, 1.0), right, atol=1e-12)
    np.testing.assert_allclose(between(left, right, 0.0), left, atol=1e-12)
    assert np.abs((between(left, right, 1.0) * right).sum(axis=1)).min() == pytest.approx(1.0)
    assert pytest.approx(np.cos(np.radians(60.0) / 2.0)) == NEAR


def test_a_start_pose_that_is_no_clip_is_named(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text('title = "x"\n[[character]]\nname = "red"\nstart_pose = "arm_behind_bck"\n')
    with pytest.raises(InputError) as error:
        load_scene(path)
    assert "line 4, character[1].start_pose" in str(error.value)
    assert "did you mean arm_behind_back" in str(error.value)
