"""A real window, played by xdotool: run as a program on a virtual display with the name of one of the plays.

The game runs in the main thread as it always does; the play looks on from a thread of its own, presses keys and moves
the mouse through the X server, and ends with status 0 if everything came as it should.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from math import dist
from pathlib import Path
from typing import Any

import numpy as np
from done_again import done_again
from PIL import Image, ImageGrab
from raw import raw

from components.clock import TICKS_PER_S
from components.law import LAWS
from components.settings import Root
from game.base.paths import SCENES
from game.hud.beat import SHOWN
from game.plays.course.session.playing import OnCourse
from game.scenes.scene import Scene, load_scene
from game.session.clock import MOST_TICKS
from game.session.controls import CONTROLS, Action
from game.session.deeds import Shove
from game.session.history import History
from game.session.session import Session
from game.window import loading, window
from game.window.view import Side
from game.world.simulation import Simulation
from systems.draw.shows import Show
from systems.stage import Event

LIMIT_S = 60.0
XNAMES = {"_": "", "NUM_": "KP_", "BACKSPACE": "BackSpace", "DELETE": "Delete", "TAB": "Tab", "ESCAPE": "Escape",
          "HOME": "Home", "END": "End", "UP": "Up", "DOWN": "Down", "LEFT": "Left", "RIGHT": "Right",
          "INSERT": "Insert", "PAGEUP": "Prior", "PAGEDOWN": "Next", "NUM_MULTIPLY": "KP_Multiply",
          "NUM_DIVIDE": "KP_Divide", "NUM_ADD": "KP_Add", "NUM_SUBTRACT": "KP_Subtract",
          "NUM_DECIMAL": "KP_Decimal", "RETURN": "Return"}  # fmt: skip


def xdo(*words: object) -> list[str]:
    done = subprocess.run(["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=60)
    return done.stdout.split()


def xname(name: str) -> str:
    """X's name of a pyglet key."""
    if name in XNAMES:
        return XNAMES[name]
    if name.startswith("NUM_"):
        return f"KP_{name[4:]}"
    if name.startswith("_"):
        return name[1:]
    return name if name[0] == "F" and name[1:].isdigit() else name.lower()


def until(what: Callable[[], object], why: str, limit_s: float = LIMIT_S) -> None:
    end = time.monotonic() + limit_s
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)


class Player:
    def __init__(self, game: window.Game) -> None:
        self.game, self.session = game, game.session
        self.focus()
        until(lambda: self.session.frames.ticks > 3, "no picture")

    def focus(self) -> None:
        """There is no window manager that would do it, also when the window is made anew to fill the screen."""
        until(self._focused, "the window does not get the keys")

    def _focused(self) -> bool:
        (self.window, *_) = xdo("search", "--sync", "--onlyvisible", "--name", "^Glassjaw")
        xdo("windowfocus", self.window)
        time.sleep(0.2)
        return xdo("getwindowfocus") == [self.window]

    def key(self, name: str) -> None:
        xdo("key", "--window", "0", name)

    def mouse(self, x: float, y: float) -> None:
        """No farther than the window's edge: who falls under some servo may roll out of the picture."""
        wide, high = self.game.window.get_size()
        x, y = min(wide - 1, max(0, round(x))), min(high - 1, max(0, round(y)))
        xdo("mousemove", "--window", self.window, x, y)

    def frames(self, n: int) -> None:
        goal = self.session.frames.ticks + n
        until(lambda: self.session.frames.ticks >= goal, "no frames")

    def press(self, action: Action) -> None:
        control = next(control for control in CONTROLS if control.action is action)
        self.key(xname(control.keys[0]))

    def leave(self) -> None:
        """Esc asks, and the last row is meant."""
        until(lambda: self.session.asking is None, "a list is open")
        self.frames(5)  # a button that came up just now may have opened what Esc closes first
        self.session.examined = None
        self.press(Action.CLOSE)
        until(lambda: self.session.asking is not None, "Esc does not ask")
        assert not self.session.closing
        self.key("Up")  # round to the last row
        self.key("Return")
        until(lambda: self.session.closing, "it does not leave")

    def screen(self) -> Any:
        """(height, width, 3) of the window, as the X server shows it."""
        left, top = (int(word.partition("=")[2]) for word in xdo("getwindowgeometry", "--shell", self.window)[1:3])
        wide, high = self.game.window.get_size()
        shown = np.asarray(ImageGrab.grab(xdisplay=os.environ["DISPLAY"]), int)
        return shown[top : top + high, left : left + wide, :3]

    def pixel(self, place: Any) -> tuple[float, float]:
        """Where a place of the world (m) is in the window."""
        (spot,) = self.game.view.sides[0].studio.camera.pixels(np.array([place]), *self.game.window.get_size())
        return float(spot[0]), float(spot[1])

    def character(self, name: str = "red") -> Any:
        """Whoever is called that; where nobody is, as after the key for the next scene, the first."""
        there = self.session.simulation.characters
        return there.get(name) or next(iter(there.values()))

    def centre(self, name: str, bone: str) -> Any:
        """Of mass, asked of the engine."""
        return raw(self.session.simulation).place(self.character(name), bone)

    def point(self, bone: str) -> None:
        """At where it is, once the camera that follows has come to rest; who goes on walking is not waited for."""
        spot = self.pixel(self.centre("red", bone))
        end = time.monotonic() + (LIMIT_S if self.session.clock.paused else 3.0)
        while time.monotonic() < end:
            self.frames(5)
            before, spot = spot, self.pixel(self.centre("red", bone))
            if dist(before, spot) < 1.0:
                break
        self.mouse(*spot)
        self.frames(3)


