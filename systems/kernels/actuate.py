"""From what the laws ask of the bones to torques at the joints, looking one step ahead.

Where a bone's torque goes (`torque_path`) and which accelerations it gives way to (`acceleration_path`) is declared by
its law, for each `actuation` (components/law.py): its own joint, all joints above it, or those and the root. A joint
whose bone nobody moves has no muscles: it passes nothing on, and what hangs on it is held against its bone. Where all
bones of a body have the same reach, sums over subtrees do; else each bone is followed up its chain (EACH). With T_b =
T0_b - K_b a_b, the step's accelerations solve

    (M + G) a = t0,        G = torque_path^T K acceleration_path,        and the joints get  t = t0 - G a.

Where both are the same, G is a composite sum with the body's own sparsity and is factored along the tree; the two
lopsided ones are solved densely. Gravity is left out on purpose: the prediction is for the muscles alone.
A lone joint of inertia m with gain K that is asked for T0 gets T0 m / (m + K).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from components.arrays import Floats2
from components.law import Asks, Reach
from components.rig import Joint
from components.table import Demand, Drives, Dynamics, Muscles, Skeletons
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.codes import code
from systems.kernels.quaternions import add, dot, rotate, row3, row4, scale, sub
from systems.kernels.tree import factor, solve, solve_dense

HINGE = int(Joint.HINGE)
ACCELERATIONS, JOINTS = code(Asks.ACCELERATIONS), code(Asks.JOINTS)
OWN, ABOVE, ROOT = int(Reach.OWN), int(Reach.ABOVE), int(Reach.ROOT)
NONE, EACH = int(Reach.NONE), int(Reach.EACH)
ROUNDS = 6  # of asking for less: what one joint no longer gives, others are asked for


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


@kernel
def actuate(skeletons, dynamics, modes, muscles, drives, demand, aims, torques):
    """Fill `torques` for all characters.

    Muscles that would pass their limit make the foreseen step wrong: what hangs on them is asked for less and the step
    is foreseen again, up to six times, for what gives way is not made less. What is still over is cut, and springs and
    drive foresee the step that the cut muscles make. Each 10 N m that a hip's cut leaves to a pelvis of 0.07 kg m2 turn
    it by 1.2 rad/s in a step: after one round they shook it until its spring broke.
    """
    for c in range(len(skeletons.total_mass)):
        if modes.by_acceleration[c]:
            exert(c, skeletons, dynamics, drives, modes.authority[c], muscles, demand, aims, torques)
            write_out(skeletons, c, torques)
            continue
        torque_path, acceleration_path, lopsided = modes.torque_path[c], modes.acceleration_path[c], modes.lopsided[c]
        foresee(skeletons, dynamics, drives, c, torque_path, acceleration_path, lopsided, muscles, demand, torques)
        rounds = 0
        while rounds < ROUNDS and weaken(skeletons, dynamics, c, torque_path, muscles, demand, torques.generalised):
            foresee(skeletons, dynamics, drives, c, torque_path, acceleration_path, lopsided, muscles, demand, torques)
            rounds += 1
        if rounds > 0:
            settle(skeletons, dynamics, drives, c, torque_path, muscles, demand, torques)
        for i in range(skeletons.first[c], skeletons.first[c + 1]):
            aims.excess[i] = max(0.0, demand.size[i] - muscles.limit[i])
        write_out(skeletons, c, torques)


@kernel
def foresee(skeletons, dynamics, drives, c, torque_path, acceleration_path, lopsided, muscles, demand, torques):
    """The step's accelerations, and the torques that are left when all has given way to them."""
    a, t = torques.acceleration, torques.generalised
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    transmit(skeletons, c, torque_path, muscles, demand.torque, demand.transmitted)
    held = True
    while held:
        generalise(skeletons, dynamics, drives, c, torque_path, demand, demand.spring, t)
        for k in range(first, last):
            a[k] = t[k]
        if lopsided:
            solve_lopsided(
                skeletons, dynamics, drives, c, torque_path, acceleration_path, muscles, demand, torques.matrix, a
            )
        else:
            system(skeletons, dynamics, drives, c, acceleration_path, muscles, demand, torques.matrix)
            factor(torques.matrix, skeletons.chain, skeletons.depth, first, last)
            solve(torques.matrix, skeletons.chain, skeletons.depth, first, last, a)
        held = hold_drive(drives, c, first, a)
    give_way(skeletons, dynamics, c, acceleration_path, muscles, a, demand)
    transmit(skeletons, c, torque_path, muscles, demand.muscle, demand.transmitted)
    generalise(skeletons, dynamics, drives, c, torque_path, demand, demand.sinew, t)
    give_way_outside(drives, c, first, a, t)


