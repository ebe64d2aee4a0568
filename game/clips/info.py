"""What `data/clips.toml` says of each clip: where its motion comes from, how it is played, what its root may do."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from math import radians
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from components.errors import InputError
from game.base.paths import DATA, MOTIONS
from game.base.toml import Places, nearest, read
from game.clips.grounding import Floor

CLIPS = DATA / "clips.toml"
OWN = ("root_limit", "root_break", "heading_hold", "muscles")  # what a mirrored clip may say for itself
TAKEN = {"loop", "turn_deg", "facing_deg", "rate", "paces", "floor", "half_from", "lean_deg"}
MIRRORED = TAKEN | {"plant", "stances", "clear", "closely", "grip", "part", "footing"}
Lean = Annotated[float, msgspec.Meta(ge=-45.0, le=45.0)]
Rate = Annotated[float, msgspec.Meta(ge=0.05, le=4.0)]
Limit = Annotated[float, msgspec.Meta(ge=0.0, le=1e5)]


@dataclass(frozen=True)
class ClipInfo:
    """One clip; exactly one of `file`, `pose`, `moves` and `mirror` is not empty."""

    name: str
    file: str = ""  # in data/motions
    pose: str = ""  # data/poses/<pose>.toml
    moves: str = ""  # data/moves/<moves>.toml, of which the move called as the clip is the motion
    mirror: str = ""  # the clip that this one is the mirror image of
    loop: bool | None = None  # does it go on for ever; None: as the motion file says
    turn: float | None = None  # rad, what one loop adds to the heading; None: what was captured
    facing: float = 0.0  # rad, the pelvis' heading at the start, of a clip from a file
    rate: float = 1.0  # playback speed
    paces: tuple[tuple[float, float], ...] = ()  # (s as captured, how many times `rate` it goes), evenly in between
    floor: Floor = "follow"
    half_from: int | None = None  # the first key of the half of which, with its image, the loop is made (halves.py)
    stride: float = 1.0  # the part of the captured way that it goes
    plant: bool = False  # do the feet of the loop stay where they stand (`game.clips.planting`)
    plant_speed: float | None = None  # m/s, below which a low foot stands; None: a tenth of its own highest
    stances: dict[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)  # s as captured; empty: found
    clear: float | None = None  # m, clearance of planted feet in mid swing; None: 25 mm
    carry: bool = False  # is the centre moved to where planted feet can carry it (`game.clips.carrying`)
    closely: bool = False  # does it count the legs as they are planted (`carry`)
    grip: bool = False  # does what touches the floor roll on it without sliding (`game.clips.gripping`)
    part: bool = False  # does a leg go around the other where it would pass through it (`game.clips.parting`)
    footing: bool = False  # do its feet reach for the ground as it is (systems/footing.py)
    lean: tuple[tuple[float, float], ...] = ()  # (s, rad) that it leans back more than captured, evenly in between
    root_limit: float = 200.0  # N m, k_L of the root spring
    root_break: float = 600.0  # N m, k_U
    heading_hold: float = 60.0  # N m, the largest torque that turns the body back to its heading; 0: off
    muscles: float = 1.0  # how many times as strong as the rig says they have to be for it


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    file: str = ""
    pose: str = ""
    moves: str = ""
    mirror: str = ""
    loop: bool | None = None
    turn_deg: Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)] | None = None
    facing_deg: Annotated[float, msgspec.Meta(ge=-180.0, le=180.0)] | None = None
    rate: Rate = 1.0
    paces: list[tuple[Annotated[float, msgspec.Meta(ge=0.0)], Rate]] = []
    floor: Floor = "follow"
    half_from: Annotated[int, msgspec.Meta(ge=0)] | None = None
    stride: Annotated[float, msgspec.Meta(ge=0.1, le=2.0)] = 1.0
    plant: bool = False
    grip: bool = False
    part: bool = False
    footing: bool = False
    plant_speed: Annotated[float, msgspec.Meta(gt=0.0, le=5.0)] | None = None
    stances: dict[Literal["left", "right"], list[tuple[float, float]]] = {}
    clear: Annotated[float, msgspec.Meta(gt=0.0, le=0.3)] | None = None
    carry: bool = False
    closely: bool = False
    lean_deg: list[tuple[Annotated[float, msgspec.Meta(ge=0.0)], Lean]] = []
    root_limit: Limit | None = None
    root_break: Limit | None = None
    heading_hold: Limit | None = None
    muscles: Annotated[float, msgspec.Meta(ge=1.0, le=5.0)] | None = None


def read_clips(path: Path) -> dict[str, ClipInfo]:
    """All clips of a file, checked; mirrored clips take what they do not say from the clip that they mirror."""
    table, places = read(path)
    infos = {name: _info(name, places.convert(raw, _Entry, name), places) for name, raw in table.items()}
    for name, info in infos.items():
        if info.mirror:
            infos[name] = _mirror(info, infos, table[name], places)
    return infos


def _info(name: str, entry: _Entry, places: Places) -> ClipInfo:
    if sum(map(bool, (entry.file, entry.pose, entry.moves, entry.mirror))) != 1:
        raise places.error("needs exactly one of file, pose, moves and mirror", name)
    if entry.file and not (MOTIONS / entry.file).is_file():
        raise places.error(f"there is no file {entry.file!r} in data/motions", f"{name}.file")
    given = {key: value for key, value in msgspec.structs.asdict(entry).items() if value is not None}
    for key in given.keys() & {"turn_deg", "facing_deg"}:
        given[key.removesuffix("_deg")] = radians(given.pop(key))
    lean = given.pop("lean_deg")
    if any(later <= sooner for (sooner, _), (later, _) in pairwise(lean)):
        raise places.error("lean_deg needs times that rise", f"{name}.lean_deg")
    given["lean"] = tuple((at, radians(deg)) for at, deg in lean)
    given["paces"] = tuple(given["paces"])
    if any(later <= sooner for (sooner, _), (later, _) in pairwise(given["paces"])):
        raise places.error("paces needs times that rise", f"{name}.paces")
    for side, spans in given["stances"].items():
        if any(last <= first for first, last in spans) or any(b[0] <= a[1] for a, b in pairwise(spans)):
            raise places.error("needs times that rise", f"{name}.stances.{side}")
    info = ClipInfo(name, **given)
    if (info.stances or info.clear) and not info.plant:
        raise places.error("stances and clear are of planted feet: they need plant = true", name)
    if info.closely and not (info.plant and info.carry):
        raise places.error("is of planted feet that carry: it needs plant = true and carry = true", f"{name}.closely")
    if info.grip and info.loop is not False:
        raise places.error("grip is for motions that end: it needs loop = false", f"{name}.grip")
    if info.root_break < info.root_limit:
        raise places.error(f"root_break {info.root_break:g} is below root_limit {info.root_limit:g}", name)
    return info


def _mirror(info: ClipInfo, infos: dict[str, ClipInfo], raw: dict[str, object], places: Places) -> ClipInfo:
    of = infos.get(info.mirror)
    if of is None:
        reason = f"there is no clip {info.mirror!r}{nearest(info.mirror, list(infos))}"
        raise places.error(reason, f"{info.name}.mirror")
    if of.mirror:
        raise places.error("is a mirror itself", f"{info.name}.mirror")
    if wrong := sorted(raw.keys() & MIRRORED):
        raise places.error("a mirrored clip has this from the clip that it mirrors", f"{info.name}.{wrong[0]}")
    own = {key: getattr(info, key) for key in OWN if key in raw}
    turn = None if of.turn is None else -of.turn
    return replace(
        of, name=info.name, file="", pose="", moves="", mirror=info.mirror, turn=turn, facing=-of.facing, **own
    )


@cache
def clip_infos() -> dict[str, ClipInfo]:
    """The project's own clips, read once."""
    return read_clips(CLIPS)


def clip_names() -> list[str]:
    return list(clip_infos())


def clip_info(name: str) -> ClipInfo:
    infos = clip_infos()
    if name not in infos:
        raise InputError(f"there is no clip {name!r} in {CLIPS.name}{nearest(name, list(infos))}")
    return infos[name]