# --- what each key must have an effect on: something that is not the same afterwards


def probes(player: Player) -> dict[Action, Callable[[], object]]:
    a, session, game = Action, player.session, player.game

    def sides() -> list[Side]:
        """Looked up anew each time."""
        return game.view.sides

    def simulation() -> Simulation:
        return session.simulation

    def bodies() -> int:
        return len(simulation().stage.names)

    def files(kind: str) -> Callable[[], object]:
        return lambda: sorted(Path().glob(f"glassjaw-{kind}-*"))

    def setting_of(key: str) -> Callable[[], object]:
        return lambda: player.character().get(key)

    return {
        a.PAUSE: lambda: session.clock.paused,
        a.STEP: lambda: simulation().ticks,
        a.STEP_BACK: lambda: simulation().ticks,
        a.SLOWER: lambda: session.clock.speed,
        a.FASTER: lambda: session.clock.speed,
        a.NORMAL_SPEED: lambda: session.clock.speed,
        a.BACK: lambda: simulation().ticks,
        a.FORTH: lambda: simulation().ticks,
        a.RESTART: lambda: id(simulation()),
        a.RETRY: lambda: id(session.last_try),
        a.THROW: lambda: id(session.last_throw),
        a.NEXT_THING: lambda: session.hands.thing,
        a.THROW_SOFTER: lambda: session.hands.speed,
        a.THROW_HARDER: lambda: session.hands.speed,
        a.PUSH: lambda: len(session.history.deeds),
        a.PUSH_SOFTER: lambda: session.hands.impulse,
        a.PUSH_HARDER: lambda: session.hands.impulse,
        a.CARRY: lambda: len(session.history.deeds),
        a.SPAWN: bodies,
        a.CLEAR: bodies,
        a.DRAW_PATHS: lambda: session.drawing,
        a.STOP_PATH: lambda: len(session.history.deeds),
        a.NEXT_CHARACTER: lambda: session.chosen,
        a.NEXT_LIMB: lambda: session.limb,
        a.NEXT_SERVO: setting_of("servo"),
        a.NEXT_ROOT: setting_of("root"),
        a.NEXT_ACTUATION: setting_of("actuation"),
        a.NEXT_CLIP: setting_of("clip"),
        a.NEXT_SCRIPT: setting_of("script"),
        a.DELTA_LONGER: setting_of("delta"),
        a.DELTA_SHORTER: setting_of("delta"),
        a.SETTING_UP: lambda: session.setting,
        a.SETTING_DOWN: lambda: session.setting,
        a.VALUE_DOWN: lambda: session.value("strength"),
        a.VALUE_UP: lambda: session.value("strength"),
        a.DEFAULT: lambda: session.value("strength"),
        a.COMPARE: lambda: len(sides()),
        a.NEXT_SCENE: lambda: session.scene_name,
        a.CAMERA_FIGHT: lambda: game.view.operator.mode,
        a.CAMERA_FOLLOW: lambda: game.view.operator.mode,
        a.CAMERA_SHOT: lambda: game.view.operator.mode,
        a.CAMERA_ALL: lambda: game.view.operator.mode,
        **{a(f"show_{show}"): lambda: set(session.shows) for show in Show},
        a.PLAIN: lambda: sides()[0].studio.cast.look,
        a.HELP: lambda: session.helping,
        a.PANEL: lambda: game.view.panel.open,
        a.PROFILER: lambda: session.profiling,
        a.HUD: lambda: session.hud,
        a.QUALITY: lambda: sides()[0].studio.renderer.quality.name,
        a.SCALE: lambda: sides()[0].studio.renderer.frame.width,
        a.EXPORT: files("trace"),
        a.PICTURE: files("picture"),
        a.FILM: lambda: game.recorder is not None,
        a.MUTE: lambda: game.sounds.muted,
        a.FULLSCREEN: lambda: game.window.fullscreen,
        a.MENU: lambda: session.menu.showing,
    }


