"""Trajectories: curves through samples, tracks of a script that hold them, and a clear line for each wrong one."""

from __future__ import annotations

import numpy as np
import pytest

from components.errors import InputError
from components.trajectory import Way
from game import Simulation
from game.__main__ import main
from game.rigs.rig import load_rig
from game.scripts.file import load_script
from game.scripts.trajectory import trajectory

HEAD = 'title = "T"\n'
SPINE = '[[joint]]\nbone = "spine1"\npath = [[0, 0, 0, 0], [1, 0, 30, 0]]\n'
ELBOW = '[[joint]]\nbone = "left_forearm"\npath = [[0, 0], [1, 90]]\n'
PALM = '[[site]]\nsite = "left_palm"\npath = [[0, 0.3, 0.3, 1.2], [1, 0.4, 0.2, 1.4]]\n'


def degrees_of(q):
    """The rotation vector of x y z w."""
    size = np.linalg.norm(q[:3])
    return np.degrees(2.0 * np.arctan2(size, q[3])) * np.array(q[:3]) / max(size, 1e-12)


def apart_deg(a, b):
    return np.degrees(2.0 * np.arccos(min(1.0, abs(float(np.dot(a, b))))))


@pytest.fixture
def written(tmp_path):
    def write(text):
        file = tmp_path / "t.toml"
        file.write_text(HEAD + text)
        return file

    return write


def test_a_spline_through_three_samples_is_the_natural_one():
    """Through 0, 1, 0 at 0, 1, 2 s its curvature in the middle is -3, so it is at 0.6875 after 0.5 s."""
    path = trajectory([(0, 0.0), (1, 1.0), (2, 0.0)], 1)
    assert path.curvatures == ((0.0,), (-3.0,), (0.0,))
    assert [path.at(t)[0] for t in (-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 9.0)] == pytest.approx(
        [0.0, 0.0, 0.6875, 1.0, 0.6875, 0.0, 0.0]
    )


def test_lines_are_straight_and_steps_jump():
    rows = [(1, 2.0), (2, 4.0), (4, 0.0)]
    lines, steps = trajectory(rows, 1, Way.LINES), trajectory(rows, 1, Way.STEPS)
    assert [lines.at(t)[0] for t in (0.0, 1.5, 3.0, 5.0)] == pytest.approx([2.0, 3.0, 2.0, 0.0])
    assert [steps.at(t)[0] for t in (0.0, 1.99, 2.0, 3.99, 4.0)] == [2.0, 2.0, 4.0, 4.0, 0.0]


def test_a_joint_is_told_its_trajectory_and_what_hangs_on_it_goes_along(written):
    with Simulation("stage", settings={"script": str(written(SPINE)), "clip": "stand"}) as sim:
        bones, targets = sim.characters["red"].bones, sim.stage.tables.targets
        spine, head = bones.index("spine1"), bones.index("head")
        sim.run(0.5)
        assert degrees_of(targets.joint[spine]) == pytest.approx([0.0, 15.0, 0.0], abs=1e-6)
        assert np.degrees(targets.joint_spin[spine]) == pytest.approx([0.0, 30.0, 0.0], abs=1e-6)
        before = targets.relative[head].copy()
        sim.run(0.5)
        assert apart_deg(before, targets.relative[head]) == pytest.approx(15.0, abs=1.0)


def test_muscles_follow_a_trajectory_and_the_clip_has_the_joint_again_after_it(written):
    with Simulation("stage", settings={"script": str(written(ELBOW)), "clip": "stand"}) as sim:
        red = sim.characters["red"]
        elbow = red.about.first + red.bones.index("left_forearm")
        sim.run(0.95)
        turn = sim.stage.tables.bones.joint
        assert np.linalg.norm(degrees_of(turn[elbow])) == pytest.approx(85.0, abs=8.0)
        sim.run(1.0)
        assert red.script == ""
        assert np.linalg.norm(degrees_of(turn[elbow])) < 30.0


