"""Key-frames that are reached on time (On the Beat), measured from raw pybullet joint states."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import DT, TICKS_PER_S
from components.law import LAWS
from components.rig import Bone, Joint, Rig
from systems.acting import all_obey, who_obeys
from systems.kernels import tick
from systems.kernels.beats import SURPRISE
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.laws.timing import FIXED, REMAINING, decay
from systems.servo import ask

pytestmark = pytest.mark.bullet

REST = (0.0, 0.0, 0.0, 1.0)


def arm(links, limit=1e6):
    """Rods of 0.3 m and 2 kg in a row, on a base so heavy that it stays where it is held."""
    base = Bone("base", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), 1e6, (0, 0, 0), (1e6, 1e6, 1e6), 0, 0, 0, 0, (0, 0, 0))
    rods = [
        Bone(
            f"rod{i}", i, Joint.BALL, (0.3 * (i > 0), 0, 0), (1, 0, 0), 2.0, (0.15, 0, 0), (1e-3, 0.015, 0.015), limit,
            -9.0, 9.0, 9.0, (0, 0, 0),
        )
        for i in range(links)
    ]  # fmt: skip
    return Rig("arm", 1.0, (base, *rods), tuple([links + 1] * (links + 1)), tuple(range(links + 1)))


class Beat:
    """A body whose joints have key-frames; `left(i)` is what the engine says is left of joint i's error."""

    def __init__(self, bench, rig, turns=None, gravity=0.0, servo="timed", remaining=False, settle=0.9):
        self.body, self.servo, self.gravity = bench(rig, gravity), servo, gravity
        self.rig, self.t, self.start = self.body.rig, self.body.tables, {}
        modes, muscles, n = self.t.modes, self.t.muscles, len(self.rig.bones)
        self.obeying = all_obey(self.t, servo)
        muscles.settle[:], muscles.timing[:] = settle, REMAINING if remaining else FIXED
        muscles.delta[:], modes.authority[:], modes.touching[:] = 0.25, 1.0, False
        self.hold = np.array([0.0, 0.0, gravity * self.rig.mass if self.rig.name == "arm" else 0.0])
        self.t.drives.pull[0] = self.hold
        hinge = [bone.joint is Joint.HINGE for bone in self.rig.bones]
        still = [0.0 if h else (0.0, 0.0, 0.0) for h in hinge]
        place = ([0, 0, 5], REST, [0, 0, 0], [0, 0, 0])
        self.body.set(place, turns or [0.0 if h else REST for h in hinge], still)
        self.body.read()
        assert len(still) == n

    def key(self, i, turn, seconds, spin=(0.0, 0.0, 0.0)):
        aims = self.t.aims
        aims.keyed[i], aims.joint[i], aims.joint_spin[i] = True, turn, spin
        aims.span[i] = aims.left[i] = seconds
        self.start[i] = np.linalg.norm(self.error(i))

    def hold_pose(self):
        """The clip is the pose as it is."""
        self.t.targets.joint[:], self.t.targets.joint_spin[:] = self.t.bones.joint, 0.0

    def run(self, seconds):
        for _ in range(round(seconds / DT)):
            tick.dynamics(self.t.handle, 0.0)
            if tick.act(self.t.handle):
                self.obeying = who_obeys(self.t)
            ask(self.t, self.obeying, DT)
            tick.muscles(self.t.handle, self.gravity, DT)
            if self.hold.any():
                self.body.engine.push(self.body.body, -1, self.hold, self.t.bones.position[0])
            self.body.step(self.t.torques.joint, self.t.torques.root[0])
        return self

    def state(self, i):
        """Turn and spin of a joint, own axes."""
        turn, spin, _, _ = p.getJointStateMultiDof(self.body.body, i - 1, physicsClientId=self.body.client)
        if self.rig.bones[i].joint is Joint.HINGE:
            axis = np.array(self.rig.bones[i].axis)
            return from_rotvec(tuple(turn[0] * axis)), spin[0] * axis
        return turn, np.array(spin)

    def error(self, i):
        return np.array(to_rotvec(mul(conj(self.state(i)[0]), tuple(self.t.aims.joint[i]))))

    def left(self, i):
        return np.linalg.norm(self.error(i)) / self.start[i]


