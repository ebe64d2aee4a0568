"""What two-stage collisions ask of an engine: what the next step will find, and other velocities at once."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import DT
from components.rig import Joint
from components.settings import Collisions
from systems.engine import AHEAD, GIVES, TOUCH_WIDTH

G = 9.81
GAP, FORCE = 11, 4
NONE = np.zeros((0, 6))


def pair(made_of):
    """A root and a bone on a ball joint, and one on a hinge."""
    return made_of.rig(
        made_of.bone(Joint.ROOT, mass=3.0, shapes=[made_of.sphere(0.1)]),
        made_of.bone(Joint.BALL, offset=(0, 0, 0.3), com=(0, 0, 0.1)),
        made_of.bone(Joint.HINGE, offset=(0, 0, -0.3), com=(0, 0, -0.1)),
    )


def test_a_jolt_changes_velocities_and_nothing_else(world, made_of):
    here = world()
    body = here.character(pair(made_of), turns={1: made_of.turned([1, 0, 0], 0.4), 2: 0.3}, spin=(1, 2, 3))
    (before,), joints = here.read(body)
    spins = np.zeros((3, 3))
    spins[1], spins[2, 0] = (0.5, -0.25, 2.0), 1.5
    here.engine.jolt(body.body, np.array([1.0, 2.0, 3.0, -0.5, 0.25, 0.125]), spins)
    (after,), moved = here.read(body)
    np.testing.assert_array_equal(after[:7], before[:7])
    np.testing.assert_allclose(after[7:], [1.0, 2.0, 3.0, -0.5, 0.25, 0.125], atol=1e-12)
    for old, new in zip(joints, moved, strict=True):
        np.testing.assert_allclose(new[0], old[0], atol=1e-12)
    np.testing.assert_allclose(moved[0][1], spins[1], atol=1e-12)
    np.testing.assert_allclose(moved[1][1], spins[2, :1], atol=1e-12)


def test_a_jolted_thing_flies_on_turned_as_it_was(world):
    here = world(gravity=0.0)
    box = here.box(2.0, at=(0, 0, 3), yaw=0.5)
    turned = here.state(box)[1]
    here.engine.jolt(box, np.array([1.0, 0.0, 2.0, 0.0, 0.0, 3.0]))
    place, turn, velocity, spin = here.state(box)
    np.testing.assert_array_equal(turn, turned)
    np.testing.assert_allclose([*velocity, *spin], [1, 0, 2, 0, 0, 3], atol=1e-12)
    here.step(12)
    np.testing.assert_allclose(here.state(box)[0], place + 12 * DT * velocity, atol=1e-9)


def test_what_was_pushed_before_a_jolt_is_pushed_all_the_same(world, made_of):
    here = world(gravity=0.0)
    body = here.character(made_of.rig(made_of.bone(Joint.ROOT, mass=2.0)))
    box = here.box(4.0, at=(3, 0, 3))
    here.engine.push(body.body, -1, (24.0, 0, 0), (0, 0, 5))
    here.engine.push(box, -1, (24.0, 0, 0), (3, 0, 3))
    here.engine.jolt(body.body, np.array([0, 1.0, 0, 0, 0, 0]), np.zeros((1, 3)))
    here.engine.jolt(box, np.array([0, 1.0, 0, 0, 0, 0]))
    here.engine.coming([body.body], NONE)
    here.step()
    np.testing.assert_allclose(here.read(body)[0][0, 7:10], [12.0 * DT, 1.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(here.state(box)[2], [6.0 * DT, 1.0, 0.0], atol=1e-9)


@pytest.mark.parametrize("height", [0.099, 0.102])
def test_what_comes_is_seen_where_it_is_now(world, made_of, height):
    """Put there a moment ago: no step has been made, and `touches` knows of nothing."""
    here = world(gravity=G, collisions=Collisions.TWO_STAGE)
    body = here.character(
        made_of.rig(made_of.bone(Joint.ROOT, mass=2.0, shapes=[made_of.sphere(0.1)])), at=(0, 0, height)
    )
    assert not len(here.engine.touches([body.body]))
    rows = here.engine.coming([body.body], NONE)
    assert rows.shape == (1, TOUCH_WIDTH)
    assert rows[0, FORCE] == 0.0
    assert rows[0, GAP] == pytest.approx(height - 0.1, abs=1e-3)
    np.testing.assert_allclose(rows[0, 5:11], [0, 0, height - 0.1, 0, 0, 1], atol=2e-3)


@pytest.mark.parametrize(("gap", "seen"), [(-0.01, True), (0.5 * AHEAD, True), (1.2 * AHEAD, False)])
def test_the_ground_below_a_ball_is_seen_from_afar(world, made_of, gap, seen):
    here = world()
    body = here.character(made_of.rig(made_of.bone(Joint.ROOT)), at=(0, 0, 2))
    rows = here.engine.coming([body.body], np.array([[body.body, -1, 0.3, 0.2, 0.05 + gap, 0.05]]))
    assert len(rows) == seen
    if seen:
        assert rows[0, :3].tolist() == [body.body, here.engine.ground[0], -1]
        assert rows[0, GAP] == pytest.approx(gap, abs=1e-6)
        np.testing.assert_allclose(rows[0, 5:11], [0.3, 0.2, gap, 0, 0, 1], atol=1e-6)


def test_bodies_give_way_as_springs_while_it_is_two_stages(world, made_of):
    """m g / k: 40 kg on one touch sink in 3.9 mm, and come up again when the engine answers alone."""
    here = world(gravity=G, collisions=Collisions.TWO_STAGE)
    ball = made_of.rig(made_of.bone(Joint.ROOT, mass=40.0, inertia=(1, 1, 1), shapes=[made_of.sphere(0.1)]))
    body = here.character(ball, at=(0, 0, 0.1))
    here.step(240)
    assert 0.1 - here.read(body)[0][0, 2] == pytest.approx(40.0 * G / GIVES[0], rel=0.15)
    here.engine.apply(type(here.engine.settings)(gravity=G))
    here.step(240)
    assert 0.1 - here.read(body)[0][0, 2] < 0.001


@pytest.mark.parametrize("how", ["jolted", "put"])
def test_who_goes_elsewhere_after_a_look_meets_what_is_there(world, made_of, how):
    """At 6 m/s a body gets 5 cm in a step. What was seen before of him at rest, 4 cm above the ground, is of no use."""
    here = world(collisions=Collisions.TWO_STAGE)
    body = here.character(
        made_of.rig(made_of.bone(Joint.ROOT, mass=2.0, shapes=[made_of.sphere(0.1)])), at=(0, 0, 0.14)
    )
    assert not len(here.engine.coming([body.body], NONE))
    if how == "jolted":
        here.engine.jolt(body.body, np.array([0.0, 0.0, -6.0, 0.0, 0.0, 0.0]), np.zeros((1, 3)))
    else:
        here.put(body, at=(0, 0, 0.098))
        assert here.engine.coming([body.body], NONE)[0, GAP] == pytest.approx(-0.002, abs=1e-3)
    here.step(2 if here.engine.client >= 0 else 1)  # Bullet finds it when it is there
    assert len(here.engine.touches([body.body])) == 1


def test_a_look_at_what_comes_leaves_the_step_as_it_would_have_been(world, made_of):
    ends = []
    for looks in (False, True):
        here = world(gravity=G, collisions=Collisions.TWO_STAGE)
        body = here.character(pair(made_of), at=(0, 0, 0.4), moving=(1, 0, -2), spin=(3, 0, 1))
        box = here.box(2.0, at=(0.5, 0, 0.3))
        for tick in range(30):
            if looks:
                here.engine.coming([body.body], NONE)
                here.engine.gap(body.body, box, 0.5)
            if tick == 10:
                here.engine.push(box, -1, (-200.0, 0.0, 0.0), here.state(box)[0])
            here.step()
        ends.append(np.concatenate((here.read(body)[0][0], *(np.concatenate(one) for one in here.read(body)[1]))))
    np.testing.assert_array_equal(*ends)
