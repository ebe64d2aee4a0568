"""The similarity value of all frames of a clip at once: equation 1 of Hybrid Control."""

from __future__ import annotations

from math import acos, sqrt

import numpy as np

from components.arrays import Floats2, ReadOnly2
from components.similarity import Keyframes
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import row3, row4, unrotate

Four = tuple[float, float, float, float]
UP = (0.0, 0.0, 1.0)


@kernel
def apart(rows, k, at, x, y, z):
    """Length of what row k has from column `at` on, less a vector."""
    u, v, w = rows[k, at] - x, rows[k, at + 1] - y, rows[k, at + 2] - z
    return sqrt(u * u + v * v + w * w)


@entry
@allocating_kernel
def values(t: Handle, frames: Keyframes, joint_weights: Floats2, root_weights: Four, ground: float, first: int):
    """(frames,) of the body whose root's row is `first`; the ground below it is at `ground` m."""
    bones = t.bones
    joint, spin = bones.joint, bones.joint_spin
    key_joint, key_spin, root = frames.joint, frames.joint_spin, frames.root
    turn = row4(bones.orientation, first)
    ux, uy, uz = unrotate(turn, UP)
    sx, sy, sz = unrotate(turn, row3(bones.spin, first))
    vx, vy, vz = unrotate(turn, row3(bones.velocity, first))
    height = bones.position[first, 2] - ground
    tilt, roll, rise, speed = root_weights
    out = np.empty(len(root))
    for k in range(len(root)):
        up = min(1.0, max(-1.0, root[k, 0] * ux + root[k, 1] * uy + root[k, 2] * uz))
        value = tilt * acos(up) + roll * apart(root, k, 3, sx, sy, sz) + speed * apart(root, k, 6, vx, vy, vz)
        value += rise * abs(root[k, 9] - height)
        for b in range(1, len(joint_weights)):
            place, rate = joint_weights[b, 0], joint_weights[b, 1]
            i = first + b
            if place > 0.0:
                near = (
                    key_joint[k, b, 0] * joint[i, 0] + key_joint[k, b, 1] * joint[i, 1]
                    + key_joint[k, b, 2] * joint[i, 2] + key_joint[k, b, 3] * joint[i, 3]
                )  # fmt: skip
                value += place * 2.0 * acos(min(1.0, abs(near)))
            if rate > 0.0:
                x, y, z = key_spin[k, b, 0] - spin[i, 0], key_spin[k, b, 1] - spin[i, 1], key_spin[k, b, 2] - spin[i, 2]
                value += rate * sqrt(x * x + y * y + z * z)
        out[k] = value
    return out


@entry
@allocating_kernel
def seen_from(turns: ReadOnly2, vectors: ReadOnly2):
    """Row by row a vector in the axes of that turn."""
    out = np.empty(vectors.shape)
    for k in range(len(vectors)):
        out[k] = unrotate(row4(turns, k), row3(vectors, k))
    return out
