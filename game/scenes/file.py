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
[[drag]]              # a hand takes hold of a bone, goes with it along a path, and lets go
who = "red"
bone = "left_hand"
path = [[1.0, 0.0, 0.3, 1.0], [1.4, 2.0, 0.3, 1.0]]     # s, m: straight and even from one to the next
[[catch]]             # somebody catches with one hand what flies its way; for servo `timed`
who = "red"
hand = "right"
what = "ball"         # what is thrown to it; so big and heavy
radius = 0.045        # m
mass = 0.15           # kg
every_s = 2.5         # without it nobody throws: it waits for a person's ball
disturb = true        # before every second one another ball is thrown at the arm
[bout]                # the two characters box; the first is in the red corner
rounds = 3
[course]              # everybody goes along its lane, which starts where it stands, along +x
finish = 24.0
legs = [{ do = "walk", to = [16.8, 0.0] }, { do = "face", deg = -96.0 }, { do = "cartwheel", deg = -96.0 }]
[beside]              # what is shown beside it: the same, but for these settings of all characters
labels = ["simulated", "pure playback"]     # of the scene itself, and of the one beside it
servo = "kinematic"
[lively]              # what happens beside it in a window, because somebody looks; run and bench know nothing of it
rain = { what = ["ball", "crate"], every_s = 0.8, height = 4.0, spread = 6.0, most = 40 }
walkers = [{ who = "c1", clips = ["walk", "turn_left"], each_s = 5.0 }]     # one clip after the other, and again
[expect]
still_standing_at_s = { red = 10.0 }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from components.course import Do
from components.errors import InputError
from components.settings import declared, groups, parsed, setting
from game.base.toml import Places, nearest, one_line, read
from game.cameras.camera_operator import CAMERAS
from game.clips.info import clip_info, clip_names
from game.rigs.rig import rig_path
from game.scenes.props import Colour, Positive, Vec3
from game.scenes.styles import styles
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
NOBODY_BOXES = "is for boxers, and there are none in this scene"


class Stance(StrEnum):
    ORTHODOX = "orthodox"
    SOUTHPAW = "southpaw"


@dataclass(frozen=True)
class BoxerSettings:
    """What a boxer has of its own, in its table of a scene file and for `--set`."""

    style: str = setting("", "of the computer that leads it (data/styles.toml); a person's or nobody's if empty")
    level: int = setting(2, "how well the computer boxes", "", 1, 3)
    stance: Stance = setting(Stance.ORTHODOX, "which foot is in front")


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What one character and each of a crowd have in common. `settings` holds the setting keys of the table."""

    facing_deg: Degrees = 0.0
    height: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.0
    rig: str | None = None
    colour: Colour | None = None
    start_pose: str = ""  # a clip in whose first pose it starts, if not in that of what it does
    settings: dict[str, Any] = {}


class Character(Body, forbid_unknown_fields=True, kw_only=True):
    """`style`, `level` and `stance` are a boxer's: who leads it, how well, and which foot is in front."""

    name: Name
    at: tuple[Place, Place] = (0.0, 0.0)
    style: Name | Literal[""] = ""
    level: Annotated[int, Meta(ge=1, le=3)] = 2
    stance: Stance = Stance.ORTHODOX


class Bout(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=15)] = 3
    round_s: Annotated[float, Meta(ge=1.0, le=3600.0)] = 60.0
    rest_s: Annotated[float, Meta(ge=0.0, le=600.0)] = 10.0
    knockdowns_tko: Annotated[int, Meta(ge=1, le=100)] = 3