def boxer(bench, seed, seconds, servo="timed", remaining=False):
    """Floating, from the middle of its ranges to anything."""
    from game.rigs.rig import load_rig

    rig, random = load_rig("boxer"), np.random.default_rng(seed)
    middle = [
        0.5 * (bone.low + bone.high) if bone.joint is Joint.HINGE else from_rotvec(bone.swing_centre)
        for bone in rig.bones
    ]
    beat = Beat(bench, rig, middle, servo=servo, remaining=remaining)
    beat.t.skeletons.torque_limit[:] = 1e9
    for i, bone in enumerate(rig.bones[1:], 1):
        if bone.joint is Joint.HINGE:
            angle = random.uniform(0.9 * bone.low + 0.1 * bone.high, 0.1 * bone.low + 0.9 * bone.high)
            beat.key(i, from_rotvec(tuple(angle * np.array(bone.axis))), seconds)
        else:
            way = random.normal(size=3)
            way *= random.uniform(0.2, 0.5) * min(1.0, bone.swing) / np.linalg.norm(way)
            beat.key(i, mul(middle[i], from_rotvec(tuple(way))), seconds)
    return beat


TIMES = (0.15, 0.3, 0.5, 1.0)


@pytest.mark.parametrize("steps", [1, 12, 120, 1200])
@pytest.mark.parametrize("settle", [0.5, 0.9, 0.99])
def test_the_decay_leaves_exactly_what_it_should(settle, steps):
    z = decay(settle, float(steps))
    assert (1 + steps * (1 - z)) * z**steps == pytest.approx(1 - settle, rel=1e-9)


def test_with_many_steps_there_are_3_89_time_constants_in_the_time():
    assert -1e5 * np.log(decay(0.9, 1e5)) == pytest.approx(3.8897, abs=1e-3)


@pytest.mark.parametrize("seconds", TIMES)
def test_a_rod_in_gravity_has_a_tenth_of_its_error_left_in_time(bench, seconds):
    beat = Beat(bench, arm(1), gravity=9.81)
    beat.key(1, from_rotvec((0.3, -1.0, 0.4)), seconds)
    assert beat.run(seconds).left(1) == pytest.approx(0.1, abs=1e-6)


@pytest.mark.parametrize("seconds", TIMES)
def test_with_the_remaining_time_nothing_is_left(bench, seconds):
    beat = Beat(bench, arm(1), gravity=9.81, remaining=True)
    beat.key(1, from_rotvec((0.0, -1.0, 0.4)), seconds)
    assert beat.run(seconds).left(1) <= (0.015 if seconds < 0.3 else 0.003)


@pytest.mark.parametrize("bend", [0.0, 1.5])
@pytest.mark.parametrize("seconds", TIMES)
def test_an_arm_keeps_time_straight_and_bent_and_stays_on_its_axis(bench, bend, seconds):
    bent = from_rotvec((0.0, bend, 0.5 * bend))
    beat = Beat(bench, arm(3), [None, REST, bent, bent], gravity=9.81)
    goal = np.array([0.5, -1.0, 0.3])
    beat.key(1, from_rotvec(tuple(goal)), seconds)
    beat.key(2, bent, seconds)
    beat.key(3, bent, seconds)
    axis, off = goal / np.linalg.norm(goal), 0.0
    for _ in range(round(seconds / DT)):
        error = beat.run(DT).error(1)
        off = max(off, np.linalg.norm(error - axis * (error @ axis)))
    assert beat.left(1) == pytest.approx(0.1, abs=1e-5)
    assert np.degrees(off) < 0.01
    assert np.degrees(max(np.linalg.norm(beat.error(i)) for i in (2, 3))) < 0.01


@pytest.mark.parametrize("seconds", [0.15, 0.3, 2.0])
def test_every_joint_of_a_floating_boxer_keeps_its_time(bench, seconds):
    """In 0.1 s it would have to turn joints faster than flesh lets them (systems/kernels/joint_springs.py)."""
    beat = boxer(bench, 3, seconds).run(seconds)
    left = [beat.left(i) for i in range(1, len(beat.rig.bones)) if beat.start[i] > 0.05]
    assert min(left) > 0.0999 and max(left) < 0.1001
    assert len(left) > 18


