"""What modes of play owe to scenes and worlds, and what may stand in a scene file with them."""

from __future__ import annotations

import msgspec
import pytest

from game.base.plays import names, parts
from game.plays.boxing.scenes import bout_of, with_bout
from game.plays.catching.scenes import catches_of
from game.plays.course.scenes import course_of
from game.scenes.file import SceneFile
from game.scenes.keys import known_keys, part, widened
from game.scenes.plays import scene_plays
from game.scenes.scene import load_scene
from game.world.plays import world_plays


class Inner(msgspec.Struct):
    much: int = 1


class Table(msgspec.Struct, kw_only=True):
    what: str
    rows: list[Inner] = []
    settings: dict[str, int] = {}


class Whole(msgspec.Struct):
    title: str
    table: list[Table] = []


class Flags(msgspec.Struct, frozen=True):
    flag: bool = False
    inner: Inner | None = None


def test_a_widened_struct_takes_the_keys_of_all_and_gives_each_its_part():
    wide = widened(Whole, Flags)
    assert issubclass(wide, Whole)
    file = msgspec.convert({"title": "t", "table": [{"what": "w"}], "inner": {"much": 3}}, wide)
    assert part(file, Flags) == Flags(False, Inner(3)) and file.table[0].what == "w"
    with pytest.raises(msgspec.ValidationError, match="unknown field `flog`"):
        msgspec.convert({"title": "t", "flog": True}, wide)
    first, second = (msgspec.convert({"title": "t"}, wide) for _ in range(2))
    assert first.table is not second.table


def test_a_key_belongs_to_one():
    class Same(msgspec.Struct):
        table: int = 0

    with pytest.raises(ValueError, match="two of Whole and its modes of play have a key table"):
        widened(Whole, Flags, Same)


def test_known_keys_are_those_of_every_table_and_settings_by_their_names():
    assert known_keys(widened(Whole, Flags), ["speed"]) == {
        "": ["title", "table", "flag", "inner"],
        "table": ["what", "rows", "speed"],
        "table.rows": ["much"],
        "inner": ["much"],
    }


def test_each_mode_of_play_adds_to_scenes_and_worlds_under_names_of_its_own():
    assert len(parts("scenes")) == len(parts("world")) == len(names())
    assert {"boxing", "catching", "course"} <= set(names())
    keys = [play.key for play in scene_plays()]
    assert len(set(keys)) == len(keys)
    assert all(play.key in play.tables.__struct_fields__ for play in scene_plays())
    assert not {key for play in scene_plays() for key in play.tables.__struct_fields__} & set(
        SceneFile.__struct_fields__
    )


def test_rows_of_the_report_hide_nothing(made):
    rows = [play.row for play in world_plays()]
    assert len(set(rows)) == len(rows) and not set(rows) & set(made("stage").report())


def test_a_scene_says_which_modes_are_played_in_it():
    found = {name: set(load_scene(name).plays) for name in ("stage", "boxing", "practice", "course", "catch")}
    assert found == {"stage": set(), "boxing": {"bout"}, "practice": {"bout"}, "course": {"course"}, "catch": {"catch"}}
    stage = load_scene("stage")
    assert (bout_of(stage), course_of(stage), catches_of(stage)) == (None, None, ())


def test_what_is_played_in_a_scene_is_changed_in_a_copy_alone():
    boxing = load_scene("boxing")
    nobody = with_bout(boxing, None)
    assert bout_of(boxing) is not None and bout_of(nobody) is None
    assert with_bout(nobody, bout_of(boxing)) == boxing
    with pytest.raises(TypeError):
        boxing.plays["bout"] = None
