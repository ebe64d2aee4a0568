"""Simulation: a world without a window, for scripts, tests and the command line.

sim = Simulation("stage", seed=3, servo="world", settings={"clip": "walk"})
sim.run(10.0)
sim.characters["red"].authority
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from threading import get_ident
from time import perf_counter_ns
from types import NoneType
from typing import Any, Self

import esper
import numpy as np
from numpy.typing import NDArray

from components.character import Record
from components.clock import DT, TICKS_PER_S
from components.commands import Drag, Throw, pushing
from components.errors import InputError, a_name, nearest, placed
from components.fight import Bout
from components.prop import Tied
from components.settings import AT_START, WorldSettings, changed, declared
from components.strings import MOST
from components.trajectory import Way
from game.scenes.props import prop_kind
from game.scenes.pushes import PushSpec
from game.scenes.scene import Scene, load_scene
from game.scenes.things import ThrowSpec
from game.scripts.numbers import quoted
from game.scripts.trajectory import held_place, site_path
from game.world.carrying import carry, drop
from game.world.character import Character, led
from game.world.profiler import STEP, Profiler
from game.world.report import expectations, report
from game.world.saving import Saved, load_stage, save_stage
from game.world.schedule import schedule
from game.world.spawn import build_stage
from game.world.string import String
from systems.commands import clear, take_away, throw
from systems.engine import Engine
from systems.tying import tie

MAX_SECONDS = 1e6
WORLDS = count()


class Simulation:
    """One scene, tick by tick. All its randomness comes from `seed`; the clock on the wall is not read."""

    def __init__(
        self,
        scene: str | Path | Scene,
        *,
        seed: int = 0,
        servo: str | None = None,
        root: str | None = None,
        engine: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
            raise InputError(f"must be a whole number from 0 to 2^63 - 1, not {seed!r}", place="seed")
        if not isinstance(settings, (Mapping, NoneType)) or not all(isinstance(key, str) for key in settings or ()):
            raise InputError(f"must be a dict by names of settings, not {settings!r}", place="settings")
        asked = dict(settings or {}) | ({"engine": engine} if engine is not None else {})
        self.scene = scene if isinstance(scene, Scene) else load_scene(scene, asked, servo, root)
        self.seed = seed
        self.world = f"glassjaw-{next(WORLDS)}"
        esper.switch_world(self.world)
        self.stage = build_stage(self.scene, seed)
        self._going = [thing for thing in self.scene.props if thing.until_s is not None]
        self._thread = get_ident()
        self._free = weakref.finalize(self, free, self.stage.engine, self.world)  # also where nobody closes it
        self._free.atexit = False
        self.systems = [system(self.stage) for system in schedule()]
        self.profiler = Profiler([*(system.name() for system in self.systems), STEP])
        self.characters = {
            character.name: character for character in (Character(self, entity) for entity in Character.entities())
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the engine; a second time does nothing."""
        self._free()

    def enter(self) -> None:
        """From here on esper's world is this one. A simulation that is closed has none."""
        if self.stage.engine.closed:
            raise InputError("is closed, and does nothing any more", place="simulation")
        if esper.current_world != self.world:
            esper.switch_world(self.world)

    @property
    def engine(self) -> str:
        """Its name: bullet or mujoco."""
        return str(self.stage.engine.settings.engine)

    @property
    def model(self) -> Any:
        """MuJoCo's own `MjModel`, as it is until a body comes or goes; its bodies are called NAME/BONE."""
        return self._of_engine("model")

    @property
    def data(self) -> Any:
        """MuJoCo's own `MjData`."""
        return self._of_engine("data")

    def _of_engine(self, what: str) -> Any:
        if not hasattr(self.stage.engine, what):
            raise AttributeError(f"{self.engine} has no {what}: make the Simulation with engine='mujoco'")
        return getattr(self.stage.engine, what)

    @property
    def client(self) -> int:
        return self.stage.engine.client

    @property
    def ticks(self) -> int:
        return self.stage.ticks

    @property
    def time(self) -> float:
        return self.stage.time

    def run(self, seconds: float) -> None:
        self.tick(round(number(seconds, "seconds", 0.0, MAX_SECONDS) / DT))

    def tick(self, n: int = 1) -> None:
        """n steps of 1/120 s."""
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 0 <= n <= MAX_SECONDS * TICKS_PER_S:
            reason = f"must be a whole number from 0 to {MAX_SECONDS * TICKS_PER_S:g}, not {n!r}"
            raise InputError(reason, place="ticks")
        if get_ident() != self._thread:  # esper has one world at a time
            raise InputError("goes on only in the thread that made it", place="simulation")
        self.enter()
        for _ in range(n):
            self.one_tick()

    def one_tick(self) -> None:
        for spec in self.scene.throws:
            if spec.due(self.stage.ticks):
                self.stage.commands.append(self.aimed(spec))
        for push in self.scene.pushes:
            if (n := push.nth(self.stage.ticks)) is not None:
                self.push_again(push, n)
        for thing in self._going:
            if thing.goes(self.stage.ticks):
                take_away(self.stage, thing.kind.name, thing.kind.size)
        self.scripted_hands()
        before = perf_counter_ns()
        row = self.profiler.row(before)
        for i, system in enumerate(self.systems):
            if system.only_with is not None and not esper.get_component(system.only_with):
                continue  # 0.5 us less each, of which most scenes have a dozen
            system.process(DT)
            now = perf_counter_ns()
            row[i] = now - before
            before = now
        row[len(self.systems)] = self.stage.engine.step_ns
        self.stage.ticks += 1

    def scripted_hands(self) -> None:
        """What the scene's hands hold in this tick; between them a person's may."""
        for spec in self.scene.drags:
            if place := spec.place(self.stage.ticks):
                self.drag(spec.who, spec.bone, place)
            elif spec.lets_go(self.stage.ticks):
                self.release()

    @property
    def bout(self) -> Bout | None:
        """The bout that is fought here, if there is one."""
        self.enter()
        return next((bout for _, bout in esper.get_component(Bout)), None)

    # --- hands

    def throw(
        self,
        what: str,
        at: str,
        speed: float = 6.0,
        bone: str | None = None,
        from_deg: float = 0.0,
        distance: float = 2.0,
    ) -> int:
        """Throw a thing of data/props.toml at a bone of a character, from `from_deg` (0: its front); the body's id."""
        self.enter()
        return throw(self.stage, self.towards(what, at, speed, bone, from_deg, distance))

    def towards(
        self,
        what: str,
        at: str,
        speed: float = 6.0,
        bone: str | None = None,
        from_deg: float = 0.0,
        distance: float = 2.0,
    ) -> Throw:
        """That throw, not yet thrown."""
        character = self.character(at)
        bone = character.chest if bone is None else bone
        character.link(bone)
        speed, distance = number(speed, "speed", 0.1, 50.0), number(distance, "distance", 0.1, 50.0)
        direction = float(np.radians(number(from_deg, "from_deg", -1e4, 1e4)))
        spec = ThrowSpec(
            prop_kind(a_name(what, "what")), at, bone, (0.0, 0.0, 0.0), speed, direction, distance, (), None, 0.0, None
        )
        return self.aimed(spec)

    def aimed(self, spec: ThrowSpec) -> Throw:
        """From `distance` away, at `speed` over the ground, so that it falls onto the place aimed at.

        Who walks is aimed at where he will be: at 1.2 m/s, and 6 m/s over 2 m, 0.4 m further on.
        """
        character = self.character(spec.at)
        facing = character.facing
        bone = spec.bone if spec.bone in character.bones else character.chest
        seconds = spec.distance / spec.speed
        target = character.place(bone) + turn(spec.offset, facing) + seconds * led(character.velocity)
        way = turn((np.cos(spec.direction), np.sin(spec.direction), 0.0), facing)
        velocity = -spec.speed * way
        velocity[2] += 0.5 * self.stage.engine.settings.gravity * seconds
        start = target + spec.distance * way
        return Throw(spec.kind.prop(), tuple(start.tolist()), tuple(velocity.tolist()))

    def push(
        self, name: str, *, bone: str | None = None, impulse: Sequence[float] = (0.0, 0.0, 0.0), seconds: float = 0.1
    ) -> None:
        """Shove somebody from the next tick on: a force of impulse / seconds (N s, s; world axes) at the middle of a
        bone, for the whole ticks that are nearest to so long, one at least. 60 N s in 0.1 s are 600 N."""
        self.enter()
        character = self.character(name)
        link = character.link(character.chest if bone is None else bone)
        x, y, z = (number(part, "impulse", -1e4, 1e4) for part in three(impulse, "impulse"))
        lasts = number(seconds, "seconds", 0.0, 60.0)
        self.stage.commands.append(pushing(character.body, link, (x, y, z), lasts))

    def push_again(self, spec: PushSpec, n: int) -> None:
        """The n-th push of that table; whoever lies is left alone."""
        character = self.character(spec.who)
        if not character.component(Record).fallen:
            impulse = spec.of(n, character.facing)
            self.push(spec.who, bone=spec.bone, impulse=impulse, seconds=spec.seconds)
            self.stage.tell("pushed", spec.who, bone=spec.bone, impulse=spec.impulse + n * spec.harder)

    def drag(self, name: str, bone: str, to: tuple[float, float, float]) -> None:
        """Hold a bone and pull it to a place, until `release`."""
        character = self.character(name)
        x, y, z = (number(v, "to", -1e3, 1e3) for v in three(to, "to"))
        self.stage.drag = Drag(character.body, character.link(bone), (x, y, z))

    def release(self) -> None:
        self.stage.drag = None

    def string(
        self,
        name: str,
        bone: str,
        offset: tuple[float, float, float] = (0.0, 0.0, 0.0),
        path: Sequence[Sequence[float]] | None = None,
        way: str = "spline",
        most: float = MOST,
    ) -> String:
        """Tie a string to a site or a bone (`offset` in m, in its frame). Its end goes along a path of rows (s, x, y,
        z), in s from now and m, as a cubic spline, in straight `lines` or in `steps`; without one it goes where the
        clip has that place. Rows of (s, x, y, z, a, b, c) turn the bone as well: (a, b, c) is the rotation vector of
        its frame in degrees. It pulls with `most` N at most."""
        character = self.character(name)
        held, hold = held_place(character.rig, a_name(bone, "bone"), offset)
        most = number(most, "most", 1.0, 1e5)
        self.enter()
        with placed(f"string on {name}'s {bone}, path"):
            if not isinstance(way, str) or way not in list(Way):
                raise InputError(f"way must be one of {', '.join(Way)}, not {quoted(way)}")
            led, turn = (None, None) if path is None else site_path(path, Way(way))
        return String(self, tie(self.stage, character.about, held, bone, hold, led, most, turn))

    @property
    def strings(self) -> list[String]:
        """Those that are not cut."""
        return [String(self, tied) for tied in self.stage.strings]

    def carry(self, name: str, bone: str, mass: float, told: float | None = None) -> int:
        """Tie an iron ball to a bone, at its centre of mass; the body's id.

        `told` (kg) is what the character takes it to weigh; none: it is not told of it.
        """
        self.enter()
        character = self.character(name)
        link = character.link(bone)
        mass = number(mass, "mass", 0.01, 1000.0)
        told = 0.0 if told is None else number(told, "told", 0.0, 1000.0)
        return carry(self.stage, Tied(character.body, link, told), mass)

    def drop(self, body: int) -> None:
        """Untie what is carried."""
        self.enter()
        if not isinstance(body, int) or not drop(self.stage, body):
            raise InputError(f"nobody carries a body with the number {body}")

    def clear(self) -> None:
        """Away with everything that was thrown."""
        self.enter()
        clear(self.stage)

    def character(self, name: str) -> Character:
        if not isinstance(name, str) or name not in self.characters:
            raise InputError(f"there is no character called {name}{nearest(name, self.characters)}")
        return self.characters[name]

    def set(self, key: str, value: object) -> None:
        """A world setting (gravity, friction, iterations), or one of all characters, from now on."""
        self.enter()
        known = declared(WorldSettings)
        if isinstance(key, str) and key in known:
            if key in AT_START:
                raise InputError("can only be chosen when a scene is loaded", place=f"setting {key}")
            self.stage.engine.apply(changed(self.stage.engine.settings, **{key: value}))
            return
        for character in self.characters.values():
            character.set(key, value)

    # --- what has come of it

    def report(self) -> dict[str, Any]:
        self.enter()
        return report(self)

    def expectations(self) -> list[tuple[str, bool]]:
        """What the scene promises, and whether it held; what lies beyond the time that was run is left out."""
        self.enter()
        return expectations(self)

    def state_hash(self) -> str:
        self.enter()
        digest = hashlib.sha256()
        t = self.stage.tables
        for array in (t.base, t.raw, *t.bones, *t.targets, t.modes.authority, t.tallies.error_sum_deg):
            digest.update(np.ascontiguousarray(array).tobytes())
        for prop in Character.props():
            digest.update(np.array(self.stage.engine.moving(prop.engine_id)).tobytes())
        digest.update(repr((self.ticks, [event.as_dict() for event in self.stage.events])).encode())
        return digest.hexdigest()

    def save(self) -> Saved:
        self.enter()
        return save_stage(self.stage)

    def load(self, saved: Saved) -> None:
        self.enter()
        load_stage(self.stage, saved)

    def bare_step(self) -> None:
        """One step of the engine alone, with no torques: what the tick is measured against."""
        self.stage.engine.step()


def free(engine: Engine, world: str) -> None:
    """What a simulation holds: its engine's world, and esper's."""
    engine.close()
    if world in esper.list_worlds():
        if esper.current_world == world:
            esper.switch_world("default")
        esper.delete_world(world)


def number(value: object, place: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not low <= float(value) <= high:
        raise InputError(f"must be a number from {low:g} to {high:g}, not {value!r}", place=place)
    return float(value)


def three(values: object, place: str) -> tuple[object, ...]:
    if not isinstance(values, (Sequence, np.ndarray)) or isinstance(values, str) or len(values) != 3:
        raise InputError(f"must be three numbers, not {values!r}", place=place)
    return tuple(values)


def turn(v: tuple[float, float, float], heading: float) -> NDArray[np.float64]:
    c, s = np.cos(heading), np.sin(heading)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]])