@pytest.mark.parametrize(
    ("goal", "speed", "seconds"),
    [(-1.0, -2.0, 0.3), (-0.3, 2.0, 0.3), (-1.0, 2.0, 0.5), (-1.0, -2.0, 0.5), (-1.0, 2.0, 1.0)],
)
def test_it_arrives_with_the_speed_that_is_wanted(bench, goal, speed, seconds):
    beat = Beat(bench, arm(3), gravity=9.81, remaining=True)
    beat.key(1, from_rotvec((0.0, goal, 0.0)), seconds, (0.0, speed, 0.0))
    for i in (2, 3):
        beat.key(i, REST, seconds)
    beat.run(seconds)
    assert np.degrees(np.linalg.norm(beat.error(1))) < 0.1
    assert np.linalg.norm(beat.state(1)[1] - [0.0, speed, 0.0]) < 0.1


@pytest.mark.parametrize("delta", [0.1, 0.25, 0.5, 1.0])
def test_knocked_off_its_clip_an_arm_is_back_within_delta(bench, delta):
    beat = Beat(bench, arm(3), gravity=9.81, remaining=True)
    beat.t.muscles.delta[:] = delta
    beat.hold_pose()
    beat.run(0.1)
    still = [(0.0, 0.0, 0.0)] * 2
    beat.body.set(
        ([0, 0, 5], REST, [0, 0, 0], [0, 0, 0]), [None, REST, REST, REST], [None, (0, 3 * SURPRISE, 2), *still]
    )
    beat.body.read()
    peak = 0.0
    for _ in range(round(delta / DT)):
        beat.run(DT)
        peak = max(peak, np.linalg.norm(to_rotvec(beat.state(1)[0])))
    assert peak > 0.05
    assert np.linalg.norm(to_rotvec(beat.state(1)[0])) <= (0.05 if delta < 0.25 else 0.01) * peak


def test_a_small_knock_is_no_disturbance(bench):
    beat = Beat(bench, arm(1), remaining=True)
    beat.hold_pose()
    beat.run(0.1)
    place = ([0, 0, 5], REST, [0, 0, 0], [0, 0, 0])
    beat.body.set(place, [None, REST], [None, (0.0, 0.9 * SURPRISE, 0.0)])
    beat.body.read()
    beat.run(DT)
    assert not beat.t.aims.left.any()


@pytest.mark.parametrize("servo", ["timed_published", "timed_single"])
def test_a_lone_rod_is_the_same_to_the_published_forms(bench, servo):
    """Without gravity, which they do not know."""
    beat = Beat(bench, arm(1), servo=servo)
    beat.key(1, from_rotvec((0.0, -1.0, 0.0)), 0.3)
    assert beat.run(0.3).left(1) == pytest.approx(0.1, abs=1e-6)


def straight(bench, servo, seconds):
    beat = Beat(bench, arm(3), servo=servo)
    beat.key(1, from_rotvec((0.0, -1.0, 0.0)), seconds)
    for i in (2, 3):
        beat.key(i, REST, seconds)
    return beat.run(seconds)


def test_the_published_form_shakes_a_straight_arm_that_has_015_s(bench):
    assert straight(bench, "timed_published", 0.15).left(1) > 0.3


@pytest.mark.parametrize("seconds", [0.15, 0.3, 0.5])
def test_with_the_inertia_of_single_links_the_arm_is_too_late(bench, seconds):
    assert straight(bench, "timed_single", seconds).left(1) >= 0.3


def test_with_gains_that_were_right_for_the_first_key_frame_the_later_ones_are_missed(bench):
    """The first has 0.5 s, which sets them; the second 0.2 s, the third 1 s: late, and far too early."""
    beat = Beat(bench, arm(1), servo="timed_tuned")
    z, left = decay(0.9, 60.0), {}
    for turn, seconds in ((-1.0, 0.5), (0.2, 0.2), (-1.0, 1.0)):
        beat.key(1, from_rotvec((0.0, turn, 0.0)), seconds)
        left[seconds] = beat.run(seconds).left(1)
        steps = TICKS_PER_S * seconds
        assert left[seconds] == pytest.approx((1 + steps * (1 - z)) * z**steps, abs=1e-3)
        assert beat.t.aims.tuned_s[1] == 0.5
        beat.run(3.0)
    assert left[0.5] == pytest.approx(0.1, abs=1e-6)
    assert left[0.2] > 0.4 and left[1.0] < 0.01


