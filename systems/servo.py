"""Servo: each character's law says what its bones are asked for, then torques at the joints follow for all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from components.character import Body
from components.settings import Servo, ServoSettings
from components.table import Bones, Contacts, Demand, Drives, Dynamics, Modes, Skeletons, Targets, Torques
from systems.kernels import tick
from systems.stability import warn
from systems.stage import System

LAWS: dict[Servo, Callable[..., Any]] = {
    Servo.OFF: tick.ask_nothing,
    Servo.KINEMATIC: tick.ask_nothing,  # its bones are put where the clip has them (systems/physics.py)
    Servo.PARENT: tick.ask_parent,
    Servo.WORLD: tick.ask_world,
    Servo.TIMED: tick.ask_timed,
    Servo.TIMED_PUBLISHED: tick.ask_published,
    Servo.TIMED_SINGLE: tick.ask_single,
}


class ServoSystem(System):
    reads: ClassVar = (Body, ServoSettings, Skeletons, Targets, Drives, Dynamics, Demand, Modes)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Demand, Torques)

    def process(self, dt: float) -> None:
        handle = self.stage.tables.handle
        if self.stage.servo_changed:
            self.stage.servo_changed = False
            warn(self.stage)
        for servo, members in self.stage.members:
            LAWS[servo](members, handle, dt)
        tick.muscles(handle, self.stage.engine.settings.gravity, dt)
