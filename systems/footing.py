"""Footing: feet reach for the ground as it is, where the capture had a flat floor.

Each foot goes by what the ground for it is higher or lower than the level that the body walks on: the mean of the
ground for both feet, followed within 0.06 s. The ground for a foot that stands is the mean of what lies below its heel,
middle and tips, for one that moves it is the highest of these and of what lies below where its tips will be in 0.2 s,
and up to 3 cm more at an edge: a foot that swings towards a tile is over it before it is there. Where the ground is
even from heel to tip the sole turns with it: on a ramp of 5 degrees its nose is 5 degrees higher.

Walks and turns have it (data/clips.toml), the rest where a scene asks for it: a kick is no step. Legs alone change
(systems/kernels/reach.py): there is no force in it. A body whose clip does not stand at the time has none of it.
"""

from __future__ import annotations

from math import atan2
from typing import ClassVar

from components.character import AWAKE, Body, Feet, Motion, Recovery
from components.settings import RootSettings
from components.table import Bones, Modes, Skeletons, Targets
from systems.kernels import tick
from systems.kernels.tick import HEEL, MIDFOOT, TIP
from systems.stage import System

LEVEL_S = 0.06  # in which the body's level follows the ground
RISES, SINKS = 2.0, 0.3  # m/s at which a foot's lift follows up, and down by less than ROOM
TURNS = 2.0  # rad/s at which its slope follows
LOWEST, HIGHEST = -0.12, 0.2  # m
EVEN, STEEPEST = 0.004, 0.24  # m, how far the middle of an even ground is off the line; the rise of the steepest
ROOM = 0.03  # m: the most that is left between a moving foot and an edge, and that a standing one lies below one


class FootingSystem(System):
    reads: ClassVar = (Body, Modes, Motion, RootSettings, Recovery, Skeletons)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Feet, Targets)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle
        for _, (body, motion, root, recovery, feet) in self.query(Body, Motion, RootSettings, Recovery, Feet):
            asked = self.stage.clips.limits(motion.clip.name).footing if root.footing is None else root.footing
            acts = asked and recovery.phase is AWAKE and not idle[body.index]
            if not acts or motion.blend < 1.0 or not motion.clip.upright[int(motion.frame)]:
                feet.known = False  # a blend begins from the targets as they are
                continue
            self.feel(body, feet)
            self.reach(body, feet, dt)

    def feel(self, body: Body, feet: Feet) -> None:
        """The ground for one foot in each tick: the left in even ones."""
        handle, engine = self.stage.tables.handle, self.stage.engine
        sides = (self.stage.ticks % 2,) if feet.known else (0, 1)
        ground, rise = list(feet.ground), list(feet.rise)
        for side in sides:
            x = tick.footholds(handle, body.feet[side], body.first)
            heights = engine.ground_heights(list(zip(x[::2], x[1::2], strict=True)))
            ground[side], rise[side] = lie_of(heights, float(self.stage.tables.bones.position[body.feet[side], 2]))
        feet.ground, feet.rise = (ground[0], ground[1]), (rise[0], rise[1])
        if not feet.known:
            feet.known, feet.level = True, 0.5 * (ground[0] + ground[1])
            feet.lift = feet.slope = (0.0, 0.0)

    def reach(self, body: Body, feet: Feet, dt: float) -> None:
        feet.level += (0.5 * (feet.ground[0] + feet.ground[1]) - feet.level) * dt / LEVEL_S
        lift, slope = list(feet.lift), list(feet.slope)
        for side in (0, 1):
            wanted = min(HIGHEST, max(LOWEST, feet.ground[side] - feet.level))
            sinks = SINKS if wanted > lift[side] - ROOM else RISES
            lift[side] = towards(wanted, lift[side], RISES * dt, sinks * dt)
            slope[side] = towards(feet.rise[side], slope[side], TURNS * dt, TURNS * dt)
            if abs(lift[side]) > 1e-4 or abs(slope[side]) > 1e-4:
                tick.reach_for(self.stage.tables.handle, body.feet[side], body.first, lift[side], slope[side])
        feet.lift, feet.slope = (lift[0], lift[1]), (slope[0], slope[1])


def lie_of(heights: list[float], foot: float) -> tuple[float, float]:
    """Of heights (m) in the order of `tick.footholds`: the ground for the foot (m) and its rise to the front (rad).

    A foot (m, its ankle) that stands close below a step does not stand on it: what is higher than itself is beside it.
    """
    if heights[4:] == heights[2:4]:
        below = [height for height in heights if height <= foot]
        heights = [height if height <= foot else max(below) for height in heights] if below else heights
    heel, middle, left, right, *ahead = heights
    rise, highest = (0.5 * (left + right) - heel) / (TIP - HEEL), max(heights)
    if abs(heel + (MIDFOOT - HEEL) * rise - middle) < EVEN and abs(rise) < STEEPEST:
        return highest, atan2(rise, 1.0)
    if ahead == [left, right]:
        return max(0.25 * (heel + middle + left + right), highest - ROOM), 0.0
    return highest + min(ROOM, highest - min(heights)), 0.0


def towards(wanted: float, now: float, up: float, down: float) -> float:
    return now + max(-down, min(up, wanted - now))
