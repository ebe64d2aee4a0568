"""Rising: which start is chosen, how the limbs get there, and what the engine lets a joint do meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import get_type_hints

import esper
import numpy as np
import pytest
from raw import p

from benchmarks.getting_up import one
from benchmarks.rises import GAP, PELVIS, SPIN
from components.character import Body, Motion, Phase, Record, Recovery, Stun
from components.clock import DT, TICKS_PER_S
from components.control import Control
from components.ropes import Ropes
from game import Simulation
from game.clips.retarget import place_rows, skeleton
from game.moves.library import load_clip
from game.plays.boxing.scenes import with_bout
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from systems.engine import FASTEST_JOINT
from systems.getting_up import STEADY_S, SWAYS, lead_to_start, leave_start
from systems.grounds.ring import ROPES
from systems.kernels import quaternions as qt
from systems.laws.gains import FARTHEST_PULL
from systems.rising import (
    AGAIN_S,
    AT_ONCE,
    BEHIND,
    CLOSE,
    LATEST_S,
    NO_HASTE,
    PACE,
    RISE_SPEED,
    SINK_SPEED,
    SOONEST_S,
    STARTS,
    TIPPED,
    nearest_start,
    pace,
    patience,
)
from systems.rising import (
    SPIN as CLIP_SPIN,
)
from systems.someone import Someone
from systems.stun import CALM, HASTE, SINK, SLOW
from systems.supervisor import SupervisorSystem

LIES = [(start.clip, start.lies_s) for start in STARTS]


def of(sim, kind, name="red"):
    return sim.characters[name]._get(kind)


def felled(made, scene="stage", name="red", **options):
    """Out of its senses for a moment, so that it sinks down."""
    sim = made(scene, **options)
    sim.run(0.3)
    of(sim, Stun, name).unconscious_s = 1.2
    until(sim, Phase.RISING, name)
    return sim


def until(sim, phase, name="red", seconds=15.0):
    for _ in range(round(seconds / DT)):
        sim.tick()
        if sim.characters[name].phase is phase:
            return
    raise AssertionError(f"not {phase} after {seconds} s")


@pytest.mark.parametrize("number", range(len(STARTS)), ids=lambda n: f"{LIES[n][0]}-{LIES[n][1]}")
@pytest.mark.parametrize("heading", [0.0, 2.1])
def test_a_body_in_the_pose_of_a_start_takes_that_start_wherever_it_faces(made, number, heading):
    sim = made("stage")
    body = of(sim, Body)
    clip, frame = load_clip(STARTS[number].clip, body.rig), round(STARTS[number].lies_s * TICKS_PER_S)
    orientation = sim.stage.tables.bones.orientation
    root = qt.mul(qt.about_z(heading), tuple(clip.root_orientation[frame]))
    for i in range(body.first, body.last):
        orientation[i] = qt.mul(root, tuple(clip.relative[frame, i - body.first])) if i > body.first else root
    assert nearest_start(sim.stage, body) == number


def test_the_root_of_a_getup_is_never_asked_to_go_faster_than_its_bound(made):
    sim = made("stage")
    motion, slowest = of(sim, Motion), 1.0
    for start in STARTS:
        motion.clip = load_clip(start.clip, of(sim, Body).rig)
        height = motion.clip.root_position[:, 2]
        for frame in range(round(start.goes_s * TICKS_PER_S), round(start.ends_s * TICKS_PER_S)):
            motion.frame = float(frame)
            share = pace(motion)
            assert 0.0 < share <= PACE
            rise = share * (height[frame + 1] - height[frame]) * TICKS_PER_S
            assert -SINK_SPEED - 1e-9 <= rise <= RISE_SPEED + 1e-9
            assert share * np.linalg.norm(motion.clip.relative_spin[frame], axis=1).max() <= CLIP_SPIN + 1e-9
            slowest = min(slowest, share)
    assert slowest < 0.5 * PACE + 0.2  # somewhere the capture is faster than that


@pytest.mark.parametrize(
    ("left", "share"),
    [(0.0, 1.0), (CLOSE, 1.0), ((CLOSE + BEHIND) / 2, 0.5), (BEHIND, NO_HASTE.slowest), (9.0, NO_HASTE.slowest)],
)
def test_a_getup_waits_for_a_body_that_lags_behind_but_not_for_ever(left, share):
    assert patience(left, NO_HASTE.slowest) == pytest.approx(share)
    assert patience(left, AT_ONCE.slowest) == pytest.approx(max(share, AT_ONCE.slowest))


def test_limbs_gather_while_the_clip_stands_still_and_muscles_are_in_no_hurry_until_it_stands(made):
    sim = felled(made)
    motion, recovery = of(sim, Motion), of(sim, Recovery)
    muscles, frame = sim.stage.tables.muscles, motion.frame
    frequency = sim.characters["red"].get("frequency")
    calm = pytest.approx(2.0 * HASTE / (CALM * frequency))
    assert not recovery.gathered
    gathering = 0
    while not recovery.gathered:
        assert motion.frame == frame == STARTS[recovery.start].lies_s * TICKS_PER_S
        assert muscles.farthest[0] == calm
        sim.tick()
        gathering += 1
    assert SOONEST_S <= gathering * DT <= LATEST_S + 2 * DT
    while sim.characters["red"].phase is Phase.RISING:
        assert muscles.farthest[0] == calm and muscles.frequency[0] == CALM * frequency
        sim.tick()
    sim.tick()
    assert muscles.farthest[0] == FARTHEST_PULL and muscles.frequency[0] == frequency
    assert [event.kind for event in sim.stage.events].count("getup") == 1


def test_legs_come_in_to_a_start_joint_by_joint(made):
    """Each joint's way to the start gets shorter, whatever that is for the shin as the pelvis sees it."""
    sim = felled(made)
    body, recovery, targets = of(sim, Body), of(sim, Recovery), sim.stage.tables.targets
    legs = np.flatnonzero(sim.stage.tables.skeletons.leg)[1:]  # without the root
    assert [body.rig.names[i - body.first] for i in legs if "thigh" in body.rig.names[i - body.first]]
    start = STARTS[recovery.start]
    wanted = load_clip(start.clip, body.rig).joint[round(start.lies_s * TICKS_PER_S)][legs - body.first]

    def left():
        return np.arccos(np.minimum(1.0, np.abs((targets.joint[legs] * wanted).sum(axis=1))))

    before = left()
    assert before.max() > 0.1
    for _ in range(round(0.25 / DT)):
        sim.tick()
        assert (left() <= before + 1e-9).all()
        before = left()


