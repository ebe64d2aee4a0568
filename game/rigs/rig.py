"""A rig file becomes a body: TOML that a person can read, checked, mirrored and put in order.

`load_rig("boxer").mass` is 75. A bone with `sides = true` is written once, for the left: `arm` gives `left_arm` and
`right_arm`, and its children may call it plain `arm`. What is wrong in the file is said with its line:
`boxer.toml: line 31, bone head: mass must be above 0 kg, not -1`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import product
from math import hypot, radians
from pathlib import Path
from typing import Literal

from components.errors import InputError
from components.rig import Bone, Joint, Rig, Shape, Vec3
from game.base.paths import RIGS
from game.base.toml import nearest
from game.rigs import file as written
from game.rigs.rest import at_rest, free_pairs
from game.rigs.stand import HELD, on_a_stand

MAX_COORDINATES = 128  # Bullet's MAX_DEGREE_OF_FREEDOM: 7 for the root, 4 a ball joint, 1 a hinge
TOLERANCE = 1e-3  # m, of the height, the soles and (as a number) the sum of shares

Side = Literal["", "left", "right"]
Row = tuple[int, Side]  # which bone of the file, on which side


def rig_names() -> list[str]:
    """The rigs that come with the game."""
    return sorted(path.stem for path in RIGS.glob("*.toml"))


def rig_path(name_or_path: str | Path) -> Path:
    """The file of a rig by its name in data/rigs, or any path that ends in .toml; with `+stand` the same."""
    name_or_path = str(name_or_path).removesuffix(HELD)
    path = Path(name_or_path)
    if path.suffix == ".toml":
        return path
    name = str(name_or_path)
    if name not in rig_names():
        raise InputError(f"there is no rig called {name!r}{nearest(name, rig_names())}")
    return RIGS / f"{name}.toml"


def load_rig(name_or_path: str | Path) -> Rig:
    """Read a rig by its name or from a path (`rig_path`). Raises InputError for any mistake."""
    path = rig_path(name_or_path)
    rig = _built(path.stem, path.name, written.source_of(path))
    return on_a_stand(rig) if str(name_or_path).endswith(HELD) else rig


@lru_cache(maxsize=64)
def _built(name: str, file_name: str, source: str) -> Rig:
    """A scene asks for its rigs several times: what a file says is worked out once, until it says something else."""
    file, text = written.read_rig(file_name, source)
    rows: list[Row] = [(number, side) for number, spec in enumerate(file.bone) for side in _sides(spec)]
    parents = _parents(text, file.bone, rows)
    order = _preorder(text, rows, parents)
    place = {row: i for i, row in enumerate(order)}
    bones: list[Bone] = []
    for number, side in order:
        up = parents[number, side]
        bones.append(_bone(file.bone[number], side, -1 if up is None else place[up], file.inertia_floor))
    end = [i + 1 for i in range(len(bones))]
    for i in range(len(bones) - 1, 0, -1):
        end[bones[i].parent] = max(end[bones[i].parent], end[i])
    other: dict[Side, Side] = {"": "", "left": "right", "right": "left"}
    mirror = tuple(place[number, other[side]] for number, side in order)
    _check_shares(text, file.bone)
    shapes = at_rest(bones)
    _check_height(text, file, [number for number, _ in order], shapes)
    collide = _collide(text, file.collide, bones, shapes)
    return Rig(name, file.height, tuple(bones), tuple(end), mirror, collide)


def _sides(spec: written.Bone) -> tuple[Side, ...]:
    return ("left", "right") if spec.sides else ("",)


def _full_name(spec: written.Bone, side: Side) -> str:
    return f"{side}_{spec.name}" if side else spec.name


def _parents(text: written.Text, specs: list[written.Spec], rows: list[Row]) -> dict[Row, Row | None]:
    """Every row's parent; a bone on one side looks on its own side first, so `arm` hangs on its own `clavicle`."""
    named: dict[str, Row] = {}
    for number, side in rows:
        full = _full_name(specs[number], side)
        if full in named:
            raise text.wrong(f"there is another bone called {full}", "bone", number, "name")
        named[full] = (number, side)
    parents: dict[Row, Row | None] = {}
    used = 0
    for number, side in rows:
        spec = specs[number]
        used += {written.Root: 7, written.Ball: 4, written.Hinge: 1}[type(spec)]
        if used > MAX_COORDINATES:
            reason = f"is one too many: {used} position coordinates, and the engine holds {MAX_COORDINATES}"
            raise text.wrong(reason, "bone", number)
        if isinstance(spec, written.Root):
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


