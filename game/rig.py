"""A rig file becomes a body: TOML that a person can read, checked, mirrored and put in order.

`load_rig("boxer").mass` is 75. A bone with `sides = true` is written once, for the left: `arm` gives `left_arm` and
`right_arm`, and its children may call it plain `arm`. What is wrong in the file is said with its line:
`boxer.toml: line 31, bone head: mass must be above 0 kg, not -1`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import product
from math import dist, hypot, isfinite, radians
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from components.errors import InputError
from components.rig import Bone, Joint, Rig, Shape, Vec3

RIGS = Path(__file__).parent.parent / "data" / "rigs"
MAX_COORDINATES = 128  # Bullet's MAX_DEGREE_OF_FREEDOM: 7 for the root, 4 a ball joint, 1 a hinge
CLEARANCE = 0.01  # m; bones closer than this at rest are not asked to collide
TOLERANCE = 1e-3  # m, of the height, the soles and (as a number) the sum of shares

Side = Literal["", "left", "right"]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*\Z")]
ZERO = (0.0, 0.0, 0.0)


class _Table(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file: a key that is not here is a mistake."""


class _Capsule(_Table, tag_field="kind", tag="capsule"):
    start: Vec3
    end: Vec3
    radius: float


class _Sphere(_Table, tag_field="kind", tag="sphere"):
    centre: Vec3
    radius: float


class _Box(_Table, tag_field="kind", tag="box"):
    centre: Vec3
    size: Vec3


class _Bone(_Table):
    name: Name
    mass: float  # kg
    gyration: Vec3  # m, radii of gyration about the frame's axes through the centre of mass
    com: Vec3 = ZERO
    inertia_floor: float = 0.0  # kg m2
    sides: bool = False
    sole: bool = False  # the underside of its lowest shape is on the ground at rest
    shapes: list[_Capsule | _Sphere | _Box] = []
    source: Literal["root", "chest", "neck", "hip", "knee", "ankle", "shoulder", "elbow", ""] = ""
    share: float = 1.0


class _Root(_Bone, kw_only=True, tag_field="joint", tag="root"):
    pass


class _Ball(_Bone, kw_only=True, tag_field="joint", tag="ball"):
    parent: str
    offset: Vec3
    axis: Vec3
    torque_limit: float  # N m
    swing_deg: float
    twist_deg: float
    swing_centre_deg: Vec3 = ZERO


class _Hinge(_Bone, kw_only=True, tag_field="joint", tag="hinge"):
    parent: str
    offset: Vec3
    axis: Vec3
    torque_limit: float  # N m
    low_deg: float
    high_deg: float


_Spec = _Root | _Ball | _Hinge
_Row = tuple[int, Side]  # which bone of the file, on which side


class _Collide(_Table):
    these: list[str]
    those: list[str]


class _Rig(_Table):
    height: float  # m
    inertia_floor: float  # kg m2
    bone: list[_Spec]
    collide: list[_Collide] = []


class _Text:
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


def rig_names() -> list[str]:
    """The rigs that come with the game."""
    return sorted(path.stem for path in RIGS.glob("*.toml"))


