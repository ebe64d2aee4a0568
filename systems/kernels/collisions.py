"""The first stage of a collision: new velocities for all bodies that meet in the coming step.

Bodies have the coordinates of the tree: freedoms of characters, then six of each loose thing. Row r of `rows` is how
fast touch r's two bodies come apart for each of them (J), row r of `answers` what an impulse of 1 N s there does to
them (M^-1 J^T), M being the whole bodies' own mass matrix: no contact masses, no muscles.

An impact begins where two would go through each other in the step, faster than they fall together in three. Whoever
they touch at that moment takes part, through any number of bodies: the floor under the feet of one that is struck.
A light hand would leave at 120 rad/s, and a step of 1/120 s makes energy of that. So joints have rows too: as a touch
keeps two from going through each other, one of these keeps a joint from turning faster than FAST. It is an impulse
within the body: momentum is kept, and energy only lost.

A ball of 5 kg that meets a hanging body's chest with 6 m/s leaves with what both have there, not with 6 m/s.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from components.rig import FREEDOMS, Joint
from systems.kernels import allocating_kernel, kernel
from systems.kernels.dynamics import add_up, mass_matrix, own_inertia, unit_motions
from systems.kernels.impacts import moving
from systems.kernels.pushes import impulses
from systems.kernels.quaternions import add, cross, dot, rotate, row3, row4, scale, sub, unrotate
from systems.kernels.touches import row_of
from systems.kernels.tree import factor, solve

HINGE, ROOT = int(Joint.HINGE), int(Joint.ROOT)
ROOM = FREEDOMS[Joint.ROOT]
SLOW = 0.25  # m/s: two that come together slower are left to the contact stage
FAST = 20.0  # rad/s about each axis: no impact turns a joint faster; the engine's step gains energy where it does
SAME_PLACE = 0.01  # m
SAME_RATE = 1e-6
MOST_THROWN = 64  # freedoms of joints that may come to that in one impact
QUIET = 0.5  # m/s: an impact in which nothing is faster does not bounce


@allocating_kernel
def collide(skeletons, bones, modes, before, touches, bodies, mass, inertia, dt, restitution, full, out, moved):
    """Fill `out` (components.table.Jolts) and `moved` (things, 6: velocity and spin after it); has anything met?

    `mass` and `inertia` are of the loose things, in the order of `before`.
    """
    out.count[0] = 0
    out.struck[:] = False
    moved[:, 0] = np.nan
    near = take_near(skeletons, bones, before, touches, bodies, out)
    hot = np.zeros(len(bodies) + before.things[0], np.bool_)
    fastest = begin(skeletons, modes, dt, near, hot, out)
    if fastest == 0.0:
        return False
    n = keep(skeletons, modes, dt, near, hot, out)
    e = restitution if fastest > QUIET else 0.0
    weigh(skeletons, bones, hot, out)
    free = len(skeletons.bone)
    thrown, limits = np.empty(MOST_THROWN, np.int64), 0
    while True:
        rows = np.zeros((3 * (n + limits), free + ROOM * before.things[0]))
        speed, reach, rough = np.zeros(len(rows)), np.empty(n + limits), np.zeros(n + limits, np.bool_)
        ask_touches(n, skeletons, bones, modes, before, hot, dt, e, out, rows, speed, reach)
        rough[:n] = full
        ask_joints(n, thrown[:limits], skeletons, bones, rows, speed, reach)
        answers = rows.copy()
        answer(skeletons, before, mass, inertia, hot, free, answers, out)
        push, give = np.empty(len(rows)), np.empty((len(rows), len(rows)))
        for r in range(len(rows)):
            for s in range(r + 1):
                give[r, s] = give[s, r] = product(skeletons, r, s, rows, answers, hot, free)
        impulses(give, speed, reach, e, rough, push)
        more = throws(skeletons, bones, hot, push, answers, thrown, limits)
        if more == limits:
            break
        limits = more
    tell(n, push, bodies, skeletons, out)
    move_bodies(skeletons, bones, modes, hot, push, answers, out)
    move_things(before, hot, len(bodies), free, push, answers, moved)
    return True


@kernel
def ask_touches(n, skeletons, bones, modes, before, hot, dt, e, out, rows, speed, reach):
    free = len(skeletons.bone)
    for k in range(n):
        reach[k] = within(out.gap[k], -out.apart[k], e, dt)
        write_rows(k, skeletons, bones, modes, before, hot, free, rows, out)
        across, comes = axes(row3(out.normal, k)), row3(out.relative, k)
        for a in range(3):
            speed[3 * k + a] = dot(comes, across[a])


@kernel
def ask_joints(n, thrown, skeletons, bones, rows, speed, reach):
    """After n touches: joints that are not to turn faster than FAST, or than they do."""
    for m in range(len(thrown)):
        k, sign = thrown[m] // 2, 1.0 - 2.0 * (thrown[m] % 2)
        rate = sign * joint_rate(k, skeletons, bones)
        rows[3 * (n + m), k], speed[3 * (n + m)] = -sign, -rate
        reach[n + m] = max(FAST, rate)


@allocating_kernel
def falling(skeletons, bones, bodies, tip_bone, tips, least):
    """Of the balls at the ends of bones (middle and radius, m) those that go down faster than `least` (m/s), as
    `Engine.coming` takes them."""
    found, n = np.empty((len(tips), 6)), 0
    for k in range(len(tips)):
        i = tip_bone[k]
        place = add(row3(bones.position, i), rotate(row4(bones.orientation, i), row3(tips, k)))
        if moving(row3(bones.position, i), row3(bones.velocity, i), row3(bones.spin, i), place)[2] < -least:
            c = skeletons.owner[i]
            found[n, 0], found[n, 1], found[n, 5] = bodies[c], i - skeletons.first[c] - 1, tips[k, 3]
            for a in range(3):
                found[n, 2 + a] = place[a]
            n += 1
    return found[:n]


@kernel
def joint_rate(k, skeletons, bones):
    """rad/s of a joint's freedom before the impact."""
    i = skeletons.bone[k]
    if skeletons.joint[i] == HINGE:
        return dot(row3(bones.joint_spin, i), row3(skeletons.axis, i))
    return bones.joint_spin[i, k - skeletons.freedom[i]]


