"""From playback to physics, by what the engine itself says before and after each step."""

from __future__ import annotations

from typing import get_type_hints

import esper
import numpy as np
import pytest
from raw import p

from components.clock import DT
from systems.controllers import CONTROLLERS
from systems.someone import Someone
from systems.supervisor import take

pytestmark = pytest.mark.bullet

MASS = 75.0  # kg

SCENE = """
title = "Played"
[settings]
clip = "{clip}"
root = "free"
[[character]]
name = "red"
controllers = ["play"]
at = [0.0, 0.0]
"""
BALL = """
[[throw]]
what = "{what}"
at = "red"
at_s = 0.5
speed = 6.0
from_deg = {deg}
"""


class Witness:
    """What Bullet says of one body right before and right after each of its steps."""

    def __init__(self, sim, name="red"):
        self.sim, self.who, self.client = sim, sim.characters[name], sim.client
        self.links = [*range(p.getNumJoints(self.who.body, physicsClientId=self.client))]
        self.before = self.after = self.touches = None
        self._step, sim.stage.engine.step = sim.stage.engine.step, self.step

    def step(self):
        self.before, self.momentum_before = self.state(), self.momentum()
        self._step()
        self.after = self.state()
        rows = p.getContactPoints(physicsClientId=self.client)
        self.touches = [row for row in rows if (row[1] == self.who.body) != (row[2] == self.who.body)]

    def state(self):
        """Place, turn, velocity and spin of the root, then all joints and their speeds."""
        base = p.getBasePositionAndOrientation(self.who.body, physicsClientId=self.client)
        moving = p.getBaseVelocity(self.who.body, physicsClientId=self.client)
        joints = p.getJointStatesMultiDof(self.who.body, self.links, physicsClientId=self.client)
        return np.concatenate([*base, *moving, *(np.ravel(part) for joint in joints for part in joint[:2])])

    def momentum(self):
        """kg m/s and kg m2/s about the centre of mass, summed over bones."""
        body, own = self.who.body, dict(physicsClientId=self.client)
        place, turn = p.getBasePositionAndOrientation(body, **own)
        speed, spin = p.getBaseVelocity(body, **own)
        found = p.getLinkStates(body, self.links, computeLinkVelocity=1, computeForwardKinematics=1, **own)
        rows = [(place, turn, speed, spin), *((state[0], state[1], state[6], state[7]) for state in found)]
        info = [p.getDynamicsInfo(body, link, **own) for link in (-1, *self.links)]
        mass = np.array([row[0] for row in info])
        centre = mass @ np.array([row[0] for row in rows]) / mass.sum()
        linear = mass @ np.array([row[2] for row in rows])
        angular = np.zeros(3)
        for (x, q, v, w), (m, _, inertia, *_) in zip(rows, info, strict=True):
            axes = np.array(p.getMatrixFromQuaternion(q)).reshape(3, 3)
            angular += axes @ (np.array(inertia) * (axes.T @ w))
            angular += m * np.cross(np.array(x) - centre, np.array(v) - linear / mass.sum())
        return np.concatenate([linear, angular])

    def centre(self):
        """m, of mass."""
        body, own = self.who.body, dict(physicsClientId=self.client)
        places = [p.getBasePositionAndOrientation(body, **own)[0]]
        places += [state[0] for state in p.getLinkStates(body, self.links, 0, 1, **own)]
        mass = [p.getDynamicsInfo(body, link, **own)[0] for link in (-1, *self.links)]
        return np.average(places, axis=0, weights=mass)

    def struck_by_what_is_active(self):
        """Does Bullet say that something pressed it which is not the ground?"""
        ground = set(self.sim.stage.engine.ground)
        return any(row[9] > 0.0 and not ground & {row[1], row[2]} for row in self.touches)


@pytest.fixture
def played(tmp_path, made):
    def make(clip="walk", more=""):
        file = tmp_path / "played.toml"
        file.write_text(SCENE.format(clip=clip) + more, encoding="utf-8")
        sim = made(str(file))
        return sim, Witness(sim)

    return make


def someone(sim):
    esper.switch_world(sim.world)
    return Someone(*esper.get_components(*get_type_hints(Someone).values())[0][1])