BEFORE = {  # what has to be pressed first, so that there is something to be done
    Action.STEP_BACK: (Action.STEP, Action.STEP),
    Action.FORTH: (Action.BACK,),
    Action.NORMAL_SPEED: (Action.SLOWER,),
    Action.RETRY: (Action.THROW,),
    Action.CLEAR: (Action.THROW,),
    Action.DEFAULT: (Action.VALUE_UP,),
    Action.CAMERA_FIGHT: (Action.CAMERA_FOLLOW,),
    Action.CAMERA_ALL: (Action.CAMERA_FOLLOW,),
    Action.FASTER: (Action.SLOWER,),
}
AIMED = (Action.THROW, Action.PUSH, Action.CARRY, Action.SPAWN)  # something has to be under the cursor
LAST = (Action.NEXT_LIMB, Action.FULLSCREEN, Action.COMPARE, Action.NEXT_SCENE, Action.MENU)


def changes(probe: Callable[[], object], had: object, within_s: float) -> bool:
    end = time.monotonic() + within_s
    while probe() == had and time.monotonic() < end:
        time.sleep(0.02)
    return probe() != had


def press_until(player: Player, action: Action, aim: str, probe: Callable[[], object], why: str) -> None:
    """Who has gone out from under the cursor is pointed at again, as a person would."""
    had, end = probe(), time.monotonic() + LIMIT_S
    while probe() == had:
        assert time.monotonic() < end, why
        player.press(action)
        if not changes(probe, had, 5.0):
            player.point(aim)


def every_key(player: Player) -> None:
    """Each key of the table, also the second one for the same, changes what it should in the world or the picture."""
    session, effects = player.session, probes(player)
    assert set(effects) == {control.action for control in CONTROLS} - {Action.CLOSE}
    in_order = sorted(CONTROLS, key=lambda control: LAST.index(control.action) if control.action in LAST else -1)
    player.frames(30)
    for control in in_order:
        if control.action is Action.CLOSE:
            continue
        for name in control.keys:
            standing = (Action.STEP, Action.STEP_BACK, Action.FORTH, Action.PUSH, Action.CARRY)
            session.clock.paused = control.action in standing  # nobody is to step from under the cursor
            if control.action in (Action.PUSH, Action.CARRY):  # nor is a thing to lie before him
                player.press(Action.CLEAR)
                player.frames(4)
            aim = "head" if control.action in (Action.PUSH, Action.CARRY) else player.character().chest
            player.point(aim)
            for action in BEFORE.get(control.action, ()):
                press_until(player, action, aim, effects[action], f"{action} before {control.action}")
                player.frames(4)
            probe = effects[control.action]
            had = probe()
            player.key(xname(name))
            if control.action is Action.COMPARE:
                until(lambda: session.asking is not None, "F7 does not ask")
                player.key("Return")
            if control.action in AIMED and not changes(probe, had, 5.0):
                player.point(aim)
                player.key(xname(name))
            until(lambda probe=probe, had=had: probe() != had, f"{name} for {control.action}: nothing changed")
            player.frames(10)
            if control.action in (Action.HELP, Action.PANEL, Action.HUD, Action.FILM, Action.FULLSCREEN):
                player.focus()
                had = probe()
                player.key(xname(name))
                until(lambda probe=probe, had=had: probe() != had, f"{name} again: nothing changed")
                player.frames(10)
                player.focus()
    until(lambda: list(Path().glob("*.webp")), "no film was written")


