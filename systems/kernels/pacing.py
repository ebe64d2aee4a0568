"""A motion at another pace: what lies between two frames of one is a frame of the other.

At 0.8 of its pace frame 3 lies at 2.4: 0.4 of the way from frame 2 to frame 3, and all turns are 0.8 times as fast. At
its own pace nothing is mixed, and not a bit changes. In a mirror left and right bones are exchanged, and so are the
signs of what points or turns to the side.
"""

from __future__ import annotations

from math import sqrt
from typing import Annotated

from components.arrays import READ_ONLY, Floats1, Ints1
from components.clip import ClipRows, Frames
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.quaternions import add, row3, row4, scale, sub


@entry
@allocating_kernel
def pace(
    source: Annotated[Frames, READ_ONLY],
    at: Floats1,
    rate: float,
    bones: Ints1,
    side: float,
    first: int,
    last: int,
    out: Frames,
    rows: ClipRows,
):
    """Make the frames first..last of `out` (components.clip.Frames) and of its `rows`, which lie at `at` in the source.

    `bones` is whose bone each one takes, and `side` -1 where left and right are exchanged, else 1.
    """
    end, same = len(source.position) - 1, rate == 1.0
    for j in range(first, last):
        k = int(at[j])
        after, part = min(k + 1, end), at[j] - k
        turn, spin = over4(row4(source.turn, k), side), over3(row3(source.spin, k), side)
        place = beside(row3(source.position, k), side)
        if not same:
            place = between(place, beside(row3(source.position, after), side), part)
            turn = turned(turn, over4(row4(source.turn, after), side), part)
            spin = scale(rate, between(spin, over3(row3(source.spin, after), side), part))
        out.position[j], out.turn[j], out.spin[j], out.upright[j] = place, turn, spin, source.upright[k]
        rows.root[j] = place + turn + spin
        for b in range(len(bones)):
            i = bones[b]
            relative, joint = four(source.relative, k, i, side), four(source.joint, k, i, side)
            relative_spin, joint_spin = three(source.relative_spin, k, i, side), three(source.joint_spin, k, i, side)
            if not same:
                relative = turned(relative, four(source.relative, after, i, side), part)
                joint = turned(joint, four(source.joint, after, i, side), part)
                relative_spin = scale(rate, between(relative_spin, three(source.relative_spin, after, i, side), part))
                joint_spin = scale(rate, between(joint_spin, three(source.joint_spin, after, i, side), part))
            out.relative[j, b], out.relative_spin[j, b] = relative, relative_spin
            out.joint[j, b], out.joint_spin[j, b] = joint, joint_spin
            rows.bones[j, b] = relative + relative_spin + joint + joint_spin


@kernel
def between(a, b, part):
    return add(a, scale(part, sub(b, a)))


@kernel
def turned(a, b, part):
    """Neighbours are a few degrees apart: a straight line between them, brought back to length 1."""
    s = 1.0 if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] >= 0.0 else -1.0
    x, y, z, w = s * a[0], s * a[1], s * a[2], s * a[3]
    x, y, z, w = x + part * (b[0] - x), y + part * (b[1] - y), z + part * (b[2] - z), w + part * (b[3] - w)
    length = sqrt(x * x + y * y + z * z + w * w)
    return (x / length, y / length, z / length, w / length)


@kernel
def beside(place, side):
    return (place[0], side * place[1], place[2])


@kernel
def over3(v, side):
    return (side * v[0], v[1], side * v[2])


@kernel
def over4(q, side):
    return (side * q[0], q[1], side * q[2], q[3])


@kernel
def three(rows, k, i, side):
    return (side * rows[k, i, 0], rows[k, i, 1], side * rows[k, i, 2])


@kernel
def four(rows, k, i, side):
    return (side * rows[k, i, 0], rows[k, i, 1], side * rows[k, i, 2], rows[k, i, 3])
