"""Part of a body that turns off its clip as one piece: the joint that it hangs on gives, all below stays as it is."""

from __future__ import annotations

from components.arrays import Vec3
from systems.kernels import allocating_kernel, entry
from systems.kernels.handle import Handle
from systems.kernels.quaternions import add, conj, from_rotvec, mul, rotate, row3, row4


@entry
@allocating_kernel
def turn_off(t: Handle, bone: int, end: int, by: Vec3, rate: Vec3):
    """Turn the targets of this bone, and of all up to row `end`, by rad, and rad/s, in the root's frame."""
    targets, parent = t.targets, t.skeletons.parent[bone]
    turn = from_rotvec(by)
    for i in range(bone, end):
        targets.relative[i] = mul(turn, row4(targets.relative, i))
        targets.relative_spin[i] = add(rate, rotate(turn, row3(targets.relative_spin, i)))
    targets.joint[bone] = mul(conj(row4(targets.relative, parent)), row4(targets.relative, bone))
