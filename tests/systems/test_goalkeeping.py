"""Who keeps a goal and who kicks: flights, dives by muscles alone, a foot that comes to the ball, the score."""

from __future__ import annotations

from math import dist

import esper
import numpy as np
import pytest
from raw import p

from components.clock import DT, TICKS_PER_S
from components.control import Control
from components.errors import InputError
from components.goal import Goal, Play, Shot
from components.kick import Kicker, Order
from game.clips.dives import dive_poses
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from systems.controllers import CONTROLLERS
from systems.diving import Dive, between, mirrored, plan
from systems.flights import loose_things, passing
from systems.goalie.shooting import by_chance, leaving
from systems.kicking import FEET, LOWS, Kick, aimed

KEEPER = """
title = "t"
about = "t"
[goal]
keeper = "keeper"
at = [9.0, 0.0]
[[character]]
name = "keeper"
at = [8.2, 0.0]
facing_deg = 180.0
clip = "keeper"
controllers = ["play", "dive", "scramble"]
[[prop]]
what = "football"
at = [0.0, 0.0]
"""


@pytest.fixture
def keeper(made, tmp_path):
    """A goalkeeper at rest, and nobody who kicks."""
    path = tmp_path / "keeper.toml"
    path.write_text(KEEPER)
    sim = made(path)
    sim.run(1.2)
    return sim


def goal_in(sim):
    esper.switch_world(sim.world)
    return esper.get_component(Goal)[0][1]


def ball_in(sim):
    esper.switch_world(sim.world)
    return loose_things()[goal_in(sim).ball].engine_id


def control_of(sim, name="keeper"):
    esper.switch_world(sim.world)
    return esper.component_for_entity(sim.characters[name].entity, Control)


def shoot(sim, aside, height, speed):
    goal_in(sim).asked = Shot(aside, height, speed)


@pytest.mark.bullet
def test_where_a_ball_will_pass_is_where_the_engine_brings_it(keeper):
    ball = loose_things()[0]
    keeper.stage.engine.shoot(ball.engine_id, (0.0, 0.3, 1.0), (9.0, -0.4, 4.0))
    seen = passing(keeper.stage, ball, (8.2, 0.0, 0.9), np.pi, 4.0)
    ticks = round(seen.ticks)
    for _ in range(ticks):
        keeper.stage.engine.step()
    place = p.getBasePositionAndOrientation(ball.engine_id, physicsClientId=keeper.client)[0]
    assert abs(seen.ticks - ticks) <= 0.5 and seen.aside == pytest.approx(-seen.place[1])
    assert dist(place, seen.place) < 0.05 + 9.0 * 0.5 * DT
    assert place[2] == pytest.approx(seen.place[2], abs=0.01)


