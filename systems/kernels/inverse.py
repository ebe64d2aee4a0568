"""Inverse dynamics of the whole body: the torques at the joints that bring about the accelerations they are to have.

    M [a_root; a] + h = [what pulls on the root; t]

The joints' a are given. The root is free: its six rows have no muscle, only the root's spring and assists, and give
a_root; the other rows then give t. h is what is needed without any acceleration (recursive Newton-Euler): bones that
turn want to go straight on, weight wants to fall, and feet are pressed. M has the masses at standing feet
(systems/kernels/dynamics.py), which are those of the ground that they push on.

A body in the air whose joints are all told so has a tenth of every joint's error left in time, to six digits. Legs that
carry (`aims.leans`) are asked for torques instead, before the rest (`foresee_known`). So are bones that another law
moves: their torques are known, what they do follows from them, and the rest takes the step that is left. A joint that
nobody moves has none.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from systems.kernels import allocating_kernel, kernel
from systems.kernels.actuate import ACCELERATIONS, ROUNDS
from systems.kernels.feet import loads
from systems.kernels.giving_way import give_way, transmit
from systems.kernels.quaternions import add, cross, dot, rotate, row3, row4, scale, sub
from systems.kernels.step_system import HINGE, NONE, system
from systems.kernels.support import planned_force, planned_place, wanted_push
from systems.kernels.tree import factor, solve

SLOWER = 3  # times that joints at their limits are asked for less, before they are cut
LEAST_SHARE = 0.2  # of what is wanted: what is still too much then is cut
CARRIED = 0.8  # of its weight: told to press with all of it, the foot that is pressed more pushes off, and bodies rock


@kernel
def inverse_dynamics(
    c,
    skeletons,
    bones,
    contacts,
    dynamics,
    targets,
    modes,
    muscles,
    drives,
    stances,
    strings,
    gravity,
    demand,
    aims,
    torques,
):
    """From what is wanted of the joints of character c: all accelerations, and `aims.inertial` and `aims.bias`."""
    first, last, root = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.first[c]
    wrench, bone, motion = demand.wrench, skeletons.bone, dynamics.motion
    carry_on(c, skeletons, bones, dynamics, gravity, wrench)
    push_back(c, skeletons, bones, contacts, targets, modes, gravity, drives, stances, strings, wrench)
    gather(c, skeletons, wrench)
    a, inertial, bias = aims.wanted, aims.inertial, aims.bias
    for k in range(first, last):
        bias[k] = 0.0
        for n in range(6):
            bias[k] += motion[k, n] * wrench[bone[k], n]
    inertial[first : first + 6] = 0.0
    if find_given(root, skeletons.first[c + 1], muscles, aims) or aims.leans[root]:
        if not aims.leans[root]:
            for k in range(first, first + 6):
                inertial[k] = -bias[k]
        foresee_known(c, modes.acceleration_path[c], skeletons, dynamics, drives, muscles, demand, aims, torques.matrix)
    for k in range(first, first + 6):
        inertial[k] = -bias[k]
    bring_about(c, skeletons, dynamics, drives, muscles, demand, aims, torques)
    authority = modes.authority[c]
    share = ease(c, skeletons, muscles, authority, aims)
    aims.share[c] = share
    if share < 1.0:
        for k in range(first + 6, last):
            if aims.given[bone[k]]:
                a[k] *= share
        bring_about(c, skeletons, dynamics, drives, muscles, demand, aims, torques)
    rounds = 0
    while rounds < SLOWER and slow_down(c, skeletons, muscles, authority, aims):
        bring_about(c, skeletons, dynamics, drives, muscles, demand, aims, torques)
        rounds += 1
    rounds = 0
    while rounds < ROUNDS and saturate(c, skeletons, muscles, authority, aims):
        bring_about(c, skeletons, dynamics, drives, muscles, demand, aims, torques)
        rounds += 1


@kernel
def find_given(root, last, muscles, aims):
    """Fill `aims.given`; does another law move any of these bones?"""
    others = False
    aims.given[root] = False
    for i in range(root + 1, last):
        mine = muscles.asks[i] == ACCELERATIONS
        aims.given[i] = mine and not aims.leans[i]
        others = others or not mine
    return others


@kernel
def bring_about(c, skeletons, dynamics, drives, muscles, demand, aims, torques):
    """`aims.inertial` of the joints whose accelerations are given, from `aims.wanted`."""
    first, last, bone = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone
    complete(c, NONE, skeletons, dynamics, drives, muscles, demand, aims, torques.matrix)
    needed = torques.acceleration  # room
    multiply(skeletons, dynamics, first, last, aims.wanted, needed)
    for k in range(first + 6, last):
        if aims.given[bone[k]]:
            aims.inertial[k] = needed[k]


@kernel
def ease(c, skeletons, muscles, authority, aims):
    """The share of all accelerations with which no joint passes its limit, and `aims.excess`, what it would be without.

    Cut joint by joint, torques would bring about other accelerations than those wanted, anywhere, and a body that is
    asked too much for some ticks would shake itself to pieces. Slower, it is still the same motion.
    """
    least = 1.0
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        size = 0.0
        for k in range(skeletons.freedom[i], skeletons.freedom[i] + (1 if skeletons.joint[i] == HINGE else 3)):
            size += (aims.inertial[k] + aims.bias[k]) ** 2
        aims.excess[i] = max(0.0, authority * sqrt(size) - muscles.limit[i])
        if aims.excess[i] > 0.0 and aims.given[i] and muscles.eases[i]:
            least = min(least, allowed(i, authority, skeletons, muscles, aims))
    return max(LEAST_SHARE, least)


@kernel
def slow_down(c, skeletons, muscles, authority, aims):
    """Each joint that is asked too much, and does not ease the body, is asked for what it can do; was there any?

    A chain of joints at their limits would throw its end and fold below it.
    """
    any_weak = False
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        if not aims.given[i] or muscles.eases[i]:
            continue
        share = allowed(i, authority, skeletons, muscles, aims)
        if share < 1.0:
            any_weak = True
            for k in range(skeletons.freedom[i], skeletons.freedom[i] + (1 if skeletons.joint[i] == HINGE else 3)):
                aims.wanted[k] *= share
    return any_weak


@kernel
def saturate(c, skeletons, muscles, authority, aims):
    """Joints that do not ease the body give their limit, as they were asked to turn; was there any?

    Their torques then are known, and the others are asked anew for what goes with the step that those make.
    """
    any_weak, freedom, inertial, bias = False, skeletons.freedom, aims.inertial, aims.bias
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        if not aims.given[i] or muscles.eases[i]:
            continue
        size, last = 0.0, freedom[i] + (1 if skeletons.joint[i] == HINGE else 3)
        for k in range(freedom[i], last):
            size += (inertial[k] + bias[k]) ** 2
        size, most = sqrt(size), muscles.limit[i] / max(1e-9, authority)
        if size > most:
            any_weak, aims.given[i] = True, False
            aims.excess[i] = max(aims.excess[i], authority * (size - most))
            for k in range(freedom[i], last):
                inertial[k] = most / size * (inertial[k] + bias[k]) - bias[k]
    return any_weak


@kernel
def allowed(i, authority, skeletons, muscles, aims):
    """The share of its acceleration that joint i can do within its limit L, |bias + share inertial| = L; 0: none."""
    square, both, held = 0.0, 0.0, 0.0
    for k in range(skeletons.freedom[i], skeletons.freedom[i] + (1 if skeletons.joint[i] == HINGE else 3)):
        square += aims.inertial[k] ** 2
        both += aims.inertial[k] * aims.bias[k]
        held += aims.bias[k] ** 2
    spare = (muscles.limit[i] / max(1e-9, authority)) ** 2 - held
    if spare <= 0.0:
        return 0.0
    return min(1.0, spare / max(1e-9, both + sqrt(both * both + square * spare)))


@kernel
def foresee_known(c, reach, skeletons, dynamics, drives, muscles, demand, aims, matrix):
    """`aims.inertial` of joints that lean on something, or that another law moves: what is asked of their bones, given
    way to the step.

    That a body tips over its feet is left out of this step: legs that gave way to it would rock.
    """
    take_known(c, reach, demand.torque, skeletons, dynamics, muscles, demand, aims)
    complete(c, reach, skeletons, dynamics, drives, muscles, demand, aims, matrix)
    give_way(skeletons, dynamics, c, reach, muscles, aims.wanted, demand)
    take_known(c, reach, demand.muscle, skeletons, dynamics, muscles, demand, aims)


@kernel
def take_known(c, reach, torque, skeletons, dynamics, muscles, demand, aims):
    """Another law's joint has that torque and its own share of the weight, instead of all that it would take to hold
    it still (`aims.bias`, which is added to everybody's in the end)."""
    transmit(skeletons, c, reach, muscles, torque, demand.transmitted)
    for k in range(skeletons.first_freedom[c] + 6, skeletons.first_freedom[c + 1]):
        i = skeletons.bone[k]
        aims.inertial[k] = dot(row3(dynamics.motion, k), row3(demand.transmitted, i))
        if muscles.asks[i] != ACCELERATIONS:
            aims.inertial[k] += demand.support[k] - aims.bias[k]


@kernel
def complete(c, acceleration_path, skeletons, dynamics, drives, muscles, demand, aims, matrix):
    """`aims.wanted` of the root and of joints with known torques, from their `aims.inertial`; the others' are given."""
    first, last, bone, depth, chain = (
        skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone, skeletons.depth, skeletons.chain
    )  # fmt: skip
    a, given, motion = aims.wanted, aims.given, dynamics.motion
    system(skeletons, dynamics, drives, c, acceleration_path, muscles, demand, matrix)
    for k in range(first, last):
        if k < first + 6:
            a[k] = aims.inertial[k] + (drives.torque[c, k - first] if k < first + 3 else 0.0)
        elif not given[bone[k]]:
            a[k] = aims.inertial[k] + dot(row3(motion, k), row3(demand.spring, bone[k]))
    for k in range(first + 6, last):
        mine = given[bone[k]]
        for d in range(depth[k]):
            j = chain[k, d]
            if mine != given[bone[j]]:
                if mine:
                    a[j] -= matrix[k, d] * a[k]
                else:
                    a[k] -= matrix[k, d] * a[j]
            if mine or given[bone[j]]:
                matrix[k, d] = 0.0
        if mine:
            matrix[k, depth[k]] = 1.0
    factor(matrix, chain, depth, first, last)
    solve(matrix, chain, depth, first, last, a)


@kernel
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


@allocating_kernel
def carry_on(c, skeletons, bones, dynamics, gravity, wrench):
    """What each bone needs, about the root, to go on turning as it does, held against its weight."""
    com, mass, principal = skeletons.com, skeletons.mass, skeletons.inertia
    position, orientation, spins = bones.position, bones.orientation, bones.spin
    first, last = skeletons.first[c], skeletons.first[c + 1]
    turning, moving = np.zeros((last - first, 3)), np.zeros((last - first, 3))
    coast(c, skeletons, bones, turning, moving)
    for i in range(first, last):
        q, w = row4(orientation, i), row3(spins, i)
        t, r = row3(turning, i - first), rotate(q, row3(com, i))
        x, y, z = add(row3(moving, i - first), add(cross(t, r), cross(w, cross(w, r))))
        force = scale(mass[i] + dynamics.more[i], (x, y, z + gravity))
        j = scale(1.0 + dynamics.harder[i], row3(principal, i))
        spun = add(inertia_times(q, j, t), cross(w, inertia_times(q, j, w)))
        torque = add(spun, cross(add(sub(row3(position, i), row3(position, first)), r), force))
        for n in range(3):
            wrench[i, n], wrench[i, 3 + n] = torque[n], force[n]


@kernel
def coast(c, skeletons, bones, turning, moving):
    """rad/s2 and m/s2 of each bone and its joint (a row from the root's), where no freedom is accelerated."""
    parent, position, spins = skeletons.parent, bones.position, bones.spin
    first = skeletons.first[c]
    for i in range(first + 1, skeletons.first[c + 1]):
        p, w = parent[i], row3(spins, i)
        above, arm = row3(spins, p), sub(row3(position, i), row3(position, p))
        turning[i - first] = add(row3(turning, p - first), cross(above, sub(w, above)))
        moving[i - first] = add(
            row3(moving, p - first),
            add(cross(row3(turning, p - first), arm), cross(above, cross(above, arm))),
        )


@kernel
def inertia_times(q, principal, v):
    """Inertia times v, both in world axes."""
    x, y, z = rotate((-q[0], -q[1], -q[2], q[3]), v)
    return rotate(q, (principal[0] * x, principal[1] * y, principal[2] * z))


@kernel
def push_back(c, skeletons, bones, contacts, targets, modes, gravity, drives, stances, strings, wrench):
    """Take off what pushes from outside: the ground, as feet should press it, assists, and strings as they last pulled.

    A touch of a limb that is free to move is left out: answered with as much from its muscles it would be answered
    with more in the next step, and so on up to their limit.
    """
    root, bone, other = skeletons.first[c], contacts.bone, contacts.other_bone
    owner, foot = skeletons.owner, skeletons.foot
    on_feet, load = loads(skeletons, contacts, c)
    whole = (0.0, 0.0, 0.0)
    if on_feet > 0.0:
        whole = scale(skeletons.total_mass[c] / load, wanted_push(c, root, bones, targets, gravity))
        whole = scale(CARRIED * modes.support[c], whole)
    if stances.planned[c]:
        for spot in range(4):
            share = stances.share[c, spot]
            if share > 0.0:
                force = planned_force(stances, c, share * on_feet * whole[2])
                push(stances.bone[c, spot], root, planned_place(stances, c, spot), force, bones, wrench)
                wrench[stances.bone[c, spot], 2] -= share * stances.turn[c]
    for k in range(contacts.count[0]):
        i = bone[k]
        if stances.planned[c] or owner[i] != c or not foot[i] or (other[k] >= 0 and owner[other[k]] == c):
            continue
        push(i, root, row3(contacts.position, k), scale(contacts.impulse[k], whole), bones, wrench)
    for i in range(root, skeletons.first[c + 1]):
        if drives.lift[i, 2] != 0.0:
            push(i, root, row3(bones.position, i), row3(drives.lift, i), bones, wrench)
    push(root, root, row3(bones.position, root), row3(drives.pull, c), bones, wrench)
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i >= 0 and owner[i] == c:
            push(i, root, row3(strings.place, n), row3(strings.force, n), bones, wrench)


@kernel
def push(i, root, place, force, bones, wrench):
    torque = cross(sub(place, row3(bones.position, root)), force)
    for n in range(3):
        wrench[i, n] -= torque[n]
        wrench[i, 3 + n] -= force[n]


@kernel
def gather(c, skeletons, wrench):
    """Sums over subtrees."""
    parent = skeletons.parent
    for i in range(skeletons.first[c + 1] - 1, skeletons.first[c], -1):
        for n in range(6):
            wrench[parent[i], n] += wrench[i, n]
