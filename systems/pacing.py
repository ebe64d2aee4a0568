"""Clips whose frames are made at another pace than their source's, some at a time or all at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from components.arrays import unfilled
from components.clip import FRAME, Array, Clip, ClipRows, Frames
from components.table import BONE
from systems.kernels.pacing import pace

Rows = NDArray[np.int64]


class Pacing:
    """A clip to be, `rate` times as fast as `source`, at 120 Hz again; of one that is played once.

    Before a frame is made it is anything. `bones` and `side` say whether it is the source's mirror.
    """

    def __init__(self, source: Frames, rate: float, bones: Rows, side: float = 1.0) -> None:
        self.source, self.rate, self.bones, self.side = source, rate, bones, side
        last = len(source.position) - 1
        self.at: Array = np.append(np.arange(0.0, last, rate), float(last))  # in frames of the source
        self.frames = room(len(self.at), len(bones))
        travel = np.zeros(3)
        travel.flags.writeable = False  # as every clip's is: compiled code is made for that
        self.rows = ClipRows(np.empty((len(self.at), len(bones), 14)), np.empty((len(self.at), 10)), travel)

    def make(self, first: int, last: int) -> None:
        pace(self.source, self.at, self.rate, self.bones, self.side, first, last, self.frames, self.rows)

    def clip(self, name: str, bake: Callable[[int], None] | None = None) -> Clip:
        f, travel = seen(self.frames), self.rows.loop_travel
        clip = Clip(
            name=name,
            looping=False,
            root_position=f.position,
            root_orientation=f.turn,
            root_spin=f.spin,
            relative=f.relative,
            relative_spin=f.relative_spin,
            joint=f.joint,
            joint_spin=f.joint_spin,
            loop_travel=travel,
            loop_turn=0.0,
            upright=f.upright,
            bake=bake,
        )
        vars(clip)["rows"] = self.rows  # they are made with the rest
        return clip


def paced(clip: Clip, rate: float) -> Clip:
    """The same motion, `rate` times as fast."""
    if rate == 1.0:
        return clip
    source = Frames(
        position=clip.root_position,
        turn=clip.root_orientation,
        spin=clip.root_spin,
        relative=clip.relative,
        relative_spin=clip.relative_spin,
        joint=clip.joint,
        joint_spin=clip.joint_spin,
        upright=clip.upright,
    )
    pacing = Pacing(source, rate, np.arange(clip.relative.shape[1]))
    pacing.make(0, len(pacing.at))
    return pacing.clip(clip.name)


def room(n: int, b: int) -> Frames:
    """For n frames of b bones; what stands in it at first is anything."""
    return unfilled(Frames, {FRAME: n, BONE: b})


def seen(frames: Frames) -> Frames:
    """The same arrays, for those who only read them."""
    out = Frames._make(rows.view() for rows in frames)
    for rows in out:
        rows.flags.writeable = False
    return out
