"""Playback: no muscles; after each step the bones are put where the clip has them (systems/physics.py).

A limb of a body that is otherwise simulated cannot be put anywhere: the rest would not feel it. It is led to be where
the clip has it at the end of the step, with no more than its joints' torque:

    a = e / dt^2 + (w_d - w) / dt          e: rad to the line through the target with its speed, own axes

The rest feels what that takes (systems/kernels/inverse.py). An error closes by at most 8 rad/s, so a limb that begins
to be led comes like an arm and not like a shot. Legs that carry the body cannot be moved at will: they are held as by
`world`, and so is the limb of a body that is down.
"""

from __future__ import annotations

from components.arrays import Ints1
from components.law import Asks, Law, compiled, declare
from components.rig import Joint
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import (
    add,
    conj,
    dot,
    from_rotvec,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    to_rotvec,
)
from systems.laws.off import off
from systems.laws.timed import lean

KINEMATIC = declare(
    Law(
        name="kinematic",
        place=2,
        module=__name__,
        about="plays the clip as it is: pushes things, is not pushed",
        asks=Asks.NOTHING,
        placed=True,
        when_down="world",
    )
)
HINGE = int(Joint.HINGE)
CATCH_UP = 8.0  # rad/s


@kernel
def lead(i, skeletons, bones, targets, dt, wanted):
    """`wanted` (rad/s2) of joint i."""
    spin = row3(targets.joint_spin, i)
    way = mul(conj(row4(bones.joint, i)), mul(row4(targets.joint, i), from_rotvec(scale(-dt, spin))))
    error, lag = to_rotvec(way), sub(rotate(way, spin), row3(bones.joint_spin, i))
    error = scale(min(1.0, CATCH_UP * dt / max(1e-9, norm(error))), error)
    asked, k = add(scale(1.0 / dt**2, error), scale(1.0 / dt, lag)), skeletons.freedom[i]
    if skeletons.joint[i] == HINGE:
        wanted[k] = dot(asked, row3(skeletons.axis, i))
    else:
        for n in range(3):
            wanted[k + n] = asked[n]


@entry
@allocating_kernel
def ask_placed(rows: Ints1, t: Handle, dt: float):
    off(rows, t.demand)
    for i in rows:
        if t.muscles.led[i] and t.aims.leans[i]:
            lean(i, t.skeletons, t.bones, t.targets, t.muscles, dt, t.demand)
        elif t.muscles.led[i]:
            lead(i, t.skeletons, t.bones, t.targets, dt, t.aims.wanted)


compiled(KINEMATIC, ask_placed)
