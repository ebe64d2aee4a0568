"""From one clip to another: where it is entered, at which speed, and that a body stays on its feet."""

from __future__ import annotations

from math import cos, hypot, sin

import numpy as np
import pytest
from raw import p

from components.character import Motion
from components.clock import DT
from components.errors import InputError
from game.clips.clip import clip_info
from game.clips.entries import middle, nearest
from game.clips.retarget import joint_places, skeleton
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.changing import NEAR, SLOWS_DOWN, SPEEDS_UP, TENSE, speed
from systems.kernels.reach import LONGEST


def motion_of(sim):
    return sim.characters["red"].component(Motion)


def height(sim, bone):
    red = sim.characters["red"]
    return p.getLinkState(red.body, red.link(bone), computeForwardKinematics=1, physicsClientId=sim.client)[4][2]


def stands(sim):
    return height(sim, "head") - min(height(sim, "left_foot"), height(sim, "right_foot")) > 1.0


def level_speed(sim):
    x, y, _ = p.getBaseVelocity(sim.characters["red"].body, physicsClientId=sim.client)[0]
    return hypot(x, y)


@pytest.mark.parametrize("name", ["walk", "run", "turn_right_sharp"])
def test_the_nearest_frame_to_a_frame_of_the_clip_is_that_frame(name):
    rig = load_rig("boxer")
    clip = load_clip(name, rig)
    world = joint_places(clip, skeleton(rig))
    for k in range(3, clip.frames - 3, 11):
        _, _, z, w = clip.root_orientation[k]
        yaw = 2.0 * np.arctan2(z, w)
        back = np.array(((cos(yaw), -sin(yaw), 0.0), (sin(yaw), cos(yaw), 0.0), (0.0, 0.0, 1.0)))
        place = (world[k] - clip.root_position[k] * (1.0, 1.0, 0.0)) @ back
        velocity = (world[k + 1] - world[k - 1]) / (2.0 * DT) @ back
        assert nearest(clip, rig, place, velocity) == k


@pytest.mark.parametrize("ticks", [31, 77, 140])
def test_a_clip_with_the_same_pose_is_entered_in_that_pose(simulation, ticks):
    """`stroll` is made of the same capture as `walk`; a played back body is where its clip is."""
    sim = simulation("stage", servo="kinematic", settings={"clip": "walk"})
    sim.tick(ticks)
    at = motion_of(sim).frame
    sim.characters["red"].play("stroll")
    assert motion_of(sim).frame == pytest.approx(at, abs=1.0)


def test_a_clip_that_ends_is_entered_at_its_beginning_and_any_at_the_frame_that_is_asked_for(simulation):
    sim = simulation("stage")
    red = sim.characters["red"]
    sim.tick(20)
    red.play("jump")
    assert (motion_of(sim).clip.name, motion_of(sim).frame) == ("jump", 0.0)
    red.play("walk", frame=42)
    assert (motion_of(sim).clip.name, motion_of(sim).frame, motion_of(sim).stride) == ("walk", 42.0, 1.0)
    with pytest.raises(InputError, match="from 0 to 151"):
        red.play("walk", frame=152)


def test_a_setting_changes_the_clip_as_play_does(made):
    one, other = made("stage", settings={"clip": "walk"}), made("stage", settings={"clip": "walk"})
    for sim in (one, other):
        sim.tick(100)
    one.characters["red"].play("stand")
    other.set("clip", "stand")
    for sim in (one, other):
        sim.tick(60)
        assert sim.characters["red"].clip == "stand"
    assert np.array_equal(one.stage.tables.bones.position, other.stage.tables.bones.position)


@pytest.mark.bullet
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_strides_are_that_share_of_the_clips_about_the_point_below_the_centre_of_mass(simulation, share):
    """Level way ahead from hip to ankle, in the root's heading: m + s (a - m), unless a leg is too short for it."""
    sim = simulation("stage", servo="kinematic", settings={"clip": "run"})
    rig, motion, targets = load_rig("boxer"), motion_of(sim), sim.stage.tables.targets
    clip, names = motion.clip, list(rig.names)
    motion.stride, motion.middle = share, middle(clip, rig)
    offset = np.array([bone.offset for bone in rig.bones])

    def leg(turns, side):
        thigh, shin, foot = (names.index(f"{side}_{bone}") for bone in ("thigh", "shin", "foot"))
        return np.array(p.rotateVector(turns[thigh], offset[shin])) + p.rotateVector(turns[shin], offset[foot])

    length = LONGEST * (
        np.linalg.norm(offset[names.index("left_shin")]) + np.linalg.norm(offset[names.index("left_foot")])
    )
    for _ in range(12):
        sim.tick(7)
        k = int(motion.frame)
        x, y, z, w = clip.root_orientation[k]
        yaw = 2.0 * np.arctan2(z, w)
        ahead = np.array(p.rotateVector((-x, -y, -z, w), (cos(yaw), sin(yaw), 0.0)))
        for side in ("left", "right"):
            own, now = leg(clip.relative[k], side), leg(targets.relative, side)
            wanted = own + (share - 1.0) * (own @ ahead - motion.middle) * ahead
            if np.linalg.norm(wanted) < length:
                assert np.allclose(now, wanted, atol=1e-6)


