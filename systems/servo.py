"""Servo: each character's law says what its bones are asked for, then torques at the joints follow for all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from components.settings import Servo, ServoSettings
from components.table import Bones, Contacts, Demand, Drives, Dynamics, Modes, Skeletons, Targets, Torques
from systems.kernels.actuate import actuate
from systems.kernels.codes import code
from systems.kernels.joint_springs import joint_springs
from systems.kernels.support import support
from systems.laws.off import off
from systems.laws.parent import parent
from systems.laws.world import world
from systems.stage import System

LAWS: dict[Servo, Callable[..., Any]] = {
    Servo.OFF: off,
    Servo.KINEMATIC: off,  # its bones are put where the clip has them (systems/physics.py)
    Servo.PARENT: parent,
    Servo.WORLD: world,
}


class ServoSystem(System):
    reads: ClassVar = (ServoSettings, Skeletons, Targets, Drives, Dynamics, Demand, Modes)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Demand, Torques)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        for servo, law in LAWS.items():
            members = np.flatnonzero(t.modes.servo == code(servo))
            if len(members):
                law(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)
        gravity = self.stage.engine.settings.gravity
        support(t.skeletons, t.bones, t.contacts, t.dynamics, t.targets, t.modes, gravity, t.demand)
        joint_springs(t.skeletons, t.bones, t.modes, dt, t.demand)
        actuate(t.skeletons, t.bones, t.dynamics, t.modes, t.drives, t.demand, t.torques)
