"""Touches of the last step: a point where it is, and an arrow along what presses the body, 1 m for 1500 N.

A boxer of 75 kg stands on about eight points, so on arrows of 6 cm; together they are 0.49 m. Green is the ground, red
anything else; between two characters there is one arrow for each.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from components.clock import TICKS_PER_S
from systems.draw.lines import Lines
from systems.stage import Stage

NEWTONS_A_METRE = 1500.0
GROUND, OTHER = (0.30, 1.0, 0.45), (1.0, 0.30, 0.22)


class ContactMarks:
    def __init__(self, stage: Stage, lines: Lines) -> None:
        self.stage, self.lines = stage, lines

    def draw(self) -> None:
        contacts = self.stage.tables.contacts
        n = int(contacts.count[0])
        if not n:
            return
        on_ground = np.isin(contacts.other[:n], self.stage.engine.ground_ids)
        colours = np.where(on_ground[:, None], GROUND, OTHER)
        places = contacts.position[:n]
        self.lines.arrows(places, self.arrows(), colours, 4.0, on_top=True)
        self.lines.points(places, colours, 8.0, on_top=True)

    def arrows(self) -> Floats:
        """(touches, 3) m."""
        contacts = self.stage.tables.contacts
        n = int(contacts.count[0])
        lengths = contacts.impulse[:n] * (TICKS_PER_S / NEWTONS_A_METRE)
        return np.asarray(lengths[:, None] * contacts.normal[:n])
