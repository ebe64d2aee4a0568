"""Referee: who stands, who is down, what is counted.

Upright: the head's bone is more than 0.56 of the standing height above the lower foot. A fall: not upright for 0.3 s
while the clip, or the script over it, is; it is over when the body has been upright for as long.
"""

from __future__ import annotations

from typing import ClassVar

import esper

from components.arrays import Vec3, quat, vec3
from components.character import AWAKE, FALLING, LIMP, Balance, Body, Motion, Record, Recovery, Stun
from components.script import Playing
from components.table import Bones, Targets
from systems.kernels.quaternions import add, rotate
from systems.stage import Stage, System

UPRIGHT = 0.56
FALL_S = 0.3


class RefereeSystem(System):
    reads: ClassVar = (Body, Bones, Motion, Playing, Recovery, Stun, Targets)
    writes: ClassVar = (Balance, Record)

    def process(self, dt: float) -> None:
        place = self.stage.tables.bones.position
        for entity, (body, balance, motion, record, recovery) in self.query(Body, Balance, Motion, Record, Recovery):
            left, right = body.feet
            clearance = place.item(body.head, 2) - min(place.item(left, 2), place.item(right, 2)) + body.rig.stand
            balance.upright = clearance > UPRIGHT * body.rig.height
            stands = bool(motion.clip.upright[int(motion.frame)]) or recovery.phase is LIMP or recovery.phase is FALLING
            down = stands and not balance.upright
            if down and recovery.phase is AWAKE and esper.has_component(entity, Playing):
                down = stands_by_target(self.stage, body)
            balance.low_s = balance.low_s + dt if down else 0.0
            record.down_s = record.down_s + dt if down else 0.0
            record.up_s = record.up_s + dt if balance.upright else 0.0
            if record.down_s > FALL_S and not record.fallen:
                record.fallen = True
                record.falls += 1
                self.stage.tell("fall", body.name)
            elif record.fallen and record.up_s > FALL_S:
                record.fallen = False
                self.stage.tell("recover", body.name)


def stands_by_target(stage: Stage, body: Body) -> bool:
    """A script may have a body crouch as low as one that is down."""
    up, head = quat(stage.tables.targets.root_orientation[body.index]), target_place(stage, body, body.head)
    feet = [rotate(up, target_place(stage, body, foot))[2] for foot in body.feet]
    return bool(rotate(up, head)[2] - min(feet) + body.rig.stand > UPRIGHT * body.rig.height)


def target_place(stage: Stage, body: Body, row: int) -> Vec3:
    """m from the root, in its axes, where the targets have a bone's joint."""
    skeletons, relative, place = stage.tables.skeletons, stage.tables.targets.relative, (0.0, 0.0, 0.0)
    while row != body.first:
        above = int(skeletons.parent[row])
        place, row = add(place, rotate(quat(relative[above]), vec3(skeletons.offset[row]))), above
    return place
