"""Look a clip up: the pose between two frames, blended from where the body was asked to be before.

Blends are in the character's own frame, bone by bone (as Dynamo blends in world space); joint angles for the
parent-space law are taken from the blended bones.
"""

from __future__ import annotations

from numba import njit

from systems.kernels.quaternions import conj, mul, slerp


@njit(cache=True)
def sample(relative, relative_spin, joint, joint_spin, before, low, high, part, rate, parent, old, weight, rows, targets):
    """Write rows `rows[0]..rows[1]` of the bone targets.

    The pose is `part` of the way from frame `low` to `high`; the spin is the one that leads there (frame `before`),
    times the playback `rate`. `weight` 1 is the clip alone, 0 the `old` pose (bones, 4).
    """
    first, last = rows
    for i in range(first, last):
        b = i - first
        turn = slerp(relative[low, b], relative[high, b], part) if part > 0.0 else unpack(relative[low, b])
        if weight < 1.0:
            turn = slerp(old[b], turn, weight)
        targets.relative[i] = turn
        for a in range(3):
            targets.relative_spin[i, a] = weight * rate * relative_spin[before, b, a]
            targets.joint_spin[i, a] = weight * rate * joint_spin[before, b, a]
    for i in range(first, last):
        if i == first:
            targets.joint[i] = targets.relative[i]
        elif weight < 1.0 or part > 0.0:
            targets.joint[i] = mul(conj(targets.relative[parent[i]]), targets.relative[i])
        else:
            targets.joint[i] = joint[low, i - first]


@njit(cache=True)
def unpack(q):
    return (q[0], q[1], q[2], q[3])


@njit(cache=True)
def relative_to_root(orientation, first, last):
    """The pose of rows first..last in their root's frame."""
    out = orientation[first:last].copy()
    for i in range(first, last):
        out[i - first] = mul(conj(orientation[first]), orientation[i])
    return out