@kernel
def hold_drive(drives, c, first, a):
    """Would the root's drive pass its limit about level axes in this step? Then it gives just that, whatever the root
    does, and the step has to be foreseen again: cut afterwards, it would leave a pelvis of 0.07 kg m2 with 300 N m that
    nobody had reckoned with, 36 rad/s in one step."""
    gain, torque = drives.gain, drives.torque
    x, y, _ = drive_left(drives, c, first, a)
    size = sqrt(x * x + y * y)
    if size <= drives.most[c] * (1.0 + 1e-9):
        return False
    torque[c, 0], torque[c, 1] = x * drives.most[c] / size, y * drives.most[c] / size
    for i in range(2):
        for j in range(3):
            gain[c, i, j] = 0.0
            gain[c, j, i] = 0.0
    return True


@kernel
def drive_left(drives, c, first, a):
    """N m of the root's drive when it has given way."""
    gain, torque = drives.gain, drives.torque
    x, y, z = a[first], a[first + 1], a[first + 2]
    return (
        torque[c, 0] - gain[c, 0, 0] * x - gain[c, 0, 1] * y - gain[c, 0, 2] * z,
        torque[c, 1] - gain[c, 1, 0] * x - gain[c, 1, 1] * y - gain[c, 1, 2] * z,
        torque[c, 2] - gain[c, 2, 0] * x - gain[c, 2, 1] * y - gain[c, 2, 2] * z,
    )


@kernel
def give_way_outside(drives, c, first, a, t):
    """The root's drive gives way too."""
    left = drive_left(drives, c, first, a)
    for n in range(3):
        t[first + n] += left[n] - drives.torque[c, n]


@kernel
def transmit(skeletons, c, torque_path, muscles, torque, out):
    """What each joint passes on: its own bone's torque, or that of its whole subtree."""
    first, last, parent = skeletons.first[c], skeletons.first[c + 1], skeletons.parent
    if torque_path == EACH:
        transmit_each(first, last, parent, muscles, torque, out)
        return
    for i in range(first, last):
        out[i] = row3(torque, i)
    if torque_path == OWN:
        return
    for i in range(last - 1, first, -1):
        for a in range(3):
            out[parent[i], a] += out[i, a]


@kernel
def transmit_each(first, last, parent, muscles, torque, out):
    torque_path, limp = muscles.torque_path, muscles.limp
    for i in range(first, last):
        out[i] = (0.0, 0.0, 0.0)
    for i in range(first + 1, last):
        own, j = row3(torque, i), i
        while j > first and (torque_path[i] == ROOT or not limp[j]):
            out[j] = add(row3(out, j), own)
            if torque_path[i] == OWN:
                break
            j = parent[j]
        if torque_path[i] == ROOT:
            out[first] = add(row3(out, first), own)


@kernel
def generalise(skeletons, dynamics, drives, c, torque_path, demand, spring, out):
    """Along each freedom: what the joint passes on, its spring, the weight it holds; on the root, what is outside."""
    first, root, bone = skeletons.first_freedom[c], skeletons.first[c], skeletons.bone
    passed, support, motion = demand.transmitted, demand.support, dynamics.motion
    for a in range(3):
        out[first + a] = drives.torque[c, a] + (passed[root, a] if torque_path in (ROOT, EACH) else 0.0)
        out[first + 3 + a] = 0.0
    for k in range(first + 6, skeletons.first_freedom[c + 1]):
        i = bone[k]
        out[k] = support[k]
        for a in range(3):
            out[k] += motion[k, a] * (passed[i, a] + spring[i, a])


@kernel
def muscle_sizes(skeletons, dynamics, c, t, sinew, out):
    """N m that the muscles of each joint give: all of its torque but the joint's own spring."""
    bone, motion = skeletons.bone, dynamics.motion
    for i in range(skeletons.first[c], skeletons.first[c + 1]):
        out[i] = 0.0
    for k in range(skeletons.first_freedom[c] + 6, skeletons.first_freedom[c + 1]):
        i = bone[k]
        own = t[k] - dot(row3(motion, k), row3(sinew, i))
        out[i] += own * own
    for i in range(skeletons.first[c], skeletons.first[c + 1]):
        out[i] = sqrt(out[i])


