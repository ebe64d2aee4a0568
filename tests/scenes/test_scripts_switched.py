"""A body that plays a script while its servo is changed under it and balls strike it; from raw pybullet states."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from components.law import LAWS

pytestmark = pytest.mark.bullet

STANDS = 1.3  # m, the head of who stands
FASTEST = 120.0  # rad/s, at which a body has blown up
BEAT, LETTERS = 0.4724, 8  # s, and beats of ymca's round; the Y is due at its second
TIMED = [servo for servo in LAWS if servo.startswith("timed")]
AT = (("spine3", 0.0), ("left_forearm", 60.0), ("right_upper_arm", -90.0), ("head", 180.0))  # bone, from (degrees)


def fastest(sim):
    """rad/s of any joint."""
    red = sim.characters["red"]
    joints = range(p.getNumJoints(red.body, physicsClientId=sim.client))
    return max(
        np.linalg.norm(state[1])
        for state in p.getJointStatesMultiDof(red.body, list(joints), physicsClientId=sim.client)
    )


def height(sim, bone):
    """m, of its joint."""
    red = sim.characters["red"]
    return p.getLinkState(red.body, red.link(bone), physicsClientId=sim.client)[4][2]


def switched(sim, servos, seconds, every):
    """Another servo every so many ticks, and a ball after every second change; (fastest joint, balls that struck)."""
    red, most, balls = sim.characters["red"], 0.0, set()
    body, where = red.body, cycle(AT)
    for tick, servo in zip(range(round(seconds * TICKS_PER_S)), cycle(s for s in servos for _ in range(every))):
        if tick % every == 0:
            red.servo = servo
        if tick % (2 * every) == every // 2:
            bone, from_deg = next(where)
            sim.throw("ball", "red", 5.0, bone, from_deg, distance=1.0)
        sim.tick()
        most = max(most, fastest(sim))
        touches = p.getContactPoints(bodyA=body, physicsClientId=sim.client)
        balls |= {touch[2] for touch in touches if touch[9] > 0.0 and touch[2] not in (body, 0)}
    return most, balls


def quiet(sim):
    return not {"explosion", "unstable"} & {event.kind for event in sim.stage.events}


def next_y(sim):
    """Ticks until the next Y that is at least a second away."""
    rounds = np.arange(40) * LETTERS * BEAT + 2 * BEAT
    return round(rounds[rounds > sim.time + 1.0][0] * TICKS_PER_S) - sim.ticks


@pytest.mark.slow(but=["17"])
@pytest.mark.parametrize("every", [17, 40, 57])
def test_from_timed_to_timed_it_stands_under_balls_and_is_a_y_on_time_again(made, every):
    sim = made("stage", servo="timed", settings={"script": "ymca"})
    most, balls = switched(sim, TIMED, 8.0, every)
    assert len(balls) >= 6
    assert most < FASTEST and quiet(sim)
    assert height(sim, "head") > STANDS
    sim.characters["red"].servo = "timed"
    sim.tick(next_y(sim))
    assert min(height(sim, "left_hand"), height(sim, "right_hand")) > height(sim, "head") + 0.2


@pytest.mark.slow(but=["40"])
@pytest.mark.parametrize("every", [17, 40])
def test_through_every_servo_it_may_fall_under_balls_but_never_blows_up(made, every):
    sim = made("stage", servo="timed", settings={"script": "ymca"})
    most, balls = switched(sim, list(LAWS), 10.0, every)
    assert len(balls) >= 6
    assert most < FASTEST
    assert "explosion" not in {event.kind for event in sim.stage.events}  # the published laws say what they cannot hold


def test_a_servo_that_takes_no_key_frames_lets_the_script_run_and_timed_takes_it_up_where_it_is(made):
    sim = made("stage", servo="world", settings={"script": "ymca"})
    sim.tick(round(2 * BEAT * TICKS_PER_S))
    assert max(height(sim, "left_hand"), height(sim, "right_hand")) < height(sim, "head") - 0.4, "nobody minds it"
    sim.characters["red"].servo = "timed"
    sim.tick(next_y(sim))
    assert min(height(sim, "left_hand"), height(sim, "right_hand")) > height(sim, "head") + 0.2
    assert quiet(sim)
