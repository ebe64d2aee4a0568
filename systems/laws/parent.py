"""Parent-space servo: each joint is pulled to the clip's joint angle, as one would with angle sensors at the joints.

    W_d = W_parent * P_d(clip)          e = Delta(W_d, W)              (an error up the chain is handed down)
    T   = Kp e + Kd (w_d - w), both speeds against the parent

The same gains as the world-space law, so that the two can be compared. A spine that leans 0.1 rad leaves every bone
above it with no error at all. Whatever `actuation` says, it asks through each joint alone: its damping is against the
parent, and put in from outside, without the parent being turned back, it would drive what it should damp.
"""

from __future__ import annotations

from components.arrays import Ints1
from components.law import Coupling, Couplings, Law, Reach, compiled, declare, spring_edge
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import delta, mul, rotate, row3, row4, sub
from systems.laws.gains import ask

PARENT = declare(
    Law(
        name="parent",
        place=3,
        module=__name__,
        about="muscles pull each joint towards the clip's joint angle",
        couplings=Couplings(*[Coupling(Reach.OWN, Reach.OWN)] * 3),
        told_weight=True,
        edge=spring_edge,
    )
)


@kernel
def parent(rows, skeletons, bones, targets, modes, muscles, dt, demand):
    above, orientation, joint_spin = skeletons.parent, bones.orientation, bones.joint_spin
    joint, wanted_spin = targets.joint, targets.joint_spin
    inertia, torque, gain = demand.inertia, demand.torque, demand.gain
    for i in rows:
        share = muscles.strength[i] * modes.authority[skeletons.owner[i]]
        ahead, here = dt if muscles.implicit[i] else 0.0, row4(orientation, i)
        error = delta(mul(row4(orientation, above[i]), row4(joint, i)), here)
        own = rotate(here, row3(joint_spin, i))
        lag = sub(rotate(here, row3(wanted_spin, i)), own)
        ask(inertia, muscles.frequency[i], share, muscles.farthest[i], ahead, i, error, own, lag, torque, gain)


@entry
@allocating_kernel
def ask_parent(rows: Ints1, t: Handle, dt: float):
    parent(rows, t.skeletons, t.bones, t.targets, t.modes, t.muscles, dt, t.demand)


compiled(PARENT, ask_parent)
