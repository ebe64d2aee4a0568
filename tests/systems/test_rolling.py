"""Rolls and catches: the mathematics of a roll, that muscles alone do it, and what begins and ends both."""

from __future__ import annotations

from typing import get_type_hints

import esper
import numpy as np
import pytest
from gathered import for_each
from raw import p

from benchmarks.trips import ARMS, SHOULDERS, Trip, tripping
from components.character import AWAKE, Fall, Stun
from components.clock import DT, TICKS_PER_S
from components.commands import Push
from components.control import Status
from game.clips.falls import roll_poses
from game.rigs.rig import load_rig, rig_names
from systems.controllers import CONTROLLERS
from systems.controllers.roll import ROUND
from systems.controllers.tripped import going_on, over_free, over_held
from systems.rolling import AHEAD, AT, KEYS, LEFT, RATE, RIGHT, between, led_on, turned
from systems.someone import Someone
from systems.supervisor import take

SEED = 4010  # trips, and rolls over the right shoulder


def someone(walk):
    esper.switch_world(walk.sim.world)
    return Someone(*(walk.who.component(part) for part in get_type_hints(Someone).values()))


def rolling(seed=SEED):
    """Somebody in the tick in which he begins to roll."""
    walk = tripping(seed)
    assert walk.until(("roll",), 6.0)
    return walk


def test_between_two_key_poses_both_have_their_share():
    for k, at in enumerate(AT):
        assert between(at)[k] == pytest.approx(1.0)
    assert between(0.5 * (AT[1] + AT[2])) == pytest.approx((0.0, 0.5, 0.5, 0.0, 0.0))
    shares = np.array([between(angle) for angle in np.linspace(-90.0, 400.0, 981)])
    assert shares.sum(axis=1) == pytest.approx(1.0)
    assert np.abs(np.diff(shares, axis=0)).max() < 0.025
    assert len(KEYS) == len(AT)


def test_what_it_is_led_to_waits_for_the_body_and_never_goes_back():
    angle = 0.0
    for _ in range(2 * TICKS_PER_S):
        angle = led_on(angle, 60.0, DT)
    assert angle == pytest.approx(60.0 + AHEAD)
    assert led_on(angle, 20.0, DT) == angle
    assert led_on(10.0, 60.0, DT) == pytest.approx(10.0 + RATE * DT)


@for_each("name", rig_names())
def test_over_the_left_shoulder_is_the_mirror_image_on_every_rig(name):
    rig = load_rig(name)
    right, left = roll_poses(rig)
    for one, other in zip(right, left, strict=True):
        assert other == pytest.approx(one[list(rig.mirror)] * (-1.0, 1.0, -1.0), abs=1e-12)
    assert np.abs(right - left).max() > 0.1


def test_turns_are_counted_on_through_upside_down(made):
    """A body that is put at angles: 350 degrees forward is 350, not -10."""
    sim = made("stage")
    body, bones = sim.characters["red"].about, sim.stage.tables.bones
    found = 0.0
    for angle in range(0, 351, 10):
        half = np.radians(0.5 * angle)
        bones.orientation[body.first : body.last] = (0.0, np.sin(half), 0.0, np.cos(half))
        found = turned(sim.stage, body, found)
        assert found == pytest.approx(angle, abs=1e-9)


@pytest.mark.bullet
def test_who_trips_rolls_by_muscles_alone_and_spares_his_head():
    walk = rolling()
    with walk.sim as sim:
        trip, torques = Trip(SEED, "roll"), sim.stage.tables.torques
        for _ in range(18):
            walk.tick()
        while walk.who.controller == "roll":
            assert not torques.root.any(), "no root spring"
            walk.follow(trip, DT)
        assert walk.who.controller == "rise"
        assert trip.head == 0.0
        assert trip.first[0].endswith(ARMS)
        assert walk.who.component(Fall).turned >= ROUND
        order = [bone for bone in trip.first if bone.endswith(SHOULDERS) or bone in ("spine1", "pelvis")]
        assert order[0].endswith(SHOULDERS), "the shoulder comes to the floor before the hips"


@pytest.mark.bullet
def test_the_shoulder_is_that_of_the_foot_that_is_free():
    shoulders = set()
    for seed in (SEED, 301, 303):
        walk, held = tripping(seed), ""
        with walk.sim as sim:
            while walk.who.controller != "roll":
                walk.tick()
                for row in p.getContactPoints(walk.who.body, physicsClientId=sim.client):
                    if row[2] not in (walk.who.body, *sim.stage.engine.ground):
                        held = walk.who.bones[row[3] + 1].partition("_")[0]
            rolls = walk.who.component(Fall).rolls
            assert rolls == {"left": RIGHT, "right": LEFT}[held], seed
            shoulders.add(rolls)
    assert shoulders == {LEFT, RIGHT}


def test_a_roll_goes_on_after_a_load_to_the_bit():
    walk = rolling()
    with walk.sim as sim:
        sim.tick(30)
        saved, hashes = sim.save(), []
        for _ in range(2):
            assert walk.who.component(Fall).led_to > 0.0
            sim.run(0.5)
            hashes.append(sim.state_hash())
            sim.load(saved)
        assert hashes[0] == hashes[1]


def test_who_is_out_of_his_senses_rolls_no_further():
    walk = rolling()
    with walk.sim as sim:
        sim.tick(20)
        esper.switch_world(sim.world)
        walk.who.component(Stun).unconscious_s = 3.0
        sim.tick(2)
        assert walk.who.controller == "lie"


