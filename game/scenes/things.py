"""What lies about in a scene, hangs in it and is thrown in it, and what its hands hold; read from a draft."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from components.clock import TICKS_PER_S
from components.path import Points, check_walker, checked_points
from components.trajectory import Trajectory
from game.base.toml import nearest
from game.scenes.draft import Draft
from game.scenes.props import PropKind, Vec3
from game.scenes.pushes import nth
from game.scenes.scatter import Spot, free_spots
from game.scripts.trajectory import held_place, site_path

CHARACTER_ROOM = 0.5  # m, radius that scattered things keep from a character


@dataclass(frozen=True)
class PropSpec:
    kind: PropKind
    position: Vec3  # m, of its centre, above the ground at that place
    yaw: float  # rad
    fixed: bool
    until_s: float | None = None  # when it is taken away

    def goes(self, tick: int) -> bool:
        """Is it taken away in this tick (0 is the first)?"""
        return self.until_s is not None and tick == round(self.until_s * TICKS_PER_S)


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
        return nth(tick, self.every_s, self.first_s, self.until_s) is not None


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
class StringSpec:
    """What is tied at the scene's beginning."""

    who: str
    holds: str  # a site or a bone
    offset: Vec3  # m
    path: Trajectory | None  # none: where the clip has what it holds
    most: float  # N
    turn: Trajectory | None = None  # rad, rotation vectors of the bone's frame


@dataclass(frozen=True)
class CarrySpec:
    """What somebody holds at the scene's beginning."""

    kind: PropKind
    who: str
    bone: str
    told: float  # kg that it is taken to weigh


def carried(draft: Draft) -> tuple[CarrySpec, ...]:
    specs = list[CarrySpec]()
    for index, table in enumerate(draft.file.carry, 1):
        where = f"carry[{index}]"
        kind = draft.thing(table, where)
        for who in draft.who(table.who, f"{where}.who"):
            bones = draft.rig_of(who, f"{where}.who").names
            if table.bone not in bones:
                reason = f"there is no bone {table.bone!r}{nearest(table.bone, list(bones))}"
                raise draft.places.error(reason, f"{where}.bone")
            specs.append(CarrySpec(kind, who, table.bone, table.told))
    return tuple(specs)


@dataclass(frozen=True)
class PathSpec:
    """Who walks, and along what."""

    who: str
    points: Points
    closed: bool


def props(draft: Draft) -> tuple[PropSpec, ...]:
    taken = [Spot(*spec.at, 0.0, CHARACTER_ROOM) for spec in draft.characters]
    specs = list[PropSpec]()
    for index, table in enumerate(draft.file.prop, 1):
        kind = draft.thing(table, f"prop[{index}]")
        radius = max(kind.size[0], kind.size[1]) * (0.5 if kind.shape == "sphere" else 0.5 * 2**0.5)
        with draft.places.at(f"prop[{index}]"):
            spots = free_spots(table.count, table.at[:2], table.spread, radius, taken)
        taken += spots
        z = (table.at[2] if len(table.at) == 3 else 0.0) + kind.size[2] / 2
        turn = math.radians(table.yaw_deg)
        specs += [PropSpec(kind, (spot.x, spot.y, z), turn + spot.turn, table.fixed, table.until_s) for spot in spots]
    return tuple(specs)


def hung(draft: Draft) -> tuple[HungSpec, ...]:
    return tuple(
        HungSpec(
            draft.thing(table, f"hung[{index}]"), table.at, table.ropes, table.count, table.push, table.fades_s
        )
        for index, table in enumerate(draft.file.hung, 1)
    )  # fmt: skip


def throws(draft: Draft) -> tuple[ThrowSpec, ...]:
    specs = list[ThrowSpec]()
    for index, table in enumerate(draft.file.throw, 1):
        where = f"throw[{index}]"
        if (table.every_s is None) == (table.at_s is None):
            raise draft.places.error("needs either every_s or at_s", where)
        kind = draft.thing(table, where)
        at_s = () if table.at_s is None else table.at_s if isinstance(table.at_s, tuple) else (table.at_s,)
        first = table.first_s if table.first_s is not None else table.every_s or 0.0
        specs += [
            ThrowSpec(
                kind, name, table.bone, table.offset, table.speed, math.radians(table.from_deg), table.distance,
                at_s, table.every_s, first, table.until_s,
            )
            for name in draft.who(table.at, f"{where}.at")
        ]  # fmt: skip
    return tuple(specs)


def drags(draft: Draft) -> tuple[DragSpec, ...]:
    specs = list[DragSpec]()
    for index, table in enumerate(draft.file.drag, 1):
        where = f"drag[{index}]"
        bones = draft.rig_of(table.who, f"{where}.who").names
        if table.bone not in bones:
            reason = f"there is no bone {table.bone!r}{nearest(table.bone, list(bones))}"
            raise draft.places.error(reason, f"{where}.bone")
        times = [point[0] for point in table.path]
        if any(after - before < 1.0 / TICKS_PER_S for before, after in pairwise(times)):
            raise draft.places.error("its times must be a tick or more apart, one after the other", f"{where}.path")
        if any(times[0] <= spec.path[-1][0] and spec.path[0][0] <= times[-1] for spec in specs):
            raise draft.places.error("there is one hand, and it holds something at that time", f"{where}.path")
        specs.append(DragSpec(table.who, table.bone, table.path))
    return tuple(specs)


def paths(draft: Draft) -> tuple[PathSpec, ...]:
    specs = list[PathSpec]()
    for index, table in enumerate(draft.file.path, 1):
        where = f"path[{index}]"
        with draft.places.at(f"{where}.who"):
            check_walker(draft.rig_of(table.who, f"{where}.who"))
        if table.who in [spec.who for spec in specs]:
            raise draft.places.error(f"{table.who} has a path already", f"{where}.who")
        with draft.places.at(f"{where}.points"):
            specs.append(PathSpec(table.who, checked_points(table.points, table.closed), table.closed))
    return tuple(specs)


def strings(draft: Draft) -> tuple[StringSpec, ...]:
    specs = list[StringSpec]()
    for index, table in enumerate(draft.file.string, 1):
        where = f"string[{index}]"
        for who in draft.who(table.who, f"{where}.who"):
            with draft.places.at(f"{where}.holds"):
                for holds in table.holds:
                    held_place(draft.rig_of(who, f"{where}.who"), holds, table.offset)
            with draft.places.at(f"{where}.path"):
                path, turn = (None, None) if table.path is None else site_path(table.path, table.way)
            specs += [StringSpec(who, holds, table.offset, path, table.most, turn) for holds in table.holds]
    return tuple(specs)
