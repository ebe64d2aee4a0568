"""Balance: what pulls on the root from outside (systems/laws/root.py), and the lift of a foot that scuffs.

Foot lift (a named option, off by default): a foot that touches the ground while the clip has it moving forward is
helped up with `foot_lift` N, as Dynamo does where a body's legs do not fit the captured ones.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import Balance, Body, Motion
from components.settings import RootSettings
from components.table import Bones, Contacts, Drives, Modes, Skeletons, Targets
from systems.kernels import tick
from systems.stage import System

FADE_S = 0.5  # from a strong clip's limits to a weaker one's: a body that lands from a jump stays tense for a while


def faded(now: float, clip: float, chosen: float | None, dt: float) -> float:
    """A limit in this tick: what was chosen, or the clip's own, at once where that is more."""
    if chosen is not None:
        return chosen
    return clip if clip >= now else now + (clip - now) * dt / FADE_S


class BalanceSystem(System):
    reads: ClassVar = (Body, Motion, RootSettings, Skeletons, Targets, Modes)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Drives, Balance, Modes)

    def process(self, dt: float) -> None:
        drives, modes = self.stage.tables.drives, self.stage.tables.modes
        for _, (body, balance, motion, root) in self.query(Body, Balance, Motion, RootSettings):
            limits = self.stage.clips.limits(motion.clip.name)
            balance.limit = faded(balance.limit, limits.root_limit, root.root_limit, dt)
            balance.breaking = faded(balance.breaking, limits.root_break, root.root_break, dt)
            modes.root_limit[body.index], modes.root_break[body.index] = balance.limit, balance.breaking
        tick.balance(self.stage.tables.handle, dt)
        lost = drives.broken.tolist()
        for _, (body, balance) in self.query(Body, Balance):
            broken = lost[body.index]
            if broken and balance.broken_s == 0.0:
                self.stage.tell("break", body.name, torque=round(float(drives.unscaled[body.index]), 1))
            balance.broken_s = balance.broken_s + dt if broken else 0.0
