"""The adaptive laws (Kokkevis, Metaxas and Badler), measured from raw pybullet joint states."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, degrees, pi, radians, sin

import numpy as np
import pytest
from raw import p

from components.clock import DT
from components.rig import Bone, Joint, Rig
from game.world.tables import build_skeletons
from systems.acting import all_obey, who_obeys
from systems.kernels import tick
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.servo import ask

pytestmark = pytest.mark.bullet

REST = (0.0, 0.0, 0.0, 1.0)
SIDES = ("left", "right")
WEIGHED = ("mass", "inertia", "gain_inertia", "subtree_mass")


def rods(links, mass=2.0):
    """Of 0.3 m, in a row, on a base so heavy that it stays where it is held."""
    base = Bone("base", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), 1e6, (0, 0, 0), (1e6, 1e6, 1e6), 0, 0, 0, 0, (0, 0, 0))
    thick = (0.0005 * mass, 0.0075 * mass, 0.0075 * mass)
    each = [
        Bone(
            f"rod{i}", i, Joint.BALL, (0.3 * (i > 0), 0, 0), (1, 0, 0), mass, (0.15, 0, 0), thick, 1e6,
            -9.0, 9.0, 9.0, (0, 0, 0),
        )
        for i in range(links)
    ]  # fmt: skip
    return Rig("rods", 1.0, (base, *each), tuple([links + 1] * (links + 1)), tuple(range(links + 1)))


class Follower:
    """Rods that follow angles about y; what they take themselves to weigh may be another thing than what they do."""

    def __init__(self, bench, links, settling_s, believed=1.0, servo="adaptive", gravity=9.81, **own):
        rig = rods(links)
        self.body, self.gravity, self.links = bench(rig, gravity), gravity, links
        self.t = self.body.tables
        told = build_skeletons([replace(rig, bones=(rig.bones[0], *rods(links, 2.0 * believed).bones[1:]))])
        for name in WEIGHED:
            getattr(self.t.skeletons, name)[1:] = getattr(told, name)[1:]
        self.obeying = all_obey(self.t, servo)
        (self.own,) = self.t.own["adaptive"]
        for name, value in ({"settling_s": settling_s, "adapting": True, "anti_windup": True} | own).items():
            getattr(self.own, name)[:] = value
        self.t.modes.authority[:], self.t.modes.touching[:], self.t.modes.gravity[:] = 1.0, False, gravity
        self.t.drives.pull[0] = (0.0, 0.0, gravity * self.t.skeletons.total_mass[0])
        self.body.set(([0, 0, 5], REST, [0, 0, 0], [0, 0, 0]), [REST] * (links + 1), [(0, 0, 0)] * (links + 1))
        self.body.read()
        self.t.targets.joint[:] = self.t.bones.joint

    def turn(self, i):
        return p.getJointStateMultiDof(self.body.body, i - 1, physicsClientId=self.body.client)[0]

    def follow(self, path, seconds, after=None):
        """(ticks, links, 2) degrees from its target and from its model; `path(i, t)` is angle and rate."""
        out = []
        for k in range(round(seconds / DT)):
            for i in range(1, self.links + 1):
                angle, rate = path(i, (k + 1) * DT)
                self.t.targets.joint[i], self.t.targets.joint_spin[i] = from_rotvec((0, angle, 0)), (0, rate, 0)
            tick.dynamics(self.t.handle, 0.0)
            if tick.act(self.t.handle):
                self.obeying = who_obeys(self.t)
            ask(self.t, self.obeying, DT)
            tick.muscles(self.t.handle, self.gravity, DT)
            self.body.engine.push(
                self.body.body, -1, (0, 0, self.gravity * self.body.rig.mass), self.t.bones.position[0]
            )
            self.body.step(self.t.torques.joint, self.t.torques.root[0])
            if after:
                after(k * DT)
            goals = (self.t.targets.joint, self.own.model)
            out.append(
                [
                    [degrees(to_rotvec(mul(conj(tuple(goal[i].tolist())), self.turn(i)))[1]) for goal in goals]
                    for i in range(1, self.links + 1)
                ]
            )
        return np.array(out)


def smooth(i, t):
    """40 degrees to and fro in 2 s, one joint after the other; it sets in over half a second."""
    x = min(1.0, t / 0.5)
    size, growth, turn = x * x * (3 - 2 * x), 12 * x * (1 - x), pi * t + 0.7 * (i - 1)
    return radians(40) * size * sin(turn), radians(40) * (size * pi * cos(turn) + growth * sin(turn))


def jump(i, t):
    """The first joint: 60 degrees and back, every 2 s."""
    return (radians(60) if i == 1 and int(t / 2.0 + 1e-9) % 2 else 0.0), 0.0


def rms(off):
    """Degrees after the first second."""
    return float(np.sqrt((off[120:, :, 0] ** 2).mean()))


BARS = {0.1: 0.3, 0.3: 1.0, 1.0: 4.0}


@pytest.mark.parametrize("links", [1, 3])
def test_rods_follow_a_smooth_motion_the_closer_the_less_time_they_have(bench, links):
    found = {settling: rms(Follower(bench, links, settling).follow(smooth, 5.0)) for settling in BARS}
    assert all(found[settling] <= bar for settling, bar in BARS.items())
    assert all(slower > quicker for quicker, slower in pairwise(found.values()))


@pytest.mark.parametrize("links", [1, 3])
@pytest.mark.parametrize("settling", BARS)
def test_a_jump_is_followed_as_the_model_does_it(bench, links, settling):
    off = Follower(bench, links, settling).follow(jump, 8.0)
    first, last = round(6.0 / DT) - 1, round(8.0 / DT) - 2
    assert np.abs(off[round(4.0 / DT) - 1 :, 0, 1]).max() <= 0.02 * 60
    left = -off[first:last, 0, 0]
    assert np.argmax(left < 6.0) * DT == pytest.approx(0.97 * settling, abs=0.1 * settling)
    assert left.min() > -0.03 * 60


@pytest.mark.parametrize("believed", [1 / 3, 2.0])
@pytest.mark.parametrize("settling", [0.1, 0.3, 1.0])
def test_rods_that_weigh_something_else_are_found_out(bench, believed, settling):
    """Bodies three times as heavy as they are told, and half as heavy: gains tuned for the plain one do not follow."""
    plain = rms(Follower(bench, 3, settling).follow(smooth, 5.0))
    other = Follower(bench, 3, settling, believed)
    adapted = rms(other.follow(smooth, 5.0))
    fixed = rms(Follower(bench, 3, settling, believed, adapting=False).follow(smooth, 5.0))
    assert adapted < 1.1 * plain
    assert fixed > 3.0 * plain
    heavier = other.body.rig.bones[1].mass - other.t.skeletons.mass[1]
    np.testing.assert_allclose(other.t.dynamics.more[1:], heavier, atol=0.1)


def slow_turn(i, t):
    x = min(1.0, max(0.0, (t - 0.5) / 0.8))
    return radians(60) * x**3 * (10 - 15 * x + 6 * x * x), radians(60) * 30 * (x * (1 - x)) ** 2 / 0.8


@pytest.mark.parametrize("settling", BARS)
def test_a_weak_joint_that_was_held_does_not_shoot_beyond_its_target_when_it_comes_free(bench, settling):
    need, over, most = [], {}, 0.0
    plain = Follower(bench, 1, settling, gravity=0.0)
    plain.follow(slow_turn, 2.0, lambda t: need.append(np.linalg.norm(plain.t.torques.joint[1])))
    for winds_up in (False, True):
        weak, asked = Follower(bench, 1, settling, gravity=0.0, anti_windup=not winds_up), []
        weak.t.muscles.limit[:] = 0.3 * max(need)

        def held(t, weak=weak, asked=asked):
            asked.append(np.linalg.norm(weak.t.torques.joint[1]))
            if t < 3.0 and to_rotvec(weak.turn(1))[1] > radians(15):
                stop = from_rotvec((0.0, radians(15), 0.0))
                weak.body.set(([0, 0, 5], REST, [0, 0, 0], [0, 0, 0]), [REST, stop], [(0, 0, 0)] * 2)
                weak.body.read()

        off = weak.follow(slow_turn, 7.0, held)
        over[winds_up], most = off[round(3.0 / DT) :, 0, 0].max() / 45.0, max(most, *asked)
    assert most <= 1.001 * 0.3 * max(need)
    assert over[False] <= 0.05 and over[True] > 0.2


def test_gains_begin_at_nothing_and_find_what_no_mass_explains(bench):
    """A wind from behind, which no weight is: 20 N on a rod of 2 kg."""
    off = {}
    for adapting in (True, False):
        blown = Follower(bench, 1, 0.3, adapting=adapting)
        body = blown.body

        def wind(t, body=body):
            place = p.getLinkState(body.body, 0, physicsClientId=body.client)[0]
            body.engine.push(body.body, 0, (20.0, 0.0, 0.0), place)

        blown.follow(smooth, DT, wind)
        assert not blown.own.gains.any()
        off[adapting] = rms(blown.follow(smooth, 4.0, wind))
        assert (np.abs(blown.own.gains[1, 1]).max() > 0.05) == adapting
    assert off[True] < 0.3 * off[False]


def test_as_printed_a_rod_without_weight_follows_and_three_in_a_row_do_not(bench):
    def slower(i, t):
        angle, rate = smooth(i, 0.5 * t)
        return angle, 0.5 * rate

    told = {"servo": "adaptive_published", "gravity": 0.0, "alpha": 4.0, "beta": 0.2}
    assert rms(Follower(bench, 1, 0.3, **told).follow(slower, 6.0)) < 0.5
    assert rms(Follower(bench, 3, 0.3, **told).follow(slower, 6.0)) > 10.0


# --- in a world


def test_a_joint_that_stays_at_its_limit_is_told_with_what_it_would_take(made):
    sim = made("stage", servo="adaptive", settings={"clip": "guard"})
    sim.characters["red"].limb("left_arm").set("torque_share", 0.05)
    sim.run(1.0)
    told = [event.details for event in sim.stage.events if event.kind == "saturated"]
    assert told and all(each["torque"] > each["limit"] for each in told)


@pytest.mark.slow
def test_both_arms_that_push_at_a_desk_tell_what_they_would_need(made):
    """Also where their models wait for them so well that a tick or two are never asked for more."""
    sim = made("desk")
    sim.run(7.0)
    told = {event.details["joint"]: event.details for event in sim.stage.events if event.kind == "saturated"}
    assert {"left_upper_arm", "right_upper_arm"} <= set(told)
    assert all(each["torque"] > each["limit"] == 36.0 for each in told.values())


def test_weights_in_the_hands_that_nobody_was_told_of_are_found_and_borne(made):
    """And forgotten when they are dropped."""
    sim = made("stage", servo="adaptive", settings={"clip": "guard"})
    weights = [sim.carry("red", hand, 5.0) for hand in ("left_hand", "right_hand")]
    sim.run(3.0)
    bones, t = sim.characters["red"].bones, sim.stage.tables
    arms = [bones.index(f"{side}_{bone}") for side in ("left", "right") for bone in ("upper_arm", "forearm", "hand")]
    turns = [zip(t.targets.joint[i].tolist(), t.bones.joint[i].tolist(), strict=True) for i in arms]
    off = [to_rotvec(mul(conj(wanted), here)) for wanted, here in (zip(*turn, strict=True) for turn in turns)]
    assert degrees(np.linalg.norm(off, axis=1).max()) < 0.1
    np.testing.assert_allclose(t.dynamics.more[arms], [0.0, 0.0, 5.0] * 2, atol=0.15)
    for weight in weights:
        sim.drop(weight)
    sim.run(1.0)
    np.testing.assert_allclose(t.dynamics.more[arms], 0.0, atol=0.15)


def test_legs_that_carry_find_what_they_lack(made):
    """A weight in one hand leans on both feet; the ankles come to where they are told to be while gains adapt."""
    off = {}
    for adapting in (True, False):
        sim = made("stage", servo="adaptive", settings={"clip": "stand", "adapting": adapting})
        red = sim.characters["red"]
        sim.carry("red", "left_hand", 5.0, told=5.0)
        sim.run(2.5)
        turns = p.getLinkStates(red.body, [red.link(f"{side}_foot") for side in SIDES], 0, 1, sim.client)
        wanted = red.target()[[red.bones.index(f"{side}_foot") for side in SIDES]]
        shared = np.abs((np.array([turn[5] for turn in turns]) * wanted).sum(axis=1)).clip(0.0, 1.0)
        off[adapting] = float(np.degrees(2.0 * np.arccos(shared)).mean())
        (own,) = sim.stage.tables.own["adaptive"]
        assert own.borne.any() == adapting
    assert off[True] < 0.5 * off[False]


def test_another_law_knows_nothing_of_what_was_found(made):
    sim = made("stage", servo="adaptive", settings={"clip": "guard"})
    sim.carry("red", "left_hand", 5.0)
    sim.run(0.5)
    assert sim.stage.tables.dynamics.more.max() > 4.0
    sim.set("servo", "world")
    sim.tick()
    assert not sim.stage.tables.dynamics.more.any()


def test_passive_arms_swing_the_longer_the_less_they_are_damped(made):
    left = []
    for damping in (0.5, 8.0):
        sim = made("stage", servo="adaptive", settings={"clip": "guard"})
        sim.characters["red"].limb("arms").servo = "off"
        sim.set("passive_damping", damping)
        sim.run(2.0)
        assert sim.characters["red"].acting("left_forearm") == "off"
        left.append(np.abs(sim.stage.tables.bones.joint_spin).max())
    assert left[0] > 2.0 * left[1]


def test_what_a_joint_follows_can_be_read(made):
    sim = made("stage", servo="adaptive", settings={"clip": "walk", "settling_s": 0.3})
    sim.run(0.5)
    seen = sim.characters["red"].adaptive("left_forearm")
    assert (seen.law, seen.settling_s) == ("adaptive", 0.3)
    np.testing.assert_allclose(seen.model, seen.target, atol=radians(3))
    assert seen.limit > 0.0 and seen.gains.shape == (3, 4)


def test_what_was_found_of_a_leg_that_carries_and_of_a_weight_can_be_read(made):
    sim = made("stage", servo="adaptive", settings={"clip": "guard"})
    sim.carry("red", "left_hand", 5.0)
    sim.run(1.0)
    red = sim.characters["red"]
    assert np.abs(red.adaptive("left_foot").gains).max() > 0.0
    assert red.adaptive("left_hand").more == pytest.approx(5.0, abs=0.3)
