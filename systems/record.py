"""Record: what the report says of a run, gathered tick by tick; nothing else in the tick reads it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from components.character import Balance, Body, Phase, Record, Recovery
from components.settings import Servo, ServoSettings
from components.table import ERROR_BIN_DEG, Bones, Contacts, Drives, Modes, Tallies, Targets
from systems.kernels import tick
from systems.stage import System


class RecordSystem(System):
    reads: ClassVar = (Body, ServoSettings, Recovery, Balance, Bones, Targets, Contacts, Drives, Modes)
    writes: ClassVar = (Record, Tallies)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        upright = np.zeros(len(t.puppets), np.bool_)
        acting = np.zeros(len(t.puppets), np.bool_)
        for _, (body, servo, recovery, balance, record) in self.query(Body, ServoSettings, Recovery, Balance, Record):
            c = body.index
            record.ticks += 1
            upright[c] = balance.upright
            record.upright_ticks += balance.upright
            acting[c] = recovery.phase is Phase.AWAKE and servo.servo is not Servo.OFF
            record.stunned_ticks += bool(t.modes.authority[c] < 0.999)
            record.broken_ticks += bool(t.drives.broken[c])
        tick.tally(t.handle, np.flatnonzero(acting), upright, ERROR_BIN_DEG)
