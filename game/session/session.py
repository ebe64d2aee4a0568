"""A session: a running world with a person at it, and everything that a key does, without a window.

    session = Session(load_scene("stage"))
    session.do(Action.NEXT_SERVO)
    session.advance(1 / 60)          # seconds on the wall: two ticks

The window adds what only it can do (camera, pictures, full screen) to `actions`; whatever changes the world goes
through `history` as a deed, so that every moment of the last 20 s can be gone back to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from components.clock import TICKS_PER_S
from components.errors import InputError, placed
from components.limbs import LimbSettings
from components.settings import WorldSettings, declared, groups
from game.base.garbage import set_aside
from game.base.plays import parts
from game.scenes.scene import Scene, scene_names
from game.session.choices import Choices
from game.session.clock import Clock
from game.session.comparing import compare
from game.session.controls import Action
from game.session.deeds import Clear, Deed, SetValue
from game.session.hand_controls import HandControls
from game.session.hands import Hands
from game.session.history import History
from game.session.leaving import leaving
from game.session.lively import due
from game.session.menu import Menu
from game.session.messages import Messages
from game.session.plays import KEYS, PADS, Playing
from game.session.pose_ring import PoseRing
from game.session.recording import Opening, Recording
from game.session.script_watch import ScriptWatch
from game.session.setting_controls import AT_START
from game.session.slow_motion import SlowMotion
from game.world.profiler import Profiler
from game.world.simulation import Simulation
from systems.draw.shows import Show

FRAME_PARTS = ("input", "ticks", "pose", "draw", "hud", "panel", "flip")
SCRUB_S = 0.5
LOOK_S = 1.0  # between two looks whether a file of moves or a script has changed


class Session(HandControls):
    def __init__(
        self, scene: Scene, seed: int = 0, players: int = 0, opening: Opening | None = None, lively: bool = False
    ) -> None:
        """So many persons play what there is to play (`players`); `opening` is how the scene was asked for. `lively`:
        somebody looks, so the scene shows off and a start is counted in."""
        self.lively = lively
        self.seed, self.players = seed, players
        self.opening = opening or Opening(scene.name)
        self.to_replay = list[tuple[int, Deed]]()  # of a recording, still to be done
        self.replayed_to = 0  # tick up to which a recording is shown, and nobody's hands count
        self.clock, self.hands, self.messages = Clock(), Hands(), Messages()
        self.shows: set[Show] = set()
        self.frames = Profiler(FRAME_PARTS)
        self.hud, self.helping, self.plain = True, False, False
        self.help_page, self.help_pages = 0, 1  # which of how many is read
        self.quality, self.render_scale = "medium", 1.0
        self.asking: Choices | None = None  # a list that has keys, mouse and pads until it is answered
        self.patient = False  # is a person at a window, for whom beginnings and results wait
        self.menu = Menu(self)
        self.closing = False
        self.slow_motion = SlowMotion()  # of something that is seen once more
        self._since_look_s, self._scripts = 0.0, ScriptWatch()
        self.opened: list[Callable[[], None]] = []  # called when there are new worlds
        self.split: list[Callable[[], None]] = []  # called when one has come beside the first, or is gone
        self.before_last_tick: list[Callable[[], None]] = []  # of a frame
        self.after_tick: list[Callable[[], None]] = []
        self.scene = scene
        self.plays: dict[str, Playing] = {part.PLAY.name: part.PLAY(self) for part in parts("session")}
        self.profiling = self._graph_at_first()
        self.simulation = Simulation(scene, seed=seed)
        self.apart = own_settings(scene)
        self.rival = self._raise_rival(scene)
        self._begin()
        self.actions: dict[Action, Callable[[], object]] = self._own_actions()

    def close(self) -> None:
        for world in self.history.worlds:
            world.close()

    # --- scenes

    @property
    def scene_name(self) -> str:
        return self.scene.name

    @property
    def labels(self) -> tuple[str, ...]:
        """What the scene calls its two worlds, while they are the scene's own."""
        beside = self.scene.beside
        return beside.labels if beside is not None and self.apart == beside.settings else ()

    def open(self, asked: str | Opening, players: int | None = None) -> None:
        """Another scene, by its name or as it is asked for; if it cannot be opened, this one goes on."""
        opening = Opening(asked) if isinstance(asked, str) else asked
        opening = msgspec.structs.replace(opening, settings={**self._own_engine(), **opening.settings})
        try:
            scene = opening.load()
            simulation = Simulation(scene, seed=self.seed)
        except InputError as error:
            self.say(str(error))
            return
        self.opening, self.players = opening, self.players if players is None else players
        self.asking = None
        self.apart = own_settings(scene)
        at_first = self._graph_at_first()
        self._replace(scene, simulation, self._raise_rival(scene))
        if self._graph_at_first() != at_first:
            self.profiling = self._graph_at_first()
        self.await_person()
        self.say(f"{scene.title}: {scene.about}")

    def _own_engine(self) -> dict[str, str]:
        """The engine that was asked for, which another scene keeps."""
        return {key: value for key, value in self.opening.settings.items() if key == "engine"}

    def await_person(self) -> None:
        """What a person plays begins when that person does, in a window."""
        for play in self.plays.values() if self.patient else ():
            play.await_person()

    def restart(self) -> None:
        """The scene from its beginning, with the settings as they are now."""
        kept = self._present_settings()
        self._replace(self.scene, Simulation(self.scene, seed=self.seed), self._raise_rival(self.scene))
        self._restore(kept)

    def _raise_rival(self, scene: Scene) -> Simulation | None:
        """The world beside, where there is something that it has apart."""
        return Simulation(scene.with_settings(self.apart), seed=self.seed) if self.apart else None

    def _replace(self, scene: Scene, simulation: Simulation, rival: Simulation | None) -> None:
        self.close()
        self.scene, self.simulation, self.rival = scene, simulation, rival
        self.messages.clear()
        self._begin()

    def _begin(self) -> None:
        set_aside()
        self.history = History([self.simulation, *([self.rival] if self.rival else [])])
        self.hands.let_go()
        self.examined = None
        self.drawing = bool(self.scene.paths)
        self.clock.owed, self.last_throw, self.last_try = 0.0, None, None
        self.tape = PoseRing(len(self.simulation.stage.tables.bones.position))
        self.slow_motion.clear()
        self.to_replay, self.replayed_to = [], 0
        players = self.players if self.scene.beside is None else 0  # two worlds to look at are led by the computer
        for play in self.plays.values():
            play.begin(players)
        self.history.begin()
        self._told = 0
        self.choose(self.chosen if self.chosen in self.simulation.characters else None, self.limb)
        for call in self.opened:
            call()

    def _present_settings(self) -> list[SetValue]:
        """What would have to be set in the scene as it is written to have everything as it is now."""
        out = []
        with Simulation(self.scene, seed=self.seed) as fresh:
            for key in (k for k in declared(WorldSettings) if k not in AT_START):
                value = getattr(self.simulation.stage.engine.settings, key)
                if value != getattr(fresh.stage.engine.settings, key):
                    out.append(SetValue(key, value))
            for name, character in self.simulation.characters.items():
                for key in declared(*groups()):
                    value = character.get(key)
                    if value != fresh.characters[name].get(key):
                        out.append(SetValue(key, value, name))
                now, was = (each.component(LimbSettings) for each in (character, fresh.characters[name]))
                if now != was:
                    out += [SetValue(gone.key, None, name, limb=gone.limb) for gone in was.all]
                    out += [SetValue(given.key, given.value, name, limb=given.limb) for given in now.all]
        return out

    def _restore(self, kept: Iterable[SetValue]) -> None:
        for deed in kept:
            self.history.do(deed)
        for key, value in self.apart.items() if "engine" not in self.apart else ():
            self.history.do(SetValue(key, value, only=1))

    # --- time

    def advance(self, seconds: float) -> int:
        """So much later on the wall; how many ticks that was. Nothing passes while somebody reads the help or is
        asked."""
        self.menu.pass_time()
        if self.helping or self.waits:
            return 0
        for play in self.plays.values():
            play.watch()
        self.messages.pass_time(seconds)
        if not self.clock.paused and self.slow_motion.update(seconds) is not None:
            return 0
        if any([play.holds_back(seconds) for play in self.plays.values()]):
            return 0
        for play in self.plays.values():
            play.pass_time(seconds * self.clock.speed)
        self._since_look_s += seconds
        if self._since_look_s > LOOK_S:
            self._since_look_s = 0.0
            for text in (*self.simulation.stage.clips.reload(), *(() if self.replaying else self._scripts.look(self))):
                self.say(text)
        due = self.clock.ticks(seconds)
        for left in range(due, 0, -1):
            if left == 1:
                for call in self.before_last_tick:
                    call()
            self.tick()
        return due

    def tick(self) -> None:
        self.catch_up()
        self._do_what_is_held()
        self._pull()
        self.history.tick()
        stage = self.simulation.stage
        self.tape.write(self.simulation.ticks, stage.tables.bones.position, stage.tables.bones.orientation)
        for event in stage.events[self._told :]:
            if not self.menu.showing:
                quiet = any(play.quiet_ground for play in self.plays.values())
                self.messages.tell(event, quiet, [who for play in self.plays.values() for who in play.told_later])
            for play in self.plays.values():
                play.notice(event)
        self._told = len(stage.events)
        for play in self.plays.values():
            play.ticked()
        for call in self.after_tick:
            call()

    @property
    def alpha(self) -> float:
        """How far from the last tick but one to the last tick the picture lies."""
        return 1.0 if self.clock.paused else self.clock.alpha

    @property
    def still(self) -> bool:
        """Does the time stand still? Then hands do nothing at once."""
        starting = any(play.starting for play in self.plays.values())
        return self.clock.paused or self.helping or self.waits or self.slow_motion.active or starting

    @property
    def waits(self) -> bool:
        """Does the world wait for an answer?"""
        return self.waiting is not None or (self.asking is not None and self.asking.stops)

    @property
    def waiting(self) -> Playing | None:
        """What waits for a person to say that it may go on."""
        return next((play for play in self.plays.values() if play.waits), None)

    @property
    def playing(self) -> Playing | None:
        """What persons play."""
        return next((play for play in self.plays.values() if play.persons), None)

    def ask(self, choices: Choices) -> None:
        """Show a list to choose from; it is closed by whoever takes a row of it, or leaves it."""
        choices.close = self._answered
        self.let_go()
        for play in self.plays.values():
            play.let_go(PADS)
        self.asking = choices

    def _answered(self) -> None:
        self.asking = None

    def pause(self) -> None:
        if self.slow_motion.active:
            self.stop_replay()
            return
        self.clock.paused = not self.clock.paused
        self.clock.owed = 0.0

    def step(self) -> None:
        self.stop_replay()
        self.clock.paused = True
        if self.history.away:
            self.go_to(self.history.now + 1)
            return
        for call in self.before_last_tick:
            call()
        self.tick()

    def scrub(self, seconds: float) -> None:
        self.go_to(self.history.now + round(seconds * TICKS_PER_S))

    def go_to(self, tick: int) -> None:
        """Stop the time at another moment of the last 20 s."""
        self.clock.paused, self.clock.owed = True, 0.0
        self.stop_replay()
        self.release()
        self.history.go_to(tick)
        self._told = len(self.simulation.stage.events)
        for call in self.before_last_tick:
            call()

    def _speed(self, change: Callable[[], None]) -> None:
        change()
        self.say(f"speed x{self.clock.speed:g}")

    def stop_replay(self) -> None:
        """No more of what is seen once more, or was to be."""
        self.slow_motion.clear()
        for play in self.plays.values():
            play.jumped()

    # --- what is played

    def play_key(self, name: str, down: bool) -> bool:
        """A key, by pyglet's name; false where it means nothing to what is played, or the time stands still."""
        return any([play.key(name, down) for play in self.plays.values()])

    def _do_what_is_held(self) -> None:
        """Before a tick."""
        if self.replaying:
            return
        for deed in due(self.scene.lively, self.simulation.ticks) if self.lively else ():
            self.history.do(deed)
        for play in self.plays.values():
            for deed in play.wishes():
                self.history.do(deed)

    @property
    def replaying(self) -> bool:
        """Is a recording shown?"""
        return bool(self.to_replay) or self.simulation.ticks < self.replayed_to

    def let_go(self) -> None:
        """Of everything that a person holds on keys and mouse: another window has them."""
        self.release()
        for play in self.plays.values():
            play.let_go(KEYS)

    @property
    def persons(self) -> int:
        """How many play."""
        return sum(play.persons for play in self.plays.values())

    def recording(self) -> Recording:
        """What was done since the scene began."""
        return Recording(
            self.opening, self.seed, self.persons, self.simulation.ticks, self.simulation.state_hash(),
            self.history.done,
            self.simulation.engine,
        )  # fmt: skip

    def catch_up(self) -> None:
        """What a recording did before this tick."""
        while self.to_replay and self.to_replay[0][0] <= self.simulation.ticks:
            tick, deed = self.to_replay.pop(0)
            with placed(f"recording, {type(deed).__name__} at tick {tick}"):
                self.history.do(deed)

    def replay(self, recording: Recording) -> None:
        """From the beginning, do as it was done; the recording's own opening has made this session."""
        self.to_replay, self.replayed_to = list(recording.deeds), recording.ticks

    # --- what is shown

    def _graph_at_first(self) -> int:
        """How much of the profile is shown before somebody asks."""
        return 0 if any(play.fills_foot for play in self.plays.values()) else 1

    def show(self, show: Show, on: bool) -> None:
        (self.shows.add if on else self.shows.discard)(show)

    def _toggle(self, show: Show) -> None:
        self.show(show, show not in self.shows)
        self.say(f"{show}: {'shown' if show in self.shows else 'hidden'}")

    def _flip(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))

    # --- what keys do

    def do(self, action: Action) -> None:
        """What a key does; a call that cannot be done says why."""
        try:
            self.actions[action]()
        except InputError as error:
            self.say(str(error))

    def _own_actions(self) -> dict[Action, Callable[[], object]]:
        a, names = Action, scene_names()
        simple: Mapping[Action, Callable[[], object]] = {
            a.PAUSE: self.pause,
            a.STEP: self.step,
            a.STEP_BACK: lambda: self.go_to(self.history.now - 1),
            a.SLOWER: lambda: self._speed(lambda: self.clock.faster(-1)),
            a.FASTER: lambda: self._speed(lambda: self.clock.faster(1)),
            a.NORMAL_SPEED: lambda: self._speed(lambda: setattr(self.clock, "speed", 1.0)),
            a.BACK: lambda: self.scrub(-SCRUB_S),
            a.FORTH: lambda: self.scrub(SCRUB_S),
            a.RESTART: self.restart,
            a.RETRY: self.retry,
            a.THROW: self.throw,
            a.NEXT_THING: self._next_thing,
            a.THROW_SOFTER: lambda: self._throw_speed(-1),
            a.THROW_HARDER: lambda: self._throw_speed(1),
            a.PUSH: self.push,
            a.PUSH_SOFTER: lambda: self._push_harder(-1),
            a.PUSH_HARDER: lambda: self._push_harder(1),
            a.SPAWN: lambda: self._do(self.hands.put(self.simulation)),
            a.CARRY: self.carry,
            a.CLEAR: lambda: self._do(Clear()),
            a.DRAW_PATHS: self.draw_paths,
            a.STOP_PATH: self.stop_path,
            a.NEXT_CHARACTER: self.next_character,
            a.NEXT_LIMB: self.next_limb,
            a.NEXT_SERVO: lambda: self.next_choice("servo"),
            a.NEXT_ROOT: lambda: self.next_choice("root"),
            a.NEXT_ACTUATION: lambda: self.next_choice("actuation"),
            a.NEXT_CLIP: lambda: self.next_choice("clip"),
            a.NEXT_SCRIPT: lambda: self.next_choice("script"),
            a.DELTA_LONGER: lambda: self.next_choice(self.laws_own()),
            a.DELTA_SHORTER: lambda: self.next_choice(self.laws_own(), up=False),
            a.SETTING_UP: lambda: self.choose_setting(-1),
            a.SETTING_DOWN: lambda: self.choose_setting(1),
            a.VALUE_DOWN: lambda: self.next_choice(self.setting, up=False),
            a.VALUE_UP: lambda: self.next_choice(self.setting),
            a.DEFAULT: self.to_default,
            a.COMPARE: lambda: compare(self),
            a.NEXT_SCENE: lambda: (
                self.open(names[(names.index(self.scene.name) + 1) % len(names)])
                if self.scene.name in names
                else self.open(names[0])
            ),
            a.PLAIN: lambda: self._flip("plain"),
            a.HELP: self._help,
            a.HUD: lambda: self._flip("hud"),
            a.PROFILER: lambda: setattr(self, "profiling", (self.profiling + 1) % 3),
            a.CLOSE: self._close_something,
        }
        shows = {Action(f"show_{show}"): (lambda show=show: self._toggle(show)) for show in Show}
        return {**simple, **shows}

    def _help(self) -> None:
        self.helping, self.help_page = not self.helping, 0

    def _close_something(self) -> None:
        if self.helping:
            self.helping = False
        elif self.examined is not None:
            self.examined = None
        else:
            self.ask(leaving(self))


def own_settings(scene: Scene) -> Mapping[str, Any]:
    """What the world has of its own that is shown beside the scene; of most scenes nothing."""
    return scene.beside.settings if scene.beside is not None else {}
