"""Stepping: a foot that stands far from its place at the end of a getup is lifted, and its leg takes it there.

Grip holds a foot where it was put down, however hard its leg pulls: who rises in a split of 0.9 m where the capture has
0.3 m would be left in it, and fall when the spring of a getup gives way to that of a stand. So the foot that is
farther from its place, by more than 0.18 m, is raised by 8 cm until it is within 0.08 m or 0.6 s are over. Then comes
the other.
"""

from __future__ import annotations

from math import hypot
from typing import ClassVar

from components.character import RISING, Body, Fall, Feet, Motion, Recovery
from components.table import Bones, Skeletons, Targets
from systems.footing import towards
from systems.kernels import tick
from systems.stage import Stage, System

FAR, NEAR = 0.18, 0.08  # m from its place: a foot takes a step, and has taken it
HEIGHT, RAISES = 0.08, 0.6  # m, m/s
LONGEST_S, STANDS_S = 0.6, 0.15  # so long a step at most, and so long both stand after it


class SteppingSystem(System):
    reads: ClassVar = (Body, Motion, Recovery, Skeletons)
    late: ClassVar = (Bones, Fall)
    writes: ClassVar = (Fall, Feet, Targets)

    def process(self, dt: float) -> None:
        for _, (body, motion, recovery, feet, fall) in self.query(Body, Motion, Recovery, Feet, Fall):
            if recovery.phase is not RISING or not motion.clip.upright[int(motion.frame)]:
                feet.stepping, feet.raised = False, (0.0, 0.0)
                self.take_over(body, fall.clears)
                fall.clears = (0.0, 0.0)  # whoever wants it says so in each tick
                continue
            self.choose(body, feet, dt)
            raised = [
                towards(HEIGHT if feet.stepping and feet.steps == side else 0.0, feet.raised[side], *(RAISES * dt,) * 2)
                for side in (0, 1)
            ]
            feet.raised = (raised[0], raised[1])
            self.take_over(body, feet.raised)

    def take_over(self, body: Body, raised: tuple[float, float]) -> None:
        for side in (0, 1):
            if raised[side] != 0.0:
                tick.reach_for(self.stage.tables.handle, body.feet[side], body.first, raised[side], 0.0)

    def choose(self, body: Body, feet: Feet, dt: float) -> None:
        """Which foot takes a step now, if one does."""
        feet.steps_s += dt
        off = astray(self.stage, body)
        if feet.stepping:
            feet.stepping = off[feet.steps] > NEAR and feet.steps_s < LONGEST_S
            feet.steps_s = feet.steps_s if feet.stepping else 0.0
        elif max(off) > FAR and feet.steps_s > STANDS_S:
            last, feet.steps = feet.steps, int(off[1] > off[0])
            if last == feet.steps and min(off) > FAR:
                feet.steps = 1 - last  # the other one's turn
            feet.stepping, feet.steps_s = True, 0.0


def astray(stage: Stage, body: Body) -> tuple[float, float]:
    """m along the ground from each foot, left and right, to where its targets have it."""
    left, right = (tick.astray(stage.tables.handle, foot, body.first) for foot in body.feet)
    return hypot(*left), hypot(*right)


def apart(stage: Stage, body: Body) -> bool:
    """Is a foot so far from its place that it has a step to take?"""
    return max(astray(stage, body)) > FAR
