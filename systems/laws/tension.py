"""Tension servo (Neff and Fiume, eqs. 4 to 6): two opposed springs and a damper about each axis of each joint.

    T  = k_L (th_L - th) + k_H (th_H - th) + k_d (w_d - w)        th_L, th_H: 0.5 rad beyond the joint's ends
    k_L = (K (th_H - th_d) - F) / (th_H - th_L)        k_H = (K (th_d - th_L) + F) / (th_H - th_L)
    K  = `tension` (0.9 f)^2 A, at most I (0.7 / dt)^2        k_d = 2 sqrt(K I) min(1, sqrt(tension))

F holds against the known forces (systems/laws/known_forces.py), so the joint is at th_d however firm it is. An arm with
A = 0.6 kg m2 has K = 3937 N m/rad at tension 1 and f = 90 rad/s, and 10 N m turn it by 0.15 degrees; at 0.1 by 1.5.

Springs only pull: where one would have to push it is slack, the other has all of K, and the joint sags. Speeds are
against the target's, and all is taken at the end of the step, T = T0 - dt (k_d + dt K) (a - `missed`). I is what the
joint turns now, A what the rig says. Ball joints have axes of rotation vectors, and ends that hold all of their range.

Prediction takes F where the target is, so that weight turns a loose joint further; sampling where the joint is. On the
way to a script's pose F is known at its two ends alone and goes straight from one to the other, as the gains do
(systems/laws/foreseen.py): half way from hanging to level an arm is held with 0.5 m g l, and takes 0.71.

Not in the paper: all but a leg that stands are told what their own motion takes, M a_d, times tension below 1. A firm
punch would be late otherwise; a loose arm is, and swings.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated, NamedTuple

from components.arrays import Bools, Bools1, Floats, Floats1, Ints, Ints1, Starts
from components.law import Coupling, Couplings, Law, Reach, compiled, declare
from components.rig import Joint
from components.settings import setting
from components.table import BONE, CHARACTER, FREEDOM
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import add, delta, dot, mul, norm, rotate, row3, row4, scale, sub, unrotate
from systems.laws.antagonists import BEYOND, gain_inertia, pull, set_springs
from systems.laws.known_forces import fold, follows, forecast, holds, lead, sample, work

TENSION = declare(
    Law(
        name="tension",
        place=11,
        module=__name__,
        about="two springs pull at each joint from both sides: how firm it is is apart from where it is (Neff)",
        couplings=Couplings(*[Coupling(Reach.OWN, Reach.OWN)] * 3),
        settings={
            "tension": setting(1.0, "tension servo: how firm joints are; 0: limp", "", 0.0, 10.0, finest=0.005),
            "balancing": setting(True, "tension servo: do springs allow for weight; without, a wrist sways"),
            "updating": setting(
                "both",
                "tension servo: whether weight is taken where a joint should be, or where it is; both: where it is in "
                "trunk and legs",
                choices=("both", "predicted", "sampled"),
            ),
        },
    )
)
HINGE = int(Joint.HINGE)
BOTH, PREDICTED = 0, 1
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
FIRM = 0.9  # of f, at tension 1
BEARABLE = 0.7  # rad a step
LEARNS = 0.2  # a step
STARTLED, UNSTEADY = 300.0, 60.0  # rad/s2, most that a step may have missed; in legs


class Tension(NamedTuple):
    """Settings, and what they come to. Of a hinge the first axis is its own."""

    tension: Annotated[Floats, BONE]
    balancing: Annotated[Bools, BONE]
    updating: Annotated[Ints, BONE]
    tensed: Annotated[Floats, BONE, Starts(1.0)]  # times `tension`: by a script, or before a blow
    moment: Annotated[Floats, BONE, 3]  # kg m, room for what is foreseen
    pull_low: Annotated[Floats, BONE, 3]  # k_L, N m/rad, about each axis
    pull_high: Annotated[Floats, BONE, 3]  # k_H
    end_low: Annotated[Floats, BONE, 3]  # th_L, rad
    end_high: Annotated[Floats, BONE, 3]  # th_H
    spin: Annotated[Floats, BONE, 3]  # rad/s about each axis, a tick ago
    led: Annotated[Floats, BONE, 3]  # rad/s about each axis, the target's a tick ago
    led_root: Annotated[Floats, CHARACTER, 3]  # m/s, of a target's root
    speeding: Annotated[Floats, FREEDOM]  # rad/s2, how the targets' speeds change
    leads: Annotated[Floats, FREEDOM]  # N m that this takes
    stands: Annotated[Bools, BONE]  # is there a foot on the ground below it
    missed: Annotated[Floats, BONE, 3]  # rad/s2 about each axis that were foreseen and did not come
    begins: Annotated[Floats, BONE, 3]  # kg m about its own axes, of what its weight takes where its pose begins,
    ends: Annotated[Floats, BONE, 3]  # and where it ends
    posing: Annotated[Bools, BONE]  # is it on the way to a pose of a script
    gone: Annotated[Floats, BONE]  # how much of that way is done
    folding: Annotated[Bools, BONE]  # is it below that, as it was last told
    folds: Annotated[Floats, BONE]  # the tension below which it has several equilibria; 0: it never has


@allocating_kernel
def tension(rows, skeletons, bones, contacts, stances, dynamics, targets, modes, muscles, torques, own, dt, demand):
    kind, parent, freedom, limb, leg = (
        skeletons.joint, skeletons.parent, skeletons.freedom, skeletons.limb, skeletons.leg
    )  # fmt: skip
    known, share = -1, 0.0
    for i in rows:
        c = skeletons.owner[i]
        if c != known:
            lead(c, skeletons, bones, dynamics, targets, dt, own, demand.wrench)
            known, share = c, sample(c, skeletons, bones, contacts, stances, dynamics, targets, modes, demand)
            forecast(c, skeletons, targets.relative, own.moment)
        here, wanted = row4(bones.orientation, i), row4(targets.joint, i)
        goal = mul(row4(bones.orientation, parent[i]), wanted)
        foresees = own.updating[i] == PREDICTED or (own.updating[i] == BOTH and limb[i] and not leg[i])
        moment, weight = holds(i, goal, modes.gravity[c], targets, own.moment)
        if own.posing[i]:
            begins, ends = row3(own.begins, i), row3(own.ends, i)
            weight = scale(modes.gravity[c], add(begins, scale(own.gone[i], sub(ends, begins))))
        told = share * muscles.told[i] if own.balancing[i] else 0.0
        error, spin, spin_wanted = (
            unrotate(here, delta(goal, here)),
            row3(bones.joint_spin, i),
            row3(targets.joint_spin, i),
        )
        firm = own.tension[i] * own.tensed[i]
        leads = modes.authority[c] * follows(i, own)
        farthest = muscles.farthest[i] / max(1e-9, min(1.0, firm))  # a loose spring is as strong far out
        error = scale(min(1.0, farthest / max(1e-9, norm(error))), error)
        demand.torque[i], demand.gain[i], own.folds[i] = (0.0, 0.0, 0.0), 0.0, 0.0
        slack = UNSTEADY if leg[i] else STARTLED
        for n in range(1 if kind[i] == HINGE else 3):
            local, k = row3(skeletons.axis, i) if kind[i] == HINGE else AXES[n], freedom[i] + n
            turns = dynamics.mass_matrix[k, skeletons.depth[k]]
            usual = (FIRM * muscles.frequency[i]) ** 2 * gain_inertia(i, local, skeletons)
            most = turns * (BEARABLE / dt) ** 2
            stiff = min(most, firm * usual) * modes.authority[c] * muscles.strength[i]
            load = told * (dot(weight, local) if foresees else -work(k, dynamics.motion, demand.wrench, i))
            angle = set_springs(i, n, local, wanted, stiff, load, skeletons, own)
            off = dot(error, local)
            torque = pull(i, n, angle - off, own)
            damping = 2.0 * sqrt(stiff * turns) * min(1.0, sqrt(firm))
            rate = dot(spin, local)
            yielding, axis = dt * (damping + dt * stiff), rotate(here, local)
            torque += damping * (dot(spin_wanted, local) - rate) - dt * stiff * rate
            torque += leads * own.leads[k]
            torque += yielding * missed(i, n, rate, torques.acceleration[k], muscles.fresh[i], slack, own, dt)
            for a in range(3):
                demand.torque[i, a] += torque * axis[a]
                for b in range(3):
                    demand.gain[i, a, b] += yielding * axis[a] * axis[b]
            if foresees and told > 0.0 and firm > 0.0:
                least = fold(
                    rotate(goal, local), moment, modes.gravity[c], own.end_low[i, n] + BEYOND - angle,
                    own.end_high[i, n] - BEYOND - angle,
                )  # fmt: skip
                own.folds[i] = max(own.folds[i], least / (usual * max(1e-9, muscles.strength[i])))
        muscles.fresh[i] = False


@kernel
def missed(i, n, rate, foreseen, fresh, most, own, dt):
    """rad/s2, smoothed over five steps: how much more than came about the last ones were taken to bring.

    It is what weight and pushes do, of which a foreseen step knows nothing. Springs that gave way to it as well would
    be softer than they are: by 1 + dt (k_d + dt K) / I, more than half.
    """
    if fresh:
        own.missed[i, n] = 0.0
    else:
        new = min(most, max(-most, foreseen - (rate - own.spin[i, n]) / dt))
        own.missed[i, n] += LEARNS * (new - own.missed[i, n])
    own.spin[i, n] = rate
    return own.missed[i, n]


@entry
@kernel
def other_fold(folds: Floats1, tension: Floats1, tensed: Floats1, folding: Bools1):
    """Do other joints fold than were told of last? Looked at in each tick, which arrays of numpy make dear."""
    others = False
    for i in range(len(folds)):
        others = others or (folds[i] > tension[i] * tensed[i]) != folding[i]
    return others


@entry
@allocating_kernel
def ask_tension(rows: Ints1, t: Handle, own: Tension, dt: float):
    tension(
        rows, t.skeletons, t.bones, t.contacts, t.stances, t.dynamics, t.targets, t.modes, t.muscles, t.torques, own,
        dt, t.demand,
    )  # fmt: skip


compiled(TENSION, ask_tension, table=Tension)
