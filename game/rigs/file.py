"""What may be written in a rig file, table by table (data/rigs/*.toml), and what is wrong with one by itself.

height = 1.78         # m
inertia_floor = 0.003 # kg m2
[[bone]]
name = "pelvis"
joint = "root"        # or ball, hinge, with a parent
mass = 11.0           # kg
gyration = [0.1, 0.1, 0.1]
shapes = [{ kind = "sphere", centre = [0.0, 0.0, 0.0], radius = 0.1 }]
[[collide]]           # own bones that may hit one another
these = ["*hand"]
those = ["head"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from math import hypot, isfinite
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from components.errors import InputError
from components.rig import ALL, TRUNK
from game.base.reading import contents
from game.base.toml import refuse_endless

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*\Z")]
Degrees = Annotated[float, msgspec.Meta(ge=-180.0, le=180.0)]
Length = Annotated[float, msgspec.Meta(ge=-5.0, le=5.0)]  # m: of what has the size of a person
Vec3 = tuple[Length, Length, Length]
Turn = tuple[Degrees, Degrees, Degrees]
Axis = tuple[float, float, float]
ZERO = (0.0, 0.0, 0.0)


class Table(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file: a key that is not here is a mistake."""


class Capsule(Table, tag_field="kind", tag="capsule"):
    start: Vec3
    end: Vec3
    radius: float


class Sphere(Table, tag_field="kind", tag="sphere"):
    centre: Vec3
    radius: float


class Box(Table, tag_field="kind", tag="box"):
    centre: Vec3
    size: Vec3


class Bone(Table):
    name: Name
    mass: float  # kg
    gyration: Vec3  # m, radii of gyration about the frame's axes through the centre of mass
    com: Vec3 = ZERO
    inertia_floor: float = 0.0  # kg m2
    sides: bool = False
    sole: bool = False  # the underside of its lowest shape is on the ground at rest
    stiffness: float = 0.0  # N/m, what gives way at each place where it is touched; 0: it is hard
    damping: float = 0.0  # N s/m, of that
    shapes: list[Capsule | Sphere | Box] = []
    source: Literal["root", "chest", "neck", "hip", "knee", "ankle", "shoulder", "elbow", ""] = ""
    share: float = 1.0
    sites: dict[Name, Vec3] = {}  # named places on it; with sides `palm` is left_palm and right_palm
    limb: Name | Literal[""] = ""  # that begins with it: arm, leg, head; with sides it is left_arm, right_arm and arms


class Root(Bone, kw_only=True, tag_field="joint", tag="root"):
    pass


class Ball(Bone, kw_only=True, tag_field="joint", tag="ball"):
    parent: str
    offset: Vec3
    axis: Axis
    torque_limit: float  # N m
    swing_deg: float
    twist_deg: float
    swing_centre_deg: Turn = ZERO


class Hinge(Bone, kw_only=True, tag_field="joint", tag="hinge"):
    parent: str
    offset: Vec3
    axis: Axis
    torque_limit: float  # N m
    low_deg: float
    high_deg: float


Spec = Root | Ball | Hinge


class Collide(Table):
    these: list[str]
    those: list[str]


class RigFile(Table):
    height: float  # m
    inertia_floor: float  # kg m2
    bone: list[Spec]
    collide: list[Collide] = []


class Text:
    """The file as written, to say where a mistake is."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.lines = file, text.splitlines()

    def wrong(self, reason: str, table: str = "", number: int = 0, key: str = "") -> InputError:
        """The error for a key of the `number`-th `[[table]]`, or of the top of the file if `table` is empty."""
        heads = [re.match(r"\s*\[\[?\s*([a-z]\w*)\s*\]", line) for line in self.lines]
        headers = [(n, head[1]) for n, head in enumerate(heads) if head]
        start = ([n for n, name in headers if name == table][number:] if table else []) or [0]
        stop = next((n for n, _ in headers if n > start[0]), len(self.lines))
        block = self.lines[start[0] : stop]
        found = [n for n, line in enumerate(block) if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line)]
        place = f"line {start[0] + 1 + (found[0] if key and found else 0)}"
        if table == "bone":
            names = [m[1] for line in block if (m := re.match(r"\s*name\s*=\s*[\"'](.*?)[\"']", line))]
            place += f", bone {names[0] if names else number + 1}"
        return InputError(" ".join(reason.split()), file=self.file, place=place)


def source_of(path: Path) -> str:
    """The file as it stands."""
    raw = contents(path, path.name)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError("this is not UTF-8 text", file=path.name, place=f"line {line}") from error


def read_rig(file: str, source: str) -> tuple[RigFile, Text]:
    """The file's tables, every bone checked by itself; game/rigs/rig.py checks what belongs together."""
    text = Text(file, source)
    written = _decode(text, source)
    for number, spec in enumerate(written.bone):
        _check_bone(text, number, spec)
    return written, text