def push(player: Player) -> None:
    """At 30 N s Num 0 makes it 25, which he stands; F on his chest, seen from the front, pushes him back so hard."""
    session = player.session
    session.hands.impulse = 30.0
    player.press(Action.PUSH_SOFTER)
    until(lambda: session.hands.impulse == 25.0, "Num 0 does nothing")
    begin, head = player.centre("red", "pelvis")[0], player.centre("red", "head")[2]
    player.point(player.character().chest)
    player.press(Action.PUSH)
    until(lambda: any(isinstance(deed, Shove) for _, deed in session.history.deeds), "F pushes nobody")
    (shove,) = (deed for _, deed in session.history.deeds if isinstance(deed, Shove))
    assert abs(np.hypot(*shove.impulse[:2]) - 25.0) < 1e-6 and shove.impulse[2] == 0.0
    until(lambda: player.centre("red", "pelvis")[0] < begin - 0.02, "he does not give way")
    player.frames(60)
    assert player.centre("red", "head")[2] > head - 0.1


def hands(player: Player) -> Callable[[], None]:
    """A standing body is pushed, dragged by the head over the floor by the mouse, let go, stands again; a throw hits
    it. All of that is a recording, which comes to the same state."""
    session = player.session
    player.frames(30)
    player.press(Action.CAMERA_SHOT)  # front
    player.frames(60)
    push(player)
    player.point("head")
    x, y = player.pixel(player.centre("red", "head"))
    begin = player.centre("red", "head")
    xdo("mousedown", 1)
    until(lambda: session.hands.held == "red's head", "nothing was grabbed")
    off, places = [], []
    while (player.centre("red", "head") - begin)[1] < 0.9:
        x += 6
        player.mouse(x, y)
        player.frames(2)
        cursor, head = session.hands.cursor(), player.centre("red", "head")
        off.append(float(np.linalg.norm(cursor - head)))
        places.append((time.monotonic(), head[1]))
        assert len(off) < 300, "it is not dragged along"
    speed = (places[-1][1] - places[0][1]) / (places[-1][0] - places[0][0])
    assert speed < 1.6, f"that was no walk: {speed:.2f} m/s"
    assert max(off) < 0.10, f"the head was {max(off):.3f} m from the cursor"
    xdo("mouseup", 1)
    until(lambda: not session.hands.held and session.simulation.stage.drag is None, "it was not let go")
    red = player.character()
    until(lambda: red.phase == "awake" and red.place("head")[2] > 1.3, "it does not stand again")
    player.press(Action.CAMERA_ALL)
    player.frames(60)
    session.hands.thing = "crate"
    seen = len(session.simulation.stage.events)

    def hits() -> list[Event]:
        events = session.simulation.stage.events[seen:]
        return [event for event in events if event.kind == "hit" and event.details["by"] == "crate"]

    for _ in range(4):  # while the camera still glides, what was under the cursor may be beside it
        player.point(red.chest)
        player.press(Action.THROW)
        player.frames(90)
        if hits():
            break
    assert hits(), "the crate hit nobody"
    until(lambda: red.phase == "awake" and red.place("head")[2] > 1.3, "it does not stand again after the crate")
    player.press(Action.PAUSE)
    until(lambda: session.clock.paused, "it does not stop")
    player.frames(3)
    recording = session.recording()

    def compare() -> None:
        again = done_again(recording)
        assert again.simulation.state_hash() == recording.state_hash
        again.close()

    return compare


def modes(player: Player) -> None:
    """All servo and root modes under a walk, by their keys; then it stands in the first ones again."""
    red = player.character()
    for action, key, enum in ((Action.NEXT_SERVO, "servo", LAWS), (Action.NEXT_ROOT, "root", Root)):
        seen = []
        for _ in enum:
            had = red.get(key)
            player.press(action)
            until(lambda had=had, key=key: red.get(key) != had, f"{key} stays {had}")
            seen.append(red.get(key))
            player.frames(20)
        assert sorted(seen) == sorted(enum)
    until(lambda: red.phase == "awake" and red.place("head")[2] > 1.3, "it does not stand in the end")
    assert not player.session.simulation.report()["exploded"]


def scrub(player: Player) -> Callable[[], None]:
    """5 s back and on from there: the state is that of a run without a window that never left."""
    session = player.session
    until(lambda: session.simulation.ticks > 720, "it does not run")
    player.press(Action.PAUSE)
    until(lambda: session.clock.paused, "it does not stop")
    there = session.simulation.ticks
    for n in range(10):
        player.press(Action.BACK)
        goal = there - 60 * (n + 1)
        until(lambda goal=goal: session.simulation.ticks == goal, "half a second back")
    assert session.history.away
    player.press(Action.PAUSE)
    until(lambda: session.simulation.ticks > there - 600 + 240, "it does not go on")
    assert not session.history.away
    player.press(Action.PAUSE)
    until(lambda: session.clock.paused, "it does not stop")
    player.frames(3)
    scene, ticks, state = session.scene, session.simulation.ticks, session.simulation.state_hash()

    def compare() -> None:
        with Simulation(scene) as other:
            history = History([other])
            while other.ticks < ticks:
                history.tick()
            assert other.state_hash() == state

    return compare


