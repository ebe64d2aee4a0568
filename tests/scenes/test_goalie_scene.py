"""The scene goalie: forty shots over the face, and dives and kicks from many states, by what the library says."""

from __future__ import annotations

from math import dist, hypot

import esper
import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from components.control import Control
from components.goal import Goal, Play, Shot
from components.kick import Kicker, Order
from systems.chance import chance
from systems.controllers.dive import TOUCHED
from systems.controllers.kick_ball import NEAR
from systems.diving import Dive
from systems.flights import loose_things
from systems.kicking import Kick

pytestmark = [pytest.mark.slow, pytest.mark.bullet]
REACHES = 0.11 + 0.055 + TOUCHED  # m from a hand's middle to the ball's


def goal_in(sim):
    esper.switch_world(sim.world)
    return esper.get_component(Goal)[0][1]


def control_of(sim, name):
    esper.switch_world(sim.world)
    return esper.component_for_entity(sim.characters[name].entity, Control)


def place_of(sim, body):
    return p.getBasePositionAndOrientation(body, physicsClientId=sim.client)[0]


def test_most_shots_on_goal_are_saved(made):
    """12 shots as they are kicked; a ball behind the line is a goal, whatever the score says."""
    sim = made("goalie", seed=31)
    goal = goal_in(sim)
    ball, behind, counted = loose_things()[goal.ball].engine_id, set(), 0
    while counted < 12 and sim.time < 300.0:
        sim.tick(1)
        out, aside = goal.seen(place_of(sim, ball))
        if goal.play is Play.OVER and goal.since == sim.ticks - 1:
            counted += 1
        if out < -0.11 and abs(aside) < 1.5 and place_of(sim, ball)[2] < 2.0:
            behind.add(goal.shots)
    assert counted == 12 and len(behind) <= 0.4 * counted
    assert goal.goals <= len(behind) and not sim.report()["exploded"]


def test_a_dive_begins_where_it_says_and_ends_as_it_says(made):
    """50 states: shots, strength, a push; hands within reach of the ball, or it says that it failed."""
    sim = made("goalie")
    goal_in(sim).wait = 0
    sim.run(1.0)
    saved, hands = sim.save(), [sim.characters["keeper"].bones.index(f"{side}_hand") - 1 for side in ("left", "right")]
    keeper, outcomes = sim.characters["keeper"], []
    for number in range(50):
        sim.load(saved)
        goal = goal_in(sim)
        a, b, c, d = (chance("dive", number, of) for of in "abcd")
        keeper.set("strength", 0.95 + 0.1 * d)
        ball = loose_things()[goal.ball]
        shot = Shot(5.0 * a - 2.5, 0.15 + 2.2 * b, 8.0 + 6.0 * c)
        start = place_of(sim, ball.engine_id)
        there = goal.place(0.0, shot.aside, shot.height)
        seconds = hypot(there[0] - start[0], there[1] - start[1]) / shot.speed
        velocity = [(y - x) / seconds for x, y in zip(start, there, strict=True)]
        velocity[2] += 0.5 * 9.81 * seconds
        sim.stage.engine.shoot(ball.engine_id, start, velocity)
        goal.play = Play.FLYING
        least, dived, said = 9.0, False, ""
        for _ in range(3 * TICKS_PER_S):
            sim.tick(1)
            control = control_of(sim, "keeper")
            place = place_of(sim, ball.engine_id)
            dived = dived or isinstance(control.memory, Dive)
            least = min(
                least,
                *(dist(place, p.getLinkState(keeper.body, i, physicsClientId=sim.client)[0]) for i in hands),
            )
            if isinstance(control.memory, Dive):
                said = "held" if control.memory.gap <= TOUCHED else "missed"
            elif dived:
                break
        outcomes.append(said)
        if said == "held":
            assert least <= REACHES + 0.12  # a tick at 14 m/s
        if not dived:
            assert abs(shot.aside) > 1.4 or shot.height > 2.0
    assert outcomes.count("held") >= 25 and "missed" in outcomes and "" in outcomes


def test_a_kick_begins_near_enough_and_ends_as_it_says(made):
    sim = made("goalie")
    goal_in(sim).wait = 0
    sim.run(0.5)
    saved, begun, kicked = sim.save(), 0, 0
    for number in range(50):
        sim.load(saved)
        goal = goal_in(sim)
        goal.play = Play.FLYING
        a, b, c, d = (chance("kick", number, of) - 0.5 for of in "abcd")
        ball = loose_things()[goal.ball]
        rolls = (c, d, 0.0)
        start = (4.5 + 1.6 * a, 1.6 * b, 0.11)
        sim.stage.engine.shoot(ball.engine_id, start, rolls)
        esper.get_component(Kicker)[0][1].order = Order(goal.ball, (-4.5, 0.0, 1.0), 11.0)
        sim.tick(1)
        began = control_of(sim, "kicker").controller == "kick_ball"
        meets = np.array(start[:2]) + 0.4 * np.array(rolls[:2]) - (4.5, 0.0)
        if began:
            begun += 1
            while isinstance(kick := control_of(sim, "kicker").memory, Kick):
                said = kick.left
                sim.tick(1)
            moved = dist(place_of(sim, ball.engine_id)[:2], start[:2])
            assert (moved > 2.0) == said, number
            kicked += said
        assert began or np.linalg.norm(meets) > NEAR - 0.15
        assert not began or np.linalg.norm(meets) < NEAR + 0.15
    assert begun >= 10 and kicked >= 0.8 * begun
