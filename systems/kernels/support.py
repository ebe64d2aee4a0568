"""What the joints have to hold anyway: the body's weight, from the bones down to the feet that carry it.

With the feet pressed by forces f_c and every bone by its weight, a joint at p that has bones b and touches c below it
stands still under
    tau = -s . sum_b (r_b - p) x m_b g  -  s . sum_c (r_c - p) x f_c
so the servo needs no error to find it. The f_c are upward, share M (g + z'') as the last step's touches share their
load, z'' being the clip's own upward acceleration of the root: a push-off is foreseen as well. Only joint torques come
of it, nothing from outside. It is scaled by how much of all load the feet carry: a body on the floor is not told to
stand. One leg of a 75 kg body with the knee 0.1 m ahead of the foot's pressure holds 74 N m.
"""

from __future__ import annotations

from numba import njit

from systems.kernels.quaternions import cross, sub

MOST = 3.0  # times its weight that a body is told to press


@njit(cache=True)
def support(skeletons, bones, contacts, dynamics, targets, modes, gravity, demand):
    """Fill `demand.support` (freedoms, N m) for all characters."""
    demand.support[:] = 0.0
    for c in range(len(skeletons.total_mass)):
        if modes.support[c] <= 0.0 or gravity <= 0.0:
            continue
        on_feet, load = loads(skeletons, contacts, c)
        if on_feet <= 0.0:
            continue
        share = modes.support[c] * modes.authority[c] * on_feet / load
        weight = skeletons.total_mass[c] * gravity
        press = min(MOST * weight, max(0.0, skeletons.total_mass[c] * (gravity + targets.root_lift[c])))
        wrenches(skeletons, bones, contacts, dynamics, c, gravity, press / on_feet, demand.wrench)
        for k in range(skeletons.first_freedom[c] + 6, skeletons.first_freedom[c + 1]):
            m, w = dynamics.motion[k], demand.wrench[skeletons.bone[k]]
            work = m[0] * w[0] + m[1] * w[1] + m[2] * w[2] + m[3] * w[3] + m[4] * w[4] + m[5] * w[5]
            demand.support[k] = -share * work


@njit(cache=True)
def loads(skeletons, contacts, c):
    """N s of the last step: on the feet, and in all, of what presses the body from outside."""
    on_feet, load = 0.0, 0.0
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        if skeletons.owner[i] != c or (contacts.other_bone[k] >= 0 and skeletons.owner[contacts.other_bone[k]] == c):
            continue
        load += contacts.impulse[k]
        if skeletons.foot[i]:
            on_feet += contacts.impulse[k]
    return on_feet, load


@njit(cache=True)
def wrenches(skeletons, bones, contacts, dynamics, c, gravity, per_impulse, out):
    """Turning and pushing effect, about the root, of weights and touches on each bone's subtree."""
    root, last = skeletons.first[c], skeletons.first[c + 1]
    for i in range(root, last):
        weight = (0.0, 0.0, -gravity * skeletons.subtree_mass[i])
        turning = cross(dynamics.weight_moment[i], (0.0, 0.0, -gravity))
        for a in range(3):
            out[i, a], out[i, 3 + a] = turning[a], weight[a]
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        if skeletons.owner[i] != c or not skeletons.foot[i]:
            continue
        force = (0.0, 0.0, per_impulse * contacts.impulse[k])
        turning = cross(sub(contacts.position[k], bones.position[root]), force)
        while i >= 0:
            for a in range(3):
                out[i, a] += turning[a]
                out[i, 3 + a] += force[a]
            i = skeletons.parent[i]
