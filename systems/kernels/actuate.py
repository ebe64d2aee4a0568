"""From what the laws ask of the bones to torques at the joints, looking one step ahead.

Where a bone's torque goes (`spread`) and which accelerations it gives way to (`felt`) is one of three: its own joint,
all joints above it, or those and the root. With T_b = T0_b - K_b a_b, the step's accelerations solve

    (M + G) a = t0,        G = spread^T K felt,        and the joints get  t = t0 - G a.

    law     joint              external            reaction
    world   above, above       root, root          own, above
    parent  own, own           root, own           own, own

Where both are the same, G is a composite sum with the body's own sparsity and is factored along the tree; the two
lopsided ones are solved densely. Gravity is left out on purpose: the prediction is for the muscles alone.
A lone joint of inertia m with gain K that is asked for T0 gets T0 m / (m + K).
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba import njit

from components.rig import Joint
from components.settings import Actuation, Servo
from systems.kernels.codes import code
from systems.kernels.quaternions import dot, rotate
from systems.kernels.tree import factor, solve, solve_dense

HINGE = int(Joint.HINGE)
PARENT = code(Servo.PARENT)
EXTERNAL, REACTION = code(Actuation.EXTERNAL), code(Actuation.REACTION)
OWN, ABOVE, ROOT = 0, 1, 2


@njit(cache=True)
def turn_inertias(skeletons, bones, demand):
    """`demand.inertia`: each bone's gain inertia in world axes, R A R^T."""
    for i in range(len(skeletons.parent)):
        q, g = bones.orientation[i], skeletons.gain_inertia[i]
        ex, ey, ez = rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
        for a in range(3):
            x = ex[a] * g[0, 0] + ey[a] * g[1, 0] + ez[a] * g[2, 0]
            y = ex[a] * g[0, 1] + ey[a] * g[1, 1] + ez[a] * g[2, 1]
            z = ex[a] * g[0, 2] + ey[a] * g[1, 2] + ez[a] * g[2, 2]
            for b in range(a + 1):
                value = x * ex[b] + y * ey[b] + z * ez[b]
                demand.inertia[i, a, b] = value
                demand.inertia[i, b, a] = value


@njit(cache=True)
def coupling(servo, actuation):
    """(spread, felt) of the table above."""
    if servo == PARENT:
        return (ROOT, OWN) if actuation == EXTERNAL else (OWN, OWN)
    if actuation == REACTION:
        return OWN, ABOVE
    return (ROOT, ROOT) if actuation == EXTERNAL else (ABOVE, ABOVE)


@njit(cache=True)
def actuate(skeletons, bones, dynamics, modes, drives, demand, torques):
    """Fill `torques` for all characters.

    Muscles that would pass their limit make the foreseen step wrong, so what hangs on them is asked for less and the
    step is foreseen once more; what is still over is cut.
    """
    for c in range(len(skeletons.total_mass)):
        spread, felt = coupling(modes.servo[c], modes.actuation[c])
        foresee(skeletons, dynamics, drives, c, spread, felt, demand, torques)
        if weaken(skeletons, dynamics, c, spread, demand, torques.generalised):
            foresee(skeletons, dynamics, drives, c, spread, felt, demand, torques)
        write_out(skeletons, dynamics, c, demand, torques)


@njit(cache=True)
def foresee(skeletons, dynamics, drives, c, spread, felt, demand, torques):
    """The step's accelerations, and the torques that are left when all has given way to them."""
    a, t = torques.acceleration, torques.generalised
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    transmit(skeletons, c, spread, demand.torque, demand.transmitted)
    generalise(skeletons, dynamics, drives, c, spread, demand, demand.spring, t)
    a[first:last] = t[first:last]
    if spread == felt:
        system(skeletons, dynamics, drives, c, felt, demand, torques.matrix)
        factor(torques.matrix, skeletons.chain, skeletons.depth, first, last)
        solve(torques.matrix, skeletons.chain, skeletons.depth, first, last, a)
    else:
        solve_dense(dense_system(skeletons, dynamics, drives, c, spread, felt, demand, torques.matrix), a[first:last])
    give_way(skeletons, dynamics, c, felt, a, demand)
    transmit(skeletons, c, spread, demand.muscle, demand.transmitted)
    generalise(skeletons, dynamics, drives, c, spread, demand, demand.sinew, t)
    for i in range(3):
        for j in range(3):
            t[first + i] -= drives.gain[c, i, j] * a[first + j]


