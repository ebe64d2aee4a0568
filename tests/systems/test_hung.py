"""Things on ropes: pendulums by the book, at rest where they are hung, and never blown up by anybody."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sqrt

import esper
import numpy as np
import pytest
from raw import p

from components.clock import DT, TICKS_PER_S
from components.commands import Drag
from components.prop import Hung, Prop
from game import Simulation
from game.scenes.props import PropKind, prop_kind, resized
from game.scenes.scene import load_scene
from game.scenes.things import HungSpec
from systems.hung import DAMPING, STIFFNESS, hung_at, least_inertia, pulls, strung

G = 9.81
FOREVER = 1e5  # s
CRATE, BAG = prop_kind("hanging_crate"), prop_kind("heavy_bag")
BALL = resized(prop_kind("ball"), None, 0.05, 2.0)


def world(*specs, at=(0.0, 20.0), **settings):
    """One scene with these things, and somebody `at` a place (m)."""
    scene = load_scene("stage", settings)
    return Simulation(replace(scene, hung=specs, characters=(replace(scene.characters[0], at=at),)))


def hung(kind, count=1, ropes=1.6, at=(0.0, 0.0, 1.15), push=(0.0, 0.0, 0.0), fades_s=FOREVER):
    return HungSpec(kind, at, ropes, count, push, fades_s)


def things(sim):
    esper.switch_world(sim.world)
    return [(hung, prop) for _, (hung, prop) in esper.get_components(Hung, Prop)]


def moving(sim, which=0):
    return np.array(sim.stage.engine.moving(things(sim)[which][1].engine_id))


def swing(sim, seconds):
    """Step by step, but for the ropes and the engine nobody does anything: whoever is in the scene lies far away."""
    esper.switch_world(sim.world)
    (system,) = [system for system in sim.systems if system.name() == "hung"]
    for _ in range(round(seconds / DT)):
        system.process(DT)
        sim.stage.engine.step()
        yield moving(sim)


def lengths(sim, which=0):
    """m: how far each place that is held is from its anchor."""
    each, _ = things(sim)[which]
    state = moving(sim, which)
    axis, w = state[3:6], state[6]
    arms = np.array(each.holds)
    arms = arms + 2 * w * np.cross(axis, arms) + 2 * np.cross(axis, np.cross(axis, arms))
    return np.linalg.norm(np.array(each.anchors) - state[:3] - arms, axis=1)


def period(sim, axis=0, seconds=20.0):
    """s, from its ways through the middle in one direction."""
    start, times, before = moving(sim)[axis], [], 0.0
    for tick, state in enumerate(swing(sim, seconds)):
        now = state[axis] - start
        if before < 0.0 <= now:
            times.append(DT * (tick - now / (now - before)))
        before = now
    assert len(times) > 5
    return (times[-1] - times[0]) / (len(times) - 1)


# --- as pendulums


@pytest.mark.slow(but=["0.5"])
@pytest.mark.parametrize("ropes", [0.5, 1.6])
def test_a_crate_on_four_ropes_stays_level_and_swings_as_a_point_on_one_rope_of_their_length(ropes):
    """Longer by twice g dt^2 / 0.25: once by their stretch, once because the pull to the side tilts it, as it comes
    0.2 m above its middle."""
    with world(hung(CRATE, 4, ropes, push=(0.1, 0.0, 0.0))) as sim:
        assert period(sim) == pytest.approx(2 * pi * sqrt((ropes + 2 * G * DT**2 / STIFFNESS) / G), rel=0.001)
        assert np.abs(moving(sim)[3:6]).max() < 0.005


@pytest.mark.slow(but=["0"])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_ball_swings_as_a_pendulum_of_the_rope_and_its_radius(axis):
    """It turns about itself as little as it can: 2/5 r^2 / l^2 is 0.1 % of its inertia."""
    with world(hung(BALL, 1, 1.2, push=(0.1 * (axis == 0), 0.1 * (axis == 1), 0.0))) as sim:
        assert period(sim, axis) == pytest.approx(2 * pi * sqrt(1.25 / G), rel=0.004)


def test_a_bag_on_one_rope_swings_as_a_rope_and_a_rod_do():
    """Two angles, of the rope (l) and of the bag (h to its middle, k its radius of gyration about it): the slower of
    w^2 with (g - w^2 l) (g h - w^2 (h^2 + k^2)) = w^4 l h^2."""
    box = PropKind("bag", "box", (0.3, 0.3, 0.9), 18.0, (0.5, 0.2, 0.2), 0.0, 0.5)
    length, h, k2 = 1.35, 0.45, (0.3**2 + 0.9**2) / 12
    a, b, c = length * k2, -G * (length * h + h * h + k2), G * G * h
    slow = sqrt((-b - sqrt(b * b - 4 * a * c)) / (2 * a))
    with world(hung(box, 1, length, push=(0.05, 0.0, 0.0))) as sim:
        assert period(sim, seconds=20.0) == pytest.approx(2 * pi / slow, rel=0.01)


@pytest.mark.slow
def test_left_alone_a_swing_keeps_its_energy_and_fading_takes_what_it_says():
    left = {}
    for fades_s in (FOREVER, 10.0):
        with world(hung(CRATE, 4, push=(0.8, 0.0, 0.0), fades_s=fades_s)) as sim:
            speeds = [abs(state[7]) for state in swing(sim, 12.0)]
            left[fades_s] = max(speeds[-320:])  # in the last swing
    assert left[FOREVER] == pytest.approx(0.8, rel=0.05)
    assert left[10.0] == pytest.approx(0.8 * np.exp(-(12.0 - 1.3) / 10.0), rel=0.12)


# --- at rest


@pytest.mark.slow(but=["hanging_crate-4"])
@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("kind", [CRATE, BAG, BALL], ids=lambda kind: kind.name)
def test_where_nobody_touches_it_it_hangs_still_where_the_scene_wants_its_middle(kind, count):
    with world(hung(kind, count, at=(1.0, 2.0, 1.5))) as sim:
        for state in [moving(sim), *swing(sim, 5.0)][::60]:
            np.testing.assert_allclose(state[:7], (1.0, 2.0, 1.5, 0, 0, 0, 1), atol=1e-6)
            assert np.abs(state[7:]).max() < 1e-5


def test_on_other_gravity_it_hangs_as_deep():
    for gravity in (1.6, 40.0):
        with world(hung(CRATE, 4), gravity=gravity) as sim:
            sim.run(1.0)
            assert moving(sim)[2] == pytest.approx(1.15, abs=1e-6)


def test_its_height_is_above_the_ground_at_that_place():
    with world(hung(CRATE, 4, at=(5.0, 20.0, 1.15)), ground="ramp") as sim:
        assert moving(sim)[2] == pytest.approx(1.15 + sim.stage.engine.ground_height(5.0, 20.0))


def test_a_rope_is_stretched_by_the_weight_over_its_stiffness():
    with world(hung(CRATE, 4)) as sim:
        sim.run(1.0)
        np.testing.assert_allclose(lengths(sim) - 1.6, G * DT**2 / STIFFNESS, rtol=1e-3)


# --- ropes pull and never push


def test_a_thing_that_is_lifted_falls_freely_until_its_ropes_are_stretched():
    with world(hung(CRATE, 4)) as sim:
        body = things(sim)[0][1].engine_id
        sim.stage.engine.shoot(body, (0.0, 0.0, 1.65), (0.0, 0.0, 0.0))
        sim.run(0.25)
        assert moving(sim)[2] == pytest.approx(1.65 - 0.5 * G * 0.25 * (0.25 + DT), abs=1e-4)
        sim.run(4.0)
        assert moving(sim)[2] == pytest.approx(1.15, abs=0.02)


def test_no_tension_ever_pushes():
    """Anywhere within its ropes' reach, however fast it comes in: no force but gravity's."""
    random, spec = np.random.default_rng(5), hung_at((0.0, 0.0, 1.0), CRATE.size, 1.0, 4, FOREVER, G)
    ropes = strung([(spec, CRATE.prop())])
    for _ in range(300):
        place = *random.uniform(-0.4, 0.4, 2), random.uniform(1.05, 3.0)
        state = np.array([[*place, 0, 0, 0, 1, *random.normal(size=6)]])
        arms = state[0, :3] + np.array(spec.holds)
        slack = np.linalg.norm(np.array(spec.anchors) - arms, axis=1) < 1.0
        force, torque = pulls(ropes, state)
        if slack.all():
            assert np.abs(force).max() < 1e-3  # what fading takes in 1e5 s
            assert np.abs(torque).max() < 1e-3
        else:
            upwards = np.array(spec.anchors) - arms
            assert force[0] @ upwards[~slack].sum(axis=0) > -1e-3


def test_force_and_torque_are_those_of_the_ropes_by_hand():
    """A quarter turn about z, 2 cm below, to one side: each rope by itself, with the cross products of numpy."""
    spec = hung_at((0.3, 0.0, 1.0), CRATE.size, 1.2, 4, 5.0, G)
    half = sqrt(0.5)
    place, velocity, spin = np.array([0.35, -0.1, 0.95]), np.array([0.2, 0.1, -0.3]), np.array([0.4, -0.2, 0.7])
    force, torque = -2 / 5.0 * 6.0 * velocity, -2 / 5.0 * least_inertia(CRATE.prop()) * spin
    for anchor, hold in zip(spec.anchors, spec.holds, strict=True):
        arm = np.array([-hold[1], hold[0], hold[2]])
        way = np.array(anchor) - place - arm
        far = np.linalg.norm(way)
        rate = -(velocity + np.cross(spin, arm)) @ way / far
        tension = STIFFNESS * 6.0 / 4 / DT**2 * (far - 1.2) + DAMPING * 6.0 / 4 / DT * rate
        pull = max(0.0, tension) * way / far if far > 1.2 else np.zeros(3)
        force, torque = force + pull, torque + np.cross(arm, pull)
    found = pulls(strung([(spec, CRATE.prop())]), np.array([[*place, 0, 0, half, half, *velocity, *spin]]))
    np.testing.assert_allclose(found[0][0], force, rtol=1e-9)
    np.testing.assert_allclose(found[1][0], torque, rtol=1e-9)


@pytest.mark.bullet
@pytest.mark.slow(but=["1-size0", "4-size3"])
@pytest.mark.parametrize("size", [(0.4, 0.4, 0.4), (0.05, 2.0, 0.05), (3.0, 3.0, 0.02), (0.02, 0.02, 2.0)])
@pytest.mark.parametrize("count", [1, 4])
def test_a_box_of_any_shape_hit_hard_stays_on_its_ropes_and_calms_down(size, count):
    """Nothing may find a corner where the springs are too stiff, whatever the inertias are."""
    kind = resized(CRATE, size, None, 0.05 if count == 1 else 5000.0)
    with world(hung(kind, count, 1.0, at=(0.0, 0.0, 3.0), fades_s=1.0)) as sim:
        body = things(sim)[0][1].engine_id
        p.resetBaseVelocity(body, [2.0, 1.5, 1.0], [6.0, -5.0, 4.0], physicsClientId=sim.client)
        fastest = longest = 0.0
        for state in swing(sim, 2.0):
            fastest = max(fastest, *np.abs(state[7:10]))
            longest = max(longest, *lengths(sim))
        assert fastest < 6.0
        assert longest < 1.2
        *_, state = swing(sim, 8.0)
        assert np.abs(state[7:10]).max() < 0.3


# --- with people


def someone(sim):
    return sim.characters["red"]


@pytest.mark.slow
@pytest.mark.parametrize("servo", ["world", "kinematic", "off"])
def test_a_person_pushed_through_the_crate_does_not_explode_and_the_crate_comes_to_rest_again(servo):
    """Walking on, or limp and thrown at 3 m/s."""
    with world(hung(CRATE, 4, at=(0.8, 0.0, 1.15), fades_s=3.0), at=(0.0, 0.0), servo=servo, clip="walk") as sim:
        if servo == "off":
            sim.stage.engine.push(someone(sim).body, -1, [15000.0, 0.0, 2000.0], list(someone(sim).place("pelvis")))
        fastest = farthest = 0.0
        for _ in range(4 * TICKS_PER_S):
            sim.tick()
            fastest = max(fastest, *np.abs(moving(sim)[7:10]))
            farthest = max(farthest, abs(moving(sim)[0] - 0.8))
        assert farthest > 0.1, "nobody touched it"
        assert fastest < 10.0
        assert not [event for event in sim.report()["events"] if event["kind"] == "explosion"]
        assert all(held for what, held in sim.expectations() if "explo" in what)
        *_, _ = swing(sim, 25.0)
        np.testing.assert_allclose(moving(sim)[:3], (0.8, 0.0, 1.15), atol=0.03)


@pytest.mark.slow
def test_dragged_as_far_as_a_hand_can_the_ropes_hold_and_let_go_it_swings_back():
    with world(hung(CRATE, 4, fades_s=2.0)) as sim:
        sim.stage.drag = Drag(things(sim)[0][1].engine_id, -1, (6.0, 3.0, 0.2))
        sim.run(3.0)
        assert lengths(sim).max() < 1.6 + 4 * 1000.0 / (STIFFNESS * CRATE.mass / DT**2) + 0.02
        assert np.linalg.norm(moving(sim)[:2]) > 1.0
        sim.release()
        *_, _ = swing(sim, 16.0)
        np.testing.assert_allclose(moving(sim)[:3], (0.0, 0.0, 1.15), atol=0.02)


def test_thrown_at_it_swings():
    with world(hung(CRATE, 4)) as sim:
        esper.switch_world(sim.world)
        ball = sim.throw("medicine_ball", "red")
        sim.stage.engine.shoot(ball, (-1.0, 0.0, 1.2), (8.0, 0.0, 0.5))
        sim.run(0.4)
        assert moving(sim)[7] > 1.0


# --- save and load


@pytest.mark.slow(but=["0.7"])
@pytest.mark.parametrize("before_s", [0.0, 0.7, 2.3])
def test_a_run_goes_on_from_a_save_in_mid_swing_to_the_bit(before_s):
    specs = hung(CRATE, 4, push=(1.5, 0.3, 0.0)), hung(BAG, 1, 1.3, at=(0.5, 1.0, 1.2), push=(0.0, -1.6, 0.0))
    with world(*specs, at=(0.0, 0.0), clip="walk") as sim:
        sim.run(before_s)
        saved, here = sim.save(), sim.state_hash()
        sim.run(1.5)
        there = sim.state_hash()
        for _ in range(2):
            sim.throw("ball", "red")
            sim.run(0.4)
            sim.load(saved)
            assert sim.state_hash() == here
            sim.run(1.5)
            assert sim.state_hash() == there


def test_clearing_what_was_thrown_leaves_what_hangs():
    with world(hung(CRATE, 4)) as sim:
        sim.throw("ball", "red")
        sim.clear()
        assert [prop.kind for _, prop in things(sim)] == ["hanging_crate"]
        sim.run(0.5)
        assert moving(sim)[2] == pytest.approx(1.15, abs=1e-6)
