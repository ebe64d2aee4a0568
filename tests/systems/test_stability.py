"""The stability number of an explicit servo against bodies that do, or do not, blow up."""

from __future__ import annotations

import esper
import pytest

from benchmarks.gain_limits import holds, predicted
from components.character import Body
from game import Simulation
from systems.stability import explicit_pulls, stability

CASES = [("world", "external"), ("world", "joint"), ("parent", "joint")]


@pytest.mark.parametrize(("servo", "actuation"), CASES)
def test_below_the_predicted_strength_a_body_holds_and_above_it_blows_up(servo, actuation):
    edge = predicted(servo, actuation)
    assert holds(servo, actuation, 0.8 * edge)
    assert not holds(servo, actuation, 1.4 * edge)


def test_from_outside_a_world_servo_may_be_four_times_as_strong_as_a_parent_servo():
    assert predicted("world", "external") > 4.0 * predicted("parent", "joint")


def test_the_number_grows_with_strength():
    with Simulation("stage", settings={"integration": "explicit"}) as sim:
        _, (body,) = esper.get_components(Body)[0]
        pulls = explicit_pulls(sim.stage, body)
        one, _ = stability(sim.stage, body, pulls)
        half, _ = stability(sim.stage, body, 0.5 * pulls)
    assert half == pytest.approx(0.5 * one)


def test_an_explicit_servo_past_the_edge_is_warned_about_by_name_before_it_moves():
    with Simulation("stage", settings={"integration": "explicit"}) as sim:
        sim.tick()
        warnings = [event.as_dict() for event in sim.stage.events if event.kind == "unstable"]
    assert len(warnings) == 1
    assert warnings[0]["t"] == 0.0
    assert warnings[0]["who"] == "red"
    assert warnings[0]["joint"] in sim.characters["red"].bones
    assert warnings[0]["number"] > 1.0


def test_an_implicit_servo_and_a_weak_explicit_one_are_not_warned_about():
    for settings in ({}, {"integration": "explicit", "actuation": "external", "strength": 0.1}):
        with Simulation("stage", settings=settings) as sim:
            sim.tick()
            assert not [event for event in sim.stage.events if event.kind == "unstable"]
