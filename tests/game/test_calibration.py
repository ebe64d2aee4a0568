"""Calibration: how far a firm push turns a joint, from springs in closed form, the raw engine, and files."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.errors import InputError
from game.figures.tension.calibration import PUSH, TENSIONS, calibrate, end_of, joints_of, pushed
from game.rigs import calibration as module
from game.rigs.calibration import Calibration, load, read_calibration
from game.rigs.rig import load_rig

SHIPPED = ("boxer", "tension47", "torso28")
GOOD = "push_n = 45\nseconds = 1.5\ntensions = [0.1, 1.0]\n[curves.neck]\nx = [8.0, 1.0]\n"


def test_between_its_points_a_curve_is_that_of_a_spring():
    """Degrees times tension stay what they are."""
    made = Calibration(45.0, 1.5, (0.01, 1.0), {"left_forearm": {"its": (50.0, 0.5)}})
    for tension in (0.01, 0.05, 0.3, 1.0):
        assert made.degrees("right_forearm", 2, tension) * tension == pytest.approx(0.5)
    assert made.degrees("left_forearm", 0, 5.0) == pytest.approx(0.5)
    assert made.degrees("head", 0, 1.0) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("[8.0, 1.0]", "[8.0]"), "line 5, curves.neck.x: must have 2 numbers"),
        (GOOD.replace("x =", "w ="), "line 5, curves.neck.w: is no axis"),
        (GOOD.replace("[0.1, 1.0]", "[1.0, 0.1]"), "line 3, tensions: must rise"),
        (GOOD.replace("seconds = 1.5\n", ""), "seconds"),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line(tmp_path, text, says):
    path = tmp_path / "some.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=says) as caught:
        read_calibration(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_curves_have_all_joints_and_fall_with_tension(name):
    rig, found = load_rig(name), load(name)
    assert found is not None
    assert found.tensions == TENSIONS
    assert set(found.curves) <= set(joints_of(rig))
    assert {"left_upper_arm", "left_forearm", "neck", "spine1"} <= set(found.curves)
    for own in found.curves.values():
        for curve in own.values():
            assert curve[TENSIONS.index(1.0)] < 0.6 * curve[TENSIONS.index(0.1)]


def test_nobody_has_calibrated_every_rig():
    assert load("paper36") is None


def test_the_end_of_a_limb_is_its_last_bone():
    rig = load_rig("boxer")
    ends = {joint: end_of(rig, joint) for joint in ("left_clavicle", "neck", "spine1", "left_thigh")}
    assert ends == {"left_clavicle": "left_hand", "neck": "head", "spine1": "spine3", "left_thigh": "left_toes"}


@pytest.mark.slow
@pytest.mark.bullet
def test_a_pushed_elbow_turns_by_lever_times_force_over_stiffness():
    """In the raw engine, held by the push: twice the tension is half of the turn, and both are the spring's."""
    from game import Simulation

    turned = {}
    for tension in (0.4, 0.8):
        with Simulation("stage", servo="tension", settings={"rig": "boxer+stand", "clip": "guard"}) as sim:
            (one,) = sim.characters.values()
            one.limb("left_forearm").set("tension", tension)
            sim.run(0.5)
            link, hand = one.link("left_forearm"), one.link("left_hand")
            before = p.getJointState(one.body, link, physicsClientId=sim.client)[0]
            elbow = np.array(p.getLinkState(one.body, link, physicsClientId=sim.client)[4])
            place, turn = np.array(p.getLinkState(one.body, hand, physicsClientId=sim.client)[0]), sim.stage
            axis = np.array(one.rig.bones[link + 1].axis)
            frame = p.getMatrixFromQuaternion(p.getLinkState(one.body, link, physicsClientId=sim.client)[5])
            axis = np.array(frame).reshape(3, 3) @ axis
            way = np.cross(axis, place - elbow)
            for _ in range(240):
                at = p.getLinkState(one.body, hand, physicsClientId=sim.client)[0]
                force = (PUSH * way / np.linalg.norm(way)).tolist()
                p.applyExternalForce(one.body, hand, force, at, p.WORLD_FRAME, physicsClientId=sim.client)
                sim.tick()
            turned[tension] = p.getJointState(one.body, link, physicsClientId=sim.client)[0] - before
            own = turn.tables.own["tension"][0]
            stiffness = own.pull_low[link + 1, 0] + own.pull_high[link + 1, 0]
            assert turned[tension] * stiffness == pytest.approx(PUSH * np.linalg.norm(way), rel=0.1)
    assert turned[0.4] == pytest.approx(2.0 * turned[0.8], rel=0.1)


@pytest.mark.slow
@pytest.mark.bullet
def test_any_executor_writes_what_is_read_again(tmp_path, monkeypatch):
    from concurrent.futures import ThreadPoolExecutor

    from game.figures.tension import calibration as sweep

    monkeypatch.setattr(sweep, "joints_of", lambda rig: ["left_forearm"])
    monkeypatch.setattr(sweep, "TENSIONS", (0.2, 1.0))
    told = []
    with ThreadPoolExecutor(2) as executor:
        failures = calibrate("torso28", tmp_path / "torso28.toml", executor, lambda *of: told.append(of))
    assert failures == []
    assert told == [(1, 1, "left_forearm")]
    found = read_calibration(tmp_path / "torso28.toml")
    assert found.degrees("left_forearm", 0, 1.0) == pytest.approx(
        load("torso28").degrees("left_forearm", 0, 1.0), rel=0.02
    )


@pytest.mark.slow
@pytest.mark.bullet
def test_the_shipped_numbers_are_those_that_come_out_now():
    rows = pushed("torso28", "neck", (0.1, 1.0), 0).tables[""]
    found = load("torso28")
    for row in rows:
        axis = module.AXES.index(row["axis"])
        assert found.degrees("neck", axis, row["tension"]) == pytest.approx(row["most_deg"], rel=0.05)
