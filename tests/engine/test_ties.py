"""Things that are tied to bones."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import DT
from components.rig import Joint

ROOT, HINGE = Joint.ROOT, Joint.HINGE


@pytest.fixture
def rod(world, made_of):
    """A rod of 0.3 m on a base that hardly moves, and a ball of so many kg at its middle."""

    def make(mass, gravity=0.0):
        here = world(gravity=gravity)
        base = made_of.bone(ROOT, mass=1e6, inertia=(1e6, 1e6, 1e6))
        bar = made_of.bone(HINGE, mass=2.0, com=(0.15, 0, 0), inertia=(0.001, 0.015, 0.015))
        here.puppet = here.character(made_of.rig(base, bar))
        here.thing = here.ball(mass, 0.05, at=(3, 3, 3))
        here.engine.tie(here.puppet.body, 0, here.thing)
        return here

    return make


@pytest.mark.parametrize("mass", [0.5, 5.0, 50.0])
def test_what_is_tied_to_a_bone_is_turned_with_it(rod, mass):
    here = rod(mass)
    for _ in range(12):
        here.pull(here.puppet, {1: 3.0})
        here.step()
    inertia = 0.015 + (2.0 + mass) * 0.15**2 + 0.4 * mass * 0.05**2
    (((_, rate),),) = (here.read(here.puppet)[1],)
    assert rate[0] == pytest.approx(12 * DT * 3.0 / inertia, rel=2e-3)
    assert np.linalg.norm(here.state(here.thing)[0] - here.bones(here.puppet)[1][0]) < 1e-3


def test_untied_it_goes_on_as_it_moves(rod):
    here = rod(1.0)
    for _ in range(12):
        here.pull(here.puppet, {1: 3.0})
        here.step()
    here.engine.untie(here.thing)
    place, _, velocity, _ = here.state(here.thing)
    here.step(24)
    np.testing.assert_allclose(here.state(here.thing)[0], place + 24 * DT * velocity, atol=1e-6)


@pytest.mark.parametrize("bone", [0, 1])
def test_what_is_tied_goes_through_its_bearer_and_through_nobody_else(world, made_of, bone):
    """A bone swings through what is tied to another; a ball that comes is stopped, and both get its momentum."""
    here = world(gravity=0.0)
    root = made_of.bone(ROOT, mass=3.0, shapes=[made_of.sphere(0.1)])
    arm = made_of.bone(HINGE, com=(0.12, 0, 0), mass=1.0, shapes=[made_of.sphere(0.1, (0.12, 0, 0))])
    body = here.character(made_of.rig(root, arm))
    thing = here.ball(1.0, 0.15, at=(3, 3, 3))
    here.engine.tie(body.body, bone - 1, thing)
    here.step(30)
    np.testing.assert_allclose(here.read(body)[0][0, :3], (0, 0, 5), atol=1e-9)
    assert not len(here.engine.touches([thing]))
    assert not len(here.engine.coming([body.body], np.zeros((0, 6))))
    other = here.ball(2.0, 0.1, at=(0.12 * bone, 0, 5.6), moving=(0, 0, -4))
    here.step(30)
    assert here.state(other)[2][2] > -3.0
    total = here.momentum(body)[0] + here.state(thing)[2] + 2.0 * here.state(other)[2]
    np.testing.assert_allclose(total, (0, 0, -8), atol=0.01)


def test_who_is_put_somewhere_takes_along_what_is_tied_to_him(rod):
    here = rod(5.0)
    here.step(5)
    here.put(here.puppet, at=(4, 0, 2), turns={1: 0.3}, spins={1: 1.0})
    here.step()
    assert np.linalg.norm(here.state(here.thing)[0] - here.bones(here.puppet)[1][0]) < 2e-3
    (((_, rate),),) = (here.read(here.puppet)[1],)
    assert rate[0] == pytest.approx(1.0, rel=0.01)


def test_who_was_nowhere_and_is_put_back_holds_what_is_tied_to_him(rod):
    here = rod(5.0)
    here.step(5)
    here.put(here.puppet, moving=(np.nan,) * 3)
    here.step(2)
    here.put(here.puppet, at=(0, 0, 3))
    here.step(12)
    assert np.linalg.norm(here.state(here.thing)[0] - here.bones(here.puppet)[1][0]) < 1e-3


def test_what_is_tied_can_be_removed(rod):
    here = rod(5.0)
    here.step(5)
    here.engine.remove(here.thing)
    for _ in range(12):
        here.pull(here.puppet, {1: 3.0})
        here.step()
    (((_, rate),),) = (here.read(here.puppet)[1],)
    assert rate[0] == pytest.approx(12 * DT * 3.0 / (0.015 + 2.0 * 0.15**2), rel=2e-3)


def test_a_load_brings_a_tied_body_back_to_the_bit(rod):
    here = rod(5.0, gravity=9.81)
    here.step(20)
    saved = here.engine.save()
    ends = []
    for _ in range(2):
        here.engine.load(saved)
        here.step(40)
        ends.append(here.read(here.puppet)[0].tobytes() + np.array(here.engine.moving(here.thing)).tobytes())
    assert ends[0] == ends[1]


def falls_onto(here, radius=0.1):
    """A ball comes down on the character's root; is it stopped?"""
    ball = here.ball(1.0, radius, at=(0, 0, 5.6), moving=(0, 0, -4))
    here.step(30)
    return ball, here.state(ball)[2][2] > -3.0


