"""Boxing with pads: pyglet's own controllers, from the button that goes down to what is done in the fight."""

from __future__ import annotations

import re

import pytest

from game.base.paths import PROJECT
from game.plays.boxing.session.fists import ABOUT, STEPS, Fight
from game.plays.boxing.session.pads import FIGHT_PAD, FIGHT_STICKS

BEGINNING = """
import random
from pathlib import Path
from msgspec.structs import astuple
from game.session.controls import Action
from game.session.pad_hands import poll_pads
from game.session.plays import KEYS, PADS
from game.session.pads import Pads
from game.session.recording import Opening, read_recording
from game.scenes.scene import load_scene
from game.session.session import Session
from game.plays.boxing.session.playing import Boxing

def ring(players, scene="boxing"):
    return Session(load_scene(scene), seed=2, players=players, opening=Opening(scene))

def frame(session):
    '''What pads do, and a tick; the deeds that came of it.'''
    before = len(session.history.deeds)
    poll_pads(pads, session)
    session.tick()
    return [deed for _, deed in session.history.deeds[before:]]

def tell(session, *before):
    print(*before, ", ".join(" ".join(map(str, astuple(deed))) for deed in frame(session)))

alone, pair = ring(1), ring(2)
"""
EACH = """
one, two = FakePad("one"), FakePad("two")
manager = Manager(one, two)
pads = Pads(manager)
for session in (alone, pair):
    for fist in Boxing.of(session).fists:
        fist.let_go(KEYS)
        fist.let_go(PADS)
    frame(session)
print("=")
"""
SCRIPTS = {
    "buttons": """
asked, alone.actions = alone.actions, {action: (lambda action=action: done.append(action)) for action in Action}
ways = {"dpup": ("hat_y", 100), "dpdown": ("hat_y", -100), "dpleft": ("hat_x", -100), "dpright": ("hat_x", 100)}
for name in (*BUTTONS, *TRIGGERS, *ways):
    done, (control, value) = [], ways.get(name, (name, 100 if name in TRIGGERS else True))
    one.set(**{control: value})
    poll_pads(pads, alone)
    print(name, *done, *(fight for _, fight in Boxing.of(alone).fists[0].held))
    one.set(**{control: 0})
    poll_pads(pads, alone)
    assert len(done) <= 1 and not Boxing.of(alone).fists[0].held, name
alone.actions = asked
""",
    "corners": """
three = FakePad("three")
manager.plug(three)
one.set(x=True)
two.set(lefttrigger=100, y=True)
tell(pair)
tell(pair)
three.set(a=True)
print(*(type(deed).__name__ for deed in frame(pair)))
two.set(start=True)
poll_pads(pads, pair)
print(pair.clock.paused)
pair.clock.paused = False
""",
    "goes": """
one.set(righttrigger=100, leftx=-100)
tell(pair)
manager.pull(one)
tell(pair)
two.set(x=True)
tell(pair)
three = FakePad("three")
manager.plug(three)
three.set(x=True)
tell(pair)
""",
    "stick": """
trembling = random.Random(3)
for x, y in ((0, -100), (0, -57), (40, -57), (0, -64), (0, -70), (100, 0), (0, 5), (0, 0)):
    one.set(leftx=x, lefty=y)
    tell(alone, x, y)
    for _ in range(10):
        one.set(leftx=x + trembling.uniform(-1, 1), lefty=y + trembling.uniform(-1, 1))
        assert frame(alone) == [], (x, y)
""",
    "together": """
alone.play_key("W", True)
one.set(lefty=-100)
tell(alone)
one.set(lefty=100)
tell(alone)
alone.play_key("W", False)
tell(alone)
""",
    "block": """
for change in (
    lambda: one.set(righttrigger=100), lambda: alone.play_key("O", True), lambda: one.set(righttrigger=0),
    lambda: one.set(lefttrigger=100), lambda: alone.play_key("O", False), lambda: one.set(righttrigger=100),
    lambda: alone.play_key("O", True), alone.let_go, lambda: one.set(lefttrigger=0, righttrigger=0),
):
    change()
    tell(alone)
""",
    "back": """
one.set(back=True)
poll_pads(pads, alone)
print(alone.simulation.ticks)
""",
    "nobody": """
for scene, players in (("boxing", 0), ("stage", 1)):
    session = ring(players, scene)
    one, two = FakePad("one"), FakePad("two")
    pads = Pads(Manager(one, two))
    one.set(a=True, lefty=-100, righttrigger=100)
    print(*(type(deed).__name__ for deed in frame(session)))
    one.set(leftstick=True, rightshoulder=True)
    print(*frame(session), session.helping, session.clock.speed)
""",
    "again": """
session = ring(2)
while not any(event.kind == "bell" for event in session.simulation.stage.events):
    session.tick()
chance = random.Random(4)
for n in range(240):
    pad = chance.choice((one, two))
    pad.set(leftx=chance.uniform(-100, 100), lefty=chance.uniform(-100, 100))
    pad.set(**{chance.choice(TRIGGERS): chance.choice((0, 100)), chance.choice("abxy"): chance.random() < 0.5})
    if n == 150:
        manager.pull(one)
    frame(session)
    session.tick()
session.recording().write(FILE)
recording = read_recording(FILE)
again = Session(recording.opening.load(), recording.seed, recording.players, recording.opening)
again.replay(recording)
while again.simulation.ticks < recording.ticks:
    poll_pads(pads, again)  # what is still held has nothing to say in it
    again.tick()
again.catch_up()
print(again.simulation.state_hash() == recording.state_hash == session.simulation.state_hash())
kinds = [type(deed).__name__ for _, deed in recording.deeds]
print({deed.who for _, deed in recording.deeds} == {"red", "blue"}, kinds.count("Ordered") > 20, *sorted(set(kinds)))
""",
}


