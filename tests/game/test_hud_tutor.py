"""The first minute of who boxes: the next useful thing is told until it is done, and only to whom it concerns."""

from __future__ import annotations

import pytest

from components.clock import TICKS_PER_S
from components.fight import BoutPhase, Order
from game.hud.hud import Hud
from game.picture.ink import Box
from game.plays.boxing.hud.tutor import ALL_S, LESSON_S, LESSONS, Tutor, written
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.session import Session
from systems.draw.context import current

FIRST = "W goes towards the opponent, S away"
PUNCH = "J jab, K cross, L hook, I uppercut"


class Taught:
    """A session and its tutor; the time is set, nothing is simulated."""

    def __init__(self, session):
        self.session, self.tutor = session, Tutor()
        self.at(0.0)

    def at(self, seconds):
        self.session.simulation.stage.ticks = round(TICKS_PER_S * seconds)
        self.tutor.watch(Boxing.of(self.session))

    def lines(self):
        self.tutor.watch(Boxing.of(self.session))
        return [text for _, text in self.tutor.lines(Boxing.of(self.session))]

    def fighter(self, who="red"):
        return self.session.simulation.characters[who].fighter


@pytest.fixture
def taught():
    yield from lessons(1)


@pytest.fixture
def both():
    yield from lessons(2)


def lessons(players, scene="boxing"):
    session = Session(load_scene(scene), players=players)
    yield Taught(session)
    session.close()


def test_one_thing_after_the_other_is_told_until_it_has_been_done(taught):
    session, fighter = taught.session, taught.fighter()
    assert taught.lines() == [FIRST]
    Boxing.of(session).press(1, Fight.FORWARD, True, "keys")
    assert taught.lines() == [PUNCH]
    fighter.punching = Order("jab")
    assert taught.lines() == ["hold O to block"]
    Boxing.of(session).press(1, Fight.BLOCK, True, "keys")
    assert taught.lines() == ["hold U before a punch to aim at the body"]
    Boxing.of(session).press(1, Fight.LOW, True, "keys")
    assert taught.lines() == ["hold U before a punch to aim at the body"], "it is the punch that counts"
    fighter.punching = Order("body_jab", "body")
    assert taught.lines() == ["hold Shift before a punch to hit harder"]
    fighter.punching = Order("hook", "head", 1.2)
    assert taught.lines() == ["F1 lists every key"]
    session.helping = True
    assert taught.lines() == []
    session.helping = False
    assert taught.lines() == [], "and that was all"


def test_what_was_done_before_it_was_told_is_not_told(taught):
    taught.fighter().punching = Order("hook", "body", 1.3)
    taught.lines()
    taught.fighter().punching = None
    Boxing.of(taught.session).press(1, Fight.BACK, True, "keys")
    assert taught.lines() == ["hold O to block"]


def test_what_is_not_heeded_makes_room_after_a_while_and_after_a_minute_there_is_nothing(taught):
    told = []
    for tenths in range(round(10 * ALL_S) + 20):
        taught.at(tenths / 10)
        told += [(tenths / 10, text) for text in taught.lines()]
    times = {text: [at for at, own in told if own == text] for _, text in told}
    assert list(times) == [written(lesson, 1) for lesson in LESSONS[: round(ALL_S / LESSON_S)]]
    for own in times.values():
        assert len(own) / 10 == pytest.approx(LESSON_S, abs=0.2)
    assert max(at for at, _ in told) < ALL_S


def test_each_lesson_names_the_keys_of_the_table(both):
    assert both.lines() == [FIRST, "Up goes towards the opponent, Down away"]
    keys = {(c.player, c.fight): c.shown for c in FIGHT_CONTROLS}
    for player in (1, 2):
        said = [written(lesson, player) for lesson in LESSONS]
        for fight, where in ((Fight.JAB, 1), (Fight.UPPERCUT, 1), (Fight.BLOCK, 2), (Fight.LOW, 3), (Fight.POWER, 4)):
            assert keys[player, fight] in said[where]


def test_one_players_deeds_are_not_the_others(both):
    Boxing.of(both.session).press(2, Fight.BACK, True, "keys")
    assert both.lines() == [FIRST, "Num 1 jab, Num 2 cross, Num 3 hook, Num 5 uppercut"]


@pytest.mark.parametrize("state", ["paused", "helping", "over", "shown a recording"])
def test_nothing_is_told_while_there_is_nothing_to_do(taught, state):
    session = taught.session
    session.clock.paused, session.helping = state == "paused", state == "helping"
    if state == "over":
        session.simulation.bout.phase = BoutPhase.OVER
    if state == "shown a recording":
        session.replayed_to = 100
    assert taught.lines() == []


@pytest.mark.parametrize(("scene", "players"), [("boxing", 0), ("course", 1), ("comparison", 1)])
def test_where_nobody_boxes_nobody_is_taught(scene, players):
    for taught in lessons(players, scene):
        assert taught.lines() == []


def test_a_bout_from_its_beginning_does_not_tell_what_is_known(taught):
    Boxing.of(taught.session).press(1, Fight.FORWARD, True, "keys")
    taught.at(5.0)
    taught.session.restart()
    assert taught.lines() == [PUNCH]


@pytest.mark.parametrize("size", [(1280, 720), (640, 360)])
@pytest.mark.parametrize("players", [1, 2])
def test_it_stands_low_in_the_middle_over_the_keys_and_off_the_news(size, players, spy):
    current()
    session = Session(load_scene("boxing"), players=players)
    hud = Hud(session, spy("tutor"))
    session.say("somebody lands a hook")
    hud.update(0.0)
    hud.overlay.picture(hud, size)
    words = hud.overlay.words()
    assert len(words) == players and all(FIRST in word or "Up goes" in word for word in words)
    assert words[0] == (FIRST if players == 1 else f"red:  {FIRST}"), "nothing is cut"
    (_, left, right), *_ = [(text, box[0], box[2]) for text, box in hud.overlay.texts["tutor"]]
    assert (left + right) / 2 == pytest.approx(hud.overlay.right / 2, abs=1)
    mine, keys = hud.overlay.panels["tutor"], hud.overlay.panels["hints"]
    news = hud.overlay.panels["messages"]
    assert max(box[3] for box in mine) <= keys[0][1]
    assert not [(a, b) for a in news for b in mine if Box(*a[:4]).covers(Box(*b[:4]))]
    assert min(box[0] for box in news) > 0.5 * hud.overlay.right, "at the side"
    assert min(box[1] for box in mine) > 0.8 * hud.overlay.bottom
    hud.overlay.close()
    session.close()
