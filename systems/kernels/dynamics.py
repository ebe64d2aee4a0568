"""Composite inertias and the mass matrix of every character, in world axes about its root.

The composite-rigid-body method: the momentum a unit speed of freedom k makes is its subtree's inertia times its motion,
`F_k = I_sub S_k`; the entry with a freedom j above it is `S_j . F_k`. A 2 kg rod of 1 m on a hinge at its end gives
the single entry 2/3 kg m2.

A foot that touches the ground cannot be moved freely. `contact_mass` (kg) of point mass is added to the bone at each
touch, so that a law that looks one step ahead does not take the standing leg for a swinging one.
"""

from __future__ import annotations

from numba import njit

from components.rig import Joint
from systems.kernels.quaternions import cross, dot, rotate, sub

HINGE = int(Joint.HINGE)
ROOT = int(Joint.ROOT)


@njit(cache=True)
def shared_dynamics(skeletons, bones, contacts, contact_mass, out):
    """Fill `out` (components.table.Dynamics) for all characters."""
    own_inertia(skeletons, bones, out)
    out.weight_moment[:] = out.composite_moment
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        if skeletons.foot[i] and contacts.impulse[k] > 0.0:
            root = skeletons.first[skeletons.owner[i]]
            add_point(out, i, contact_mass, sub(contacts.position[k], bones.position[root]))
    for i in range(len(skeletons.parent) - 1, -1, -1):
        p = skeletons.parent[i]
        if p >= 0:
            out.composite_mass[p] += out.composite_mass[i]
            for a in range(3):
                out.weight_moment[p, a] += out.weight_moment[i, a]
                out.composite_moment[p, a] += out.composite_moment[i, a]
                for b in range(3):
                    out.composite_inertia[p, a, b] += out.composite_inertia[i, a, b]
    unit_motions(skeletons, bones, out)
    mass_matrix(skeletons, out)


@njit(cache=True)
def own_inertia(skeletons, bones, out):
    for i in range(len(skeletons.parent)):
        q = bones.orientation[i]
        root = skeletons.first[skeletons.owner[i]]
        arm = rotate(q, skeletons.com[i])
        ex, ey, ez = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        jx, jy, jz = skeletons.inertia[i, 0], skeletons.inertia[i, 1], skeletons.inertia[i, 2]
        out.composite_mass[i] = 0.0
        for a in range(3):
            out.composite_moment[i, a] = 0.0
            for b in range(3):
                out.composite_inertia[i, a, b] = jx * ex[a] * ex[b] + jy * ey[a] * ey[b] + jz * ez[a] * ez[b]
        x = bones.position[i, 0] + arm[0] - bones.position[root, 0]
        y = bones.position[i, 1] + arm[1] - bones.position[root, 1]
        z = bones.position[i, 2] + arm[2] - bones.position[root, 2]
        add_point(out, i, skeletons.mass[i], (x, y, z))


@njit(cache=True)
def add_point(out, i, mass, at):
    """A point mass (kg) at `at` (m, from the root) on bone i: m, m r and m (r.r 1 - r r^T)."""
    square = mass * dot(at, at)
    out.composite_mass[i] += mass
    for a in range(3):
        out.composite_moment[i, a] += mass * at[a]
        out.composite_inertia[i, a, a] += square
        for b in range(3):
            out.composite_inertia[i, a, b] -= mass * at[a] * at[b]


@njit(cache=True)
def unit_motions(skeletons, bones, out):
    """A turn about axis s through p moves the root's place by p x s; a root's shifts come after its turns."""
    out.motion[:] = 0.0
    for k in range(len(skeletons.bone)):
        i = skeletons.bone[k]
        n = k - skeletons.freedom[i]
        if skeletons.joint[i] == ROOT:
            out.motion[k, n] = 1.0
            continue
        if skeletons.joint[i] == HINGE:
            turn = rotate(bones.orientation[i], skeletons.axis[i])
        else:
            turn = rotate(bones.orientation[i], (1.0 * (n == 0), 1.0 * (n == 1), 1.0 * (n == 2)))
        root = skeletons.first[skeletons.owner[i]]
        shift = cross(sub(bones.position[i], bones.position[root]), turn)
        for a in range(3):
            out.motion[k, a] = turn[a]
            out.motion[k, 3 + a] = shift[a]


@njit(cache=True)
def mass_matrix(skeletons, out):
    for k in range(len(skeletons.bone)):
        i = skeletons.bone[k]
        s = out.motion[k]
        turn, shift, h, m = s[0:3], s[3:6], out.composite_moment[i], out.composite_mass[i]
        inertia = out.composite_inertia[i]
        hv, wh = cross(h, shift), cross(turn, h)
        for a in range(3):
            out.force[k, a] = inertia[a, 0] * turn[0] + inertia[a, 1] * turn[1] + inertia[a, 2] * turn[2] + hv[a]
            out.force[k, 3 + a] = m * shift[a] + wh[a]
        f = out.force[k]
        for d in range(skeletons.depth[k] + 1):
            t = out.motion[skeletons.chain[k, d]]
            out.mass_matrix[k, d] = (
                t[0] * f[0] + t[1] * f[1] + t[2] * f[2] + t[3] * f[3] + t[4] * f[4] + t[5] * f[5]
            )
