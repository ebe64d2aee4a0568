"""News: one line for a fall, the hardest of a row of hits, and nothing of another scene."""

from __future__ import annotations

import pytest

from game.scenes.scene import load_scene
from game.session.messages import LIFE_S, Messages
from game.session.session import Session
from game.world.simulation import Simulation
from systems.stage import Event


def lines(messages):
    return [text for text, _ in messages.lines()]


def told(*events):
    messages = Messages()
    for kind, details in events:
        messages.tell(Event(1.0, kind, "red", details))
    return messages


GROUND = {"by": "ground", "bone": "head", "impulse": 60.0}


def test_a_fall_is_one_line_that_goes_on_and_never_back():
    messages = told(("stun", {"impulse": 30.0}), ("break", {}), ("break", {}), ("hit", GROUND))
    assert lines(messages) == ["red loses balance (head on the ground: 60 N s)"]
    goes_on = {"fall": "falls", "knockout": "is knocked out", "limp": "is knocked out", "rise": "gets up"}
    for kind, words in goes_on.items():
        messages.tell(Event(2.0, kind, "red", {}))
        assert lines(messages) == [f"red {words} (head on the ground: 60 N s)"]
    messages.tell(Event(3.0, "getup", "red", {}))
    assert lines(messages) == ["red is up again"]
    messages.tell(Event(9.0, "fall", "red", {}))
    assert lines(messages) == ["red falls"], "the next one begins anew"


def test_of_a_row_of_hits_by_one_thing_the_hardest_is_told():
    row = [("hit", {"by": "crate", "bone": bone, "impulse": n}) for bone, n in (("head", 30.0), ("left_hand", 26.0))]
    assert lines(told(*row)) == ["crate hits red's head: 30 N s"]
    row.append(("hit", {"by": "crate", "bone": "spine3", "impulse": 44.0}))
    assert lines(told(*row)) == ["crate hits red's spine3: 44 N s"]
    other = ("hit", {"by": "ball", "bone": "head", "impulse": 27.0})
    assert len(lines(told(*row, other))) == 2
    messages = told(*row)
    messages.pass_time(LIFE_S + 0.1)
    messages.tell(Event(9.0, "hit", "red", {"by": "crate", "bone": "neck", "impulse": 26.0}))
    assert lines(messages) == ["crate hits red's neck: 26 N s"], "a later one is news again"


@pytest.mark.slow
def test_a_crate_in_the_chest_of_four_is_a_line_for_each_fall():
    with Simulation("barrage") as simulation:
        simulation.run(11.0)
        messages = Messages()
        for event in simulation.stage.events:
            messages.tell(event)
        falls = [line for line in lines(messages) if line.startswith(("spring", "mind"))]
        kinds = [event.kind for event in simulation.stage.events if event.who == "mind"]
        assert {"stun", "break", "hit", "fall", "limp", "knockout"} <= set(kinds), "there is much to tell"
        assert len(falls) == 2, falls


def test_another_scene_and_the_same_again_begin_without_news():
    session = Session(load_scene("stage"))
    session.say("something")
    session.restart()
    assert lines(session.messages) == []
    session.say("something")
    session.open("drag")
    assert len(lines(session.messages)) == 1 and lines(session.messages)[0].startswith("Drag")
    session.close()
