"""The timed servo as On the Beat prints it (eqs. 4 to 10, algorithm 1): every joint by itself, from what hangs on it.

    m   = s . D s + M |(c - d) x s|^2               about each axis s of the joint at d; D, c, M of its whole subtree
    a   = sum over the joints above of tau / m s    what their torques do to this one
    tau = m (e / lambda^2 + 2 lag / lambda) + m a . s

Put right where the print cannot be meant: gains for steps (systems/laws/timing.py) with n = 3.89 instead of -1 / ln f,
the moment with the parallel axis once, and a parent's acceleration times m. Left as it is: no joint knows what the
joints below and beside it do, nor what holds the root. A lone rod is exact; with a chain that is drawn out the loop
gain is many times 1, and the shorter the time the more certainly it shakes. The weight is held as for other servos
(`support`), which the paper does not do.

`timed_single` takes each bone's own inertia instead of its subtree's, as figure 8's comparison: an upper arm of 2 kg
then is told to swing a forearm, a hand and a glove with the torque for itself alone.
"""

from __future__ import annotations

from numba import njit

from components.rig import Joint
from systems.kernels.quaternions import add, cross, dot, rotate, row3, row4, scale, sub
from systems.laws.timed import apart, time_for
from systems.laws.timing import decay

HINGE = int(Joint.HINGE)
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@njit(cache=True)
def timed_published(members, single, skeletons, bones, dynamics, targets, modes, aims, dt):
    """Fill `aims.inertial` for these characters' joints; `aims.wanted` is what each joint alone would do."""
    kind, freedom, axis, parent = skeletons.joint, skeletons.freedom, skeletons.axis, skeletons.parent
    whirl = aims.whirl
    for c in members:
        root, time, z = skeletons.first[c], 0.0, 0.0
        whirl[root] = (0.0, 0.0, 0.0)
        for i in range(root + 1, skeletons.first[c + 1]):
            given = time_for(i, modes.remaining[c], aims)
            if given != time:
                time, z = given, decay(modes.settle[c], given / dt)
            error, lag = apart(i, bones, targets, aims, dt)
            own = add(scale(((1.0 - z) / dt) ** 2, error), scale((1.0 - z * z) / dt, lag))
            here, above = row4(bones.orientation, i), row3(whirl, parent[i])
            whirl[i] = above
            for n in range(1 if kind[i] == HINGE else 3):
                local = row3(axis, i) if kind[i] == HINGE else AXES[n]
                s, k = rotate(here, local), freedom[i] + n
                m = own_moment(i, local, skeletons) if single else moment(i, s, skeletons, bones, dynamics)
                aims.wanted[k] = dot(own, local)
                aims.inertial[k] = m * (aims.wanted[k] + dot(above, s))
                whirl[i] = add(row3(whirl, i), scale(aims.wanted[k], s))


@njit(cache=True)
def moment(i, s, skeletons, bones, dynamics):
    """kg m2 of the subtree about the axis s through joint i, from its inertia about the root's place."""
    inertia, root = dynamics.composite_inertia, skeletons.first[skeletons.owner[i]]
    d = cross(sub(row3(bones.position, i), row3(bones.position, root)), s)
    about_root = 0.0
    for a in range(3):
        for b in range(3):
            about_root += s[a] * inertia[i, a, b] * s[b]
    towards = cross(row3(dynamics.composite_moment, i), s)
    return about_root + dynamics.composite_mass[i] * dot(d, d) - 2.0 * dot(d, towards)


@njit(cache=True)
def own_moment(i, local, skeletons):
    """kg m2 of bone i alone."""
    arm, principal = cross(row3(skeletons.com, i), local), row3(skeletons.inertia, i)
    turned = principal[0] * local[0] ** 2 + principal[1] * local[1] ** 2 + principal[2] * local[2] ** 2
    return turned + skeletons.mass[i] * dot(arm, arm)


@njit(cache=True)
def hold(c, skeletons, demand, aims):
    """What this law has instead of the whole body's dynamics: the weight, as other servos hold it."""
    for k in range(skeletons.first_freedom[c], skeletons.first_freedom[c + 1]):
        aims.bias[k] = demand.support[k]
