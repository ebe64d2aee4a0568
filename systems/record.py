"""Record: what the report says of a run, gathered tick by tick; nothing else in the tick reads it."""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE, Balance, Body, Record, Recovery
from components.law import LAWS
from components.settings import ServoSettings
from components.table import ERROR_BIN_DEG, Bones, Contacts, Drives, Modes, Tallies, Targets
from systems.kernels import tick
from systems.stage import System


class RecordSystem(System):
    reads: ClassVar = (Body, ServoSettings, Recovery, Balance, Bones, Targets, Contacts, Drives, Modes)
    writes: ClassVar = (Record, Tallies)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        authority, broken = t.modes.authority.tolist(), t.drives.broken.tolist()
        acting, upright = t.tallies.acting, t.tallies.upright
        for _, (body, servo, recovery, balance, record) in self.query(Body, ServoSettings, Recovery, Balance, Record):
            c = body.index
            record.ticks += 1
            upright[c] = balance.upright
            record.upright_ticks += balance.upright
            record.stunned_ticks += authority[c] < 0.999
            record.broken_ticks += bool(broken[c])
            acting[c] = recovery.phase is AWAKE and not LAWS[servo.servo].limp
        tick.tally(t.handle, ERROR_BIN_DEG)
