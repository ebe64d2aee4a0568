"""Inverse dynamics of the whole body: the torques at the joints that bring about the accelerations they are to have.

    M [a_root; a] + h = [what pulls on the root; t]

The joints' a are given. The root is free: its six rows have no muscle, only the root's spring and assists, and give
a_root; the other rows then give t. h is what is needed without any acceleration (recursive Newton-Euler): bones that
turn want to go straight on, weight wants to fall, and touches of the last step push. M has the masses at standing feet
(systems/kernels/dynamics.py), which are those of the ground that they push on.

A body in the air whose joints are all told so has a tenth of every joint's error left in time, to six digits. What
leans on something (`aims.leans`) is asked for torques instead, before the rest (`foresee_leaning`).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from systems.kernels.actuate import ABOVE, NONE, give_way, system, transmit
from systems.kernels.feet import loads
from systems.kernels.quaternions import add, cross, dot, rotate, row3, row4, scale, sub
from systems.kernels.support import wanted_push
from systems.kernels.tree import factor, solve

CARRIED = 0.8  # of its weight: told to press with all of it, the foot that is pressed more pushes off, and bodies rock


@njit(cache=True, error_model="numpy")
def inverse_dynamics(
    c, skeletons, bones, contacts, dynamics, targets, modes, drives, gravity, dt, demand, aims, torques
):
    """From what is wanted of the joints of character c: all accelerations, and `aims.inertial` and `aims.bias`."""
    first, last, root = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.first[c]
    wrench, bone, motion = demand.wrench, skeletons.bone, dynamics.motion
    carry_on(c, skeletons, bones, gravity, wrench)
    push_back(c, skeletons, bones, contacts, targets, modes, gravity, dt, drives, wrench)
    gather(c, skeletons, wrench)
    a, inertial, bias = aims.wanted, aims.inertial, aims.bias
    for k in range(first, last):
        bias[k] = 0.0
        for n in range(6):
            bias[k] += motion[k, n] * wrench[bone[k], n]
    inertial[first : first + 6] = 0.0
    if aims.leans[root]:
        foresee_leaning(c, skeletons, dynamics, drives, demand, aims, torques.matrix)
    for k in range(first, first + 6):
        inertial[k] = -bias[k]
    complete(c, NONE, skeletons, dynamics, drives, demand, aims, torques.matrix)
    needed = torques.acceleration  # room
    multiply(skeletons, dynamics, first, last, a, needed)
    for k in range(first + 6, last):
        if not aims.leans[bone[k]]:
            inertial[k] = needed[k]


@njit(cache=True, error_model="numpy")
def foresee_leaning(c, skeletons, dynamics, drives, demand, aims, matrix):
    """`aims.inertial` of joints that lean on something: what is asked of their bones, given way to the step.

    That the body tips over its feet is left out of this step: legs that gave way to it would rock.
    """
    first, last, bone, motion = (
        skeletons.first_freedom[c] + 6,
        skeletons.first_freedom[c + 1],
        skeletons.bone,
        dynamics.motion,
    )
    transmit(skeletons, c, ABOVE, demand.torque, demand.transmitted)
    for k in range(first, last):
        aims.inertial[k] = dot(row3(motion, k), row3(demand.transmitted, bone[k]))
    complete(c, ABOVE, skeletons, dynamics, drives, demand, aims, matrix)
    give_way(skeletons, dynamics, c, ABOVE, aims.wanted, demand)
    transmit(skeletons, c, ABOVE, demand.muscle, demand.transmitted)
    for k in range(first, last):
        aims.inertial[k] = dot(row3(motion, k), row3(demand.transmitted, bone[k]))


@njit(cache=True, error_model="numpy")
def complete(c, felt, skeletons, dynamics, drives, demand, aims, matrix):
    """`aims.wanted` of the root and of joints that lean, from their `aims.inertial`; the others' are what they are."""
    first, last, bone, depth, chain = (
        skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone, skeletons.depth, skeletons.chain
    )  # fmt: skip
    a, leans, mass, motion = aims.wanted, aims.leans, dynamics.mass_matrix, dynamics.motion
    system(skeletons, dynamics, drives, c, felt, demand, matrix)
    for k in range(first, last):
        if k < first + 6:
            a[k] = aims.inertial[k] + (drives.torque[c, k - first] if k < first + 3 else 0.0)
        elif leans[bone[k]]:
            a[k] = aims.inertial[k] + dot(row3(motion, k), row3(demand.spring, bone[k]))
    for k in range(first + 6, last):
        if not leans[bone[k]]:
            for d in range(depth[k]):
                if chain[k, d] < first + 6 or leans[bone[chain[k, d]]]:
                    a[chain[k, d]] -= mass[k, d] * a[k]
                matrix[k, d] = 0.0
            matrix[k, depth[k]] = 1.0
    factor(matrix, chain, depth, first, last)
    solve(matrix, chain, depth, first, last, a)