@pytest.mark.parametrize(
    ("clip", "what", "deg"),
    [("walk", "ball", 0), ("walk", "medicine_ball", 130), ("run", "crate", -60), ("kick", "beach_ball", 15)],
)
def test_it_is_handed_over_in_the_tick_of_the_touch_with_all_as_the_step_has_left_it(played, clip, what, deg):
    """The tick is the first in which Bullet presses it; after that step nobody sets anything, to the bit."""
    sim, witness = played(clip, BALL.format(what=what, deg=deg))
    while sim.time < 3.0:
        sim.tick()
        struck = witness.struck_by_what_is_active()
        assert someone(sim).control.kinematic is not struck
        if struck:
            break
        put = witness.state()
    assert struck
    np.testing.assert_array_equal(witness.before, put)
    np.testing.assert_array_equal(witness.state(), witness.after)
    assert np.abs(witness.after - witness.before).max() > 1e-3  # it was pushed, and simulated, in that step
    left = witness.state()
    sim.tick()
    np.testing.assert_array_equal(witness.before, left)  # and muscles begin from there


@pytest.mark.parametrize(("clip", "at_s"), [("jump", 0.9), ("cartwheel", 1.0), ("spinkick", 0.75), ("backflip", 1.08)])
def test_in_free_flight_it_keeps_its_momentum_where_muscles_take_it(played, clip, at_s):
    """Linear and angular, to 1e-6 across it: what is flung about by its clip flies on as it is."""
    sim, witness = played(clip)
    sim.run(at_s)
    placed, momentum = witness.state(), witness.momentum()
    take(sim.stage, someone(sim), CONTROLLERS["track"])
    someone(sim).control.pool = ("track",)
    sim.tick()
    assert np.abs(momentum).max() > 10.0 and not witness.touches
    np.testing.assert_allclose(witness.before, placed, rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(witness.momentum_before, momentum, rtol=0.0, atol=1e-6)
    np.testing.assert_array_equal(witness.state(), witness.after)
    falls = [0.0, 0.0, -9.81 * MASS * DT]
    lost = witness.momentum()[:3] - momentum[:3] - falls  # by Bullet's own step, whose joints whirl at up to 20 rad/s
    assert np.linalg.norm(lost) < 0.02 * MASS  # 2 cm/s


@pytest.mark.parametrize("clip", ["walk", "jump", "kick"])
def test_it_is_put_with_the_speed_at_which_its_clip_goes(played, clip):
    """Else momentum would be made up: the centre of mass moves on as its bones' speeds say, to 3 %."""
    sim, witness = played(clip)
    sim.run(0.6)
    for _ in range(30):
        before = witness.centre()
        sim.tick()
        gone, said = MASS * (witness.centre() - before) / DT, witness.momentum()[:3]
        assert np.linalg.norm(gone - said) < 0.03 * np.linalg.norm(said) + 1.0


def test_what_flies_by_within_a_finger_hands_nothing_over(played):
    """Near is not touched: Bullet lists touches that press nothing, and so does its broad phase."""
    sim, witness = played("stand")
    ball = sim.throw("ball", at="red", speed=9.0, bone="head", from_deg=90.0, distance=3.0)
    place, turn = p.getBasePositionAndOrientation(ball, physicsClientId=sim.client)
    motion = p.getBaseVelocity(ball, physicsClientId=sim.client)
    p.resetBasePositionAndOrientation(ball, [place[0] + 0.23, *place[1:]], turn, physicsClientId=sim.client)
    p.resetBaseVelocity(ball, *motion, physicsClientId=sim.client)
    near = np.inf
    for _ in range(60):
        sim.tick()
        found = p.getClosestPoints(witness.who.body, ball, 1.0, physicsClientId=sim.client)
        near = min(near, *(row[8] for row in found), np.inf)
    assert 0.0 < near < 0.06 and someone(sim).control.kinematic


def test_two_who_are_played_and_meet_are_handed_over_both(tmp_path, made):
    file = tmp_path / "meet.toml"
    one = SCENE.format(clip="walk")
    other = (
        one.partition("[[character]]")[2].replace("red", "blue").replace("[0.0, 0.0]", "[1.6, 0.0]\nfacing_deg = 180")
    )
    file.write_text(one + "[[character]]" + other, encoding="utf-8")
    sim = made(str(file))
    while sim.time < 3.0 and not [event for event in sim.stage.events if event.kind == "control"]:
        sim.tick()
    told = [event.as_dict() for event in sim.stage.events if event.kind == "control"]
    assert [(event["who"], event["touched"]) for event in told] == [("red", "blue"), ("blue", "red")]