def test_they_are_those_of_the_arm_as_it_was_then_and_are_kept_when_it_is_bent(bench):
    """Two rods in a row: 0.06 kg m2 of the first about its end, 0.015 + 2 (0.45 m)^2 of the second; none along them."""
    beat = Beat(bench, arm(2), servo="timed_tuned")
    first = beat.t.skeletons.freedom[1]
    straight = 0.06 + 0.015 + 2 * 0.45**2
    for bend in (0.0, 2.0):
        beat.key(1, from_rotvec((0.0, -0.5, 0.0)), 0.5)
        beat.key(2, from_rotvec((0.0, 0.0, bend)), 0.5)
        beat.run(2.0)
        assert beat.t.aims.tuned[first : first + 3] == pytest.approx([2e-3, straight, straight], rel=1e-6)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("servo", [law for law in LAWS if LAWS[law].takes_keys])
def test_no_muscle_passes_its_limit_either_way(bench, servo, sign):
    beat = Beat(bench, arm(3, limit=20.0), gravity=9.81, servo=servo)
    for i in (1, 2, 3):
        beat.key(i, from_rotvec((0.0, sign, 0.3)), 0.15)
    most = 0.0
    for _ in range(40):
        axes = [bench.matrix(q) for q in beat.t.bones.orientation[1:4]]
        beat.run(DT)
        flesh = [r.T @ sinew for r, sinew in zip(axes, beat.t.demand.sinew[1:4], strict=True)]
        most = max(most, np.linalg.norm(beat.t.torques.joint[1:4] - flesh, axis=1).max())
    assert 19.9 < most <= 20.0 * 1.001


def told(beat):
    """The first joint that is too weak, and the time it would need."""
    for _ in range(120):
        beat.run(DT)
        if beat.t.aims.weakest[0] >= 0:
            return int(beat.t.aims.weakest[0]), float(beat.t.aims.feasible[0])
    return None


def test_a_joint_that_is_too_weak_is_told_with_the_time_it_would_need(bench):
    def swing(seconds):
        beat = Beat(bench, arm(1, limit=10.0))
        beat.key(1, from_rotvec((0.0, 1.0, 0.0)), seconds)
        return told(beat)

    joint, needed = swing(0.15)
    assert joint == 1
    assert needed == pytest.approx(3.8897 * np.sqrt(0.06 / 10.0), rel=0.08)  # n sqrt(m angle / limit)
    assert swing(1.05 * needed) is None
    assert swing(0.9 * needed) is not None


def test_what_cannot_even_hold_its_weight_has_no_time(bench):
    beat = Beat(bench, arm(1, limit=2.0), gravity=9.81)
    beat.key(1, from_rotvec((0.0, -1.0, 0.0)), 0.3)
    assert told(beat) == (1, np.inf)


def test_a_limp_body_gets_no_torque(bench):
    beat = boxer(bench, 1, 0.3)
    beat.t.modes.authority[:] = 0.0
    assert not beat.run(DT).t.torques.joint.any()


@pytest.mark.slow(but=["walk-10.0"])
@pytest.mark.parametrize(("clip", "seconds"), [("stand", 10.0), ("guard", 10.0), ("walk", 10.0)])
def test_a_boxer_on_its_feet_stays_up_and_near_its_clip(simulation, clip, seconds):
    sim = simulation("stage", servo="timed", settings={"clip": clip})
    sim.run(seconds)
    report = sim.report()["characters"]["red"]
    assert report["upright_s"] == pytest.approx(seconds)
    assert report["pose_error_deg"]["mean"] <= 4.0
    assert clip != "walk" or report["travel_m"] > 8.0


@pytest.mark.soak
@pytest.mark.parametrize("clip", ["stand", "guard"])
def test_for_a_minute_too(simulation, clip):
    sim = simulation("stage", servo="timed", settings={"clip": clip})
    sim.run(60.0)
    report = sim.report()["characters"]["red"]
    assert report["upright_s"] == pytest.approx(60.0)
    assert report["pose_error_deg"]["mean"] <= 4.0