def _decode(text: Text, source: str) -> RigFile:
    refuse_endless(source, text.file)
    try:
        document = tomllib.loads(source)
    except (ValueError, RecursionError) as error:  # tomllib stumbles over endless digits and brackets
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else max(1, len(text.lines))
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise InputError(f"not TOML: {reason}", file=text.file, place=f"line {line}") from error
    try:
        written = msgspec.convert(document, RigFile)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        at = re.search(r"\$\.(\w+)\[(\d+)\](?:\.(\w+))?", path)
        unknown = re.search(r"unknown field `(.*)`", reason)
        key = at[3] if at and at[3] else unknown[1] if unknown else path.strip("`$.")
        where = f"{key}: " if key and not unknown else ""
        raise text.wrong(where + reason, at[1] if at else "", int(at[2]) if at else 0, key) from error
    tables = [("", 0, document), *(("bone", number, bone) for number, bone in enumerate(document["bone"]))]
    for table, number, keys in tables:
        for key, value in keys.items():
            if key != "bone" and not all(isfinite(x) for x in _numbers(value)):
                raise text.wrong(f"{key} must be a finite number", table, number, key)
    for key in ("height", "inertia_floor"):
        if getattr(written, key) <= 0:
            raise text.wrong(f"{key} must be above 0, not {getattr(written, key):g}", key=key)
    return written


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _numbers(item)


def _check_bone(text: Text, number: int, spec: Spec) -> None:
    """What is wrong with a bone by itself."""

    def need(good: bool, key: str, reason: str) -> None:
        if not good:
            raise text.wrong(f"{key} {reason}", "bone", number, key)

    need(spec.mass > 0, "mass", f"must be above 0 kg, not {spec.mass:g}")
    need(min(spec.gyration) > 0, "gyration", "must be above 0 m about every axis")
    moments = sorted(k * k for k in spec.gyration)
    need(moments[2] <= moments[0] + moments[1], "gyration", "belongs to no solid: the largest is too large")
    need(spec.mass < 1e6, "mass", "is too large")
    need(spec.inertia_floor >= 0, "inertia_floor", f"must not be below 0 kg m2, not {spec.inertia_floor:g}")
    need(spec.stiffness >= 0, "stiffness", f"must not be below 0 N/m, not {spec.stiffness:g}")
    need(spec.damping >= 0, "damping", f"must not be below 0 N s/m, not {spec.damping:g}")
    need(spec.damping == 0 or spec.stiffness > 0, "damping", "needs a stiffness")
    need(spec.share > 0, "share", f"must be above 0, not {spec.share:g}")
    for shape in spec.shapes:
        if isinstance(shape, Box):
            need(min(shape.size) > 0, "shapes", "must have sizes above 0 m")
        else:
            need(shape.radius > 0, "shapes", f"must have a radius above 0 m, not {shape.radius:g}")
        if isinstance(shape, Capsule):
            need(shape.start != shape.end, "shapes", "has a capsule without length: write a sphere")
    need(not (spec.sole and not spec.shapes), "sole", "needs a shape")
    need(spec.limb not in (ALL, TRUNK), "limb", f"must not be {spec.limb}: every rig has that")
    if isinstance(spec, Root):
        need(spec.com == ZERO, "com", "must be 0 in the root, whose frame sits at its centre of mass")
        need(not spec.sides, "sides", "must not be true in the root: there is one")
        return
    need(hypot(*spec.axis) > 1e-9, "axis", "must not be zero")
    need(spec.torque_limit > 0, "torque_limit", f"must be above 0 N m, not {spec.torque_limit:g}")
    if isinstance(spec, Hinge):
        need(spec.low_deg < spec.high_deg, "low_deg", f"must be below high_deg: {spec.low_deg:g} and {spec.high_deg:g}")
    else:
        need(0 < spec.swing_deg <= 180, "swing_deg", f"must be above 0 and at most 180, not {spec.swing_deg:g}")
        need(0 < spec.twist_deg <= 180, "twist_deg", f"must be above 0 and at most 180, not {spec.twist_deg:g}")
