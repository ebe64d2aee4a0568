"""Similarity: how near a body is to each frame of a clip, and the frame of several clips that it is nearest to.

    s = sum over joints of  w angle(q, q_i) + u |w_joint - w_joint_i|  and, for the root,
        w tilt + u |spin - spin_i| + w |h - h_i| + u |v - v_i|

It is equation 1 of Hybrid Control, with a joint's whole turn (rad) in place of its angles one by one. Where a body
stands and which way it faces does not count. The root's tilt is the angle between the verticals as both roots see them;
its spin and velocity are in its own axes, its height is above the ground below it.

Worked, with the weights of data/controllers/similarity.toml: who stands as a frame has him and differs in one knee, by
0.5 rad, has the value 0.5 times the knee's weight. Below the threshold a clip may take him over
(systems/gliding.py). The weights were fitted to good and bad transitions: docs/learning.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.character import Body
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.similarity import Keyframes, Weights
from systems.kernels import similarity
from systems.stage import Stage


class Best(NamedTuple):
    clip: Clip
    frame: int
    value: float


def best(stage: Stage, body: Body, clips: Sequence[Clip]) -> Best:
    """The nearest frame of all these clips; the first of those that are as near."""
    weights = stage.clips.similarity(body.rig)
    found = [(clip, values(stage, body, keyframes(clip), weights)) for clip in clips]
    nearest = [Best(clip, int(row.argmin()), float(row.min())) for clip, row in found]
    return min(nearest, key=lambda best: best.value)


def values(stage: Stage, body: Body, frames: Keyframes, weights: Weights) -> Array:
    """(frames,)"""
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    ground = stage.engine.ground_height(x, y)
    out: Array = similarity.values(stage.tables.handle, frames, weights.joint, weights.root, ground, body.first)
    return out


@lru_cache(maxsize=64)
def keyframes(clip: Clip) -> Keyframes:
    """What is compared, made once for each clip."""
    place, after = clip.root_position, np.roll(clip.root_position, -1, axis=0)
    velocity = (after - place) * TICKS_PER_S
    velocity[-1] = velocity[-2] if clip.frames > 1 else 0.0
    turn = clip.root_orientation
    up = np.tile((0.0, 0.0, 1.0), (clip.frames, 1))
    seen = [similarity.seen_from(turn, rows) for rows in (up, clip.root_spin, velocity)]
    return Keyframes(clip.joint.copy(), clip.joint_spin.copy(), np.column_stack([*seen, place[:, 2]]))
