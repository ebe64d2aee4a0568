"""Composite inertias and the mass matrix of every character, in world axes about its root.

The composite-rigid-body method: the momentum a unit speed of freedom k makes is its subtree's inertia times its motion,
`F_k = I_sub S_k`; the entry with a freedom j above it is `S_j . F_k`. A 2 kg rod of 1 m on a hinge at its end gives
the single entry 2/3 kg m2.

A foot that touches the ground cannot be moved freely. `contact_mass` (kg) of point mass is added to the bone at each
touch, so that a law that looks one step ahead does not take the standing leg for a swinging one. A body that lies has
no standing leg, and its feet no such mass.
"""

from __future__ import annotations

import numpy as np

from components.rig import Joint
from systems.kernels import allocating_kernel, kernel
from systems.kernels.feet import loads
from systems.kernels.quaternions import add, cross, dot, rotate, row3, row4, scale, sub

HINGE = int(Joint.HINGE)
ROOT = int(Joint.ROOT)
LOADED = 0.025  # N s of a step on the feet over the body's mass, kg: about a third of its weight makes them stand firm
SETTLING = 0.125  # a step: after eight of them a foot stands
STANDING = 0.5  # of all that presses a body from outside: if its feet carry less, it lies, and they are free


@kernel
def shared_dynamics(skeletons, bones, contacts, contact_mass, out):
    """Fill `out` (components.table.Dynamics) for all characters."""
    own_inertia(skeletons, bones, out)
    add_found(skeletons, bones, out)
    add_contact_masses(skeletons, bones, contacts, contact_mass, out)
    add_up(skeletons, out)
    unit_motions(skeletons, bones, out.motion)
    mass_matrix(skeletons, out)


@kernel
def add_up(skeletons, out):
    """Each bone by itself becomes its subtree."""
    parent, lightly = skeletons.parent, out.weight_moment
    mass, moment, inertia = out.composite_mass, out.composite_moment, out.composite_inertia
    for i in range(len(parent) - 1, -1, -1):
        p = parent[i]
        if p >= 0:
            mass[p] += mass[i]
            for a in range(3):
                lightly[p, a] += lightly[i, a]
                moment[p, a] += moment[i, a]
                for b in range(3):
                    inertia[p, a, b] += inertia[i, a, b]


@kernel
def own_inertia(skeletons, bones, out):
    """Each bone by itself: m, m r and I + m (r.r 1 - r r^T), r from the root to its centre of mass.

    What a bone was told that it carries is a weight to all laws, and an inertia only to those that reckon with times
    (`unswung` is the rest): a spring that is asked as for 20 kg, and turns a hand of 0.5, blows up.
    """
    first, owner, bone_mass, unswung, com, principal = (
        skeletons.first, skeletons.owner, skeletons.mass, skeletons.unswung, skeletons.com, skeletons.inertia
    )  # fmt: skip
    position, orientation = bones.position, bones.orientation
    mass, moment, inertia, lightly = out.composite_mass, out.composite_moment, out.composite_inertia, out.weight_moment
    for i in range(len(bone_mass)):
        q = row4(orientation, i)
        r = sub(add(row3(position, i), rotate(q, row3(com, i))), row3(position, first[owner[i]]))
        ex, ey, ez = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        jx, jy, jz = row3(principal, i)
        m = bone_mass[i] - unswung[i]
        square = m * dot(r, r)
        mass[i] = m
        for a in range(3):
            moment[i, a] = m * r[a]
            lightly[i, a] = bone_mass[i] * r[a]
            for b in range(3):
                value = jx * ex[a] * ex[b] + jy * ey[a] * ey[b] + jz * ez[a] * ez[b] - m * r[a] * r[b]
                inertia[i, a, b] = value + square if a == b else value


@kernel
def add_found(skeletons, bones, out):
    """What laws have found beside the rig's masses (systems/laws/weighing.py), into all but `weight_moment`."""
    first, owner, com, principal = skeletons.first, skeletons.owner, skeletons.com, skeletons.inertia
    mass, moment, inertia = out.composite_mass, out.composite_moment, out.composite_inertia
    for i in range(len(mass)):
        if out.more[i] == 0.0 and out.harder[i] == 0.0:
            continue
        q, m = row4(bones.orientation, i), out.more[i]
        r = sub(add(row3(bones.position, i), rotate(q, row3(com, i))), row3(bones.position, first[owner[i]]))
        ex, ey, ez = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        jx, jy, jz = scale(out.harder[i], row3(principal, i))
        mass[i] += m
        for a in range(3):
            moment[i, a] += m * r[a]
            inertia[i, a, a] += m * dot(r, r)
            for b in range(3):
                inertia[i, a, b] += jx * ex[a] * ex[b] + jy * ey[a] * ey[b] + jz * ez[a] * ez[b] - m * r[a] * r[b]


