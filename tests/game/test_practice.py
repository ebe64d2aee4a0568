"""Practice: each punch is asked for once, and only what was asked for counts."""

from __future__ import annotations

import pytest

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.hud.hud import Hud
from game.plays.boxing.session.fists import PUNCHES, Fight
from game.plays.boxing.session.playing import Boxing
from game.plays.boxing.session.practice import NEXT_S, SHORT_S, TASKS
from game.scenes.scene import load_scene
from game.session.session import Session
from systems.draw.context import current
from systems.stage import Event


@pytest.fixture
def session():
    session = Session(load_scene("practice"), players=1)
    while session.simulation.bout.phase != "fight":
        session.tick()
    yield session
    session.close()


def to(session, name):
    told = Boxing.of(session).practice
    told.number = [task.name for task in TASKS].index(name)
    return told


def happens(session, kind, **details):
    """Told as the bout tells it."""
    who = "red" if kind == "punch" else "partner"
    Boxing.of(session).practice.notice(Event(session.simulation.time, kind, who, details))
    Boxing.of(session).practice.watch()


def lands(session, move, by="red", place="head"):
    happens(session, "land", by=by, move=move, place=place, impulse=20.0)


def test_every_punch_is_asked_for():
    asked = {fight for task in TASKS for fight in task.keys}
    assert set(PUNCHES) | {Fight.FORWARD, Fight.BLOCK, Fight.LOW, Fight.POWER, Fight.DUCK} <= asked
    assert {move for moves in PUNCHES.values() for move in moves} <= {move for task in TASKS for move in task.moves}


def test_what_was_asked_for_counts_and_the_next_is_asked_when_that_has_been_read(session):
    told = to(session, "Jab")
    lands(session, "jab")
    assert told.praised > 0.0
    assert told.said == "20 N s on the head"
    for _ in range(round(TICKS_PER_S * NEXT_S) + 2):
        session.tick()
        told.watch()
    assert told.task.name == "Cross"
    assert told.said == ""


def test_another_punch_is_named_and_the_partners_do_not_count(session):
    told = to(session, "Jab")
    lands(session, "body_cross")
    assert (told.praised, told.said) == (0.0, "that was the body cross")
    lands(session, "jab", by="partner")
    assert told.praised == 0.0


def test_on_the_arms_counts_too(session):
    told = to(session, "Cross")
    lands(session, "cross", place="arm")
    assert told.praised > 0.0


def test_harder_has_to_be_harder(session):
    told = to(session, "Harder")
    happens(session, "punch", move="cross", target="head", power=1.0)
    lands(session, "cross")
    assert told.praised == 0.0
    assert "hold" in told.said
    happens(session, "punch", move="cross", target="head", power=1.2)
    lands(session, "cross")
    assert told.praised > 0.0


def test_what_meets_nobody_was_too_short(session):
    told = to(session, "Jab")
    happens(session, "punch", move="jab", target="head", power=1.0)
    for _ in range(round(TICKS_PER_S * SHORT_S) + 2):
        session.tick()
        told._landed.clear()
        told.watch()
    assert told.said == "too short: W steps in"


def test_stepping_in_blocking_and_ducking_are_seen(session):
    told = Boxing.of(session).practice
    Boxing.of(session).fists[0].push(0.0, 1.0)
    for _ in range(600):
        session.tick()
        told.watch()
        if told.praised > 0.0:
            break
    assert told.praised > 0.0
    Boxing.of(session).fists[0].push(0.0, 0.0)
    for name, fight in (("Block", Fight.BLOCK), ("Duck", Fight.DUCK)):
        told = to(session, name)
        told.praised = 0.0
        Boxing.of(session).press(1, fight, True, "keys")
        for _ in range(240):
            session.tick()
            told.watch()
            if told.praised > 0.0:
                break
        assert told.praised > 0.0, name
        Boxing.of(session).press(1, fight, False, "keys")


def test_after_the_last_one_it_asks_what_comes_next(session):
    told = Boxing.of(session).practice
    told.number = len(TASKS)
    told.watch()
    assert [row.label for row in session.asking.rows] == ["Box", "Again", "Menu"]
    session.asking.key("RETURN")
    for _ in range(4):
        session.menu.pass_time()
    assert session.scene.name == "boxing"
    assert session.simulation.characters["blue"].fighter.level == 1


def test_the_partner_does_not_hit_back(session):
    for _ in range(1200):
        session.tick()
    assert session.simulation.characters["partner"].fighter.thrown == 0


def test_nobody_practises_elsewhere_or_where_nobody_plays():
    for scene, players in (("boxing", 1), ("practice", 0)):
        session = Session(load_scene(scene), players=players)
        assert not Boxing.of(session).practice.on
        session.close()


def test_only_boxers_practise(scene):
    with pytest.raises(InputError, match="practice"):
        scene('title = "Alone"\npractice = true\n[[character]]\nname = "red"\n')


@pytest.mark.parametrize("size", [(1280, 720), (700, 400), (640, 360)])
def test_the_task_its_key_and_its_button_are_on_the_picture(session, spy, size):
    current()
    overlay = spy("practice")
    hud = Hud(session, overlay)
    to(session, "To the body")
    overlay.picture(hud, size)
    assert {"To the body", "U", "J", "on a pad: Left trigger + X"} <= set(overlay.words())
    assert not overlay.texts["fight"]
    for _, (left, top, right, bottom) in overlay.texts["practice"]:
        assert 0 <= left < right <= overlay.right
        assert 0 <= top < bottom <= overlay.bottom
    overlay.close()
