"""What feet carry, which of them scuff, and how hard those are helped."""

from __future__ import annotations

from systems.kernels import kernel
from systems.kernels.quaternions import dot, rotate

SWINGING = 0.3  # m/s forward of a foot: faster than a standing foot creeps


@kernel
def lift_feet(skeletons, bones, contacts, targets, modes, drives):
    """`drives.lift`: up, on each touching foot bone that moves forward."""
    drives.lift[:] = 0.0
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        c = skeletons.owner[i]
        if modes.foot_lift[c] <= 0.0 or not skeletons.foot[i]:
            continue
        ahead = rotate(targets.root_orientation[c], (1.0, 0.0, 0.0))
        if dot(ahead, bones.velocity[i]) > SWINGING:
            drives.lift[i, 2] = modes.foot_lift[c] * modes.authority[c]
            drives.assisted[c] = True


@kernel
def loads(skeletons, contacts, c):
    """N s of the last step: on the feet, and in all, of what presses the body from outside."""
    owner, foot = skeletons.owner, skeletons.foot
    bone, other, impulse = contacts.bone, contacts.other_bone, contacts.impulse
    on_feet, load = 0.0, 0.0
    for k in range(contacts.count[0]):
        i = bone[k]
        if owner[i] == c and (other[k] < 0 or owner[other[k]] != c):
            load += impulse[k]
            on_feet += impulse[k] if foot[i] else 0.0
    return on_feet, load
