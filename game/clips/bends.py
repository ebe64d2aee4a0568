"""A walk bent to the left or right: its line becomes an arc, and its feet are planted anew along it.

What lies x along the line and y to its left comes to lie on a circle of the curvature c = turn / length:
    (sin(c x) / c - y sin(c x), (1 - cos(c x)) / c + y cos(c x)), turned by c x.
A walk of 1.31 m that is bent by 20 degrees a loop goes on a circle of 3.8 m; its left foot, 0.1 m inside, steps 1.28 m.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from components.clip import Array, Clip
from components.rig import Rig
from game.clips.clip import joint_spins, own_axes, read_only, spins
from game.clips.planting import plant
from game.clips.retarget import relative_rows, skeleton
from systems.kernels import quaternions as qt


@cache
def bent(clip: Clip, rig: Rig, turn: float) -> Clip:
    """The loop, with `turn` (rad, + to the left) more in each round; as straight as it is for 0."""
    if turn == 0.0:
        return clip
    body, length = skeleton(rig), float(clip.loop_travel[0])
    around = clip.root_position * (1.0, 1.0, 0.0)
    position = _laid(around, turn / length) + clip.root_position * (0.0, 0.0, 1.0)
    yaw = turn / length * clip.root_position[:, 0]
    root = np.array([qt.mul(qt.about_z(a), tuple(q)) for a, q in zip(yaw.tolist(), clip.root_orientation, strict=True)])
    travel = _laid(clip.loop_travel[None], turn / length)[0]
    joint = clip.joint.copy()
    joint[:, 0] = root
    loop_turn = clip.loop_turn + turn
    plant(rig, body, position, root, joint, (travel, loop_turn))
    relative = np.asarray(relative_rows(joint, body.parent))
    return replace(
        clip,
        root_position=read_only(position),
        root_orientation=read_only(root),
        root_spin=read_only(spins(root[:, None], True, loop_turn)[:, 0]),
        relative=read_only(relative),
        relative_spin=read_only(spins(relative, True, 0.0)),
        joint=read_only(joint),
        joint_spin=read_only(own_axes(joint, joint_spins(joint, True, loop_turn))),
        loop_travel=read_only(travel),
        loop_turn=loop_turn,
    )


def _laid(points: Array, curvature: float) -> Array:
    """(n, 3) m, of points beside a line along +x, beside the circle instead."""
    angle, y = curvature * points[:, 0], points[:, 1]
    x = np.sin(angle) / curvature - y * np.sin(angle)
    return np.stack([x, (1.0 - np.cos(angle)) / curvature + y * np.cos(angle), np.zeros(len(points))], axis=1)
