"""Reflexes: where those who guard their head, or hold what hurts, have arms and trunk.

What they want stands in the memory of their controller (systems/controllers/guard_head.py, hand_to_hurt.py), and this
leads the targets there: a key pose of data/poses/guard_*.toml, and hands to places on the body. Who walks on keeps the
legs for it.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import ClassVar, NamedTuple

import numpy as np

from components.arrays import Vec3, quat, vec3
from components.character import Body, Motion
from components.control import Control
from components.table import Bones, Poise, Skeletons, Targets
from systems.arm import Arm, arm_of, bent_to, place_in
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.motion import eased
from systems.stage import Stage, System

WAYS = ("up", "duck", "left", "right", "back")  # the order of the key poses
SINKS: dict[str, float] = {"up": 0.02, "duck": 0.24, "left": 0.08, "right": 0.08, "back": 0.05}  # m, of the pelvis
BEFORE_M = 0.24  # m that hands are before the head's middle
APART, ACROSS, OUTWARD = 0.3, 0.05, 1.1  # rad: of hands, from straight ahead to the other side, and to their own
LOWEST, HIGHEST = 0.3, 0.6  # rad
SIDES = ("left", "right")


class Guard(NamedTuple):
    """What guard_head remembers."""

    way: int  # which of WAYS
    stands: bool  # are its legs free for it
    thing: int  # row of Before: what it guards against
    in_s: float  # until that is there; since it passed below 0
    side: Vec3  # which way from the head it comes from
    raised: float = 0.0  # share of the way that arms and trunk have gone to their pose
    sunk: float = 0.0  # and the legs


class Hurt(NamedTuple):
    """What hand_to_hurt remembers."""

    bone: int  # row of what was hit
    place: Vec3  # m, in its frame, where the hand lies
    hand: int  # which of SIDES
    left_s: float
    share: float = 0.0


class ReflexesSystem(System):
    reads: ClassVar = (Body, Control, Motion, Skeletons)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Poise, Targets)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._arms = dict[int, tuple[Arm, Arm]]()
        for _, (body, _) in self.query(Body, Control):
            stage.clips.guards(body.rig)  # read now, not in a tick

    def process(self, dt: float) -> None:
        for entity, (body, control, motion) in self.query(Body, Control, Motion):
            memory = control.memory
            if isinstance(memory, Guard):
                self.guard(body, memory, motion.anchor[2], self.arms(entity, body))
            elif isinstance(memory, Hurt):
                self.hold(body, memory, self.arms(entity, body))

    def arms(self, entity: int, body: Body) -> tuple[Arm, Arm]:
        return self._arms.get(entity) or self._arms.setdefault(entity, (arm_of(body, "left"), arm_of(body, "right")))

    def guard(self, body: Body, guard: Guard, floor: float, arms: tuple[Arm, Arm]) -> None:
        t = self.stage.tables
        share = eased(guard.raised)
        last = body.first + first_leg(body)
        tick.lead(t.handle, self.stage.clips.guards(body.rig), alone(guard.way), share, body.first, last)
        middle = place_in(t.bones, body.head, vec3(t.skeletons.com[body.head]))
        chest = qt.about_z(qt.heading(quat(t.bones.orientation[t.skeletons.parent[arms[0].clavicle]])))
        ahead, aside, up = qt.unrotate(chest, guard.side)
        for arm in arms:
            way = before_face(atan2(aside, ahead), atan2(up, hypot(ahead, aside)), arm.side)
            self.bring(arm, qt.add(middle, qt.scale(BEFORE_M, qt.rotate(chest, way))), share)
        tick.hang_together(t.handle, body.first, body.last)
        sinks = eased(guard.sunk) * SINKS[WAYS[guard.way]] if guard.stands else 0.0
        tick.crouch(t.handle, np.array(body.feet), sinks, floor, body.first, body.last, body.index)

    def hold(self, body: Body, hurt: Hurt, arms: tuple[Arm, Arm]) -> None:
        t = self.stage.tables
        self.bring(arms[hurt.hand], place_in(t.bones, hurt.bone, hurt.place), eased(hurt.share))
        tick.hang_together(t.handle, body.first, body.last)

    def bring(self, arm: Arm, place: Vec3, share: float) -> None:
        """Lead an arm's targets a share of the way to where its hand is at that place (m)."""
        targets = self.stage.tables.targets
        for row, turn in zip((arm.upper, arm.fore), bent_to(arm, self.stage.tables.bones, place), strict=True):
            targets.joint[row] = qt.slerp(quat(targets.joint[row]), turn, share)
            targets.joint_spin[row] *= 1.0 - share


def before_face(angle: float, up: float, side: float) -> Vec3:
    """The way from the head's middle to a hand, in the chest's heading.

    Where the thing comes from (rad, to the left and up), as far as the hand is at home there. Of a thing from 70
    degrees to the left the left hand is on its way at 63, and the right one straight ahead.
    """
    own = side * angle + APART
    own, up = side * min(OUTWARD, max(-ACROSS, own)), min(HIGHEST, max(-LOWEST, up))
    return cos(up) * cos(own), cos(up) * sin(own), sin(up)


def first_leg(body: Body) -> int:
    return min(body.rig.limbs["legs"])


def alone(way: int) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = (float(k == way) for k in range(len(WAYS)))
    return a, b, c, d, e
