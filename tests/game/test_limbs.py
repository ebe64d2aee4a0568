"""Limbs by command line, scene file, Python and key; saved, recorded and shown."""

from __future__ import annotations

import json

import numpy as np
import pytest
from done_again import done_again

from components.errors import InputError
from components.limbs import LimbSettings
from game.__main__ import main
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.recording import Opening, Recording, read_recording
from game.session.session import Session

RED = 'title = "t"\n[[character]]\nname = "red"\n'
BLUE = '[[character]]\nname = "blue"\nat = [2.0, 0.0]\n'


@pytest.fixture
def session():
    made = Session(load_scene("stage"), seed=3, opening=Opening("stage"))
    yield made
    made.close()


# --- what a rig names


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_a_rig_names_its_limbs_and_every_bone_is_in_one_of_them(rig):
    loaded = load_rig(rig)
    single = ("trunk", "head", "left_arm", "right_arm", "left_leg", "right_leg")
    assert set(loaded.limbs) == {"all", "arms", "legs", *single}
    assert sorted(row for limb in single for row in loaded.limbs[limb]) == list(range(len(loaded.bones)))
    assert sorted(loaded.limbs["left_arm"] + loaded.limbs["right_arm"]) == sorted(loaded.limbs["arms"])
    assert loaded.limb_of[loaded.index("left_hand")] == "left_arm" and loaded.limb_of[0] == "trunk"
    assert loaded.limb("left_hand") == (loaded.index("left_hand"),)
    assert len(loaded.limb("head")) > 1  # the limb, not the bone


def test_the_list_of_rigs_names_them(capsys):
    assert main(["rigs"]) == 0
    assert "left_arm, right_arm" in capsys.readouterr().out


# --- which value counts


def test_the_more_special_is_painted_last_and_of_equals_the_later():
    limbs = LimbSettings().given("left_hand", "strength", 4.0).given("arms", "strength", 2.0)
    limbs = limbs.given("left_arm", "strength", 3.0).given("legs", "strength", 5.0).given("arms", "strength", 1.0)
    rig = load_rig("boxer")
    strengths = np.zeros(len(rig.bones))
    for bones, _, value in limbs.painted(rig):
        strengths[list(bones)] = value
    of = {name: strengths[rig.index(name)] for name in ("left_hand", "left_forearm", "right_hand", "left_foot", "head")}
    assert of == {"left_hand": 4.0, "left_forearm": 3.0, "right_hand": 1.0, "left_foot": 5.0, "head": 0.0}
    assert len(limbs.all) == 4 and len(limbs.without("arms", "strength").all) == 3


# --- asked for


def test_a_scene_file_and_overrides_give_settings_to_limbs(scene):
    limbs = '[character.limbs.arms]\nservo = "off"\nstrength = 0.5\n[character.limbs.left_hand]\nservo = "world"\n'
    overrides = {"legs.strength": "2", "red.arms.strength": "0.25", "blue.all.servo": "parent"}
    red, blue = scene(RED + limbs + BLUE, overrides).characters
    assert [tuple(each) for each in red.limbs.all] == [
        ("arms", "servo", "off"),
        ("left_hand", "servo", "world"),
        ("legs", "strength", 2.0),
        ("arms", "strength", 0.25),
    ]
    assert [tuple(each) for each in blue.limbs.all] == [("legs", "strength", 2.0)]
    assert blue.servo.servo == "parent" and red.servo.servo == "world"


@pytest.mark.parametrize(
    ("text", "overrides", "said"),
    [
        (RED + '[character.limbs.armz]\nservo = "off"\n', {}, "line 4, character[1].limbs.armz: the rig boxer has no"),
        (RED + '[character.limbs.arms]\nservo = "of"\n', {}, "line 5, character[1].limbs.arms.servo: must be one of"),
        (RED + '[character.limbs.arms]\nclip = "walk"\n', {}, "line 5, character[1].limbs.arms.clip: there is no"),
        (RED, {"red.arms.clip": "walk"}, "setting clip: is of the whole body"),
        (RED, {"red.armz.servo": "off"}, "limb armz: the rig boxer has no limb of that name"),
        (RED, {"armz.servo": "off"}, "there is no character or limb called 'armz', did you mean arms?"),
        (RED, {"rad.arms.servo": "off"}, "there is no character called 'rad', did you mean red?"),
        (RED, {"arms.strength": "x"}, "setting strength: must be a number"),
    ],
)  # fmt: skip
def test_a_wrong_one_is_refused_where_it_is_written(scene, text, overrides, said):
    with pytest.raises(InputError) as refused:
        scene(text, overrides)
    assert said in str(refused.value) and "\n" not in str(refused.value)


