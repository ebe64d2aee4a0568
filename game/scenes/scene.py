"""A scene: who stands where, what lies about, what is thrown, and what must have come of it.

`load_scene("stage", {"clip": "walk"})` reads data/scenes/stage.toml, checks all of it and gives a frozen `Scene`.
A setting is taken from the last of these that names it: its declaration, the scene's `[settings]`, the character's
own table, an override for all (`clip`), an override for one (`red.clip`). Boxers' `style`, `level` and `stance` stand
in a character's own table, and are overridden in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from components.catch import ARM, HEAVIEST, LARGEST
from components.course import Course, Do, Leg
from components.errors import InputError
from components.rig import Rig
from components.settings import (
    MotionSettings,
    RootSettings,
    ServoSettings,
    StunSettings,
    WorldSettings,
    changed,
    declared,
    groups,
)
from game.base.paths import SCENES
from game.base.toml import Places, nearest, one_line
from game.clips.info import clip_names
from game.rigs.rig import load_rig
from game.scenes import file as written
from game.scenes.props import PropKind, Vec3, prop_kind, resized, rgb
from game.scenes.scatter import Spot, free_spots, grid

TICKS_PER_S = 120
S = TypeVar("S")
CHARACTER_ROOM = 0.5  # m, radius that scattered things keep from a character


@dataclass(frozen=True)
class CharacterSpec:
    name: str
    rig: str
    at: tuple[float, float]  # m, where its root starts
    facing: float  # rad, from +x towards +y
    height: float  # m, of its ground above the scene's
    colour: Vec3 | None  # none: the next of the palette
    start_pose: str  # a clip in whose first pose it starts; empty: that of its own
    settings: tuple[Any, ...]  # one of each of components.settings.groups()

    def of(self, group: type[S]) -> S:
        return next(settings for settings in self.settings if isinstance(settings, group))

    def given(self, *settings: Any) -> CharacterSpec:
        """The same with these instead of its own."""
        instead = {type(each): each for each in settings}
        return replace(self, settings=tuple(instead.get(type(each), each) for each in self.settings))

    @property
    def servo(self) -> ServoSettings:
        return self.of(ServoSettings)

    @property
    def root(self) -> RootSettings:
        return self.of(RootSettings)

    @property
    def stun(self) -> StunSettings:
        return self.of(StunSettings)

    @property
    def motion(self) -> MotionSettings:
        return self.of(MotionSettings)


@dataclass(frozen=True)
class BoutSpec:
    rounds: int
    round_s: float
    rest_s: float
    knockdowns_tko: int  # so many of one boxer end it
    boxers: tuple[written.BoxerSettings, written.BoxerSettings]  # of the scene's two characters: red, then blue


@dataclass(frozen=True)
class PropSpec:
    kind: PropKind
    position: Vec3  # m, of its centre, above the ground at that place
    yaw: float  # rad
    fixed: bool


@dataclass(frozen=True)
class HungSpec:
    kind: PropKind
    position: Vec3  # m, of its middle, above the ground at that place
    ropes: float  # m, the length of each
    count: int  # 1 in the middle of its upper face, or 4 at the corners
    push: Vec3  # m/s, with which it starts
    fades_s: float  # s in which its swinging falls to 1/e by itself


@dataclass(frozen=True)
class ThrowSpec:
    """Something thrown at a character, at given times or again and again."""

    kind: PropKind
    at: str  # name of the character
    bone: str  # a bone of its rig
    offset: Vec3  # m, from the bone to the place aimed at, in the character's axes (x forward, y left)
    speed: float  # m/s
    direction: float  # rad, where it comes from: 0 from the front, pi/2 from the left
    distance: float  # m, how far away it starts
    at_s: tuple[float, ...]
    every_s: float | None
    first_s: float
    until_s: float | None

    def due(self, tick: int) -> bool:
        """Is it thrown in this tick (0 is the first)?"""
        if self.every_s is None:
            return any(round(t * TICKS_PER_S) == tick for t in self.at_s)
        since = tick - round(self.first_s * TICKS_PER_S)
        over = self.until_s is not None and tick > round(self.until_s * TICKS_PER_S)
        return since >= 0 and not over and since % max(1, round(self.every_s * TICKS_PER_S)) == 0


@dataclass(frozen=True)
class DragSpec:
    """A hand that holds a bone from the first moment of its path to the last."""

    who: str
    bone: str
    path: tuple[tuple[float, float, float, float], ...]  # s, m

    def lets_go(self, tick: int) -> bool:
        return tick == round(self.path[-1][0] * TICKS_PER_S) + 1

    def place(self, tick: int) -> Vec3 | None:
        """m, where the hand is to be in that tick (0 is the first); none while it does not hold."""
        t = tick / TICKS_PER_S
        if not round(self.path[0][0] * TICKS_PER_S) <= tick <= round(self.path[-1][0] * TICKS_PER_S):
            return None
        after = next((k for k, point in enumerate(self.path) if point[0] >= t), len(self.path) - 1)
        (start, *here), (end, *there) = self.path[max(0, after - 1)], self.path[max(1, after)]
        share = min(1.0, max(0.0, (t - start) / (end - start)))
        x, y, z = (a + share * (b - a) for a, b in zip(here, there, strict=True))
        return x, y, z


@dataclass(frozen=True)
class CatchSpec:
    """Who catches, with which hand, and what is thrown to it."""

    who: str
    hand: str  # left or right
    kind: PropKind
    every_s: float | None  # none: nobody throws
    disturb: bool


@dataclass(frozen=True)
class BesideSpec:
    """What is shown beside the scene: the scene itself, but for these settings of all its characters."""

    labels: tuple[str, str]  # of the scene, and of the one beside it
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class Expectations:
    """What a headless run of the scene is held to; times and counts by the character's name."""

    still_standing_at_s: Mapping[str, float]  # has not fallen before it
    fallen_at_s: Mapping[str, float]  # has fallen before it
    falls_at_least: Mapping[str, int]  # counted when the run ends
    no_explosion: bool


