"""A walk along an arc, with strides of another length: its line becomes the arc, and root and feet go with it.

What lies x along the line and y to its left comes to lie on a circle of the curvature c = turn / (stride length):
    (sin(c s) / c - y sin(c s), (1 - cos(c s)) / c + y cos(c s)), turned by c s, where s = stride x.
A walk of 1.31 m that is bent by 20 degrees a loop goes on a circle of 3.8 m; its left foot, 0.1 m inside, steps 1.28 m.
One of a quarter of the stride that is bent by 120 degrees turns nearly on the spot, on a circle of 0.16 m.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from components.clip import Array, Clip
from components.rig import Rig
from game.clips.clip import joint_spins, own_axes, read_only, spins
from game.clips.planting import BEND, NEAR, bend_legs, legs, plant, stretched
from game.clips.retarget import place_rows, relative_rows, skeleton
from systems.kernels import quaternions as qt

STANDS = 0.3  # m/s below which a foot near the floor stands: what rolls is carried a little too far or not far enough


@cache
def bent(clip: Clip, rig: Rig, turn: float, stride: float = 1.0) -> Clip:
    """The straight loop with `turn` (rad, + to the left) in each round, and strides of that share of its own."""
    body, along = skeleton(rig), stride * float(clip.loop_travel[0])
    curvature = turn / along
    root_turned, relative = clip.root_orientation.copy(), clip.relative.copy()
    places = place_rows(clip.root_position.copy(), root_turned, relative, body.parent, body.offset)
    position, root = _laid(clip.root_position, root_turned, curvature, stride)
    joint = clip.joint.copy()
    joint[:, 0] = root
    for leg in legs(rig, body):
        _, shin, foot = leg.bones
        turned = np.asarray(qt.mul_rows(root_turned, relative[:, foot].copy()))
        ankle, turned = _laid(places[:, foot], turned, curvature, stride)
        straight = stretched(body.offset[shin], body.offset[foot], BEND * leg.axis)
        bend_legs(joint, position, root, np.array(leg.bones), leg.axis, body.offset, ankle, turned, straight, NEAR)
    travel = _laid(clip.loop_travel[None], root[:1], curvature, stride)[0][0]
    plant(rig, body, position, root, joint, (travel, turn), speed=STANDS if stride < 1.0 else None)
    relative = np.asarray(relative_rows(joint, body.parent))
    return replace(
        clip,
        root_position=read_only(position),
        root_orientation=read_only(root),
        root_spin=read_only(spins(root[:, None], True, turn)[:, 0]),
        relative=read_only(relative),
        relative_spin=read_only(spins(relative, True, 0.0)),
        joint=read_only(joint),
        joint_spin=read_only(own_axes(joint, joint_spins(joint, True, turn))),
        loop_travel=read_only(travel),
        loop_turn=turn,
    )


def _laid(points: Array, turns: Array, curvature: float, stride: float) -> tuple[Array, Array]:
    """(n, 3) m and (n, 4), of what lies beside a line along +x, beside the circle instead."""
    angle, y = curvature * stride * points[:, 0], points[:, 1]
    x = np.sin(angle) / curvature - y * np.sin(angle)
    place = np.stack([x, (1.0 - np.cos(angle)) / curvature + y * np.cos(angle), points[:, 2]], axis=1)
    return place, np.array([qt.mul(qt.about_z(a), tuple(q)) for a, q in zip(angle.tolist(), turns, strict=True)])
