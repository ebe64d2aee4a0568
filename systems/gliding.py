"""Gliding: a clip takes a body over as it is and as it moves, and what they differ in fades over half a second.

A body that is placed on its clip stopped in the tick of its placing, if the way to the clip began from a pose that is
held. Here it begins from the pose and the speed that the body has: in the first tick each bone goes on as it went.

    begin_kinematic(stage, body, motion, clip, frame)

Worked: somebody falls forward at 0.6 m/s when a clip that stands takes him over. In the first tick he goes on by 5 mm;
after 0.17 s he is 59 mm further on than where he was taken over, then he comes back, and stands after 0.5 s.
The law of the fading is in systems/kernels/gliding.py.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import Body, Motion
from components.clip import Clip
from components.glide import Glide
from components.table import Targets
from systems.kernels import gliding
from systems.motion import anchor_here, look_up, start_clip
from systems.stage import Stage, System

BLEND_S = 0.5  # the paper's, from dynamic to kinematic; 15 frames at 30 Hz from one clip to another are as long


class GlidingSystem(System):
    reads: ClassVar = (Body,)
    writes: ClassVar = (Motion, Targets)

    def process(self, dt: float) -> None:
        for _, (body, motion) in self.query(Body, Motion):
            if motion.glide is not None:
                go_on(self.stage, body, motion, motion.glide, dt)


def begin_kinematic(
    stage: Stage,
    body: Body,
    motion: Motion,
    clip: Clip,
    frame: float = 0.0,
    blend_s: float = BLEND_S,
    looping: bool | None = None,
) -> None:
    """Play `clip` from that frame on, here, coming from the pose and the speed that the body has."""
    start_clip(stage, body, motion, clip, looping, frame=frame)
    motion.blend = 1.0
    anchor_here(stage, body, motion)
    look_up(stage, body, motion, int(frame), motion.rate, 1.0)
    apart = gliding.beside(stage.tables.handle, body.first, body.last, body.index)
    turn, rate = apart[:-1, :3].copy(), apart[:-1, 3:].copy()
    x, y, z, u, v, w = apart[-1].tolist()
    motion.glide = Glide(stage.ticks, blend_s, turn, rate, (x, y, z), (u, v, w)) if blend_s > 0.0 else None


def go_on(stage: Stage, body: Body, motion: Motion, glide: Glide, dt: float) -> None:
    """A tick more of it: what is left at the end of this tick."""
    share = (stage.ticks + 1 - glide.began) * dt / glide.lasts_s
    if share >= 1.0:
        motion.glide = None
        return
    gliding.glide(
        stage.tables.handle, glide.turn, glide.rate, glide.place, glide.speed, share, glide.lasts_s, body.first,
        body.last, body.index,
    )  # fmt: skip