def test_nobody_squats_who_would_fall_over_on_the_way_to_it(made, monkeypatch):
    sim, ways = made("stage"), {0: 14.8, 1: 14.4, 2: 13.6, 3: 18.3, 4: 15.4, 5: 10.2}
    monkeypatch.setattr("systems.rising.way_to", lambda stage, body, start: ways[STARTS.index(start)])
    assert nearest_start(sim.stage, of(sim, Body)) == 1
    ways[2] = STARTS[2].within
    assert nearest_start(sim.stage, of(sim, Body)) == 2


@pytest.mark.parametrize(("nearest", "lower"), [(1, 0), (4, 3)], ids=["sitting", "on hands and knees"])
def test_whose_trunk_lies_begins_lying_though_its_limbs_are_nearer_to_a_start_with_the_trunk_up(
    made, monkeypatch, nearest, lower
):
    sim = made("stage")
    monkeypatch.setattr("systems.rising.way_to", lambda stage, body, start: abs(STARTS.index(start) - nearest))
    for turned, start in ((lower, lower), (nearest, nearest)):
        clip = load_clip(STARTS[turned].clip, of(sim, Body).rig)
        root = clip.root_orientation[round(STARTS[turned].lies_s * TICKS_PER_S)]
        sim.stage.tables.bones.orientation[of(sim, Body).first] = root
        assert nearest_start(sim.stage, of(sim, Body)) == start


def test_who_did_not_get_to_its_start_goes_to_the_one_that_is_nearest_then_but_not_for_ever(made):
    sim = felled(made)
    who = Someone(*(of(sim, kind) for kind in get_type_hints(Someone).values()))
    motion, recovery = who.motion, who.recovery
    right = recovery.start
    wrong = 3 if right < 3 else 0  # it would have to turn over
    lead_to_start(sim.stage, who, wrong)
    leave_start(sim.stage, who, STARTS[wrong])
    assert recovery.start == right and not recovery.gathered and motion.pace == 0.0
    lead_to_start(sim.stage, who, wrong)
    recovery.seconds = AGAIN_S
    leave_start(sim.stage, who, STARTS[wrong])
    assert recovery.start == wrong and recovery.gathered


