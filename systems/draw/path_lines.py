"""Paths as they are seen on the ground: the line in its walker's colour, paler where he has been, and its points."""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from components.character import Body
from components.path import Walk
from systems.draw.lines import Lines
from systems.paths.spline import cardinal
from systems.stage import Stage, System

EACH, OVER = 6, 0.015  # places of the line from one that is drawn to the next; m above the ground
LINE_PX, POINT_PX, RIM_PX = 5.0, 13.0, 19.0
BRIGHT, PALE, DARK = 0.45, 0.30, (0.05, 0.06, 0.09, 0.7)  # of the way to white; how much is seen of what is behind him


class PathLines:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.lines = stage, Lines()

    def update(self) -> None:
        """Once a frame."""
        self.lines.clear()
        for _, (body, walk) in System.query(Body, Walk):
            if walk.points:
                self._draw(walk, np.array(body.colour) + BRIGHT * (1.0 - np.array(body.colour)))

    def _draw(self, walk: Walk, colour: Floats) -> None:
        line = cardinal(walk.points, walk.closed)
        rows = np.append(np.arange(0, len(line.place), EACH), 0 if walk.closed else len(line.place) - 1)
        places = self._lying(line.place[rows])
        behind = rows[1:] <= walk.place if not walk.closed else np.zeros(len(rows) - 1, np.bool_)
        paint = np.column_stack([np.broadcast_to(colour, (len(behind), 3)), np.where(behind, PALE, 1.0)])
        self.lines.add(places[:-1], places[1:], paint, LINE_PX, round_ends=False)
        points = self._lying(np.array(walk.points))
        self.lines.points(points, DARK, RIM_PX)
        self.lines.points(points, (*colour.tolist(), 1.0), POINT_PX)

    def _lying(self, places: Floats) -> Floats:
        """(n, 3) m, on the ground."""
        height = self.stage.engine.ground_height
        return np.array([(x, y, height(x, y) + OVER) for x, y in places.tolist()])
