"""Sessions of somebody who does whatever comes to mind; each is recorded, and its recording is played again.

    python benchmarks/sessions.py --sessions 50 --seed 0 --engines bullet mujoco

In every frame a key may be pressed, held or let go, a list answered, something thrown, pushed, grabbed and dragged, a
setting changed, the time stopped, gone back to or on, a law compared. The recording goes by a file and comes to the
same state hash, or the session's seed is told with what went wrong.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from components.settings import WorldSettings, declared, groups
from game.scenes.scene import scene_names
from game.session.answering import asked, key_down
from game.session.controls import Action
from game.session.deeds import SetValue
from game.session.hands import Ray
from game.session.recording import Opening, read_recording
from game.session.session import Session
from game.session.stepping import stepped

FRAME_S = 1 / 60
HELD = ("W", "A", "S", "D", "O", "J", "K", "L", "I", "U", "LSHIFT", "LCTRL", "SPACE", "LEFT", "RIGHT", "UP", "DOWN")
LISTED = ("UP", "DOWN", "RETURN", "ESCAPE")
SELDOM = (Action.NEXT_SCENE, Action.RESTART, Action.CLOSE, Action.COMPARE)


def comes_to_its_state(file: Path) -> bool:
    """Is a recording, done again, where it was when it was written?"""
    read = read_recording(file)
    again = Session(read.scene(), read.seed, read.players, read.opening)
    try:
        again.replay(read)
        for _ in range(read.ticks):
            again.tick()
        again.catch_up()
        return again.simulation.state_hash() == read.state_hash
    finally:
        again.close()


def play(seed: int, engine: str, frames: int, folder: Path) -> str:
    """What went wrong; nothing if all is well."""
    r = random.Random(seed)
    names = scene_names()
    opening = Opening(names[seed % len(names)], {"engine": engine})
    session = Session(opening.load(), seed, r.choice((0, 1, 1, 2)), opening, lively=r.random() < 0.3)
    try:
        begin = time.monotonic()
        for _ in range(frames):
            if session.closing or time.monotonic() - begin > 40.0:
                break
            for _ in range(r.choice((0, 0, 0, 1, 2))):
                r.choice(DOES)(session, r)
            session.advance(FRAME_S * r.choice((1, 1, 1, 2, 5)))
        recording = session.recording()
    finally:
        session.close()
    file = folder / f"{seed}.json"
    recording.write(file)
    if comes_to_its_state(file):
        return ""
    kinds = Counter(type(deed).__name__ for _, deed in recording.deeds)
    return f"{recording.opening.scene}: another state after {recording.ticks} ticks of {dict(kinds)}: {file}"


# --- what comes to mind


def press(session: Session, r: random.Random) -> None:
    action = r.choice(list(session.actions))
    if (action not in SELDOM or r.random() < 0.1) and not key_down(session, "X", None):
        session.do(action)


def answer(session: Session, r: random.Random) -> None:
    if asked(session) is not None or session.waiting is not None:
        key_down(session, r.choice(LISTED), None)


def hold(session: Session, r: random.Random) -> None:
    session.play_key(r.choice(HELD), r.random() < 0.6)


def look(session: Session, r: random.Random) -> None:
    """The cursor goes to somewhere near somebody; a thing in the way is as good."""
    who = r.choice(list(session.simulation.characters.values()))
    at = who.place(r.choice(who.bones)) + np.array([r.gauss(0.0, 0.1) for _ in range(3)])
    away = np.array([r.gauss(0.0, 1.0), r.gauss(0.0, 1.0), abs(r.gauss(0.0, 0.5))])
    eye = at + r.uniform(1.0, 6.0) * away / max(1e-6, float(np.linalg.norm(away)))
    way = (at - eye) / max(1e-9, float(np.linalg.norm(at - eye)))
    session.hands.ray = Ray(eye, way, -way)


def throw(session: Session, r: random.Random) -> None:
    look(session, r)
    session.do(r.choice((Action.THROW, Action.PUSH, Action.PUSH, Action.SPAWN, Action.RETRY)))


def drag(session: Session, r: random.Random) -> None:
    look(session, r)
    if session.hands.grip is None and session.hands.string is None:
        session.grab()
    elif r.random() < 0.5:
        session.release()


def click(session: Session, r: random.Random) -> None:
    look(session, r)
    session.examine()


def change(session: Session, r: random.Random) -> None:
    """Any setting, of anybody or of a limb, one step on; as a key does it."""
    known = declared(*groups(), WorldSettings)
    key = r.choice([key for key in known if key not in ("engine", "ground", "rig")])
    who = r.choice([None, *session.simulation.characters])
    person = next(iter(session.simulation.characters.values()))
    world = key in declared(WorldSettings)
    now = getattr(session.simulation.stage.engine.settings, key) if world else person.get(key)
    limb = r.choice([None, None, *person.limbs])
    try:
        value = stepped(known[key], now, r.random() < 0.5) if key not in ("clip", "script") else now
        session.history.do(SetValue(key, value, None if world else who, limb=None if world else limb))
    except ValueError:
        return  # what cannot be set is told, and changes nothing


def scrub(session: Session, r: random.Random) -> None:
    session.scrub(r.choice((-20.0, -3.0, -1.0, -0.5, 0.3, 2.0)))
    if r.random() < 0.7:
        session.clock.paused = False


def go_on(session: Session, r: random.Random) -> None:
    session.clock.paused = session.helping = False


def let_go(session: Session, r: random.Random) -> None:
    session.let_go()
    for name in HELD:
        session.play_key(name, False)


DOES: tuple[Callable[[Session, random.Random], None], ...] = (
    press, press, answer, hold, hold, hold, look, throw, drag, drag, click, change, change, scrub, go_on, go_on, let_go,
)  # fmt: skip


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    given.add_argument("--sessions", type=int, default=50)
    given.add_argument("--seed", type=int, default=0)
    given.add_argument("--frames", type=int, default=240)
    given.add_argument("--engines", nargs="+", default=["bullet", "mujoco"])
    given.add_argument("--minutes", type=float, default=1e9)
    given.add_argument("--keep", type=Path, help="folder in which recordings stay")
    asked_for = given.parse_args()
    wrong, done, end = 0, 0, time.monotonic() + 60.0 * asked_for.minutes
    with tempfile.TemporaryDirectory() as folder:
        for n in range(asked_for.sessions):
            if time.monotonic() > end:
                break
            seed, engine = asked_for.seed + n, asked_for.engines[n // len(scene_names()) % len(asked_for.engines)]
            try:
                said = play(seed, engine, asked_for.frames, asked_for.keep or Path(folder))
            except Exception:  # whatever it is, it is told, and the next session is played
                said = traceback.format_exc()
            done += 1
            if said:
                wrong += 1
                print(f"seed {seed}, {engine}: {said}", flush=True)
    print(f"{done - wrong} of {done} sessions came to the same state again")


if __name__ == "__main__":
    main()
