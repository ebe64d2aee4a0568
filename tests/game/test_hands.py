"""Hands: what a ray meets, where a throw goes, what a dragged bone does; against the engine's own state."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from raw import p

from components.clock import TICKS_PER_S
from game.cameras.camera import Camera
from game.scenes.props import prop_kinds
from game.session.deeds import Grip, Launch
from game.session.hands import Hands, Ray, thrown
from game.session.history import History
from game.world.simulation import Simulation

pytestmark = pytest.mark.bullet

CAMERA = Camera(target=np.array([0.0, 0.0, 1.0]), distance=5.0, yaw=-0.5, pitch=0.2)


def ray_to(place, camera=CAMERA):
    way = np.asarray(place) - camera.eye
    return Ray(camera.eye, way / np.linalg.norm(way), camera.axes[2])


@pytest.fixture
def simulation():
    with Simulation("stage") as made:
        made.run(0.5)
        yield made


@pytest.fixture
def hands(simulation):
    return Hands()


@given(st.tuples(*[st.floats(-4.0, 4.0)] * 3), st.tuples(*[st.floats(-4.0, 4.0)] * 3), st.floats(9.0, 30.0))
def test_a_throw_that_can_reach_its_target_flies_through_it(start, target, speed):
    start, target = np.array(start), np.array(target)
    level = np.hypot(*(target - start)[:2])
    velocity = thrown(start, target, speed, 9.81)
    assert np.linalg.norm(velocity) == pytest.approx(speed)
    reachable = speed**4 >= 9.81 * (9.81 * level**2 + 2 * (target - start)[2] * speed**2)
    if level > 0.1 and reachable:
        t = level / np.hypot(*velocity[:2])
        assert start + velocity * t + [0.0, 0.0, -0.5 * 9.81 * t * t] == pytest.approx(target, abs=1e-6)


def test_seven_metres_a_second_over_three_metres_rises_18_6_degrees():
    velocity = thrown(np.zeros(3), np.array([3.0, 0.0, 0.0]), 7.0, 9.81)
    assert np.degrees(np.arctan2(velocity[2], velocity[0])) == pytest.approx(18.46, abs=0.1)


def test_a_target_out_of_reach_gets_45_degrees():
    velocity = thrown(np.zeros(3), np.array([0.0, 50.0, 0.0]), 5.0, 9.81)
    assert velocity == pytest.approx([0.0, 5.0 * np.sqrt(0.5), 5.0 * np.sqrt(0.5)])


@pytest.mark.parametrize("bone", ["head", "left_hand", "right_thigh", "left_shin"])
def test_the_cursor_on_a_bone_picks_that_bone(simulation, hands, bone):
    red = simulation.characters["red"]
    link = red.link(bone)
    hands.ray = ray_to(p.getLinkState(red.body, link, physicsClientId=simulation.client)[0])
    pick = hands.pick(simulation)
    assert pick is not None and pick.grip == Grip(who="red", bone=bone)
    assert bone.replace("_", " ") in pick.name


def test_the_cursor_on_the_floor_picks_a_place_and_nothing_to_hold(simulation, hands):
    hands.ray = ray_to([2.0, 1.5, 0.0])
    pick = hands.pick(simulation)
    assert pick.grip is None and pick.place == pytest.approx([2.0, 1.5, 0.0], abs=1e-3)
    assert not hands.grab(simulation)


def test_the_cursor_in_the_sky_picks_nothing(simulation, hands):
    hands.ray = ray_to(CAMERA.eye + np.array([0.0, 0.0, 5.0]))
    assert hands.pick(simulation) is None
    assert hands.aimed(simulation) is None and hands.flight(simulation) is None and hands.shove(simulation) is None


@pytest.mark.parametrize("thing", list(prop_kinds()))
def test_what_is_thrown_at_the_chest_hits_the_chest(simulation, hands, thing):
    red, history = simulation.characters["red"], History([simulation])
    hands.thing = thing
    hands.ray = ray_to(p.getLinkState(red.body, red.link(red.chest), physicsClientId=simulation.client)[0])
    history.do(hands.aimed(simulation))
    for _ in range(80):
        history.tick()
        rows = p.getContactPoints(bodyA=red.body, physicsClientId=simulation.client)
        if struck := [row for row in rows if row[2] not in simulation.stage.engine.ground]:
            break
    assert struck


def test_the_preview_is_the_way_that_the_thing_takes(simulation, hands):
    hands.ray = ray_to([1.5, -1.5, 0.0])
    hands.thing, hands.speed = "ball", 6.0
    arc, launch = hands.flight(simulation).points, hands.aimed(simulation)
    launch.do(simulation)
    simulation.tick(1)
    body = p.getBodyUniqueId(p.getNumBodies(physicsClientId=simulation.client) - 1, physicsClientId=simulation.client)
    nearest = []
    for _ in range(15):
        simulation.tick(1)
        place = np.array(p.getBasePositionAndOrientation(body, physicsClientId=simulation.client)[0])
        nearest.append(min(point_to_line(place, a, b) for a, b in pairwise(arc)))
    assert max(nearest) < 0.03


def point_to_line(x, a, b):
    share = np.clip((x - a) @ (b - a) / max(1e-12, (b - a) @ (b - a)), 0.0, 1.0)
    return float(np.linalg.norm(x - a - share * (b - a)))


def test_a_push_is_as_hard_as_it_is_said_level_and_softer_on_a_light_bone(simulation, hands):
    red = simulation.characters["red"]
    for bone in ("left_hand", red.chest):
        hands.ray = ray_to(p.getLinkState(red.body, red.link(bone), physicsClientId=simulation.client)[0])
        mass = p.getDynamicsInfo(red.body, red.link(bone), physicsClientId=simulation.client)[0]
        x, y, up = hands.shove(simulation).impulse
        assert up == 0.0 and np.hypot(x, y) == pytest.approx(min(60.0, 48.0 * mass))
    hands.push_harder(3)
    assert np.hypot(*hands.shove(simulation).impulse[:2]) == pytest.approx(75.0)
    hands.push_harder(1000)
    assert hands.impulse == 200.0


def test_a_push_by_hand_is_that_of_a_script(simulation, hands):
    red = simulation.characters["red"]
    hands.ray = ray_to(p.getLinkState(red.body, red.link(red.chest), physicsClientId=simulation.client)[0])
    saved, shove, ends = simulation.save(), hands.shove(simulation), []
    for push in (lambda: shove.do(simulation), lambda: simulation.push("red", impulse=shove.impulse, seconds=0.1)):
        simulation.load(saved)
        push()
        simulation.tick(30)
        ends.append(simulation.state_hash())
    simulation.load(saved)
    simulation.tick(30)
    assert ends[0] == ends[1] != simulation.state_hash()


def test_a_thing_is_put_on_what_is_under_the_cursor(simulation, hands):
    hands.thing, hands.ray = "crate", ray_to([1.0, 1.0, 0.0])
    launch = hands.put(simulation)
    assert launch == Launch("crate", pytest.approx((1.0, 1.0, 0.22), abs=2e-3))


@pytest.mark.parametrize(("bone", "near"), [("head", 0.10), ("spine3", 0.10), ("left_hand", 0.23)])
def test_a_dragged_bone_stays_near_the_cursor_at_walking_speed(simulation, hands, bone, near):
    """1.4 m/s to the side for 2 s, the body hanging on it; measured after the first half second, as the hand closes.

    Head and trunk stay within 10 cm; the spring of a bone of 0.5 kg is softer, so that it is not shaken,
    and a body on a floor whose friction is 1 hangs on it.
    """
    red, history = simulation.characters["red"], History([simulation])
    link = red.link(bone)
    where = np.array(p.getLinkState(red.body, link, physicsClientId=simulation.client)[0])
    hands.ray = ray_to(where)
    assert hands.grab(simulation)
    right, off = CAMERA.axes[0], []
    for tick in range(300):
        if tick >= 60:
            where = where + right * (1.4 / TICKS_PER_S)
        hands.ray = ray_to(where)
        history.do(hands.pulled())
        history.tick()
        centre = p.getLinkState(red.body, link, physicsClientId=simulation.client)[0]
        off.append(np.linalg.norm(np.array(centre) - hands.cursor()))
    assert max(off[60:]) < near


def test_a_thing_is_held_where_it_was_taken(simulation, hands):
    history = History([simulation])
    history.do(Launch("crate", (1.0, 1.0, 0.21)))
    for _ in range(60):
        history.tick()
    hands.ray = ray_to([1.1, 1.0, 0.4])
    assert hands.grab(simulation) and hands.grip == Grip(thing=0)
    first = np.array(hands.pulled().to)
    centre = simulation.stage.engine.motion_of(*hands.grip.found(simulation))[0]
    assert first == pytest.approx(centre, abs=1e-9)


@pytest.mark.slow(but=["1.0-ball", "1.6-crate"])
@pytest.mark.parametrize("thing", ["ball", "medicine_ball", "crate"])
@pytest.mark.parametrize("at_s", [1.0, 1.3, 1.6, 2.0])
def test_who_walks_across_is_led_and_would_be_missed_otherwise(made, monkeypatch, thing, at_s):
    nearest = {}
    for led in (True, False):
        if not led:
            monkeypatch.setattr("game.session.hands.motion", lambda *_: np.zeros(3))
        simulation = made("stage", settings={"clip": "walk"})
        simulation.run(at_s)
        red = simulation.characters["red"]
        camera = Camera(np.add(red.place("pelvis"), [0.8, 0.0, 0.0]), 6.0, -np.pi / 2, 0.15)
        chest = np.array(p.getLinkState(red.body, red.link(red.chest), physicsClientId=simulation.client)[0])
        way = (chest - camera.eye) / np.linalg.norm(chest - camera.eye)
        hands = Hands(thing=thing, ray=Ray(camera.eye, way, camera.axes[2]))
        flight, launch = hands.flight(simulation), hands.aimed(simulation)
        assert bool(np.linalg.norm(flight.lead) > 0.3) is led
        hit = False
        history = History([simulation])
        history.do(launch)
        for _ in range(110):
            history.tick()
            rows = p.getContactPoints(bodyA=red.body, physicsClientId=simulation.client)
            hit = hit or any(row[2] not in simulation.stage.engine.ground for row in rows)
        nearest[led] = hit
    assert nearest == {True: True, False: False}


def test_who_stands_and_sways_is_not_led(simulation, hands):
    simulation.run(1.0)
    red = simulation.characters["red"]
    hands.ray = ray_to(p.getLinkState(red.body, red.link(red.chest), physicsClientId=simulation.client)[0])
    assert not hands.flight(simulation).lead.any()


def test_the_way_of_a_throw_is_seen_from_the_side(simulation, hands):
    """From the eye it is no hairpin: it comes in from the right over a tenth of the picture's width or more."""
    red = simulation.characters["red"]
    hands.ray = ray_to(p.getLinkState(red.body, red.link(red.chest), physicsClientId=simulation.client)[0])
    flight = hands.flight(simulation)
    across = CAMERA.pixels(flight.points, 1280, 720)[:, 0]
    assert (np.diff(across) < 0.0).all() and across[0] - across[-1] > 128.0
    assert flight.seconds == pytest.approx(0.5, abs=0.1)
