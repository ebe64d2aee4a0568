"""Look a clip up: the pose between two frames, blended from where the body was asked to be before.

Blends are in the character's own frame, bone by bone (as Dynamo blends in world space); joint angles for the
parent-space law are taken from the blended bones. Legs of who rises come in joint by joint: seen from the root, a shin
that lies under its thigh is half a turn from one that is drawn up, and the short way round bends the knee backwards.
"""

from __future__ import annotations

from components.arrays import Floats2
from components.clock import TICKS_PER_S
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.quaternions import about_z, add, conj, mul, rotate, row3, row4, scale, slerp, sub

RELATIVE, RELATIVE_SPIN, JOINT, JOINT_SPIN = 0, 4, 7, 11  # where they begin in a row of components.clip.ClipRows.bones
PLACE, TURN, SPIN = 0, 3, 7  # and in one of its root


@kernel
def sample(bones, before, low, high, between, rate, skeletons, part, weight, by_joint, rows, targets):
    """Write rows `rows[0]..rows[1]` of the bone targets.

    The pose is `between` frames `low` and `high`; the spin is the one that leads there (frame `before`), times the
    playback `rate`. `part` of the way that is left is gone now, `weight` of the whole way has been. With
    `by_joint` legs come in joint by joint.
    """
    (first, last), parent = rows, skeletons.parent
    out, out_spin, out_joint, out_joint_spin = (
        targets.relative, targets.relative_spin, targets.joint, targets.joint_spin
    )  # fmt: skip
    for i in range(first, last):
        b = i - first
        turn = four(bones[low, b], RELATIVE)
        if between > 0.0:
            turn = slerp(turn, four(bones[high, b], RELATIVE), between)
        hangs = by_joint and part < 1.0 and i > first and skeletons.leg[i]
        if hangs:
            joint = four(bones[low, b], JOINT)
            if between > 0.0:
                joint = slerp(joint, four(bones[high, b], JOINT), between)
            joint = slerp(row4(out_joint, i), joint, part)
            turn = mul(row4(out, parent[i]), joint)
            out_joint[i] = joint
        elif part < 1.0:
            turn = slerp(row4(out, i), turn, part)
        out[i] = turn
        for a in range(3):
            out_spin[i, a] = weight * rate * bones[before, b, RELATIVE_SPIN + a]
            out_joint_spin[i, a] = weight * rate * bones[before, b, JOINT_SPIN + a]
        if hangs:
            continue
        if i == first or (part >= 1.0 and between <= 0.0):
            out_joint[i] = four(bones[low, b], JOINT) if i > first else turn
        else:
            out_joint[i] = mul(conj(row4(out, parent[i])), turn)


@kernel
def put_together(skeletons, targets, first, last):
    """`targets.relative` and its spin, from the joints."""
    parent, relative, spin = skeletons.parent, targets.relative, targets.relative_spin
    for i in range(first + 1, last):
        p = parent[i]
        turn = mul(row4(relative, p), row4(targets.joint, i)) if p > first else row4(targets.joint, i)
        relative[i] = turn
        above = row3(spin, p) if p > first else (0.0, 0.0, 0.0)
        spin[i] = add(above, rotate(turn, row3(targets.joint_spin, i)))


@kernel
def sample_root(
    root, travel, loop_turn, before, low, high, between, rate, origin, yaw, offset, part, weight, c, targets
):
    """Write the root's targets of character c: the clip's root, its origin laid at `origin` (m) and turned by `yaw`.

    `offset` (m) is where the root was, from the clip's place, when the blend began. After the last frame of a loop
    comes its first, moved on by `travel` (m) and turned by `loop_turn` (rad).
    """
    here, turn = three(root[low], PLACE), four(root[low], TURN)
    next_turn, there = four(root[high], TURN), three(root[high], PLACE)
    if high < low:
        again = about_z(loop_turn)
        next_turn, there = mul(again, next_turn), add(rotate(again, there), (travel[0], travel[1], travel[2]))
    if between > 0.0:
        turn = slerp(turn, next_turn, between)
        here = add(here, scale(between, sub(there, here)))
    frame = about_z(yaw)
    turn = mul(frame, turn)
    if part < 1.0:
        turn = slerp(row4(targets.root_orientation, c), turn, part)
    k = before if before + 1 < len(root) else max(0, before - 1)
    ended = high == low
    way = sub(three(root[min(k + 1, len(root) - 1)], PLACE), three(root[k], PLACE))
    step = scale(0.0 if ended else TICKS_PER_S * rate, way)
    behind = low - 1 if low > 0 else (len(root) - 1 if high < len(root) - 1 and low == 0 else 0)
    rise = root[high, 2] - 2.0 * root[low, 2] + root[behind, 2]
    targets.root_position[c] = add(add(origin, rotate(frame, here)), scale(1.0 - weight, offset))
    targets.root_velocity[c] = rotate(frame, step)
    targets.root_orientation[c] = turn
    targets.root_spin[c] = scale(weight * rate, rotate(frame, three(root[before], SPIN)))
    targets.root_lift[c] = 0.0 if ended else weight * rate * rate * rise * 14400.0


@kernel
def three(row, at):
    return (row[at], row[at + 1], row[at + 2])


@kernel
def four(row, at):
    return (row[at], row[at + 1], row[at + 2], row[at + 3])


@entry
@allocating_kernel
def relative_to_root(orientation: Floats2, first: int, last: int):
    """The pose of rows first..last in their root's frame."""
    out = orientation[first:last].copy()
    for i in range(first, last):
        out[i - first] = mul(conj(orientation[first]), orientation[i])
    return out