def _preorder(text: written.Text, rows: list[Row], parents: dict[Row, Row | None]) -> list[Row]:
    """Depth first, children in the file's order."""
    children: dict[Row | None, list[Row]] = defaultdict(list)
    for row in rows:
        children[parents[row]].append(row)
    order: list[Row] = []
    waiting = children[None]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children[order[-1]])
    lost = [row for row in rows if row not in order]
    if lost:
        raise text.wrong("parent leads round in a circle, never to the root", "bone", lost[0][0], "parent")
    return order


def _bone(spec: written.Spec, side: Side, parent: int, floor: float) -> Bone:
    """The bone for one side. A mirror flips y of a place, and x and z of a turn."""
    flip = -1.0 if side == "right" else 1.0

    def place(v: Vec3) -> Vec3:
        return (v[0], flip * v[1] + 0.0, v[2])  # + 0.0 takes the sign from a zero

    def turn(v: Vec3) -> Vec3:
        return (flip * v[0] + 0.0, v[1], flip * v[2] + 0.0)

    shapes = tuple(
        Shape("capsule", place(shape.start), place(shape.end), shape.radius)
        if isinstance(shape, written.Capsule)
        else Shape("sphere", place(shape.centre), radius=shape.radius)
        if isinstance(shape, written.Sphere)
        else Shape("box", place(shape.centre), size=shape.size)
        for shape in spec.shapes
    )
    least = max(floor, spec.inertia_floor)
    x, y, z = (max(least, spec.mass * k * k) for k in spec.gyration)
    rest = Bone(
        name=_full_name(spec, side), parent=parent, joint=Joint.ROOT, offset=written.ZERO, axis=(0.0, 0.0, 1.0),
        mass=spec.mass, com=place(spec.com), inertia=(x, y, z), torque_limit=0.0, low=0.0, high=0.0,
        swing=0.0, swing_centre=written.ZERO, shapes=shapes, source=spec.source, share=spec.share, side=side,
        limb=spec.limb, give=(spec.stiffness, spec.damping),
        sites=tuple((f"{side}_{name}" if side else name, place(at)) for name, at in spec.sites.items()),
    )  # fmt: skip
    if isinstance(spec, written.Root):
        return rest
    length = hypot(*spec.axis)
    axis = (spec.axis[0] / length, spec.axis[1] / length, spec.axis[2] / length)
    rest = replace(rest, offset=place(spec.offset), torque_limit=spec.torque_limit)
    if isinstance(spec, written.Hinge):
        return replace(rest, joint=Joint.HINGE, axis=turn(axis), low=radians(spec.low_deg), high=radians(spec.high_deg))
    x, y, z = (radians(angle) for angle in spec.swing_centre_deg)
    twist = radians(spec.twist_deg)
    return replace(rest, joint=Joint.BALL, axis=place(axis), low=-twist, high=twist, swing=radians(spec.swing_deg),
                   swing_centre=turn((x, y, z)))  # fmt: skip


def _check_shares(text: written.Text, specs: list[written.Spec]) -> None:
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


def _check_height(text: written.Text, file: written.RigFile, numbers: list[int], shapes: list[list[Shape]]) -> None:
    """The height is true and every sole is flat on the same ground."""
    reach = [(shape.radius if shape.kind != "box" else shape.size[2] / 2, shape) for own in shapes for shape in own]
    if not reach:
        raise text.wrong("no bone has a shape", key="height")
    low = min(min(shape.start[2], shape.end[2]) - r for r, shape in reach)
    high = max(max(shape.start[2], shape.end[2]) + r for r, shape in reach)
    for number, own in zip(numbers, shapes, strict=True):
        if file.bone[number].sole:
            under = min(shape.start[2] - shape.size[2] / 2 if shape.kind == "box" else low + 1 for shape in own)
            if abs(under - low) > 1e-6:
                reason = "shapes of a sole must include a box whose underside is the lowest of the body"
                raise text.wrong(f"{reason}, and it is {1000 * (under - low):.3g} mm above", "bone", number, "shapes")
    if abs(high - low - file.height) > TOLERANCE:
        raise text.wrong(f"height is {file.height:g} m, but the shapes reach {high - low:.4g} m", key="height")


def _collide(
    text: written.Text, rules: list[written.Collide], bones: list[Bone], shapes: list[list[Shape]]
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
    return free_pairs(pairs, bones, shapes)
