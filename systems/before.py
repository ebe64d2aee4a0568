"""Before: how everything moves before the step, so that what meets in it can be measured by how fast it came.

Of loose things that rest (slower than 0.1 m/s and 1 rad/s) one is asked in each tick, in turn: asking one costs 2 us,
and 50 lie about in the headline scene. What a character or a moving thing has touched is asked at once, and so is all
that a hand may have thrown or pushed. One of 50 that topples by itself is known up to 0.4 s late.
"""

from __future__ import annotations

from math import hypot
from struct import pack_into
from typing import Any, ClassVar

import numpy as np

from components.prop import Prop
from components.table import MAX_THINGS, Before, Bones
from systems.kernels import tick
from systems.stage import System

REST, REST_SPIN = 0.1, 1.0  # m/s, rad/s
WIDTH = 13  # numbers of a thing's motion


class BeforeSystem(System):
    reads: ClassVar = (Prop,)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Before,)

    _found: list[tuple[int, tuple[Any, ...]]] | None = None
    _loose: list[int]
    _rows: dict[int, int]  # the other way round

    def process(self, dt: float) -> None:
        stage, before = self.stage, self.stage.tables.before
        tick.keep_before(stage.tables.handle)
        found = self.query(Prop)
        if found is not self._found:  # the same list until a thing comes or goes
            self.list_things(found)
            self._found = found
        if stage.stirred:
            before.awake[:] = True
            stage.stirred = False
        n = len(self._loose)
        if n == 0:
            return
        if not before.awake[turn := stage.ticks % n]:
            self.ask(turn)
        due = np.flatnonzero(before.awake[:n]).tolist()
        for row in due:  # it grows while it is gone through
            if self.ask(row):
                due += self.rouse(row)

    def list_things(self, found: list[tuple[int, tuple[Any, ...]]]) -> None:
        """They come at the end, so that a row stays the same thing's, also where a load has made it again."""
        before = self.stage.tables.before
        self._loose = [int(prop.engine_id) for _, (prop,) in found if prop.mass > 0.0][:MAX_THINGS]
        self._rows = {body: row for row, body in enumerate(self._loose)}
        n = len(self._loose)
        before.awake[int(before.things[0]) :] = True
        before.thing[:n] = self._loose
        before.things[0] = n

    def ask(self, row: int) -> bool:
        """How it moves; does it?"""
        before, motion = self.stage.tables.before, self.stage.engine.moving(self._loose[row])
        pack_into(f"{WIDTH}d", before.thing_motion.data, 8 * WIDTH * row, *motion)
        before.awake[row] = awake = hypot(*motion[7:10]) > REST or hypot(*motion[10:13]) > REST_SPIN
        return awake

    def rouse(self, row: int) -> list[int]:
        """Those at rest that it touched in the last step."""
        awake, found = self.stage.tables.before.awake, []
        for touched in self.stage.engine.touches([self._loose[row]])[:, 1].tolist():
            other = self._rows.get(int(touched))
            if other is not None and not awake[other]:
                awake[other] = True
                found.append(other)
        return found
