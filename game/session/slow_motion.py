"""Something once more, slowly, while the world waits: from the tape of poses, so no tick knows of it.

replay = SlowMotion()
replay.show(tape.cut(100, 340), "REPLAY")      # 240 ticks, which at 0.3 of real time take 6.7 s
poses = replay.update(1 / 60)                  # each frame: places and turns of all bones, or None
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from components.clock import TICKS_PER_S
from game.session.pose_ring import PoseClip
from systems.draw.posing import blend

Floats = NDArray[np.float64]
Poses = tuple[Floats, Floats]

SPEED = 0.3  # of real time


class SlowMotion:
    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Nothing to show."""
        self.take: PoseClip | None = None
        self.words = self.about = ""  # what is written over it
        self.moment = 0.0  # ticks, what is shown
        self.poses: Poses | None = None  # of all bones then: (bones, 3) m, (bones, 4)

    @property
    def active(self) -> bool:
        return self.take is not None

    def show(self, take: PoseClip, words: str, about: str = "") -> None:
        self.clear()
        self.take, self.words, self.about, self.moment = take, words, about, float(take.first)

    def update(self, seconds: float) -> Poses | None:
        """So much later on the wall; while there are poses, the world has to wait."""
        if self.active and self.poses is not None:  # its first picture is its first pose
            self.moment += seconds * SPEED * TICKS_PER_S
        self.poses = self._posed()
        if self.active and self.poses is None:
            self.clear()
        return self.poses

    def _posed(self) -> Poses | None:
        """Between two ticks of the take; nothing after its end."""
        if self.take is None:
            return None
        tick = int(self.moment)
        here, there = self.take.at(tick), self.take.at(tick + 1)
        if here is None or there is None:
            return None
        place, turn = np.empty_like(here[0]), np.empty_like(here[1])
        blend(*here, *there, self.moment - tick, place, turn)
        return place, turn
