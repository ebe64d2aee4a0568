"""A rig: the bones of a body, at rest, with everything the physics and the laws need to know of each.

The rest pose stands upright, arms hanging, and every bone's frame is parallel to the world's (x forward, y left,
z up) with its origin at the bone's joint, so a joint's rotation is zero exactly at rest. The root's frame sits at its
centre of mass. Bones are in depth-first preorder: a bone's subtree is the contiguous range `[i, end[i])`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Vec3 = tuple[float, float, float]


class Joint(IntEnum):
    """How a bone hangs on its parent; the value is not its number of freedoms (see `FREEDOMS`)."""

    ROOT = 0
    BALL = 1
    HINGE = 2


FREEDOMS = {Joint.ROOT: 6, Joint.BALL: 3, Joint.HINGE: 1}


@dataclass(frozen=True)
class Shape:
    """A collision (and drawing) shape fixed to a bone, in the bone's frame.

    capsule: `start`, `end`, `radius` (m). sphere: `start`, `radius`. box: `start` is the centre, `size` full sides (m).
    """

    kind: Literal["capsule", "sphere", "box"]
    start: Vec3
    end: Vec3 = (0.0, 0.0, 0.0)
    radius: float = 0.0
    size: Vec3 = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Bone:
    """One bone. SI units; angles in radians."""

    name: str
    parent: int  # index, -1 for the root
    joint: Joint
    offset: Vec3  # m, the joint's place in the parent's frame (0 for the root)
    axis: Vec3  # unit; the hinge's axis, or the direction along the bone that a ball joint twists about
    mass: float  # kg
    com: Vec3  # m, centre of mass in the bone's frame
    inertia: Vec3  # kg m2, principal moments about the centre of mass along the frame's axes, floor applied
    torque_limit: float  # N m, norm for a ball joint
    low: float  # rad; hinge: lower limit. ball: minus the twist limit
    high: float  # rad; hinge: upper limit. ball: plus the twist limit
    swing: float  # rad; ball: largest angle between the bone's axis and its place of rest `swing_about`
    swing_centre: Vec3  # rad, rotation vector: the middle of the ball joint's range
    shapes: tuple[Shape, ...] = ()
    source: str = ""  # the captured joint this bone follows: root, chest, neck, hip, knee, ankle, shoulder, elbow or ""
    share: float = 1.0  # how much of the captured rotation this bone takes, along a chain that adds up to 1
    side: Literal["", "left", "right"] = ""
    give: tuple[float, float] = (0.0, 0.0)  # N/m and N s/m of each of its touches; zeros: it is hard
    sites: tuple[tuple[str, Vec3], ...] = ()  # named places on it: m, in its frame
    limb: str = ""  # that begins with it, without its side: arm, leg, head; empty: it belongs to its parent's


ALL, TRUNK = "all", "trunk"
"""Limbs that every rig has: all bones, and those from the root on that are in no other limb."""


@dataclass(frozen=True)
class Rig:
    """A whole body. `mirror[i]` is the bone on the other side (itself in the middle)."""

    name: str
    height: float  # m, top of the head above the soles at rest
    bones: tuple[Bone, ...]
    end: tuple[int, ...]  # one past the last bone of each bone's subtree
    mirror: tuple[int, ...]
    collide: frozenset[tuple[int, int]] = field(default=frozenset())  # pairs (i < j) of own bones that collide

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(bone.name for bone in self.bones)

    @cached_property
    def mass(self) -> float:
        return sum(bone.mass for bone in self.bones)

    @cached_property
    def feet(self) -> tuple[int, int]:
        """Left and right; of a body without legs, whose root stands on the ground, the root twice."""
        return (self.index("left_foot"), self.index("right_foot")) if self.has_legs else (0, 0)

    @cached_property
    def soles(self) -> tuple[tuple[float, float, float], ...]:
        """Of each foot at rest, and what hangs on it: m from its frame to the heel, to the tip (x), and how wide."""
        return tuple(self._sole(foot) for foot in self.feet) if self.has_legs else ()

    def _sole(self, foot: int) -> tuple[float, float, float]:
        ahead = {foot: 0.0}
        for i in range(foot + 1, self.end[foot]):
            ahead[i] = ahead[self.bones[i].parent] + self.bones[i].offset[0]
        shapes = [(x + shape.start[0], shape) for i, x in ahead.items() for shape in self.bones[i].shapes]
        reach = [(x, 0.5 * shape.size[0] + shape.radius) for x, shape in shapes]
        wide = max(shape.size[1] + 2.0 * shape.radius for _, shape in shapes)
        return min(x - half for x, half in reach), max(x + half for x, half in reach), wide

    @cached_property
    def chest(self) -> str:
        """The bone that a throw or a push aims at: the highest of the trunk."""
        return next(bone.name for bone in reversed(self.bones) if bone.source == "chest" and bone.shapes)

    @cached_property
    def has_legs(self) -> bool:
        return any(bone.source == "hip" for bone in self.bones)

    @cached_property
    def held(self) -> bool:
        """Does its root stand on the ground itself? What gives where it touches is a stand."""
        return self.bones[0].give != (0.0, 0.0)

    @cached_property
    def stand(self) -> float:
        """m from the sole of a body without legs up to its root; 0: it has legs."""
        boxes = [shape for shape in self.bones[0].shapes if shape.kind == "box"]
        return 0.0 if self.has_legs else max((s.size[2] / 2 - s.start[2] for s in boxes), default=0.0)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def _groups(self) -> dict[tuple[str, ...], NDArray[np.int64]]:
        return {}

    def index(self, name: str) -> int:
        return self._rows[name]

    @cached_property
    def sites(self) -> dict[str, tuple[int, Vec3]]:
        """By their names: the bone's row, and m in its frame."""
        return {name: (row, place) for row, bone in enumerate(self.bones) for name, place in bone.sites}

    @cached_property
    def limbs(self) -> dict[str, tuple[int, ...]]:
        """Bones by limb: `all`, `trunk`, `left_arm`, and both sides together, `arms`."""
        out: dict[str, list[int]] = {ALL: [*range(len(self.bones))], TRUNK: []}
        for row, limb in enumerate(self.limb_of):
            out.setdefault(limb, []).append(row)
        for row, (bone, limb) in enumerate(zip(self.bones, self.limb_of, strict=True)):
            if bone.side and limb.startswith(bone.side):
                out.setdefault(f"{limb.removeprefix(bone.side + '_')}s", []).append(row)
        return {name: tuple(rows) for name, rows in out.items()}

    @cached_property
    def limb_of(self) -> tuple[str, ...]:
        """The limb that each bone is of: the one that begins nearest above it."""
        out: list[str] = []
        for bone in self.bones:
            own = f"{bone.side}_{bone.limb}" if bone.side else bone.limb
            out.append(own if bone.limb else out[bone.parent] if bone.parent >= 0 else TRUNK)
        return tuple(out)

    def has_limb(self, name: str) -> bool:
        return name in self.limbs or name in self._rows

    def limb(self, name: str) -> tuple[int, ...]:
        """The bones of a limb, or the bone of that name; where both have one name the limb is meant."""
        return self.limbs[name] if name in self.limbs else (self._rows[name],)

    def rows(self, names: tuple[str, ...]) -> NDArray[np.int64]:
        """Of several bones, to look them up in a table; made once."""
        if names not in self._groups:
            self._groups[names] = np.array([self._rows[name] for name in names], np.int64)
        return self._groups[names]
