"""Tracks of a script that are trajectories: of joints, and of sites; checked and fitted to a rig.

[[joint]]
bone = "spine1"
path = [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 30.0, 0.0]]    # s, and a rotation vector in degrees, as in a pose
[[joint]]
bone = "left_forearm"                                   # a hinge: s and degrees that it is bent by
path = [[0.0, 0.0], [0.5, 90.0], [1.5, 0.0]]
way = "lines"                                           # or "steps"; "spline" unless said
start_s = 1.0                                           # after the script's begin
times = 0                                               # 1 unless said; 0: for ever
[[site]]
site = "left_palm"                                      # or a bone, and `offset`
path = [[0.0, 0.3, 0.4, 1.2], [2.0, 0.5, 0.2, 1.5]]     # s, m: forward, left and up from where the character stands
# with three numbers more in each row: how the bone is turned there, a rotation vector in degrees

No curve may go beyond what its joint can do, not between its samples either.
"""

from __future__ import annotations

from math import acos, degrees, inf, radians
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from components.clock import DT
from components.errors import InputError
from components.rig import Bone, Joint, Rig, Vec3
from components.script import JointTrack, SiteTrack
from components.strings import MOST
from components.trajectory import Trajectory, Way
from game.base.toml import Places
from game.scripts.poses import BEYOND_DEG, bone_of
from game.scripts.trajectory import held_place, site_path, trajectory
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import conj, dot, from_rotvec, mul, rotate, twist_about

Start = Annotated[float, Meta(ge=0.0, le=86400.0)]
LOOKS = 2000  # times at most that a path is looked at


class JointTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    bone: str
    path: list[Any]
    way: Way = Way.SPLINE
    start_s: Start = 0.0
    times: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class SiteTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    site: str
    offset: Vec3 = (0.0, 0.0, 0.0)
    path: list[Any]
    way: Way = Way.SPLINE
    start_s: Start = 0.0
    most: Annotated[float, Meta(ge=1.0, le=1e5)] = MOST  # N


def joint_track(rig: Rig, table: JointTable, places: Places, where: str) -> JointTrack:
    with places.at(f"{where}.bone"):
        row = bone_of(rig, table.bone, "")
    with places.at(f"{where}.path"):
        path = joint_path(rig.bones[row], table.path, table.way)
    return JointTrack(row, table.start_s, table.times or inf, path)


def joint_path(bone: Bone, rows: object, way: Way) -> Trajectory:
    """rad: rotation vectors; a hinge is written as degrees about its own axis."""
    hinge = bone.joint is Joint.HINGE
    written = trajectory(rows, 1 if hinge else 3, way)
    axis = bone.axis if hinge else (1.0, 1.0, 1.0)

    def turned(row: tuple[float, ...]) -> Vec3:
        x, y, z = (radians(row[0] if hinge else row[n]) * axis[n] for n in range(3))
        return x, y, z

    values, bent = (tuple(map(turned, rows)) for rows in (written.values, written.curvatures))
    path = Trajectory(written.times, values, bent, written.steps)
    check_reach(bone, path)
    return path


def check_reach(bone: Bone, path: Trajectory) -> None:
    count = min(LOOKS, max(2, round((path.seconds - path.times[0]) / DT)))
    times = [*path.times, *(path.times[0] + (path.seconds - path.times[0]) * n / count for n in range(count))]
    for t in times:
        x, y, z = path.at(t)
        what, angle, low, high = farthest(bone, (x, y, z))
        if not low - BEYOND_DEG <= angle <= high + BEYOND_DEG:
            reason = f"at {t:.2f} s {bone.name} would {what} by {angle:.0f} degrees; it can by {low:.0f} to {high:.0f}"
            raise InputError(reason)


def farthest(bone: Bone, turn: Vec3) -> tuple[str, float, float, float]:
    """What the joint does most beyond its range, or nearest to its end: how far, from where, to where (degrees)."""
    if bone.joint is Joint.HINGE:
        return "bend", degrees(dot(bone.axis, turn)), degrees(bone.low), degrees(bone.high)
    q, rest = from_rotvec(turn), from_rotvec(bone.swing_centre)
    cosine = dot(rotate(q, bone.axis), rotate(rest, bone.axis))
    swung = degrees(acos(min(1.0, max(-1.0, cosine))))
    twisted = degrees(hinge_angle(twist_about(mul(conj(rest), q), bone.axis), bone.axis))
    swing, twist = degrees(bone.swing), degrees(bone.high)
    if swung - swing >= abs(twisted) - twist:
        return "swing", swung, 0.0, swing
    return "twist", twisted, degrees(bone.low), twist


def site_track(rig: Rig, table: SiteTable, places: Places, where: str) -> SiteTrack:
    with places.at(f"{where}.site"):
        bone, hold = held_place(rig, table.site, table.offset)
    with places.at(f"{where}.path"):
        path, turn = site_path(table.path, table.way)
    return SiteTrack(bone, table.site, hold, table.start_s, path, table.most, turn)