def at_the_end(made):
    """Of a getup, standing, as far as its clip and its head go."""
    sim = made("stage")
    sim.run(1.0)
    recovery, motion, start = of(sim, Recovery), of(sim, Motion), STARTS[0]
    recovery.phase, recovery.start, recovery.gathered = Phase.RISING, 0, True
    of(sim, Control).controller = "rise"
    motion.clip, motion.looping = load_clip(start.clip, of(sim, Body).rig), False
    motion.frame = start.ends_s * TICKS_PER_S
    return sim, recovery


@pytest.mark.parametrize(
    ("mps", "up_s", "phase"),
    [(SWAYS / 2, 0.5, Phase.AWAKE), (2 * SWAYS, 0.5, Phase.RISING), (2 * SWAYS, STEADY_S, Phase.AWAKE)],
)
def test_who_still_sways_holds_on_before_it_does_what_it_did_before_but_not_for_ever(made, mps, up_s, phase):
    sim, recovery = at_the_end(made)
    sim.stage.tables.bones.velocity[0] = (0.0, -mps, 0.0)
    of(sim, Record).up_s = up_s
    SupervisorSystem(sim.stage).process(DT)
    assert recovery.phase is phase
    assert phase is Phase.AWAKE or of(sim, Motion).pace == 0.0


@pytest.mark.parametrize(("rad", "phase"), [(TIPPED - 0.1, Phase.AWAKE), (TIPPED + 0.1, Phase.LIMP)])
def test_who_tips_over_while_it_stands_up_lies_down_again(made, rad, phase):
    sim, recovery = at_the_end(made)
    of(sim, Record).up_s = STEADY_S  # whose feet are off then waits no longer
    wanted = sim.stage.tables.targets.root_orientation[0]
    sim.stage.tables.bones.orientation[0] = qt.mul(qt.from_rotvec((rad, 0.0, 0.0)), tuple(wanted))
    SupervisorSystem(sim.stage).process(DT)
    assert recovery.phase is phase
    assert (sim.stage.events[-1].kind == "getup_failed") == (phase is Phase.LIMP)


@pytest.mark.bullet
def test_bodies_rest_a_little_deep_while_somebody_rises_and_only_then(made):
    """Asked of a box on the floor: how deep it is in it."""

    def depth():
        sim.run(0.5)
        rows = p.getContactPoints(box, sim.stage.engine.ground[0], physicsClientId=sim.client)
        return -sum(row[8] for row in rows) / len(rows)

    sim = made("stage")
    box = sim.stage.engine.add_prop("box", [0.3] * 3, 20.0, [2.0, 0.0, 0.15], 0.0, 1.0, 0.0)
    assert depth() == pytest.approx(0.0, abs=5e-4)
    of(sim, Stun).unconscious_s = 1.2
    until(sim, Phase.RISING)
    assert sim.stage.engine.sink == SINK
    assert depth() == pytest.approx(SINK, abs=5e-4)
    until(sim, Phase.AWAKE)
    assert depth() == pytest.approx(0.0, abs=5e-4)


@pytest.mark.bullet
def test_the_engine_lets_no_joint_of_a_body_that_is_held_back_turn_faster(made):
    """Asked by giving a joint more than that: a step later it has no more than its bound."""
    sim = made("stage", root="free", settings={"gravity": 0.0, "get_up": False})
    red, engine = sim.characters["red"], sim.stage.engine
    hand = red.link("left_hand")
    for bound in (FASTEST_JOINT, SLOW, FASTEST_JOINT):
        engine.hold_back(red.body, bound)
        p.resetJointStateMultiDof(red.body, hand, [0, 0, 0, 1], [0.0, 60.0, 0.0], physicsClientId=sim.client)
        engine.step()
        speed = p.getJointStateMultiDof(red.body, hand, physicsClientId=sim.client)[1][1]
        assert speed == pytest.approx(min(60.0, bound), rel=0.2)


@pytest.mark.bullet
def test_only_who_rises_is_held_back(made):
    sim = felled(made)
    red = sim.characters["red"]
    assert sim.stage.engine.fastest[red.body] == SLOW
    until(sim, Phase.AWAKE)
    sim.tick()
    assert sim.stage.engine.fastest[red.body] == FASTEST_JOINT


