"""A body that rolls goes where what touches the floor takes it: nothing slides on the floor.

Captured paths of the pelvis do not fit the body whose joints were captured with them. A captured roll turns once round
over a body of 0.4 m and goes 0.9 m, so hands, back and feet would slide back under it by 1.8 m. What a body does then
is what its floor says, and not what the path says.

The path here is moved by what slides, tick by tick. A point of a round bone that touches goes as fast as the bone's
middle less its radius times how fast it turns: a back of 0.12 m that turns forward at 5 rad/s and goes forward at
0.4 m/s slides back at 0.2 m/s. Of all points within NEAR of the lowest the mean counts, lower ones more.
"""

from __future__ import annotations

import numpy as np

from components.clip import Array
from game.clips.grounding import smoothed
from game.clips.retarget import Skeleton, place_rows, rotate_rows
from systems.kernels import quaternions as qt

NEAR = 0.015  # m
WINDOW = 6  # ticks, half the width of the smoothing: what touches changes from one tick to the next
SIGNS = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T


def slid(body: Skeleton, position: Array, root: Array, relative: Array) -> Array:
    """(n, 2) m, how far what touches the floor has slid until each tick of a motion that ends."""
    places = place_rows(position, root, relative, body.parent, body.offset)
    heights, steps = [], []
    for bone in np.unique(body.shape_bone).tolist():
        world = np.asarray(qt.mul_rows(root, np.ascontiguousarray(relative[:, bone])))
        turn = np.asarray(qt.delta_rows(world[1:].copy(), world[:-1].copy()))
        for shape in np.flatnonzero(body.shape_bone == bone):
            radius, half = body.shape_radius[shape], body.shape_half[shape]
            round_off = radius * np.column_stack((-turn[:, 1], turn[:, 0]))  # of its lowest point, seen from its middle
            for corner in (end + sign * half for end in body.shape_ends[shape] for sign in SIGNS):
                middle = places[:, bone] + rotate_rows(world, corner)
                heights.append(middle[:-1, 2] - radius)
                steps.append(np.diff(middle[:, :2], axis=0) + round_off)
    height, step = np.array(heights), np.array(steps)
    weight = np.maximum(0.0, height.min(axis=0) + NEAR - height)[:, :, None]
    slides = (weight * step).sum(axis=0) / weight.sum(axis=0)
    for axis in range(2):
        slides[:, axis] = smoothed(slides[:, axis], WINDOW, looping=False)
    return np.concatenate([np.zeros((1, 2)), np.cumsum(slides, axis=0)])