def load_rig(name_or_path: str | Path) -> Rig:
    """Read a rig by its name in data/rigs, or from a path that ends in .toml. Raises InputError for any mistake."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        if str(name_or_path) not in rig_names():
            raise InputError(f"there is no rig called {name_or_path!s}; there are {', '.join(rig_names())}")
        path = RIGS / f"{name_or_path}.toml"
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path.name) from error
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError("this is not UTF-8 text", file=path.name, place=f"line {line}") from error
    return _rig(path.stem, _Text(path.name, text), text)


def _rig(name: str, text: _Text, source: str) -> Rig:
    written = _decode(text, source)
    for number, spec in enumerate(written.bone):
        _check_bone(text, number, spec)
    rows: list[_Row] = [(number, side) for number, spec in enumerate(written.bone) for side in _sides(spec)]
    parents = _parents(text, written.bone, rows)
    order = _preorder(text, rows, parents)
    place = {row: i for i, row in enumerate(order)}
    bones: list[Bone] = []
    for number, side in order:
        up = parents[number, side]
        bones.append(_bone(written.bone[number], side, -1 if up is None else place[up], written.inertia_floor))
    end = [i + 1 for i in range(len(bones))]
    for i in range(len(bones) - 1, 0, -1):
        end[bones[i].parent] = max(end[bones[i].parent], end[i])
    other: dict[Side, Side] = {"": "", "left": "right", "right": "left"}
    mirror = tuple(place[number, other[side]] for number, side in order)
    _check_shares(text, written.bone)
    shapes = _at_rest(bones)
    _check_height(text, written, [number for number, _ in order], shapes)
    collide = _collide(text, written.collide, bones, shapes)
    return Rig(name, written.height, tuple(bones), tuple(end), mirror, collide)


def _decode(text: _Text, source: str) -> _Rig:
    try:
        document = tomllib.loads(source)
    except (ValueError, RecursionError) as error:  # tomllib stumbles over endless digits and brackets
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else max(1, len(text.lines))
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise InputError(f"not TOML: {reason}", file=text.file, place=f"line {line}") from error
    try:
        written = msgspec.convert(document, _Rig)
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


def _check_bone(text: _Text, number: int, spec: _Spec) -> None:
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
    need(spec.share > 0, "share", f"must be above 0, not {spec.share:g}")
    for shape in spec.shapes:
        if isinstance(shape, _Box):
            need(min(shape.size) > 0, "shapes", "must have sizes above 0 m")
        else:
            need(shape.radius > 0, "shapes", f"must have a radius above 0 m, not {shape.radius:g}")
        if isinstance(shape, _Capsule):
            need(shape.start != shape.end, "shapes", "has a capsule without length: write a sphere")
    need(not (spec.sole and not spec.shapes), "sole", "needs a shape")
    if isinstance(spec, _Root):
        need(spec.com == ZERO, "com", "must be 0 in the root, whose frame sits at its centre of mass")
        need(not spec.sides, "sides", "must not be true in the root: there is one")
        return
    need(hypot(*spec.axis) > 1e-9, "axis", "must not be zero")
    need(spec.torque_limit > 0, "torque_limit", f"must be above 0 N m, not {spec.torque_limit:g}")
    if isinstance(spec, _Hinge):
        need(spec.low_deg < spec.high_deg, "low_deg", f"must be below high_deg: {spec.low_deg:g} and {spec.high_deg:g}")
    else:
        need(0 < spec.swing_deg <= 180, "swing_deg", f"must be above 0 and at most 180, not {spec.swing_deg:g}")
        need(0 < spec.twist_deg <= 180, "twist_deg", f"must be above 0 and at most 180, not {spec.twist_deg:g}")


def _sides(spec: _Bone) -> tuple[Side, ...]:
    return ("left", "right") if spec.sides else ("",)


def _full_name(spec: _Bone, side: Side) -> str:
    return f"{side}_{spec.name}" if side else spec.name


def _parents(text: _Text, specs: list[_Spec], rows: list[_Row]) -> dict[_Row, _Row | None]:
    """Every row's parent; a bone on one side looks on its own side first, so `arm` hangs on its own `clavicle`."""
    named: dict[str, _Row] = {}
    for number, side in rows:
        full = _full_name(specs[number], side)
        if full in named:
            raise text.wrong(f"there is another bone called {full}", "bone", number, "name")
        named[full] = (number, side)
    parents: dict[_Row, _Row | None] = {}
    used = 0
    for number, side in rows:
        spec = specs[number]
        used += {_Root: 7, _Ball: 4, _Hinge: 1}[type(spec)]
        if used > MAX_COORDINATES:
            reason = f"is one too many: {used} position coordinates, and the engine holds {MAX_COORDINATES}"
            raise text.wrong(reason, "bone", number)
        if isinstance(spec, _Root):
            if None in parents.values():
                raise text.wrong("joint is root, but there is a root already", "bone", number, "joint")
            parents[number, side] = None
        else:
            row = named.get(f"{side}_{spec.parent}", named.get(spec.parent))
            if row is None or row[1] not in ("", side):
                raise text.wrong(f"parent {spec.parent} is not a bone", "bone", number, "parent")
            parents[number, side] = row
    if None not in parents.values():
        raise text.wrong('one bone must have joint = "root"', "bone" if specs else "")
    return parents


