"""Servo: each character's law says what its bones are asked for, then torques at the joints follow for all at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isfinite
from typing import Any, ClassVar

from components.character import Body
from components.settings import Servo, ServoSettings
from components.table import Aims, Bones, Contacts, Demand, Drives, Dynamics, Modes, Skeletons, Targets, Torques
from systems.kernels import tick
from systems.laws.timed_published import PUBLISHED, SINGLE, TUNED
from systems.stability import warn
from systems.stage import System

LAWS: dict[Servo, Callable[..., Any]] = {
    Servo.OFF: tick.ask_nothing,
    Servo.KINEMATIC: tick.ask_nothing,  # its bones are put where the clip has them (systems/physics.py)
    Servo.PARENT: tick.ask_parent,
    Servo.WORLD: tick.ask_world,
    Servo.TIMED: tick.ask_timed,
    Servo.TIMED_PUBLISHED: partial(tick.ask_in_form, PUBLISHED),
    Servo.TIMED_SINGLE: partial(tick.ask_in_form, SINGLE),
    Servo.TIMED_TUNED: partial(tick.ask_in_form, TUNED),
}


class ServoSystem(System):
    reads: ClassVar = (Body, ServoSettings, Skeletons, Targets, Drives, Dynamics, Demand, Modes)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Aims, Demand, Torques)

    def process(self, dt: float) -> None:
        handle = self.stage.tables.handle
        if self.stage.servo_changed:
            self.stage.servo_changed = False
            warn(self.stage)
        for servo, members in self.stage.members:
            LAWS[servo](members, handle, dt)
        if tick.muscles(handle, self.stage.engine.settings.gravity, dt):
            self.tell_weak(dt)

    def tell_weak(self, dt: float) -> None:
        """Who cannot be in time, which joint of his, by how much, and the time in which he could be."""
        aims, limit = self.stage.tables.aims, self.stage.tables.skeletons.torque_limit
        for _, (body,) in self.query(Body):
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