@kernel
def throws(skeletons, bones, hot, push, answers, thrown, limits):
    """Add freedoms of joints that would turn faster than FAST, and than they did, to `thrown`: twice the freedom, and
    1 more where backwards. How many there are."""
    for c in range(len(skeletons.total_mass)):
        if not hot[c]:
            continue
        for k in range(skeletons.first_freedom[c] + ROOM, skeletons.first_freedom[c + 1]):
            rate = joint_rate(k, skeletons, bones)
            after = rate + changed(k, push, answers)
            if abs(after) <= FAST or limits == len(thrown):
                continue
            row = 2 * k + (1 if after < 0.0 else 0)
            known = abs(after) <= max(FAST, rate if after > 0.0 else -rate) * (1.0 + SAME_RATE)
            for m in range(limits):
                known = known or thrown[m] == row
            if not known:
                thrown[limits] = row
                limits += 1
    return limits


@kernel
def within(gap, closing, e, dt):
    """m/s at which two may come together: what bounces does so where it is, the rest comes as near as to touch."""
    if gap <= 0.0 or (e > 0.0 and closing * dt > gap):
        return 0.0
    return gap / dt


@kernel
def take_near(skeletons, bones, before, touches, bodies, out):
    """The engine's rows, each pair's once; how many. What there is no room for is left to the engine."""
    first, n = skeletons.first, 0
    for k in range(len(touches)):
        own, other = touches[k, 0], touches[k, 1]
        i = row_of(own, touches[k, 2], bodies, first)
        j = row_of(other, touches[k, 3], bodies, first)
        if (j >= 0 and other < own) or n == len(out.bone) // 2:
            continue
        normal = (touches[k, 8], touches[k, 9], touches[k, 10])
        out.gap[n] = touches[k, 11]
        place = sub((touches[k, 5], touches[k, 6], touches[k, 7]), scale(0.5 * out.gap[n], normal))
        if known(n, i, int(other), place, out):
            continue
        thing = -1
        for t in range(before.things[0]):
            if before.thing[t] == int(other):
                thing = t
        out.bone[n], out.other[n], out.other_bone[n], out.thing[n] = i, int(other), j, thing
        goes = moving(row3(bones.position, i), row3(bones.velocity, i), row3(bones.spin, i), place)
        comes = (0.0, 0.0, 0.0)
        if j >= 0:
            comes = moving(row3(bones.position, j), row3(bones.velocity, j), row3(bones.spin, j), place)
        elif thing >= 0:
            m = before.thing_motion
            velocity, spin = (m[thing, 7], m[thing, 8], m[thing, 9]), (m[thing, 10], m[thing, 11], m[thing, 12])
            comes = moving((m[thing, 0], m[thing, 1], m[thing, 2]), velocity, spin, place)
        relative = sub(goes, comes)
        out.apart[n] = dot(relative, normal)
        for a in range(3):
            out.position[n, a], out.normal[n, a], out.relative[n, a] = place[a], normal[a], relative[a]
        n += 1
    return n


@kernel
def known(n, bone, other, place, out):
    """Is there such a touch already, hardly elsewhere?"""
    for k in range(n):
        if out.bone[k] == bone and out.other[k] == other:
            way = sub(place, row3(out.position, k))
            if dot(way, way) < SAME_PLACE * SAME_PLACE:
                return True
    return False


