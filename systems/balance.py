"""Balance: what pulls on the root from outside (systems/laws/root.py), and the lift of a foot that scuffs.

Foot lift (a named option, off by default): a foot that touches the ground while the clip has it moving forward is
helped up with `foot_lift` N, as Dynamo does where a body's legs do not fit the captured ones.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import Balance, Body, Motion
from components.settings import RootSettings
from components.table import Bones, Contacts, Drives, Modes, Muscles, Poise, Skeletons, Targets
from systems.kernels import tick
from systems.modes import write_limits
from systems.stage import System


class BalanceSystem(System):
    reads: ClassVar = (Body, Motion, RootSettings, Skeletons, Targets, Modes)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Drives, Balance, Modes, Muscles, Poise)

    def process(self, dt: float) -> None:
        if self.stage.modes_changed:
            write_limits(self.stage)  # a clip began in this tick
        drives = self.stage.tables.drives
        tick.balance(self.stage.tables.handle, self.stage.engine.settings.gravity, dt)
        lost = drives.broken.tolist()
        for _, (body, balance) in self.query(Body, Balance):
            broken = lost[body.index]
            if broken and balance.broken_s == 0.0:
                self.stage.tell("break", body.name, torque=round(float(drives.unscaled[body.index]), 1))
            balance.broken_s = balance.broken_s + dt if broken else 0.0
