"""F7: what to compare with is chosen from a list; both sides go on from the present moment, and F7 again leaves.

    session.do(Action.COMPARE)      # asks
    session.asking.key("RETURN")    # the first row: the same fight, beside it with another law, from now on
    session.do(Action.COMPARE)      # one world again, the left one

The world beside is the same to the bit until the other mode makes a difference (game/world/forking.py). What persons do
from then on is done to both. Two engines share no state: to compare them, both sides begin the scene anew.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from components.law import LAWS
from components.settings import Actuation, Physics
from game.session.choices import Choices, Row
from game.session.controls import KEY, Action
from game.session.deeds import SetValue
from game.session.listing import ROOTS
from systems.engines import installed

if TYPE_CHECKING:
    from game.session.session import Session
    from game.world.character import Character
    from game.world.simulation import Simulation

ACTUATIONS = {
    Actuation.JOINT: "torques act between the two bones of a joint",
    Actuation.EXTERNAL: "torques come from outside, on single bones",
    Actuation.REACTION: "bones are turned from outside, and what they hang on takes the reaction",
}


def compare(session: Session) -> None:
    """Ask what with; where two are seen, go on with one."""
    if session.rival is not None:
        leave(session)
    else:
        session.ask(choices(session))


def choices(session: Session) -> Choices:
    """Every mode that the first of those who are meant has not now."""
    laws: dict[Any, str] = {law.name: law.about for law in LAWS.values()}
    known: dict[str, dict[Any, str]] = {"servo": laws, "root": dict(ROOTS), "actuation": ACTUATIONS}
    rows = [
        Row(f"{key} {value}", about, does=partial(begin, session, key, value))
        for key, values in known.items()
        for value, about in values.items()
        if value != session.value(key)
    ]
    rows += [
        Row(
            f"engine {name}",
            "the same on another engine, both from the beginning",
            does=partial(begin_anew, session, name),
        )
        for name in Physics
        if name != session.simulation.engine and installed(name)
    ]
    now = " · ".join(str(session.value(key)) for key in known)
    return Choices("Compare with", rows, about=f"side by side with what is set now: {now}")


def begin(session: Session, key: str, value: Any) -> None:
    session.hands.let_go()
    session.stop_replay()
    session.rival, session.apart = session.history.fork(), {key: value}
    session.history.do(SetValue(key, value, session.chosen, only=1))
    for call in session.split:
        call()
    tell(session)


def begin_anew(session: Session, engine: str) -> None:
    session.hands.let_go()
    session.apart = {"engine": engine}
    session.restart()
    tell(session)


def tell(session: Session) -> None:
    left, right = captions(session)
    session.say(f"left {left}, right {right}; {KEY[Action.COMPARE]} leaves")


def leave(session: Session) -> None:
    """The left one goes on as if nothing had been beside it."""
    session.history.join()
    session.rival, session.apart = None, {}
    for call in session.split:
        call()
    session.say("side by side: off")


def captions(session: Session) -> list[str]:
    """What is written over each of two worlds; nothing over one."""
    worlds = session.history.worlds
    if session.labels:
        return [caption(world, label) for world, label in zip(worlds, session.labels, strict=True)]
    return [said(session, world) for world in worlds] if session.rival is not None else []


def said(session: Session, world: Simulation) -> str:
    keys = list(session.apart) or ["servo"]
    everybody = world.characters
    people = [everybody[session.chosen]] if session.chosen in everybody else list(everybody.values())
    values = {key: ", ".join(dict.fromkeys(str(value_of(world, who, key)) for who in people)) for key in keys}
    return " · ".join(f"{key} {value}" for key, value in values.items())


def value_of(world: Simulation, who: Character, key: str) -> Any:
    return world.engine if key == "engine" else who.get(key)


def caption(simulation: Simulation, label: str) -> str:
    """What is written over a world: the scene's label, as long as everybody has the servo that it speaks of."""
    servos = [character.servo for character in simulation.characters.values()]
    if servos == [spec.servo.servo for spec in simulation.scene.characters]:
        return label
    return f"servo {', '.join(dict.fromkeys(servos))}"