@kernel
def sides(k, skeletons, modes, characters, out):
    """The two bodies of a touch that an impulse moves: a character, a thing after all of them; -1: nobody."""
    i, j, t = out.bone[k], out.other_bone[k], out.thing[k]
    own = skeletons.owner[i]
    other = skeletons.owner[j] if j >= 0 else (characters + t if t >= 0 else -1)
    if modes.placed[own]:
        own = -1
    if 0 <= other < characters and modes.placed[other]:
        other = -1
    return own, other


@kernel
def begin(skeletons, modes, dt, near, hot, out):
    """Who is in an impact; m/s of the fastest touch that begins one, 0 if there is none."""
    fastest, characters = 0.0, len(modes.placed)
    for k in range(near):
        own, other = sides(k, skeletons, modes, characters, out)
        if out.apart[k] < -SLOW and out.gap[k] + out.apart[k] * dt < 0.0 and (own >= 0 or other >= 0):
            fastest = max(fastest, -out.apart[k])
            if own >= 0:
                hot[own] = True
            if other >= 0:
                hot[other] = True
    spreads = fastest > 0.0
    while spreads:
        spreads = False
        for k in range(near):
            own, other = sides(k, skeletons, modes, characters, out)
            if own >= 0 and other >= 0 and hot[own] != hot[other]:
                hot[own] = hot[other] = spreads = True
    return fastest


@kernel
def keep(skeletons, modes, dt, near, hot, out):
    """Bring touches that take part to the front; how many."""
    n, characters = 0, len(modes.placed)
    for k in range(near):
        own, other = sides(k, skeletons, modes, characters, out)
        if (own >= 0 and hot[own]) or (other >= 0 and hot[other]):
            swap(n, k, out)
            n += 1
    return n


@kernel
def swap(n, k, out):
    out.bone[n], out.other[n], out.other_bone[n], out.thing[n] = (
        out.bone[k], out.other[k], out.other_bone[k], out.thing[k]
    )  # fmt: skip
    out.gap[n], out.apart[n] = out.gap[k], out.apart[k]
    for a in range(3):
        out.position[n, a], out.normal[n, a], out.relative[n, a] = (
            out.position[k, a], out.normal[k, a], out.relative[k, a]
        )  # fmt: skip


@kernel
def weigh(skeletons, bones, hot, out):
    """Factors of the mass matrices."""
    own_inertia(skeletons, bones, out)
    add_up(skeletons, out)
    unit_motions(skeletons, bones, out.motion)
    mass_matrix(skeletons, out)
    for c in range(len(skeletons.total_mass)):
        if hot[c]:
            first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
            factor(out.mass_matrix, skeletons.chain, skeletons.depth, first, last)


@kernel
def axes(normal):
    """The normal and two directions across it."""
    x, y, z = normal
    aside = (0.0, -z, y) if abs(x) < 0.6 else (z, 0.0, -x)
    aside = scale(1.0 / sqrt(dot(aside, aside)), aside)
    return normal, aside, cross(normal, aside)


@kernel
def write_rows(k, skeletons, bones, modes, before, hot, free, rows, out):
    place, across = row3(out.position, k), axes(row3(out.normal, k))
    own, other = sides(k, skeletons, modes, len(modes.placed), out)
    for a in range(3):
        if own >= 0:
            write_bone(3 * k + a, out.bone[k], 1.0, place, across[a], skeletons, bones, out.motion, rows)
        if out.other_bone[k] >= 0 and other >= 0:
            write_bone(3 * k + a, out.other_bone[k], -1.0, place, across[a], skeletons, bones, out.motion, rows)
        elif out.thing[k] >= 0:
            t, m = out.thing[k], before.thing_motion
            turn = cross(sub(place, (m[t, 0], m[t, 1], m[t, 2])), across[a])
            for b in range(3):
                rows[3 * k + a, free + ROOM * t + b] = -turn[b]
                rows[3 * k + a, free + ROOM * t + 3 + b] = -across[a][b]


@kernel
def write_bone(r, i, sign, place, along, skeletons, bones, motion, rows):
    root = skeletons.first[skeletons.owner[i]]
    turn = cross(sub(place, row3(bones.position, root)), along)
    last = skeletons.freedom[i]
    last += 5 if skeletons.joint[i] == ROOT else (0 if skeletons.joint[i] == HINGE else 2)
    for d in range(skeletons.depth[last] + 1):
        j = skeletons.chain[last, d]
        value = 0.0
        for b in range(3):
            value += motion[j, b] * turn[b] + motion[j, 3 + b] * along[b]
        rows[r, j] += sign * value