@njit(cache=True)
def transmit(skeletons, c, spread, torque, out):
    """What each joint passes on: its own bone's torque, or that of its whole subtree."""
    first, last = skeletons.first[c], skeletons.first[c + 1]
    out[first:last] = torque[first:last]
    if spread == OWN:
        return
    for i in range(last - 1, first, -1):
        p = skeletons.parent[i]
        for a in range(3):
            out[p, a] += out[i, a]


@njit(cache=True)
def generalise(skeletons, dynamics, drives, c, spread, demand, spring, out):
    """Along each freedom: what the joint passes on, its spring, the weight it holds; on the root, what is outside."""
    first, root = skeletons.first_freedom[c], skeletons.first[c]
    for a in range(3):
        out[first + a] = drives.torque[c, a] + (demand.transmitted[root, a] if spread == ROOT else 0.0)
        out[first + 3 + a] = 0.0
    for k in range(first + 6, skeletons.first_freedom[c + 1]):
        t, s, m = demand.transmitted[skeletons.bone[k]], spring[skeletons.bone[k]], dynamics.motion[k]
        out[k] = demand.support[k] + m[0] * (t[0] + s[0]) + m[1] * (t[1] + s[1]) + m[2] * (t[2] + s[2])


@njit(cache=True)
def muscle_size(skeletons, dynamics, i, t, sinew):
    """N m that the muscles of bone i's joint give: all of it but the joint's own spring."""
    k, square = skeletons.freedom[i], 0.0
    for n in range(1 if skeletons.joint[i] == HINGE else 3):
        square += (t[k + n] - dot(dynamics.motion[k + n, 0:3], sinew[i])) ** 2
    return sqrt(square)


@njit(cache=True)
def weaken(skeletons, dynamics, c, spread, demand, t):
    """Scale down what is asked of the bones that hang on a joint which is asked too much; was there any?"""
    share = demand.share
    any_weak = False
    share[skeletons.first[c]] = 1.0
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        size = muscle_size(skeletons, dynamics, i, t, demand.sinew)
        share[i] = 1.0 if spread == OWN else share[skeletons.parent[i]]
        if size > skeletons.torque_limit[i]:
            share[i] = min(share[i], skeletons.torque_limit[i] / size)
        if share[i] < 1.0:
            any_weak = True
            demand.torque[i] *= share[i]
            demand.gain[i] *= share[i]
    return any_weak


@njit(cache=True)
def system(skeletons, dynamics, drives, c, felt, demand, out):
    """M + G by rows along the tree, G = s_i . (sum of K over the subtree of the deeper bone) s_j."""
    root, beyond = skeletons.first[c], skeletons.first[c + 1]
    composite = demand.composite_gain
    composite[root:beyond] = demand.gain[root:beyond]
    if felt != OWN:
        for i in range(beyond - 1, root, -1):
            composite[skeletons.parent[i]] += composite[i]
    first = skeletons.first_freedom[c]
    for k in range(first, skeletons.first_freedom[c + 1]):
        i, m = skeletons.bone[k], dynamics.motion[k]
        x, y, z = through(composite[i], m)
        u, v, w = through(demand.spring_gain[i], m)
        own, begin = begins(skeletons, i, OWN), begins(skeletons, i, felt)
        out[k] = dynamics.mass_matrix[k]
        for d in range(min(begin, own), skeletons.depth[k] + 1):
            s = dynamics.motion[skeletons.chain[k, d]]
            if d >= begin:
                out[k, d] += s[0] * x + s[1] * y + s[2] * z
            if d >= own:
                out[k, d] += s[0] * u + s[1] * v + s[2] * w
    for i in range(3):
        for j in range(i + 1):
            out[first + i, j] += drives.gain[c, i, j]


