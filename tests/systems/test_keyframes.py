"""Key-frames and scripts, on a boxer that stands on its own legs; from raw pybullet joint states."""

from __future__ import annotations

from math import floor

import esper
import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from components.errors import InputError
from components.keyframes import KeyFrames
from components.script import Playing
from game.scripts.file import load_script
from game.scripts.poses import library
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec

POSES = [
    {"left_upper_arm": (60, 0, 0), "right_upper_arm": (-60, 0, 0)},
    {"left_upper_arm": (0, -70, 0), "right_upper_arm": (0, -70, 0), "left_forearm": (0, -60, 0)},
    {"left_upper_arm": (40, -30, 0), "right_upper_arm": (-20, -40, 0), "left_forearm": (0, -20, 0)},
]
TIMES = [0.3, 0.3, 0.4]


def off(sim, pose):
    """Degrees between each joint and the pose."""
    red, out = sim.characters["red"], []
    for bone, vector in pose.items():
        link = red.link(bone)
        turn = p.getJointStateMultiDof(red.body, link, physicsClientId=sim.stage.engine.client)[0]
        actual = turn if len(turn) == 4 else from_rotvec((0.0, -turn[0], 0.0))  # an elbow's axis is -y
        wanted = from_rotvec(tuple(np.radians(vector)))
        out.append(np.degrees(np.linalg.norm(to_rotvec(mul(conj(actual), wanted)))))
    return np.array(out)


@pytest.fixture
def sim(simulation):
    made = simulation("stage", servo="timed")
    made.run(0.5)
    return made


@pytest.mark.bullet
def test_each_pose_is_reached_at_its_tick_while_the_body_stands(sim):
    for pose, seconds in zip(POSES, TIMES, strict=True):
        sim.characters["red"].key(pose, seconds)
    for pose, seconds in zip(POSES, TIMES, strict=True):
        sim.run(seconds)
        assert off(sim, pose).mean() <= 3.0
    sim.run(3.0)
    assert off(sim, POSES[-1]).mean() <= 1.0, "it stays there"
    assert sim.report()["characters"]["red"]["upright_s"] == pytest.approx(4.5)


def test_let_go_it_is_back_on_its_clip_in_delta(sim):
    red = sim.characters["red"]
    red.set("delta", 0.4)
    red.key(POSES[0], 0.3)
    sim.run(0.6)
    red.let_go()
    sim.run(0.4)
    tables, i = sim.stage.tables, red.link("left_upper_arm") + 1
    assert np.degrees(np.linalg.norm(to_rotvec(mul(conj(tables.bones.joint[i]), tables.targets.joint[i])))) < 2.0


def test_a_saved_run_goes_on_with_its_key_frames(sim):
    red = sim.characters["red"]
    for pose, seconds in zip(POSES, TIMES, strict=True):
        red.key(pose, seconds)
    sim.run(0.4)
    saved = sim.save()
    sim.run(0.6)
    first = sim.state_hash()
    sim.load(saved)
    sim.run(0.6)
    assert sim.state_hash() == first


