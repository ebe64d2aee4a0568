"""A scene: who stands where, what lies about, what is thrown, and what must have come of it.

`load_scene("stage", {"clip": "walk"})` reads data/scenes/stage.toml, checks all of it and gives a frozen `Scene`.
A setting is taken from the last of these that names it: its declaration, the scene's `[settings]`, the character's
own table, an override for all (`clip`), an override for one (`red.clip`). Keys that a mode of play adds to a
character's table, such as a boxer's `level`, are overridden in the same way. What a limb has of its own is in
`[character.limbs.arms]`, and given after that by `arms.servo` for all, `red.arms.servo` for one (components/limbs.py
says which one counts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from components.errors import InputError
from components.settings import WorldSettings, changed, declared
from game.base.paths import SCENES
from game.base.toml import nearest
from game.clips.info import clip_names
from game.scenes import file as written
from game.scenes import pushes, things
from game.scenes.draft import CharacterSpec, Draft
from game.scenes.keys import part
from game.scenes.plays import scene_plays
from game.scenes.props import prop_kind


@dataclass(frozen=True)
class BesideSpec:
    """What is shown beside it: the scene itself, but for these settings, of the world or of all its characters."""

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
    props: tuple[things.PropSpec, ...]
    throws: tuple[things.ThrowSpec, ...]
    expect: Expectations
    beside: BesideSpec | None = None
    hung: tuple[things.HungSpec, ...] = ()
    pushes: tuple[pushes.PushSpec, ...] = ()
    drags: tuple[things.DragSpec, ...] = ()
    strings: tuple[things.StringSpec, ...] = ()
    carried: tuple[things.CarrySpec, ...] = ()
    paths: tuple[things.PathSpec, ...] = ()
    plays: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Which modes of play are played in it: what each made of its tables, by the key of its table. Read them with a
    mode's own function, such as `bout_of(scene)`."""
    camera: str = ""  # that it is seen by where nobody asks for another one; empty: it does not care
    names: bool = False  # written over everybody's head
    picture_s: float = 3.0  # s, the moment of its small picture (game/picture/small_pictures.py)
    lively: written.Lively = written.Lively()  # what happens because somebody looks
    look: str = ""  # what there is to look at, where something is compared

    def with_settings(self, settings: Mapping[str, Any]) -> Scene:
        """The same with these settings, of the world or for all characters, whatever each had of its own."""

        def own(group: Any) -> Any:
            return changed(group, **{key: value for key, value in settings.items() if key in declared(type(group))})

        characters = [replace(spec, settings=tuple(own(group) for group in spec.settings)) for spec in self.characters]
        return replace(self, world=own(self.world), characters=tuple(characters))

    def playing(self, key: str, spec: Any) -> Scene:
        """The same with that spec of a mode of play instead of its own; None: it is not played."""
        others = {other: own for other, own in self.plays.items() if other != key}
        return replace(self, plays=MappingProxyType(others if spec is None else others | {key: spec}))


def scene_names() -> list[str]:
    return sorted(path.stem for path in SCENES.glob("*.toml"))


def scene_path(name_or_path: str | Path) -> Path:
    """The file of one of the project's scenes by its name, or any file by its path."""
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or name.endswith(".toml") or "/" in name or "\\" in name:
        return Path(name_or_path)
    if name not in scene_names():
        raise InputError(f"there is no scene of that name{nearest(name, scene_names())}", place=f"scene {name}")
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
    draft = Draft(file, places, wanted)
    return Scene(
        name=path.stem,
        title=file.title,
        about=file.about,
        world=draft.world,
        characters=draft.characters,
        props=things.props(draft),
        throws=things.throws(draft),
        pushes=pushes.pushes(draft),
        expect=expectations(draft),
        plays=modes_of_play(draft),
        beside=beside(draft),
        hung=things.hung(draft),
        drags=things.drags(draft),
        strings=things.strings(draft),
        carried=things.carried(draft),
        paths=things.paths(draft),
        camera=file.camera,
        names=file.names or bool(file.look),
        picture_s=file.picture_s,
        lively=lively(draft),
        look=file.look,
    )


def modes_of_play(draft: Draft) -> Mapping[str, Any]:
    made = {play.key: play.make(draft, part(draft.file, play.tables)) for play in scene_plays()}
    return MappingProxyType({key: spec for key, spec in made.items() if spec is not None})


def beside(draft: Draft) -> BesideSpec | None:
    table = draft.file.beside
    if table is None:
        return None
    if not table.settings:
        raise draft.places.error('needs a setting that differs, such as servo = "kinematic"', "beside")
    label, other = table.labels
    asked = [str(own["servo"]) for own in (draft.for_all, *draft.for_one.values()) if "servo" in own]
    if asked:  # the file's label speaks of the file's servo
        label = f"servo {', '.join(asked)}"
    return BesideSpec((label, other), table.settings)


def lively(draft: Draft) -> written.Lively:
    """Without who was left out of a smaller crowd."""
    rain, there = draft.file.lively.rain, list[written.Walker]()
    for what in rain.what if rain is not None else ():
        with draft.places.at("lively.rain.what"):
            prop_kind(what)
    for index, walker in enumerate(draft.file.lively.walkers, 1):
        where = f"lively.walkers[{index}]"
        for clip in walker.clips:
            if clip not in clip_names():
                raise draft.places.error(f"there is no clip {clip!r}{nearest(clip, clip_names())}", f"{where}.clips")
        there += [walker for _ in draft.who(walker.who, f"{where}.who")]
    return written.Lively(rain, tuple(there))


def expectations(draft: Draft) -> Expectations:
    asked = draft.file.expect

    def each(table: Mapping[str, Any], key: str) -> dict[str, Any]:
        return {who: value for name, value in table.items() for who in draft.who(name, f"expect.{key}")}

    return Expectations(
        each(asked.still_standing_at_s, "still_standing_at_s"),
        each(asked.fallen_at_s, "fallen_at_s"),
        each(asked.falls_at_least, "falls_at_least"),
        asked.no_explosion,
    )