def panel(player: Player) -> None:
    """The panel opens, a slider in it is moved by the mouse; resized, filled, smaller again; closed by Escape."""
    session, game = player.session, player.game
    player.press(Action.PANEL)
    until(lambda: game.view.panel.open, "no panel")
    player.frames(5)
    before = session.value("strength")
    width, _ = game.window.get_size()
    at = next(y for y in range(120, 260, 6) if _slides(player, width - 150, y, "strength", before))
    assert session.value("strength") != before, at

    def drawn() -> tuple[int, int]:
        frame = game.view.sides[0].studio.renderer.frame
        return frame.width, frame.height

    xdo("windowsize", player.window, 900, 500)
    until(lambda: game.window.get_size() == (900, 500), "not resized")
    until(lambda: drawn() == tuple(round(x * session.render_scale) for x in (900, 500)), "the picture keeps its size")
    player.press(Action.FULLSCREEN)
    until(lambda: game.window.fullscreen and game.window.get_size()[0] > 900, "the screen is not filled")
    player.frames(10)
    player.focus()
    player.press(Action.FULLSCREEN)
    until(lambda: not game.window.fullscreen and game.window.get_size() == (900, 500), "not as it was")
    player.focus()
    player.press(Action.CLOSE)
    until(lambda: not game.view.panel.open, "Escape does not close the panel")
    ticks = session.simulation.ticks
    until(lambda: session.simulation.ticks > ticks, "the world stands still")


def script(player: Player) -> None:
    """A timed body plays a script by keys: on the screen the beat lights up that it is in; keys change delta."""
    session, red, hud = player.session, player.character(), player.game.view.hud
    while red.servo != "timed":
        had = red.servo
        player.press(Action.NEXT_SERVO)
        until(lambda had=had: red.servo != had, "the servo stays")
    player.press(Action.NEXT_SCRIPT)
    until(lambda: red.get("script"), "no script begins")
    until(lambda: hud.played is not None and hud.beat_at is not None, "nothing is shown of it")

    def dots() -> list[int]:
        """How bright each is on the screen."""
        screen = np.asarray(ImageGrab.grab(xdisplay=os.environ["DISPLAY"]), int)
        left, top = (int(word.partition("=")[2]) for word in xdo("getwindowgeometry", "--shell", player.window)[1:3])
        scale = hud.overlay.scale
        places = [hud.beat_at.dot(n) for n in range(SHOWN)]
        return [int(screen[round(top + y * scale), round(left + x * scale), :3].sum()) for x, y in places]

    lit = set[int]()
    until(lambda: lit.add(int(np.argmax(dots()))) or len(lit) == SHOWN, "not every beat lights up")
    for _ in range(3):
        player.press(Action.PAUSE)
        until(lambda: session.clock.paused, "it does not stop")
        player.frames(4)
        assert int(np.argmax(dots())) == int(hud.played.beats) % SHOWN, "another beat is lit"
        player.press(Action.PAUSE)
        until(lambda: not session.clock.paused, "it does not go on")
        player.frames(15)
    for action, longer in ((Action.DELTA_LONGER, True), (Action.DELTA_SHORTER, False)):
        delta = red.get("delta")
        player.press(action)
        until(lambda delta=delta, longer=longer: red.get("delta") != delta and (red.get("delta") > delta) == longer,
              "delta stays")  # fmt: skip
    ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save("script.png")
    while red.get("script"):
        had = red.get("script")
        player.press(Action.NEXT_SCRIPT)
        until(lambda had=had: red.get("script") != had, "the script stays")
    until(lambda: hud.played is None, "it is shown on")
    assert red.place("head")[2] > 1.3, "it does not stand"


def _slides(player: Player, x: float, y: float, key: str, before: object) -> bool:
    """Press at (x, y), drag to the right: has the setting changed?"""
    player.mouse(x, y)
    player.frames(3)
    xdo("mousedown", 1)
    player.frames(3)
    player.mouse(x + 60, y)
    player.frames(3)
    xdo("mouseup", 1)
    player.frames(3)
    return bool(player.session.value(key) != before)


