"""A path on the ground that somebody walks, and the ways between walks that it is made of: plain values, replaced as a
whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Annotated, NamedTuple

from components.arrays import Bools, Floats, Ints
from components.errors import InputError
from components.rig import Rig

SPARSE = 4  # ticks between two places of a body that a search looks at

MOST_POINTS = 200
WIDE = 50.0  # m; no scene is larger
APART = 0.05  # m between two points that follow each other, at least
Points = tuple[tuple[float, float], ...]  # m


def check_walker(rig: Rig) -> None:
    if not rig.has_legs:
        raise InputError(f"rig {rig.name} has no legs to walk it")


def checked_points(points: Iterable[Iterable[float]], closed: bool) -> Points:
    """Those of a path; InputError where it cannot be one."""
    out = list[tuple[float, float]]()
    if not isinstance(points, Iterable):
        raise InputError("must be points of two numbers each")
    for number, point in enumerate(points, 1):
        row = tuple(point) if isinstance(point, Iterable) else ()
        plain = [isinstance(value, (int, float)) and abs(value) <= WIDE for value in row]
        if len(row) != 2 or not all(plain):
            raise InputError(f"point {number} must be two numbers from -{WIDE:g} to {WIDE:g}")
        out.append((float(row[0]), float(row[1])))
    if len(out) > MOST_POINTS or (closed and 0 < len(out) < 3):
        raise InputError(f"must be {3 if closed else 1} to {MOST_POINTS} points, not {len(out)}")
    after = (*out[1:], out[0]) if closed and out else out[1:]
    for number, ((x, y), (to_x, to_y)) in enumerate(zip(out, after, strict=False), 1):
        if hypot(to_x - x, to_y - y) < APART:
            raise InputError(f"points {number} and {number % len(out) + 1} are less than {APART:g} m apart")
    return tuple(out)


class Ways(NamedTuple):
    """A motion graph of walks as compiled code takes it: c clips with f frames in all, left at l places by e edges.

    A clip lies by its origin (m) and its +x (rad): in the world, or in the frame of the clip that was left."""

    first: Annotated[Ints, "c"]  # frame of each clip in `root`; and the end
    root: Annotated[Floats, "f", 2]  # m
    facing: Annotated[Floats, "f"]  # rad
    loop: Annotated[Floats, "c", 3]  # how it lies a round later
    leave_clip: Annotated[Ints, "l"]
    leave_frame: Annotated[Ints, "l"]  # in the order of clips and frames
    begins: Annotated[Ints, "l"]  # the first edge of each; and the end
    stay: Annotated[Ints, "l"]  # where its clip is left next, if not here
    stay_ticks: Annotated[Ints, "l"]  # until then
    to: Annotated[Ints, "e"]  # clip
    enter: Annotated[Ints, "e"]  # frame of it at the end of the crossing, perhaps in its next round
    reach: Annotated[Ints, "e"]  # where that clip is left next
    reach_ticks: Annotated[Ints, "e"]  # from the end of the crossing until then
    lay: Annotated[Floats, "e", 3]  # of that clip in the frame of the one that was left
    price: Annotated[Floats, "e"]  # m, how far the two are apart
    over: Annotated[Floats, "e", "k", 2]  # m, the root every SPARSE ticks of the crossing
    stands: Annotated[Bools, "c"]


class Ask(NamedTuple):
    """What a search is asked: the way from where a walk will be left. The answer follows from it alone."""

    points: Points
    closed: bool
    leave: int
    x: float  # m, and rad: how the clip will lie then
    y: float
    turn: float
    place: int  # of the line, the nearest to where the body will be


@dataclass
class Walk:
    """Component of somebody who walks a path, or stands at its end."""

    points: Points  # none: no more
    closed: bool = False
    place: int = 0  # of the line, the nearest to the body: steps of systems/paths/spline.py
    clip: int = -1  # of the graph, in which it walks or to which it crosses; -1: not on its way
    edge: int = -1  # the crossing that is played; -1: none
    leave: int = -1  # where that clip is left next
    left: float = 0.0  # frames until then, or until the end of the crossing
    frame: float = 0.0  # of the motion, in the last tick
    ask: Ask | None = None  # what is looked for
