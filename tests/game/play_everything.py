"""A program: everything that anybody can do, done for a moment each, in a process that may compile nothing.

    python tests/game/play_everything.py [SCENE ...]

It loads what was compiled, plays, and ends with status 1 and a list if numba compiled or loaded anything after that.
With GLASSJAW_CHECKED=1 numba looks at the arguments of every call (systems/kernels/straight.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import Any

import numba.core.dispatcher
import numpy as np

from components.law import LAWS
from components.settings import Actuation, Integration, Root
from game.plays.boxing.session.fists import Fight
from game.plays.boxing.session.playing import Boxing
from game.plays.course.session.playing import OnCourse
from game.plays.course.session.steering import Lane
from game.scenes.scene import load_scene, scene_names
from game.session.controls import Action
from game.session.hands import Ray
from game.session.plays import KEYS
from game.session.recording import Recording
from game.session.session import Session
from game.window.view import View
from game.world.compiling import entries, is_compiled, load_all
from systems.draw.context import current
from systems.draw.shows import Show

SIZE = (160, 90)
STEPS = (Fight.FORWARD, Fight.BACK, Fight.LEFT, Fight.RIGHT)
HELD = (*STEPS, Fight.BLOCK, Fight.LOW, Fight.POWER)
PUNCHES = tuple(fight for fight in Fight if fight not in HELD)
NOT_HERE = {Action.CLOSE, Action.FULLSCREEN, Action.PICTURE, Action.FILM, Action.EXPORT, Action.MUTE, Action.NEXT_SCENE}


class Late:
    """What numba had to do although somebody was playing."""

    def __init__(self) -> None:
        self.told: list[str] = []
        honest = numba.core.dispatcher.Dispatcher.compile

        def compile_late(dispatcher: Any, signature: Any) -> Any:
            self.told.append(f"{dispatcher.py_func.__module__}.{dispatcher.__name__}{signature}")
            return honest(dispatcher, signature)

        numba.core.dispatcher.Dispatcher.compile = compile_late


def frames(session: Session, view: View, ticks: int) -> None:
    """A picture for each 30 ticks."""
    for tick in range(ticks):
        session.tick()
        if tick % 30 == 0:
            view.aim()
            view.update(1 / 60)
            view.draw(*SIZE, perf_counter())


def play(name: str) -> None:
    current()
    session = Session(load_scene(name), seed=1, players=1)
    session.quality = "low"
    view = View(session, SIZE)
    try:
        for act in (act_as_a_person, throw_and_drag, box, run, change_everything, press_every_key, look_at_everything):
            for ticks in act(session):
                frames(session, view, ticks)
        record = session.recording()
        if session.scene.beside is None:
            replay(record)
    finally:
        view.close()
        session.close()


def act_as_a_person(session: Session) -> Iterator[int]:
    yield 60


def throw_and_drag(session: Session) -> Iterator[int]:
    who, red = next(iter(session.simulation.characters.items()))
    session.throw_at(who)
    yield 30
    aim(session, red.place("head"))
    session.do(Action.THROW)
    session.do(Action.PUSH)
    session.grab()
    yield 30
    aim(session, red.place("head") + np.array([0.3, 0.3, 0.5]))
    yield 60
    session.release()
    session.do(Action.SPAWN)
    session.do(Action.CLEAR)
    yield 150  # it falls, lies, and begins to rise


def aim(session: Session, at: Any) -> None:
    eye = at + np.array([0.0, -4.0, 0.5])
    way = (at - eye) / np.linalg.norm(at - eye)
    session.hands.ray = Ray(eye, way, -way)


def box(session: Session) -> Iterator[int]:
    if not Boxing.of(session).fists:
        return
    _, blue = session.simulation.characters.values()
    for punch, low in product(PUNCHES, (False, True)):
        Boxing.of(session).press(1, Fight.LOW, low, KEYS)
        Boxing.of(session).press(1, punch, True, KEYS)
        Boxing.of(session).press(1, punch, False, KEYS)
        yield 40
    for held in (Fight.BLOCK, *STEPS):
        Boxing.of(session).press(1, held, True, KEYS)
        yield 60
        Boxing.of(session).press(1, held, False, KEYS)
    yield 600
    blue.fighter.health = 1.0  # the next blow is a knock-down
    for _ in range(12):
        Boxing.of(session).press(1, Fight.FORWARD, True, KEYS)
        Boxing.of(session).press(1, Fight.HOOK, True, KEYS)
        Boxing.of(session).press(1, Fight.HOOK, False, KEYS)
        yield 50
    Boxing.of(session).press(1, Fight.FORWARD, False, KEYS)
    session.advance(8.0)


def run(session: Session) -> Iterator[int]:
    if OnCourse.of(session).lane is None:
        return
    for lane in (Lane.FORWARD, Lane.FAST, Lane.LEFT, Lane.JUMP, Lane.FORWARD, Lane.CARTWHEEL):
        session.move(lane, True, KEYS)
        yield 120
        session.move(lane, False, KEYS)


def change_everything(session: Session) -> Iterator[int]:
    for servo, actuation in product(LAWS, Actuation):
        for key, value in (("servo", servo), ("actuation", actuation)):
            session.simulation.set(key, value)
        yield 6
    for integration in Integration:
        session.simulation.set("servo", "world")
        session.simulation.set("integration", integration)
        yield 6
    for root in Root:
        session.simulation.set("root", root)
        yield 6
    session.simulation.set("root", Root.WEAK)
    for clip in ("walk", "run", "jump", "getup_faceup", "getup_facedown"):
        session.simulation.set("clip", clip)
        yield 30


def press_every_key(session: Session) -> Iterator[int]:
    for action in session.actions:
        if action not in NOT_HERE:
            session.do(action)
            session.clock.paused = session.helping = False
            yield 2


def look_at_everything(session: Session) -> Iterator[int]:
    for show in Show:
        session.show(show, True)
    yield 31


def replay(record: Recording) -> None:
    session = Session(record.opening.load(), record.seed, record.players, record.opening)
    session.replay(record)
    for _ in range(200):
        session.tick()
    session.close()


def main(names: list[str]) -> int:
    if not is_compiled():
        print("not compiled: glassjaw doctor --warm", file=sys.stderr)
        return 2
    load_all()
    late = Late()
    for name in names or scene_names():
        begin = perf_counter()
        play(name)
        print(f"{name}: {perf_counter() - begin:.1f} s, {len(late.told)} late", file=sys.stderr, flush=True)
    missed = [name for name, entry in entries().items() if not entry.signatures]
    for line in (*late.told, *missed):
        print(line)
    return 1 if late.told or missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
