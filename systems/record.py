"""Record: what the report says of a run, gathered tick by tick; nothing else in the tick reads it."""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE, Balance, Body, Record, Recovery
from components.table import ERROR_BIN_DEG, Bones, Contacts, Drives, Modes, Muscles, Tallies, Targets
from systems.kernels import tick
from systems.stage import System


class RecordSystem(System):
    reads: ClassVar = (Body, Recovery, Balance, Bones, Targets, Contacts, Drives, Modes, Muscles)
    writes: ClassVar = (Record, Tallies)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        authority, broken = t.modes.authority.tolist(), t.drives.broken.tolist()
        limp, counted, upright = t.modes.limp.tolist(), t.tallies.counted, t.tallies.upright
        for _, (body, recovery, balance, record) in self.query(Body, Recovery, Balance, Record):
            c = body.index
            record.ticks += 1
            upright[c] = balance.upright
            record.upright_ticks += balance.upright
            record.stunned_ticks += authority[c] < 0.999
            record.broken_ticks += bool(broken[c])
            counted[c] = recovery.phase is AWAKE and not limp[c]
        tick.tally(t.handle, ERROR_BIN_DEG)