def test_a_site_is_led_by_a_string_for_as_long_as_its_path(written):
    with Simulation("stage", settings={"script": str(written(PALM)), "clip": "stand"}) as sim:
        sim.characters["red"].limb("arms").servo = "off"
        sim.run(0.99)
        (string,) = sim.strings
        assert string.name == "left_palm"
        assert string.wanted == pytest.approx([0.4, 0.2, 1.4], abs=0.02)
        assert string.error < 0.03
        sim.run(0.1)
        assert sim.strings == []


def test_a_script_of_trajectories_goes_on_to_the_bit_after_a_load(written):
    with Simulation("stage", settings={"script": str(written(SPINE + ELBOW + PALM))}) as sim:
        sim.run(0.4)
        saved = sim.save()
        sim.run(1.0)
        first = sim.state_hash()
        sim.load(saved)
        sim.run(1.0)
        assert sim.state_hash() == first


WRONG = [
    (SPINE.replace("spine1", "spin1"), "line 3, joint[1].bone: rig boxer has no bone 'spin1', did you mean spine1"),
    (SPINE.replace("spine1", "pelvis"), "line 3, joint[1].bone: pelvis is the root"),
    (SPINE.replace("[1, 0, 30, 0]", "[-1, 0, 30, 0]"), "line 4, joint[1].path: sample 2 goes back in time"),
    (SPINE.replace(", [1, 0, 30, 0]", ""), "line 4, joint[1].path: needs two samples or more, not 1"),
    (SPINE.replace("30", "nan"), "line 4, joint[1].path"),
    (SPINE.replace("30", "60"), "at 1.00 s spine1 would swing by 60 degrees; it can by 0 to 40"),
    (ELBOW.replace("90", "170"), "at 1.00 s left_forearm would bend by 170 degrees; it can by -5 to 155"),
    (ELBOW + 'way = "steps"\n', None),
    (ELBOW.replace("90", "170") + 'way = "steps"\n', "at 1.00 s left_forearm would bend by 170 degrees"),
    (ELBOW.replace("[1, 90]", "[1, 90, 0]"), "sample 2 needs 2 finite numbers, a time first"),
    (ELBOW.replace("[1, 90]", "[1, -1e308]"), "sample 2 is beyond 1e+06: [1, -1e+308]"),
    (ELBOW + 'way = "curved"\n', "joint[1].way"),
    (SPINE + SPINE, "joint[2].bone: spine1 is in another track"),
    (PALM.replace("left_palm", "left_plam"), "site[1].site: rig boxer has no site and no bone 'left_plam'"),
    (PALM.replace("1.4", "inf"), "site[1].path"),
    (PALM.replace("1.4", "99"), "site[1].path: sample 2 is beyond 50"),
]


def test_what_is_wrong_with_a_trajectory_is_said_in_a_line(written):
    for text, reason in WRONG:
        file = written(text)
        if reason is None:
            load_script(str(file), load_rig("boxer"))
            continue
        with pytest.raises(InputError) as error:
            load_script(str(file), load_rig("boxer"))
        assert reason in str(error.value), text
        assert "t.toml" in str(error.value)
        assert "\n" not in str(error.value)


def test_between_samples_a_curve_may_not_go_beyond_a_joint_either(written):
    text = SPINE.replace("[1, 0, 30, 0]", "[1, 0, 39, 0], [2, 0, 39, 0], [3, 0, -39, 0]")
    with pytest.raises(InputError, match=r"at 1\.\d+ s spine1 would swing by 4\d degrees"):
        load_script(str(written(text)), load_rig("boxer"))


def test_the_command_line_says_it_and_returns_2(written, capsys):
    script = str(written(SPINE.replace("30", "60")))
    assert main(["run", "stage", "--seconds", "1", "--set", f"script={script}"]) == 2
    told = capsys.readouterr().err.strip()
    assert len(told.splitlines()) == 1
    assert "spine1 would swing by 60 degrees" in told


