"""Motion: moves every character on in its clip and writes where its bones should be at the end of this tick.

A clip runs at 120 frames a second, one a tick at rate 1. At the end of a loop the clip's origin moves on by what the
loop travels and turns. A new clip starts where the body stands and faces; each tick of a blend takes the targets a part
of the way that is left to the clip (bone by bone in the character's frame), so that by the time t of a blend that lasts
T the way gone is 3 (t/T)^2 - 2 (t/T)^3.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, remainder, sin
from typing import ClassVar

import numpy as np

from components.arrays import quat
from components.character import RISING, Body, Motion, Recovery
from components.clip import Clip
from components.settings import MotionSettings
from components.table import Bones, Poise, Targets
from systems.kernels import tick
from systems.kernels.quaternions import conj, facing_rows, heading, mul
from systems.kernels.sampling import relative_to_root
from systems.stage import Stage, System


class MotionSystem(System):
    reads: ClassVar = (Body, MotionSettings)
    late: ClassVar = (Motion, Bones, Recovery)
    writes: ClassVar = (Motion, Targets, Poise)

    def process(self, dt: float) -> None:
        for _, (body, motion, settings, recovery) in self.query(Body, Motion, MotionSettings, Recovery):
            before = int(motion.frame)
            motion.rate = settings.rate
            rate = settings.rate * motion.pace
            advance(motion, rate)
            part = blended(motion, settings.blend_s, dt) if motion.blend < 1.0 else 1.0
            look_up(self.stage, body, motion, before, rate, part, recovery.phase is RISING)


def blended(motion: Motion, usual_s: float, dt: float) -> float:
    """A tick more of the blend: the part of the way that is left which is gone in it."""
    blend_s = usual_s if motion.blend_s is None else motion.blend_s
    gone = eased(motion.blend)
    motion.blend = min(1.0, motion.blend + dt / blend_s) if blend_s > 0.0 else 1.0
    return (eased(motion.blend) - gone) / (1.0 - gone) if gone < 1.0 else 1.0


def eased(blend: float) -> float:
    return blend * blend * (3.0 - 2.0 * blend)


def advance(motion: Motion, rate: float) -> None:
    clip = motion.clip
    frame, before, way = motion.frame + rate, int(motion.frame), clip.root_position
    gone_x = gone_y = 0.0
    if motion.looping:
        while frame >= clip.frames:
            frame -= clip.frames
            x, y = turned(clip.loop_travel[0], clip.loop_travel[1], motion.heading)
            motion.anchor = (motion.anchor[0] + x, motion.anchor[1] + y, motion.anchor[2])
            gone_x, gone_y = gone_x + x, gone_y + y
            motion.heading += clip.loop_turn
    elif frame >= clip.frames - 1:
        motion.ended = True
        frame = clip.frames - 1.0
    now = int(frame)
    clip.ready(now + 1 if now else clip.frames - 1)  # in its first frame its last is looked at (kernels/sampling.py)
    x, y = turned(way.item(now, 0) - way.item(before, 0), way.item(now, 1) - way.item(before, 1), motion.heading)
    x, y = x + gone_x, y + gone_y
    if motion.stride != 1.0:
        less = motion.stride - 1.0
        motion.anchor = (motion.anchor[0] + less * x, motion.anchor[1] + less * y, motion.anchor[2])
        motion.heading += less * rate * clip.loop_turn / clip.frames  # shorter strides turn less
    motion.travelled = (motion.travelled[0] + motion.stride * x, motion.travelled[1] + motion.stride * y)
    motion.frame = frame


def look_up(
    stage: Stage, body: Body, motion: Motion, before: int, rate: float, part: float, rises: bool = False
) -> None:
    """Targets at the clip's frame; `part` of the way that is left from the targets as they are (1: all of it)."""
    clip = motion.clip
    low = int(motion.frame)
    between = motion.frame - low
    high = (low + 1) % clip.frames if motion.looping else min(low + 1, clip.frames - 1)
    tick.follow(
        stage.tables.handle, clip.rows, clip.loop_turn, before, low, high, between, rate, motion.anchor, motion.heading,
        motion.offset, part, eased(motion.blend), rises, body.first, body.last, body.index,
    )  # fmt: skip
    if motion.stride != 1.0:
        tick.take_strides(
            stage.tables.handle, clip.rows, low, np.array(body.feet), body.first, body.index, motion.middle,
            motion.stride, part, eased(motion.blend) * rate,
        )  # fmt: skip