def test_a_foot_that_strikes_a_kerb_is_set_down_and_the_other_one_goes_over_and_then_it_does(made):
    sim = made("trip")
    while not any(event.kind == "stumble" for event in sim.stage.events):
        sim.tick()
        assert sim.time < 4.0
    told = next(event for event in sim.stage.events if event.kind == "stumble")
    assert told.who == "blue"
    blue, height = sim.characters["blue"], {"left": [], "right": []}
    other = "right" if told.details["foot"] == "left" else "left"
    first, second = (other, told.details["foot"])[:: 1 if told.details["answer"] == "lower" else -1]
    while blue.controller == "catch":
        sim.tick()
        for side, heights in height.items():
            heights.append(float(blue.place(f"{side}_foot")[2]))
    over = [int(np.argmax(height[side])) for side in (first, second)]
    assert over[0] < over[1], "one after the other"
    for side in (first, second):
        assert max(height[side]) > 0.11 + 0.07, "the ankle is over the kerb by what the sole is below it"
    assert blue.phase is AWAKE
    assert blue.component(Fall).clears == (0.0, 0.0)


def pushed(seed):
    """Somebody who walks or stands, in any state that a push and a moment bring him to."""
    random = np.random.default_rng(seed)
    walk = tripping(seed, pool=("track", "fall", "lie", "rise"))
    walk.sim.run(float(random.uniform(0.2, 1.0)))
    for _ in range(int(random.integers(1, 12))):
        way = random.normal(size=3) * random.uniform(0.0, 15.0)
        bone = str(random.choice(["spine3", "pelvis", "left_foot", "right_foot"]))
        place = tuple(walk.who.place(bone).tolist())
        walk.sim.stage.commands.append(Push(walk.who.body, walk.who.link(bone), tuple(way.tolist()), place))
        walk.tick()
    return walk


@pytest.fixture
def heard(monkeypatch):
    """What a controller says in each tick, and whether its postconditions hold then; where it begins, its preconditions
    have to hold."""

    def listen(name):
        controller, said = CONTROLLERS[name], []
        plain, begin = controller.status, controller.begin

        def begins(stage, who):
            assert not controller.before.fails(stage, who)
            begin(stage, who)

        monkeypatch.setattr(controller, "begin", begins)

        def status(stage, who):
            said.append((plain(stage, who), controller.after.holds(stage, who)))
            return said[-1][0]

        monkeypatch.setattr(controller, "status", status)
        return said

    return listen


@pytest.mark.slow
@pytest.mark.parametrize("name", ["roll", "catch"])
def test_each_begins_only_where_it_says_and_ends_as_it_says_or_fails(name, heard):
    """50 random states: where its preconditions do not hold it does not bid. Where it begins it succeeds within its
    postconditions, or fails, or a reflex that bids more has him."""
    controller, said, ends = CONTROLLERS[name], heard(name), []
    for seed in range(50):
        walk = tripping(seed, what=name) if seed % 2 else pushed(seed)
        with walk.sim as sim:
            walk.until((name,), 5.0 if seed % 2 else 0.0)
            who = someone(walk)
            if walk.who.controller != name:
                if controller.bid(sim.stage, who) == 0.0:
                    continue
                take(sim.stage, who, controller)
            until = sim.time + 4.0
            while walk.who.controller == name:
                sim.tick()
                assert sim.time < until, seed
            ends.append(said[-1])
            taker = CONTROLLERS[walk.who.controller]
            assert said[-1][0] is not Status.RUNNING or (taker.reflex and taker.wanted > controller.wanted), seed
            assert not any(event.kind == "explosion" for event in sim.stage.events)
    assert len(ends) >= 15
    assert all(holds for status, holds in ends if status is Status.SUCCEEDED)
    assert any(status is Status.SUCCEEDED for status, _ in ends)


def test_the_extrapolated_centre_is_before_a_foot_by_the_speed_of_the_whole_times_the_time_of_a_fall(made):
    """All bones at 0.9 m and at 1.2 m/s forward, wherever he faces: 0.1 + 1.2 sqrt(0.9 / 9.81) = 0.463 m."""
    sim = made("stage")
    him = Someone(*(sim.characters["red"].component(part) for part in get_type_hints(Someone).values()))
    bones, body = sim.stage.tables.bones, him.body
    rows = slice(body.first, body.last)
    for yaw in (0.0, 2.0):
        way = np.array((np.cos(yaw), np.sin(yaw), 0.0))
        bones.orientation[body.first] = (0.0, 0.0, np.sin(0.5 * yaw), np.cos(0.5 * yaw))
        bones.position[rows], bones.velocity[rows] = (0.0, 0.0, 0.9), 1.2 * way
        bones.position[list(body.feet)] = -0.1 * way
        share = sim.stage.tables.skeletons.mass[rows]
        part = share[np.array(body.feet) - body.first].sum() / share.sum()
        centre, high = -0.1 * part, 0.9 * (1.0 - part)
        assert going_on(sim.stage, him) == pytest.approx(1.2)
        expected = centre + 0.1 + 1.2 * np.sqrt(high / 9.81)
        assert over_free(sim.stage, him) == pytest.approx(expected)
        assert over_held(sim.stage, him) == pytest.approx(expected)
