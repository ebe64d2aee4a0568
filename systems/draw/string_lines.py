"""Strings as they are seen: from what each holds up to a control of sticks in a puppeteer's hand.

A string that pulls with a quarter of the body's weight is as warm as it gets. One that nothing pulls is pale.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from systems.draw.cast import Cast
from systems.draw.lines import Lines
from systems.draw.measures import turned
from systems.stage import Stage
from systems.strings import tops

PALE, WARM = np.array([0.92, 0.92, 0.86]), np.array([1.0, 0.55, 0.20])
WOOD = (0.42, 0.27, 0.15)
STRING_PX, STICK_PX = 2.2, 8.0
WARMEST = 0.25  # of the body's weight
GRAVITY = 9.81  # m/s2, of what a weight is here


class StringLines:
    def __init__(self, stage: Stage, cast: Cast) -> None:
        self.stage, self.cast, self.lines = stage, cast, Lines()

    @property
    def above(self) -> dict[int, Floats]:
        """By character, m: where its strings end above it, for a camera that wants to have them in the picture."""
        tied, strings, owner = self.stage.strings, self.stage.tables.strings, self.stage.tables.skeletons.owner
        rows = [each.row for each in tied]
        if not rows or strings.fresh[rows].any():
            return {}
        above, who = tops(self.stage, strings.end[rows]), owner[strings.bone[rows]]
        return {c: above[who == c] for c in np.unique(who).tolist()}

    def update(self) -> None:
        """Once a frame, when everybody is posed."""
        self.lines.clear()
        tied, strings, skeletons = self.stage.strings, self.stage.tables.strings, self.stage.tables.skeletons
        rows = [each.row for each in tied]
        if not rows or strings.fresh[rows].any():
            return
        bones = strings.bone[rows]
        places = self.cast.place[bones] + turned(self.cast.turn[bones], strings.hold[rows])
        above = tops(self.stage, strings.end[rows])
        weight = GRAVITY * skeletons.total_mass[skeletons.owner[bones]]
        share = np.clip(np.linalg.norm(strings.force[rows], axis=1) / (WARMEST * weight), 0.0, 1.0)[:, None]
        self.lines.add(places, above, PALE + share * (WARM - PALE), STRING_PX)
        who = np.array([each.who for each in tied])
        for name in dict.fromkeys(who.tolist()):
            mine = above[who == name]
            middle = np.broadcast_to(mine.mean(axis=0), mine.shape)
            self.lines.add(middle, mine, WOOD, STICK_PX)