def test_the_command_line_sets_a_limb(tmp_path):
    out = tmp_path / "r.json"
    hashes = []
    for more in ([], ["--set", "red.arms.servo=off"], ["--set", "red.arms.servo=world"]):
        assert main(["run", "stage", "--seconds", "0.3", "--json", str(out), *more]) == 0
        hashes.append(json.loads(out.read_text())["state_hash"])
    assert hashes[0] == hashes[2] != hashes[1]


def test_in_python_a_limb_says_what_it_has(made):
    red = made("stage").characters["red"]
    assert "arms" in red.limbs and red.limb("arms").servo == "world"
    red.limb("left_arm").servo = "off"
    assert red.limb("left_arm").own("servo") == "off" and red.limb("right_arm").own("servo") is None
    assert red.limb("arms").servo is None  # its bones differ
    red.limb("all").set("strength", 2.0)
    assert red.get("strength") == 2.0 == red.limb("head").get("strength")
    for wrong in (("arms", "clip", "walk"), ("arms", "servo", "of"), ("arms", "root", None), ("wings", "servo", "off")):
        with pytest.raises(InputError):
            red.limb(wrong[0]).set(*wrong[1:])
    assert len(red.component(LimbSettings).all) == 1


# --- by key, and again


def test_keys_speak_of_the_chosen_limb_and_of_the_body_where_a_limb_has_no_such_setting(session):
    session.do(Action.NEXT_LIMB)
    while session.limb != "left_arm":
        session.do(Action.NEXT_LIMB)
    red = session.simulation.characters["red"]
    session.do(Action.NEXT_SERVO)
    assert session.value("servo") == red.limb("left_arm").servo != "world" == red.servo
    session.setting = "strength"
    session.do(Action.VALUE_UP)
    assert red.limb("left_arm").get("strength") == 1.2 and red.get("strength") == 1.0
    session.do(Action.DEFAULT)
    assert red.limb("left_arm").own("strength") is None
    session.do(Action.NEXT_ROOT)
    assert red.root != "weak"  # of the whole body
    session.choose(None, "wings")
    assert session.limb == "all"


def test_what_was_given_to_a_limb_is_recorded_and_comes_to_the_same_state(session, tmp_path):
    session.choose("red", "arms")
    assert session.change("servo", "off") and not session.change("strength", -1.0)
    session.advance(0.3)
    assert session.change("servo", None) and session.change("strength", 0.5)
    session.choose(None, "left_hand")
    assert session.change("servo", "parent")
    session.advance(0.5)
    session.recording().write(tmp_path / "r.json")
    recorded: Recording = read_recording(tmp_path / "r.json")
    again = done_again(recorded)
    try:
        assert again.simulation.state_hash() == recorded.state_hash
        assert again.simulation.characters["red"].acting("left_hand") == "parent"
    finally:
        again.close()


def test_a_restart_keeps_what_limbs_were_given_and_going_back_takes_it_away(session):
    session.choose("red", "arms")
    session.advance(0.1)
    before = session.history.now
    session.change("servo", "off")
    session.advance(0.1)
    session.go_to(before - 2)
    red = session.simulation.characters["red"]
    assert red.limb("arms").servo == "world"
    session.go_to(session.history.last)
    assert red.limb("arms").servo == "off"
    session.restart()
    assert session.simulation.characters["red"].limb("arms").servo == "off"


# --- a boxer with one arm


@pytest.mark.slow
def test_a_boxer_with_a_dead_arm_stands_and_boxes(made):
    """The rear arm is dead: the lead hand, which throws four punches of five, still lands. He may be knocked down."""
    stands = 0
    for seed in (5, 6, 7):
        sim = made("boxing", seed=seed, settings={"red.right_arm.servo": "off"})
        sim.run(20.0)
        found = sim.report()
        red = found["bout"]["boxers"]["red"]
        assert red["thrown"] > 0 and red["landed"] > 0
        assert not found["exploded"]
        assert sim.characters["red"].acting("right_hand") == "off"
        stands += found["characters"]["red"]["upright_s"] > 18.0
    assert stands >= 2
