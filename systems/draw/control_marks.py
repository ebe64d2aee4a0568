"""Who has control: a rim of light round each body, and arrows between it and what is active or passive to it.

The rim is amber round who is put where a controller says, and green round whom muscles move. An arrow goes from a thing
to a body that its touch would hand to the muscles (red), a thin line where the touch belongs to the motion (pale).
Things within 4 m of a body are told of; only bodies whose pool a scene has named have arrows.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Bools
from components.character import Body
from components.control import Control
from systems.draw.cast import Cast
from systems.draw.ghost import Ghost
from systems.draw.lines import Lines
from systems.draw.quality import Quality
from systems.handing_over import is_active
from systems.stage import Stage, System

KINEMATIC_RIM, DYNAMIC_RIM = (1.0, 0.70, 0.12), (0.25, 0.95, 0.45)
ACTIVE, PASSIVE = (1.0, 0.32, 0.25, 0.9), (0.80, 0.84, 0.92, 0.5)
NEAR = 4.0  # m
SHARE = 0.82  # of the way, that an arrow goes
FAINT = 0.02  # of the rim's colour straight on
AWAY = (0.0, 0.0, -1000.0)  # m, where the light of the other sort is drawn


class ControlMarks:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines, quality: Quality) -> None:
        self.stage, self.cast, self.lines = stage, cast, lines
        self.rims = [Ghost(colour, FAINT, quality=quality) for colour in (KINEMATIC_RIM, DYNAMIC_RIM)]
        self._of: object = None
        for rim in self.rims:
            rim.through, rim.shown = True, False

    def draw(self) -> None:
        if self._of is not self.stage.tables:
            self._of = self.stage.tables
            for rim in self.rims:
                rim.resemble(self.cast)
        place, turn = self.cast.place[: self.cast.bones], self.cast.turn[: self.cast.bones]
        kinematic = self.kinematic()[self.stage.tables.skeletons.owner]
        for rim, here in zip(self.rims, (kinematic, ~kinematic), strict=True):
            rim.shown = bool(here.any())
            rim.pose(np.where(here[:, None], place, AWAY), turn)
        self._arrows()

    def kinematic(self) -> Bools:
        """(characters) is it put where its clip has it."""
        return np.array(self.stage.tables.modes.placed, dtype=bool)

    def _arrows(self) -> None:
        names = {body.engine_id: self.cast.place[body.first] for _, (body,) in System.query(Body)}
        things = {prop.engine_id: self.cast.place[self.cast.bones + row] for row, prop in enumerate(self.cast.props)}
        for _, (body, control) in System.query(Body, Control):
            if not control.hybrid:
                continue
            middle = self.cast.place[body.first]
            for one, place in (names | things).items():
                way = middle - place
                if one == body.engine_id or float(way @ way) > NEAR * NEAR:
                    continue
                if is_active(control, self.stage.names.get(one, "")):
                    self.lines.arrows(place[None], SHARE * way[None], ACTIVE, 4.0, on_top=True)
                else:
                    self.lines.add(place[None], (place + SHARE * way)[None], PASSIVE, 1.5, on_top=True)
