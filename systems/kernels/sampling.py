"""Look a clip up: the pose between two frames, blended from where the body was asked to be before.

Blends are in the character's own frame, bone by bone (as Dynamo blends in world space); joint angles for the
parent-space law are taken from the blended bones.
"""

from __future__ import annotations

from numba import njit

from systems.kernels.quaternions import about_z, add, conj, mul, rotate, row3, row4, scale, slerp, sub


@njit(cache=True)
def sample(relative, relative_spin, joint, joint_spin, before, low, high, part, rate, parent, old, weight, rows, targets):
    """Write rows `rows[0]..rows[1]` of the bone targets.

    The pose is `part` of the way from frame `low` to `high`; the spin is the one that leads there (frame `before`),
    times the playback `rate`. `weight` 1 is the clip alone, 0 the `old` pose (bones, 4).
    """
    first, last = rows
    out, out_spin, out_joint, out_joint_spin = (
        targets.relative, targets.relative_spin, targets.joint, targets.joint_spin
    )  # fmt: skip
    for i in range(first, last):
        b = i - first
        turn = pose(relative, low, b)
        if part > 0.0:
            turn = slerp(turn, pose(relative, high, b), part)
        if weight < 1.0:
            turn = slerp(row4(old, b), turn, weight)
        out[i] = turn
        for a in range(3):
            out_spin[i, a] = weight * rate * relative_spin[before, b, a]
            out_joint_spin[i, a] = weight * rate * joint_spin[before, b, a]
        if i == first or (weight >= 1.0 and part <= 0.0):
            out_joint[i] = pose(joint, low, b) if i > first else turn
        else:
            out_joint[i] = mul(conj(row4(out, parent[i])), turn)


@njit(cache=True)
def sample_root(position, orientation, spin, before, low, high, part, rate, origin, yaw, old, offset, weight, c, targets):
    """Write the root's targets of character c: the clip's root, its origin laid at `origin` (m) and turned by `yaw`.

    `offset` (m) and `old` (4) are where the root was when the blend began; the upward acceleration is the clip's own.
    """
    here, turn = row3(position, low), row4(orientation, low)
    rise = position[high, 2] - 2.0 * position[low, 2] + position[low - 1 if low > 0 else 0, 2]
    if part > 0.0:
        turn = slerp(turn, row4(orientation, high), part)
        if high > low:
            here = add(here, scale(part, sub(row3(position, high), here)))
    frame, rest = about_z(yaw), 1.0 - weight
    place = add(add(origin, rotate(frame, here)), scale(rest, offset))
    turn = mul(frame, turn)
    if weight < 1.0:
        turn = slerp(row4(old, 0), turn, weight)
    targets.root_velocity[c] = scale(120.0, sub(place, row3(targets.root_position, c)))
    targets.root_position[c] = place
    targets.root_orientation[c] = turn
    targets.root_spin[c] = scale(weight * rate, rotate(frame, row3(spin, before)))
    targets.root_lift[c] = weight * rate * rate * rise * 14400.0


@njit(cache=True)
def pose(frames, k, b):
    return (frames[k, b, 0], frames[k, b, 1], frames[k, b, 2], frames[k, b, 3])


@njit(cache=True)
def relative_to_root(orientation, first, last):
    """The pose of rows first..last in their root's frame."""
    out = orientation[first:last].copy()
    for i in range(first, last):
        out[i - first] = mul(conj(orientation[first]), orientation[i])
    return out
