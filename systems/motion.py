"""Motion: moves every character on in its clip and writes where its bones should be at the end of this tick.

A clip runs at 120 frames a second, one a tick at rate 1. At the end of a loop the clip's origin moves on by what the
loop travels and turns. A new clip starts where the body stands and faces, and its targets are blended in from the old
ones (bone by bone in the character's frame) along 3 w^2 - 2 w^3.
"""

from __future__ import annotations

from math import cos, sin
from typing import ClassVar

from components.character import Body, Motion
from components.clip import Clip
from components.settings import MotionSettings
from components.table import Bones, Targets
from systems.kernels.quaternions import conj, heading, mul
from systems.kernels.sampling import relative_to_root, sample, sample_root
from systems.stage import Stage, System


class MotionSystem(System):
    reads: ClassVar = (Body, MotionSettings, Motion)
    writes: ClassVar = (Motion, Targets)

    def process(self, dt: float) -> None:
        for _, (body, motion, settings) in self.query(Body, Motion, MotionSettings):
            before = int(motion.frame)
            advance(motion, settings.rate)
            blend_s = settings.blend_s if motion.blend_s is None else motion.blend_s
            motion.blend = min(1.0, motion.blend + dt / blend_s) if blend_s > 0.0 else 1.0
            look_up(self.stage, body, motion, before, settings.rate)


def advance(motion: Motion, rate: float) -> None:
    clip = motion.clip
    frame = motion.frame + rate
    if motion.looping:
        while frame >= clip.frames:
            frame -= clip.frames
            x, y = turned(clip.loop_travel[0], clip.loop_travel[1], motion.heading)
            motion.anchor = (motion.anchor[0] + x, motion.anchor[1] + y, motion.anchor[2])
            motion.heading += clip.loop_turn
    elif frame >= clip.frames - 1:
        motion.ended = True
        frame = clip.frames - 1.0
    motion.frame = frame


def look_up(stage: Stage, body: Body, motion: Motion, before: int, rate: float) -> None:
    clip, targets = motion.clip, stage.tables.targets
    low = int(motion.frame)
    part = motion.frame - low
    high = (low + 1) % clip.frames if motion.looping else min(low + 1, clip.frames - 1)
    w = motion.blend
    weight = w * w * (3.0 - 2.0 * w)
    sample(
        clip.relative, clip.relative_spin, clip.joint, clip.joint_spin, before, low, high, part, rate,
        stage.tables.skeletons.parent, motion.old_pose, weight, (body.first, body.last), targets,
    )  # fmt: skip
    sample_root(
        clip.root_position, clip.root_orientation, clip.root_spin, before, low, high, part, rate, motion.anchor,
        motion.heading, motion.old_root, motion.old_offset, weight, body.index, targets,
    )  # fmt: skip


def start_clip(
    stage: Stage,
    body: Body,
    motion: Motion,
    clip: Clip,
    looping: bool | None = None,
    from_body: bool = False,
    blend_s: float | None = None,
) -> None:
    """Play `clip` from its beginning, here; blended from the present targets, or from the body's own pose."""
    if not from_body:
        motion.old_pose = stage.tables.targets.relative[body.first : body.last].copy()
        motion.old_root = stage.tables.targets.root_orientation[[body.index]]
    motion.clip = clip
    motion.frame = 0.0
    motion.looping = clip.looping if looping is None else looping
    motion.ended = False
    motion.blend_s = blend_s
    if from_body:
        blend_from_body(stage, body, motion)
    else:
        motion.blend = 0.0
        anchor_here(stage, body, motion)
    stage.modes_changed = True


def blend_from_body(stage: Stage, body: Body, motion: Motion) -> None:
    """Go on with the clip, but from the pose and place that the body is in now."""
    bones = stage.tables.bones
    motion.old_pose = relative_to_root(bones.orientation, body.first, body.last)
    motion.old_root = bones.orientation[[body.first]]
    motion.blend = 0.0
    anchor_here(stage, body, motion)
    height = motion.anchor[2] + float(motion.clip.root_position[int(motion.frame), 2])
    motion.old_offset = (0.0, 0.0, float(bones.position[body.first, 2]) - height)


def anchor_here(stage: Stage, body: Body, motion: Motion) -> None:
    """Lay the clip's origin so that its present frame stands and faces as the body does."""
    bones, low = stage.tables.bones, int(motion.frame)
    motion.heading = heading(mul(bones.orientation[body.first], conj(motion.clip.root_orientation[low])))
    x, y = turned(motion.clip.root_position[low, 0], motion.clip.root_position[low, 1], motion.heading)
    px, py, _ = bones.position[body.first]
    motion.anchor = (float(px - x), float(py - y), stage.engine.ground_height(px, py))
    motion.old_offset = (0.0, 0.0, 0.0)


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    c, s = cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y
