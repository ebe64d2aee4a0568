"""Referee: who stands, who is down, what is counted.

Upright: the head's bone is more than 0.56 of the standing height above the lower foot. A fall: not upright for 0.3 s
while the clip itself is; it is over when the body has been upright for as long.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import FALLING, LIMP, Balance, Body, Motion, Record, Recovery, Stun
from components.table import Bones
from systems.stage import System

UPRIGHT = 0.56
FALL_S = 0.3


class RefereeSystem(System):
    reads: ClassVar = (Body, Bones, Motion, Recovery, Stun)
    writes: ClassVar = (Balance, Record)

    def process(self, dt: float) -> None:
        place = self.stage.tables.bones.position
        for _, (body, balance, motion, record, recovery) in self.query(Body, Balance, Motion, Record, Recovery):
            left, right = body.feet
            clearance = place.item(body.head, 2) - min(place.item(left, 2), place.item(right, 2)) + body.rig.stand
            balance.upright = clearance > UPRIGHT * body.rig.height
            stands = bool(motion.clip.upright[int(motion.frame)]) or recovery.phase is LIMP or recovery.phase is FALLING
            down = stands and not balance.upright
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
