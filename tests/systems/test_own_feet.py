"""On his own feet: nothing from outside, the ground answers as planned, and a foot goes to where he would fall."""

from __future__ import annotations

from math import exp

import esper
import numpy as np
import pytest
from raw import both, raw

from components.character import Motion
from game import Simulation
from systems import steps
from systems.kernels import standing
from systems.steps import Standing

STILL = Standing(
    velocity=(0.0, 0.0), rate=3.2, xi=(0.05, 0.0), edge=(0.05, 0.0), load=(0.5, 0.5),
    ankle=((0.0, 0.1, 0.075), (0.0, -0.1, 0.075)), ahead=((1.0, 0.0), (1.0, 0.0)), facing=(1.0, 0.0),
)  # fmt: skip


def stands(sim) -> bool:
    red = sim.characters["red"]
    high = raw(sim).place(red, "head")[2]
    return high - min(raw(sim).place(red, f"{side}_foot")[2] for side in ("left", "right")) > 1.0


@pytest.mark.parametrize(("x", "y", "there"), [(0.2, 0.3, (0.2, 0.3)), (2.0, 0.5, (1.0, 0.5)), (-1, -3, (0, 0))])
def test_the_nearest_place_on_soles_is_the_place_itself_or_lies_on_their_edge(x, y, there):
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5], [0.2, 0.9]])
    hull = standing.around.py_func(corners)
    assert len(hull) == 4
    assert standing.nearest.py_func(hull, x, y) == pytest.approx(there)


def test_the_hull_of_two_soles_goes_round_both_and_to_the_left():
    rng = np.random.default_rng(5)
    points = rng.normal(size=(8, 2))
    hull = standing.around.py_func(points)
    turns = [standing.side_of.py_func(*(hull[(k + n) % len(hull)] for n in range(3))) for k in range(len(hull))]
    assert min(turns) > 0.0
    for point in points:
        assert standing.nearest.py_func(hull, *point) == pytest.approx(tuple(point), abs=1e-12)


def test_where_he_would_fall_is_what_the_pendulum_says():
    """0.2 m ahead of the tips, 0.22 s: 0.2 e^0.704 = 0.404 m."""
    now = STILL._replace(xi=(standing.FRONT + 0.2, -0.1))
    x, y = steps.landing(now, 0, 0.22)
    assert (x - standing.FRONT, y) == pytest.approx((0.2 * exp(3.2 * 0.22), -0.1))


def test_a_foot_is_led_beyond_where_he_would_fall():
    now = STILL._replace(xi=(0.05, 0.3), edge=(0.05, 0.14))
    assert steps.choose(now, steps.Stance()) in (0, 1)
    x, y = steps.saves_at(now, 0, steps.SWING_S)
    there = steps.landing(now, 0, steps.SWING_S - steps.SOONER_S)[1]
    assert y == pytest.approx(there + steps.BEYOND + steps.OUTWARD, abs=0.01) and there > 0.3 and abs(x) < 0.1


def test_who_stands_within_his_soles_takes_no_step():
    assert STILL.out == 0.0 and steps.choose(STILL, steps.Stance()) == -1


def test_a_foot_goes_round_the_other_leg_and_not_through_it():
    """The left foot stands behind and to the right of the other one, and goes home: behind it, not through it."""
    ankles = ((-0.05, -0.16, 0.075), (0.0, -0.1, 0.075))
    now = STILL._replace(ankle=ankles)
    stance = steps.Stance(foot=0, start=ankles[0], aim=(0.0, 0.1, 0.075), step_s=0.5 * steps.SWING_S)
    x, _, z = steps.way_of(now, stance)
    assert x < -0.15 and z > 0.1


def test_a_foot_that_alone_carries_him_is_not_lifted():
    now = STILL._replace(xi=(0.4, 0.1), edge=(0.165, 0.1), load=(1.0, 0.0))
    assert steps.choose(now, steps.Stance()) == 1
    assert steps.choose(now, steps.Stance(since_s=0.3)) == 1
    assert steps.choose(now._replace(load=(0.0, 0.0)), steps.Stance(since_s=0.3)) == -1


@pytest.mark.parametrize(("velocity", "since_s", "settles"), [(0.8, 10.0, True), (1.2, 10.0, False), (0.8, 0.5, False)])
def test_a_first_step_that_lands_slowly_is_to_be_the_last_one(velocity, since_s, settles):
    stance = steps.Stance(foot=0, since_s=since_s)
    ankles = ((0.0, 0.1, -0.9), (0.0, -0.1, -0.9))
    steps.land(STILL._replace(velocity=(velocity, 0.0)), stance, ankles)
    assert stance.settles is settles and stance.foot == -1


