"""The system that a step's accelerations solve, M + G: what a body weighs, and what its servos yield.

    G = torque_path^T K acceleration_path

Where both paths are the same, G is a composite sum with the body's own sparsity and is factored along the tree; the two
lopsided ones are solved densely. A lone joint of inertia 0.2 kg m2 with a gain of 0.3 kg m2 has the one number 0.5.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats2
from components.law import Reach
from components.rig import Joint
from components.table import Demand, Drives, Dynamics, Muscles, Skeletons
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.quaternions import rotate, row3, row4
from systems.kernels.tree import solve_dense

HINGE = int(Joint.HINGE)
OWN, ABOVE, ROOT = int(Reach.OWN), int(Reach.ABOVE), int(Reach.ROOT)
NONE, EACH = int(Reach.NONE), int(Reach.EACH)


@kernel
def system(skeletons, dynamics, drives, c, acceleration_path, muscles, demand, out):
    """M + G by rows along the tree, G = s_i . (sum of K over the subtree of the deeper bone) s_j."""
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    bone, freedom, depth, chain = skeletons.bone, skeletons.freedom, skeletons.depth, skeletons.chain
    composite, spring_gain, motion, mass_matrix = (
        demand.composite_gain, demand.spring_gain, dynamics.motion, dynamics.mass_matrix
    )  # fmt: skip
    if acceleration_path != NONE and acceleration_path != EACH:
        gather_gains(skeletons, c, acceleration_path, demand.gain, composite)
    for k in range(first, last):
        i = bone[k]
        m = row3(motion, k)
        x, y, z = through(composite, i, m)
        u, v, w = through(spring_gain, i, m)
        own, begin = (
            depth[freedom[i]],
            begins(skeletons, muscles, i, NONE if acceleration_path == EACH else acceleration_path),
        )
        for d in range(depth[k] + 1):
            value = mass_matrix[k, d]
            if d >= begin or d >= own:
                s = row3(motion, chain[k, d])
                if d >= begin:
                    value += s[0] * x + s[1] * y + s[2] * z
                if d >= own:
                    value += s[0] * u + s[1] * v + s[2] * w
            out[k, d] = value
    if acceleration_path == EACH:
        add_each(skeletons, dynamics, c, muscles, demand.gain, out)
    for i in range(3):
        for j in range(i + 1):
            out[first + i, j] += drives.gain[c, i, j]


@kernel
def add_each(skeletons, dynamics, c, muscles, gain, out):
    """out += G, bone by bone, where torques go along the same joints that give way to them."""
    motion, depth, chain = dynamics.motion, skeletons.depth, skeletons.chain
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        lowest = skeletons.freedom[i] + (0 if skeletons.joint[i] == HINGE else 2)
        begin = begins(skeletons, muscles, i, muscles.acceleration_path[i])
        for e in range(begin, depth[lowest] + 1):
            k = chain[lowest, e]
            x, y, z = through(gain, i, row3(motion, k))
            for d in range(begin, e + 1):
                j = chain[k, d]
                out[k, d] += motion[j, 0] * x + motion[j, 1] * y + motion[j, 2] * z


@kernel
def gather_gains(skeletons, c, acceleration_path, gain, out):
    """Sums of gains over subtrees, or, where only the own joint is felt, the gains themselves."""
    root, beyond, parent = skeletons.first[c], skeletons.first[c + 1], skeletons.parent
    for i in range(root, beyond):
        for a in range(3):
            for b in range(3):
                out[i, a, b] = gain[i, a, b]
    if acceleration_path == OWN:
        return
    for i in range(beyond - 1, root, -1):
        for a in range(3):
            for b in range(3):
                out[parent[i], a, b] += out[i, a, b]


@kernel
def through(gain, i, m):
    """Gain i times the turning part of a motion."""
    return (
        gain[i, 0, 0] * m[0] + gain[i, 0, 1] * m[1] + gain[i, 0, 2] * m[2],
        gain[i, 1, 0] * m[0] + gain[i, 1, 1] * m[1] + gain[i, 1, 2] * m[2],
        gain[i, 2, 0] * m[0] + gain[i, 2, 1] * m[1] + gain[i, 2, 2] * m[2],
    )


@kernel
def begins(skeletons, muscles, i, reach):
    """How far up its chain a bone's torque or acceleration reaches, as a depth."""
    if reach == NONE:
        return len(skeletons.bone)  # deeper than any chain
    own = skeletons.depth[skeletons.freedom[i]]
    return own if reach == OWN else (muscles.chain_from[i] if reach == ABOVE else 0)


@allocating_kernel
def solve_lopsided(skeletons, dynamics, drives, c, torque_path, acceleration_path, muscles, demand, scratch, x):
    """x := (M + G)^-1 x for rows of character c, where G has different ends."""
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    solve_dense(
        dense_system(skeletons, dynamics, drives, c, torque_path, acceleration_path, muscles, demand, scratch),
        x[first:last],
    )


@entry
@allocating_kernel
def dense_system(
    skeletons: Skeletons,
    dynamics: Dynamics,
    drives: Drives,
    c: int,
    torque_path: int,
    acceleration_path: int,
    muscles: Muscles,
    demand: Demand,
    scratch: Floats2,
):
    """M + G with different ends, as a full matrix: G_jk = sum over bones b of s_j . K_b s_k."""
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    kept = demand.gain[skeletons.first[c] : skeletons.first[c + 1]].copy()
    demand.gain[skeletons.first[c] : skeletons.first[c + 1]] = 0.0
    system(skeletons, dynamics, drives, c, OWN, muscles, demand, scratch)
    demand.gain[skeletons.first[c] : skeletons.first[c + 1]] = kept
    out = np.zeros((last - first, last - first))
    for k in range(first, last):
        for d in range(skeletons.depth[k] + 1):
            j = skeletons.chain[k, d]
            out[k - first, j - first] = scratch[k, d]
            out[j - first, k - first] = scratch[k, d]
    motion, chain = dynamics.motion, skeletons.chain
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        lowest = skeletons.freedom[i] + (0 if skeletons.joint[i] == HINGE else 2)
        spread_from = begins(skeletons, muscles, i, muscles.torque_path[i] if torque_path == EACH else torque_path)
        felt_from = begins(
            skeletons, muscles, i, muscles.acceleration_path[i] if acceleration_path == EACH else acceleration_path
        )
        for e in range(felt_from, skeletons.depth[lowest] + 1):
            k = chain[lowest, e]
            x, y, z = through(demand.gain, i, row3(motion, k))
            for d in range(spread_from, skeletons.depth[lowest] + 1):
                j = chain[lowest, d]
                out[j - first, k - first] += motion[j, 0] * x + motion[j, 1] * y + motion[j, 2] * z
    return out


@kernel
def turn_inertias(skeletons, bones, demand):
    """`demand.inertia`: each bone's gain inertia in world axes, R A R^T."""
    g, orientation, out = skeletons.gain_inertia, bones.orientation, demand.inertia
    for i in range(len(g)):
        q = row4(orientation, i)
        ex, ey, ez = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        for a in range(3):
            x = ex[a] * g[i, 0, 0] + ey[a] * g[i, 1, 0] + ez[a] * g[i, 2, 0]
            y = ex[a] * g[i, 0, 1] + ey[a] * g[i, 1, 1] + ez[a] * g[i, 2, 1]
            z = ex[a] * g[i, 0, 2] + ey[a] * g[i, 1, 2] + ez[a] * g[i, 2, 2]
            for b in range(a + 1):
                value = x * ex[b] + y * ey[b] + z * ez[b]
                out[i, a, b] = value
                out[i, b, a] = value
