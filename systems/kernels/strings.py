"""Strings: springs from places on bones to ends that somebody leads, as stiff as one likes.

A string pulls its place x to its end e, as if asked at the end of the step (e' and the speed u' are those of then):

    F = k (e' - x') + c (u' - v')  =  F0 - K J a,     F0 = k (e' - x - dt v - dt^2 q) + c (u' - v - dt q)
                                                       K = dt^2 k + dt c

J a + q is how the step accelerates x. So to all that foresees the step a string is a mass K that hangs at x: it stands
in the mass matrix, as a foot's contact mass does (systems/kernels/dynamics.py). When the muscles are known, the step is
foreseen once more with all that moves the body, its weight too, and its springs give way to that. What is over a
string's limit is cut first: then it gives just that, whatever the body does.

k is 400 / s2 and c 10 / s of the body's mass, so one string of 75 kg has 30000 N/m and lets the whole body hang 2.5 cm
lower; eleven let it hang 2 mm lower. Explicitly a hand of 0.5 kg bears 0.25 m / dt^2 = 1800 N/m.
"""

from __future__ import annotations

import numpy as np

from systems.kernels import allocating_kernel, kernel
from systems.kernels.actuate import release, write_out
from systems.kernels.giving_way import drive_left
from systems.kernels.inverse import carry_on, coast, gather
from systems.kernels.quaternions import add, cross, dot, norm, rotate, row3, row4, scale, sub
from systems.kernels.step_system import HINGE

STIFFNESS, DAMPING = 400.0, 10.0  # 1/s2 and 1/s, of the body's mass
JUMP, REEL = 0.25, 3.0  # m in a tick, of a place that jumps; m/s with which the end goes after one


@kernel
def find_ends(skeletons, bones, targets, poise, strings, dt):
    """Where each string holds now, and where its end is at the end of this step, and how fast.

    A string that is new begins where it holds, and one that is wanted elsewhere at once goes there at 3 m/s: with a
    jerk of 600 N an arm is at 120 rad/s after 0.1 s.
    """
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i < 0:
            continue
        c = skeletons.owner[i]
        hold, before, last = row3(strings.hold, n), row3(strings.end, n), row3(strings.wanted, n)
        strings.place[n] = add(row3(bones.position, i), rotate(row4(bones.orientation, i), hold))
        if strings.marks[n]:
            out = add(row3(poise.place, i), rotate(row4(targets.relative, i), hold))
            strings.wanted[n] = add(row3(targets.root_position, c), rotate(row4(targets.root_orientation, c), out))
        else:
            strings.wanted[n] = row3(strings.led, n)
        if strings.fresh[n]:
            before = row3(strings.place, n)
            strings.slack[n] = sub(row3(strings.wanted, n), before)
        elif norm(sub(row3(strings.wanted, n), last)) > JUMP:
            strings.slack[n] = sub(row3(strings.wanted, n), before)
        far = norm(row3(strings.slack, n))
        strings.slack[n] = scale(max(0.0, 1.0 - dt * REEL / max(1e-9, far)), row3(strings.slack, n))
        strings.end[n] = sub(row3(strings.wanted, n), row3(strings.slack, n))
        strings.speed[n] = scale(1.0 / dt, sub(row3(strings.end, n), before))
        strings.fresh[n] = False
        mass = skeletons.total_mass[c]
        strings.mass[n] = dt * dt * STIFFNESS * mass + dt * DAMPING * mass


@kernel
def hang_masses(skeletons, bones, dynamics, strings):
    """What hangs on strings is as heavy for the step as they are stiff."""
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i >= 0:
            arm = sub(row3(strings.place, n), row3(bones.position, skeletons.first[skeletons.owner[i]]))
            add_mass(skeletons, dynamics, strings.mass[n], arm, last_freedom(skeletons, i))


@kernel
def is_strung(c, skeletons, strings):
    found = False
    for n in range(strings.count[0]):
        found = found or (strings.bone[n] >= 0 and skeletons.owner[strings.bone[n]] == c)
    return found


