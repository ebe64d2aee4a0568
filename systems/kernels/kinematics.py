"""From joint angles to bodies: the engine's flat answer becomes the bone table.

A boxer's 22 bones are placed in about a microsecond.
"""

from __future__ import annotations

from math import atan2, pi

from numba import njit

from components.rig import Joint
from systems.kernels.quaternions import add, cross, dot, from_rotvec, mul, rotate, scale, unit

HINGE = int(Joint.HINGE)


@njit(cache=True)
def read_state(skeletons, base, raw, bones):
    """Fill `bones` from `base` (characters, 13: position, orientation, velocity, spin) and the joints' flat state."""
    for i in range(len(skeletons.parent)):
        p = skeletons.parent[i]
        if p < 0:
            row = base[skeletons.owner[i]]
            turn = unit(row[3:7])
            bones.position[i] = row[0:3]
            bones.velocity[i] = row[7:10]
            bones.spin[i] = row[10:13]
            bones.orientation[i] = turn
            bones.joint[i] = turn
            bones.joint_spin[i] = 0.0
            continue
        at = skeletons.raw[i]
        if skeletons.joint[i] == HINGE:
            turn = from_rotvec(scale(raw[at], skeletons.axis[i]))
            rate = scale(raw[at + 1], skeletons.axis[i])
        else:
            turn = unit(raw[at : at + 4])
            rate = (raw[at + 4], raw[at + 5], raw[at + 6])
        bones.joint[i] = turn
        bones.joint_spin[i] = rate
        place(skeletons, bones, i, p)


@njit(cache=True)
def place(skeletons, bones, i, p):
    """Put bone i on its placed parent p, from its joint's turn and rate."""
    orientation = unit(mul(bones.orientation[p], bones.joint[i]))
    arm = rotate(bones.orientation[p], skeletons.offset[i])
    bones.orientation[i] = orientation
    bones.position[i] = add(bones.position[p], arm)
    bones.velocity[i] = add(bones.velocity[p], cross(bones.spin[p], arm))
    bones.spin[i] = add(bones.spin[p], rotate(orientation, bones.joint_spin[i]))


@njit(cache=True)
def engine_coordinates(skeletons, first, last, joint, joint_spin):
    """Rows (position 4, speed 3) as the engine takes them: a ball's as they are, a hinge's angle and rate in front."""
    position, speed = joint.copy(), joint_spin.copy()
    for i in range(first, last):
        if skeletons.joint[i] == HINGE:
            position[i - first, 0] = hinge_angle(joint[i - first], skeletons.axis[i])
            speed[i - first, 0] = dot(joint_spin[i - first], skeletons.axis[i])
    return position, speed


@njit(cache=True)
def hinge_angle(turn, axis):
    """rad, -pi to pi."""
    angle = 2.0 * atan2(dot(turn, axis), turn[3])
    if angle > pi:
        return angle - 2.0 * pi
    return angle + 2.0 * pi if angle < -pi else angle
