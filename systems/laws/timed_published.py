"""The timed servo as On the Beat prints it (eqs. 4 to 10, algorithm 1): every joint by itself, from what hangs on it.

    m   = s . D s + M |(c - d) x s|^2               about each axis s of the joint at d; D, c, M of its whole subtree
    a   = sum over the joints above of tau / m s    what their torques do to this one
    tau = m (e / lambda^2 + 2 lag / lambda) + m a . s

The time constant is that of the whole time (`timing` fixed): with the time that is left it shakes in any chain.

Put right where the print cannot be meant: gains for steps (systems/laws/timing.py) with n = 3.89 instead of -1 / ln f,
the moment with the parallel axis once, and a parent's acceleration times m. Left as it is: no joint knows what the
joints below and beside it do, nor what holds the root. A lone rod is exact; with a chain that is drawn out the loop
gain is many times 1, and the shorter the time the more certainly it shakes. The weight is held as for other servos
(`support`), which the paper does not do. A joint without a key-frame is held as by `world`: the paper leaves legs out,
and this form of it throws down whoever stands by it, whatever time he is given (0.25 to 1.2 s were tried). So is the
trunk, where two arms and a head hang on one joint: by this form it shakes itself to pieces within ten steps.

`timed_single` takes each bone's own inertia instead of its subtree's, as figure 8's comparison: an upper arm of 2 kg
then is told to swing a forearm, a hand and a glove with the torque for itself alone.

`timed_tuned` is figure 7's comparison: the gains that are right for a joint's first key-frame, as the body is when that
begins, kept for all that follow; of parents it knows nothing.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from components.arrays import Ints1, Vec3
from components.law import THROUGH_JOINTS, Asks, Law, compiled, declare
from components.rig import Joint
from components.table import Skeletons
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import add, cross, delta, dot, mul, norm, rotate, row3, row4, scale, sub
from systems.laws.gains import FARTHEST_PULL, ask
from systems.laws.timed import apart
from systems.laws.timing import LEAST_S, decay, time_for

AS_PRINTED = declare(
    Law(
        name="timed_published",
        place=6,
        module=__name__,
        about="the same joint by joint, as the paper prints it: short times shake it",
        asks=Asks.JOINTS,
        couplings=THROUGH_JOINTS,
        takes_keys=True,
        told_weight=True,
    )
)
OF_SINGLE_BONES = declare(
    Law(
        name="timed_single",
        place=7,
        module=__name__,
        about="the same with the inertia of each joint's own bone alone: it comes too late",
        asks=Asks.JOINTS,
        couplings=THROUGH_JOINTS,
        takes_keys=True,
        told_weight=True,
    )
)
KEEPING_GAINS = declare(
    Law(
        name="timed_tuned",
        place=8,
        module=__name__,
        about="gains that suit a joint's first key-frame, kept: later ones are missed",
        asks=Asks.JOINTS,
        couplings=THROUGH_JOINTS,
        takes_keys=True,
        told_weight=True,
    )
)
HINGE = int(Joint.HINGE)
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
PUBLISHED, SINGLE, TUNED = 0, 1, 2
CALM = (600.0, 600.0, 300.0)  # rad/s2 of each: what shakes may shake, but not itself to pieces; 1 rad in 0.14 s is 600


@kernel
def timed_published(rows, form, skeletons, bones, dynamics, targets, modes, muscles, aims, dt, demand):
    """Fill `aims.inertial` of the joints with key-frames (`demand.own`); ask for the other bones.

    Of joints above, those count that the same law moves: what others do it does not know.
    """
    kind, freedom, axis, parent, acting = (
        skeletons.joint, skeletons.freedom, skeletons.axis, skeletons.parent, muscles.acting
    )  # fmt: skip
    ancestor_acceleration, keyed = aims.ancestor_acceleration, aims.keyed
    for i in rows:
        c = skeletons.owner[i]
        root, known = skeletons.first[c], parent[i]
        while known > root and acting[known] != acting[i]:
            known = parent[known]
        ancestor_acceleration[i] = row3(ancestor_acceleration, known) if known > root else (0.0, 0.0, 0.0)
        demand.own[i] = keyed[i] and skeletons.limb[i]
        if not demand.own[i]:
            aims.tuned_s[i] = 0.0
            f, share = muscles.frequency[i], muscles.strength[i] * modes.authority[c]
            hold(i, root, skeletons, bones, targets, aims, f, share, dt, demand)
            continue
        demand.torque[i], demand.gain[i] = (0.0, 0.0, 0.0), 0.0
        if form == TUNED and aims.tuned_s[i] == 0.0:
            aims.tuned_s[i] = aims.span[i]
            tune(i, skeletons, bones, dynamics, aims.tuned)
        time = aims.tuned_s[i] if form == TUNED else time_for(i, False, aims)  # fixed: see above
        z = decay(muscles.settle[i], time / dt)
        error, lag = apart(i, bones, targets, aims, dt)
        own = add(scale(((1.0 - z) / dt) ** 2, error), scale((1.0 - z * z) / dt, lag))
        own = scale(min(1.0, CALM[form] / max(1e-9, norm(own))), own)
        here, above = row4(bones.orientation, i), row3(ancestor_acceleration, i)
        for n in range(1 if kind[i] == HINGE else 3):
            local = row3(axis, i) if kind[i] == HINGE else AXES[n]
            s, k = rotate(here, local), freedom[i] + n
            if form == TUNED:
                aims.inertial[k] = aims.tuned[k] * dot(own, local)
                continue
            m = own_moment(i, local, skeletons) if form == SINGLE else moment(i, s, skeletons, bones, dynamics)
            aims.inertial[k] = m * (dot(own, local) + dot(above, s))
            ancestor_acceleration[i] = add(row3(ancestor_acceleration, i), scale(dot(own, local), s))


@kernel
def hold(i, root, skeletons, bones, targets, aims, f, share, dt, demand):
    """Bone i as the servo `world` has it; what hangs on a joint with a key-frame goes with its parent.

    A joint of the trunk that has one itself is led there evenly.
    """
    above, here, keyed = skeletons.parent[i], row4(bones.orientation, i), aims.keyed
    over = above
    while over > root and not keyed[over]:
        over = skeletons.parent[over]
    if keyed[i]:
        goal, left = mul(row4(bones.orientation, above), row4(aims.joint, i)), max(LEAST_S, aims.left[i])
        way = delta(goal, here)
        error, wanted = scale(dt / left, way), scale(1.0 / left, way)
    elif over > root:
        error = delta(mul(row4(bones.orientation, above), row4(targets.joint, i)), here)
        wanted = rotate(here, row3(targets.joint_spin, i))
    else:
        above, frame = root, row4(bones.orientation, root)
        error = delta(mul(frame, row4(targets.relative, i)), here)
        wanted = rotate(frame, row3(targets.relative_spin, i))
    own = sub(row3(bones.spin, i), row3(bones.spin, above))
    lag = sub(wanted, own)
    ask(demand.inertia, f, share, FARTHEST_PULL, dt, i, error, own, lag, demand.torque, demand.gain)


@kernel
def tune(i, skeletons, bones, dynamics, tuned):
    """kg m2 about each axis of joint i, as the body is now."""
    here, k = row4(bones.orientation, i), skeletons.freedom[i]
    if skeletons.joint[i] == HINGE:
        tuned[k] = moment(i, rotate(here, row3(skeletons.axis, i)), skeletons, bones, dynamics)
    else:
        for n in range(3):
            tuned[k + n] = moment(i, rotate(here, AXES[n]), skeletons, bones, dynamics)


@kernel
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


@entry
@kernel
def own_moment(i: int, local: Vec3, skeletons: Skeletons):
    """kg m2 of bone i alone."""
    arm, principal = cross(row3(skeletons.com, i), local), row3(skeletons.inertia, i)
    turned = principal[0] * local[0] ** 2 + principal[1] * local[1] ** 2 + principal[2] * local[2] ** 2
    return turned + skeletons.mass[i] * dot(arm, arm)


@entry
@allocating_kernel
def ask_in_form(form: int, rows: Ints1, t: Handle, dt: float):
    """As published, or with one of the comparisons of figures 7 and 8."""
    skeletons, muscles = t.skeletons, t.muscles
    timed_published(rows, form, skeletons, t.bones, t.dynamics, t.targets, t.modes, muscles, t.aims, dt, t.demand)


def seconds(t: Any, row: int) -> float:
    """In which the joint's error is to settle; 0: a bone that is held as by `world`."""
    return float(time_for(row, False, t.aims)) if t.aims.keyed[row] else 0.0


def tuned_seconds(t: Any, row: int) -> float:
    return float(t.aims.tuned_s[row]) if t.aims.keyed[row] else 0.0


def turned_alone(t: Any, row: int, axis: int) -> float | None:
    """kg m2 that the law takes the joint to turn about one of its axes."""
    local = row3(t.skeletons.axis, row) if t.skeletons.joint[row] == HINGE else AXES[axis]
    return float(own_moment(row, local, t.skeletons))


def turned_at_first(t: Any, row: int, axis: int) -> float | None:
    """None: nothing is kept yet."""
    return float(t.aims.tuned[t.skeletons.freedom[row] + axis]) if t.aims.tuned_s[row] > 0.0 else None


compiled(AS_PRINTED, partial(ask_in_form, PUBLISHED), seconds=seconds)
compiled(OF_SINGLE_BONES, partial(ask_in_form, SINGLE), seconds=seconds, turns=turned_alone)
compiled(KEEPING_GAINS, partial(ask_in_form, TUNED), seconds=tuned_seconds, turns=turned_at_first)