@allocating_kernel
def answer(skeletons, before, mass, inertia, hot, free, answers, out):
    """Rows of J become rows of M^-1 J^T."""
    characters = len(skeletons.total_mass)
    for r in range(len(answers)):
        row = answers[r]
        for c in range(characters):
            if hot[c]:
                first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
                solve(out.mass_matrix, skeletons.chain, skeletons.depth, first, last, row)
        for t in range(before.things[0]):
            if hot[characters + t]:
                at, m = free + ROOM * t, before.thing_motion
                q = (m[t, 3], m[t, 4], m[t, 5], m[t, 6])
                x, y, z = unrotate(q, (row[at], row[at + 1], row[at + 2]))
                turn = rotate(q, (x / inertia[t, 0], y / inertia[t, 1], z / inertia[t, 2]))
                for b in range(3):
                    row[at + b] = turn[b]
                    row[at + 3 + b] /= mass[t]


@kernel
def product(skeletons, r, s, rows, answers, hot, free):
    total, characters = 0.0, len(skeletons.total_mass)
    for c in range(characters):
        if hot[c]:
            for k in range(skeletons.first_freedom[c], skeletons.first_freedom[c + 1]):
                total += rows[r, k] * answers[s, k]
    for t in range(characters, len(hot)):
        if hot[t]:
            for k in range(free + ROOM * (t - characters), free + ROOM * (t - characters + 1)):
                total += rows[r, k] * answers[s, k]
    return total


@kernel
def tell(n, push, bodies, skeletons, out):
    """Those that push, to the front, and once more from the other side where that is a character too."""
    told = 0
    for k in range(n):
        if push[3 * k] > 0.0:
            swap(told, k, out)
            out.impulse[told] = push[3 * k]
            told += 1
    for k in range(told):
        i, j = out.bone[k], out.other_bone[k]
        if j < 0 or skeletons.owner[j] == skeletons.owner[i]:
            continue
        m = out.count[0] + told
        out.bone[m], out.other[m], out.other_bone[m], out.thing[m] = j, bodies[skeletons.owner[i]], i, -1
        out.impulse[m] = out.impulse[k]
        for a in range(3):
            out.position[m, a], out.normal[m, a] = out.position[k, a], -out.normal[k, a]
        out.count[0] += 1
    out.count[0] += told


@kernel
def move_bodies(skeletons, bones, modes, hot, push, answers, out):
    """How they move after it, as the engine takes it."""
    for c in range(len(skeletons.total_mass)):
        out.struck[c] = hot[c]
        if not hot[c]:
            continue
        root = skeletons.first[c]
        for a in range(3):
            k = skeletons.first_freedom[c] + a
            out.base[c, a] = bones.velocity[root, a] + changed(k + 3, push, answers)
            out.base[c, 3 + a] = bones.spin[root, a] + changed(k, push, answers)
        for i in range(root + 1, skeletons.first[c + 1]):
            k = skeletons.freedom[i]
            if skeletons.joint[i] == HINGE:
                rate = dot(row3(bones.joint_spin, i), row3(skeletons.axis, i))
                out.spin[i, 0] = rate + changed(k, push, answers)
            else:
                for a in range(3):
                    out.spin[i, a] = bones.joint_spin[i, a] + changed(k + a, push, answers)


@kernel
def move_things(before, hot, characters, free, push, answers, moved):
    for t in range(before.things[0]):
        if hot[characters + t]:
            for a in range(3):
                k = free + ROOM * t + a
                moved[t, a] = before.thing_motion[t, 7 + a] + changed(k + 3, push, answers)
                moved[t, 3 + a] = before.thing_motion[t, 10 + a] + changed(k, push, answers)


@kernel
def changed(k, push, answers):
    total = 0.0
    for r in range(len(push)):
        total += answers[r, k] * push[r]
    return total


@kernel
def add_jolts(jolts, contacts):
    """To the touches of the step: what met before it has pushed as well, where the engine has none a row of its own."""
    for k in range(jolts.count[0]):
        found = -1
        for m in range(contacts.count[0]):
            same = contacts.bone[m] == jolts.bone[k] and contacts.other_bone[m] == jolts.other_bone[k]
            if found < 0 and same and contacts.other[m] == jolts.other[k]:
                found = m
        if found < 0 and contacts.count[0] < len(contacts.bone):
            found = contacts.count[0]
            contacts.count[0] += 1
            contacts.bone[found], contacts.other[found], contacts.other_bone[found] = (
                jolts.bone[k], jolts.other[k], jolts.other_bone[k]
            )  # fmt: skip
            contacts.impulse[found] = 0.0
            for a in range(3):
                contacts.position[found, a], contacts.normal[found, a] = jolts.position[k, a], jolts.normal[k, a]
        if found >= 0:
            contacts.impulse[found] += jolts.impulse[k]
