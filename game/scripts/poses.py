"""Named poses of any subset of bones: a table of a file becomes turns of a rig's joints.

A pose says of each bone a rotation vector in its parent's frame, in degrees: `left_upper_arm = [90.0, 0.0, 0.0]` is a
left arm that points straight to the left. With `from` it begins as another pose does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import degrees, hypot, radians
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from components.clock import DT
from components.errors import InputError
from components.keyframes import KeyFrame, Turn
from components.rig import Bone, Joint, Rig, Vec3
from components.script import Pose
from game.base.toml import Places, nearest, read
from game.scripts.info import LIBRARY
from game.scripts.numbers import number, quoted, three
from systems.kernels.quaternions import from_rotvec

ASIDE_DEG = 1.0  # by which a hinge's vector may miss its axis, and deg/s by which its speed may
BEYOND_DEG = 3.0  # by which a hinge may be bent beyond its range
MOST_DEG, FASTEST = 360.0, 3600.0  # degrees, and degrees/s
LONGEST_S = 86400.0  # of a key-frame
ROUNDING = 1e-9  # s

NAME = r"^[A-Za-z][A-Za-z0-9_\-]{0,31}\Z"
Name = Annotated[str, Meta(pattern=NAME)]
Degrees = Annotated[float, Meta(ge=-MOST_DEG, le=MOST_DEG)]
Rate = Annotated[float, Meta(ge=-FASTEST, le=FASTEST)]  # degrees/s
Poses = dict[str, dict[str, Any]]
"""As written; each name and each bone's vector is checked by itself, so that a wrong one is told with its line."""


class Vector(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    x: Degrees
    y: Degrees
    z: Degrees


class Library(msgspec.Struct, forbid_unknown_fields=True):
    poses: Poses = {}


def library() -> dict[str, Pose]:
    """The poses that every script may use."""
    raw, places = read(LIBRARY)
    return resolved(places.convert(raw, Library).poses, {}, places)


def resolved(poses: Poses, known: Mapping[str, Pose], places: Places) -> dict[str, Pose]:
    """Each pose with all that it inherits, from these or from those that are known."""
    done: dict[str, Pose] = {}
    for name in poses:
        if not re.match(NAME, name):
            reason = "a pose's name begins with a letter and has at most 32 letters, digits, _ and -"
            raise places.error(reason, f"poses.{name}")
        line = [name]  # it, its parent, ...
        while (parent := inherited(line[-1], poses, places)) in poses and parent not in done:
            if parent in line:
                ring = " from ".join((*line[line.index(parent) :], parent))
                raise places.error(f"inherits from itself: {ring}", f"poses.{line[-1]}.from")
            line.append(parent)
        pose = done.get(parent, known.get(parent))
        if pose is None and parent:
            reason = f"there is no pose {parent!r}{nearest(parent, [*poses, *known])}"
            raise places.error(reason, f"poses.{line[-1]}.from")
        for heir in reversed(line):
            pose = dict(pose or {}) | own(heir, poses, places)
            if not pose:
                raise places.error("has no bone", f"poses.{heir}")
            done[heir] = pose
    return done


def inherited(name: str, poses: Poses, places: Places) -> str:
    parent = poses[name].get("from", "")
    if not isinstance(parent, str):
        raise places.error("must be the name of a pose", f"poses.{name}.from")
    return parent


def own(name: str, poses: Poses, places: Places) -> dict[str, Vec3]:
    """What the pose says itself."""
    pose: dict[str, Vec3] = {}
    for bone, written in poses[name].items():
        where = f"poses.{name}.{bone}"
        if isinstance(written, str) and bone != "from":
            raise places.error(f"must be three numbers, not {written!r}", where)
        if bone != "from":
            vector = places.convert(written, Vector, where)
            pose[bone] = vector.x, vector.y, vector.z
    return pose


def turn_of(degrees: Vec3) -> Turn:
    x, y, z, w = from_rotvec(radians_of(degrees))
    return x, y, z, w


def radians_of(degrees: Vec3) -> Vec3:
    return radians(degrees[0]), radians(degrees[1]), radians(degrees[2])


def key_frame(rig: Rig, name: str, pose: Pose, seconds: float, speeds: Mapping[str, Vec3]) -> KeyFrame:
    """The pose on a rig, in so many seconds; speeds in degrees a second, about own axes. Whatever a file or a person
    has written there is checked; a pose that was made on the spot has no name."""
    what = f"pose {name}: " if name else ""
    for row in (pose, speeds):
        if not isinstance(row, Mapping):
            raise InputError(f"{what}needs bones with three numbers each, not {quoted(row)}")
    if not pose:
        raise InputError(f"{what}has no bone")
    if strange := [bone for bone in speeds if bone not in pose]:
        raise InputError(f"has a speed for {quoted(strange[0])}, which is not in {f'pose {name}' if name else 'it'}")
    turns, spins = list[tuple[int, Turn]](), list[tuple[int, Vec3]]()
    for bone, written in pose.items():
        i = bone_of(rig, bone, what)
        vector = three(written, MOST_DEG, f"{what}{bone}")
        turns.append((i, turn_of(vector)))
        speed = three(speeds[bone], FASTEST, f"{what}the speed of {bone}") if bone in speeds else None
        if speed is not None:
            spins.append((i, radians_of(speed)))
        if rig.bones[i].joint is Joint.HINGE:
            check_hinge(rig.bones[i], vector, speed, f"{what}{bone}")
    return KeyFrame(seconds, tuple(turns), tuple(spins), name)


def check_time(seconds: object) -> float:
    """The seconds of a key-frame."""
    if not DT - ROUNDING <= number(seconds) <= LONGEST_S:
        reason = f"must be at least a tick ({DT:.4f} s) and at most {LONGEST_S:g} s, not {quoted(seconds)}"
        raise InputError(reason)
    return number(seconds)


def bone_of(rig: Rig, bone: str, what: str) -> int:
    """Its row, if it is one that can be posed."""
    if not isinstance(bone, str) or bone not in rig.names:
        known = nearest(str(bone), list(rig.names))
        raise InputError(f"{what}rig {rig.name} has no bone {quoted(bone)}{known}")
    if rig.bones[rig.index(bone)].joint is Joint.ROOT:
        raise InputError(f"{what}{bone} is the root, which hangs on nothing")
    return rig.index(bone)


def check_hinge(bone: Bone, vector: Vec3, speed: Vec3 | None, what: str) -> None:
    """Both about its own axis, and the joint bends so far and that way."""
    x, y, z = bone.axis
    for way in (vector, speed or (0.0, 0.0, 0.0)):
        along = sum(a * v for a, v in zip(bone.axis, way, strict=True))
        if hypot(*(v - along * a for a, v in zip(bone.axis, way, strict=True))) > ASIDE_DEG:
            raise InputError(f"{what} is a hinge and turns about [{x:g}, {y:g}, {z:g}] alone")
    bent, low, high = sum(a * v for a, v in zip(bone.axis, vector, strict=True)), degrees(bone.low), degrees(bone.high)
    if not low - BEYOND_DEG <= bent <= high + BEYOND_DEG:
        reason = f"bends by {low:g} to {high:g} degrees about [{x:g}, {y:g}, {z:g}], not by {bent:g}"
        raise InputError(f"{what} {reason}")