def _preorder(text: _Text, rows: list[_Row], parents: dict[_Row, _Row | None]) -> list[_Row]:
    """Depth first, children in the file's order."""
    children: dict[_Row | None, list[_Row]] = defaultdict(list)
    for row in rows:
        children[parents[row]].append(row)
    order: list[_Row] = []
    waiting = children[None]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children[order[-1]])
    lost = [row for row in rows if row not in order]
    if lost:
        raise text.wrong("parent leads round in a circle, never to the root", "bone", lost[0][0], "parent")
    return order


def _bone(spec: _Spec, side: Side, parent: int, floor: float) -> Bone:
    """The bone for one side. A mirror flips y of a place, and x and z of a turn."""
    flip = -1.0 if side == "right" else 1.0

    def place(v: Vec3) -> Vec3:
        return (v[0], flip * v[1] + 0.0, v[2])  # + 0.0 takes the sign from a zero

    def turn(v: Vec3) -> Vec3:
        return (flip * v[0] + 0.0, v[1], flip * v[2] + 0.0)

    shapes = tuple(
        Shape("capsule", place(shape.start), place(shape.end), shape.radius)
        if isinstance(shape, _Capsule)
        else Shape("sphere", place(shape.centre), radius=shape.radius)
        if isinstance(shape, _Sphere)
        else Shape("box", place(shape.centre), size=shape.size)
        for shape in spec.shapes
    )
    least = max(floor, spec.inertia_floor)
    x, y, z = (max(least, spec.mass * k * k) for k in spec.gyration)
    rest = Bone(
        name=_full_name(spec, side), parent=parent, joint=Joint.ROOT, offset=ZERO, axis=(0.0, 0.0, 1.0), mass=spec.mass,
        com=place(spec.com), inertia=(x, y, z), torque_limit=0.0, low=0.0, high=0.0, swing=0.0, swing_centre=ZERO,
        shapes=shapes, source=spec.source, share=spec.share, side=side,
    )  # fmt: skip
    if isinstance(spec, _Root):
        return rest
    length = hypot(*spec.axis)
    axis = (spec.axis[0] / length, spec.axis[1] / length, spec.axis[2] / length)
    rest = replace(rest, offset=place(spec.offset), torque_limit=spec.torque_limit)
    if isinstance(spec, _Hinge):
        return replace(rest, joint=Joint.HINGE, axis=turn(axis), low=radians(spec.low_deg), high=radians(spec.high_deg))
    x, y, z = (radians(angle) for angle in spec.swing_centre_deg)
    twist = radians(spec.twist_deg)
    return replace(rest, joint=Joint.BALL, axis=place(axis), low=-twist, high=twist, swing=radians(spec.swing_deg),
                   swing_centre=turn((x, y, z)))  # fmt: skip


def _check_shares(text: _Text, specs: list[_Spec]) -> None:
    """The bones that follow one captured joint take all of its rotation together; both sides are written as one."""
    totals: dict[str, float] = defaultdict(float)
    first: dict[str, int] = {}
    for number, spec in enumerate(specs):
        if spec.source:
            totals[spec.source] += spec.share
            first.setdefault(spec.source, number)
    for source, total in totals.items():
        if abs(total - 1.0) > TOLERANCE:
            raise text.wrong(f"the shares of {source} sum to {total:g}, not 1", "bone", first[source], "source")


def _at_rest(bones: list[Bone]) -> list[list[Shape]]:
    """Every bone's shapes in the root's frame at rest: frames are parallel, so offsets add up."""
    origins: list[Vec3] = []
    for bone in bones:
        origins.append(_plus(origins[bone.parent], bone.offset) if origins else ZERO)

    def moved(shape: Shape, at: Vec3) -> Shape:
        end = shape.end if shape.kind == "capsule" else shape.start
        return replace(shape, start=_plus(at, shape.start), end=_plus(at, end))

    return [[moved(shape, at) for shape in bone.shapes] for bone, at in zip(bones, origins, strict=True)]