@pytest.fixture
def lump(world, made_of):
    """A character of one heavy round bone."""

    def make():
        here = world(gravity=0.0)
        here.lump = here.character(made_of.rig(made_of.bone(ROOT, mass=1e3, shapes=[made_of.sphere(0.2)]))).body
        return here

    return make


def test_let_go_it_is_gone_through_until_the_body_meets_it_again(lump):
    here = lump()
    thing = here.ball(1.0, 0.1, at=(3, 3, 3))
    here.engine.tie(here.lump, -1, thing)
    here.engine.untie(thing)
    here.engine.shoot(thing, (0, 0, 5.6), (0, 0, -4))
    here.step(30)
    assert here.state(thing)[2][2] == pytest.approx(-4.0)
    here.engine.let_through(here.lump, thing, False)
    here.engine.shoot(thing, (0, 0, 5.6), (0, 0, -4))
    here.step(30)
    assert here.state(thing)[2][2] > -3.0
    here.engine.let_through(here.lump, thing, True)
    here.engine.shoot(thing, (0, 0, 5.6), (0, 0, -4))
    here.step(30)
    assert here.state(thing)[2][2] == pytest.approx(-4.0)


def test_what_comes_after_a_thing_that_was_tied_is_met(lump):
    """Whatever number it has."""
    here = lump()
    for gone_while_tied in (True, False):
        thing = here.ball(1.0, 0.1, at=(3, 3, 3))
        here.engine.tie(here.lump, -1, thing)
        if not gone_while_tied:
            here.engine.untie(thing)
        here.engine.remove(thing)
        ball, stopped = falls_onto(here)
        assert stopped
        here.engine.remove(ball)


def test_what_somebody_went_through_is_met_by_who_comes_after_him(lump, made_of):
    here = lump()
    thing = here.ball(1.0, 0.1, at=(3, 3, 3))
    here.engine.tie(here.lump, -1, thing)
    here.engine.untie(thing)
    here.engine.remove(here.lump)
    here.character(made_of.rig(made_of.bone(ROOT, mass=1e3, shapes=[made_of.sphere(0.2)])))
    here.engine.shoot(thing, (0, 0, 5.6), (0, 0, -4))
    here.step(30)
    assert here.state(thing)[2][2] > -3.0


def test_own_bones_meet_as_the_rig_says_whoever_had_the_number_before(world, made_of):
    here = world(gravity=0.0)

    def swung(collide):
        """rad, of an arm that is swung against the root's other arm."""
        root = made_of.bone(ROOT, mass=1e3, inertia=(1e3, 1e3, 1e3))
        arms = [
            made_of.bone(HINGE, axis=(0, 0, 1), mass=m, com=(0.4, 0, 0), shapes=[made_of.sphere(0.1, (0.4, 0, 0))])
            for m in (1.0, 1e3)
        ]
        puppet = here.character(made_of.rig(root, *arms, collide=collide), turns={1: 1.5}, spins={1: -3.0})
        here.step(80)
        (first, _) = here.read(puppet)[1]
        here.engine.remove(puppet.body)
        return float(first[0][0])

    assert swung([]) < -0.4
    assert swung([(1, 2)]) > 0.2