def test_who_settles_is_not_thrown_up_by_the_leg_that_bears_and_puts_down_the_one_that_hangs():
    """Of 0.2 m that a leg is bent by, fading takes 1.3 cm in a tick, which is 1.5 m/s."""
    bent = (0.0, 0.0, 0.2)

    def up(settles: bool, bears: bool) -> float:
        return steps.nearer(bent, (0.0, 0.0, 0.0), steps.Stance(settles=settles, since_s=0.1), bears, 1 / 100)[2] - 0.2

    assert up(False, True) == up(False, False) == pytest.approx(-0.2 * steps.FADES)
    assert up(True, True) == pytest.approx(-steps.RISES / 100)
    assert up(True, False) == pytest.approx(-steps.SEEKS / 100)


def test_a_foot_that_a_push_took_off_the_ground_is_a_sole_only_for_who_has_stepped(made):
    sim = made(root="feet", settings=dict(clip="guard"))
    sim.run(0.1)
    t = sim.stage.tables
    loads = t.stances.load[0]
    for low, out in ((True, 0.0), (False, 0.1)):
        loads[:] = 1.0, 0.0
        t.stances.xi[0] = t.stances.ankle[0].mean(axis=0)[:2]
        standing.find_edge.py_func(t.stances, low, 0)
        assert np.hypot(*(t.stances.xi[0] - t.stances.edge[0])) >= out
        assert out > 0.0 or np.array_equal(t.stances.edge[0], t.stances.xi[0])


@pytest.mark.parametrize("engine", both())
def test_he_stands_by_how_he_presses_the_ground_and_nothing_comes_from_outside(made, engine):
    sim = made(root="feet", engine=engine, settings=dict(clip="guard"))
    t = sim.stage.tables
    for _ in range(240):
        sim.tick()
        assert not t.torques.root.any() and not t.drives.torque.any() and not t.drives.gain.any()
        assert not t.drives.lift.any() and not t.drives.pull.any()
    assert stands(sim)
    touches = t.contacts
    n = int(touches.count[0])
    pressed = (touches.impulse[:n, None] * touches.position[:n]).sum(axis=0) / touches.impulse[:n].sum()
    planned = (t.stances.share[0][:, None] * t.stances.place[0]).sum(axis=0)
    np.testing.assert_allclose(pressed[:2], planned[:2], atol=0.02)


@pytest.mark.parametrize("engine", both())
def test_who_is_shoved_with_60_n_s_takes_a_step_and_stands(made, engine):
    sim = made(root="feet", engine=engine)
    sim.run(1.0)
    sim.push("red", bone="spine3", impulse=(60.0, 0.0, 0.0), seconds=0.1)
    sim.run(3.0)
    taken = [event for event in sim.report()["events"] if event["kind"] == "step"]
    assert taken and 1.2 < taken[0]["t"] < 1.6 and taken[0]["foot"] in ("left", "right")
    assert stands(sim)


def test_without_steps_he_falls_of_that(made):
    sim = made(root="feet", settings=dict(steps=False, get_up=False))
    sim.run(1.0)
    sim.push("red", bone="spine3", impulse=(60.0, 0.0, 0.0), seconds=0.1)
    sim.run(3.0)
    kinds = [event["kind"] for event in sim.report()["events"]]
    assert "step" not in kinds and "fall" in kinds and not stands(sim)


@pytest.mark.parametrize("engine", both())
def test_a_save_in_the_middle_of_a_step_goes_on_to_the_bit(made, engine):
    sim = made(root="feet", engine=engine)
    sim.run(1.0)
    sim.push("red", bone="spine3", impulse=(0.0, 50.0, 0.0), seconds=0.1)
    sim.run(0.2)
    assert sim.stage.tables.stances.lifted[0] >= 0
    saved = sim.save()
    sim.run(1.0)
    there = sim.state_hash()
    sim.load(saved)
    sim.run(1.0)
    assert sim.state_hash() == there


def test_off_his_feet_he_is_left_alone(made):
    sim = made(root="feet")
    sim.run(0.2)
    sim.characters["red"].servo = "off"
    sim.run(0.1)
    assert not sim.stage.tables.stances.planned[0]


@pytest.mark.parametrize("engine", both())
def test_who_is_given_a_spring_in_the_middle_of_a_short_stride_strides_out_again(engine):
    with Simulation("stage", root="feet", engine=engine, settings={"clip": "walk"}) as sim:
        sim.run(0.5)
        esper.switch_world(sim.world)
        ((_, motion),) = esper.get_component(Motion)
        motion.stride, motion.pace = 0.6, 1.2
        sim.set("root", "weak")
        sim.run(0.1)
        assert motion.pace == 1.0 and 0.6 <= motion.stride < 1.0
        sim.run(2.0)
        assert motion.stride == 1.0 and stands(sim)
