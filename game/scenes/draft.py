"""A scene while it is put together: its file's tables, what was overridden, and where to point at what is wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec

from components.control import Control
from components.errors import InputError
from components.limbs import Given, LimbSettings
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
from game.base.toml import Places, nearest
from game.rigs.rig import load_rig
from game.scenes import file as written
from game.scenes.control import control_of
from game.scenes.keys import part
from game.scenes.limbs import OfLimb, check_limbs, limbs_apart, meant, of_body
from game.scenes.plays import scene_plays
from game.scenes.props import PropKind, Vec3, prop_kind, resized, rgb
from game.scenes.scatter import grid

S = TypeVar("S")
T = TypeVar("T", bound=msgspec.Struct)


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
    limbs: LimbSettings = LimbSettings()  # what its limbs have of their own
    control: Control = field(default_factory=Control)  # what it can do, and what active things are to it

    def of(self, group: type[S]) -> S:
        return next(settings for settings in self.settings if isinstance(settings, group))

    def given(self, *settings: Any) -> CharacterSpec:
        """The same with these instead of its own."""
        instead = {type(each): each for each in settings}
        return replace(self, settings=tuple(instead.get(type(each), each) for each in self.settings))

    def told(self, each: OfLimb) -> CharacterSpec:
        """With an override for a limb."""
        if not of_body(each):
            return replace(self, limbs=self.limbs.given(each.limb, each.key, each.value))
        group = next(group for group in groups() if each.key in declared(group))
        return self.given(changed(self.of(group), **{each.key: each.value}))

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


class Draft:
    """`file` holds each table as it is written, and `places` knows its line."""

    def __init__(self, file: written.SceneFile, places: Places, overrides: dict[str, object]) -> None:
        self.file = file
        self.places = places
        self.names = written.character_names(file, self._crowd_size(overrides), places)  # of everybody, in order
        self.of_limbs, whole = limbs_apart(overrides, self.names)
        self.for_all, self.for_one = _sorted_overrides(whole, self.names, file)  # settings asked for; by name
        self.world = layered(WorldSettings, file.settings, self.for_all)
        self.characters = self._with_limbs(self._characters())

    def _crowd_size(self, overrides: dict[str, object]) -> int | None:
        if "characters" not in overrides:
            return None
        value = overrides.pop("characters")
        if self.file.crowd is None:
            raise InputError(
                "this scene has no [crowd], so its characters cannot be counted", place="setting characters"
            )
        return written.crowd_count(value)

    # --- everybody in it

    def _characters(self) -> tuple[CharacterSpec, ...]:
        specs = [
            self._character(name, table.at, table) for name, table in zip(self.names, self.file.character, strict=False)
        ]
        if crowd := self.file.crowd:
            names = self.names[len(specs) :]
            spots = grid(len(names), crowd.spacing, crowd.at)
            specs += [self._character(name, at, crowd) for name, at in zip(names, spots, strict=True)]
        return tuple(specs)

    def _character(self, name: str, at: tuple[float, float], table: written.Body) -> CharacterSpec:
        overrides = self.for_all | self.for_one.get(name, {})
        own: tuple[Any, ...] = tuple(
            layered(group, self.file.settings, table.settings, overrides) for group in groups()
        )
        rig = str(overrides.get("rig", table.rig or self.world.rig))
        colour = rgb(table.colour) if table.colour else None
        limbs = LimbSettings(tuple(Given(limb, *each) for limb, its in table.limbs.items() for each in its.items()))
        facing, control = math.radians(table.facing_deg), control_of(self.file, name, self.names, table, self.places)
        return CharacterSpec(name, rig, at, facing, table.height, colour, table.start_pose, own, limbs, control)

    def _with_limbs(self, specs: tuple[CharacterSpec, ...]) -> tuple[CharacterSpec, ...]:
        """With what was overridden for limbs, and all limbs looked up in their rigs."""
        if not self.of_limbs and not any(spec.limbs.all for spec in specs):
            return specs
        out, rigs = {spec.name: spec for spec in specs}, {spec.name: load_rig(spec.rig) for spec in specs}
        for index, spec in enumerate(specs, 1):
            where = f"character[{index}]" if index <= len(self.file.character) else "crowd"
            check_limbs(spec.limbs, rigs[spec.name], where, self.places)
        for each in self.of_limbs:
            out |= {name: out[name].told(each) for name in meant(each, rigs)}
        return tuple(out.values())

    # --- what its parts and modes of play ask

    def thing(self, table: written.Thing, where: str) -> PropKind:
        """The kind of thing that a table names, in its size."""
        with self.places.at(where):
            return resized(prop_kind(table.what), table.size, table.radius, table.mass)

    def who(self, name: str, where: str) -> list[str]:
        """The characters meant by a name: one of them, or `all`. One left out of a smaller crowd is nobody."""
        if name == "all":
            return self.names
        if name not in self.names and not (self.file.crowd and written.CROWD_NAME.fullmatch(name)):
            raise self.places.error(
                f"there is no character called {name!r}{nearest(name, [*self.names, 'all'])}", where
            )
        return [name] if name in self.names else []

    def rig_of(self, name: str, where: str) -> Rig:
        """The rig of the character of that name."""
        found = next((spec for spec in self.characters if spec.name == name), None)
        if found is None:
            raise self.places.error(f"there is no character called {name!r}{nearest(name, self.names)}", where)
        return load_rig(found.rig)

    def own_keys(self, keys: type[T]) -> list[T]:
        """Of each [[character]], what a mode of play adds to its table."""
        return [part(table, keys) for table in self.file.character]

    def own_settings(self, group: type[S], keys: msgspec.Struct, name: str) -> S:
        """Those of the character of that name, as its table has them or as they were overridden."""
        return layered(group, msgspec.structs.asdict(keys), self.for_all, self.for_one.get(name, {}))


def layered(group: type[S], *layers: Mapping[str, object]) -> S:
    """One settings object; the last layer that names a setting has it."""
    values = {key: value for layer in layers for key, value in layer.items() if key in declared(group)}
    return changed(group(), **values)


def _sorted_overrides(
    overrides: Mapping[str, object], names: list[str], file: written.SceneFile
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """`clip` for all and `red.clip` for one, each checked against its declaration."""
    for_all, for_one = dict[str, object](), dict[str, dict[str, object]]()
    added = [(play.character, bool(getattr(file, play.key))) for play in scene_plays() if play.character]
    known = declared(*(keys.settings for keys, _ in added)) if added else {}
    for key, value in overrides.items():
        name, dot, own = key.rpartition(".")
        for keys, played in added:
            if not played and own in declared(keys.settings):
                raise InputError(keys.unplayed, place=f"setting {key}")
        if not dot:
            for_all[key] = written.checked(key, value, declared() | known)
        elif name not in names:
            raise InputError(f"there is no character called {name!r}{nearest(name, names)}", place=f"setting {key}")
        else:
            for_one.setdefault(name, {})[own] = written.checked(own, value, declared(*groups()) | _rig() | known)
    return for_all, for_one


def _rig() -> dict[str, Any]:
    return {"rig": declared(WorldSettings)["rig"]}