def test_strings_of_a_scene_are_checked_in_it(tmp_path):
    for holds, path, reason in (
        ('["left_plam"]', "", "line 6, string[1].holds: rig boxer has no site and no bone 'left_plam'"),
        ('["left_palm"]', "path = [[0, 0, 0, 1]]", "line 7, string[1].path: needs two samples or more"),
        ("[]", "", "line 6, string[1].holds"),
    ):
        file = tmp_path / "s.toml"
        file.write_text(f'title = "S"\n[[character]]\nname = "red"\n[[string]]\nwho = "red"\nholds = {holds}\n{path}\n')
        with pytest.raises(InputError) as error:
            Simulation(file)
        assert reason in str(error.value)


# --- from Python


def test_a_program_leads_a_joint_as_a_script_does_to_the_bit(written):
    rows = [(0, 0), (1, 90)]
    with (
        Simulation("stage", settings={"script": str(written(ELBOW)), "clip": "stand"}) as told,
        Simulation("stage", settings={"clip": "stand"}) as led,
    ):
        led.characters["red"].lead("left_forearm", rows)
        assert led.characters["red"].script == ""
        for _ in range(180):  # half a second longer than it lasts: then the clip has the joint again
            told.tick()
            led.tick()
        assert told.state_hash() == led.state_hash()


def test_paths_are_added_one_by_one_and_the_last_for_a_joint_has_it():
    with Simulation("stage", settings={"clip": "stand"}) as sim:
        red = sim.characters["red"]
        red.lead("left_forearm", [(0, 0), (1, 90)], times=0)
        sim.run(0.25)
        red.lead("right_forearm", [(0, 0), (1, 40)], way="lines")
        red.lead("left_forearm", [(0, 20), (1, 20)], way="lines", times=0)
        saved = sim.save()
        sim.run(0.5)
        targets, bones = sim.stage.tables.targets.joint, red.bones
        assert np.linalg.norm(degrees_of(targets[bones.index("left_forearm")])) == pytest.approx(20.0, abs=1e-6)
        assert np.linalg.norm(degrees_of(targets[bones.index("right_forearm")])) == pytest.approx(20.0, abs=1e-6)
        there = sim.state_hash()
        sim.load(saved)
        sim.run(0.5)
        assert sim.state_hash() == there
        red.let_go()
        sim.run(0.1)
        assert np.linalg.norm(degrees_of(targets[bones.index("left_forearm")])) != pytest.approx(20.0, abs=0.1)


@pytest.mark.parametrize(
    ("bone", "rows", "more", "reason"),
    [
        ("left_wing", [(0, 0), (1, 9)], {}, "left_wing"),
        ("left_forearm", [(0, 0)], {}, "needs two samples"),
        ("left_forearm", [(0, 0), (0, 9)], {}, "less than a tick"),
        ("left_forearm", [(0, 0), (1, float("nan"))], {}, "finite numbers"),
        ("left_forearm", [(0, 0), (1, 300)], {}, "it can by"),
        ("left_forearm", 3, {}, "a list of samples"),
        ("left_forearm", [(0, 0), (1, 9)], {"way": "curve"}, "no way 'curve'"),
        ("left_forearm", [(0, 0), (1, 9)], {"times": -1}, "0 for ever"),
    ],
)
def test_a_wrong_path_from_a_program_is_one_line_and_changes_nothing(bone, rows, more, reason):
    with (
        Simulation("stage", settings={"clip": "stand"}) as sim,
        Simulation("stage", settings={"clip": "stand"}) as other,
    ):
        with pytest.raises(InputError, match=reason) as found:
            sim.characters["red"].lead(bone, rows, **more)
        assert "\n" not in str(found.value) and "trajectory of red" in str(found.value)
        sim.run(0.2)
        other.run(0.2)
        assert sim.state_hash() == other.state_hash()