@pytest.mark.bullet
@pytest.mark.parametrize("shot", [Shot(1.3, 1.8, 9.0), Shot(-1.0, 0.3, 13.0)])
def test_a_shot_passes_the_line_where_it_was_aimed(keeper, shot):
    keeper.stage.engine.put(
        keeper.stage.tables.puppets[0], np.array([50.0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        *(np.zeros((22, n)) + np.eye(n)[-1] * (n == 4) for n in (4, 3)),
    )  # fmt: skip
    goal, ball = goal_in(keeper), ball_in(keeper)
    start = (0.0, 0.0, 0.11)
    keeper.stage.engine.shoot(ball, start, leaving(keeper.stage, goal, start, shot))
    for _ in range(200):
        before = p.getBasePositionAndOrientation(ball, physicsClientId=keeper.client)[0]
        keeper.stage.engine.step()
        place = p.getBasePositionAndOrientation(ball, physicsClientId=keeper.client)[0]
        if place[0] >= 9.0:
            break
    share = (9.0 - before[0]) / (place[0] - before[0])
    _, aside, height = np.array(before) + share * (np.array(place) - np.array(before))
    assert -aside == pytest.approx(shot.aside, abs=0.01) and height == pytest.approx(shot.height, abs=0.02)


def test_shots_by_chance_are_on_goal_and_said_by_the_seed(keeper):
    goal, shots = goal_in(keeper), []
    for number in range(40):
        goal.shots = number
        shots.append(by_chance(keeper.stage, goal))
    assert all(abs(aside) < 1.5 and 0.0 < height < 2.0 and 8.0 <= speed <= 14.0 for aside, height, speed in shots)
    assert np.ptp([shot.aside for shot in shots]) > 2.0 and shots[-1] == by_chance(keeper.stage, goal)


def test_a_dive_between_learned_ones_is_mixed_of_them():
    rig = load_rig("boxer")
    dives = dive_poses(rig)
    assert dives.turns.shape == (len(dives.heights), len(dives.asides), 3, len(rig.bones), 3)
    exact = plan(dives, float(dives.heights[1]), float(dives.asides[2]))
    assert np.allclose(exact.turns, dives.turns[1, 2]) and exact.there_s == dives.seconds[1, 2, 2]
    half = plan(dives, float(dives.heights[:2].mean()), float(dives.asides[0]))
    assert np.allclose(half.turns, dives.turns[:2, 0].mean(axis=0))
    assert between(dives.asides, 9.0) == (len(dives.asides) - 2, 1.0) and between(dives.asides, -1.0) == (0, 0.0)
    assert np.allclose(mirrored(rig, mirrored(rig, exact.turns)), exact.turns)


@pytest.mark.bullet
def test_nothing_but_muscles_moves_who_dives(keeper):
    """No torque at the root, no force from outside; gravity and the ground say how its middle moves."""
    shoot(keeper, 1.3, 1.0, 11.0)
    dived = 0
    for _ in range(TICKS_PER_S):
        keeper.tick(1)
        dive = control_of(keeper).memory
        t = keeper.stage.tables
        if isinstance(dive, Dive) and dive.goes < keeper.ticks <= dive.due:
            dived += 1
            assert not t.torques.root[0].any() and not t.drives.pull[0].any() and not t.drives.lift.any()
    assert dived > 40


@pytest.mark.bullet
def test_hands_are_where_the_ball_passes(keeper):
    hands = [keeper.characters["keeper"].bones.index(f"{side}_hand") - 1 for side in ("left", "right")]
    body, ball, least = keeper.characters["keeper"].body, ball_in(keeper), 9.0
    shoot(keeper, -1.2, 0.9, 10.0)
    for _ in range(150):
        keeper.tick(1)
        place = p.getBasePositionAndOrientation(ball, physicsClientId=keeper.client)[0]
        states = [p.getLinkState(body, hand, physicsClientId=keeper.client)[0] for hand in hands]
        least = min(least, *(dist(place, state) for state in states))
    assert least < 0.11 + 0.055 + 0.02
    assert goal_in(keeper).saves == 1 and goal_in(keeper).goals == 0


def test_it_leaves_what_goes_wide_alone(keeper):
    shoot(keeper, 3.0, 1.0, 11.0)
    keeper.run(1.2)
    assert control_of(keeper).controller == "play"


@pytest.mark.bullet
@pytest.mark.parametrize("shot", [Shot(-1.2, 1.0, 12.0), Shot(1.2, 0.9, 11.0)])
def test_a_kick_sends_the_ball_where_it_is_aimed(made, shot):
    sim = made("goalie")
    sim.run(0.5)
    goal, ball = goal_in(sim), ball_in(sim)
    goal.asked = shot
    for _ in range(TICKS_PER_S):
        sim.tick(1)
        out, aside = goal.seen(p.getBasePositionAndOrientation(ball, physicsClientId=sim.client)[0])
        assert control_of(sim, "kicker").kinematic
        if out < 7.0:
            break
    velocity = p.getBaseVelocity(ball, physicsClientId=sim.client)[0]
    at_line = aside + velocity[1] * out / -velocity[0]
    assert at_line == pytest.approx(shot.aside, abs=0.3)
    assert 7.0 < -velocity[0] < 16.0


def test_a_kick_is_aimed_with_what_a_foot_can_do(made):
    sim = made("goalie")
    esper.switch_world(sim.world)
    kick = aimed(sim.stage, Kick(Order(0, (-4.5, 1.0, 1.0), 12.0), 0, (4.5, 0.0, 0.11), 0.11))
    assert FEET[0] <= kick.foot <= FEET[-1] and LOWS[0] <= kick.low <= LOWS[-1]
    assert kick.way == pytest.approx(np.arctan2(1.0, -9.0))


def test_nobody_kicks_what_is_too_far_away(made):
    sim = made("goalie")
    sim.run(0.2)
    esper.switch_world(sim.world)
    kicker = esper.get_component(Kicker)[0][1]
    goal_in(sim).play = Play.KICKING  # else the ball is put back
    sim.stage.engine.shoot(ball_in(sim), (3.0, 0.0, 0.11), (0.0, 0.0, 0.0))
    kicker.order = Order(goal_in(sim).ball, (-4.5, 0.0, 1.0), 11.0)
    sim.tick(5)
    assert control_of(sim, "kicker").controller == "play" and kicker.order is not None


@pytest.mark.slow
def test_score_and_state_go_on_as_they_were_saved(made):
    sim = made("goalie", seed=4)
    sim.run(1.9)
    assert control_of(sim).controller == "dive"
    saved = sim.save()
    sim.run(1.0)
    said, counts = sim.state_hash(), sim.report()["goal"]
    sim.load(saved)
    sim.run(1.0)
    assert (sim.state_hash(), sim.report()["goal"]) == (said, counts)
    again = made("goalie", seed=4)
    again.run(2.9)
    assert again.report()["goal"] == counts and counts["shots"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('controllers = ["play", "dive", "scramble"]', ""), "goal.keeper: keeper needs 'dive' among its controllers"),
        (("at = [0.0, 0.0]", "at = [1.0, 0.0]"), "no [[prop]] lies there"),
        (('keeper = "keeper"', 'keeper = "nobody"'), "nobody"),
        (("at = [9.0, 0.0]", "at = [9.0, 0.0]\nspeed = [9.0, 8.0]"), "the slower one comes first"),
    ],
)
def test_a_goal_that_is_wrong_is_named_in_one_line(tmp_path, change, said):
    path = tmp_path / "wrong.toml"
    path.write_text(KEEPER.replace(*change, 1))
    with pytest.raises(InputError) as error:
        load_scene(path)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_its_controllers_are_listed_with_their_conditions():
    for name in ("dive", "kick_ball", "scramble"):
        assert CONTROLLERS[name].about and (CONTROLLERS[name].before.conditions or CONTROLLERS[name].begins)
