"""arm, ymca, conduct: bodies on their own legs are in each pose on time; from raw pybullet states and the scripts."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import accumulate, cycle, pairwise, takewhile

import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from game.base.paths import DATA
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec

pytestmark = pytest.mark.bullet

BAR = 3.0  # degrees, mean over a key-frame's joints
STANDS = 1.3  # m, the head of who stands
BALL_KG, FLIGHT = 0.5, 19  # ticks from the hand to a body 1 m away, less the ball and the body, at 5 m/s
ROLES = [
    ("ymca", "timed", "ymca"),
    ("conduct", "timed", "conduct"),
    ("arm", "straight", "arm_straight"),
    ("arm", "bent", "arm_bent"),
]


@cache
def written(script):
    with (DATA / "scripts" / f"{script}.toml").open("rb") as file:
        return tomllib.load(file)


def pose(script, name):
    """{bone: degrees}, with what it inherits."""
    own = dict(written(script)["poses"][name])
    parent = own.pop("from", None)
    return (pose(script, parent) if parent else {}) | own


def due(script, seconds):
    """(tick, name of the pose) of each key-frame until then: the nearest tick to its exact time."""
    file = written(script)
    frames = file["track"][0]["frames"]
    times = accumulate(f["seconds"] if "seconds" in f else f["beats"] * file["beat_s"] for f in cycle(frames))
    rows = zip(times, cycle(f["pose"] for f in frames))
    return [(round(t * TICKS_PER_S), name) for t, name in takewhile(lambda row: row[0] <= seconds, rows)]


def off(sim, who, wanted):
    """{bone: degrees} between each joint and where it should be."""
    character, out = sim.characters[who], {}
    for bone, vector in wanted.items():
        turn = p.getJointStateMultiDof(character.body, character.link(bone), physicsClientId=sim.client)[0]
        actual = turn if len(turn) == 4 else from_rotvec((0.0, -turn[0], 0.0))  # an elbow's axis is -y
        way = mul(conj(actual), from_rotvec(tuple(np.radians(vector))))
        out[bone] = float(np.degrees(np.linalg.norm(to_rotvec(way))))
    return out


def places(sim, who, bone):
    """m: a bone's centre of mass and its joint."""
    character = sim.characters[who]
    state = p.getLinkState(character.body, character.link(bone), physicsClientId=sim.client)
    return np.array(state[0]), np.array(state[4])


def head(sim, who):
    return places(sim, who, "head")[1][2]


def to_the_left(sim, who):
    facing = sim.characters[who].facing
    return np.array([-np.sin(facing), np.cos(facing), 0.0])


def kinds(sim, who):
    return {event.kind for event in sim.stage.events if event.who == who}


def from_the_front(sim, who):
    """{bone: (to the right of who looks at it, up)} m, from the middle between the shoulders."""
    bones = [f"{side}_{bone}" for side in ("left", "right") for bone in ("upper_arm", "forearm", "hand")] + ["head"]
    joints = {bone: places(sim, who, bone)[1] for bone in bones}
    middle, left = (joints["left_upper_arm"] + joints["right_upper_arm"]) / 2, to_the_left(sim, who)
    return {bone: ((joint - middle) @ left, (joint - middle)[2]) for bone, joint in joints.items()}


def struck(sim, who):
    """Ids of the balls that press on a character."""
    body = sim.characters[who].body
    others = {point[2] for point in p.getContactPoints(bodyA=body, physicsClientId=sim.client) if point[9] > 0.0}
    return {o for o in others if p.getDynamicsInfo(o, -1, physicsClientId=sim.client)[0] == pytest.approx(BALL_KG)}


def played(sim, who, script, seconds, throws=None):
    """(pose, degrees of each joint) at each key-frame, and the balls that struck; `throws`: {tick: (bone, from)}"""
    plan, rows, balls = dict(due(script, seconds)), [], set()
    for tick in range(round(seconds * TICKS_PER_S)):
        if throws and tick in throws:
            bone, from_deg = throws[tick]
            sim.throw("ball", who, 5.0, bone, from_deg, distance=1.0)
        sim.tick()
        balls |= struck(sim, who) if throws else set()
        if name := plan.get(tick + 1):
            rows.append((name, off(sim, who, pose(script, name))))
    return rows, balls


