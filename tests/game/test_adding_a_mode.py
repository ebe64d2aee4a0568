"""A mode of play that is nothing but the listings in docs/adding_a_mode_of_play.md."""

from __future__ import annotations

import importlib
import json
import re
import sys

import esper
import pytest
from done_again import done_again
from raw import p

import components
import game.plays
import systems
from components.errors import InputError
from game.__main__ import main
from game.base import plays
from game.base.paths import PROJECT
from game.hud.hud import Hud
from game.scenes.scene import load_scene
from game.session.deeds import every_deed
from game.session.messages import falling, words
from game.session.recording import Opening
from game.session.session import Session
from game.world.schedule import schedule
from systems.draw.context import current

PAGE = PROJECT / "docs" / "adding_a_mode_of_play.md"
PACKAGES = {"components": components, "systems": systems, "game/plays": game.plays}
BEFORE, OTHERS = schedule(), plays.names()


@pytest.fixture(scope="module", autouse=True)
def tag(tmp_path_factory):
    """The page's files, as if they lay in the project; where its scene is."""
    home = tmp_path_factory.mktemp("tag")
    listings = re.findall(
        r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    for path, text in listings:
        file = home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if path.count("/") > 1 and file.suffix == ".py":
            (file.parent / "__init__.py").touch()
    with pytest.MonkeyPatch.context() as patch:
        for path, package in PACKAGES.items():
            patch.setattr(package, "__path__", [*package.__path__, str(home / path)])
        look_again()
        yield home / "data" / "scenes" / "tag.toml"
    look_again()
    for name in [name for name in sys.modules if "tag" in name.split(".")]:
        del sys.modules[name]


def look_again():
    importlib.invalidate_caches()
    for known in (plays.names, plays.parts, every_deed, falling, words):
        known.cache_clear()


def points(sim):
    return sim.report()["tag"]


def test_it_stands_among_the_others_and_in_the_tick_where_it_wants_to():
    assert plays.names() == tuple(sorted((*OTHERS, "tag")))
    names = [system.name() for system in schedule()]
    assert names.index("tag") == names.index("hits") + 1
    assert [system for system in schedule() if system.name() != "tag"] == list(BEFORE)


def touches(sim, who, other):
    """Does a hand of one press on the other elsewhere than at a hand? As the engine has it after its last step.

    The engine also lists what came close in that step, or was already on its way out: those rows have no force.
    """
    one, two = sim.characters[who], sim.characters[other]
    rows = p.getContactPoints(one.body, two.body, physicsClientId=sim.client)
    bones = [(one.bones[row[3] + 1], two.bones[row[4] + 1]) for row in rows if row[9] > 0.0]
    return any(mine.endswith("hand") and not theirs.endswith("hand") for mine, theirs in bones)


@pytest.mark.slow
@pytest.mark.bullet
def test_a_hand_that_touches_the_other_scores_once_in_a_while_and_the_report_says_so(tag, made):
    sim, counted, last = made(tag), {"red": 0, "blue": 0}, {"red": -1.0, "blue": -1.0}
    assert points(sim) == counted
    while sim.time < 9.0:  # who walks onto fists goes down, gets up by 7.5 s, and walks onto them again
        t = sim.time
        sim.tick()
        for who, other in (("red", "blue"), ("blue", "red")):
            if touches(sim, who, other) and t - last[who] > 0.499:
                last[who] = t
                counted[who] += 1
    assert points(sim) == counted and sum(counted.values()) >= 4
    told = [event for event in sim.stage.events if event.kind == "tag"]
    assert counted == {name: sum(event.who == name for event in told) for name in counted}


def test_who_is_out_of_reach_scores_nothing(tag, scene, made):
    far = tag.read_text(encoding="utf-8").replace("at = [0.9, 0.0]", "at = [4.0, 0.0]")
    sim = made(scene(far))
    sim.run(1.5)
    assert points(sim) == {"red": 0, "blue": 0}


def test_saved_and_loaded_a_game_goes_on_with_its_points(tag, made):
    sim = made(tag)
    sim.run(1.0)
    saved, before = sim.save(), points(sim)
    sim.run(1.2)
    after, state = points(sim), sim.state_hash()
    assert before != after
    sim.load(saved)
    assert points(sim) == before
    sim.run(1.2)
    assert (points(sim), sim.state_hash()) == (after, state)


def test_a_recording_of_it_is_played_again(tag):
    session = Session(load_scene(tag), seed=5, opening=Opening(str(tag)))
    try:
        session.advance(1.0)
        session.throw_at("red")
        session.advance(1.0)
        recorded = session.recording()
    finally:
        session.close()
    again = done_again(recorded)
    try:
        assert again.simulation.state_hash() == recorded.state_hash
    finally:
        again.close()


def test_it_is_played_from_the_command_line(tag, tmp_path):
    out = tmp_path / "r.json"
    assert main(["run", str(tag), "--seconds", "1", "--json", str(out)]) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert set(report["tag"]) == {"red", "blue"} and "tag" in report["timing"]["systems"]


def test_other_scenes_know_nothing_of_it(made):
    from components.tag import Tagger

    sim = made("boxing")
    sim.tick(2)
    assert not esper.get_component(Tagger)
    assert "tag" not in sim.report() and "tag" not in sim.scene.plays


WRONG = [
    ("pause_s = 0.5", "pause = 0.5", "line 5, tag.pause: there is no such key, did you mean pause_s?"),
    ("pause_s = 0.5", "pause_s = 0", "line 5, tag.pause_s: expected `float` >= 0.1"),
    ("[tag]", "[tga]", "there is no such key, did you mean tag?"),
    ("[[character]]", '[[character]]\nname = "green"\n[[character]]', "line 4, tag: needs two characters, not 3"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_what_its_table_may_not_hold_is_refused_in_one_line_with_its_place(tag, scene, old, new, said):
    with pytest.raises(InputError) as error:
        scene(tag.read_text(encoding="utf-8").replace(old, new, 1))
    assert said in str(error.value) and "\n" not in str(error.value)


def test_its_points_are_told_and_stand_in_the_picture_of_its_scene_alone(tag, spy):
    current()
    for scene, there in ((tag, True), ("stage", False)):
        session = Session(load_scene(scene), seed=5)
        while session.simulation.time < 2.0:
            session.advance(1 / 60)
        overlay = spy("tag")
        overlay.picture(Hud(session, overlay), (1280, 720))
        esper.switch_world(session.simulation.world)
        score = session.simulation.report().get("tag")
        assert overlay.words("tag") == ([word for who, n in score.items() for word in (who, str(n))] if there else [])
        assert bool(overlay.words("scene")) != there, "it stands where the scene's panel is elsewhere"
        assert any(text.endswith("scores") for text, _ in session.messages.lines()) == there
        overlay.close()
        session.close()