@kernel
def weaken(skeletons, dynamics, c, torque_path, muscles, demand, t):
    """Scale down what is asked of the bones that hang on a joint which is asked too much; was there any?

    Their gains stay: torques are linear in what is asked, and a servo that yields more than it pulls is stable.
    """
    share, size, torque = demand.share, demand.size, demand.torque
    parent, limit, root = skeletons.parent, muscles.limit, skeletons.first[c]
    muscle_sizes(skeletons, dynamics, c, t, demand.sinew, size)
    any_weak = False
    share[root] = 1.0
    for i in range(root + 1, skeletons.first[c + 1]):
        own = limit[i] / size[i] if size[i] > limit[i] else 1.0
        share[i] = own if muscles.limp[parent[i]] else min(share[parent[i]], own)
        less = own if torque_path == OWN or (torque_path == EACH and muscles.torque_path[i] == OWN) else share[i]
        if less < 1.0:
            any_weak = True
            for a in range(3):
                torque[i, a] *= less
    return any_weak


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
def joint_acceleration(motion, a, first, kind):
    """rad/s2 of a bone against its parent, world axes, from its joint's freedoms."""
    own = (0.0, 0.0, 0.0)
    for k in range(first, first + (1 if kind == HINGE else 3)):
        own = add(own, scale(a[k], row3(motion, k)))
    return own


@kernel
def give_way(skeletons, dynamics, c, acceleration_path, muscles, a, demand):
    """T = T0 - K (acceleration felt), for the bones (muscle) and for the springs across their joints (sinew)."""
    root, last, first = skeletons.first[c], skeletons.first[c + 1], skeletons.first_freedom[c]
    parent, freedom, kind, motion = skeletons.parent, skeletons.freedom, skeletons.joint, dynamics.motion
    acceleration, gain, spring_gain = demand.acceleration, demand.gain, demand.spring_gain
    torque, spring, muscle, sinew = demand.torque, demand.spring, demand.muscle, demand.sinew
    muscle[root], sinew[root] = row3(torque, root), row3(spring, root)
    acceleration[root] = (a[first], a[first + 1], a[first + 2]) if acceleration_path == ROOT else (0.0, 0.0, 0.0)
    for i in range(root + 1, last):
        own = joint_acceleration(motion, a, freedom[i], kind[i])
        total = own if acceleration_path in (OWN, EACH) else add(own, row3(acceleration, parent[i]))
        acceleration[i] = total
        muscle[i] = sub(row3(torque, i), through(gain, i, total))
        sinew[i] = sub(row3(spring, i), through(spring_gain, i, own))
    if acceleration_path == EACH:
        give_way_each(root, last, (a[first], a[first + 1], a[first + 2]), parent, muscles, demand)


@kernel
def give_way_each(root, last, of_root, parent, muscles, demand):
    """`demand.acceleration` holds each joint's own."""
    for i in range(root + 1, last):
        total, j = row3(demand.acceleration, i), parent[i]
        if muscles.acceleration_path[i] != OWN:
            while j > root and (muscles.acceleration_path[i] == ROOT or not muscles.limp[j]):
                total = add(total, row3(demand.acceleration, j))
                j = parent[j]
        if muscles.acceleration_path[i] == ROOT:
            total = add(total, of_root)
        demand.muscle[i] = sub(row3(demand.torque, i), through(demand.gain, i, total))


@kernel
def settle(skeletons, dynamics, drives, c, torque_path, muscles, demand, torques):
    """Cut each joint's muscles to its limit, take them as they are then, and foresee the step for the rest alone.

    A ball joint's are cut by the length of their torque. The rest are the joints' springs and the root's drive: ends of
    joints are not cut, they are bone.
    """
    a, t, cut = torques.acceleration, torques.generalised, demand.cut
    first, last, bone = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone
    motion, size, limit = dynamics.motion, demand.size, muscles.limit
    spring, sinew = demand.spring, demand.sinew
    muscle_sizes(skeletons, dynamics, c, t, sinew, size)
    if torque_path in (ROOT, EACH):
        cut_outside(skeletons, c, torque_path, muscles, demand)
    for k in range(first, last):
        cut[k] = demand.transmitted[bone[k], k - first] if torque_path in (ROOT, EACH) and k < first + 3 else 0.0
        if k >= first + 6:
            i = bone[k]
            share = 1.0 if size[i] <= limit[i] else limit[i] / size[i]
            cut[k] = share * (t[k] - dot(row3(motion, k), row3(sinew, i)))
        outside = drives.torque[c, k - first] if k < first + 3 else 0.0
        a[k] = cut[k] + outside + dot(row3(motion, k), row3(spring, bone[k]))
    release(skeletons, dynamics, drives, c, muscles, demand, torques)