@pytest.mark.bullet
def test_a_played_back_body_with_shorter_strides_goes_that_much_less_far(simulation):
    sim = simulation("stage", servo="kinematic", settings={"clip": "run"})
    clip = motion_of(sim).clip
    motion_of(sim).stride = 0.4
    x0 = p.getBasePositionAndOrientation(sim.characters["red"].body, physicsClientId=sim.client)[0][0]
    sim.tick(clip.frames)
    x1 = p.getBasePositionAndOrientation(sim.characters["red"].body, physicsClientId=sim.client)[0][0]
    assert x1 - x0 == pytest.approx(0.4 * clip.loop_travel[0], rel=0.02)


@pytest.mark.bullet
def test_a_run_slows_down_at_its_rate_before_it_stands(simulation):
    sim = simulation("stage", settings={"clip": "run"})
    red = sim.characters["red"]
    sim.run(2.0)
    fast = speed(motion_of(sim).clip, 1.0)
    red.play("stand")
    assert (red.clip, motion_of(sim).clip.name) == ("stand", "run")
    sim.tick(60)
    assert motion_of(sim).stride * fast == pytest.approx(fast - SLOWS_DOWN * 60 * DT)
    assert level_speed(sim) < fast - 0.3
    sim.run(5.0)
    assert motion_of(sim).clip.name == "stand" and stands(sim) and level_speed(sim) < 0.2


@pytest.mark.bullet
def test_a_walk_begins_as_slow_as_the_body_and_grows_at_its_rate(simulation):
    sim = simulation("stage")
    sim.run(1.0)
    sim.characters["red"].play("walk")
    motion, own = motion_of(sim), speed(load_clip("walk", load_rig("boxer")), 1.0)
    first = motion.stride
    assert first * own < NEAR
    sim.tick(30)
    assert first < motion.stride <= first + SPEEDS_UP * 30 * DT / own + 1e-9
    sim.run(4.0)
    assert motion.stride == 1.0 and not motion.changing and stands(sim)


def test_short_strides_grow_in_a_clip_that_gets_nowhere_too(simulation):
    """A saving step may have shortened those of a walk just before a turn on the spot."""
    sim = simulation("stage", settings={"clip": "stand"})
    sim.tick(5)
    motion = motion_of(sim)
    assert speed(motion.clip, motion.rate) == 0.0
    motion.stride, motion.changing = 0.9, True
    sim.tick(30)
    assert motion.stride == 1.0


def test_who_is_in_the_air_lands_first(simulation):
    sim = simulation("stage", settings={"clip": "jump"})
    while sim.stage.tables.modes.touching[0] or sim.ticks < 20:
        sim.tick()
        assert sim.ticks < 240
    sim.characters["red"].play("guard")
    assert motion_of(sim).clip.name == "jump"
    sim.run(1.0)
    assert motion_of(sim).clip.name == "guard"


def test_the_spring_is_tense_in_a_change_and_as_weak_as_the_clip_says_after_it_but_never_more_than_was_chosen(made):
    free, chosen = made("stage"), made("stage", settings={"root_limit": 120.0})
    for sim, most in ((free, TENSE), (chosen, 120.0)):
        sim.run(0.5)
        sim.characters["red"].play("guard")
        sim.tick(10)
        assert sim.stage.tables.modes.root_limit[0] == pytest.approx(most, rel=0.02)
    free.run(4.0)
    assert free.stage.tables.modes.root_limit[0] == pytest.approx(clip_info("guard").root_limit, rel=0.02)


@pytest.mark.parametrize("pair", [("run", "stand"), ("stand", "walk")])
def test_a_change_goes_on_to_the_bit_after_a_load(made, pair):
    sim = made("stage", settings={"clip": pair[0]})
    sim.run(1.0)
    sim.characters["red"].play(pair[1])
    sim.tick(40)
    saved = sim.save()
    sim.load(saved)
    sim.run(2.0)
    wanted = sim.state_hash()
    sim.load(saved)
    assert motion_of(sim).changing
    sim.run(2.0)
    assert sim.state_hash() == wanted


@pytest.mark.bullet
@pytest.mark.slow
@pytest.mark.parametrize("clip", ["walk", "walk_slow", "turn_left", "guard", "stand"])
def test_a_crate_of_20_kg_at_6_mps_fells_and_a_ball_does_not(made, clip):
    """From six directions; who walks is missed once at most: from behind, it only walks on faster."""
    felled = {}
    for thing, fast in (("crate", 6.0), ("ball", 5.0)):
        felled[thing] = 0
        for number, degrees in enumerate(range(0, 360, 60)):
            sim = made("stage", settings={"clip": clip, "get_up": False})
            sim.run(1.5 + 0.1 * number)
            sim.throw(thing, "red", speed=fast, from_deg=degrees)
            sim.run(2.5)
            felled[thing] += not stands(sim)
    assert felled["ball"] == 0
    assert felled["crate"] >= (6 if clip == "stand" else 5)