@kernel
def add_contact_masses(skeletons, bones, contacts, contact_mass, out):
    first, owner, foot, total_mass = skeletons.first, skeletons.owner, skeletons.foot, skeletons.total_mass
    position = bones.position
    bone, place, impulse = contacts.bone, contacts.position, contacts.impulse
    mass, moment, inertia = out.composite_mass, out.composite_moment, out.composite_inertia
    grounded = out.grounded
    settle_feet(contacts, grounded)
    for k in range(contacts.count[0]):
        i = bone[k]
        if not foot[i] or impulse[k] <= 0.0:
            continue
        on_feet, load = loads(skeletons, contacts, owner[i])
        if on_feet < STANDING * load:
            continue
        m = contact_mass * grounded[i] * min(1.0, on_feet / (LOADED * total_mass[owner[i]]))
        r = sub(row3(place, k), row3(position, first[owner[i]]))
        mass[i] += m
        for a in range(3):
            moment[i, a] += m * r[a]
            inertia[i, a, a] += m * dot(r, r)
            for b in range(3):
                inertia[i, a, b] -= m * r[a] * r[b]


@kernel
def settle_feet(contacts, grounded):
    """How long each bone has been touched, 0..1: one that has just landed may yet bounce."""
    for i in range(len(grounded)):
        grounded[i] = -grounded[i]
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        if grounded[i] <= 0.0:
            grounded[i] = min(1.0, SETTLING - grounded[i])
    for i in range(len(grounded)):
        grounded[i] = max(0.0, grounded[i])


@kernel
def unit_motions(skeletons, bones, motion):
    """A turn about axis s through p moves the root's place by p x s; a root's shifts come after its turns."""
    bone, freedom, kind, axis = skeletons.bone, skeletons.freedom, skeletons.joint, skeletons.axis
    first, owner, position, orientation = skeletons.first, skeletons.owner, bones.position, bones.orientation
    motion[:] = 0.0
    for k in range(len(bone)):
        i = bone[k]
        n = k - freedom[i]
        if kind[i] == ROOT:
            motion[k, n] = 1.0
            continue
        local = row3(axis, i) if kind[i] == HINGE else (1.0 * (n == 0), 1.0 * (n == 1), 1.0 * (n == 2))
        turn = rotate(row4(orientation, i), local)
        shift = cross(sub(row3(position, i), row3(position, first[owner[i]])), turn)
        for a in range(3):
            motion[k, a] = turn[a]
            motion[k, 3 + a] = shift[a]


@allocating_kernel
def mass_matrix(skeletons, out):
    """Freedoms come depth-first, so the motions of k's chain are those that were last written at each depth: `path`
    holds them side by side."""
    bone, depth = skeletons.bone, skeletons.depth
    mass, moment, inertia = out.composite_mass, out.composite_moment, out.composite_inertia
    motion, force, matrix = out.motion, out.force, out.mass_matrix
    path = np.empty((6, matrix.shape[1]))
    for k in range(len(bone)):
        i = bone[k]
        turn = row3(motion, k)
        shift = (motion[k, 3], motion[k, 4], motion[k, 5])
        h, m = row3(moment, i), mass[i]
        hv, wh = cross(h, shift), cross(turn, h)
        for a in range(3):
            force[k, a] = inertia[i, a, 0] * turn[0] + inertia[i, a, 1] * turn[1] + inertia[i, a, 2] * turn[2] + hv[a]
            force[k, 3 + a] = m * shift[a] + wh[a]
        f, g = row3(force, k), (force[k, 3], force[k, 4], force[k, 5])
        for a in range(6):
            path[a, depth[k]] = motion[k, a]
        for d in range(depth[k] + 1):
            matrix[k, d] = (
                path[0, d] * f[0] + path[1, d] * f[1] + path[2, d] * f[2]
                + path[3, d] * g[0] + path[4, d] * g[1] + path[5, d] * g[2]
            )  # fmt: skip
