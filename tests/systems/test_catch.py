"""Who catches: where its arm can go, when it meets a ball, and what it does about all that is no ball for it."""

from __future__ import annotations

import esper
import numpy as np
import pytest
from raw import p

from components.catch import Catcher, Grasp
from components.character import Body
from components.clock import DT
from components.commands import Throw
from components.prop import Prop
from components.rig import Joint
from game.scenes.props import prop_kind, resized
from systems.arm import arm_of, bent_to, elbow_and_hand, place_in
from systems.catching.catch import GRIP
from systems.catching.flight import SOONEST, from_shoulder, meeting, places, stops, thrown_through
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import conj, from_rotvec, mul, rotate, to_rotvec, twist_about

G = 9.81
BALL = resized(prop_kind("ball"), None, 0.045, 0.15)
WAITING = 'title = "t"\n[settings]\nservo = "timed"\n[[character]]\nname = "red"\n[[catch]]\nwho = "red"\n'


@pytest.fixture
def waiting(simulation, tmp_path):
    """Somebody who catches, and nobody who throws; 0.2 s after the start."""

    def make(more=""):
        path = tmp_path / "waiting.toml"
        path.write_text(WAITING + more)
        sim = simulation(path)
        sim.run(0.2)
        return sim

    return make


def catcher(sim):
    esper.switch_world(sim.world)
    return esper.get_component(Catcher)[0][1]


def arm_in(sim, hand="right"):
    esper.switch_world(sim.world)
    return arm_of(esper.get_component(Body)[0][1], hand)


def shoulder(sim, hand="right"):
    arm = arm_in(sim, hand)
    return place_in(sim.stage.tables.bones, arm.clavicle, arm.offset)


def throw_by(sim, ahead=0.45, out=0.1, up=-0.1, kind=BALL, seconds=0.8, hand="right"):
    """A ball from 4 m in front of red, through a place beside its shoulder."""
    x, y, z = shoulder(sim, hand)
    place = (x + ahead, y + (out if hand == "left" else -out), z + up)
    start = (4.0, 0.0, 1.5)
    velocity = thrown_through(start, place, round(seconds / DT), G)
    sim.stage.commands.append(Throw(kind.prop(), start, velocity))
    return place


def kinds(sim):
    return [event.kind for event in sim.stage.events]


def ball_state(sim):
    """m and m/s, from the engine."""
    esper.switch_world(sim.world)
    thing = next(prop.engine_id for _, prop in esper.get_component(Prop) if prop.thrown)
    place = p.getBasePositionAndOrientation(thing, physicsClientId=sim.client)[0]
    return np.array(place), np.array(p.getBaseVelocity(thing, physicsClientId=sim.client)[0])


# --- the arm


@pytest.mark.parametrize("hand", ["left", "right"])
def test_an_arm_turned_so_has_its_hand_at_the_place(waiting, hand):
    sim, random = waiting(), np.random.default_rng(4)
    arm, bones, aims = arm_in(sim, hand), sim.stage.tables.bones, sim.stage.tables.aims
    for _ in range(100):
        way = random.normal(size=3)
        way *= arm.longest * random.uniform(0.55, 1.0) / np.linalg.norm(way)
        place = np.array(shoulder(sim, hand)) + way
        aims.joint[arm.upper], aims.joint[arm.fore] = bent_to(arm, bones, tuple(place))
        np.testing.assert_allclose(elbow_and_hand(arm, bones, aims)[1], place, atol=1e-9)


def test_it_reaches_towards_what_is_too_far(waiting):
    sim = waiting()
    arm, bones, aims = arm_in(sim), sim.stage.tables.bones, sim.stage.tables.aims
    start, far = np.array(shoulder(sim)), np.array((2.0, -1.0, 0.5))
    aims.joint[arm.upper], aims.joint[arm.fore] = bent_to(arm, bones, tuple(start + far))
    reached = start + arm.longest * far / np.linalg.norm(far)
    np.testing.assert_allclose(elbow_and_hand(arm, bones, aims)[1], reached, atol=1e-9)


