"""A clip takes a body over with the speed that it has: from what the physics library says of every bone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from raw import both, raw

from components.character import Motion
from components.clock import DT
from components.commands import Push
from systems.gliding import BLEND_S, begin_kinematic
from systems.kernels import gliding
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.motion import start_clip
from systems.similarity import best

TICKS = round(BLEND_S / DT)
numbers = st.floats(-1.5, 1.5)
vectors = st.tuples(numbers, numbers, numbers)


def pushed_walker(simulation, engine, way):
    """Who walks by muscles, and was pushed a tenth of a second ago."""
    sim = simulation("stage", engine=engine, servo="world", settings={"clip": "walk"})
    red = sim.characters["red"]
    sim.run(1.3)
    x, y, z = red.place("spine3").tolist()
    sim.stage.commands.append(
        Push(red.body, red.link("spine3"), (30.0 * np.cos(way), 30.0 * np.sin(way), 0.0), (x, y, z))
    )
    sim.run(0.1)
    return sim, red


def places(sim, red):
    return np.array([raw(sim).place(red, bone) for bone in red.bones])


def taken_over(sim, red, take):
    """(ticks, bones) m/s: how much the speed of each bone's centre of mass changes from tick to tick, as its places
    say; the clip takes over between tick 3 and tick 4, and goes on for three of its loops."""
    found = [places(sim, red)]
    for _ in range(4):
        sim.tick()
        found.append(places(sim, red))
    red.servo = "kinematic"
    take()
    for _ in range(TICKS + 3 * red.component(Motion).clip.frames):
        sim.tick()
        found.append(places(sim, red))
    return np.linalg.norm(np.diff(found, n=2, axis=0), axis=2) / DT


@pytest.mark.parametrize("engine", both())
def test_no_bone_changes_its_speed_by_more_than_the_clip_itself_does(simulation, engine):
    sim, red = pushed_walker(simulation, engine, 0.5)
    body, motion = red.about, red.component(Motion)
    walk = sim.stage.clips.clip("walk", body.rig)

    def take():
        found = best(sim.stage, body, [walk])
        begin_kinematic(sim.stage, body, motion, found.clip, float(found.frame))

    change = taken_over(sim, red, take)
    assert change[3].max() < 0.15  # m/s in the tick of the hand-over: it stopped by 1.8 where the old pose was held
    assert change[3 : 4 + TICKS].max() <= 1.5 * change[5 + TICKS :].max()


@pytest.mark.bullet
def test_the_blend_from_a_pose_that_is_held_stops_a_body(simulation):
    """What this is for."""
    sim, red = pushed_walker(simulation, "bullet", 0.5)
    body, motion = red.about, red.component(Motion)
    walk = sim.stage.clips.clip("walk", body.rig)
    change = taken_over(sim, red, lambda: start_clip(sim.stage, body, motion, walk, from_body=True, blend_s=BLEND_S))
    assert change[3].max() > 1.0


@pytest.mark.bullet
def test_after_the_glide_it_is_on_the_clip_to_the_bit(simulation):
    sim, red = pushed_walker(simulation, "bullet", -2.0)
    body, motion = red.about, red.component(Motion)
    stand = sim.stage.clips.clip("stand", body.rig)
    red.servo = "kinematic"
    begin_kinematic(sim.stage, body, motion, stand)
    sim.tick(TICKS - 1)
    assert motion.glide is not None
    sim.tick()
    assert motion.glide is None
    joints = sim.stage.tables.targets.joint[body.first + 1 : body.last]
    assert np.array_equal(joints, stand.joint[int(motion.frame), 1:])


@pytest.mark.bullet
def test_a_glide_is_saved_and_goes_on_to_the_bit(simulation):
    sim, red = pushed_walker(simulation, "bullet", 1.0)
    red.servo = "kinematic"
    begin_kinematic(sim.stage, red.about, red.component(Motion), sim.stage.clips.clip("run", red.rig), 12.0)
    sim.tick(20)
    saved = sim.save()
    sim.tick(60)
    once = sim.state_hash()
    sim.load(saved)
    sim.tick(60)
    assert sim.state_hash() == once


@given(e=vectors, rate=vectors)
@settings(max_examples=60, deadline=None)
def test_how_fast_a_rotation_vector_s_turn_turns_is_the_limit_of_small_steps(e, rate):
    h = 1e-6
    ahead, behind = (from_rotvec(tuple(x + s * h * v for x, v in zip(e, rate, strict=True))) for s in (1.0, -1.0))
    step = np.array(to_rotvec(mul(conj(behind), ahead))) / (2.0 * h)
    spin = gliding.turning(e, rate)
    assert np.allclose(spin, step, atol=1e-7)
    assert np.allclose(gliding.growing(e, spin), rate, atol=1e-9)


def test_the_fading_begins_with_place_and_speed_and_ends_with_neither():
    assert np.allclose(gliding.fading(0.0), (1.0, 0.0, 0.0, 1.0), atol=1e-12)
    assert np.allclose(gliding.fading(1.0), (0.0, 0.0, 0.0, 0.0), atol=1e-12)
    h = 1e-6
    for s in (0.1, 0.4, 0.9):
        steps = (np.array(gliding.fading(s + h)) - gliding.fading(s - h)) / (2.0 * h)
        assert np.allclose(steps[:2], gliding.fading(s)[2:], atol=1e-8)