@pytest.fixture(scope="module")
def said(told, tmp_path_factory):
    """What each of the scripts prints; all in one process, whose worlds they share."""
    file = tmp_path_factory.mktemp("pads") / "game.json"
    beginning = f"{BEGINNING}\nFILE = Path({str(file)!r})\n"
    lines = "\n".join(told(beginning + "".join(EACH + script for script in SCRIPTS.values())))
    told_apart = [part.strip("\n").split("\n") for part in lines.split("=\n")[1:]]
    return {name: [line.strip() for line in part] for name, part in zip(SCRIPTS, told_apart, strict=True)}


@pytest.mark.slow
def test_every_button_of_a_boxer_does_what_its_table_says_and_nothing_when_it_comes_up(said):
    assert "leftstick" in said["buttons"], "a stick that is pressed in the heat of it does nothing"
    found = dict(line.split() for line in said["buttons"] if line != "leftstick")
    assert found == {control.button: str(control.does) for control in FIGHT_PAD}


@pytest.mark.slow
def test_two_pads_box_each_for_its_own_corner_and_a_pad_of_nobody_throws_things(said):
    both, nothing_new, *others = said["corners"]
    assert both == "red jab head 1.0, blue body_cross body 1.0"
    assert nothing_new == ""
    assert others == ["Launch", "True"]


@pytest.mark.slow
def test_back_is_the_fight_from_its_beginning(said):
    assert said["back"] == ["0"]


@pytest.mark.slow
def test_where_nobody_boxes_a_pad_does_what_it_does_everywhere(said):
    assert said["nobody"] == ["Launch SetValue", "True 1.5"] * 2  # the right trigger tenses


@pytest.mark.slow
def test_a_stick_walks_in_eighths_and_a_hand_that_trembles_says_nothing_new(said):
    # 57 % of its way, of which 15 % are rest, are 0.49 of what is left. From 4 eighths on it takes more than 0.1 to be
    # elsewhere: 64 % are 0.58 and still 4, 70 % are 0.65, which are 5. To the right is to its own right.
    assert said["stick"] == [
        "0 -100 red 1.0 0.0",
        "0 -57 red 0.5 0.0",
        "40 -57 red 0.5 -0.375",
        "0 -64 red 0.5 0.0",
        "0 -70 red 0.625 0.0",
        "100 0 red 0.0 -1.0",
        "0 5 red 0.0 0.0",
        "0 0",
    ]


@pytest.mark.slow
def test_stick_and_keys_walk_together_and_no_faster(said):
    assert said["together"] == ["red 1.0 0.0", "red 0.0 0.0", "red -1.0 0.0"]


@pytest.mark.slow
def test_a_block_is_held_until_neither_key_nor_pad_holds_it(said):
    # trigger, key too, trigger up, low too, key up; both triggers, key too, other window, triggers up
    assert said["block"] == ["red high", "", "", "red low", "red", "red low", "", "", "red"]


@pytest.mark.slow
def test_a_pad_that_goes_lets_go_of_its_block_and_its_stick_and_the_other_one_stays_whose_it_was(said):
    assert said["goes"] == ["red 0.0 1.0, red high", "red 0.0 0.0, red", "blue jab head 1.0", "red jab head 1.0"]


@pytest.mark.slow
def test_a_fight_with_two_pads_comes_to_the_same_state_from_its_file(said):
    assert said["again"] == ["True", "True True Block Ordered TakeOver Walk"]


def test_all_that_a_boxer_can_do_is_on_the_pad_once():
    for many in ({control.button for control in FIGHT_PAD}, {control.shown for control in FIGHT_PAD}):
        assert len(many) == len(FIGHT_PAD)
    fights = [control for control in FIGHT_PAD if isinstance(control.does, Fight)]
    assert sorted(control.does for control in fights) == sorted(set(Fight) - set(STEPS))
    assert all(control.about == ABOUT[control.does] for control in fights)


def test_the_page_lists_what_a_boxers_pad_does():
    page = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    text = page.partition("\n## Boxing\n")[2].partition("\n| pad | does |\n")[2].partition("\n\n")[0]
    feet, camera = FIGHT_STICKS
    wanted = [feet, *((control.shown, control.about) for control in FIGHT_PAD), camera]
    assert re.findall(r"^\| `([^`]+)` \| (.+?) \|$", text, re.MULTILINE) == wanted
