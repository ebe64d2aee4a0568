"""Blows, limpness, unconsciousness and what comes after."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from components.character import Body, Phase, Recovery, Stun
from components.clock import DT, TICKS_PER_S

SETTINGS = {
    "stun_impulse": 20.0,
    "limp_impulse": 120.0,
    "knockout_impulse": 220.0,
    "recovery_s": 0.5,
    "knockout_s": 1.0,
}


def stun_of(sim, name="red"):
    return sim.characters[name]._get(Stun)


@pytest.mark.parametrize(
    ("blow", "left"), [(0.0, 1.0), (20.0, 1.0), (45.0, 0.75), (70.0, 0.5), (120.0, 0.0), (500.0, 0.0)]
)
def test_a_blow_takes_authority_in_proportion_between_the_two_settings(simulation, blow, left):
    sim = simulation("stage", settings=SETTINGS)
    stun_of(sim).blow = blow
    sim.tick()
    assert sim.characters["red"].authority == pytest.approx(left, abs=1e-9)
    assert sim.stage.tables.modes.authority[0] == pytest.approx(left, abs=1e-9)


def test_it_comes_back_evenly_in_recovery_s_and_no_further_than_one(simulation):
    sim = simulation("stage", settings=SETTINGS | {"stun": True})
    stun_of(sim).authority = 0.0
    sim.tick(30)
    assert sim.characters["red"].authority == pytest.approx(0.5, abs=0.02)
    sim.tick(40)
    assert sim.characters["red"].authority == 1.0


def test_with_stun_off_no_blow_takes_anything(simulation):
    sim = simulation("stage", settings=SETTINGS | {"stun": False})
    stun_of(sim).blow = 1e4
    sim.tick()
    assert sim.characters["red"].authority == 1.0


def test_at_authority_zero_no_muscle_and_no_root_spring_pulls(simulation):
    sim = simulation("stage", settings=SETTINGS)
    sim.run(0.5)
    for _ in range(5):
        stun_of(sim).blow = 1e3
        sim.tick()
    t = sim.stage.tables
    assert sim.characters["red"].authority == 0.0
    assert not t.demand.torque.any()
    assert not t.demand.support.any()
    assert not t.torques.root.any()


def test_a_hard_thrown_crate_stuns_and_a_soft_ball_does_not(simulation):
    least = {}
    for what, speed in (("crate", 12.0), ("beach_ball", 2.0)):
        sim = simulation("stage", settings=SETTINGS)
        sim.throw(what, "red", speed=speed, distance=1.0)
        low = 1.0
        for _ in range(120):
            sim.tick()
            low = min(low, sim.characters["red"].authority)
        least[what] = low
    assert least["crate"] < 0.6
    assert least["beach_ball"] > 0.99


def test_a_heavy_blow_knocks_out_and_is_told_with_its_impulse(simulation):
    sim = simulation("stage", settings=SETTINGS | {"knockout_impulse": 45.0, "knockout_s": 0.6})
    sim.throw("crate", "red", speed=15.0, distance=1.0)
    sim.run(0.6)
    events = [event.as_dict() for event in sim.stage.events]
    out = [event for event in events if event["kind"] == "knockout"]
    assert len(out) == 1
    assert out[0]["who"] == "red"
    assert out[0]["impulse"] >= 30.0
    assert sim.characters["red"].phase is Phase.LIMP


def test_hits_name_the_bone_and_the_thing(simulation):
    sim = simulation("stage")
    sim.throw("crate", "red", speed=8.0, distance=1.0)
    sim.run(0.4)
    hit = next(event.as_dict() for event in sim.stage.events if event.kind == "hit")
    assert hit["by"] == "crate"
    assert hit["bone"] in sim.characters["red"].bones
    assert hit["impulse"] > 0


def test_an_unconscious_body_is_limp_that_long_and_gets_up_again(simulation):
    sim = simulation("stage", settings=SETTINGS)
    sim.run(0.5)
    stun_of(sim).unconscious_s = 1.0
    sim.tick()
    assert sim.characters["red"].phase is Phase.LIMP
    sim.run(0.9)
    assert sim.characters["red"].authority == 0.0
    assert sim.characters["red"].phase is Phase.LIMP
    seen = set()
    for _ in range(12 * TICKS_PER_S):
        sim.tick()
        seen.add(sim.characters["red"].phase)
        if sim.characters["red"].phase is Phase.AWAKE:
            break
    assert Phase.RISING in seen
    assert sim.characters["red"].phase is Phase.AWAKE
    sim.run(2.0)
    assert sim.characters["red"].authority == pytest.approx(1.0)
    assert sim.characters["red"].clip == "stand"


def test_with_get_up_off_a_fallen_body_stays_awake_where_it_lies(simulation):
    sim = simulation("stage", root="free", settings={"get_up": False, "clip": "walk", "stun": False})
    sim.run(6.0)
    assert sim.characters["red"].phase is Phase.AWAKE
    assert sim.report()["characters"]["red"]["falls"] >= 1


def test_a_clip_asked_for_while_down_is_played_afterwards(simulation):
    sim = simulation("stage", settings=SETTINGS)
    stun_of(sim).unconscious_s = 0.3
    sim.tick()
    sim.characters["red"].play("guard")
    assert sim.characters["red"]._get(Recovery).resume == "guard"
    for _ in range(15 * TICKS_PER_S):
        sim.tick()
        if sim.characters["red"].phase is Phase.AWAKE:
            break
    assert sim.characters["red"].clip == "guard"


def test_numbers_stay_numbers_through_a_barrage(simulation):
    sim = simulation("barrage")
    for k in range(12):
        sim.throw("medicine_ball", list(sim.characters)[k % 4], speed=14.0, from_deg=70.0 * k)
        sim.tick(15)
    t = sim.stage.tables
    for group in (t.bones, t.targets, t.torques, t.demand, t.drives, t.tallies):
        assert all(np.isfinite(array).all() for array in group)


def struck(simulation, bone, impulse, other):
    """What is felt of one touch of that bone (name) by another body."""
    sim = simulation("stage", settings=SETTINGS)
    sim.run(0.1)
    character, t = sim.characters["red"], sim.stage.tables
    t.contacts.count[0] = 1
    t.contacts.bone[0], t.contacts.other[0], t.contacts.other_bone[0] = character.bones.index(bone), other(sim), -1
    t.contacts.impulse[0] = impulse
    esper.switch_world(sim.world)
    for system in sim.systems:
        if system.name() in ("impacts", "hits"):
            system.process(DT)
    return next(stun for _, (_, stun) in esper.get_components(Body, Stun))


def a_thing(sim):
    return max(sim.stage.engine.ground) + 1000


def the_ground(sim):
    return sim.stage.engine.ground[0]


@pytest.mark.parametrize("bone", ["left_forearm", "right_hand", "left_upper_arm"])
def test_of_a_blow_on_an_arm_less_than_a_third_is_felt(simulation, bone):
    weight = 75.0 * 9.81 / TICKS_PER_S
    assert struck(simulation, bone, 50.0, a_thing).blow == pytest.approx(0.3 * (50.0 - weight), rel=0.02)
    assert struck(simulation, "spine3", 50.0, a_thing).blow == pytest.approx(50.0 - weight, rel=0.02)


@pytest.mark.parametrize(("bone", "other", "out"), [
    ("pelvis", the_ground, False), ("head", the_ground, True), ("pelvis", a_thing, True),
])  # fmt: skip
def test_the_ground_knocks_out_by_the_head_alone(simulation, bone, other, out):
    assert (struck(simulation, bone, 400.0, other).unconscious_s > 0.0) is out
