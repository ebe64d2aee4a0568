"""The pose that the muscles pull towards, hung on the actual root or on its own: what ghosts show.

A bone's target turn is the actual root's times the clip's (as in game/world/character.py), its place follows down the
tree. Between two ticks the clip's part is blended as the bodies are: a body on its target fills its ghost at any
moment. The preview hangs on the root that clip and script have: that is the motion without physics, in real time.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from systems.draw.cast import Cast
from systems.draw.measures import Tree, multiplied
from systems.draw.posing import blend
from systems.stage import Stage


class TargetPose:
    def __init__(self, stage: Stage, cast: Cast) -> None:
        self.stage, self.cast = stage, cast
        skeletons = stage.tables.skeletons
        self._tree, self._owner, self._roots = Tree(skeletons), skeletons.owner, skeletons.first[:-1]
        rows = len(skeletons.parent)
        self._before, self._now = np.zeros((rows, 4)), np.zeros((rows, 4))
        self._ticks = self._earlier = -1
        self._unmoved, self._placed = np.zeros((rows, 3)), np.zeros((rows, 3))
        self._relative = np.zeros((rows, 4))

    def record(self) -> None:
        """After each tick."""
        self._before, self._now = self._now, self._before
        self._now[:] = self.stage.tables.targets.relative
        self._earlier, self._ticks = self._ticks, self.stage.ticks

    def at(self, alpha: float) -> tuple[Floats, Floats]:
        """(bones, 3) m and (bones, 4), as far between the ticks as the cast is."""
        relative = self.stage.tables.targets.relative
        if alpha < 1.0 and self._ticks == self.stage.ticks == self._earlier + 1:
            blend(self._unmoved, self._before, self._unmoved, self._now, alpha, self._placed, self._relative)
            relative = self._relative
        turn = multiplied(self.cast.turn[self._roots][self._owner], relative)
        return self._tree.places(self.cast.place[self._roots], turn), turn


class PreviewPose:
    """Where the motion alone would have everybody, between the last two ticks."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        skeletons, targets = stage.tables.skeletons, stage.tables.targets
        self._tree, self._owner = Tree(skeletons), skeletons.owner
        shapes = targets.relative.shape[0], 3
        self._poses = [(np.zeros(shapes), np.zeros((shapes[0], 4))) for _ in range(2)]
        self._mixed = np.zeros(shapes), np.zeros((shapes[0], 4))
        self._ticks = self._earlier = -1

    def record(self) -> None:
        """After each tick."""
        self._poses.reverse()
        place, turn = self.now()
        self._poses[1][0][:], self._poses[1][1][:] = place, turn
        self._earlier, self._ticks = self._ticks, self.stage.ticks

    def now(self) -> tuple[Floats, Floats]:
        targets = self.stage.tables.targets
        turn = multiplied(targets.root_orientation[self._owner], targets.relative)
        return self._tree.places(targets.root_position, turn), turn

    def at(self, alpha: float) -> tuple[Floats, Floats]:
        """(bones, 3) m and (bones, 4)."""
        if alpha < 1.0 and self._ticks == self.stage.ticks == self._earlier + 1:
            (place, turn), (later, turned) = self._poses
            blend(place, turn, later, turned, alpha, *self._mixed)
            return self._mixed
        return self.now()
