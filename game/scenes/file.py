"""What may be written in a scene file, table by table, as it is written there (data/scenes/*.toml).

title = "Barrage"
camera = "front"      # that it is seen by where nobody asks for another one: any that `shot --camera` takes
names = true          # are written over everybody's head, with their modes
look = "who falls"    # what there is to look at, as one line under the picture; names are then written too
[settings]            # of the world, and defaults for every character
ground = "flat"
[[character]]         # any number; any character setting may stand in it
name = "red"
at = [0.0, 0.0]       # m
controllers = ["play"]          # what he can do beside the basics (glassjaw controllers); the first has control
[character.limbs.arms]          # settings of a law for some of the bones of that character (glassjaw rigs)
servo = "off"
[crowd]               # or so many of one sort, named c1, c2, ...
count = 5
[[prop]]
what = "crate"
at = [2.0, 0.0]
[[hung]]
what = "hanging_crate"
at = [10.8, 0.0, 1.15]  # m, its middle
ropes = 1.6           # m, the length of each
count = 4             # at the corners of its upper face; 1: in the middle of it
[[throw]]
what = "beach_ball"
at = "red"
every_s = 1.5
[[push]]              # again and again, harder each time and from another side (game/scenes/pushes.py)
who = "all"
every_s = 4.0
impulse = 20.0        # N s
[[drag]]              # a hand takes hold of a bone, goes with it along a path, and lets go
who = "red"
bone = "left_hand"
path = [[1.0, 0.0, 0.3, 1.0], [1.4, 2.0, 0.3, 1.0]]     # s, m: straight and even from one to the next
[[string]]            # strings on a body, each on a site or a bone (glassjaw rigs); they follow what the clip has there
who = "red"
holds = ["crown", "left_palm"]
path = [[0.0, 0.0, 0.0, 1.7], [2.0, 0.5, 0.0, 1.7]]     # s, m: or along this, as a spline (or way = "lines", "steps")
[[path]]              # somebody walks from where he stands through these points, along a spline (docs/hybrid_paths.md)
who = "red"
points = [[2.0, 0.0], [3.0, 1.5], [5.0, 2.0]]      # m
closed = false        # true: round and round
[[relation]]          # what a thing is to somebody while a controller has control (data/relations.toml)
who = "red"
controller = "play"   # or * for any, as for the thing: a kind of thing, somebody's name, ground
thing = "ball"
active = false        # its touch does not end what is played
[beside]              # what is shown beside it: the same, but for these settings, of the world or of all characters
labels = ["simulated", "pure playback"]     # of the scene itself, and of the one beside it
servo = "kinematic"
[lively]              # what happens beside it in a window, because somebody looks; run and bench know nothing of it
rain = { what = ["ball", "crate"], every_s = 0.8, height = 4.0, spread = 6.0, most = 40 }
walkers = [{ who = "c1", clips = ["walk", "turn_left"], each_s = 5.0 }]     # one clip after the other, and again
[expect]
still_standing_at_s = { red = 10.0 }

Each mode of play adds tables of its own: game/plays/NAME/scenes.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from components.control import ANYTHING
from components.errors import InputError, placed
from components.limbs import limb_groups
from components.path import MOST_POINTS
from components.settings import WorldSettings, declared, groups, parsed
from components.strings import MOST
from components.trajectory import Way
from game.base.toml import Places, nearest, read
from game.cameras.camera_operator import CAMERAS
from game.clips.info import clip_info, clip_names
from game.rigs.rig import rig_path
from game.scenes.keys import known_keys, widened
from game.scenes.plays import ScenePlay, scene_plays
from game.scenes.props import Colour, Positive, Vec3
from game.scenes.pushes import Pushed
from game.scripts.info import script_path

Place = Annotated[float, Meta(ge=-50.0, le=50.0)]  # m; a scene is no larger
Degrees = Annotated[float, Meta(ge=-3600.0, le=3600.0)]
Seconds = Annotated[float, Meta(ge=0.0, le=86400.0)]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_\-]*\Z", max_length=32)]
Size = Annotated[float, Meta(ge=0.01, le=20.0)]  # m
Label = Annotated[str, Meta(pattern=r"^[^\x00-\x1f]+\Z", max_length=40)]
Look = Annotated[str, Meta(pattern=r"^[^\x00-\x1f]*\Z", max_length=120)]
Speed = Annotated[float, Meta(gt=0.0, le=50.0)]  # m/s
Push = Annotated[float, Meta(ge=-20.0, le=20.0)]  # m/s, along an axis

MOST_CHARACTERS = 100
CROWD_NAME = re.compile(r"c[1-9][0-9]*")
OWN = declared(*groups())  # the settings that each character has
BESIDE = OWN | {k: f for k, f in declared(WorldSettings).items() if k not in ("ground", "rig")}  # and one world of two
OF_LIMBS = declared(*limb_groups())  # and those that a limb of it may have


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What one character and each of a crowd have in common. `settings` holds the setting keys of the table."""

    facing_deg: Degrees = 0.0
    height: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.0
    rig: str | None = None
    colour: Colour | None = None
    start_pose: str = ""  # a clip in whose first pose it starts, if not in that of what it does
    controllers: tuple[str, ...] = ()  # what it can do beside the basics
    settings: dict[str, Any] = {}
    limbs: dict[str, dict[str, Any]] = {}  # by limb, what it has of its own


