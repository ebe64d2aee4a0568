"""What a walk on own feet does to the targets of a tick (systems/walking.py says where its feet go, and why).

The trunk is held upright by how the ground is pressed: a force that goes past the centre of mass at the height h turns
the body, so a moment M about a level axis asks for M / h more, sideways to it. An error of 2 degrees asks for 58 N m,
at 1 m 58 N, which lean the force of 75 kg by .08.
"""

from __future__ import annotations

from components.arrays import Vec3
from systems.kernels import allocating_kernel, entry
from systems.kernels.handle import Handle
from systems.kernels.quaternions import (
    about_z,
    add,
    conj,
    delta,
    heading,
    mul,
    rotate,
    row3,
    row4,
    scale,
    sub,
    unrotate,
)
from systems.kernels.reach import ankle, reach, turn

STIFF, DAMP = 1650.0, 119.0  # N m/rad and N m s/rad


@entry
@allocating_kernel
def turned(t: Handle, c: int, root: int):
    """rad, from the heading that the clip asks for to the body's."""
    return heading(mul(row4(t.bones.orientation, root), conj(row4(t.targets.root_orientation, c))))


@entry
@allocating_kernel
def hold_trunk(t: Handle, c: int, root: int, yaw: float, part: float):
    """Lean the planned force so that the root comes to its clip's turn, `yaw` (rad) to the left of it; by a `part`."""
    actual, target, around = row4(t.bones.orientation, root), row4(t.targets.root_orientation, c), about_z(yaw)
    error = delta(mul(around, target), actual)
    late = sub(rotate(around, row3(t.targets.root_spin, c)), row3(t.bones.spin, root))
    moment = add(scale(STIFF, error), scale(DAMP, late))
    rate, gravity = t.stances.rate[c], t.modes.gravity[c]
    share = part * rate * rate / (gravity * gravity * t.skeletons.total_mass[c])  # 1 / (h m g)
    t.stances.lean[c, 0] -= share * moment[1]
    t.stances.lean[c, 1] += share * moment[0]


@entry
@allocating_kernel
def swing_leg(t: Handle, foot: int, root: int, place: Vec3, share: float):
    """Bring this ankle a `share` of the way to a place (m)."""
    way = unrotate(row4(t.bones.orientation, root), sub(place, row3(t.bones.position, root)))
    reach(t.skeletons, t.targets, foot, scale(share, sub(way, ankle(t.skeletons, t.targets, foot))))


@entry
@allocating_kernel
def turn_foot(t: Handle, c: int, foot: int, root: int, yaw: float):
    """The foot, and what is on it, is turned in the world as the clip has it, however the root leans."""
    wanted = mul(about_z(yaw), row4(t.targets.root_orientation, c))
    back = mul(conj(row4(t.bones.orientation, root)), wanted)
    for i in range(foot, len(t.skeletons.parent)):
        if i == foot or t.skeletons.parent[i] == foot:
            turn(t.skeletons, t.targets, i, back)
