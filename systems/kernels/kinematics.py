"""From joint angles to bodies: the engine's flat answer becomes the bone table.

A boxer's 22 bones are placed in about a microsecond. Arrays are taken out of their tables before a loop: inside one,
each look into a table would count references and cost more than the arithmetic.
"""

from __future__ import annotations

from math import atan2, pi

from components.arrays import Floats2, Quat, Vec3
from components.rig import Joint
from components.table import Skeletons
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.quaternions import add, cross, dot, from_rotvec, mul, rotate, row3, row4, scale, unit

HINGE = int(Joint.HINGE)


@kernel
def read_state(skeletons, base, raw, bones):
    """Fill `bones` from `base` (characters, 13: position, orientation, velocity, spin) and the joints' flat state."""
    joint_turns(skeletons, raw, bones.joint, bones.joint_spin)
    parent, owner, offset = skeletons.parent, skeletons.owner, skeletons.offset
    joint, joint_spin = bones.joint, bones.joint_spin
    position, orientation, velocity, spin = bones.position, bones.orientation, bones.velocity, bones.spin
    for i in range(len(parent)):
        p = parent[i]
        if p < 0:
            c = owner[i]
            turn = unit((base[c, 3], base[c, 4], base[c, 5], base[c, 6]))
            position[i] = (base[c, 0], base[c, 1], base[c, 2])
            velocity[i] = (base[c, 7], base[c, 8], base[c, 9])
            spin[i] = (base[c, 10], base[c, 11], base[c, 12])
            orientation[i] = turn
            joint[i] = turn
            joint_spin[i] = (0.0, 0.0, 0.0)
            continue
        above, rolling = row4(orientation, p), row3(spin, p)
        turn = unit(mul(above, row4(joint, i)))
        arm = rotate(above, row3(offset, i))
        orientation[i] = turn
        position[i] = add(row3(position, p), arm)
        velocity[i] = add(row3(velocity, p), cross(rolling, arm))
        spin[i] = add(rolling, rotate(turn, row3(joint_spin, i)))


@kernel
def joint_turns(skeletons, raw, turns, rates):
    """Each joint's turn and rate, in the bone's own axes, from the engine's coordinates."""
    parent, kind, start, axis = skeletons.parent, skeletons.joint, skeletons.raw, skeletons.axis
    for i in range(len(parent)):
        at = start[i]
        if parent[i] < 0:
            continue
        if kind[i] == HINGE:
            along = row3(axis, i)
            turns[i] = from_rotvec(scale(raw[at], along))
            rates[i] = scale(raw[at + 1], along)
        else:
            turns[i] = unit((raw[at], raw[at + 1], raw[at + 2], raw[at + 3]))
            rates[i] = (raw[at + 4], raw[at + 5], raw[at + 6])


@entry
@allocating_kernel
def engine_coordinates(skeletons: Skeletons, first: int, last: int, joint: Floats2, joint_spin: Floats2):
    """Rows (position 4, speed 3) as the engine takes them: a ball's as they are, a hinge's angle and rate in front."""
    position, speed = joint.copy(), joint_spin.copy()
    for i in range(first, last):
        if skeletons.joint[i] == HINGE:
            position[i - first, 0] = hinge_angle(joint[i - first], skeletons.axis[i])
            speed[i - first, 0] = dot(joint_spin[i - first], skeletons.axis[i])
    return position, speed


@entry
@kernel
def hinge_angle(turn: Quat, axis: Vec3):
    """rad, -pi to pi."""
    angle = 2.0 * atan2(dot(turn, axis), turn[3])
    if angle > pi:
        return angle - 2.0 * pi
    return angle + 2.0 * pi if angle < -pi else angle
