"""Stun: a hard blow takes the strength out of a body, and it comes back slowly.

A blow of 70 N s at a body with `stun_impulse` 20 and `limp_impulse` 120 halves the authority of every joint at once; it
climbs back over `recovery_s`. Who lies or rises (systems/controllers) ramps down in 0.25 s and up in 0.5 s. At 0 the
body is a rag doll. Who rises is in no hurry: its muscles bring a free bone home at 3.65 rad/s at most, and what turns
faster than 4 rad/s in its joint drags (systems/kernels/joint_springs.py), hands and head as if they were heavier.

While somebody rises, bodies rest 3 mm deep in what they touch. Else Bullet loses the touch of two boxes that part by a
hair (a foot on a ring's floor) for one tick, and what the leg carries throws the foot about at 16 rad/s.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import LIMP, RISING, Body, Fall, Recovery, Stun
from components.settings import StunSettings
from components.table import Modes
from systems.engine import FASTEST_JOINT, RESTS
from systems.falling import softness
from systems.stage import System

LIMP_S, RISE_S = 0.25, 0.5
HASTE = 3.65  # rad/s at which the muscles of somebody who rises pull a bone home, on top of what its clip does
CALM = 0.67  # of its muscles' frequency: at all of it, a foot on its edge shakes from tick to tick
SLOW = 5.0  # rad/s about each axis: no joint of somebody who rises turns faster; at 4.5 it would throw him back
SINK = 0.003  # m
FAST, DRAG = 40.0, 120.0  # rad/s, and 1/s of what is beyond: clips turn joints at 25, a punch's elbow at 45
HELD, DRAGS = 4.0, 600.0  # the same of somebody who rises: what comes free is slowed before the bound is met
HEAVY = 0.1  # kg m2, with which that drag reckons at least, but for legs
OFF = 0.3  # m, see systems/kernels/support.py
NO_BOUND = 1e30  # rad/s, of everybody else's haste


class StunSystem(System):
    reads: ClassVar = (Body, StunSettings, Recovery, Stun, Fall)
    writes: ClassVar = (Stun, Modes)

    def process(self, dt: float) -> None:
        modes, anybody = self.stage.tables.modes, False
        for _, (body, settings, stun, recovery, fall) in self.query(Body, StunSettings, Stun, Recovery, Fall):
            left, rises = stun.authority, recovery.phase is RISING
            if recovery.phase is LIMP:
                left = max(0.0, left - dt / LIMP_S)
            elif left < 1.0:
                left = min(1.0, left + dt / (RISE_S if rises else settings.recovery_s))
            if settings.stun and stun.blow > settings.stun_impulse:
                span = max(1e-9, settings.limp_impulse - settings.stun_impulse)
                left = min(left, max(0.0, 1.0 - (stun.blow - settings.stun_impulse) / span))
            stun.authority = modes.authority[body.index] = left
            self.stage.engine.hold_back(body.engine_id, SLOW if rises else FASTEST_JOINT)
            modes.tone[body.index] = CALM if rises else softness(fall, left)
            modes.haste[body.index] = HASTE if rises else NO_BOUND
            modes.fast[body.index], modes.drag[body.index] = (HELD, DRAGS) if rises else (FAST, DRAG)
            modes.heavy[body.index] = HEAVY if rises else 0.0
            modes.off[body.index] = OFF if rises else NO_BOUND
            anybody = anybody or rises
        self.stage.engine.let_sink(SINK if anybody else RESTS)