@pytest.mark.parametrize("after_s", [0.2, 2.0])
def test_saved_while_it_gathers_or_rises_it_goes_on_to_the_bit_also_once_it_stood(made, after_s):
    sim = felled(made)
    sim.run(after_s)
    assert of(sim, Recovery).gathered == (after_s > 1.0)
    saved, before = sim.save(), sim.ticks
    until(sim, Phase.AWAKE)
    sim.run(0.5)
    ticks, first = sim.ticks - before, sim.state_hash()
    sim.load(saved)
    sim.tick(ticks)
    assert sim.state_hash() == first


@pytest.mark.bullet
def test_who_is_made_a_puppet_on_the_floor_has_its_own_muscles_again_afterwards(made):
    sim = felled(made)
    red = sim.characters["red"]
    red.servo = "kinematic"
    sim.run(0.1)
    red.servo = "world"
    sim.tick(2)
    assert sim.stage.tables.muscles.farthest[0] == FARTHEST_PULL
    assert sim.stage.tables.muscles.frequency[0] == red.get("frequency")
    assert sim.stage.engine.fastest[red.body] == FASTEST_JOINT


def test_the_capture_leans_back_so_far_that_it_balances_once_the_hands_are_off_the_floor():
    """Its centre of mass, from the rig's masses, is over the soles; as captured it is 0.1 m before them."""
    rig = load_rig("boxer")
    clip, body = load_clip("getup_facedown", rig), skeleton(rig)
    places = place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset)
    mass = np.array([bone.mass for bone in rig.bones])
    for frame in range(round(2.3 * TICKS_PER_S), round(2.68 * TICKS_PER_S)):
        root = tuple(clip.root_orientation[frame])
        turns = [qt.mul(root, tuple(turn)) for turn in clip.relative[frame]]
        turns[0] = root
        middles = places[frame] + [qt.rotate(turn, bone.com) for turn, bone in zip(turns, rig.bones, strict=True)]
        middle = mass @ middles / mass.sum()
        ahead = np.array(qt.rotate(qt.about_z(qt.heading(root)), (1.0, 0.0, 0.0)))
        heels = [places[frame, rig.index(f"{side}_foot")] @ ahead - 0.06 for side in ("left", "right")]
        toes = [places[frame, rig.index(f"{side}_toes")] @ ahead + 0.065 for side in ("left", "right")]
        assert max(heels) < middle @ ahead < min(toes)


def test_who_lies_beyond_the_ropes_is_carried_back_limp_and_rises_once_it_lies_in_the_ring():
    scene = load_scene("boxing")
    red, blue = scene.characters
    with Simulation(with_bout(replace(scene, characters=(red, replace(blue, at=(4.4, -1.0)))), None)) as sim:
        esper.switch_world(sim.world)
        ropes, bones, first = esper.get_component(Ropes)[0][1], sim.stage.tables.bones, of(sim, Body, "blue").first
        of(sim, Stun, "blue").unconscious_s = 0.5
        carried = 0
        while sim.characters["blue"].phase is not Phase.RISING and sim.time < 20.0:
            sim.tick()
            carried += any(ropes.carried)
        assert carried * DT > 1.0
        assert not any(ropes.carried) and np.abs(bones.position[first, :2]).max() < ROPES
        assert of(sim, Recovery, "blue").phase is Phase.RISING


def test_who_is_taken_up_while_it_rises_goes_limp_again(made):
    sim = felled(made, "boxing", "blue")
    body, red = of(sim, Body, "blue"), of(sim, Recovery, "red").phase
    (ropes,) = (found for _, found in esper.get_component(Ropes))
    owner = int(sim.stage.tables.skeletons.owner[body.first])
    ropes.carried = tuple(i == owner for i in range(2))
    SupervisorSystem(sim.stage).process(DT)
    assert of(sim, Recovery, "blue").phase is Phase.LIMP and of(sim, Recovery, "red").phase is red
    assert sim.stage.events[-1].kind == "getup_failed"


@pytest.mark.bullet
@pytest.mark.slow(but=["fold-flat"])
@pytest.mark.parametrize(
    ("how", "ground"),
    [
        ("fold", "flat"),
        ("fold", "ring"),
        ("drop", "tiles"),
        ("throw", "ramp"),
    ],
)
def test_nobody_is_thrown_about_while_getting_up(how, ground):
    (rise,) = one(how, ground, 0)
    assert rise.stood  # at the first try or not: shares are counted in tests/soak/test_get_ups.py
    assert rise.gap <= GAP and rise.pelvis <= PELVIS and rise.spin <= SPIN


@pytest.fixture(autouse=True)
def back_in_the_default_world():
    yield
    esper.switch_world("default")
