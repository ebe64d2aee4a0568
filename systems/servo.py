"""Servo: each law says what its bones are asked for, then torques at the joints follow for all at once."""

from __future__ import annotations

from math import isfinite
from typing import ClassVar

import numpy as np

from components.character import Body
from components.law import code_of
from components.table import (
    Aims,
    Bones,
    Contacts,
    Demand,
    Drives,
    Dynamics,
    Modes,
    Muscles,
    Skeletons,
    Strings,
    Targets,
    Torques,
)
from systems.kernels import tick
from systems.kernels.beats import STRAINED_S
from systems.stability import warn
from systems.stage import Obeying, System, Tables


class ServoSystem(System):
    reads: ClassVar = (Body, Skeletons, Targets, Dynamics, Modes, Muscles)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Aims, Demand, Drives, Dynamics, Strings, Torques)

    def process(self, dt: float) -> None:
        handle = self.stage.tables.handle
        if self.stage.servo_changed:
            self.stage.servo_changed = False
            warn(self.stage)
        ask(self.stage.tables, self.stage.obeying, dt)
        if tick.muscles(handle, self.stage.engine.settings.gravity, dt):
            self.tell_weak(dt)

    def tell_weak(self, dt: float) -> None:
        """Whose joint cannot be in time, which one it is, by how much, and the time in which it could be there."""
        aims, limit = self.stage.tables.aims, self.stage.tables.muscles.limit
        for _, (body,) in self.query(Body):
            self.tell_strained(body, dt)
            i = int(aims.weakest[body.index])
            if i >= 0:
                possible = float(aims.feasible[body.index])
                self.stage.tell(
                    "late",
                    body.name,
                    joint=body.rig.names[i - body.first],
                    torque=round(float(limit[i] + aims.excess[i]), 1),
                    limit=round(float(limit[i]), 1),
                    within_s=round(float(aims.left[i]) + dt, 3),
                    feasible_s=round(possible, 3) if isfinite(possible) else None,
                )

    def tell_strained(self, body: Body, dt: float) -> None:
        """Whose joints have given all that they can for a quarter of a second, and what it would take."""
        aims, limit = self.stage.tables.aims, self.stage.tables.muscles.limit
        if aims.strained[body.index] < 0:
            return
        rows = slice(body.first, body.last)
        for i in body.first + np.flatnonzero(np.rint(aims.saturated_s[rows] / dt) == round(STRAINED_S / dt)):
            self.stage.tell(
                "saturated",
                body.name,
                joint=body.rig.names[i - body.first],
                torque=round(max(float(aims.needed[i]), float(limit[i] + aims.excess[i])), 1),
                limit=round(float(limit[i]), 1),
            )


def ask(t: Tables, obeying: Obeying, dt: float) -> None:
    """What each law wants of its bones."""
    for law, rows in obeying:
        code_of(law).ask(rows, t.handle, *t.own[law], dt)
