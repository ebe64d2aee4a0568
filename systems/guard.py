"""Guard: a body that blows up is caught in the same tick, reported, and put back where it was last sane.

Beyond 120 rad/s, 60 m/s or 100 m no body moves by itself. The pose of the last quiet moment is kept every 12 ticks; the
body is put there at rest, and everybody else goes on.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from components.character import Body, SanePose
from components.table import Aims, Bones, Tallies, Targets
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.physics import read_bodies
from systems.stage import System

MAX_SPIN, MAX_SPEED, MAX_REACH = 120.0, 60.0, 100.0  # rad/s, m/s, m
QUIET_SPIN, QUIET_SPEED = 30.0, 10.0  # rad/s, m/s: a pose worth keeping
NOT_A_NUMBER = "a state that is not a number"
KEEP_EVERY = 12  # ticks


class GuardSystem(System):
    reads: ClassVar = (Body, Bones, Targets)
    writes: ClassVar = (Bones, SanePose, Tallies, Aims)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        beyond = tick.body_extremes(t.handle, MAX_SPIN, MAX_SPEED, MAX_REACH)
        keep = self.stage.ticks % KEEP_EVERY == 0
        if not (beyond or keep):
            return
        for _, (body, sane) in self.query(Body, SanePose):
            spin, speed, reach = (float(x[body.index]) for x in (t.tallies.spin, t.tallies.speed, t.tallies.reach))
            if spin > MAX_SPIN or speed > MAX_SPEED or reach > MAX_REACH:
                self.put_back(body, sane, cause(spin, speed, reach))
            elif keep and spin < QUIET_SPIN and speed < QUIET_SPEED:
                sane.base = t.base[body.index].copy()
                sane.joint = t.bones.joint[body.first : body.last].copy()

    def put_back(self, body: Body, sane: SanePose, why: str) -> None:
        t = self.stage.tables
        self.stage.tell("explosion", body.name, tick=self.stage.ticks, cause=why)
        base = sane.base.copy()
        base[7:13] = 0.0
        place = engine_coordinates(t.skeletons, body.first, body.last, sane.joint, np.zeros((len(sane.joint), 3)))
        self.stage.engine.put(t.puppets[body.index], base, *place)
        t.aims.predicted[body.index] = False  # being put back is no knock
        if why == NOT_A_NUMBER:
            self.stage.engine.mend_ground()
        read_bodies(self.stage)


def cause(spin: float, speed: float, reach: float) -> str:
    if spin >= 1e30:
        return NOT_A_NUMBER
    if spin > MAX_SPIN:
        return f"a bone turned at {spin:.0f} rad/s"
    return f"a bone moved at {speed:.0f} m/s" if speed > MAX_SPEED else f"a bone got {reach:.0f} m away"