def slow(player: Player) -> None:
    """Each picture takes 100 ms more: all the ticks come that the cap allows; 400 ms more: it is slower, and told so,
    and keys still work. What a busy machine adds to a picture counts as what was added on purpose."""
    session, game = player.session, player.game
    player.frames(10)
    for slow_s in (0.1, 0.4):
        game.slow_draw_s = slow_s
        player.frames(2)
        clock, ticks = time.monotonic(), session.simulation.ticks
        player.frames(20 if slow_s < 0.2 else 8)
        seconds = time.monotonic() - clock
        rate = (session.simulation.ticks - ticks) / TICKS_PER_S / seconds
        picture_s = seconds / (20 if slow_s < 0.2 else 8)
        bought = min(1.0, MOST_TICKS / TICKS_PER_S / picture_s)
        assert abs(rate - bought) < 0.15, f"pictures of {picture_s:.3f} s: the world at {rate:.3f} of real time"
    assert session.clock.behind and bought < 0.4
    player.press(Action.NEXT_SERVO)
    until(lambda: player.character().servo != "world", "keys are dead", 5.0)


def boxing(player: Player) -> None:
    """A short round by keys: punches go off, the bell ends it, and the result is there."""
    simulation = player.session.simulation
    red = player.character().fighter
    assert red.style == ""
    until(lambda: simulation.bout.phase == "fight", "no bell")
    xdo("keydown", "w")
    until(lambda: player.character().fighter.walk == (1.0, 0.0), "W does not walk")
    player.frames(20)
    xdo("keyup", "w")
    until(lambda: player.character().fighter.walk == (0.0, 0.0), "W stays down")
    for key in ("j", "k", "l", "i"):
        until(lambda: not player.character().fighter.punching, "the punch before does not end")
        thrown = player.character().fighter.thrown
        for _ in range(20):  # it waits 0.15 s for the move before it, no longer
            player.key(key)
            player.frames(4)
            if player.character().fighter.thrown > thrown:
                break
        assert player.character().fighter.thrown > thrown, f"{key} throws nothing"
    xdo("keydown", "o")
    until(lambda: player.character().fighter.move == "block_high", "O does not block")
    xdo("keyup", "o")
    until(lambda: simulation.bout.phase == "over", "no end", 240.0)
    player.frames(30)
    assert simulation.bout.how


def course(player: Player) -> None:
    """Keys take the lane from start to finish, round the blocks: ten looks a second at where the runner is."""
    from lane_person import Person  # beside this file; where it is only imported there is no such path

    session = player.session
    person, held = Person(session), set[str]()
    end = time.monotonic() + 240.0
    while person.runner.finished_s is None:
        assert time.monotonic() < end, f"not there: {person.runner}"
        wanted = person.wants()
        for key in sorted(wanted ^ held):
            xdo("keydown" if key in wanted else "keyup", key.lower())
        held = wanted
        ticks = session.simulation.ticks
        until(lambda ticks=ticks: session.simulation.ticks >= ticks + 6, "the world stands still")
    for key in sorted(held):
        xdo("keyup", key.lower())
    until(lambda: player.character("world").clip == "stand", "it does not stand when nothing is held")
    player.frames(10)
    assert session.simulation.report()["course"]["world"]["finished_s"] is not None


