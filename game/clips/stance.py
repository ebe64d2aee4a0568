"""Legs for a stance: soles flat on the floor where they are asked for, the weight over the middle of the feet.

Each leg is hip, knee and ankle: the knee bends until the ankle is as far from the hip as it must be (law of cosines),
the hip points it there with the knee to the side of the foot, and the ankle makes the sole level.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, atan2, cos, hypot, sin

import numpy as np

from components.arrays import quat, vec3
from components.clip import Array
from components.rig import Rig, Vec3
from game.clips.deepmimic import JOINTS
from game.clips.retarget import Skeleton, centre_of_mass, joint_rows, place_rows, relative_rows
from systems.kernels import quaternions as qt

SIDES = ("left", "right")
ROUNDS = 12  # of moving the hips until the weight is centred; each leaves less than half of the error


@dataclass(frozen=True)
class Footing:
    """Where one foot stands."""

    at: tuple[float, float]  # m, the ankle, forward and left
    turn: float  # rad, + points the toes to the left


@dataclass(frozen=True)
class _Leg:
    hip: Vec3  # m, from the middle between the hips, root axes
    thigh: Vec3  # m, hip to knee in the thigh's frame
    shin: Vec3  # m, knee to ankle in the shin's frame
    ankle: float  # m, above the sole
    middle: float  # m, the middle of the sole ahead of the ankle


def stand_on(rig: Rig, body: Skeleton, rotation: Array, feet: list[Footing], knees: float) -> Array:
    """The place of the hips' middle (3,), m; writes hips, knees and ankles into the (13, 4) `rotation`.

    `feet` are the left and the right one, `knees` (rad) is the mean bend of both.
    """
    if not rig.has_legs:
        return np.array((0.0, 0.0, body.leg))
    legs = [_leg(rig, body, side) for side in SIDES]
    soles = [
        np.add(foot.at, (leg.middle * cos(foot.turn), leg.middle * sin(foot.turn)))
        for foot, leg in zip(feet, legs, strict=True)
    ]
    support = 0.5 * (soles[0] + soles[1])
    hips = np.array([*support, 0.0])
    for _ in range(ROUNDS):
        low, high = 0.3 * body.leg, body.leg
        for _ in range(40):
            hips[2] = 0.5 * (low + high)
            both = zip(SIDES, legs, feet, strict=True)
            bend = sum(_solve(rotation, side, leg, foot, hips) for side, leg, foot in both)
            low, high = (hips[2], high) if bend > 2.0 * knees else (low, hips[2])
        hips[:2] += support - _weight(body, rotation, hips)
    return hips


def _leg(rig: Rig, body: Skeleton, side: str) -> _Leg:
    chain = ("hip", "knee", "ankle")
    bones = {bone.source: i for i, bone in enumerate(rig.bones) if bone.side == side and bone.source in chain}
    foot = bones["ankle"]
    ends = [(0.0, 0.0)]
    for bone in range(foot, rig.end[foot]):
        x = 0.0
        above = bone
        while above != foot:
            x += rig.bones[above].offset[0]
            above = rig.bones[above].parent
        for shape in rig.bones[bone].shapes:
            half = shape.size[0] / 2 if shape.kind == "box" else shape.radius
            reach = [shape.start[0], shape.end[0] if shape.kind == "capsule" else shape.start[0]]
            ends.append((x + min(reach) - half, x + max(reach) + half))
    hip = np.array(rig.bones[bones["hip"]].offset) - body.hips
    thigh, shin = rig.bones[bones["knee"]].offset, rig.bones[foot].offset
    ankle = body.leg + float(hip[2]) + thigh[2] + shin[2]
    middle = 0.5 * (min(end[0] for end in ends) + max(end[1] for end in ends))
    return _Leg((hip[0], hip[1], hip[2]), thigh, shin, ankle, middle)


def _solve(rotation: Array, side: str, leg: _Leg, foot: Footing, hips: Array) -> float:
    """Writes one leg into `rotation` for hips at that place; the bend of the knee, rad."""
    root = tuple(rotation[0])
    reach = qt.sub((*foot.at, leg.ankle), qt.add(tuple(hips), qt.rotate(root, leg.hip)))
    a, b = leg.thigh, leg.shin
    along, across = a[0] * b[0] + a[2] * b[2], a[0] * b[2] - a[2] * b[0]
    cosine = ((qt.dot(reach, reach) - qt.dot(a, a) - qt.dot(b, b)) / 2 - a[1] * b[1]) / hypot(along, across)
    bend = atan2(across, along) + acos(min(max(cosine, -1.0), 1.0))
    knee = qt.from_rotvec((0.0, bend, 0.0))
    straight = qt.add(a, qt.rotate(knee, b))
    thigh = _pointed(straight, (0.0, 1.0, 0.0), reach, (-sin(foot.turn), cos(foot.turn), 0.0))
    rotation[JOINTS.index(f"{side}_hip")] = qt.mul(qt.conj(root), thigh)
    rotation[JOINTS.index(f"{side}_knee")] = knee
    rotation[JOINTS.index(f"{side}_ankle")] = qt.mul(qt.conj(qt.mul(thigh, knee)), qt.about_z(foot.turn))
    return bend


def _pointed(along: Vec3, beside: Vec3, to_along: Vec3, to_beside: Vec3) -> tuple[float, float, float, float]:
    """The rotation that takes `along` to the direction `to_along`, and `beside` as near as can be to `to_beside`."""
    along, goal = _unit(along), _unit(to_along)
    axis = qt.cross(along, goal)
    sine = qt.norm(axis)
    turn = qt.from_rotvec(qt.scale(atan2(sine, qt.dot(along, goal)) / sine, axis)) if sine > 1e-9 else qt.IDENTITY
    now = qt.rotate(turn, beside)
    angle = atan2(qt.dot(qt.cross(now, to_beside), goal), qt.dot(_off(now, goal), _off(to_beside, goal)))
    both: tuple[float, float, float, float] = qt.mul(qt.from_rotvec(qt.scale(angle, goal)), turn)
    return both


def _unit(v: Vec3) -> Vec3:
    along: Vec3 = qt.scale(1.0 / qt.norm(v), v)
    return along


def _off(v: Vec3, direction: Vec3) -> Vec3:
    """The part of v across the unit direction."""
    across: Vec3 = qt.sub(v, qt.scale(qt.dot(v, direction), direction))
    return across


def _weight(body: Skeleton, rotation: Array, hips: Array) -> Array:
    """(2,) m, where the centre of mass is on the floor plan."""
    joint = joint_rows(rotation[None], body.source, body.share, body.hinge, body.flexion)
    root = joint[:, 0]
    position = hips[None] - np.array(qt.rotate(quat(root[0]), vec3(body.hips)))
    relative = relative_rows(joint, body.parent)
    places = place_rows(position, root, relative, body.parent, body.offset)
    return np.asarray(centre_of_mass(body, root, relative, places)[0, :2])
