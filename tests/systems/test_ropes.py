"""The ring's ropes: as strings pull, and nobody is lost beyond them."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import esper
import numpy as np
import pytest
from raw import p

from components.character import Body
from components.clock import DT, TICKS_PER_S
from components.ropes import Lean, Ropes
from game import Simulation
from game.plays.boxing.scenes import with_bout
from game.scenes.scene import load_scene
from systems.draw.hall import rope
from systems.grounds.ring import ROPE_HEIGHTS, ROPE_RADIUS, ROPE_SAG, ROPES
from systems.ropes import FOLLOWS, OUT, STRETCH, TENSION, Spans, Touch, felt_mass, pushed_out, string, touches


def stage(red=(-1.0, 0.0), blue=(1.0, 0.0), **settings):
    """Two in the ring who do not box."""
    scene = load_scene("boxing", settings)
    characters = tuple(replace(spec, at=at) for spec, at in zip(scene.characters, (red, blue), strict=True))
    return Simulation(with_bout(replace(scene, characters=characters), None))


def blue(sim):
    esper.switch_world(sim.world)
    return next(body for _, body in esper.get_component(Body) if body.name == "blue")


def ropes(sim):
    esper.switch_world(sim.world)
    return esper.get_component(Ropes)[0][1]


def shove(sim, x, y=0.0):
    p.resetBaseVelocity(blue(sim).engine_id, [x, y, 0.0], [0.0, 0.0, 0.0], physicsClientId=sim.client)


def root(sim):
    return sim.stage.tables.bones.position[blue(sim).first]


@pytest.mark.parametrize("along", [0.0, 1.5, -2.9])
@pytest.mark.parametrize("out", [0.01, 0.2, 0.5])
def test_a_rope_pulls_back_as_a_string_between_two_posts_does(along, out):
    """Two straight pieces, the same tension in both, and what each of them gives towards the inside."""
    a, b = sqrt((ROPES + along) ** 2 + out**2), sqrt((ROPES - along) ** 2 + out**2)
    tension = TENSION + STRETCH * ((a + b) / (2 * ROPES) - 1.0)
    assert string(along, out) == pytest.approx(tension * (out / a + out / b), rel=1e-12)
    assert string(along, out) == string(-along, out)


def test_the_force_is_the_slope_of_the_energy():
    """E = T (l - l0) + k (l - l0)^2 / (2 l0): work done on it comes back."""

    def energy(out):
        longer = sqrt((ROPES + 1.0) ** 2 + out**2) + sqrt((ROPES - 1.0) ** 2 + out**2) - 2 * ROPES
        return TENSION * longer + STRETCH * longer**2 / (4 * ROPES)

    for out in (0.05, 0.2, 0.4):
        assert (energy(out + 1e-5) - energy(out - 1e-5)) / 2e-5 == pytest.approx(string(1.0, out), rel=1e-6)


def test_a_rope_is_harder_to_push_near_a_post():
    assert string(2.8, 0.1) > 2 * string(0.0, 0.1)


def test_nobody_in_the_middle_touches_a_rope():
    with stage() as sim:
        sim.run(0.3)
        assert ropes(sim).leans == ()


@pytest.mark.parametrize("side", range(4))
def test_a_bone_across_a_rope_pushes_it_by_how_far_its_surface_is_out(side):
    """A line of a known thickness, stood up through the lowest rope: its middle 3 cm beyond, so 3 cm and its radius."""
    x, y = OUT[side] * (ROPES + 0.03) + 0.7 * np.array([-OUT[side][1], OUT[side][0]])

    class Bones:
        position = np.array([[x, y, 0.2]])
        orientation = np.array([[0.0, 0.0, 0.0, 1.0]])

    spans = Spans(np.array([0]), np.zeros((1, 3)), np.array([[0.0, 0.0, 0.5]]), np.array([0.06]))
    (touch,) = touches(Bones, spans, np.array([True]))
    assert (touch.side, touch.rope) == (side, 0)
    assert touch.out == pytest.approx(0.03 + 0.06 + ROPE_RADIUS)
    assert touch.along == pytest.approx(0.7)
    assert touch.place[2] == pytest.approx(ROPE_HEIGHTS[0])


def test_a_rope_was_out_straight_from_each_that_leans_on_it_to_both_ends():
    leans = (Lean(0, 2, 1.0, 0.2), Lean(0, 2, -2.0, 0.19), Lean(1, 2, 0.0, 0.6), Lean(0, 1, 0.0, 0.6))
    for along, out in ((1.0, 0.2), (-2.0, 0.19), (2.0, 0.2 * (ROPES - 2.0) / (ROPES - 1.0)), (-ROPES, 0.0)):
        touch = Touch(0, 0, 2, along, 0.3, np.zeros(3))
        assert pushed_out(leans, touch) == pytest.approx(out, abs=1e-12)
    assert pushed_out((), touch) == 0.0


def test_a_rope_follows_slowly_who_is_behind_it_and_has_not_pushed_it_there():
    """Somebody stands across the ropes at once: in a step a rope that he had pushed 0.2 m out would give him 300 N."""
    with stage(blue=(3.35, 0.3)) as sim:
        for steps in range(1, 7):
            sim.tick()
            leans = ropes(sim).leans
            assert max(lean.out for lean in leans) == pytest.approx(steps * FOLLOWS * DT, rel=0.02)


@pytest.mark.bullet
@pytest.mark.parametrize("bone", ["left_hand", "right_foot", "spine3"])
def test_a_push_turns_a_lone_bone_as_much_as_it_is_said_to(bone):
    """Asked of a body of that mass and inertia by itself: 1 N s, and how fast the place goes that it was given at."""
    with stage() as sim:
        t, body = sim.stage.tables, blue(sim)
        i = body.first + body.rig.index(bone)
        place, way = t.bones.position[i] + (0.03, -0.06, 0.05), OUT[1]
        turn, com = t.bones.orientation[i].tolist(), body.rig.bones[i - body.first].com
        alone = p.createMultiBody(1.0, physicsClientId=sim.client)
        at, _ = p.multiplyTransforms(t.bones.position[i].tolist(), turn, com, [0, 0, 0, 1])
        p.resetBasePositionAndOrientation(alone, at, turn, physicsClientId=sim.client)
        inertia = t.skeletons.inertia[i].tolist()
        p.changeDynamics(
            alone, -1, mass=t.skeletons.mass[i], localInertiaDiagonal=inertia, linearDamping=0.0, angularDamping=0.0,
            physicsClientId=sim.client,
        )  # fmt: skip
        force = [float(x) / DT for x in (*way, 0.0)]
        p.applyExternalForce(alone, -1, force, place.tolist(), p.WORLD_FRAME, physicsClientId=sim.client)
        sim.stage.engine.step()
        speed, spin = p.getBaseVelocity(alone, physicsClientId=sim.client)
        went = np.array(speed) + np.cross(spin, place - at)
        assert 1.0 / (went[:2] @ way) == pytest.approx(felt_mass(t, i, place, way), rel=0.02)


@pytest.mark.bullet
@pytest.mark.parametrize("speed", [1.4, 2.0])
def test_a_body_that_walks_or_is_pushed_into_the_ropes_is_stopped_within_0_3_m(speed):
    """All of it moves at that speed, upright, about 10 cm before it touches them."""
    with stage(blue=(2.82, 0.3)) as sim:
        shove(sim, speed)
        farthest = 0.0
        for _ in range(120):
            sim.tick()
            farthest = max(farthest, *(lean.out for lean in ropes(sim).leans), 0.0)
        assert 0.01 < farthest < 0.3
        sim.run(2.0)
        assert np.abs(root(sim)[:2]).max() < ROPES


@pytest.mark.bullet
@pytest.mark.slow
@pytest.mark.parametrize(
    ("velocity", "start"), [((2.0, 0.0), (2.4, 0.0)), ((3.0, 0.5), (2.5, 1.5)), ((2.0, 2.0), (2.3, 2.3))]
)
def test_a_limp_body_thrown_at_the_ropes_ends_inside(velocity, start):
    with stage(blue=start, **{"blue.servo": "off"}) as sim:
        shove(sim, *velocity)
        leant, outside = False, 0.0
        for _ in range(6 * TICKS_PER_S):
            sim.tick()
            leant = leant or bool(ropes(sim).leans)
            outside = outside + DT if np.abs(root(sim)[:2]).max() > ROPES else 0.0
            assert outside < 3.0
        assert leant
        assert np.abs(root(sim)[:2]).max() < ROPES
        assert not sim.report()["exploded"]


def test_who_lies_in_the_hall_is_lifted_back_into_the_ring():
    with stage(blue=(4.4, -1.0), **{"blue.servo": "off"}) as sim:
        sim.run(0.8)
        assert root(sim)[2] < 0.0
        sim.run(6.0)
        assert np.abs(root(sim)[:2]).max() < ROPES
        assert root(sim)[2] > 0.0
        assert [event.kind for event in sim.stage.events].count("ropes") == 1


@pytest.mark.bullet
def test_a_run_that_is_saved_on_the_ropes_goes_on_to_the_bit():
    with stage(blue=(2.4, 0.5), **{"blue.servo": "off"}) as sim:
        shove(sim, 3.0)
        sim.run(0.3)
        assert ropes(sim).leans
        for seconds in (0.0, 2.0):  # leaning, and then while it is carried
            sim.run(seconds)
            saved, leans = sim.save(), ropes(sim).leans
            sim.run(1.0)
            end = sim.state_hash()
            sim.load(saved)
            assert ropes(sim).leans == leans
            sim.run(1.0)
            assert sim.state_hash() == end


def test_a_rope_is_drawn_straight_from_where_one_leans_to_both_ends():
    lean = Lean(0, 2, 1.0, 0.2)
    places = np.array(rope(1.15, 12, [lean]))
    np.testing.assert_allclose(places[places[:, 0].argmax(), :2], [ROPES + 0.2, 1.0])
    left = places[places[:, 1] <= 1.0]
    np.testing.assert_allclose(left[:, 0] - ROPES, 0.2 * (left[:, 1] + ROPES) / (1.0 + ROPES), atol=1e-12)
    np.testing.assert_allclose(places[[0, -1], 0], ROPES)
    np.testing.assert_allclose(rope(1.15, 12)[6], [ROPES, 0.0, 1.15 - ROPE_SAG])