class Character(Body, forbid_unknown_fields=True, kw_only=True):
    name: Name
    at: tuple[Place, Place] = (0.0, 0.0)


class Beside(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`settings` holds the setting keys of the table."""

    labels: tuple[Label, Label]
    settings: dict[str, Any] = {}


class Crowd(Body, forbid_unknown_fields=True, kw_only=True):
    count: Annotated[int, Meta(ge=1, le=MOST_CHARACTERS)] = 5
    spacing: Annotated[float, Meta(ge=0.5, le=10.0)] = 1.5
    at: tuple[Place, Place] = (0.0, 0.0)


class Thing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    what: str
    size: tuple[Size, Size, Size] | None = None
    radius: Size | None = None
    mass: Positive | None = None


class Prop(Thing, forbid_unknown_fields=True, kw_only=True):
    """`at` is where its underside is, so a thing on the ground needs no third number."""

    at: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=3)]
    yaw_deg: Degrees = 0.0
    fixed: bool = False
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    spread: Annotated[float, Meta(ge=0.0, le=50.0)] = 0.0
    until_s: Seconds | None = None  # then it is taken away


class Hung(Thing, forbid_unknown_fields=True, kw_only=True):
    """`at` is where its middle is; the ropes go straight up from there to where they are fixed."""

    at: tuple[Place, Place, Place]
    ropes: Annotated[float, Meta(ge=0.05, le=20.0)]
    count: Literal[1, 4] = 1
    push: tuple[Push, Push, Push] = (0.0, 0.0, 0.0)
    fades_s: Annotated[float, Meta(ge=0.1, le=86400.0)] = 8.0


class Throw(Thing, forbid_unknown_fields=True, kw_only=True):
    at: str
    at_s: Seconds | tuple[Seconds, ...] | None = None
    every_s: Annotated[float, Meta(ge=0.01, le=3600.0)] | None = None
    first_s: Seconds | None = None
    until_s: Seconds | None = None
    speed: Speed = 5.0
    from_deg: Degrees = 0.0
    distance: Annotated[float, Meta(ge=0.5, le=20.0)] = 2.5
    bone: str = "spine3"
    offset: Vec3 = (0.0, 0.0, 0.0)


class Drag(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    who: str
    bone: str
    path: Annotated[tuple[tuple[Seconds, Place, Place, Place], ...], Meta(min_length=2)]


class Relation(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    who: str = "all"
    controller: str = ANYTHING
    thing: str
    active: bool


class Walks(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    who: str
    points: Annotated[tuple[tuple[Place, Place], ...], Meta(min_length=1, max_length=MOST_POINTS)]
    closed: bool = False


class String(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    who: str
    holds: Annotated[tuple[str, ...], Meta(min_length=1)]
    offset: Vec3 = (0.0, 0.0, 0.0)
    path: list[Any] | None = None
    way: Way = Way.SPLINE
    most: Annotated[float, Meta(ge=1.0, le=1e5)] = MOST  # N


class Carry(Thing, forbid_unknown_fields=True, kw_only=True):
    """Tied to a bone from the beginning, their middles in one place. `told`: kg that its bearer takes it to weigh."""

    who: str
    bone: str
    told: Annotated[float, Meta(ge=0.0, le=1000.0)] = 0.0


class Rain(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    what: Annotated[tuple[str, ...], Meta(min_length=1)]  # one after the other, and again
    every_s: Annotated[float, Meta(ge=0.1, le=3600.0)] = 1.0
    height: Annotated[float, Meta(ge=0.5, le=20.0)] = 4.0  # m
    spread: Annotated[float, Meta(ge=0.0, le=50.0)] = 4.0  # m, side of the square over which they fall
    most: Annotated[int, Meta(ge=1, le=1000)] = 40  # then it is over


class Walker(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    who: str
    clips: Annotated[tuple[str, ...], Meta(min_length=1)]  # one after the other, and again
    each_s: Annotated[float, Meta(ge=0.1, le=3600.0)] = 5.0


class Lively(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    rain: Rain | None = None
    walkers: tuple[Walker, ...] = ()


class Expect(msgspec.Struct, forbid_unknown_fields=True):
    still_standing_at_s: dict[str, Seconds] = {}
    fallen_at_s: dict[str, Seconds] = {}
    falls_at_least: dict[str, Annotated[int, Meta(ge=0, le=10000)]] = {}
    no_explosion: bool = True


class SceneFile(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    about: str = ""
    camera: str = ""
    names: bool = False
    picture_s: Annotated[float, Meta(ge=0.0, le=600.0)] = 3.0
    look: Look = ""
    settings: dict[str, Any] = {}
    character: list[Character] = []
    crowd: Crowd | None = None
    prop: list[Prop] = []
    hung: list[Hung] = []
    throw: list[Throw] = []
    push: list[Pushed] = []
    drag: list[Drag] = []
    relation: list[Relation] = []
    path: list[Walks] = []
    string: list[String] = []
    carry: list[Carry] = []
    beside: Beside | None = None
    lively: Lively = Lively()
    expect: Expect = msgspec.field(default_factory=Expect)


@cache
def whole_file(plays: tuple[ScenePlay, ...]) -> tuple[type[SceneFile], Mapping[str, list[str]]]:
    """What may stand in a scene file when these modes of play are there; and, by table, the names of its keys."""
    character = widened(Character, *(play.character.table for play in plays if play.character))
    file = widened(SceneFile, *(play.tables for play in plays), character=list[character])  # type: ignore[valid-type]  # made here
    return file, known_keys(file, list(OWN))


def read_scene(path: Path) -> tuple[SceneFile, Places]:
    """The file's tables, every value checked by itself; scene.py checks what belongs together."""
    kind, known = whole_file(scene_plays())
    table, places = read(path)
    _settings(table.get("settings"), "settings", declared(), places)
    characters = table.get("character")
    for index, raw in enumerate(characters if isinstance(characters, list) else [], 1):
        _lift_settings(raw, f"character[{index}]", places)
    _lift_settings(table.get("crowd"), "crowd", places)
    _lift_settings(table.get("beside"), "beside", places, BESIDE)
    file = places.convert(table, kind, known=known)
    if file.camera not in ("", *CAMERAS):
        raise places.error(f"there is no camera {file.camera!r}{nearest(file.camera, list(CAMERAS))}", "camera")
    bodies: list[tuple[str, Body]] = [(f"character[{i}]", body) for i, body in enumerate(file.character, 1)]
    for where, body in [*bodies, *([("crowd", file.crowd)] if file.crowd else [])]:
        if body.rig is not None:
            _settings({"rig": body.rig}, where, declared(), places)
        if body.start_pose not in ("", *clip_names()):
            reason = f"there is no clip {body.start_pose!r}{nearest(body.start_pose, clip_names())}"
            raise places.error(reason, f"{where}.start_pose")
        for limb, own in body.limbs.items():
            _settings(own, f"{where}.limbs.{limb}", OF_LIMBS, places)
    return file, places


def there(path: Path) -> Path:
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}")
    return path