@kernel
def cut_outside(skeletons, c, torque_path, muscles, demand):
    """From outside comes no more for a bone than the joint at the root lets through to it: the rest would turn the
    root itself. A spine that is asked for 2500 N m and has 350 leaves a pelvis of 0.2 kg m2 with 2150."""
    root, parent, size, limit = skeletons.first[c], skeletons.parent, demand.size, muscles.limit
    for i in range(root + 1, skeletons.first[c + 1]):
        if torque_path == EACH and muscles.torque_path[i] != ROOT:
            continue
        top = i
        while parent[top] != root:
            top = parent[top]
        if size[top] > limit[top]:
            lost = 1.0 - limit[top] / size[top]
            for a in range(3):
                demand.transmitted[root, a] -= lost * demand.muscle[i, a]


@kernel
def release(skeletons, dynamics, drives, c, muscles, demand, torques):
    """From cut muscles and what moves the body in all (in `acceleration`): its step, then springs and root's drive."""
    a, t, cut = torques.acceleration, torques.generalised, demand.cut
    first, last, bone, freedom, kind = (
        skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone, skeletons.freedom, skeletons.joint
    )  # fmt: skip
    motion, spring, spring_gain, sinew = dynamics.motion, demand.spring, demand.spring_gain, demand.sinew
    for k in range(first, last):
        t[k] = a[k]
    held = True
    while held:
        before = row3(drives.torque, c)
        system(skeletons, dynamics, drives, c, NONE, muscles, demand, torques.matrix)
        factor(torques.matrix, skeletons.chain, skeletons.depth, first, last)
        solve(torques.matrix, skeletons.chain, skeletons.depth, first, last, a)
        held = hold_drive(drives, c, first, a)
        if held:
            for n in range(3):
                t[first + n] += drives.torque[c, n] - before[n]
            for k in range(first, last):
                a[k] = t[k]
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        own = joint_acceleration(motion, a, freedom[i], kind[i])
        sinew[i] = sub(row3(spring, i), through(spring_gain, i, own))
    for k in range(first, last):
        outside = drives.torque[c, k - first] if k < first + 3 else 0.0
        t[k] = cut[k] + outside + (dot(row3(motion, k), row3(sinew, bone[k])) if k >= first + 6 else 0.0)
    give_way_outside(drives, c, first, a, t)


@kernel
def exert(c, skeletons, dynamics, drives, authority, muscles, demand, aims, torques):
    """Torques that a law has found for the joints themselves (`aims`): held to their limits, springs beside them.

    Those of bones under other laws have their authority already.
    """
    first, last, bone = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone
    limit, size, cut, a = muscles.limit, demand.size, demand.cut, torques.acceleration
    inertial, bias = aims.inertial, aims.bias
    size[skeletons.first[c] : skeletons.first[c + 1]] = 0.0
    for k in range(first + 6, last):
        i = bone[k]
        cut[k] = inertial[k] + bias[k]
        if muscles.asks[i] == ACCELERATIONS:
            cut[k] *= authority
        size[i] += cut[k] * cut[k]
    for i in range(skeletons.first[c], skeletons.first[c + 1]):
        size[i] = sqrt(size[i])
    for k in range(first, last):
        i = bone[k]
        if k < first + 6:
            cut[k] = 0.0
            a[k] = (drives.torque[c, k - first] if k < first + 3 else 0.0) - bias[k]
        else:
            cut[k] *= 1.0 if size[i] <= limit[i] else limit[i] / size[i]
            a[k] = cut[k] - bias[k] + dot(row3(dynamics.motion, k), row3(demand.spring, i))
    for i in range(skeletons.first[c], skeletons.first[c + 1]):
        size[i] = min(size[i], limit[i])
    release(skeletons, dynamics, drives, c, muscles, demand, torques)


@kernel
def add_own(c, authority, skeletons, muscles, demand, aims):
    """Torques that a law has found for joints go in beside those that hold the weight; nothing is eased."""
    aims.share[c] = 1.0
    for k in range(skeletons.first_freedom[c] + 6, skeletons.first_freedom[c + 1]):
        if demand.own[skeletons.bone[k]] and muscles.asks[skeletons.bone[k]] == JOINTS:
            aims.bias[k] = demand.support[k]
            demand.support[k] += authority * aims.inertial[k]


@kernel
def write_out(skeletons, c, torques):
    """To bone axes."""
    t, first, bone, freedom, out = (
        torques.generalised, skeletons.first_freedom[c], skeletons.bone, skeletons.freedom, torques.joint
    )  # fmt: skip
    torques.root[c] = (t[first], t[first + 1], t[first + 2])
    for k in range(first + 6, skeletons.first_freedom[c + 1]):
        out[bone[k], k - freedom[bone[k]]] = t[k]