class Leg(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    do: Do
    to: tuple[Place, Place] = (0.0, 0.0)  # m along the lane, and to the left of its middle
    deg: Degrees = 0.0  # which way to face, against the lane
    around: Place = 0.0  # m to the left of the middle: the way past, for who falls; it leads to `to`


class Course(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    finish: Annotated[float, Meta(gt=0.0, le=50.0)]
    legs: list[Leg] = []


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


class Catch(Thing, forbid_unknown_fields=True, kw_only=True):
    who: str
    what: str = "ball"
    hand: Literal["left", "right"] = "right"
    every_s: Annotated[float, Meta(ge=2.0, le=3600.0)] | None = None
    disturb: bool = False


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
    practice: bool = False
    picture_s: Annotated[float, Meta(ge=0.0, le=600.0)] = 3.0
    look: Look = ""
    settings: dict[str, Any] = {}
    character: list[Character] = []
    crowd: Crowd | None = None
    prop: list[Prop] = []
    hung: list[Hung] = []
    throw: list[Throw] = []
    drag: list[Drag] = []
    catch: list[Catch] = []
    bout: Bout | None = None
    course: Course | None = None
    beside: Beside | None = None
    lively: Lively = Lively()
    expect: Expect = msgspec.field(default_factory=Expect)


def read_scene(path: Path) -> tuple[SceneFile, Places]:
    """The file's tables, every value checked by itself; `_Builder` in scene.py checks what belongs together."""
    table, places = read(path)
    _settings(table.get("settings"), "settings", declared(), places)
    characters = table.get("character")
    for index, raw in enumerate(characters if isinstance(characters, list) else [], 1):
        _lift_settings(raw, f"character[{index}]", places)
    for where in ("crowd", "beside"):
        _lift_settings(table.get(where), where, places)
    file = places.convert(table, SceneFile, known=KNOWN)
    if file.camera not in ("", *CAMERAS):
        raise places.error(f"there is no camera {file.camera!r}{nearest(file.camera, list(CAMERAS))}", "camera")
    bodies: list[tuple[str, Body]] = [(f"character[{i}]", body) for i, body in enumerate(file.character, 1)]
    for where, body in [*bodies, *([("crowd", file.crowd)] if file.crowd else [])]:
        if body.rig is not None:
            _settings({"rig": body.rig}, where, declared(), places)
        if body.start_pose not in ("", *clip_names()):
            reason = f"there is no clip {body.start_pose!r}{nearest(body.start_pose, clip_names())}"
            raise places.error(reason, f"{where}.start_pose")
    return file, places


def checked(key: str, value: object, known: dict[str, Any]) -> Any:
    """`value` as the setting's own type, in its range; of clip, script, rig and style also whether it exists."""
    found = parsed(key, value, known)
    try:
        if key == "clip":
            clip_info(found)
        elif key == "script" and found:
            script_path(found)
        elif key == "style" and found:
            styles().style(found, BoxerSettings.level)
        elif key == "rig" and not rig_path(found).is_file():
            raise InputError(f"there is no file {found!r}")
    except InputError as error:
        raise InputError(error.reason, place=f"setting {key}") from None
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
        raise InputError(one_line(reason), place="setting characters")
    return count


def _fields(kind: type[msgspec.Struct], *more: str) -> list[str]:
    return [name for name in kind.__struct_fields__ if name != "settings"] + list(more)


KNOWN: Mapping[str, list[str]] = {
    "": list(SceneFile.__struct_fields__),
    "character": _fields(Character, *OWN),
    "crowd": _fields(Crowd, *OWN),
    "prop": _fields(Prop),
    "hung": _fields(Hung),
    "throw": _fields(Throw),
    "drag": _fields(Drag),
    "catch": _fields(Catch),
    "bout": _fields(Bout),
    "course": _fields(Course),
    "course.legs": _fields(Leg),
    "beside": _fields(Beside, *OWN),
    "lively": _fields(Lively),
    "lively.rain": _fields(Rain),
    "lively.walkers": _fields(Walker),
    "expect": _fields(Expect),
}
"""What may stand in each table, to say what a wrong key may have meant."""


def _lift_settings(table: object, where: str, places: Places) -> None:
    """Moves the setting keys of a character's table into one dict of their own, checked."""
    if isinstance(table, dict):
        if "settings" in table:
            raise places.error("settings of a character stand in its own table, beside its name", f"{where}.settings")
        lifted = {key: table.pop(key) for key in [key for key in table if key in OWN]}
        _settings(lifted, where, OWN, places)
        table["settings"] = lifted


def _settings(table: object, where: str, known: dict[str, Any], places: Places) -> None:
    """Replaces each value by the setting's own type; a wrong one is refused where it is written."""
    for key in list(table) if isinstance(table, dict) else []:
        try:
            table[key] = checked(key, table[key], known)  # type: ignore[index]  # a dict, by the line above
        except InputError as error:
            raise places.error(error.reason, f"{where}.{key}") from None