@dataclass(frozen=True)
class Scene:
    name: str
    title: str
    about: str
    world: WorldSettings
    characters: tuple[CharacterSpec, ...]
    props: tuple[PropSpec, ...]
    throws: tuple[ThrowSpec, ...]
    expect: Expectations
    bout: BoutSpec | None = None
    beside: BesideSpec | None = None
    hung: tuple[HungSpec, ...] = ()
    course: Course | None = None
    drags: tuple[DragSpec, ...] = ()
    catches: tuple[CatchSpec, ...] = ()
    camera: str = ""  # that it is seen by where nobody asks for another one; empty: it does not care
    names: bool = False  # written over everybody's head
    practice: bool = False  # is each punch asked for once (game/session/practice.py)
    picture_s: float = 3.0  # s, the moment of its small picture (game/picture/small_pictures.py)
    lively: written.Lively = written.Lively()  # what happens because somebody looks
    look: str = ""  # what there is to look at, where something is compared

    def with_settings(self, settings: Mapping[str, Any]) -> Scene:
        """The same with these settings for all characters, whatever each had of its own."""

        def own(group: Any) -> Any:
            return changed(group, **{key: value for key, value in settings.items() if key in declared(type(group))})

        characters = [replace(spec, settings=tuple(own(group) for group in spec.settings)) for spec in self.characters]
        return replace(self, characters=tuple(characters))


def scene_names() -> list[str]:
    return sorted(path.stem for path in SCENES.glob("*.toml"))


def scene_path(name_or_path: str | Path) -> Path:
    """The file of one of the project's scenes by its name, or any file by its path."""
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or name.endswith(".toml") or "/" in name or "\\" in name:
        return Path(name_or_path)
    if name not in scene_names():
        raise InputError(
            f"there is no scene of that name{nearest(name, scene_names())}", place=one_line(f"scene {name}")
        )
    return SCENES / f"{name}.toml"


def load_scene(
    name_or_path: str | Path,
    overrides: Mapping[str, object] | None = None,
    servo: str | None = None,
    root: str | None = None,
) -> Scene:
    path = scene_path(name_or_path)
    file, places = written.read_scene(path)
    wanted = dict(overrides or {})
    wanted |= {key: value for key, value in (("servo", servo), ("root", root)) if value is not None}
    return _Builder(file, places, wanted).scene(path.stem)