@allocating_kernel
def pull_strings(c, skeletons, bones, dynamics, muscles, drives, gravity, dt, demand, strings, torques):
    """`strings.force` on character c, and its torques again, now that its springs know of the strings."""
    first, last, bone, motion = (
        skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.bone, dynamics.motion
    )  # fmt: skip
    a, t, cut = torques.acceleration, torques.generalised, demand.cut
    ask(c, skeletons, bones, dt, strings)
    carry_on(c, skeletons, bones, dynamics, gravity, demand.wrench)
    gather(c, skeletons, demand.wrench)
    left = drive_left(drives, c, first, a)
    for k in range(first, last):
        i = bone[k]
        if k < first + 6:
            cut[k] = t[k] - left[k - first] if k < first + 3 else 0.0
        else:
            cut[k] = t[k] - dot(row3(motion, k), row3(demand.sinew, i))
    over = True
    while over:
        for k in range(first, last):
            i = bone[k]
            a[k] = cut[k] + (drives.torque[c, k - first] if k < first + 3 else 0.0)
            if k >= first + 6:
                a[k] += dot(row3(motion, k), row3(demand.spring, i))
            for n in range(6):
                a[k] -= motion[k, n] * demand.wrench[i, n]
        add_pulls(c, skeletons, bones, dynamics, strings, a)
        release(skeletons, dynamics, drives, c, muscles, demand, torques)
        over = give_way_to(c, skeletons, bones, dynamics, strings, a)
    write_out(skeletons, c, torques)


@allocating_kernel
def ask(c, skeletons, bones, dt, strings):
    """`strings.asked`: F0 of each."""
    first, last, mass = skeletons.first[c], skeletons.first[c + 1], skeletons.total_mass[c]
    turning, moving = np.zeros((last - first, 3)), np.zeros((last - first, 3))
    coast(c, skeletons, bones, turning, moving)
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i < 0 or skeletons.owner[i] != c:
            continue
        w, t = row3(bones.spin, i), row3(turning, i - first)
        arm = rotate(row4(bones.orientation, i), row3(strings.hold, n))
        speed = add(row3(bones.velocity, i), cross(w, arm))
        drift = add(row3(moving, i - first), add(cross(t, arm), cross(w, cross(w, arm))))
        soon = add(speed, scale(dt, drift))  # m/s at the end of the step, if no joint is accelerated
        way = sub(row3(strings.end, n), add(row3(strings.place, n), scale(dt, soon)))
        lag = sub(row3(strings.speed, n), soon)
        strings.asked[n] = add(scale(STIFFNESS * mass, way), scale(DAMPING * mass, lag))


@kernel
def pushed(k, arm, motion):
    """m/s of a place `arm` from the root, for a unit speed of freedom k."""
    turn, shift = row3(motion, k), (motion[k, 3], motion[k, 4], motion[k, 5])
    return add(shift, cross(turn, arm))


@kernel
def add_pulls(c, skeletons, bones, dynamics, strings, out):
    """out += J^T F0."""
    root, chain, depth = skeletons.first[c], skeletons.chain, skeletons.depth
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i < 0 or skeletons.owner[i] != c:
            continue
        arm, force = sub(row3(strings.place, n), row3(bones.position, root)), row3(strings.asked, n)
        lowest = last_freedom(skeletons, i)
        for d in range(depth[lowest] + 1):
            k = chain[lowest, d]
            out[k] += dot(pushed(k, arm, dynamics.motion), force)


@kernel
def last_freedom(skeletons, i):
    kind = skeletons.joint[i]
    return skeletons.freedom[i] + (5 if skeletons.parent[i] < 0 else (0 if kind == HINGE else 2))


@kernel
def give_way_to(c, skeletons, bones, dynamics, strings, a):
    """`strings.force`: F = F0 - K J a. Does one pass its limit? Then it gives just that, and its mass is gone."""
    root, chain, depth, over = skeletons.first[c], skeletons.chain, skeletons.depth, False
    for n in range(strings.count[0]):
        i = strings.bone[n]
        if i < 0 or skeletons.owner[i] != c:
            continue
        arm, lowest = sub(row3(strings.place, n), row3(bones.position, root)), last_freedom(skeletons, i)
        felt = (0.0, 0.0, 0.0)
        for d in range(depth[lowest] + 1):
            k = chain[lowest, d]
            felt = add(felt, scale(a[k], pushed(k, arm, dynamics.motion)))
        force = sub(row3(strings.asked, n), scale(strings.mass[n], felt))
        size = norm(force)
        if size > strings.most[n] * (1.0 + 1e-9) and strings.mass[n] > 0.0:
            force, over = scale(strings.most[n] / size, force), True
            strings.asked[n] = force
            add_mass(skeletons, dynamics, -strings.mass[n], arm, lowest)
            strings.mass[n] = 0.0
        strings.force[n] = force
    return over


@kernel
def add_mass(skeletons, dynamics, mass, arm, lowest):
    """To the mass matrix: m J^T J."""
    chain, depth, matrix = skeletons.chain, skeletons.depth, dynamics.mass_matrix
    for e in range(depth[lowest] + 1):
        k = chain[lowest, e]
        own = scale(mass, pushed(k, arm, dynamics.motion))
        for d in range(e + 1):
            matrix[k, d] += dot(own, pushed(chain[lowest, d], arm, dynamics.motion))
