"""How a body stands on its own feet: what they feel, and how they should press.

A body that stands is an inverted pendulum. With c its centre of mass, v the speed of that, h its height above the soles
and w0 = sqrt(g / h), its extrapolated centre of mass (Hof 2005) and the middle p of its pressure on the ground obey

    xi = c + v / w0            xi' = w0 (xi - p)

so feet that press at p = xi + k (xi - aim), as far as there are soles, bring xi to its aim at k w0 a second. The force
that goes through p and c does not turn the body: it leans by (c - p) / h. Two feet share it so that its middle is p:
what they cannot share between them each does within its own sole. Of what goes ahead of the ball of a foot, the toes
press their part.

Nothing comes from outside: joints are told what holds the body against such a pressure (systems/kernels/support.py),
and the ground answers. With w0 = 3.2 / s and 0.13 m from the aim to the tips, 75 kg bear 75 * 3.2 * 0.13 = 31 N s.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from components.arrays import Vec3
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.poise import LOWEST, centre_and_feet
from systems.kernels.quaternions import (
    about_z,
    add,
    conj,
    delta,
    heading,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    unrotate,
)
from systems.kernels.reach import ankle, reach

SOLE = 0.075  # m from the ankle down
BACK, FRONT, SIDE = -0.058, 0.18, 0.04  # m before the ankle and to the sides, within which a sole presses
BALL, TOES = 0.10, 0.18  # m before the ankle: from there on toes press, and with what
MIDDLE = 0.06  # m
LOW = 0.12  # m: a foot that is raised by no more can be set down
BEARS = 0.05  # share of the weight: with less a foot does not count as standing
FOLLOWS = 1.5  # k above
FASTEST = 12.0  # rad/s that a leg is told to turn
TURNS, SLOWS, GRIPS = 200.0, 60.0, 50.0  # N m/rad, N m s/rad and N m with which feet turn the body to its heading


@kernel
def feel(skeletons, bones, contacts, stances, gravity, dt, c):
    """Fill the columns of `stances` down to `facing`."""
    first = skeletons.first[c]
    centre, velocity, _ = centre_and_feet(skeletons, bones, first, skeletons.first[c + 1], c)
    weight, ground = skeletons.total_mass[c] * gravity * dt, 1e9
    stances.load[c] = 0.0
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        if skeletons.owner[i] == c and skeletons.foot[i] and contacts.other_bone[k] < 0:
            while i >= 0 and i != stances.bone[c, 0] and i != stances.bone[c, 1]:
                i = skeletons.parent[i]
            stances.load[c, int(i == stances.bone[c, 1])] += contacts.impulse[k] / weight
    for side in range(2):
        foot = stances.bone[c, side]
        stances.ankle[c, side] = row3(bones.position, foot)
        stances.ahead[c, side] = level(rotate(row4(bones.orientation, foot), (1.0, 0.0, 0.0)))
        ground = min(ground, bones.position[foot, 2] - SOLE)
    rate = sqrt(gravity / max(LOWEST, centre[2] - ground))
    stances.centre[c], stances.velocity[c], stances.rate[c] = centre, velocity, rate
    stances.xi[c] = centre[0] + velocity[0] / rate, centre[1] + velocity[1] / rate
    turn = about_z(heading(row4(bones.orientation, first)))
    stances.facing[c] = level(rotate(turn, (1.0, 0.0, 0.0)))


@kernel
def level(v):
    size = max(1e-9, sqrt(v[0] * v[0] + v[1] * v[1]))
    return v[0] / size, v[1] / size


@allocating_kernel
def soles(stances, c, low):
    """Corners of the soles that press; with `low` also of a foot that could be set down where it is. (n, 2) m.

    A foot that takes a step is left out, unless nothing else is there.
    """
    out, n = np.empty((8, 2)), 0
    ground = min(stances.ankle[c, 0, 2], stances.ankle[c, 1, 2])
    for anything in (False, True):
        for side in range(2):
            bears = stances.load[c, side] > BEARS or (low and stances.ankle[c, side, 2] < ground + LOW)
            if (bears and side != stances.lifted[c]) or anything:
                for corner in range(4):
                    x = BACK if corner in (0, 3) else FRONT
                    y = -SIDE if corner < 2 else SIDE
                    out[n] = on_sole(stances, c, side, x, y)
                    n += 1
        if n > 0:
            break
    return out[:n]


@kernel
def on_sole(stances, c, side, x, y):
    """m in the world, of a place before and to the left of the ankle."""
    u, v = stances.ahead[c, side, 0], stances.ahead[c, side, 1]
    return stances.ankle[c, side, 0] + x * u - y * v, stances.ankle[c, side, 1] + x * v + y * u


@allocating_kernel
def around(points):
    """The corners of the hull of these places, to the left around it (Andrew's monotone chain)."""
    order = np.argsort(points[:, 0] + 1e-7 * points[:, 1])
    hull, n = np.empty((2 * len(points), 2)), 0
    for turn in range(2):
        base = n
        for k in range(len(points)):
            p = place(points, order[k] if turn == 0 else order[len(points) - 1 - k])
            while n > base + 1 and side_of(place(hull, n - 2), place(hull, n - 1), p) <= 0.0:
                n -= 1
            hull[n] = p
            n += 1
        n -= 1  # the last one begins the other half
    return hull[:n]


@kernel
def place(rows, k):
    return rows[k, 0], rows[k, 1]


@kernel
def side_of(a, b, p):
    """m2, above 0 where p is to the left of the way from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@kernel
def nearest(hull, x, y):
    """The place within the hull that is nearest to (x, y)."""
    inside, best, found = True, 1e30, (x, y)
    for k in range(len(hull)):
        a, b = place(hull, k), place(hull, (k + 1) % len(hull))
        u, v = b[0] - a[0], b[1] - a[1]
        inside = inside and side_of(a, b, (x, y)) >= 0.0
        share = min(1.0, max(0.0, ((x - a[0]) * u + (y - a[1]) * v) / max(1e-12, u * u + v * v)))
        px, py = a[0] + share * u, a[1] + share * v
        far = (px - x) * (px - x) + (py - y) * (py - y)
        if far < best:
            best, found = far, (px, py)
    return (x, y) if inside else found


@allocating_kernel
def find_edge(stances, low, c):
    stances.edge[c] = nearest(around(soles(stances, c, low)), stances.xi[c, 0], stances.xi[c, 1])


@allocating_kernel
def plan(skeletons, bones, targets, stances, modes, gravity, c):
    """Fill the columns of `stances` from `planned` on."""
    xi, aim, centre = stances.xi[c], stances.aim[c], row3(stances.centre, c)
    want_x, want_y = xi[0] + FOLLOWS * (xi[0] - aim[0]), xi[1] + FOLLOWS * (xi[1] - aim[1])
    x, y = nearest(around(soles(stances, c, False)), want_x, want_y)
    height = max(LOWEST, gravity / (stances.rate[c] * stances.rate[c]))
    stances.planned[c] = True
    stances.lean[c] = (centre[0] - x) / height, (centre[1] - y) / height
    stances.turn[c] = to_heading(bones.orientation, bones.spin, targets, modes, skeletons.first[c], c)
    left, right = on_sole(stances, c, 0, MIDDLE, 0.0), on_sole(stances, c, 1, MIDDLE, 0.0)
    on_right = share_of_right(stances, left, right, x, y, c)
    off_x = x - left[0] - on_right * (right[0] - left[0])
    off_y = y - left[1] - on_right * (right[1] - left[1])
    for side in range(2):
        u, v = stances.ahead[c, side, 0], stances.ahead[c, side, 1]
        before = min(FRONT, max(BACK, MIDDLE + off_x * u + off_y * v))
        aside = min(SIDE, max(-SIDE, off_y * u - off_x * v))
        toes = max(0.0, before - BALL) / (TOES - BALL) if stances.bone[c, 2 + side] >= 0 else 0.0
        share, low = on_right if side == 1 else 1.0 - on_right, stances.ankle[c, side, 2] - SOLE
        stances.share[c, side], stances.share[c, 2 + side] = share * (1.0 - toes), share * toes
        px, py = on_sole(stances, c, side, min(BALL, before) if toes > 0.0 else before, aside)
        stances.place[c, side] = (px, py, low)
        px, py = on_sole(stances, c, side, TOES, aside)
        stances.place[c, 2 + side] = (px, py, low)


@kernel
def share_of_right(stances, left, right, x, y, c):
    """0..1 of all that is pressed; a foot that is in the air has none."""
    on_left = stances.lifted[c] != 0 and stances.load[c, 0] > BEARS
    on_right = stances.lifted[c] != 1 and stances.load[c, 1] > BEARS
    if on_left != on_right:
        return 1.0 if on_right else 0.0
    u, v = right[0] - left[0], right[1] - left[1]
    return min(1.0, max(0.0, ((x - left[0]) * u + (y - left[1]) * v) / max(1e-9, u * u + v * v)))


@kernel
def to_heading(orientation, spin, targets, modes, root, c):
    """N m about the vertical, with which feet that grip turn the body to its clip's heading."""
    if modes.heading_hold[c] <= 0.0:
        return 0.0
    error = heading(mul(row4(targets.root_orientation, c), conj(row4(orientation, root))))
    torque = TURNS * error + SLOWS * (targets.root_spin[c, 2] - spin[root, 2])
    return min(GRIPS, max(-GRIPS, torque))


@kernel
def keep_flat(skeletons, bones, targets, foot, root):
    """The sole, and the toes on it, lie level, point where they point, and do not turn with the root."""
    x, y = level(rotate(row4(bones.orientation, foot), (1.0, 0.0, 0.0)))
    frame = row4(bones.orientation, root)
    flat = from_x(x, y)
    still = scale(-1.0, unrotate(frame, row3(bones.spin, root)))
    for i in range(foot, len(skeletons.parent)):
        if i == foot or skeletons.parent[i] == foot:
            targets.relative[i] = mul(conj(frame), flat)
            targets.relative_spin[i] = still
            targets.joint[i] = mul(conj(row4(targets.relative, skeletons.parent[i])), row4(targets.relative, i))
            targets.joint_spin[i] = (0.0, 0.0, 0.0)


@kernel
def from_x(x, y):
    """The turn about the vertical that brings +x to the level direction (x, y)."""
    half = sqrt(max(0.0, 0.5 * (1.0 + x)))
    return (0.0, 0.0, y / (2.0 * half), half) if half > 1e-6 else (0.0, 0.0, 1.0, 0.0)


@kernel
def turns_on(stances, targets, i, dt):
    """The bone's targets are said to turn as they have turned since the last tick, no faster than 12 rad/s."""
    if stances.swings[i]:
        way = scale(1.0 / dt, delta(row4(targets.relative, i), row4(stances.before, i)))
        size = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
        targets.relative_spin[i] = scale(min(1.0, FASTEST / max(1e-9, size)), way)
    stances.before[i] = row4(targets.relative, i)
    stances.swings[i] = True


@entry
@allocating_kernel
def feel_ground(t: Handle, c: int, low: bool, dt: float):
    """How the body stands, and where on its soles it could press to come to rest (`low` as for `soles`)."""
    feel(t.skeletons, t.bones, t.contacts, t.stances, t.modes.gravity[c], dt, c)
    find_edge(t.stances, low, c)


@entry
@allocating_kernel
def press_ground(t: Handle, c: int):
    plan(t.skeletons, t.bones, t.targets, t.stances, t.modes, t.modes.gravity[c], c)


@entry
@allocating_kernel
def ankle_in_clip(t: Handle, foot: int):
    """m from the root, in its frame."""
    return ankle(t.skeletons, t.targets, foot)


@entry
@allocating_kernel
def swing_foot(t: Handle, foot: int, root: int, place: Vec3, dt: float):
    """Bring this ankle to a place in the world by the end of the tick; m by which the leg went off its clip."""
    skeletons, bones, targets = t.skeletons, t.bones, t.targets
    frame = row4(bones.orientation, root)
    hips = add(row3(bones.position, root), scale(dt, row3(bones.velocity, root)))
    way = sub(unrotate(frame, sub(place, hips)), ankle(skeletons, targets, foot))
    reach(skeletons, targets, foot, way)
    shin = skeletons.parent[foot]
    turns_on(t.stances, targets, skeletons.parent[shin], dt)
    turns_on(t.stances, targets, shin, dt)
    keep_flat(skeletons, bones, targets, foot, root)
    return way


@entry
@allocating_kernel
def stand_foot(t: Handle, foot: int, root: int, way: Vec3, flat: bool):
    """Move this ankle by so much (m, root's frame) from where its clip has it."""
    skeletons, targets, stances = t.skeletons, t.targets, t.stances
    if norm(way) > 1e-4:
        reach(skeletons, targets, foot, way)
    shin = skeletons.parent[foot]
    stances.before[shin], stances.swings[shin] = row4(targets.relative, shin), True
    thigh = skeletons.parent[shin]
    stances.before[thigh], stances.swings[thigh] = row4(targets.relative, thigh), True
    if flat:
        keep_flat(skeletons, t.bones, targets, foot, root)


@entry
@allocating_kernel
def leave_ground(t: Handle, c: int):
    """Nobody sees to how this body stands."""
    stances = t.stances
    stances.planned[c], stances.lifted[c] = False, -1
    stances.swings[t.skeletons.first[c] : t.skeletons.first[c + 1]] = False