def means(rows):
    return np.array([np.mean(list(joints.values())) for _, joints in rows])


def alone(made, scene, who):
    """The scene with the others at ease."""
    sim = made(scene)
    for name, other in sim.characters.items():
        if name != who:
            other.set("script", "")
            other.servo = "world"
    return sim


# --- on time


@pytest.mark.slow(but=["ymca-timed-ymca"])
@pytest.mark.parametrize(("scene", "who", "script"), ROLES)
def test_every_pose_is_reached_at_its_tick_by_a_body_that_stands(made, scene, who, script):
    sim = alone(made, scene, who)
    rows, _ = played(sim, who, script, 4.0)
    assert len(rows) >= 5
    assert means(rows).max() <= BAR / 3
    assert head(sim, who) > STANDS
    assert not kinds(sim, who)


def test_the_report_says_the_same(made):
    sim = alone(made, "ymca", "timed")
    rows, _ = played(sim, "timed", "ymca", 2.5)
    told = sim.report()["characters"]["timed"]["keyframes"]
    assert [line["pose"] for line in told] == [name for name, _ in rows] == ["Y", "M", "C", "A"]
    assert [line["t"] for line in told] == pytest.approx([t / TICKS_PER_S for t, _ in due("ymca", 2.5)])
    assert [line["error_deg"] for line in told] == pytest.approx(means(rows).tolist(), abs=1e-3)


def pushes(script, seconds, bone, from_deg, share):
    """A ball between every second pair of key-frames, that strikes after `share` of the way from one to the next."""
    ticks = [0, *(tick for tick, _ in due(script, seconds))]
    return {round(a + share * (b - a)) - FLIGHT: (bone, from_deg) for a, b in list(pairwise(ticks))[1::2]}


def is_in_every_pose_on_time(made, scene, seconds, bone, from_deg, share):
    sim = alone(made, scene, "timed")
    rows, balls = played(sim, "timed", scene, seconds, pushes(scene, seconds, bone, from_deg, share))
    assert len(balls) >= 2
    assert means(rows).max() <= BAR
    assert head(sim, "timed") > STANDS
    assert not {"fall", "explosion", "late", "break"} & kinds(sim, "timed")


@pytest.mark.slow(but=["ymca-left_forearm-60-0.35"])
@pytest.mark.parametrize(
    ("scene", "bone", "from_deg", "share"),
    [("ymca", "left_forearm", 60, 0.35), ("conduct", "spine3", 90, 0.1), ("conduct", "right_upper_arm", -90, 0.6)],
)
def test_pushed_between_them_it_still_is_in_every_pose_on_time(made, scene, bone, from_deg, share):
    is_in_every_pose_on_time(made, scene, 4.0, bone, from_deg, share)


@pytest.mark.soak
@pytest.mark.parametrize("share", [0.1, 0.35, 0.6])
@pytest.mark.parametrize(
    ("bone", "from_deg"),
    [("right_hand", 0), ("left_forearm", 60), ("spine3", 0), ("spine3", 90), ("right_upper_arm", -90), ("head", 180)],
)
@pytest.mark.parametrize("scene", ["ymca", "conduct"])
def test_pushed_anywhere_between_them_it_still_is_in_every_pose_on_time(made, scene, bone, from_deg, share):
    is_in_every_pose_on_time(made, scene, 8.0, bone, from_deg, share)


@pytest.mark.soak
@pytest.mark.parametrize("scene", ["arm", "ymca", "conduct"])
def test_nobody_falls_in_half_a_minute(made, scene):
    sim = made(scene)
    sim.run(30.0)
    assert all(head(sim, who) > STANDS for who in sim.characters)
    assert not {"fall", "explosion", "limp"} & {event.kind for event in sim.stage.events}


