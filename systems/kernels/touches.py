"""From the engine's touches to the contact table: bones instead of links, impulses instead of forces."""

from __future__ import annotations

from systems.kernels import kernel


@kernel
def take(skeletons, touches, bodies, dt, out):
    """Fill `out` (components.table.Contacts) from what `Engine.touches` found; `bodies` are the ids of the characters.

    A touch of 600 N is an impulse of 5 N s in 1/120 s. What a full table has no room for is left out.
    """
    first = skeletons.first
    bone, other, other_bone, position, normal, impulse = (
        out.bone, out.other, out.other_bone, out.position, out.normal, out.impulse
    )  # fmt: skip
    n = min(len(touches), len(bone))
    for k in range(n):
        bone[k] = row_of(touches[k, 0], touches[k, 2], bodies, first)
        other[k] = int(touches[k, 1])
        other_bone[k] = row_of(touches[k, 1], touches[k, 3], bodies, first)
        impulse[k] = touches[k, 4] * dt
        for a in range(3):
            position[k, a] = touches[k, 5 + a]
            normal[k, a] = touches[k, 8 + a]
    out.count[0] = n


@kernel
def row_of(body, link, bodies, first):
    """A link's row in the table; -1 where the body is no character."""
    for c in range(len(bodies)):
        if bodies[c] == body:
            return first[c] + int(link) + 1
    return -1
