"""Changing: from one clip to another, at the frame that is nearest and at the speed that the body has.

A loop is entered at the frame at which its joints are nearest to the body's, in place and speed; another clip begins at
its beginning. Between two speeds lie strides of another length (systems/kernels/strides.py): a faster clip is entered
with strides as short as the body is slow, and they grow; before a slower one the clip that is played goes on, and its
strides shrink. Nobody who is in the air begins anything: a jump or a stride lands first.

Speed changes by SPEEDS_UP and SLOWS_DOWN. Both turn the body over its feet: 1.2 m/s2 with 75 kg at 0.95 m need 86 N m,
less than feet that stand can give. A run of 3.2 m/s slows to half of the walk's 1.0 first, in 2.3 s. While a change
lasts, and for SETTLES_S after it, the root's spring may give TENSE; then it fades to the limits of the clip
(systems/laws/root.py).
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import ClassVar

import numpy as np

from components.arrays import quat
from components.character import Body, Motion, Next
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.control import Control
from components.settings import RootSettings
from components.table import Bones, Modes, Targets
from systems.gliding import begin_kinematic
from systems.kernels.quaternions import heading
from systems.motion import start_clip
from systems.stage import Stage, System

SPEEDS_UP, SLOWS_DOWN = 0.8, 1.2  # m/s2
SLOWEST = 0.1  # m/s
NEAR = 0.3  # m/s: speeds that differ by less need no strides in between
SLACK = 0.5  # of the speed of what comes: before a walk, a run is slowed to half of it, or it pitches over
LAG = 0.3  # m/s that a body may be slower than its strides: they wait for it
SHORTEST = 0.05  # share of a stride: on the spot
SETTLES_S = 0.5  # s that it lasts after the blend
TENSE, BREAKS = 600.0, 6000.0  # N m: what the root's spring may give meanwhile, and at what it breaks


class ChangingSystem(System):
    reads: ClassVar = (Body, RootSettings)
    late: ClassVar = (Bones, Control, Modes, Motion, Targets)
    writes: ClassVar = (Modes, Motion)

    def process(self, dt: float) -> None:
        for _, (body, motion, root) in self.query(Body, Motion, RootSettings):
            if motion.changing:
                if motion.after is not None:
                    slow_down(self.stage, body, motion, motion.after, dt)
                elif motion.stride < 1.0:
                    speed_up(self.stage, body, motion, dt)
                goes_on = motion.after is not None or motion.stride < 1.0 or motion.blend < 1.0
                motion.tense_s = SETTLES_S if goes_on else motion.tense_s - dt
                motion.changing = motion.tense_s > 0.0
                tense(self.stage, body, root)


def change(stage: Stage, body: Body, motion: Motion, clip: Clip, looping: bool | None) -> None:
    """Go on to that clip: at once, or as soon as the body is slow enough and touches something."""
    motion.after, motion.changing = None, True
    if ready(stage, body, motion, clip):
        enter(stage, body, motion, clip, looping)
    else:
        motion.after, motion.middle = Next(clip, looping), stage.clips.middle(motion.clip, body.rig)


def ready(stage: Stage, body: Body, motion: Motion, clip: Clip) -> bool:
    modes, c = stage.tables.modes, body.index
    if modes.placed[c] or modes.idle[c]:
        return True
    fast = motion.stride * speed(motion.clip, motion.rate) if motion.looping else 0.0
    slow = max(speed(clip, motion.rate), SHORTEST * speed(motion.clip, motion.rate))
    return bool(modes.touching[c]) and fast <= slow + NEAR


def speed_up(stage: Stage, body: Body, motion: Motion, dt: float) -> None:
    """Longer strides, as far as the body follows. A clip that gets nowhere takes them back as a slow one does."""
    own = max(speed(motion.clip, motion.rate), SLOWEST)
    if stage.tables.modes.placed[body.index] or motion.stride * own < ahead(stage, body) + LAG:
        motion.stride = min(1.0, motion.stride + SPEEDS_UP * dt / own)


def slow_down(stage: Stage, body: Body, motion: Motion, after: Next, dt: float) -> None:
    """Shorter strides, down to the speed of what comes."""
    own = speed(motion.clip, motion.rate)
    if motion.looping and own > 0.0:
        least = max(SHORTEST, min(1.0, SLACK * speed(after.clip, motion.rate) / own))
        motion.stride = max(least, motion.stride - SLOWS_DOWN * dt / own)
        if motion.stride > least:
            return
    if ready(stage, body, motion, after.clip):
        enter(stage, body, motion, after.clip, after.looping)


def enter(stage: Stage, body: Body, motion: Motion, clip: Clip, looping: bool | None) -> None:
    place, velocity = moving(stage, body)
    goes_on = clip.looping if looping is None else looping
    frame = stage.clips.nearest(clip, body.rig, place, velocity) if goes_on else 0
    strode = motion.stride * speed(motion.clip, motion.rate) if motion.looping else 0.0
    if is_played(body):
        begin_kinematic(stage, body, motion, clip, float(frame), looping=looping)
    else:
        start_clip(stage, body, motion, clip, looping, frame=float(frame))
    motion.changing = True
    fast, own = max(strode, ahead(stage, body)), speed(clip, motion.rate)  # a body's speed sways in each step
    if goes_on and own > fast + NEAR and not stage.tables.modes.placed[body.index]:
        motion.stride, motion.middle = max(SHORTEST, fast / own), stage.clips.middle(clip, body.rig)


def is_played(body: Body) -> bool:
    """Does a controller put it where its clip has it? Then it goes over in half a second, at the speed that it has."""
    return any(control.kinematic for _, (own, control) in System.query(Body, Control) if own is body)


def tense(stage: Stage, body: Body, root: RootSettings) -> None:
    """A limit that was chosen counts as it is."""
    modes, c = stage.tables.modes, body.index
    if root.root_limit is None:
        modes.root_limit[c] = max(modes.root_limit[c], TENSE)
    if root.root_break is None:
        modes.root_break[c] = max(modes.root_break[c], BREAKS)


def speed(clip: Clip, rate: float) -> float:
    """m/s at which a loop goes."""
    return rate * hypot(clip.loop_travel[0], clip.loop_travel[1]) / clip.frames * TICKS_PER_S


def ahead(stage: Stage, body: Body) -> float:
    """m/s of its centre of mass, the way it faces."""
    bones, rows = stage.tables.bones, slice(body.first, body.last)
    mass, yaw = stage.tables.skeletons.mass[rows], heading(quat(bones.orientation[body.first]))
    x, y, _ = (mass @ bones.velocity[rows] / mass.sum()).tolist()
    return float(cos(yaw) * x + sin(yaw) * y)


def moving(stage: Stage, body: Body) -> tuple[Array, Array]:
    """Places (m, from the floor below the root) and velocities (m/s) of the joints, in the root's heading."""
    bones, rows = stage.tables.bones, slice(body.first, body.last)
    x, y, _ = bones.position[body.first].tolist()
    yaw = heading(quat(bones.orientation[body.first]))
    c, s = cos(yaw), sin(yaw)
    back = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    return (bones.position[rows] - (x, y, stage.engine.ground_height(x, y))) @ back, bones.velocity[rows] @ back
