"""Stun: a hard blow takes the strength out of a body, and it comes back slowly.

A blow of 70 N s at a body with `stun_impulse` 20 and `limp_impulse` 120 halves the authority of every joint at once; it
climbs back over `recovery_s`. Limp and rising bodies (systems/brain.py) ramp down in 0.25 s and up in 0.5 s. At 0 the
body is a rag doll.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import LIMP, Body, Phase, Recovery, Stun
from components.settings import StunSettings
from components.table import Modes
from systems.stage import System

LIMP_S, RISE_S = 0.25, 0.5


class StunSystem(System):
    reads: ClassVar = (Body, StunSettings, Recovery, Stun)
    writes: ClassVar = (Stun, Modes)

    def process(self, dt: float) -> None:
        authority = self.stage.tables.modes.authority
        for _, (body, settings, stun, recovery) in self.query(Body, StunSettings, Stun, Recovery):
            left = stun.authority
            if recovery.phase is LIMP:
                left = max(0.0, left - dt / LIMP_S)
            elif left < 1.0:
                left = min(1.0, left + dt / (RISE_S if recovery.phase is Phase.RISING else settings.recovery_s))
            if settings.stun and stun.blow > settings.stun_impulse:
                span = max(1e-9, settings.limp_impulse - settings.stun_impulse)
                left = min(left, max(0.0, 1.0 - (stun.blow - settings.stun_impulse) / span))
            stun.authority = authority[body.index] = left
