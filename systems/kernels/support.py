"""What the joints have to hold anyway: the body's weight, from the bones down to the feet that carry it.

With the feet pressed by forces f_c and every bone by its weight, a joint at p that has bones b and touches c below it
stands still under
    tau = -s . sum_b (r_b - p) x m_b g  -  s . sum_c (r_c - p) x f_c
so the servo needs no error to find it. The f_c are upward, share M (g + z'') as the last step's touches share their
load, z'' being the clip's own upward acceleration of the root (a push-off is foreseen as well) and 10/s of what the
root lacks of the clip's upward speed, up to g; they lean by 2/s of what it lacks of the level speed, within their grip.
Only joint torques come of it, nothing from outside. It is scaled by how much of all load the feet carry: a body on the
floor is not told to stand, and one that falls sinks. One leg of a 75 kg body with the knee 0.1 m ahead of the foot's
pressure holds 74 N m.
"""

from __future__ import annotations

from math import sqrt

from systems.kernels import kernel
from systems.kernels.feet import loads
from systems.kernels.quaternions import about_z, conj, cross, heading, mul, rotate, row3, row4, scale, sub

CATCH_UP, CATCH_UP_LEVEL = 10.0, 2.0  # 1/s, of the upward and of the level speed
GRIP = 0.4  # of what presses a foot that it may be told to push sideways
MOST = 3.0  # times its weight that a body is told to press


@kernel
def support(skeletons, bones, contacts, dynamics, targets, modes, muscles, gravity, demand):
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
        mass = skeletons.total_mass[c]
        press = scale(mass / on_feet, wanted_push(c, skeletons.first[c], bones, targets, gravity))
        wrenches(skeletons, bones, contacts, dynamics, c, gravity, press, wrench)
        for k in range(first_freedom[c] + 6, first_freedom[c + 1]):
            work, i = 0.0, bone[k]
            if muscles.support[i] != known:  # bones with different ones are rare
                known = muscles.support[i]
                share = known * modes.authority[c] * modes.grip[c] * on_feet / load
            for a in range(6):
                work += motion[k, a] * wrench[i, a]
            out[k] = -share * work


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
def wrenches(skeletons, bones, contacts, dynamics, c, gravity, per_impulse, out):
    """Turning and pushing effect, about the root, of weights and touches on each bone's subtree; the touches push with
    `per_impulse` (1/s) times their own impulse."""
    root, parent, mass, moment = skeletons.first[c], skeletons.parent, skeletons.subtree_mass, dynamics.weight_moment
    bone, place, impulse, position = contacts.bone, contacts.position, contacts.impulse, bones.position
    owner, foot, other = skeletons.owner, skeletons.foot, contacts.other_bone
    down = (0.0, 0.0, -gravity)
    for i in range(root, skeletons.first[c + 1]):
        turning = cross(row3(moment, i), down)
        for a in range(3):
            out[i, a], out[i, 3 + a] = turning[a], mass[i] * down[a]
    for k in range(contacts.count[0]):
        i = bone[k]
        if owner[i] != c or not foot[i] or (other[k] >= 0 and owner[other[k]] == c):
            continue
        force = scale(impulse[k], per_impulse)
        turning = cross(sub(row3(place, k), row3(position, root)), force)
        while i >= 0:
            for a in range(3):
                out[i, a] += turning[a]
                out[i, 3 + a] += force[a]
            i = parent[i]