@pytest.mark.parametrize("hand", ["left", "right"])
def test_no_joint_is_asked_beyond_its_end_wherever_a_ball_is_met(waiting, hand):
    sim, random = waiting(), np.random.default_rng(5)
    esper.switch_world(sim.world)
    body, arm = esper.get_component(Body)[0][1], arm_in(sim, hand)
    bone, fore = body.rig.bones[arm.upper], body.rig.bones[arm.fore]
    start, met = shoulder(sim, hand), 0
    assert bone.joint is Joint.BALL and fore.joint is Joint.HINGE
    for _ in range(2000):
        place = np.array(start) + random.uniform(-0.6, 0.6, 3)
        if meeting(place[None], start, 0.0, arm.side, arm.longest) is None:
            continue
        met += 1
        upper, bend = bent_to(arm, sim.stage.tables.bones, tuple(place))
        assert fore.low <= hinge_angle(bend, bone_axis(fore)) <= fore.high
        rest = from_rotvec(bone.swing_centre)
        way = mul(conj(rest), upper)
        axis = bone_axis(bone)
        assert np.arccos(np.dot(rotate(way, axis), axis)) < bone.swing
        assert abs(np.linalg.norm(to_rotvec(twist_about(way, axis)))) < bone.high
    assert met > 100


def bone_axis(bone):
    return tuple(float(x) for x in bone.axis)


# --- the flight


@pytest.mark.bullet
def test_a_ball_is_where_it_was_foreseen_to_the_step(waiting):
    sim = waiting()
    throw_by(sim, out=1.5)
    sim.tick()
    place, velocity = ball_state(sim)
    foreseen = places(tuple(place), tuple(velocity), G, np.arange(1.0, 91.0))
    for k in range(90):
        sim.tick()
        np.testing.assert_allclose(ball_state(sim)[0], foreseen[k], atol=1e-9)


def test_what_is_thrown_through_a_place_is_there_at_its_step():
    start, place = (4.0, 1.0, 1.2), (0.4, -0.3, 1.5)
    velocity = thrown_through(start, place, 84, G)
    np.testing.assert_allclose(places(start, velocity, G, np.array([84.0]))[0], place, atol=1e-12)


def test_a_hand_that_stops_a_ball_is_straight_behind_it():
    hands = stops((4.0, 0.0, 1.5), (-5.0, 0.0, 3.0), G, np.array([60.0]), 0.1)
    ball = places((4.0, 0.0, 1.5), (-5.0, 0.0, 3.0), G, np.array([60.0]))
    way = np.array((-5.0, 0.0, 3.0 - G * 60 * DT))
    np.testing.assert_allclose(hands - ball, [0.1 * way / np.linalg.norm(way)], atol=1e-12)


@pytest.mark.parametrize(
    ("far", "out_deg", "up"),
    [
        (0.7, 10.0, 0.0),
        (0.3, 10.0, 0.0),
        (0.5, 150.0, 0.0),
        (0.5, -60.0, 0.0),
        (0.52, 10.0, 0.45),
        (0.56, 10.0, -0.55),
        (0.5, 0.0, -0.495),
    ],
)
def test_what_is_too_far_or_near_or_behind_or_across_or_high_or_low_or_below_is_left(far, out_deg, up):
    place = np.array([from_shoulder((0.0, 0.0, 1.4), 0.6, -1.0, far, out_deg, up)])
    assert meeting(place, (0.0, 0.0, 1.4), 0.6, -1.0, 0.62) is None
    fine = np.array([from_shoulder((0.0, 0.0, 1.4), 0.6, -1.0, 0.5, 10.0, 0.0)])
    assert meeting(fine, (0.0, 0.0, 1.4), 0.6, -1.0, 0.62) == 0


# --- the catch


@pytest.mark.bullet
@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_persons_ball_that_comes_by_is_caught_held_and_dropped(waiting, hand):
    sim = waiting(f'hand = "{hand}"\n')
    throw_by(sim, hand=hand)
    sim.run(0.95)
    assert "catch" in kinds(sim) and catcher(sim).grasp is Grasp.HOLDING
    low = ball_state(sim)[0][2]
    sim.run(1.0)
    assert catcher(sim).grasp is Grasp.FREE
    assert ball_state(sim)[0][2] < low - 0.3
    assert sim.report()["catch"] == {"thrown": 0, "caught": 0, "disturbed": 0, "disturbed_caught": 0}, "nobody's throws"


