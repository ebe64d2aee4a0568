"""Keyframes: hands the next key-frame to the timed servo when the one before it is due.

Times are counted in ticks: key-frames of 0.3, 0.3 and 0.4 s are due after 36, 72 and 120 of them. Joints that are in
none follow the clip. One that is let go is back on the clip in `delta` seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import esper

from components.character import Body
from components.keyframes import KeyFrame, KeyFrames
from components.settings import ServoSettings
from components.table import Aims
from systems.stage import Stage, System

DUE = 1e-9  # s


class KeyFramesSystem(System):
    reads: ClassVar = (Body,)
    writes: ClassVar = (KeyFrames, Aims)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for entity, _ in self.query(Body):
            esper.add_component(entity, KeyFrames())

    def process(self, dt: float) -> None:
        for _, (body, frames) in self.query(Body, KeyFrames):
            frames.left_s = max(0.0, frames.left_s - dt)
            if frames.queue and frames.left_s <= DUE:
                begin(self.stage, body, frames.queue[0])
                frames.left_s, frames.queue = frames.queue[0].seconds, frames.queue[1:]


def begin(stage: Stage, body: Body, frame: KeyFrame) -> None:
    aims, spins = stage.tables.aims, dict(frame.spins)
    for bone, turn in frame.turns:
        i = body.first + bone
        aims.keyed[i], aims.joint[i], aims.joint_spin[i] = True, turn, spins.get(bone, (0.0, 0.0, 0.0))
        aims.span[i] = aims.left[i] = frame.seconds


def let_go(stage: Stage, body: Body, settings: ServoSettings, bones: Iterable[int]) -> None:
    """These joints go back to the clip."""
    aims = stage.tables.aims
    for bone in bones:
        i = body.first + bone
        if aims.keyed[i]:
            aims.keyed[i] = False
            aims.span[i] = aims.left[i] = settings.delta
