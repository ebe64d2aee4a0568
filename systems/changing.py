"""Changing: from one clip to another, at the frame that is nearest and at the speed that the body has.

A loop is entered at the frame where its joints are nearest to the body's, in place and speed; another clip begins at
its beginning. Between two speeds lies a stretch of strides (systems/kernels/strides.py): a faster clip is entered with
strides as short as the body is slow, and they grow; for a slower one the clip that is played goes on first, with
strides that get shorter. Either way the body's speed changes by ACCELERATION, which a pelvis at 0.95 m and 75 kg holds
with 75 kg 0.95 m 2 m/s2 = 140 N m.
"""

from __future__ import annotations

import os
from math import cos, hypot, sin
from typing import ClassVar

import numpy as np

from components.arrays import quat
from components.character import Body, Motion, Next
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.settings import MotionSettings
from components.table import Bones
from systems.kernels.quaternions import heading
from systems.motion import start_clip
from systems.stage import Stage, System

UP_A, DOWN_A = float(os.environ.get("UPA", 2.0)), float(os.environ.get("DOWNA", 2.0))
ACCELERATION = 2.0  # m/s2
SLOW = float(os.environ.get("SLOW", 0.3))  # m/s: so much faster than the next clip it may be
SHORTEST = float(os.environ.get("SHORTEST", 0.15))  # share of a stride


class ChangingSystem(System):
    reads: ClassVar = (Body, MotionSettings)
    late: ClassVar = (Motion, Bones)
    writes: ClassVar = (Motion,)

    def process(self, dt: float) -> None:
        for _, (body, motion, settings) in self.query(Body, Motion, MotionSettings):
            if motion.after is not None:
                self.slow_down(body, motion, motion.after, settings.rate, dt)
            elif motion.stride < 1.0:
                motion.stride = min(1.0, motion.stride + UP_A * dt / speed(motion.clip, settings.rate))

    def slow_down(self, body: Body, motion: Motion, after: Next, rate: float, dt: float) -> None:
        own = speed(motion.clip, rate)
        least = max(SHORTEST, speed(after.clip, rate) / own)
        motion.stride = max(least, motion.stride - DOWN_A * dt / own)
        if motion.stride == least:
            enter(self.stage, body, motion, after.clip, after.looping, rate)


def change(stage: Stage, body: Body, motion: Motion, clip: Clip, looping: bool | None, rate: float) -> None:
    """Go on to that clip, at once or as soon as the body is slow enough."""
    own = speed(motion.clip, rate)
    if motion.looping and clip is not motion.clip and motion.stride * own > max(SHORTEST * own, speed(clip, rate)) + SLOW:
        motion.after = Next(clip, looping)
    else:
        enter(stage, body, motion, clip, looping, rate)


def enter(stage: Stage, body: Body, motion: Motion, clip: Clip, looping: bool | None, rate: float) -> None:
    place, velocity = moving(stage, body)
    frame = stage.clips.nearest(clip, body.rig, place, velocity)[0] if clip.looping and looping is not False else 0
    start_clip(stage, body, motion, clip, looping, frame=float(frame), blend_s=float(os.environ.get("BL", .25)))
    mass = stage.tables.skeletons.mass[body.first : body.last]
    ahead = float(mass @ velocity[:, 0] / mass.sum())
    if motion.looping and speed(clip, rate) > ahead + SLOW:
        motion.stride = max(SHORTEST, ahead / speed(clip, rate))


def speed(clip: Clip, rate: float) -> float:
    """m/s at which a loop goes."""
    return rate * hypot(*clip.loop_travel[:2]) / clip.frames * TICKS_PER_S


def moving(stage: Stage, body: Body) -> tuple[Array, Array]:
    """Places (m, from the floor below the root) and velocities (m/s) of the joints, in the root's heading."""
    bones, rows = stage.tables.bones, slice(body.first, body.last)
    x, y, _ = bones.position[body.first].tolist()
    yaw = heading(quat(bones.orientation[body.first]))
    c, s = cos(yaw), sin(yaw)
    back = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    return (bones.position[rows] - (x, y, stage.engine.ground_height(x, y))) @ back, bones.velocity[rows] @ back
