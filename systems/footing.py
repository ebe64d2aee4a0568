"""Footing (a named option, off by default): feet reach for the ground as it is, where the capture had a flat floor.

Each foot goes by what the ground below it is higher or lower than the level that the body walks on: the mean of the
ground below both feet, followed within 0.2 s. On stairs with drops of 0.12 m the foot in front reaches 6 cm lower, the
one behind stays 6 cm higher. Legs alone change (systems/kernels/reach.py): there is no force in it.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE, Body, Feet, Motion, Recovery
from components.settings import RootSettings
from components.table import Bones, Modes, Skeletons, Targets
from systems.kernels import tick
from systems.stage import System

LEVEL_S = 0.2  # in which the body's level follows the ground
SPEED = 1.2  # m/s at which a foot's lift follows
LOWEST, HIGHEST = -0.12, 0.2  # m


class FootingSystem(System):
    reads: ClassVar = (Body, Modes, Motion, RootSettings, Recovery, Skeletons)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Feet, Targets)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle
        for _, (body, motion, root, recovery, feet) in self.query(Body, Motion, RootSettings, Recovery, Feet):
            acts = root.footing and recovery.phase is AWAKE and not idle[body.index]
            if not acts or motion.blend < 1.0:  # a blend begins from the targets as they are
                feet.known = False
                continue
            self.feel(body, feet)
            if feet.known:
                self.reach(body, feet, dt)

    def feel(self, body: Body, feet: Feet) -> None:
        """The ground below one foot in each tick: the left in even ones."""
        handle, engine = self.stage.tables.handle, self.stage.engine
        sides = (self.stage.ticks % 2,) if feet.known else (0, 1)
        ground = list(feet.ground)
        for side in sides:
            x, y = tick.below(handle, body.feet[side], body.first)
            ground[side] = engine.ground_height(x, y)
        feet.ground = (ground[0], ground[1])
        if not feet.known:
            feet.known, feet.level, feet.lift = True, 0.5 * (ground[0] + ground[1]), (0.0, 0.0)

    def reach(self, body: Body, feet: Feet, dt: float) -> None:
        feet.level += (0.5 * (feet.ground[0] + feet.ground[1]) - feet.level) * dt / LEVEL_S
        lift = list(feet.lift)
        for side, ground in enumerate(feet.ground):
            wanted = min(HIGHEST, max(LOWEST, ground - feet.level))
            lift[side] += max(-SPEED * dt, min(SPEED * dt, wanted - lift[side]))
            if abs(lift[side]) > 1e-4:
                tick.reach_for(self.stage.tables.handle, body.feet[side], body.first, lift[side])
        feet.lift = (lift[0], lift[1])