def looked_at(player: Player) -> None:
    """Pictures and films have the window's size, whatever is drawn; a click tells what it met; the help has pages; the
    title is the scene's; news of one scene is none in the next; Esc asks, and Esc once more goes on."""
    session, game = player.session, player.game
    player.frames(10)
    wide, high = game.window.get_size()
    frame = game.view.sides[0].studio.renderer.frame
    assert (frame.width, frame.height) == (wide // 2, high // 2)
    player.press(Action.PICTURE)
    until(lambda: list(Path().glob("glassjaw-picture-*.png")), "no picture")
    (picture,) = Path().glob("glassjaw-picture-*.png")
    with Image.open(picture) as image:
        assert image.size == (wide, high)
        fine = np.asarray(image.convert("L"), int)
    assert np.abs(np.diff(fine[::2], axis=1)).sum() > 0
    halves = np.abs(fine[:, 0::2] - fine[:, 1::2]).max()
    assert halves > 40, "it was drawn again, not blown up"
    assert (frame.width, frame.height) == (wide // 2, high // 2), "what is drawn stays small"
    player.press(Action.FILM)
    until(lambda: game.recorder is not None and len(game.recorder.pictures) > 12, "no film")
    player.press(Action.FILM)
    until(lambda: list(Path().glob("glassjaw-film-*.webp")), "no film was written")
    (film,) = Path().glob("glassjaw-film-*.webp")
    with Image.open(film) as image:
        assert image.size == (wide, high) and image.n_frames > 2

    player.point(player.character().chest)
    before = player.screen()
    xdo("click", 1)
    until(lambda: session.examined is not None, "a click tells nothing")
    assert session.examined.bone == player.character().chest
    player.frames(20)
    after = player.screen()
    assert np.abs(after - before)[40:200, wide // 2 :].max() > 60, "nothing is written about it"
    player.mouse(wide - 60, high - 120)
    player.frames(3)
    xdo("click", 1)
    until(lambda: session.examined is None, "a click on the ground leaves it open")

    player.press(Action.HELP)
    until(lambda: session.helping and session.help_pages > 1, "no pages")
    player.key("Right")
    until(lambda: session.help_page == 1, "the page is not turned")
    player.press(Action.HELP)
    until(lambda: not session.helping, "the help stays")

    player.press(Action.CLOSE)
    until(lambda: session.asking is not None, "Esc does not ask")
    player.press(Action.CLOSE)
    until(lambda: session.asking is None, "Esc does not go on")
    assert not session.closing

    session.say("news of the stage")
    player.press(Action.NEXT_SCENE)
    until(lambda: session.scene_name != "stage", "no other scene")
    player.frames(3)
    assert "news of the stage" not in [text for text, _ in session.messages.lines()]
    assert xdo("getwindowname", player.window) == ["Glassjaw:", *session.scene.title.split()]


def throw_ahead(player: Player) -> None:
    """How a throw will fly is on the screen, and who walks is hit; what is held is marked."""
    session, red = player.session, player.character()
    player.frames(10)
    player.press(Action.CAMERA_SHOT)  # front
    player.press(Action.CAMERA_SHOT)  # side: it walks across
    player.frames(60)
    session.hands.thing = "ball"
    player.press(Action.PAUSE)  # or whoever walks is out from under the cursor before the key comes
    until(lambda: session.clock.paused, "it does not stop")
    player.frames(3)
    player.point(red.chest)
    until(lambda: "ahead" in player.game.view.marks.text, "nobody is led")
    bright = player.screen()
    yellow = (bright[..., 0] > 200) & (bright[..., 1] > 170) & (bright[..., 2] < 150)
    assert yellow.sum() > 60, "the way cannot be seen"
    struck = []

    def look() -> None:
        stage = session.simulation.stage
        contacts = stage.tables.contacts
        struck.extend(stage.names.get(body) for body in contacts.other[: contacts.count[0]].tolist())

    session.after_tick.append(look)
    session.hands.thing = "medicine_ball"
    player.press(Action.THROW)
    until(lambda: session.last_throw is not None, "nothing is thrown")
    player.press(Action.PAUSE)
    until(lambda: "medicine_ball" in struck, "the walker was missed")
    until(lambda: red.phase == "awake" and red.place("head")[2] > 1.3, "it does not stand again")
    session.change("clip", "stand")
    player.press(Action.CAMERA_ALL)
    player.frames(90)
    until(lambda: red.phase == "awake" and red.place("head")[2] > 1.3, "it does not stand")
    player.point(red.chest)
    xdo("mousedown", 1)
    until(lambda: session.hands.grip is not None, "nothing was grabbed")
    player.frames(6)
    until(lambda: player.game.view.marks.text.startswith("red's "), "the grip is not named")
    cyan = player.screen()
    marked = (cyan[..., 0] < 150) & (cyan[..., 1] > 190) & (cyan[..., 2] > 200)
    xdo("mouseup", 1)
    assert marked.sum() > 20, "the grip is not marked"
    player.press(Action.PAUSE)
    until(lambda: session.clock.paused, "it does not stop")
    player.point(red.chest)
    player.frames(3)
    xdo("mousedown", 1)
    until(lambda: any("Space first" in text for text, _ in session.messages.lines()), "nobody says what to press")
    xdo("mouseup", 1)
    assert session.hands.grip is None


def side_by_side(player: Player) -> None:
    """F7 asks, the arrows and Return choose, both go on from that moment; F7 leaves."""
    session = player.session
    until(lambda: session.simulation.time > 2.0, "it does not run")
    player.press(Action.COMPARE)
    until(lambda: session.asking is not None, "it does not ask")
    at = session.simulation.ticks
    down = [row.label for row in session.asking.rows].index("servo parent")
    for _ in range(down):
        player.key("Down")
    player.key("Return")
    until(lambda: session.rival is not None, "nothing is beside it")
    assert session.simulation.ticks - at < 60, "it began anew"
    player.frames(30)
    left, right = session.history.worlds
    until(lambda: left.ticks == right.ticks > at, "they are not together")  # this thread looks in the middle of ticks
    assert {who.servo for who in right.characters.values()} == {"parent"}
    assert len(player.game.view.sides) == 2
    player.press(Action.COMPARE)
    until(lambda: session.rival is None, "it is not left")
    ticks = session.simulation.ticks
    until(lambda: session.simulation.ticks > ticks, "the world stands still")
    assert session.simulation is left and session.asking is None


def counted_in(player: Player) -> None:
    """Nobody goes before the count is over; then the lane goes off with what is held."""
    session = player.session
    player.press(Action.RESTART)
    player.frames(2)
    until(
        lambda: OnCourse.of(session).start is not None and OnCourse.of(session).start.shown in ("3", "2", "1"),
        "no count",
    )
    xdo("keydown", "w")
    counted = set()
    while OnCourse.of(session).start.shown.isdigit():
        counted.add(OnCourse.of(session).start.shown)
        assert session.simulation.ticks <= 40 or OnCourse.of(session).start.left_s < 0.1, (
            "somebody ran before the start"
        )
        time.sleep(0.02)
    assert {"2", "1"} <= counted
    until(lambda: player.character("world").place("pelvis")[0] > 0.8, "it does not go")
    xdo("keyup", "w")
    until(lambda: not OnCourse.of(session).start.shown, "the word stays")


def crowd_lives(player: Player) -> None:
    """Somebody walks and things rain, although nobody touches a key."""
    session = player.session
    begin = player.character("c1").place("pelvis").copy()
    until(lambda: len([d for _, d in session.history.deeds if type(d).__name__ == "Launch"]) >= 4, "nothing falls", 120)
    until(lambda: np.linalg.norm((player.character("c1").place("pelvis") - begin)[:2]) > 1.0, "nobody walks", 120)


def short_bout(seconds: float = 25.0, name: str = "short.toml") -> str:
    """The boxing scene with one such round, in the folder where the play runs."""
    text = (SCENES / "boxing.toml").read_text(encoding="utf-8")
    for setting, value in (("rounds", "1"), ("round_s", str(seconds))):
        text = re.sub(rf"^{setting} = .*$", f"{setting} = {value}", text, flags=re.MULTILINE)
    Path(name).write_text(text, encoding="utf-8")
    return name


PLAYS: dict[str, tuple[str, Callable[[Player], Callable[[], None] | None]]] = {
    "every_key": ("boxing", every_key),
    "hands": ("stage", hands),
    "modes": ("stage", modes),
    "scrub": ("barrage", scrub),
    "panel": ("stage", panel),
    "script": ("stage", script),
    "slow": ("boxing", slow),
    "boxing": ("short", boxing),
    "course": ("course", course),
    "looked_at": ("stage", looked_at),
    "throw_ahead": ("walk", throw_ahead),
    "side_by_side": ("boxing", side_by_side),
    "counted_in": ("course", counted_in),
    "crowd_lives": ("crowd", crowd_lives),
}


def main(name: str) -> int:
    scene, play = PLAYS[name]
    players = 1 if scene in ("short", "course") else 0
    return run(lambda: Session(asked(scene), players=players, lively=True), play)


def asked(scene: str) -> Scene:
    if scene == "walk":
        return load_scene("stage", {"clip": "walk"})
    return load_scene(short_bout() if scene == "short" else scene)


def run(made: Callable[[], Session], play: Callable[[Player], Callable[[], None] | None]) -> int:
    """The play in a window with the session that is made when the window is there; 0 where all came as it should."""
    opened = loading.open_window("Glassjaw: played", False)
    opened.set_size(640, 360)
    session = made()
    game = window.Game(opened, session, "low", 0.5)
    ended: list[str] = []
    afterwards: list[Callable[[], None]] = []  # worlds are made in the main thread only

    def look_on() -> None:
        try:
            player = Player(game)
            more = play(player)
            afterwards.extend([more] if more else [])
            game.session.helping, game.session.asking = False, None
            player.leave()
        except BaseException:
            ended.append(traceback.format_exc())
            game.session.closing = True

    thread = threading.Thread(target=look_on, daemon=True)
    thread.start()
    try:
        game.run()
    finally:
        game.close()
        opened.close()
    thread.join(LIMIT_S)
    for check in afterwards:
        check()
    sys.stderr.write("".join(ended))
    return 1 if ended else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