class _Builder:
    """One scene while it is put together: the file's tables, what was overridden, and where to point."""

    def __init__(self, file: written.SceneFile, places: Places, overrides: dict[str, object]) -> None:
        self.file = file
        self.places = places
        self.names = written.character_names(file, self._crowd_size(overrides), places)
        self.for_all, self.for_one = _sorted_overrides(overrides, self.names, file.bout is not None)

    def _crowd_size(self, overrides: dict[str, object]) -> int | None:
        if "characters" not in overrides:
            return None
        value = overrides.pop("characters")
        if self.file.crowd is None:
            raise InputError(
                "this scene has no [crowd], so its characters cannot be counted", place="setting characters"
            )
        return written.crowd_count(value)

    def scene(self, name: str) -> Scene:
        world = _settings(WorldSettings, self.file.settings, self.for_all)
        characters = self._characters(world)
        return Scene(
            name,
            self.file.title,
            self.file.about,
            world,
            characters,
            self._props(characters),
            self._throws(),
            self._expect(),
            self._bout(),
            self._beside(),
            self._hung(),
            self._course(),
            self._drags(characters),
            self._catches(characters),
            self.file.camera,
            self.file.names or bool(self.file.look),
            self._practice(),
            self.file.picture_s,
            self._lively(),
            self.file.look,
        )

    def _bout(self) -> BoutSpec | None:
        bout, boxers = self.file.bout, self.file.character
        if bout is None:
            for index, table in enumerate(boxers, 1):
                if (table.style, table.level, table.stance) != ("", 2, "orthodox"):
                    raise self.places.error(
                        "style, level and stance are for boxers: there is no [bout]", f"character[{index}]"
                    )
            return None
        if len(self.names) != 2 or len(boxers) != 2:
            raise self.places.error(f"needs two characters, not {len(self.names)}", "bout")
        red, blue = (self._boxer(table) for table in boxers)
        return BoutSpec(bout.rounds, bout.round_s, bout.rest_s, bout.knockdowns_tko, (red, blue))

    def _practice(self) -> bool:
        if self.file.practice and self.file.bout is None:
            raise self.places.error("is for boxers: there is no [bout]", "practice")
        return self.file.practice

    def _boxer(self, table: written.Character) -> written.BoxerSettings:
        own = {"style": table.style, "level": table.level, "stance": table.stance}
        overrides = self.for_one.get(table.name, {})
        boxer: written.BoxerSettings = _settings(written.BoxerSettings, own, self.for_all, overrides)
        return boxer

    def _course(self) -> Course | None:
        course = self.file.course
        if course is None:
            return None
        for index, leg in enumerate(course.legs, 1):
            if leg.do in (Do.WALK, Do.RUN) and leg.to[0] > course.finish:
                raise self.places.error("leads beyond the finish", f"course.legs[{index}].to")
        legs = [Leg(leg.do, leg.to, math.radians(leg.deg), leg.around) for leg in course.legs]
        return Course(tuple(legs), course.finish)

    def _beside(self) -> BesideSpec | None:
        beside = self.file.beside
        if beside is None:
            return None
        if not beside.settings:
            raise self.places.error('needs a setting that differs, such as servo = "kinematic"', "beside")
        label, other = beside.labels
        asked = [str(own["servo"]) for own in (self.for_all, *self.for_one.values()) if "servo" in own]
        if asked:  # the file's label speaks of the file's servo
            label = f"servo {', '.join(asked)}"
        return BesideSpec((label, other), beside.settings)

    def _characters(self, world: WorldSettings) -> tuple[CharacterSpec, ...]:
        specs = [
            self._character(name, table.at, table, world)
            for name, table in zip(self.names, self.file.character, strict=False)
        ]
        if crowd := self.file.crowd:
            names = self.names[len(specs) :]
            spots = grid(len(names), crowd.spacing, crowd.at)
            specs += [self._character(name, at, crowd, world) for name, at in zip(names, spots, strict=True)]
        return tuple(specs)

    def _character(
        self, name: str, at: tuple[float, float], table: written.Body, world: WorldSettings
    ) -> CharacterSpec:
        overrides = self.for_all | self.for_one.get(name, {})
        own = tuple(_settings(group, self.file.settings, table.settings, overrides) for group in groups())
        rig = str(overrides.get("rig", table.rig or world.rig))
        colour = rgb(table.colour) if table.colour else None
        return CharacterSpec(name, rig, at, math.radians(table.facing_deg), table.height, colour, table.start_pose, own)

    def _props(self, characters: tuple[CharacterSpec, ...]) -> tuple[PropSpec, ...]:
        taken = [Spot(*spec.at, 0.0, CHARACTER_ROOM) for spec in characters]
        props = list[PropSpec]()
        for index, table in enumerate(self.file.prop, 1):
            try:
                kind = resized(prop_kind(table.what), table.size, table.radius, table.mass)
                radius = max(kind.size[0], kind.size[1]) * (0.5 if kind.shape == "sphere" else 0.5 * 2**0.5)
                spots = free_spots(table.count, table.at[:2], table.spread, radius, taken)
            except InputError as error:
                raise self.places.error(error.reason, f"prop[{index}]") from None
            taken += spots
            z = (table.at[2] if len(table.at) == 3 else 0.0) + kind.size[2] / 2
            turn = math.radians(table.yaw_deg)
            props += [PropSpec(kind, (spot.x, spot.y, z), turn + spot.turn, table.fixed) for spot in spots]
        return tuple(props)

    def _hung(self) -> tuple[HungSpec, ...]:
        specs = list[HungSpec]()
        for index, table in enumerate(self.file.hung, 1):
            try:
                kind = resized(prop_kind(table.what), table.size, table.radius, table.mass)
            except InputError as error:
                raise self.places.error(error.reason, f"hung[{index}]") from None
            specs.append(HungSpec(kind, table.at, table.ropes, table.count, table.push, table.fades_s))
        return tuple(specs)

    def _throws(self) -> tuple[ThrowSpec, ...]:
        throws = list[ThrowSpec]()
        for index, table in enumerate(self.file.throw, 1):
            where = f"throw[{index}]"
            if (table.every_s is None) == (table.at_s is None):
                raise self.places.error("needs either every_s or at_s", where)
            try:
                kind = resized(prop_kind(table.what), table.size, table.radius, table.mass)
            except InputError as error:
                raise self.places.error(error.reason, where) from None
            at_s = () if table.at_s is None else table.at_s if isinstance(table.at_s, tuple) else (table.at_s,)
            first = table.first_s if table.first_s is not None else table.every_s or 0.0
            throws += [
                ThrowSpec(
                    kind, name, table.bone, table.offset, table.speed, math.radians(table.from_deg), table.distance,
                    at_s, table.every_s, first, table.until_s,
                )
                for name in self._who(table.at, f"{where}.at")
            ]  # fmt: skip
        return tuple(throws)

    def _drags(self, characters: tuple[CharacterSpec, ...]) -> tuple[DragSpec, ...]:
        rigs = {spec.name: load_rig(spec.rig) for spec in characters}
        specs = list[DragSpec]()
        for index, table in enumerate(self.file.drag, 1):
            where = f"drag[{index}]"
            if table.who not in rigs:
                reason = f"there is no character called {table.who!r}{nearest(table.who, list(rigs))}"
                raise self.places.error(reason, f"{where}.who")
            if table.bone not in (bones := rigs[table.who].names):
                reason = f"there is no bone {table.bone!r}{nearest(table.bone, list(bones))}"
                raise self.places.error(reason, f"{where}.bone")
            times = [point[0] for point in table.path]
            if any(after - before < 1.0 / TICKS_PER_S for before, after in pairwise(times)):
                raise self.places.error("its times must be a tick or more apart, one after the other", f"{where}.path")
            if any(times[0] <= spec.path[-1][0] and spec.path[0][0] <= times[-1] for spec in specs):
                raise self.places.error("there is one hand, and it holds something at that time", f"{where}.path")
            specs.append(DragSpec(table.who, table.bone, table.path))
        return tuple(specs)

    def _lively(self) -> written.Lively:
        """Without who was left out of a smaller crowd."""
        rain, there = self.file.lively.rain, list[written.Walker]()
        for what in rain.what if rain is not None else ():
            try:
                prop_kind(what)
            except InputError as error:
                raise self.places.error(error.reason, "lively.rain.what") from None
        for index, walker in enumerate(self.file.lively.walkers, 1):
            where = f"lively.walkers[{index}]"
            for clip in walker.clips:
                if clip not in clip_names():
                    raise self.places.error(f"there is no clip {clip!r}{nearest(clip, clip_names())}", f"{where}.clips")
            there += [walker for _ in self._who(walker.who, f"{where}.who")]
        return written.Lively(rain, tuple(there))

    def _catches(self, characters: tuple[CharacterSpec, ...]) -> tuple[CatchSpec, ...]:
        rigs, specs = {spec.name: load_rig(spec.rig) for spec in characters}, list[CatchSpec]()
        for index, table in enumerate(self.file.catch, 1):
            where = f"catch[{index}]"
            if table.who not in rigs:
                reason = f"there is no character called {table.who!r}{nearest(table.who, list(rigs))}"
                raise self.places.error(reason, f"{where}.who")
            if table.who in [spec.who for spec in specs]:
                raise self.places.error(f"{table.who} catches already, and has one mind for it", f"{where}.who")
            if table.disturb and table.every_s is None:
                raise self.places.error("needs every_s: it flies before every second ball", f"{where}.disturb")
            try:
                kind = resized(prop_kind(table.what), table.size, table.radius, table.mass)
                check_catcher(kind, rigs[table.who], table.hand)
            except InputError as error:
                raise self.places.error(error.reason, where) from None
            specs.append(CatchSpec(table.who, table.hand, kind, table.every_s, table.disturb))
        return tuple(specs)

    def _who(self, name: str, where: str) -> list[str]:
        """The characters meant by a name: one of them, or `all`. One left out of a smaller crowd is nobody."""
        if name == "all":
            return self.names
        if name not in self.names and not (self.file.crowd and written.CROWD_NAME.fullmatch(name)):
            raise self.places.error(
                f"there is no character called {name!r}{nearest(name, [*self.names, 'all'])}", where
            )
        return [name] if name in self.names else []

    def _expect(self) -> Expectations:
        asked = self.file.expect

        def each(table: Mapping[str, Any], key: str) -> dict[str, Any]:
            return {who: value for name, value in table.items() for who in self._who(name, f"expect.{key}")}

        return Expectations(
            each(asked.still_standing_at_s, "still_standing_at_s"),
            each(asked.fallen_at_s, "fallen_at_s"),
            each(asked.falls_at_least, "falls_at_least"),
            asked.no_explosion,
        )


