"""What the joints have to hold anyway: the body's weight, from the bones down to the feet that carry it.

With the feet pressed by forces f_c and every bone by its weight, a joint at p that has bones b and touches c below it
stands still under
    tau = -s . sum_b (r_b - p) x m_b g  -  s . sum_c (r_c - p) x f_c
so the servo needs no error to find it. The f_c are upward, share M (g + z'') as the last step's touches share their
load, z'' being the clip's own upward acceleration of the root (a push-off is foreseen as well) and 10/s of what the
root lacks of the clip's upward speed, up to g; they lean by 2/s of what it lacks of the level speed, within their grip.
Only joint torques come of it, nothing from outside. It is scaled by how much of all load the feet carry: a body on the
floor is not told to stand, and one that falls sinks. Who rises is told less where he tips: all where his middle is
within 0.3 m of the middle of what bears him, nothing from 0.6 m on (`modes.off`). On his toes alone, 0.6 m behind his
middle, he was told 430 N m at a hip, which no floor gives back: they turned his pelvis.
One leg of a 75 kg body with the knee 0.1 m ahead of the foot's pressure holds 74 N m.
"""

from __future__ import annotations

from math import sqrt

from systems.kernels import kernel
from systems.kernels.feet import loads
from systems.kernels.quaternions import about_z, conj, cross, heading, mul, rotate, row3, row4, scale, sub

CATCH_UP, CATCH_UP_LEVEL = 10.0, 2.0  # 1/s, of the upward and of the level speed
GRIP = 0.4  # of what presses a foot that it may be told to push sideways
EVER = 1e29  # m
MOST = 3.0  # times its weight that a body is told to press


@kernel
def support(skeletons, bones, contacts, stances, dynamics, targets, modes, muscles, gravity, demand):
    """Fill `demand.support` (freedoms, N m) for all characters."""
    first_freedom, bone, motion, wrench = skeletons.first_freedom, skeletons.bone, dynamics.motion, demand.wrench
    out = demand.support
    out[:] = 0.0
    for c in range(len(skeletons.total_mass)):
        if modes.support[c] <= 0.0 or gravity <= 0.0:
            continue
        on_feet, load = loads(skeletons, contacts, c)
        if on_feet <= 0.0:
            continue
        known, share = -1.0, 0.0
        wrenches(skeletons, bones, contacts, stances, dynamics, targets, c, gravity, on_feet, wrench)
        for k in range(first_freedom[c] + 6, first_freedom[c + 1]):
            work, i = 0.0, bone[k]
            if muscles.support[i] != known:  # bones with different ones are rare
                known = muscles.support[i]
                share = known * modes.authority[c] * modes.grip[c] * on_feet / load
                if modes.off[c] < EVER:
                    share *= borne(skeletons, bones, contacts, dynamics, c, load, modes.off[c])
            for a in range(6):
                work += motion[k, a] * wrench[i, a]
            out[k] = -share * work


@kernel
def borne(skeletons, bones, contacts, dynamics, c, load, off):
    """1 where the body's middle is within `off` m of the middle of what bears it, `load` N s; 0 from twice that on."""
    owner, bone, other = skeletons.owner, contacts.bone, contacts.other_bone
    root, mass = skeletons.first[c], skeletons.total_mass[c]
    x = bones.position[root, 0] + dynamics.weight_moment[root, 0] / mass
    y = bones.position[root, 1] + dynamics.weight_moment[root, 1] / mass
    for k in range(contacts.count[0]):
        if owner[bone[k]] == c and (other[k] < 0 or owner[other[k]] != c):
            x -= contacts.impulse[k] / load * contacts.position[k, 0]
            y -= contacts.impulse[k] / load * contacts.position[k, 1]
    return min(1.0, max(0.0, 2.0 - sqrt(x * x + y * y) / off))


@kernel
def wanted_push(c, root, bones, targets, gravity):
    """m/s2 that the feet should give the body: to carry it, lift it as the clip does, and catch up with its speed."""
    actual, target = row4(bones.orientation, root), row4(targets.root_orientation, c)
    turn = about_z(heading(mul(actual, conj(target))))
    late = sub(rotate(turn, row3(targets.root_velocity, c)), row3(bones.velocity, root))
    up = gravity + targets.root_lift[c] + min(gravity, max(-gravity, CATCH_UP * late[2]))
    up = min(MOST * gravity, max(0.0, up))
    x, y = CATCH_UP_LEVEL * late[0], CATCH_UP_LEVEL * late[1]
    share = min(1.0, GRIP * up / max(1e-9, sqrt(x * x + y * y)))
    return (share * x, share * y, up)


@kernel
def wrenches(skeletons, bones, contacts, stances, dynamics, targets, c, gravity, on_feet, out):
    """Turning and pushing effect, about the root, of weights and of what feet press on each bone's subtree; `on_feet`
    (N s) is what they pressed in the last step."""
    mass, push = skeletons.total_mass[c], wanted_push(c, skeletons.first[c], bones, targets, gravity)
    weights(skeletons, dynamics, c, gravity, out)
    if stances.planned[c]:
        press_as_planned(skeletons, bones, stances, c, mass * push[2], out)
    else:
        press_as_before(skeletons, bones, contacts, c, scale(mass / on_feet, push), out)


@kernel
def weights(skeletons, dynamics, c, gravity, out):
    mass, moment, down = skeletons.subtree_mass, dynamics.weight_moment, (0.0, 0.0, -gravity)
    for i in range(skeletons.first[c], skeletons.first[c + 1]):
        turning = cross(row3(moment, i), down)
        for a in range(3):
            out[i, a], out[i, 3 + a] = turning[a], mass[i] * down[a]


@kernel
def press_as_before(skeletons, bones, contacts, c, per_impulse, out):
    """Feet press where they pressed in the last step: `per_impulse` (1/s) times what it was."""
    owner, foot, root = skeletons.owner, skeletons.foot, row3(bones.position, skeletons.first[c])
    bone, place, impulse, other = contacts.bone, contacts.position, contacts.impulse, contacts.other_bone
    for k in range(contacts.count[0]):
        i = bone[k]
        if owner[i] != c or not foot[i] or (other[k] >= 0 and owner[other[k]] == c):
            continue
        force = scale(impulse[k], per_impulse)
        push_up_chain(skeletons.parent, i, cross(sub(row3(place, k), root), force), force, out)


@kernel
def press_as_planned(skeletons, bones, stances, c, weight, out):
    """Feet press where they are to press, `weight` N in all (systems/kernels/standing.py)."""
    root = row3(bones.position, skeletons.first[c])
    for spot in range(4):
        up = stances.share[c, spot] * weight
        if up > 0.0:
            force = planned_force(stances, c, up)
            x, y, z = cross(sub(planned_place(stances, c, spot), root), force)
            turning = (x, y, z + stances.share[c, spot] * stances.turn[c])
            push_up_chain(skeletons.parent, stances.bone[c, spot], turning, force, out)


@kernel
def planned_force(stances, c, up):
    """N, of a foot that presses with `up` N."""
    return (up * stances.lean[c, 0], up * stances.lean[c, 1], up)


@kernel
def planned_place(stances, c, spot):
    return (stances.place[c, spot, 0], stances.place[c, spot, 1], stances.place[c, spot, 2])


@kernel
def push_up_chain(parent, i, turning, force, out):
    while i >= 0:
        for a in range(3):
            out[i, a] += turning[a]
            out[i, 3 + a] += force[a]
        i = parent[i]