LOOK_UP: Mapping[str, Callable[[Any], object]] = {
    "clip": clip_info,
    "script": lambda name: name and there(script_path(name)),
    "rig": lambda name: there(rig_path(name)),
}
"""Settings that name something: each raises InputError where that does not exist."""


def checked(key: str, value: object, known: Mapping[str, Any]) -> Any:
    """`value` as the setting's own type, in its range; where it names something, also whether that exists."""
    found = parsed(key, value, dict(known))
    look_ups = [play.character.look_up for play in scene_plays() if play.character]
    with placed(f"setting {key}"):
        for look_up in (LOOK_UP, *look_ups):
            if key in look_up:
                look_up[key](found)
    return found


def character_names(file: SceneFile, crowd: int | None, places: Places) -> list[str]:
    """Every character's name in the order in which they are made; `crowd` overrides how many are in it."""
    names = list[str]()
    for index, table in enumerate(file.character, 1):
        if table.name in names or table.name == "all" or (file.crowd and CROWD_NAME.fullmatch(table.name)):
            reason = "means all of them" if table.name == "all" else "is the name of two characters"
            raise places.error(f"{table.name!r} {reason}", f"character[{index}].name")
        names.append(table.name)
    if file.crowd:
        names += [f"c{i + 1}" for i in range(crowd or file.crowd.count)]
    if not names:
        raise places.error("there is nobody in it: it needs a [[character]] or a [crowd]", "")
    return names


def crowd_count(value: object) -> int:
    """The scene parameter `characters`, from the command line or from Python."""
    try:
        count = int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else 0
    except ValueError:
        count = 0
    if not 1 <= count <= MOST_CHARACTERS:
        reason = f"must be a whole number from 1 to {MOST_CHARACTERS}, not {value!r}"
        raise InputError(reason, place="setting characters")
    return count


def _lift_settings(table: object, where: str, places: Places, known: dict[str, Any] | None = None) -> None:
    """Moves the setting keys of a character's table into one dict of their own, checked."""
    known = OWN if known is None else known
    if isinstance(table, dict):
        if "settings" in table:
            raise places.error("settings of a character stand in its own table, beside its name", f"{where}.settings")
        lifted = {key: table.pop(key) for key in [key for key in table if key in known]}
        _settings(lifted, where, known, places)
        table["settings"] = lifted


def _settings(table: object, where: str, known: dict[str, Any], places: Places) -> None:
    """Replaces each value by the setting's own type; a wrong one is refused where it is written."""
    for key in list(table) if isinstance(table, dict) else []:
        with places.at(f"{where}.{key}"):
            table[key] = checked(key, table[key], known)  # type: ignore[index]  # a dict, by the line above
