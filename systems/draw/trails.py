"""Where hands, feet and heads have been in the last second, as lines that fade.

`record` after each tick keeps a row of a ring of 120; what is drawn is every second of them. A jump (a body that was
put back, a scene begun again) is a gap. Five boxers have 25 trails of 60 pieces, filled in 0.1 ms.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from components.character import Body
from components.clock import TICKS_PER_S
from systems.draw.lines import Lines
from systems.draw.measures import turned
from systems.stage import Stage, System

TICKS, EVERY = TICKS_PER_S, 2  # of the ring; ticks between two places that are drawn
GAP = 4  # ticks without a record that a line may still cross
JUMP = 0.25  # m in a tick: nobody moves at 30 m/s
WIDTH_PX, OLD_PX = 5.0, 1.5
PALE = 0.35  # of white in a character's colour


class Trails:
    def __init__(self, stage: Stage, lines: Lines) -> None:
        self.stage, self.lines = stage, lines
        bodies = [body for _, (body,) in System.query(Body)]
        rows = [trailed(body) for body in bodies]
        self.rows = np.array([row for own in rows for row in own], np.int64)
        self.middles = stage.tables.skeletons.com[self.rows]
        colours = [body.colour for body, own in zip(bodies, rows, strict=True) for _ in own]
        self.colours = (1.0 - PALE) * np.array(colours).reshape(-1, 3) + PALE
        self.ticks = np.full(TICKS, -1)
        self.place, self.turn = np.zeros((TICKS, len(self.rows), 3)), np.zeros((TICKS, len(self.rows), 4))

    def record(self) -> None:
        """How things are after this tick; what came later (before a load) has not happened."""
        bones, now = self.stage.tables.bones, self.stage.ticks
        self.ticks[self.ticks > now] = -1
        at = now % TICKS
        self.ticks[at] = now
        bones.position.take(self.rows, axis=0, out=self.place[at])
        bones.orientation.take(self.rows, axis=0, out=self.turn[at])

    def draw(self) -> None:
        places, ticks = self.seen()
        if len(ticks) < 2:
            return
        steps = np.diff(ticks)
        reach = np.abs(places[1:] - places[:-1]).max(axis=-1)
        whole = (reach < JUMP * steps[:, None]) & (steps <= GAP + EVERY)[:, None]
        age = ((self.stage.ticks - ticks[1:]) / TICKS)[:, None]
        paint = np.empty((*whole.shape, 4))
        paint[..., :3] = self.colours
        paint[..., 3] = 0.95 * (1.0 - age) * whole
        width = np.empty(whole.shape)
        width[:] = WIDTH_PX + (OLD_PX - WIDTH_PX) * age
        starts, ends = places[:-1].reshape(-1, 3), places[1:].reshape(-1, 3)
        self.lines.add(starts, ends, paint.reshape(-1, 4), width.ravel(), round_ends=False)

    def seen(self) -> tuple[Floats, Floats]:
        """(places, trails, 3) m and their ticks, the oldest first: every second one, and the last."""
        now = self.stage.ticks
        known = np.flatnonzero((self.ticks >= 0) & (self.ticks <= now) & (self.ticks > now - TICKS))
        known = known[np.argsort(self.ticks[known])]
        drawn = (self.ticks[known] % EVERY == 0) | (np.arange(len(known)) == len(known) - 1)
        known = known[drawn]
        turn, middles = self.turn[known], np.tile(self.middles, (len(known), 1))
        shift = turned(turn.reshape(-1, 4), middles).reshape(*turn.shape[:2], 3)
        return self.place[known] + shift, self.ticks[known]


def trailed(body: Body) -> list[int]:
    """Rows of its hands (where its rig calls them so), feet and head."""
    hands = [body.first + i for i, name in enumerate(body.rig.names) if name in ("left_hand", "right_hand")]
    return [*hands, *body.feet, body.head]