def check_catcher(kind: PropKind, rig: Rig, hand: str) -> None:
    """Has it an arm to catch with, and is that a ball for one hand?"""
    missing = [bone for bone in ARM if f"{hand}_{bone}" not in rig.names]
    if missing:
        raise InputError(f"the rig {rig.name} has no bone {hand}_{missing[0]} to catch with")
    if kind.shape != "sphere" or kind.radius > LARGEST or kind.mass > HEAVIEST:
        raise InputError(f"one hand catches a ball of up to {LARGEST:g} m radius and {HEAVIEST:g} kg")


def _settings(group: Any, *layers: Mapping[str, object]) -> Any:
    """One settings object; the last layer that names a setting has it."""
    values = {key: value for layer in layers for key, value in layer.items() if key in declared(group)}
    return changed(group(), **values)


def _sorted_overrides(
    overrides: Mapping[str, object], names: list[str], boxes: bool
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """`clip` for all and `red.clip` for one, each checked against its declaration."""
    for_all, for_one = dict[str, object](), dict[str, dict[str, object]]()
    boxers = declared(written.BoxerSettings)
    for key, value in overrides.items():
        name, dot, own = key.rpartition(".")
        if own in boxers and not boxes:
            raise InputError(written.NOBODY_BOXES, place=one_line(f"setting {key}"))
        if not dot:
            for_all[key] = written.checked(key, value, declared() | boxers)
        elif name not in names:
            raise InputError(
                f"there is no character called {name!r}{nearest(name, names)}", place=one_line(f"setting {key}")
            )
        else:
            for_one.setdefault(name, {})[own] = written.checked(own, value, declared(*groups()) | _rig() | boxers)
    return for_all, for_one


def _rig() -> dict[str, Any]:
    return {"rig": declared(WorldSettings)["rig"]}