def _plus(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _check_height(text: _Text, written: _Rig, numbers: list[int], shapes: list[list[Shape]]) -> None:
    """The height is true and every sole is flat on the same ground."""
    reach = [(shape.radius if shape.kind != "box" else shape.size[2] / 2, shape) for own in shapes for shape in own]
    if not reach:
        raise text.wrong("no bone has a shape", key="height")
    low = min(min(shape.start[2], shape.end[2]) - r for r, shape in reach)
    high = max(max(shape.start[2], shape.end[2]) + r for r, shape in reach)
    for number, own in zip(numbers, shapes, strict=True):
        if written.bone[number].sole:
            under = min(shape.start[2] - shape.size[2] / 2 if shape.kind == "box" else low + 1 for shape in own)
            if abs(under - low) > 1e-6:
                reason = "shapes of a sole must include a box whose underside is the lowest of the body"
                raise text.wrong(f"{reason}, and it is {1000 * (under - low):.3g} mm above", "bone", number, "shapes")
    if abs(high - low - written.height) > TOLERANCE:
        raise text.wrong(f"height is {written.height:g} m, but the shapes reach {high - low:.4g} m", key="height")


def _collide(
    text: _Text, rules: list[_Collide], bones: list[Bone], shapes: list[list[Shape]]
) -> frozenset[tuple[int, int]]:
    """The pairs that the rules name, without those that could touch at rest or hang closely together."""
    pairs: set[tuple[int, int]] = set()
    for number, rule in enumerate(rules):
        found: list[list[int]] = []
        for key, patterns in (("these", rule.these), ("those", rule.those)):
            matches = [[i for i, bone in enumerate(bones) if fnmatchcase(bone.name, pattern)] for pattern in patterns]
            if [] in matches:
                raise text.wrong(f"{key} names no bone: {patterns[matches.index([])]}", "collide", number, key)
            found.append([i for match in matches for i in match])
        pairs |= {(min(pair), max(pair)) for pair in product(*found)}
    return frozenset(
        (i, j)
        for i, j in pairs
        if _joints_between(bones, i, j) > 2 and shapes[i] and shapes[j]
        and min(_gap(a, b) for a in shapes[i] for b in shapes[j]) > CLEARANCE
    )  # fmt: skip


def _joints_between(bones: list[Bone], i: int, j: int) -> int:
    steps = 0
    while i != j:  # in preorder the later of two is never the other's ancestor, so it climbs
        i, j = min(i, j), bones[max(i, j)].parent
        steps += 1
    return steps


def _gap(a: Shape, b: Shape) -> float:
    """Metres between two shapes at rest, 0 or less where they touch. Boxes lie along the axes here."""
    if a.kind == "box":
        if b.kind == "box":
            sides = zip(a.start, b.start, a.size, b.size, strict=True)
            return hypot(*(max(0.0, abs(p - q) - (s + t) / 2) for p, q, s, t in sides))
        a, b = b, a

    def gap_at(part: float) -> float:
        x, y, z = (p + part * (q - p) for p, q in zip(a.start, a.end, strict=True))
        return _gap_to_point(b, (x, y, z)) - a.radius

    low, high = 0.0, 1.0
    for _ in range(40):  # the distance to a convex shape is convex along a segment: close in on the least
        third = (high - low) / 3
        low, high = (low, high - third) if gap_at(low + third) < gap_at(high - third) else (low + third, high)
    return gap_at(low)


def _gap_to_point(shape: Shape, point: Vec3) -> float:
    if shape.kind == "box":
        return hypot(*(max(0.0, abs(p - q) - s / 2) for p, q, s in zip(point, shape.start, shape.size, strict=True)))
    along = [q - p for p, q in zip(shape.start, shape.end, strict=True)]
    square = sum(d * d for d in along)
    dot = sum((x - p) * d for x, p, d in zip(point, shape.start, along, strict=True))
    part = min(1.0, max(0.0, dot / square)) if square else 0.0
    return dist(point, [p + part * d for p, d in zip(shape.start, along, strict=True)]) - shape.radius
