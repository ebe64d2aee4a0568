"""The menu without a window: each row opens what it names, what was chosen is what is boxed, and the bell waits."""

from __future__ import annotations

import pytest
from done_again import done_again

from components.fight import BoutPhase
from game import __main__ as cli
from game.cli.arguments import parser
from game.hud.hud import Hud
from game.picture.small_pictures import SIZE, picture_path, read_pictures, write_pictures
from game.plays.boxing.session.match import Match
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene, scene_names
from game.session.answering import key_down, mouse
from game.session.controls import CONTROLS, Action
from game.session.history import History
from game.session.menu import LABORATORY_LOOK, TITLE
from game.session.recording import Opening
from game.session.session import Session
from game.world.simulation import Simulation
from systems.draw.context import current

ROWS = ["Box", "Practice", "Two players", "Watch", "Course", "Laboratory", "Keys", "Quit"]


@pytest.fixture
def session():
    session = Session(load_scene("boxing"), players=0)
    session.patient = True
    session.menu.lie_over()
    yield session
    session.close()


def take(session, *labels):
    """Rows one after the other; what they open is there afterwards."""
    for label in labels:
        asking = session.asking
        asking.chosen = [row.label for row in asking.rows].index(label)
        asking.key("RETURN")
        for _ in range(4):
            session.menu.pass_time()


def press(session, name):
    control = next((control for control in CONTROLS if name in control.keys), None)
    return key_down(session, name, control)


def style(session, who):
    fighter = session.simulation.characters[who].fighter
    return fighter.style, fighter.level


def test_the_title_has_a_row_for_each_way_to_play(session):
    assert [row.label for row in session.asking.rows] == ROWS
    assert session.asking.look == TITLE
    assert all(row.about for row in session.asking.rows)
    assert not Boxing.of(session).fists


def test_the_bout_behind_it_goes_on_and_begins_anew_when_it_is_over(session):
    assert session.advance(1 / 60) == 2
    first, bout, title = session.simulation, session.simulation.bout, session.asking
    bout.phase, bout.winner, bout.how, bout.clock_s = BoutPhase.OVER, "red", "KO", 100.0
    session.advance(1 / 60)
    assert session.simulation is not first
    assert session.asking is title


@pytest.mark.slow
def test_what_happens_behind_it_is_not_told_in_the_scene_that_is_opened(session):
    for _ in range(600):
        session.advance(1 / 60)
    assert any(event.kind == "round" for event in session.simulation.stage.events)
    take(session, "Box", "Into the ring")
    assert [text for text, _ in session.messages.lines() if "Boxing:" not in text] == []


def test_time_that_stood_goes_on_where_the_menu_is_opened_and_left(session):
    take(session, "Laboratory", "Barrage")
    session.pause()
    session.menu.open()
    session.advance(0.0)
    for _ in range(4):
        session.menu.pass_time()
    assert session.menu.showing
    assert session.advance(1 / 60) == 2


def test_who_is_chosen_is_who_boxes(session):
    take(session, "Box", "Opponent", "Level")
    take(session, "Your corner", "Into the ring")
    assert [fist.who for fist in Boxing.of(session).fists] == ["blue"]
    assert style(session, "blue") == ("", 3)
    assert style(session, "red") == ("counter_puncher", 3)
    assert Boxing.of(session).before_bell
    assert not session.menu.showing


@pytest.mark.parametrize(
    ("labels", "scene", "persons"),
    [(("Two players",), "boxing", 2), (("Watch", "Begin"), "boxing", 0), (("Course",), "course", 1),
     (("Practice",), "practice", 1), (("Laboratory", "Barrage"), "barrage", 0),
     (("Laboratory", "Boxing"), "boxing", 1)],
)  # fmt: skip
def test_each_row_opens_what_it_names(session, labels, scene, persons):
    take(session, *labels)
    assert (session.scene.name, session.persons) == (scene, persons)
    assert session.asking is None
    assert Boxing.of(session).before_bell == (scene == "boxing" and persons > 0)


