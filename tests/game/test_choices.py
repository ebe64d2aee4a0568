"""A list to choose from: keys, mouse and pads move through it, and what is drawn is where the mouse finds it."""

from __future__ import annotations

import pytest

from game.hud.hud import Hud
from game.scenes.scene import load_scene
from game.session.choices import Choices, Row
from game.session.controls import Action
from game.session.session import Session
from systems.draw.context import current


class Asked:
    def __init__(self, rows=3, **options):
        self.done, self.level = [], 2
        makes = [Row(f"row {n}", f"what {n} does", does=lambda n=n: self.done.append(n)) for n in range(rows - 1)]
        turned = Row("level", "how well it boxes", value=lambda: str(self.level), turn=self.turn)
        self.choices = Choices("Which", [*makes, turned], back=lambda: self.done.append("back"), **options)
        self.choices.close = lambda: self.done.append("closed")

    def turn(self, steps):
        self.level += steps


@pytest.fixture
def asked():
    return Asked()


@pytest.fixture
def session():
    session = Session(load_scene("stage"))
    yield session
    session.close()


def test_a_row_that_is_taken_closes_the_list_first(asked):
    assert asked.choices.key("DOWN")
    assert asked.choices.key("RETURN")
    assert asked.done == ["closed", 1]


def test_a_row_that_does_nothing_closes_the_list(asked):
    asked.choices.rows = [Row("Go on")]
    asked.choices.key("RETURN")
    assert asked.done == ["closed"]


def test_above_the_first_row_is_the_last_and_ends_are_a_key_away(asked):
    for key, chosen in (("UP", 2), ("DOWN", 0), ("END", 2), ("HOME", 0)):
        asked.choices.key(key)
        assert asked.choices.chosen == chosen


def test_a_row_with_a_value_is_turned_and_stays(asked):
    asked.choices.key("END")
    for key in ("LEFT", "RIGHT", "RETURN", "RIGHT"):
        asked.choices.key(key)
    assert asked.level == 4
    assert not asked.done


def test_escape_leaves_it_where_it_may_be_left(asked):
    asked.choices.key("ESCAPE")
    assert asked.done == ["closed", "back"]
    kept = Asked(leaves=False)
    kept.choices.key("ESCAPE")
    assert not kept.done


def test_other_keys_mean_nothing(asked):
    assert not asked.choices.key("J")
    assert not asked.choices.button("rightshoulder")


def test_a_pad_moves_takes_and_leaves(asked):
    for button in ("dpdown", "a"):
        assert asked.choices.button(button)
    assert asked.done == ["closed", 1]
    assert asked.choices.button("b")
    assert asked.done[2:] == ["closed", "back"]


def test_a_stick_that_is_held_steps_once(asked):
    for y in (0.2, -0.7, -1.0, -0.5, -0.7):
        asked.choices.stick(0.0, y)
    assert asked.choices.chosen == 1
    asked.choices.stick(0.0, 0.0)
    asked.choices.stick(0.1, -0.8)
    assert asked.choices.chosen == 2
    asked.choices.stick(0.0, 0.0)
    asked.choices.stick(0.9, 0.0)
    assert asked.level == 3


@pytest.mark.slow(but=["2-size0", "30-size2"])
@pytest.mark.parametrize("size", [(1280, 720), (700, 400), (640, 360), (1920, 1080)])
@pytest.mark.parametrize("rows", [2, 5, 30])
def test_rows_lie_in_the_window_and_below_each_other_and_the_mouse_finds_them(session, spy, size, rows):
    asked = Asked(rows)
    session.ask(asked.choices)
    current()
    overlay = spy("choices")
    overlay.picture(Hud(session, overlay), size)
    places = asked.choices.places
    below = 0.0
    for number, place in sorted(places.items()):
        assert 0 <= place.left < place.right <= overlay.right
        assert below <= place.top < place.bottom <= overlay.bottom
        below = place.bottom
        assert asked.choices.hover(place.left + 5, 0.5 * (place.top + place.bottom))
        assert asked.choices.chosen == number
    assert not asked.choices.hover(1, 1)
    words = overlay.words()
    overlay.close()
    assert "Which" in words
    assert [f"row {number}" for number in sorted(places) if number < rows - 1] == [
        word for word in words if word.startswith("row ")
    ]


def test_the_chosen_row_is_seen_wherever_it_is(session, spy):
    asked = Asked(30)
    session.ask(asked.choices)
    current()
    overlay = spy("choices")
    for chosen in (0, 12, 28, 29):
        asked.choices.chosen = chosen
        overlay.picture(Hud(session, overlay), (640, 360))
        assert chosen in asked.choices.places
    overlay.close()


def test_a_click_takes_the_row_under_the_mouse(session, spy):
    asked = Asked()
    session.ask(asked.choices)
    current()
    overlay = spy("choices")
    overlay.picture(Hud(session, overlay), (1280, 720))
    overlay.close()
    left, top, right, _ = asked.choices.places[2]
    assert asked.choices.click(right - 5, top + 5)
    assert asked.choices.click(left + 5, top + 5)
    assert asked.choices.click(left + 5, top + 5)
    assert asked.level == 1
    left, top, *_ = asked.choices.places[1]
    assert session.asking is asked.choices
    assert asked.choices.click(left + 5, top + 5)
    assert session.asking is None
    assert asked.done == [1]
    assert not asked.choices.click(2, 2)


def test_the_world_waits_for_the_answer_where_the_list_says_so(session):
    session.ask(Asked().choices)
    assert session.advance(0.5) == 0
    assert session.still
    session.asking.key("ESCAPE")
    assert session.advance(1 / 60) == 2
    session.ask(Asked(stops=False).choices)
    assert session.advance(1 / 60) == 2


def test_it_is_seen_with_all_else_switched_off_and_the_help_lies_over_it(session, spy):
    session.ask(Asked().choices)
    session.hud = False
    current()
    overlay = spy("choices")
    overlay.picture(Hud(session, overlay), (1280, 720))
    assert "Which" in overlay.words()
    session.do(Action.HELP)
    overlay.picture(Hud(session, overlay), (1280, 720))
    assert not overlay.words()
    overlay.close()


@pytest.mark.slow
def test_pads_speak_to_the_list_and_to_nothing_else(told):
    assert told("""
from game.plays.boxing.session.playing import Boxing
from game.session.choices import Choices, Row
from game.session.pad_hands import poll_pads
from game.session.pads import Pads
from game.scenes.scene import load_scene
from game.session.session import Session
session = Session(load_scene("boxing"), players=1)
pad = FakePad("one")
pads = Pads(Manager(pad))
poll_pads(pads, session)
session.ask(Choices("Which", [Row("a"), Row("b", does=lambda: print("b")), Row("c")]))
pad.set(x=True, lefty=100)
poll_pads(pads, session)
poll_pads(pads, session)
print(session.asking.chosen, Boxing.of(session).fists[0].held)
pad.set(x=False, lefty=0, a=True)
poll_pads(pads, session)
print(session.asking)
""") == ["1 set()", "b", "None"]