@njit(cache=True)
def through(gain, m):
    """gain times the turning part of a motion."""
    return (
        gain[0, 0] * m[0] + gain[0, 1] * m[1] + gain[0, 2] * m[2],
        gain[1, 0] * m[0] + gain[1, 1] * m[1] + gain[1, 2] * m[2],
        gain[2, 0] * m[0] + gain[2, 1] * m[1] + gain[2, 2] * m[2],
    )


@njit(cache=True)
def begins(skeletons, i, reach):
    """How far up its chain a bone's torque or acceleration reaches, as a depth."""
    return skeletons.depth[skeletons.freedom[i]] if reach == OWN else (6 if reach == ABOVE else 0)


@njit(cache=True)
def dense_system(skeletons, dynamics, drives, c, spread, felt, demand, scratch):
    """The same with different ends, as a full matrix: G_jk = sum over bones b of s_j . K_b s_k."""
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    kept = demand.gain[skeletons.first[c] : skeletons.first[c + 1]].copy()
    demand.gain[skeletons.first[c] : skeletons.first[c + 1]] = 0.0
    system(skeletons, dynamics, drives, c, OWN, demand, scratch)
    demand.gain[skeletons.first[c] : skeletons.first[c + 1]] = kept
    out = np.zeros((last - first, last - first))
    for k in range(first, last):
        for d in range(skeletons.depth[k] + 1):
            j = skeletons.chain[k, d]
            out[k - first, j - first] = scratch[k, d]
            out[j - first, k - first] = scratch[k, d]
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        lowest = skeletons.freedom[i] + (0 if skeletons.joint[i] == HINGE else 2)
        for e in range(begins(skeletons, i, felt), skeletons.depth[lowest] + 1):
            k = skeletons.chain[lowest, e]
            x, y, z = through(demand.gain[i], dynamics.motion[k])
            for d in range(begins(skeletons, i, spread), skeletons.depth[lowest] + 1):
                j = skeletons.chain[lowest, d]
                s = dynamics.motion[j]
                out[j - first, k - first] += s[0] * x + s[1] * y + s[2] * z
    return out


@njit(cache=True)
def give_way(skeletons, dynamics, c, felt, a, demand):
    """T = T0 - K (acceleration felt), for the bones (muscle) and for the springs across their joints (sinew)."""
    demand.muscle[skeletons.first[c]] = demand.torque[skeletons.first[c]]
    root, first = skeletons.first[c], skeletons.first_freedom[c]
    for n in range(3):
        demand.acceleration[root, n] = a[first + n] if felt == ROOT else 0.0
    for i in range(root + 1, skeletons.first[c + 1]):
        x, y, z = 0.0, 0.0, 0.0
        for k in range(skeletons.freedom[i], skeletons.freedom[i] + (1 if skeletons.joint[i] == HINGE else 3)):
            m = dynamics.motion[k]
            x, y, z = x + m[0] * a[k], y + m[1] * a[k], z + m[2] * a[k]
        spring = through(demand.spring_gain[i], (x, y, z))
        if felt != OWN:
            above = demand.acceleration[skeletons.parent[i]]
            x, y, z = x + above[0], y + above[1], z + above[2]
        demand.acceleration[i, 0], demand.acceleration[i, 1], demand.acceleration[i, 2] = x, y, z
        muscle = through(demand.gain[i], (x, y, z))
        for n in range(3):
            demand.muscle[i, n] = demand.torque[i, n] - muscle[n]
            demand.sinew[i, n] = demand.spring[i, n] - spring[n]


@njit(cache=True)
def write_out(skeletons, dynamics, c, demand, torques):
    """To bone axes. Muscles are held to the joint's limit (a ball joint by the length of its torque); the ends of
    joints are bone and sinew, and are not."""
    t, first = torques.generalised, skeletons.first_freedom[c]
    torques.root[c] = t[first : first + 3]
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        k = skeletons.freedom[i]
        size = muscle_size(skeletons, dynamics, i, t, demand.sinew)
        share = 1.0 if size <= skeletons.torque_limit[i] else skeletons.torque_limit[i] / size
        for n in range(1 if skeletons.joint[i] == HINGE else 3):
            sinew = dot(dynamics.motion[k + n, 0:3], demand.sinew[i])
            torques.joint[i, n] = sinew + share * (t[k + n] - sinew)