def test_what_is_opened_is_said_before_it_is_there(session):
    session.asking.chosen = ROWS.index("Course")
    session.asking.key("RETURN")
    assert session.menu.coming == load_scene("course").title
    assert session.scene.name == "boxing"


def test_the_laboratory_lists_every_scene_with_a_line_and_a_picture(session):
    take(session, "Laboratory")
    assert session.asking.look == LABORATORY_LOOK
    assert [row.picture for row in session.asking.rows] == scene_names()
    assert all(row.about for row in session.asking.rows)
    pictures = read_pictures()
    assert sorted(pictures) == scene_names()
    for name, picture in pictures.items():
        assert picture.shape == (SIZE[1], SIZE[0], 3)
        assert picture.std() > 10.0, f"{name}: there is nothing on it"
        assert picture_path(name).stat().st_size < 40_000


def test_a_picture_is_drawn_by_a_command(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("game.picture.small_pictures.PICTURES", tmp_path / "pictures")
    assert cli.main(["pictures", "stage"]) == 0
    assert capsys.readouterr().out == "stage.webp\n"
    assert (tmp_path / "pictures" / "stage.webp").stat().st_size > 1000
    with pytest.raises(Exception, match="no scene of that name"):
        next(write_pictures(["nowhere"]))


def test_esc_goes_to_the_last_row_and_from_there_out(session):
    press(session, "ESCAPE")
    assert session.asking.row.label == "Quit"
    assert not session.closing
    press(session, "ESCAPE")
    assert session.closing


def test_esc_goes_from_a_list_to_the_title(session):
    take(session, "Box")
    press(session, "ESCAPE")
    assert [row.label for row in session.asking.rows] == ROWS


def test_keys_of_the_window_do_what_they_do_and_others_nothing(session):
    done = []
    session.actions |= {action: lambda action=action: done.append(action) for action in Action}
    for name in ("F11", "T", "Z", "F9"):
        assert press(session, name)
    assert done == [Action.FULLSCREEN, Action.FILM]


def test_before_the_bell_the_world_waits_and_a_key_rings_it(session):
    take(session, "Box", "Into the ring")
    assert session.advance(0.5) == 0
    assert not press(session, "F1")
    assert Boxing.of(session).before_bell
    assert press(session, "J")
    assert not Boxing.of(session).before_bell
    assert session.simulation.characters["red"].fighter.order is None, "that key was no punch"
    assert session.advance(1 / 60) == 2


def test_who_boxes_is_asked_before_the_bout_is_left(session):
    take(session, "Box", "Into the ring")
    press(session, "J")
    session.advance(1 / 60)
    session.menu.open()
    assert session.asking.title == "Leave the bout?"
    assert session.advance(1 / 60) == 0, "the bout waits"
    press(session, "RETURN")
    assert session.asking is None
    assert session.advance(1 / 60) == 2
    session.menu.open()
    take(session, "To the menu")
    assert session.menu.showing
    assert [row.label for row in session.asking.rows] == ROWS


@pytest.mark.slow
def test_a_pads_button_rings_the_bell_and_no_more(told):
    assert told("""
from game.plays.boxing.session.playing import Boxing
from game.session.pad_hands import poll_pads
from game.session.pads import Pads
from game.scenes.scene import load_scene
from game.session.session import Session
session = Session(load_scene("boxing"), players=1)
session.patient = True
session.await_person()
pad = FakePad("one")
pads = Pads(Manager(pad))
poll_pads(pads, session)
print(Boxing.of(session).before_bell)
pad.set(x=True)
poll_pads(pads, session)
print(Boxing.of(session).before_bell, Boxing.of(session).fists[0].held, len(session.history.deeds))
""") == ["True", "False set() 1"]


def test_a_click_rings_it_too(session):
    take(session, "Box", "Into the ring")
    assert not mouse(session, 5, 5)
    assert mouse(session, 5, 5, click=True)
    assert not Boxing.of(session).before_bell


def test_a_bout_that_begins_again_does_not_wait(session):
    take(session, "Box", "Into the ring")
    press(session, "J")
    session.restart()
    assert not Boxing.of(session).before_bell


def test_a_session_without_a_window_does_not_wait():
    session = Session(load_scene("boxing"), players=1)
    session.await_person()
    assert not Boxing.of(session).before_bell
    session.close()


def test_what_was_done_after_the_menu_is_done_again_to_the_bit(session):
    take(session, "Box", "Your corner", "Into the ring")
    press(session, "J")
    Boxing.of(session).fists[0].push(0.0, 1.0)
    for _ in range(80):
        session.advance(1 / 60)
    recording = session.recording()
    assert recording.opening.leads == "blue"
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash
    again.close()


def test_to_be_asked_changes_nothing_in_the_world(session):
    for _ in range(30):
        session.advance(1 / 60)
        session.asking.move(1)
    with Simulation(session.scene) as other:
        history = History([other])
        while other.ticks < session.simulation.ticks:
            history.tick()
        assert other.state_hash() == session.simulation.state_hash()


@pytest.mark.parametrize("size", [(1280, 720), (700, 400), (640, 360), (1920, 1080)])
def test_all_rows_of_every_list_are_seen_and_nothing_else_is_written(session, spy, size):
    current()
    overlay = spy("choices")
    hud = Hud(session, overlay)
    for labels in ((), ("Box",), ("Watch",)):
        session.menu.lie_over()
        take(session, *labels)
        overlay.picture(hud, size)
        assert sorted(session.asking.places) == list(range(len(session.asking.rows)))
        words = overlay.words()
        assert {row.label for row in session.asking.rows} <= set(words)
        assert {part for part, texts in overlay.texts.items() if texts} == {"choices"}
        for _, (left, top, right, bottom) in overlay.texts["choices"]:
            assert 0 <= left < right <= overlay.right
            assert 0 <= top < bottom <= overlay.bottom
    overlay.close()


@pytest.mark.parametrize("size", [(1280, 720), (700, 400), (640, 360)])
def test_the_laboratorys_rows_and_pictures_lie_in_the_window(session, spy, size):
    current()
    overlay = spy("choices")
    hud = Hud(session, overlay)
    take(session, "Laboratory")
    for chosen in (0, len(session.asking.rows) - 1):
        session.asking.chosen = chosen
        overlay.picture(hud, size)
        assert chosen in session.asking.places
        assert len(session.asking.pictures) == len(session.asking.places) + 1
        for _, (left, top, right, bottom) in session.asking.pictures:
            assert 0 <= left < right <= overlay.right
            assert 0 <= top < bottom <= overlay.bottom
    overlay.close()


def test_the_other_corner_is_the_same_computer_from_the_other_side():
    match = Match(red="out_boxer", blue="brawler", level=3)
    other = match.other_corner()
    assert other.style(other.opponent) == "brawler"
    assert (other.corner, other.level) == ("blue", 3)
    assert other.other_corner() == match
    assert other.opening == Opening(
        "boxing", {"red.style": "brawler", "blue.style": "out_boxer", "level": "3"}, leads="blue"
    )


@pytest.mark.parametrize(
    ("words", "menu"),
    [("", True), ("--fullscreen --quality low --render-scale 0.5", True), ("boxing", False), ("stage", False),
     ("--players 0", False), ("--players 1", False), ("--level 3", False), ("--corner blue", False),
     ("--seed 4", False), ("--servo parent", False), ("--root free", False), ("--set level=2", False),
     ("--record a.json", False), ("--replay a.json", False)],
)  # fmt: skip
def test_play_opens_the_menu_where_nothing_is_asked_of_a_scene(words, menu):
    assert cli.asks_menu(parser().parse_args(["play", *words.split()])) == menu


def test_a_corner_that_nobody_boxes_in_is_one_line_and_status_2(capsys):
    assert cli.main(["play", "stage", "--corner", "red"]) == 2
    assert capsys.readouterr().err == "glassjaw: corner: in stage nobody boxes as red\n"
