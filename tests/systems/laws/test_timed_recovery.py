"""A standing boxer's arm that is knocked off its clip is back within delta (On the Beat, section 5.3.1).

Measured from raw pybullet joint states, beside a second world to which nothing happens: a clip breathes.
"""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec

pytestmark = pytest.mark.bullet

BAR = 0.05  # of the peak
ARMS = [f"{side}_{bone}" for side in ("left", "right") for bone in ("clavicle", "upper_arm", "forearm", "hand")]
BALL_KG = 0.5


def turn(sim, bone):
    """Of a joint, as the engine has it; a forearm's hinge turns about -y."""
    red = sim.characters["red"]
    angles = p.getJointStateMultiDof(red.body, red.link(bone), physicsClientId=sim.client)[0]
    return angles if len(angles) == 4 else from_rotvec((0.0, -angles[0], 0.0))


def apart(one, other):
    """rad between the two, joint by joint of both arms."""
    return np.array([np.linalg.norm(to_rotvec(mul(conj(turn(other, b)), turn(one, b)))) for b in ARMS])


def push(sim, bone, impulse):
    """N s through its centre of mass, in the tick that comes."""
    red = sim.characters["red"]
    place = p.getLinkState(red.body, red.link(bone), physicsClientId=sim.client)[0]
    force = [TICKS_PER_S * x for x in impulse]
    p.applyExternalForce(red.body, red.link(bone), force, place, p.WORLD_FRAME, physicsClientId=sim.client)


def pair(simulation, **settings):
    """Two worlds that stand alike; they are to be told apart by the knock alone."""
    sims = [simulation("stage", servo="timed", settings=settings) for _ in range(2)]
    for sim in sims:
        sim.run(1.0)
    assert apart(*sims).max() < 1e-12
    return sims


def follow(one, other, ticks):
    """(ticks, joints): how far the arms of the one are from those of the other."""
    seen = []
    for _ in range(ticks):
        one.tick()
        other.tick()
        seen.append(apart(one, other))
    return np.array(seen)


@pytest.mark.slow(but=["right_hand-impulse0-0.25-stand", "left_upper_arm-impulse3-1.0-guard"])
@pytest.mark.parametrize("clip", ["stand", "guard"])
@pytest.mark.parametrize("delta", [0.25, 0.5, 1.0])
@pytest.mark.parametrize(
    ("bone", "impulse"),
    [
        ("right_hand", (0.0, -2.0, 0.0)),
        ("right_hand", (2.0, 0.0, 0.0)),
        ("left_forearm", (-2.0, 0.0, 1.0)),
        ("left_upper_arm", (0.0, 2.0, 0.0)),
    ],
)
def test_a_standing_boxers_arm_that_was_knocked_away_is_back_within_delta(simulation, clip, delta, bone, impulse):
    knocked, quiet = pair(simulation, clip=clip, delta=delta)
    push(knocked, bone, impulse)
    ticks = round(delta * TICKS_PER_S)
    seen = follow(knocked, quiet, 1 + ticks)  # the first tick is the knock
    peak = seen.max()
    assert np.degrees(peak) > 4.0
    assert seen[-1].max() <= BAR * peak
    assert seen[1 + ticks // 2].max() > 0.1 * peak, "it takes its time"
    assert not {event.kind for event in knocked.stage.events}


@pytest.mark.slow
def test_with_a_longer_delta_the_same_knock_takes_it_farther_and_for_longer(simulation):
    peaks, late = [], []
    for delta in (0.25, 0.5, 1.0):
        knocked, quiet = pair(simulation, delta=delta)
        push(knocked, "right_hand", (2.0, 0.0, 0.0))
        seen = follow(knocked, quiet, 31).max(axis=1)
        peaks.append(seen.max())
        late.append(seen[-1] / seen.max())
    assert peaks[1] > 1.4 * peaks[0] and peaks[2] > peaks[1]
    assert late[0] <= BAR < 0.5 < min(late[1:])


def test_the_time_runs_from_the_knock_also_where_a_ball_makes_it(simulation):
    knocked, quiet = pair(simulation, delta=0.5)
    ball = knocked.throw("ball", "red", 5.0, "right_forearm", 0.0, distance=1.0)
    red, last, seen = knocked.characters["red"], 0, []
    assert p.getDynamicsInfo(ball, -1, physicsClientId=knocked.client)[0] == pytest.approx(BALL_KG)
    for tick in range(round(1.2 * TICKS_PER_S)):
        seen.append(follow(knocked, quiet, 1)[0].max())
        if any(touch[9] > 0.0 for touch in p.getContactPoints(red.body, ball, physicsClientId=knocked.client)):
            last = tick
    assert last > 0, "the ball strikes"
    assert np.degrees(max(seen)) > 4.0
    assert max(seen[last + round(0.5 * TICKS_PER_S) :]) <= BAR * max(seen)
