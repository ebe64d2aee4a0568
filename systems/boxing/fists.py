"""Fists: a punch goes where it was aimed, though the body that throws it is not quite where its clip has it.

A body that steps, or has just been hit, stands a few centimetres and degrees beside its clip, and 8 degrees at the
pelvis are 9 cm at the end of an arm of 0.6 m. So until it has landed, or its contact window is over, the fist is sent,
by shoulder and elbow (systems/kernels/reach.py), to where the clip has it in the world. That comes within 0.05 s and
goes in 0.08 s. An arm that is in the other's way is not pressed through it, and a fist that has struck gives way.

A glove at 8 m/s goes 6.7 cm in a step: half through a neck before the engine finds that they touch. Where somebody
boxes, touches are foreseen, so that a glove stops at the skin.
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import ClassVar

import numpy as np

from components.character import AWAKE, Body, Motion, Recovery
from components.clip import Array
from components.fight import Fighter
from components.table import Bones, Impacts, Modes, Skeletons, Targets
from systems.boxing.aiming import Vec3
from systems.kernels import tick
from systems.stage import Stage, System

COME_S, GO_S = 0.05, 0.08
MOST = 0.3  # m
HELD = 1.0  # N s of a step on the arm: something is in the way, and it does not press through
GIVES = 0.1  # m
OVER_S = 0.1  # after its window nothing is left of a punch that the arm might have to give way with
FORESEEN = 0.7  # of a glove's size (0.1 m)
ARM = 3  # bones: upper arm, forearm, hand


class FistsSystem(System):
    reads: ClassVar = (Body, Modes, Motion, Recovery, Skeletons)
    late: ClassVar = (Bones, Impacts)
    writes: ClassVar = (Fighter, Targets)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        if self.query(Fighter):
            stage.engine.foresee(FORESEEN)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle
        for _, (body, motion, fighter, recovery) in self.query(Body, Motion, Fighter, Recovery):
            path = fighter.path
            if path is None or recovery.phase is not AWAKE or idle[body.index]:
                continue
            coming = fighter.move_s <= fighter.contact[1] and not fighter.landed_now
            over = fighter.reaching == 0.0 and fighter.move_s > fighter.contact[1] + OVER_S
            if over or path is not motion.clip:  # or somebody else has it play something
                continue
            hand = body.first + body.rig.index(fighter.fist)
            rows = arm(hand)
            pressed = tick.pressed(self.stage.tables.handle, rows.start, rows.stop) > HELD
            gives = pressed and not coming and fighter.strike is None  # the blow itself is over
            come = gives or (coming and not pressed)
            step = dt / COME_S if come else -dt / GO_S
            fighter.reaching = min(1.0, max(0.0, fighter.reaching + step))
            if fighter.reaching > 0.0:
                there = self.back(body, hand) if gives else self.aim(body, motion, hand)
                fighter.unreached = wanted(self.stage, hand)
                tick.send_fist(self.stage.tables.handle, hand, body.first, there, fighter.reaching, MOST)

    def aim(self, body: Body, motion: Motion, hand: int) -> Vec3:
        """Where the clip has the fist now, in the world."""
        x, y, z = tick.fist_at(self.stage.tables.handle, motion.clip.rows, int(motion.frame), body.first, hand)
        c, s = cos(motion.heading), sin(motion.heading)
        ax, ay, az = motion.anchor
        return ax + c * x - s * y, ay + s * x + c * y, az + z

    def back(self, body: Body, hand: int) -> Vec3:
        """A little nearer to its own body than the fist is."""
        place = self.stage.tables.bones.position
        x, y, z = place[hand].tolist()
        px, py, _ = place[body.first].tolist()
        share = min(1.0, GIVES / max(1e-9, hypot(px - x, py - y)))
        return x + share * (px - x), y + share * (py - y), z


def arm(hand: int) -> slice:
    """Rows of an arm's bones: the hand's and the two before it."""
    return slice(hand + 1 - ARM, hand + 1)


def wanted(stage: Stage, hand: int) -> Array:
    """What is wanted of an arm (components.fight.Fighter.unreached)."""
    targets = stage.tables.targets
    return np.stack((targets.relative[arm(hand)], targets.joint[arm(hand)]))


def take_back(stage: Stage, body: Body, fighter: Fighter) -> None:
    """The arm's targets as the clip alone had them: what is blended next starts from there."""
    if fighter.unreached is not None:
        rows, targets = arm(body.first + body.rig.index(fighter.fist)), stage.tables.targets
        targets.relative[rows], targets.joint[rows] = fighter.unreached
        fighter.unreached = None