@pytest.mark.parametrize("seconds", [0.0, -1.0, 0.008, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused_in_one_line(sim, seconds):
    with pytest.raises(InputError, match="key-frame of red, seconds: must be at least a tick"):
        sim.characters["red"].key(POSES[0], seconds)


def test_an_unknown_joint_is_refused_in_one_line(sim):
    with pytest.raises(InputError, match="key-frame of red: rig boxer has no bone 'left_wing'"):
        sim.characters["red"].key({"left_wing": (0, 0, 0)}, 0.3)


LOOP = """
title = "Loop"
[poses.Out]
left_upper_arm = [60.0, 0.0, 0.0]
[poses.Front]
left_upper_arm = [0.0, -60.0, 0.0]
[poses.Right]
right_upper_arm = [-60.0, 0.0, 0.0]
"""
ENDLESS = """
[[track]]
name = "left"
times = 0
frames = [{ pose = "Out", seconds = 0.47 }, { pose = "Front", seconds = 0.2349 }]
"""
ONCE = """
[[track]]
name = "left"
times = 2
frames = [{ pose = "Out", seconds = 0.3 }, { pose = "Front", seconds = 0.3 }]
[[track]]
name = "right"
start_s = 0.5
frames = [{ pose = "Right", seconds = 0.4 }]
"""
STATES = """
[[state]]
name = "a"
pose = "Out"
seconds = 0.22
hold_s = 0.11
next = "b"
[[state]]
name = "b"
pose = "Front"
seconds = 0.22
next = "a"
on = { hit = "c" }
[[state]]
name = "c"
pose = "Right"
seconds = 0.2
"""

BOTH = """
[[track]]
name = "arms"
times = 0
frames = [{ pose = "ArmsOut", seconds = 0.4 }]
"""


@pytest.fixture
def write(tmp_path):
    def to(name, tables):
        path = tmp_path / f"{name}.toml"
        path.write_text(LOOP + tables)
        return str(path)

    return to


def part(sim, kind):
    esper.switch_world(sim.world)
    return next((found for _, found in esper.get_component(kind)), None)


def reached(sim, track=None):
    """(ticks, pose) of the key-frames that were due."""
    rows = sim.report()["characters"]["red"].get("keyframes", [])
    return [(round(row["t"] * TICKS_PER_S), row["pose"]) for row in rows if track in (None, row["track"])]


def from_clip(sim, bone):
    tables, i = sim.stage.tables, sim.characters["red"].link(bone) + 1
    return np.degrees(np.linalg.norm(to_rotvec(mul(conj(tables.bones.joint[i]), tables.targets.joint[i]))))


@pytest.mark.bullet
@pytest.mark.parametrize("name", ["ArmsDown", "ArmsOut", "ArmsFront", "ArmsUp"])
def test_a_pose_of_the_library_is_there_at_its_tick_within_a_degree(sim, name):
    sim.characters["red"].pose(name, 0.4)
    sim.run(0.4)
    assert off(sim, library()[name]).mean() <= 1.0


@pytest.mark.bullet
def test_the_report_has_what_the_engine_says_when_it_was_due(sim):
    sim.characters["red"].pose("ArmsOut", 0.4)
    sim.run(0.4)
    there = off(sim, library()["ArmsOut"]).mean()
    assert "keyframes" not in sim.report()["characters"]["red"]
    sim.tick()
    (row,) = sim.report()["characters"]["red"]["keyframes"]
    assert (row["t"], row["track"], row["pose"]) == (pytest.approx(0.9), "", "ArmsOut")
    assert row["error_deg"] == pytest.approx(there, abs=1e-4)


@pytest.mark.bullet
def test_a_speed_is_there_at_the_tick_too(sim):
    red = sim.characters["red"]
    red.pose("ArmsFront", 0.4, speeds={"left_forearm": (0.0, -90.0, 0.0)})
    sim.run(0.4)
    speed = p.getJointState(red.body, red.link("left_forearm"), physicsClientId=sim.client)[1]
    assert np.degrees(speed) == pytest.approx(90.0, abs=6.0)  # an elbow's axis is -y


def test_an_unknown_pose_is_refused_in_one_line(sim):
    with pytest.raises(InputError, match=r"key-frame of red: there is no pose 'ArmUp', did you mean ArmsUp\?"):
        sim.characters["red"].pose("ArmUp", 0.3)


def test_a_vector_that_is_none_is_refused_in_one_line(sim):
    with pytest.raises(InputError, match="head needs three numbers"):
        sim.characters["red"].key({"head": (0.0, float("nan"), 0.0)}, 0.3)


OUT = (60.0, 0.0, 0.0)
WRONG = {
    "the root": (({"pelvis": OUT}, 0.3), "pelvis is the root"),
    "a hinge off its axis": (({"left_forearm": OUT}, 0.3), r"left_forearm is a hinge and turns about \[0, -1"),
    "an elbow the wrong way": (({"left_forearm": (0, 20, 0)}, 0.3), "left_forearm bends by -5 to 155 degrees .*-20"),
    "a knee the wrong way": (({"left_shin": (0, -20, 0)}, 0.3), "left_shin bends by -5 to 155 degrees"),
    "far too much": (({"head": (1e300, 0, 0)}, 0.3), "head needs three numbers from -360 to 360, not .1e.300, 0, 0"),
    "more than any": (({"head": (10**400, 0, 0)}, 0.3), "head needs three numbers"),
    "two numbers": (({"head": (0.0, 0.0)}, 0.3), "head needs three numbers"),
    "a word": (({"head": "up\nand down"}, 0.3), "head needs three numbers"),
    "words": (({"head": ("1", "2", "3")}, 0.3), "head needs three numbers"),
    "one number": (({"head": 20.0}, 0.3), "head needs three numbers"),
    "yes": (({"head": (True, 0, 0)}, 0.3), "head needs three numbers"),
    "rows in a row": (({"head": ((1, 2), 3, [4])}, 0.3), "head needs three numbers"),
    "nothing": (({"head": None}, 0.3), "head needs three numbers"),
    "no bones": (({}, 0.3), "has no bone"),
    "no pose": ((None, 0.3), "needs bones with three numbers each, not None"),
    "a list of bones": ((["head"], 0.3), "needs bones with three numbers each"),
    "a bone that is a number": (({3: OUT}, 0.3), "has no bone 3"),
    "a time in words": (({"head": OUT}, "0.3"), "seconds: must be at least a tick"),
    "no time": (({"head": OUT}, None), "seconds: must be at least a tick"),
    "a speed far too great": (({"head": OUT}, 0.3, {"head": (0, 1e9, 0)}), "the speed of head needs three numbers"),
    "a speed in words": (({"head": OUT}, 0.3, {"head": "fast"}), "the speed of head needs three numbers"),
    "speeds that are none": (({"head": OUT}, 0.3, 5), "needs bones with three numbers each, not 5"),
    "a speed of another bone": (({"head": OUT}, 0.3, {"neck": OUT}), "has a speed for 'neck', which is not in it"),
    "a hinge's speed off its axis": (
        ({"left_forearm": (0, -20, 0)}, 0.3, {"left_forearm": OUT}), "left_forearm is a hinge"
    ),
    "a track that is a number": (({"head": OUT}, 0.3, None, 7), "key-frame of red, track: must be a name, not 7"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_no_key_frame_may_say_is_refused_in_one_line_and_queues_nothing(sim, case):
    arguments, said = WRONG[case]
    with pytest.raises(InputError, match=said) as error:
        sim.characters["red"].key(*arguments)
    assert str(error.value).startswith("key-frame of red") and "\n" not in str(error.value)
    assert not part(sim, KeyFrames).tracks


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((7, 0.3), "there is no pose 7"),
        ((["ArmsUp"], 0.3), r"there is no pose \['ArmsUp'\]"),
        (("Arms\nUp", 0.3), r"there is no pose 'Arms\\nUp', did you mean ArmsUp"),
        (("ArmsUp", "soon"), "seconds: must be at least a tick"),
        (("ArmsUp", 0.3, {"left_forearm": OUT}), "pose ArmsUp: left_forearm is a hinge"),
        (("ArmsUp", 0.3, {"left_toes": OUT}), "has a speed for 'left_toes', which is not in pose ArmsUp"),
    ],
)
def test_nor_one_with_a_named_pose(sim, arguments, said):
    with pytest.raises(InputError, match=said) as error:
        sim.characters["red"].pose(*arguments)
    assert "\n" not in str(error.value) and not part(sim, KeyFrames).tracks


def test_numpys_numbers_are_numbers_too(sim):
    red = sim.characters["red"]
    red.key({"head": np.array([0.0, 20.0, 0.0], np.float32), "neck": [np.int64(0), 10, 0.0]}, np.float32(0.25))
    (frame,) = part(sim, KeyFrames).tracks[""].queue
    assert frame.seconds == 0.25 and np.degrees(to_rotvec(frame.turns[0][1])) == pytest.approx([0.0, 20.0, 0.0])


def test_an_elbow_may_be_straight_and_a_little_more(sim):
    sim.characters["red"].key({"left_forearm": (0.0, 7.0, 0.0)}, 0.3)
    with pytest.raises(InputError, match="left_forearm bends by"):
        sim.characters["red"].key({"left_forearm": (0.0, 9.0, 0.0)}, 0.3)


def test_of_a_rig_with_many_bones_those_are_named_that_are_like_it(simulation):
    red = simulation("stage", servo="timed", settings={"rig": "paper36"}).characters["red"]
    with pytest.raises(InputError, match="rig paper36 has no bone 'wing'; there are 36, most like it ") as error:
        red.key({"wing": OUT}, 0.3)
    assert len(str(error.value)) < 200


def test_a_loop_is_due_at_the_nearest_ticks_and_does_not_drift(simulation, write):
    """0.47 and 0.2349 s are 56.4 and 28.188 ticks: ten rounds end after 846 ticks, not 840 or 850."""
    sim = simulation("stage", servo="kinematic", settings={"script": write("endless", ENDLESS)})
    sim.tick(847)
    ends = [n * 0.7049 + part for n in range(10) for part in (0.47, 0.7049)]
    assert [t for t, _ in reached(sim)] == [floor(end * TICKS_PER_S + 0.5) for end in ends]
    assert [pose for _, pose in reached(sim)] == ["Out", "Front"] * 10
    assert part(sim, KeyFrames).tracks["left"].queue[0].pose == "Front", "what comes after is known"


def test_tracks_run_side_by_side_and_a_script_that_is_over_lets_go(simulation, write):
    sim = simulation("stage", servo="timed", settings={"script": write("once", ONCE)})
    sim.run(1.2)
    assert part(sim, Playing) is not None
    sim.run(0.1)
    assert reached(sim, "left") == [(36, "Out"), (72, "Front"), (108, "Out"), (144, "Front")]
    assert reached(sim, "right") == [(108, "Right")]
    assert max(row["error_deg"] for row in sim.report()["characters"]["red"]["keyframes"]) < 1.0
    assert part(sim, Playing) is None and not part(sim, KeyFrames).tracks
    sim.run(0.3)
    assert max(from_clip(sim, bone) for bone in ("left_upper_arm", "right_upper_arm")) < 2.0


def test_states_follow_one_another_and_do_not_drift(simulation, write):
    """0.22 and 0.11 s are 26.4 and 13.2 ticks: a round of 66 ticks, in which every single time is rounded."""
    sim = simulation("stage", servo="kinematic", settings={"script": write("states", STATES)})
    sim.tick(5 * 66 + 1)
    assert [t for t, _ in reached(sim)] == [floor(66 * n + end + 0.5) for n in range(5) for end in (26.4, 66.0)]


@pytest.mark.bullet
def test_a_hit_sends_a_state_elsewhere_at_once_and_there_it_stays(simulation, write):
    sim = simulation("stage", servo="timed", settings={"script": write("states", STATES)})
    sim.run(0.35)
    assert part(sim, Playing).state == "b"
    sim.stage.tell("hit", "somebody else")
    sim.tick()
    assert part(sim, Playing).state == "b"
    sim.stage.tell("hit", "red")
    due = sim.ticks + 24
    sim.run(1.0)
    assert part(sim, Playing).state == "c"
    assert reached(sim)[-1] == (due, "Right")
    assert off(sim, {"right_upper_arm": (-60.0, 0.0, 0.0)}).max() < 1.0


def test_what_a_state_does_not_mind_is_not_kept_for_later(simulation, write):
    sim = simulation("stage", servo="kinematic", settings={"script": write("states", STATES)})
    sim.run(0.1)
    sim.stage.tell("hit", "red")
    sim.run(0.35)
    assert part(sim, Playing).state == "b"


def test_a_real_ball_makes_semaphore_duck(simulation):
    sim = simulation("stage", servo="timed", settings={"script": "semaphore"})
    sim.run(0.5)
    sim.throw("medicine_ball", "red", speed=5.0)
    sim.run(1.5)
    assert "Ducked" in [pose for _, pose in reached(sim, "states")]
    assert not sim.report()["characters"]["red"]["falls"]


@pytest.mark.bullet
def test_another_script_takes_over_what_it_moves_and_lets_go_of_the_rest_without_haste(simulation, write):
    """The right arm has `delta` (0.25 s): with 3.89 time constants in it, the way back peaks at 3.89/e/0.25 of it a
    second; a third more is room for the shoulders, which move too."""
    sim = simulation("stage", servo="timed")
    red = sim.characters["red"]
    red.set("script", write("both", BOTH))
    sim.run(1.0)
    back = from_clip(sim, "right_upper_arm")
    red.set("script", write("endless", ENDLESS))
    fastest = 0.0
    for _ in range(30):
        sim.tick()
        spin = p.getJointStateMultiDof(red.body, red.link("right_upper_arm"), physicsClientId=sim.client)[1]
        fastest = max(fastest, float(np.degrees(np.linalg.norm(spin))))
    assert from_clip(sim, "right_upper_arm") < 2.0
    assert fastest < 1.3 * back * 3.89 / np.e / 0.25
    sim.tick(27)
    assert reached(sim)[-1] == (TICKS_PER_S + 56, "Out")
    assert sim.report()["characters"]["red"]["keyframes"][-1]["error_deg"] < 1.0


def test_a_script_stopped_is_over_and_can_begin_again(simulation):
    sim = simulation("stage", servo="timed")
    red = sim.characters["red"]
    for _ in range(2):
        red.set("script", "semaphore")
        assert red.script == "semaphore"
        sim.run(0.6)
        red.set("script", "")
        assert red.script == "" and part(sim, Playing) is None
        sim.run(0.4)
        assert from_clip(sim, "left_upper_arm") < 2.0
    assert [t for t, _ in reached(sim, "left")] == [60, 180]


def test_a_bad_script_changes_nothing(simulation):
    sim = simulation("stage", servo="timed", settings={"script": "semaphore"})
    red = sim.characters["red"]
    with pytest.raises(InputError, match="there is no script 'nope'"):
        red.set("script", "nope")
    assert red.script == red.get("script") == "semaphore"


def test_a_script_uses_bones_of_the_characters_own_rig(simulation):
    rig = simulation("stage", servo="timed", settings={"rig": "paper36"}).characters["red"]._body.rig
    with pytest.raises(InputError, match=r"semaphore.toml: .*rig paper36 has no bone"):
        load_script("semaphore", rig)


@pytest.mark.parametrize("servo", ["world", "kinematic", "off"])
def test_whoever_does_not_mind_key_frames_still_has_their_time(simulation, write, servo):
    sim = simulation("stage", servo=servo, settings={"script": write("once", ONCE)})
    sim.run(1.3)
    assert [t for t, _ in reached(sim)] == [36, 72, 108, 108, 144]


@pytest.mark.bullet
def test_a_body_that_blew_up_goes_on_with_its_script(simulation, write):
    sim = simulation("stage", servo="timed", settings={"script": write("endless", ENDLESS)})
    sim.run(0.6)
    red = sim.characters["red"]
    p.resetBaseVelocity(red.body, [1e4, 0, 0], [0, 0, 0], physicsClientId=sim.client)
    sim.run(1.2)
    assert "explosion" in [event["kind"] for event in sim.report()["events"]]
    assert [t for t, _ in reached(sim)] == [56, 85, 141, 169]
    assert sim.report()["characters"]["red"]["keyframes"][-1]["error_deg"] < 1.0


@pytest.mark.bullet
def test_who_gets_up_does_so_by_the_clip_alone_and_then_joins_in(simulation, write):
    """Also one whose script begins while it lies there; its time runs on."""
    ends = []
    for script in ("", write("endless", ENDLESS)):
        sim = simulation("stage", servo="timed")
        sim.throw("crate", "red", speed=14.0, distance=1.0)
        sim.run(1.0)
        sim.characters["red"].set("script", script)
        sim.run(5.5)
        ends.append([(event["t"], event["kind"]) for event in sim.report()["events"] if event["t"] < 6.2])
        kinds = [event["kind"] for event in sim.report()["events"]]
        assert "getup" in kinds and "explosion" not in kinds
    assert ends[0] == ends[1]
    assert [t for t, _ in reached(sim)][:3] == [TICKS_PER_S + t for t in (56, 85, 141)]
    assert not part(sim, KeyFrames).waiting
    sim.run(1.0)
    assert sim.report()["characters"]["red"]["keyframes"][-1]["error_deg"] < 1.0


def test_saved_in_mid_script_it_goes_on_to_the_bit(simulation):
    sim = simulation("stage", servo="timed", settings={"script": "semaphore"})
    sim.run(0.7)
    saved = sim.save()
    sim.throw("medicine_ball", "red", speed=6.0)
    ends = []
    for _ in range(2):
        sim.run(1.5)
        ends.append((sim.state_hash(), reached(sim), part(sim, Playing).state))
        sim.load(saved)
        assert reached(sim)[-1][0] <= 84
        sim.throw("medicine_ball", "red", speed=6.0)
    assert ends[0] == ends[1]


def test_a_load_brings_back_the_script_that_ran_or_none(simulation):
    sim = simulation("stage", servo="timed")
    red, none = sim.characters["red"], sim.save()
    red.set("script", "semaphore")
    sim.run(0.3)
    some = sim.save()
    red.set("script", "")
    sim.run(0.3)
    sim.load(some)
    assert red.script == red.get("script") == "semaphore"
    sim.load(none)
    assert red.script == red.get("script") == "" and not part(sim, KeyFrames).tracks


def test_the_same_script_twice_comes_to_the_same_bits(simulation):
    sims = [simulation("stage", servo="timed", seed=4, settings={"script": "semaphore"}) for _ in range(2)]
    for sim in sims:
        sim.run(1.0)
    assert sims[0].state_hash() == sims[1].state_hash() and reached(sims[0]) == reached(sims[1])
