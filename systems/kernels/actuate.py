"""From what the laws ask of the bones to torques at the joints, looking one step ahead.

Where a bone's torque goes (`torque_path`) and which accelerations it gives way to (`acceleration_path`) is declared by
its law, for each `actuation` (components/law.py): its own joint, all joints above it, or those and the root. A joint
whose bone nobody moves has no muscles: it passes nothing on, and what hangs on it is held against its bone. Where all
bones of a body have the same reach, sums over subtrees do; else each bone is followed up its chain (EACH). With T_b =
T0_b - K_b a_b, the step's accelerations solve

    (M + G) a = t0,        G = torque_path^T K acceleration_path,        and the joints get  t = t0 - G a.

The system stands in step_system.py, what it does to torques in giving_way.py. Gravity is left out on purpose: the
prediction is for the muscles alone. A lone joint of inertia m with gain K that is asked for T0 gets T0 m / (m + K).
"""

from __future__ import annotations

from math import sqrt

from components.law import Asks
from systems.kernels import kernel
from systems.kernels.codes import code
from systems.kernels.giving_way import generalise, give_way, give_way_outside, hold_drive, joint_acceleration, transmit
from systems.kernels.quaternions import dot, row3, sub
from systems.kernels.step_system import EACH, NONE, OWN, ROOT, solve_lopsided, system, through
from systems.kernels.tree import factor, solve

ACCELERATIONS, JOINTS = code(Asks.ACCELERATIONS), code(Asks.JOINTS)
ROUNDS = 6  # of asking for less: what one joint no longer gives, others are asked for


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