def start_clip(
    stage: Stage,
    body: Body,
    motion: Motion,
    clip: Clip,
    looping: bool | None = None,
    from_body: bool = False,
    blend_s: float | None = None,
    frame: float = 0.0,
) -> None:
    """Play `clip` from that frame on, here; blended from the present targets, or from the body's own pose."""
    clip.ready(int(frame))
    motion.clip = clip
    motion.frame = frame
    motion.looping = clip.looping if looping is None else looping
    motion.ended = False
    motion.pace = motion.stride = 1.0
    motion.after, motion.changing = None, False
    begin_blend(stage, body, motion, from_body, blend_s)
    stage.modes_changed = True


def begin_blend(stage: Stage, body: Body, motion: Motion, from_body: bool, blend_s: float | None = None) -> None:
    """Come in to the clip's present frame from the targets as they are, or from the pose and place of the body."""
    bones, targets, c = stage.tables.bones, stage.tables.targets, body.index
    place = targets.root_position[c].copy()
    if from_body:
        targets.relative[body.first : body.last] = relative_to_root(bones.orientation, body.first, body.last)
        targets.joint[body.first : body.last] = bones.joint[body.first : body.last]
        targets.root_orientation[c] = bones.orientation[body.first]
        place = bones.position[body.first].copy()
    motion.blend, motion.blend_s, motion.glide = 0.0, blend_s, None
    anchor_here(stage, body, motion)
    x, y, z = (float(v) for v in motion.clip.root_position[int(motion.frame)])
    x, y = turned(x, y, motion.heading)
    ax, ay, az = motion.anchor
    motion.offset = (float(place[0]) - ax - x, float(place[1]) - ay - y, float(place[2]) - az - z)


def come_in(stage: Stage, body: Body, motion: Motion, bones: Sequence[int], blend_s: float) -> None:
    """Some bones come in to the clip from where they are; the clip goes on where it is, for all."""
    actual = relative_to_root(stage.tables.bones.orientation, body.first, body.last)
    stage.tables.targets.relative[np.add(bones, body.first)] = actual[bones]
    left = 1.0 - eased(motion.blend)
    x, y, z = motion.offset
    motion.offset = (left * x, left * y, left * z)
    motion.blend, motion.blend_s = 0.0, blend_s


def anchor_here(stage: Stage, body: Body, motion: Motion) -> None:
    """Lay the clip's origin so that its present frame stands and faces as the body does."""
    bones, low = stage.tables.bones, int(motion.frame)
    motion.heading = heading(mul(quat(bones.orientation[body.first]), conj(quat(motion.clip.root_orientation[low]))))
    x, y, _ = (float(v) for v in motion.clip.root_position[low])
    x, y = turned(x, y, motion.heading)
    px, py, _ = (float(v) for v in bones.position[body.first])
    motion.anchor = (px - x, py - y, stage.engine.ground_height(px, py))
    motion.offset = (0.0, 0.0, 0.0)


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    c, s = cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


def wrapped(angle: float) -> float:
    """rad, -pi .. pi"""
    return remainder(angle, 2.0 * pi)


def facing(stage: Stage, body: Body, clip: Clip, frame: int) -> float:
    """rad: where +x of the clip points, as the body stands."""
    return float(facing_rows(stage.tables.bones.orientation, body.first, clip.root_orientation, frame))
