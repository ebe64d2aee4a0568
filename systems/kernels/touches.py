"""From the engine's touches to the contact table: bones instead of links, impulses instead of forces."""

from __future__ import annotations

from systems.kernels import kernel

WIDTH = 11  # numbers a touch: own and other body, own and other link, N, place (3), normal (3)


@kernel
def take(skeletons, numbers, bodies, dt, out):
    """Fill `out` (components.table.Contacts); `bodies` are the engine's ids of the characters.

    A touch of 600 N is an impulse of 5 N s in 1/120 s. What a full table has no room for is left out.
    """
    first = skeletons.first
    bone, other, other_bone, position, normal, impulse = (
        out.bone, out.other, out.other_bone, out.position, out.normal, out.impulse
    )  # fmt: skip
    n = min(len(numbers) // WIDTH, len(bone))
    for k in range(n):
        at = WIDTH * k
        bone[k] = row_of(numbers[at], numbers[at + 2], bodies, first)
        other[k] = int(numbers[at + 1])
        other_bone[k] = row_of(numbers[at + 1], numbers[at + 3], bodies, first)
        impulse[k] = numbers[at + 4] * dt
        for a in range(3):
            position[k, a] = numbers[at + 5 + a]
            normal[k, a] = numbers[at + 8 + a]
    out.count[0] = n


@kernel
def row_of(body, link, bodies, first):
    """A link's row in the table; -1 where the body is no character."""
    for c in range(len(bodies)):
        if bodies[c] == body:
            return first[c] + int(link) + 1
    return -1