@njit(cache=True, error_model="numpy")
def multiply(skeletons, dynamics, first, last, a, out):
    """out := M a."""
    depth, chain, matrix = skeletons.depth, skeletons.chain, dynamics.mass_matrix
    out[first:last] = 0.0
    for k in range(first, last):
        out[k] += matrix[k, depth[k]] * a[k]
        for d in range(depth[k]):
            j = chain[k, d]
            out[k] += matrix[k, d] * a[j]
            out[j] += matrix[k, d] * a[k]


@njit(cache=True, error_model="numpy")
def carry_on(c, skeletons, bones, gravity, wrench):
    """What each bone needs, about the root, to go on turning as it does, held against its weight."""
    parent, com, mass, principal = skeletons.parent, skeletons.com, skeletons.mass, skeletons.inertia
    position, orientation, spins = bones.position, bones.orientation, bones.spin
    first, last = skeletons.first[c], skeletons.first[c + 1]
    turning, moving = np.zeros((last - first, 3)), np.zeros((last - first, 3))
    for i in range(first, last):
        q, w = row4(orientation, i), row3(spins, i)
        if i > first:
            p = parent[i]
            above, arm = row3(spins, p), sub(row3(position, i), row3(position, p))
            turning[i - first] = add(row3(turning, p - first), cross(above, sub(w, above)))
            moving[i - first] = add(
                row3(moving, p - first),
                add(cross(row3(turning, p - first), arm), cross(above, cross(above, arm))),
            )
        t, r = row3(turning, i - first), rotate(q, row3(com, i))
        x, y, z = add(row3(moving, i - first), add(cross(t, r), cross(w, cross(w, r))))
        force = scale(mass[i], (x, y, z + gravity))
        spun = add(inertia_times(q, row3(principal, i), t), cross(w, inertia_times(q, row3(principal, i), w)))
        torque = add(spun, cross(add(sub(row3(position, i), row3(position, first)), r), force))
        for n in range(3):
            wrench[i, n], wrench[i, 3 + n] = torque[n], force[n]


@njit(cache=True, error_model="numpy")
def inertia_times(q, principal, v):
    """Inertia times v, both in world axes."""
    x, y, z = rotate((-q[0], -q[1], -q[2], q[3]), v)
    return rotate(q, (principal[0] * x, principal[1] * y, principal[2] * z))


@njit(cache=True, error_model="numpy")
def push_back(c, skeletons, bones, contacts, targets, modes, gravity, dt, drives, wrench):
    """Take off what pushes from outside: touches, feet as they should press the ground, assists."""
    root, bone, other = skeletons.first[c], contacts.bone, contacts.other_bone
    owner, foot = skeletons.owner, skeletons.foot
    on_feet, load = loads(skeletons, contacts, c)
    press = (0.0, 0.0, 0.0)
    if on_feet > 0.0:
        whole = scale(skeletons.total_mass[c] / on_feet * on_feet / load, wanted_push(c, root, bones, targets, gravity))
        press = scale(CARRIED * modes.support[c], whole)
    for k in range(contacts.count[0]):
        i = bone[k]
        if owner[i] != c or (other[k] >= 0 and owner[other[k]] == c):
            continue
        force = scale(contacts.impulse[k], press if foot[i] else scale(1.0 / dt, row3(contacts.normal, k)))
        push(i, root, row3(contacts.position, k), force, bones, wrench)
    for i in range(root, skeletons.first[c + 1]):
        if drives.lift[i, 2] != 0.0:
            push(i, root, row3(bones.position, i), row3(drives.lift, i), bones, wrench)
    push(root, root, row3(bones.position, root), row3(drives.pull, c), bones, wrench)


@njit(cache=True, error_model="numpy")
def push(i, root, place, force, bones, wrench):
    torque = cross(sub(place, row3(bones.position, root)), force)
    for n in range(3):
        wrench[i, n] -= torque[n]
        wrench[i, 3 + n] -= force[n]


@njit(cache=True, error_model="numpy")
def gather(c, skeletons, wrench):
    """Sums over subtrees."""
    parent = skeletons.parent
    for i in range(skeletons.first[c + 1] - 1, skeletons.first[c], -1):
        for n in range(6):
            wrench[parent[i], n] += wrench[i, n]
