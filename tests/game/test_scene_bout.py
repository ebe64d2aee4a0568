"""What a scene file says of a bout, and what becomes of it."""

from __future__ import annotations

import json

import esper
import pytest

from components.errors import InputError
from components.fight import Bout, BoutPhase, Fighter
from components.ropes import Ropes
from game import Simulation
from game.plays.boxing.scenes import bout_of
from game.scenes.scene import load_scene

SCENE = """title = "t"
[settings]
ground = "ring"
[bout]
rounds = 5
round_s = 90.0
rest_s = 4.0
knockdowns_tko = 2
[[character]]
name = "ali"
style = "out_boxer"
level = 3
at = [-0.7, 0.0]
[[character]]
name = "joe"
stance = "southpaw"
at = [0.7, 0.0]
facing_deg = 180.0
"""


@pytest.fixture
def scene(tmp_path):
    def write(text):
        path = tmp_path / "bout.toml"
        path.write_text(text)
        return path

    return write


def test_a_bout_and_its_boxers_are_as_the_file_says(scene):
    with Simulation(load_scene(scene(SCENE))):
        (_, bout), *_ = esper.get_component(Bout)
        assert (bout.rounds, bout.round_s, bout.rest_s, bout.knockdowns_tko) == (5, 90.0, 4.0, 2)
        assert bout.phase is BoutPhase.READY
        ali, joe = (fighter for _, fighter in sorted(esper.get_component(Fighter), key=lambda pair: pair[0]))
        assert (ali.corner, ali.opponent, ali.style, ali.level, ali.stance) == (
            "red",
            "joe",
            "out_boxer",
            3,
            "orthodox",
        )
        assert (joe.corner, joe.opponent, joe.style, joe.level, joe.stance) == ("blue", "ali", "", 2, "southpaw")
        assert len(esper.get_component(Ropes)) == 1


def test_style_level_and_stance_can_be_asked_for_of_both_or_of_one(scene):
    def boxers(**overrides):
        asked = {key.replace("__", "."): value for key, value in overrides.items()}
        return [(b.style, b.level, b.stance) for b in bout_of(load_scene(scene(SCENE), asked)).boxers]

    assert boxers() == [("out_boxer", 3, "orthodox"), ("", 2, "southpaw")]
    assert boxers(level="1") == [("out_boxer", 1, "orthodox"), ("", 1, "southpaw")]
    assert boxers(level=1, joe__level="3") == [("out_boxer", 1, "orthodox"), ("", 3, "southpaw")]
    assert boxers(style="brawler", ali__stance="southpaw") == [
        ("brawler", 3, "southpaw"), ("brawler", 2, "southpaw")
    ]  # fmt: skip
    with Simulation(scene(SCENE), settings={"joe.level": "3", "joe.style": "brawler"}) as sim:
        joe = sim.characters["joe"].fighter
        assert (joe.level, joe.style) == (3, "brawler")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("level", "9", "setting level: must be from 1 to 3, not 9"),
        ("joe.level", "soon", "must be a number"),
        ("level", 1.5, "must be a whole number"),
        ("joe.style", "brawlr", "did you mean brawler?"),
        ("style", "zzz", "there are brawler, counter_puncher, out_boxer"),
        ("ali.stance", "goofy", "must be one of orthodox, southpaw"),
        ("jim.level", "2", "no character called 'jim'"),
        ("levl", "2", "did you mean level?"),
    ],
)
def test_a_wrong_style_level_or_stance_is_refused_in_one_line(scene, key, value, said):
    with pytest.raises(InputError) as error:
        load_scene(scene(SCENE), {key: value})
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("key", ["level", "red.level", "style", "stance"])
def test_where_nobody_boxes_there_is_no_level(key):
    with pytest.raises(InputError, match="for boxers, and there are none in this scene"):
        load_scene("stage", {key: "2"})


@pytest.mark.parametrize("name", ["boxing", "platform"])
def test_the_projects_bouts_have_computers_in_both_corners(name):
    bout = bout_of(load_scene(name))
    assert all(boxer.style for boxer in bout.boxers)


@pytest.mark.parametrize("name", ["stage", "barrage"])
def test_other_scenes_have_none_and_their_reports_say_nothing_of_it(name):
    with Simulation(name) as sim:
        assert not esper.get_component(Bout) + esper.get_component(Fighter) + esper.get_component(Ropes)
        assert "bout" not in sim.report()


def test_the_report_of_a_bout_can_be_written_as_json():
    with Simulation("boxing") as sim:
        sim.run(0.1)
        bout = json.loads(json.dumps(sim.report()["bout"]))
        assert (bout["winner"], bout["how"], bout["rounds"], bout["cards"]) == ("", "", 3, [])
        assert list(bout["boxers"]) == ["red", "blue"]
        assert bout["boxers"]["red"]["thrown"] == bout["boxers"]["red"]["landed"] == 0


THIRD = '[[character]]\nname = "jim"\nat = [0.0, 2.0]\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SCENE + THIRD, "line 4, bout: needs two characters, not 3"),
        (SCENE + "[crowd]\ncount = 1\n", "line 4, bout: needs two characters, not 3"),
        (SCENE.replace("rounds = 5", "rounds = 0"), "line 5, bout.rounds"),
        (SCENE.replace("rounds = 5", "round = 5"), "did you mean rounds?"),
        (SCENE.replace("round_s = 90.0", "round_s = nan"), "line 6, bout.round_s"),
        (SCENE.replace("level = 3", "level = 4"), "line 12, character[1].level"),
        (SCENE.replace("southpaw", "goofy"), "line 16, character[2].stance"),
        (SCENE[: SCENE.index("[bout]")] + SCENE[SCENE.index("[[ch") :], "there is no [bout]"),
    ],
)
def test_a_wrong_bout_is_refused_in_one_line_that_says_where(scene, text, said):
    with pytest.raises(InputError) as error:
        load_scene(scene(text))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
