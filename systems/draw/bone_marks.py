"""The bones as lines from joint to joint, in a pale shade of their character's colour.

Hands, toes and head end at their own centre of mass. Bones that nobody moves are thin and of ice. Five boxers have 130
lines and 110 joints.
"""

from __future__ import annotations

import numpy as np

from components.character import Body
from systems.draw.cast import ICE, Cast
from systems.draw.lines import Lines
from systems.draw.measures import turned
from systems.stage import Stage, System

PALE = 0.5  # of white in a character's colour
EDGE = (0.05, 0.06, 0.09)


class BoneMarks:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines) -> None:
        self.stage, self.cast, self.lines = stage, cast, lines
        skeletons = stage.tables.skeletons
        self._hung = np.flatnonzero(skeletons.parent >= 0)
        self._above = skeletons.parent[self._hung]
        self._last = np.setdiff1d(np.arange(len(skeletons.parent)), skeletons.parent)
        self._tips = skeletons.com[self._last]
        own = np.array([body.colour for _, (body,) in System.query(Body)]).reshape(-1, 3)
        pale = ((1.0 - PALE) * own + PALE)[skeletons.owner]
        self._colours = np.concatenate([pale[self._hung], pale[self._last]])
        self._drawn = np.concatenate([self._above, self._last])  # the bone that each line stands for

    def draw(self) -> None:
        joints, turn = self.cast.place[: self.cast.bones], self.cast.turn
        tips = joints[self._last] + turned(turn[self._last], self._tips)
        starts = np.concatenate([joints[self._above], joints[self._last]])
        ends = np.concatenate([joints[self._hung], tips])
        limp = self.stage.tables.muscles.limp
        passive = limp[self._drawn]
        self.lines.add(starts, ends, EDGE, np.where(passive, 5.0, 7.5), on_top=True)
        colours = np.where(passive[:, None], ICE, self._colours)
        self.lines.add(starts, ends, colours, np.where(passive, 2.0, 4.8), on_top=True)
        self.lines.points(joints, EDGE, np.where(limp, 9.0, 11.0), on_top=True)
        self.lines.points(joints, np.where(limp[:, None], ICE, (1.0, 1.0, 1.0)), np.where(limp, 4.5, 7.0), on_top=True)