def test_a_throw_at_its_chest_from_the_hand_of_a_person_is_caught(waiting):
    sim = waiting()
    sim.throw("ball", "red", speed=5.0, distance=3.5)
    sim.run(1.0)
    assert "catch" in kinds(sim)


@pytest.mark.bullet
def test_a_ball_in_the_hand_keeps_with_it_and_nothing_is_put_anywhere(waiting):
    """Each step's way is the velocity after it times the step, as the engine moves whatever is free."""
    sim = waiting()
    throw_by(sim)
    sim.tick()
    before, _ = ball_state(sim)
    held = 0
    for _ in range(200):
        sim.tick()
        place, velocity = ball_state(sim)
        np.testing.assert_allclose(place - before, DT * velocity, atol=1e-6)
        before = place
        if catcher(sim).grasp is Grasp.HOLDING and catcher(sim).left < 50:
            hand = place_in(sim.stage.tables.bones, arm_in(sim).hand, arm_in(sim).middle)
            assert np.linalg.norm(place - hand) == pytest.approx(0.106, abs=0.01)
            held += 1
    assert held > 40


@pytest.mark.bullet
def test_a_ball_pulled_harder_than_it_grips_is_lost(waiting):
    sim = waiting()
    throw_by(sim)
    sim.run(1.0)
    assert catcher(sim).grasp is Grasp.HOLDING
    esper.switch_world(sim.world)
    thing = next(prop.engine_id for _, prop in esper.get_component(Prop) if prop.thrown)
    for _ in range(12):
        sim.stage.engine.push(thing, -1, [3.0 * GRIP, 0.0, 0.0], ball_state(sim)[0].tolist())
        sim.tick()
    assert catcher(sim).grasp is Grasp.FREE


@pytest.mark.parametrize("kind", ["beach_ball", "medicine_ball"])
def test_what_no_hand_holds_is_left(waiting, kind):
    sim = waiting()
    throw_by(sim, out=0.3, kind=prop_kind(kind))
    sim.run(1.0)
    assert "catch" not in kinds(sim)


def test_what_comes_sooner_than_a_hand_can_or_goes_by_too_far_is_left(waiting):
    sim = waiting()
    throw_by(sim, seconds=(SOONEST - 6) * DT)
    sim.run(0.3)
    throw_by(sim, out=1.2)
    sim.run(1.0)
    assert "catch" not in kinds(sim) and catcher(sim).grasp is Grasp.FREE


def test_who_is_limp_lets_go_and_reaches_for_nothing(waiting):
    sim = waiting()
    throw_by(sim)
    sim.run(0.5)
    assert catcher(sim).grasp is Grasp.REACHING
    sim.characters["red"].set("knockout_impulse", 20.0)
    sim.throw("crate", "red", speed=8.0, distance=1.0, from_deg=180.0)
    sim.run(0.25)
    assert sim.characters["red"].phase == "limp"
    assert catcher(sim).grasp is Grasp.FREE and not sim.stage.tables.aims.keyed.any()


def test_cleared_away_it_is_gone_from_the_hand(waiting):
    sim = waiting()
    throw_by(sim)
    sim.run(1.0)
    sim.clear()
    sim.run(0.1)
    assert catcher(sim).grasp is Grasp.FREE


@pytest.mark.slow(but=["5.6"])
@pytest.mark.parametrize("before_s", [5.3, 5.6, 6.0])
def test_a_run_goes_on_from_a_save_in_flight_in_reach_and_in_hand(simulation, before_s):
    """Also when what lay about was cleared away meanwhile, and is made anew."""
    sim = simulation("catch", seed=1)
    sim.run(before_s)
    saved = sim.save()
    sim.run(2.0)
    there = sim.report()["catch"], sim.state_hash()
    sim.clear()
    sim.run(0.1)
    for _ in range(2):
        sim.load(saved)
        sim.run(2.0)
        assert (sim.report()["catch"], sim.state_hash()) == there
