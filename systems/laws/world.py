"""World-space servo (Dynamo, eqs. 3 to 5): each bone is pulled to its orientation in the character's own frame.

    W_d = W_root * R_d(clip)            e = Delta(W_d, W)              (the actual bones in between do not enter)
    T   = Kp e + Kd (w_d - w)           Kp = f^2 A,  Kd = 2 f A        (A: inertia about the joint, f: 90 rad/s)

Targets are those of the end of this step, so the implicit form, T = Kp (e - dt w') + Kd (w_d - w') with the speed w'
after the step, needs no guess. A forearm with A = 0.1 kg m2 that is 0.1 rad off gets 81 N m at rest.

The target turns with the root, so its speed holds the root's; with torques from outside the body that would pump spin,
and there the paper's literal eq. 4 (the clip's speed alone) is kept.
"""

from __future__ import annotations

from components.arrays import Ints1
from components.law import Law, compiled, declare, spring_edge
from components.settings import Actuation
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.codes import code
from systems.kernels.handle import Handle
from systems.kernels.quaternions import delta, mul, rotate, row3, row4, sub
from systems.laws.gains import ask

WORLD = declare(
    Law(
        name="world",
        place=4,
        module=__name__,
        about="muscles pull each bone towards its orientation in the character's frame (Dynamo)",
        told_weight=True,
        edge=spring_edge,
    )
)

EXTERNAL = code(Actuation.EXTERNAL)


@kernel
def world(rows, skeletons, bones, targets, modes, muscles, dt, demand):
    orientation, spin = bones.orientation, bones.spin
    relative, relative_spin = targets.relative, targets.relative_spin
    inertia, torque, gain = demand.inertia, demand.torque, demand.gain
    for i in rows:
        c = skeletons.owner[i]
        root = skeletons.first[c]
        frame, actual = row4(orientation, root), row3(spin, i)
        share, ahead = muscles.strength[i] * modes.authority[c], dt if muscles.implicit[i] else 0.0
        error = delta(mul(frame, row4(relative, i)), row4(orientation, i))
        own = sub(actual, row3(spin, root))
        wanted = rotate(frame, row3(relative_spin, i))
        lag = sub(wanted, actual if muscles.actuation[i] == EXTERNAL else own)
        ask(inertia, muscles.frequency[i], share, muscles.farthest[i], ahead, i, error, own, lag, torque, gain)


@entry
@allocating_kernel
def ask_world(rows: Ints1, t: Handle, dt: float):
    world(rows, t.skeletons, t.bones, t.targets, t.modes, t.muscles, dt, t.demand)


compiled(WORLD, ask_world)