# --- what others make of it


def test_gains_tuned_to_the_y_bring_about_the_y_and_miss_what_follows(made):
    sim = alone(made, "ymca", "tuned")
    rows, _ = played(sim, "tuned", "ymca", 3.5)
    y, *later = means(rows)
    held = [name for name, _ in rows].index("A")  # has a second beat to come to it
    assert y < 8.0
    assert min(later[:held] + later[held + 1 :]) > 12.0
    assert head(sim, "tuned") > STANDS


def test_with_the_inertia_of_single_bones_arms_come_too_late(made):
    sim = alone(made, "conduct", "single")
    rows, _ = played(sim, "single", "conduct", 6.0)
    assert means(rows).min() > BAR
    arms = [(name, {bone: off for bone, off in joints.items() if "arm" in bone}) for name, joints in rows]
    assert means(arms).mean() > 4.0 * BAR  # this form leaves the trunk to `world`
    assert head(sim, "single") > STANDS


# --- what they look like


def test_from_the_front_the_letters_can_be_read(made):
    sim = alone(made, "ymca", "timed")
    seen, last = {}, 0
    for tick, name in due("ymca", 2.5):
        sim.tick(tick - last)
        last, seen[name] = tick, from_the_front(sim, "timed")
        body = sim.characters["timed"].body
        assert not p.getContactPoints(body, body, physicsClientId=sim.client), "nothing touches itself"
    left, right = "left_hand", "right_hand"
    y, m, c, a = (seen[name] for name in "YMCA")
    assert y[left][0] > 0.4 and y[right][0] < -0.4 and min(y[left][1], y[right][1]) > 0.4
    for side, way in (("left", 1.0), ("right", -1.0)):
        elbow, hand = m[f"{side}_forearm"], m[f"{side}_hand"]
        assert elbow[1] > hand[1] + 0.1 and way * elbow[0] > way * hand[0] + 0.1 and elbow[1] > 0.15
        elbow, hand = a[f"{side}_forearm"], a[f"{side}_hand"]
        assert hand[1] > elbow[1] + 0.15 and way * elbow[0] > way * hand[0] + 0.05 and hand[1] > a["head"][1] + 0.2
    assert c[right][1] > c["head"][1] + 0.1 and c[right][0] > c["right_forearm"][0] + 0.15  # above, and over
    assert c[left][1] < -0.15 and c[left][0] > c["left_forearm"][0] + 0.15  # below, and out


def shoulder_moment(sim, who):
    """kg m2 of the right arm about the axis through both shoulders, its bones as points."""
    character, out = sim.characters[who], 0.0
    for bone in ("right_upper_arm", "right_forearm", "right_hand"):
        mass = p.getDynamicsInfo(character.body, character.link(bone), physicsClientId=sim.client)[0]
        arm = np.cross(places(sim, who, bone)[0] - places(sim, who, "right_upper_arm")[1], to_the_left(sim, who))
        out += mass * float(arm @ arm)
    return out


def test_a_bent_arm_has_less_to_swing_and_is_there_at_the_same_ticks(made):
    sim = made("arm")
    angles = {"straight": [], "bent": []}
    for _ in range(3 * TICKS_PER_S):
        sim.tick()
        for who, seen in angles.items():
            seen.append(off(sim, who, {bone: (0.0, 0.0, 0.0) for bone in ("right_upper_arm", "right_forearm")}))
    assert shoulder_moment(sim, "straight") > 1.8 * shoulder_moment(sim, "bent")
    upper = {who: np.array([turn["right_upper_arm"] for turn in seen]) for who, seen in angles.items()}
    assert np.abs(upper["straight"] - upper["bent"])[TICKS_PER_S:].max() < 3.0, "all the way"
    for who, held in (("straight", 0.0), ("bent", 100.0)):
        elbow = np.array([turn["right_forearm"] for turn in angles[who]])
        assert np.abs(elbow - held)[TICKS_PER_S:].max() < 3.0, "the swing does not shake the elbow"
