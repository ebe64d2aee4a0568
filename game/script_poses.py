"""Named poses of any subset of bones: a table of a file becomes turns of a rig's joints.

A pose says of each bone a rotation vector in its parent's frame, in degrees: `left_upper_arm = [90.0, 0.0, 0.0]` is a
left arm that points straight to the left. With `from` it begins as another pose does.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, radians
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from components.errors import InputError
from components.keyframes import KeyFrame, Turn
from components.rig import Bone, Joint, Rig, Vec3
from components.script import Pose
from game.script_info import LIBRARY
from game.toml import Places, nearest, read
from systems.kernels.quaternions import from_rotvec

ASIDE_DEG = 1.0  # by which a hinge's vector may miss its axis, and deg/s by which its speed may

Name = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_\-]*\Z", max_length=32)]
Degrees = Annotated[float, Meta(ge=-360.0, le=360.0)]
Poses = dict[Name, dict[str, Any]]
"""As written; each bone's vector is checked by itself, so that a wrong one is told with its line."""


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
    """The pose on a rig, in so many seconds; speeds in degrees a second, about own axes."""
    for bone, vector in pose.items():
        if bone not in rig.names:
            raise InputError(f"pose {name}: rig {rig.name} has no bone {bone!r}{nearest(bone, list(rig.names))}")
        joint = rig.bones[rig.index(bone)]
        if joint.joint is Joint.ROOT:
            raise InputError(f"pose {name}: {bone} is the root, which hangs on nothing")
        if joint.joint is Joint.HINGE:
            check_hinge(joint, vector, speeds.get(bone, joint.axis), f"pose {name}: {bone}")
    turns = tuple((rig.index(bone), turn_of(vector)) for bone, vector in pose.items())
    spins = tuple((rig.index(bone), radians_of(vector)) for bone, vector in speeds.items())
    return KeyFrame(seconds, turns, spins, name)


def check_hinge(bone: Bone, vector: Vec3, speed: Vec3, what: str) -> None:
    """Both about its own axis."""
    for way in (vector, speed):
        along = sum(a * v for a, v in zip(bone.axis, way, strict=True))
        if hypot(*(v - along * a for a, v in zip(bone.axis, way, strict=True))) > ASIDE_DEG:
            x, y, z = bone.axis
            raise InputError(f"{what} is a hinge and turns about [{x:g}, {y:g}, {z:g}] alone")
