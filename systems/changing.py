"""prototype"""
from __future__ import annotations
import os
from math import cos, hypot, sin
import numpy as np
from components.arrays import quat
from components.character import Body, Motion
from components.clip import Clip
from components.clock import TICKS_PER_S
from systems.kernels.quaternions import heading
from systems.motion import start_clip
from systems.stage import Stage
ENTRY = os.environ.get("ENTRY", "near"); ACC = float(os.environ.get("ACC", "2")); MINB = float(os.environ.get("MINB", ".25")); MAXB = float(os.environ.get("MAXB", "0.8"))
PERM = float(os.environ.get("PERM", "0"))


def moving(stage: Stage, body: Body):
    """Places and velocities of the joints in the root's heading, from the floor below the root."""
    bones = stage.tables.bones
    rows = slice(body.first, body.last)
    x, y, _ = bones.position[body.first].tolist()
    place = bones.position[rows] - (x, y, stage.engine.ground_height(x, y))
    yaw = heading(quat(bones.orientation[body.first]))
    c, s = cos(yaw), sin(yaw)
    back = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    return place @ back, bones.velocity[rows] @ back


def mean_speed(clip: Clip) -> float:
    return hypot(*clip.loop_travel[:2]) / clip.frames * TICKS_PER_S


def change(stage: Stage, body: Body, motion: Motion, clip: Clip, looping=None, frame=None):
    place, velocity = moving(stage, body)
    f, d = stage.clips.nearest(clip, body.rig, place, velocity)
    if frame is None:
        frame = float(f) if clip.looping and ENTRY == "near" else 0.0
    mass = stage.tables.skeletons.mass[body.first:body.last]
    v = hypot(*(mass @ velocity / mass.sum())[:2])
    dv = abs(v - mean_speed(clip))
    start_clip(stage, body, motion, clip, looping, blend_s=min(MAXB, max(MINB, dv / ACC, PERM * d)), frame=frame)
