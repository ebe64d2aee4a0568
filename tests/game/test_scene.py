"""Scene files: what they mean, and that whatever is wrong is one line with its place."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.character import Record
from components.errors import InputError
from components.settings import Ground, Root
from game.base.paths import RIGS
from game.scenes.props import prop_kinds
from game.scenes.scene import load_scene, scene_names
from game.world.simulation import Simulation

RED = 'title = "t"\n[[character]]\nname = "red"\n'
CROWD = 'title = "t"\n[crowd]\ncount = 3\n'


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_of_the_project_loads_and_says_what_it_is(name):
    loaded = load_scene(name)
    assert loaded.name == name
    assert loaded.title
    assert loaded.about


def test_the_headline_scene_has_5_characters_of_paper36_and_50_loose_bodies_on_a_mesh():
    crowd = load_scene("crowd")
    assert [c.name for c in crowd.characters] == ["c1", "c2", "c3", "c4", "c5"]
    assert {c.rig for c in crowd.characters} == {"paper36"}
    assert len(crowd.props) == 50
    assert not any(prop.fixed for prop in crowd.props)
    assert crowd.world.ground is Ground.MESH


@pytest.mark.parametrize("characters", [1, 2, 5, 10, 20])
def test_the_loose_bodies_of_any_crowd_touch_nobody_and_each_other_at_the_start(characters):
    crowd = load_scene("crowd", {"characters": characters})
    assert len(crowd.characters) == characters
    places = [(*p.position[:2], max(p.kind.size[:2]) / 2) for p in crowd.props] + [
        (*c.at, 0.4) for c in crowd.characters
    ]
    gaps = [
        hypot(a[0] - b[0], a[1] - b[1]) - a[2] - b[2]
        for i, a in enumerate(places[: len(crowd.props)])
        for b in places[i + 1 :]
    ]
    assert min(gaps) > 0.0


def test_a_setting_is_taken_from_the_most_particular_place_that_names_it(scene):
    text = 'title = "t"\n[settings]\nstrength = 2\n[[character]]\nname = "a"\n[[character]]\nname = "b"\nstrength = 3\n'
    assert [c.servo.strength for c in scene(text).characters] == [2.0, 3.0]
    assert [c.servo.strength for c in scene(text, {"strength": "4"}).characters] == [4.0, 4.0]
    assert [c.servo.strength for c in scene(text, {"strength": 4, "a.strength": 5}).characters] == [5.0, 4.0]


def test_the_rig_of_a_character_is_its_own_or_the_worlds_or_what_was_asked_for(scene):
    own = str(RIGS / "boxer.toml")
    text = 'title = "t"\n[settings]\nrig = "paper36"\n[[character]]\nname = "a"\n[[character]]\nname = "b"\n'
    text += f"rig = '{own}'\n"
    assert [c.rig for c in scene(text).characters] == ["paper36", own]
    assert [c.rig for c in scene(text, {"rig": "boxer"}).characters] == ["boxer", "boxer"]
    assert [c.rig for c in scene(text, {"b.rig": "boxer"}).characters] == ["paper36", "boxer"]


def test_a_scene_may_say_how_it_is_seen(scene):
    assert (scene(RED).camera, scene(RED).names) == ("", False)
    seen = scene('camera = "side"\nnames = true\n' + RED)
    assert (seen.camera, seen.names) == ("side", True)


def test_servo_and_root_go_to_all_characters(scene):
    red = scene(RED + 'servo = "off"\n', servo="parent", root="free").characters[0]
    assert red.servo.servo == "parent"
    assert red.root.root is Root.FREE


def test_none_takes_a_setting_back_to_the_clips_own(scene):
    assert scene(RED + "root_limit = 5.0\n", {"root_limit": "none"}).characters[0].root.root_limit is None


def test_a_character_faces_in_radians_what_the_file_says_in_degrees(scene):
    assert scene(RED + "facing_deg = 90\nheight = 0.25\n").characters[0].facing == pytest.approx(pi / 2)


def test_a_prop_without_a_height_stands_on_the_ground(scene):
    crate, ball = scene(RED + '[[prop]]\nwhat="crate"\nat=[1,2]\n[[prop]]\nwhat="ball"\nat=[3,4,1]\nradius=0.5\n').props
    assert crate.position == (1.0, 2.0, pytest.approx(0.2))
    assert ball.position == (3.0, 4.0, pytest.approx(1.5))
    assert ball.kind.radius == 0.5


def test_a_throw_at_all_is_one_at_each(scene):
    throws = scene(RED + '[[character]]\nname = "blue"\n[[throw]]\nwhat = "ball"\nat = "all"\nat_s = [1, 2]\n').throws
    assert [throw.at for throw in throws] == ["red", "blue"]
    assert [t for t in range(600) if throws[0].due(t)] == [120, 240]


def test_a_repeated_throw_comes_every_so_often_until_it_ends(scene):
    (throw,) = scene(RED + '[[throw]]\nwhat="ball"\nat="red"\nevery_s=1.5\nuntil_s=4.5\n').throws
    assert [t for t in range(2000) if throw.due(t)] == [180, 360, 540]


def test_pushes_come_again_and_again_harder_and_from_another_side(scene):
    table = "[[push]]\nevery_s = 1.5\nuntil_s = 4.5\nimpulse = 20\nharder = 5\nway_deg = 90\nturn_deg = 90\n"
    (push,) = scene(RED + table).pushes
    assert [(t, push.nth(t)) for t in range(2000) if push.nth(t) is not None] == [(180, 0), (360, 1), (540, 2)]
    assert push.of(0, 0.0) == pytest.approx((0.0, 20.0, 0.0))
    assert push.of(2, pi / 2) == pytest.approx((30.0, 0.0, 0.0), abs=1e-9)


def test_a_scene_s_push_is_that_of_a_script_and_spares_who_has_fallen(scene):
    """At 0.1 s and 0.2 s; before the second he is said to have fallen."""
    pushed = scene(RED + "[[push]]\nevery_s = 0.1\nimpulse = 40\nway_deg = 90\n")
    ends = []
    for each in (pushed, replace(pushed, pushes=())):
        with Simulation(each) as sim:
            red = sim.characters["red"]
            sim.tick(12)
            if not each.pushes:
                sim.push("red", impulse=pushed.pushes[0].of(0, red.facing))
            sim.tick(6)
            red.component(Record).fallen, red.component(Record).up_s = True, 0.0
            sim.tick(12)
            ends.append(sim.stage.tables.base.copy())
            assert [event.t for event in sim.stage.events if event.kind == "pushed"] == [0.1] * len(each.pushes)
    np.testing.assert_array_equal(*ends)


def test_what_is_expected_of_somebody_left_out_of_a_smaller_crowd_is_dropped(scene):
    text = CROWD + "[expect]\nfallen_at_s = { c3 = 5 }\nstill_standing_at_s = { all = 1 }\n"
    assert scene(text).expect.fallen_at_s == {"c3": 5.0}
    smaller = scene(text, {"characters": "2"}).expect
    assert smaller.fallen_at_s == {}
    assert smaller.still_standing_at_s == {"c1": 1.0, "c2": 1.0}


WRONG = [
    ("", "missing required field `title`"),
    ("a =", "s.toml"),
    ('title = "t"', "nobody"),
    ('camera = "frnot"\n' + RED, "line 1, camera: there is no camera 'frnot', did you mean front?"),
    ('camera = "free"\n' + RED, "there is no camera 'free'; there are fight, follow, front, side"),
    ("camera = 3\n" + RED, "line 1, camera: expected `str`"),
    ('names = "red"\n' + RED, "line 1, names: expected `bool`"),
    (RED + 'clpi = "walk"', "line 4, character[1].clpi: there is no such key, did you mean clip?"),
    (RED + "strength = nan", "line 4, character[1].strength"),
    (RED + "strength = -1", "must be from 0 to 100"),
    (RED + 'strength = "much"', "must be a number"),
    (RED + 'at = [1, "a"]', "line 4, character[1].at[2]"),
    (RED + "at = [1, inf]", "line 4, character[1].at[2]"),
    (RED + "at = [1, 1e9]", "line 4, character[1].at[2]"),
    (RED + "height = 1" + "0" * 400, "too large"),
    (RED + "height = 1" + "0" * 5000, "s.toml"),
    (RED + 'servo = "wrld"', "must be one of off, kinematic"),
    (RED + 'settings = { clip = "walk" }', "character[1].settings"),
    (RED + RED[12:], "'red' is the name of two characters"),
    (RED + "[[push]]\nevery_s = 1\nimpulse = -1", "push[1].impulse"),
    (RED + "[[push]]\nevery_s = 1\nimpulse = 1\nbone = 'haed'", "there is no bone 'haed', did you mean head?"),
    (RED.replace("red", "all"), "means all of them"),
    (RED.replace("red", "a b"), "character[1].name"),
    (
        RED + '[settings]\ngrund = "flat"',
        "line 5, settings.grund: there is no setting of that name, did you mean ground?",
    ),
    (RED + '[settings]\nground = "moon"', "line 5, settings.ground"),
    (
        RED + '[[throw]]\nwhat = "crate"\nat = "blue"\nat_s = 1',
        "line 6, throw[1].at: there is no character called 'blue'",
    ),
    (RED + '[[throw]]\nwhat = "crat"\nat = "red"\nat_s = 1', "did you mean crate?"),
    (RED + '[[throw]]\nwhat = "crate"\nat = "red"', "needs either every_s or at_s"),
    (RED + '[[throw]]\nwhat = "crate"\nat = "red"\nat_s = 1\nradius = 1', "a crate is a box"),
    (RED + '[[prop]]\nwhat = "crate"\nat = [1]', "prop[1].at"),
    (RED + '[[prop]]\nwhat = "crate"\nat = [1, 2]\ncount = 100\nspread = 1', "no room for 100"),
    (RED + "[expect]\nfallen_at_s = { blue = 2 }", "there is no character called 'blue'"),
    (RED + "[expect]\nfallen_at_s = { red = 'x' }", "line 5, expect.fallen_at_s"),
    ("a = " + "[" * 5000, "nested too deeply"),
    ("character = 3\n" + 'title = "t"', "line 1, character"),
    (RED + '"x\\ny" = 1', "character[1].x"),
    (RED + 'clip = "wlk"', "line 4, character[1].clip: there is no clip 'wlk' in clips.toml, did you mean walk?"),
    (RED + 'clip = "a\\nb"', "line 4, character[1].clip: there is no clip"),
    (RED + '[settings]\nclip = "wlk"', "line 5, settings.clip: there is no clip 'wlk'"),
    (CROWD + 'clip = "wlk"', "line 4, crowd.clip: there is no clip 'wlk'"),
    (RED + 'rig = "boxr"', "line 4, character[1].rig: there is no rig called 'boxr', did you mean boxer?"),
    (RED + 'rig = "mine.toml"', "line 4, character[1].rig: there is no file 'mine.toml'"),
    (RED + 'script = "mine.toml"', "line 4, character[1].script: there is no file 'mine.toml'"),
    (RED + '[settings]\nrig = "boxr"', "line 5, settings.rig: there is no rig called 'boxr'"),
    (CROWD + 'rig = "boxr"', "line 4, crowd.rig: there is no rig called 'boxr'"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_scene_is_refused_in_one_line_with_its_place(scene, text, said):
    with pytest.raises(InputError) as error:
        scene(text)
    assert said in str(error.value)
    assert "s.toml" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"clpi": "walk"}, "did you mean clip?"),
        ({"blue.clip": "walk"}, "no character called 'blue'"),
        ({"red.ground": "flat"}, "no setting of that name"),
        ({"characters": "3"}, "no [crowd]"),
        ({"strength": "nan"}, "must be from 0 to 100"),
        ({"strength": [1]}, "must be a number"),
        ({"clip": "wlk"}, "setting clip: there is no clip 'wlk' in clips.toml, did you mean walk?"),
        ({"red.clip": "wlk"}, "setting clip: there is no clip 'wlk'"),
        ({"rig": "boxr"}, "setting rig: there is no rig called 'boxr', did you mean boxer?"),
        ({"red.rig": "a\0b.toml"}, "setting rig: there is no file"),
    ],
)
def test_a_wrong_override_is_refused_by_name(scene, overrides, said):
    with pytest.raises(InputError, match="setting ") as error:
        scene(RED, overrides)
    assert said in str(error.value)


@pytest.mark.parametrize("count", ["0", "-1", "101", "1.5", "x", None, True, "9" * 5000])
def test_a_crowd_of_an_impossible_number_is_refused(scene, count):
    with pytest.raises(InputError, match="setting characters: must be a whole number from 1 to 100"):
        scene(CROWD, {"characters": count})


@pytest.mark.parametrize("name", ["nope", "../nope.toml", "a/b\0c", "st\nage", ""])
def test_a_scene_that_is_not_there_is_one_line(name):
    with pytest.raises(InputError) as error:
        load_scene(name)
    assert "\n" not in str(error.value)


def test_a_folder_and_a_picture_are_no_scenes(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        load_scene(tmp_path)
    (tmp_path / "p.toml").write_bytes(b"\x89PNG\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        load_scene(tmp_path / "p.toml")


def test_kinds_of_props_weigh_something_and_have_a_size():
    kinds = prop_kinds()
    assert {"ball", "beach_ball", "crate", "medicine_ball", "block", "plank"} <= set(kinds)
    assert all(kind.mass > 0 and min(kind.size) > 0 for kind in kinds.values())


TOKENS = st.sampled_from(
    [
        "[[character]]", "[crowd]", "[settings]", "[[prop]]", "[[throw]]", "[expect]", "[", "]", "{", "}", "=", "\n",
        'title = "t"', 'name = "red"', "name = 1", "at = [0, 0]", 'at = "red"', "at_s = 1", "every_s = 1",
        "count = 2", "spread = 2", 'what = "crate"', 'what = "ball"', "radius = 0.2", "strength = nan",
        "x = 1979-05-27", 'ground = "mesh"', "still_standing_at_s = { red = 1 }", "character = []", "prop = [1]",
        "gravity = -9", '"a\\nb" = 1',
    ]
)  # fmt: skip
LINES = st.lists(TOKENS | st.text(max_size=12), max_size=14).map("\n".join)


@pytest.mark.slow
@given(text=LINES | st.text(max_size=80))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_does_anything_but_load_or_be_refused_in_one_line(tmp_path, text):
    path = tmp_path / "fuzz.toml"
    path.write_text(text, encoding="utf-8", newline="", errors="replace")
    try:
        loaded = load_scene(path)
    except InputError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert loaded.characters
