"""Tensing: what makes joints under the servo `tension` firmer or looser for a while, and the joints that may fold.

A script's motions say it joint by joint. A boxer's trunk and neck are loose until he punches or holds a block. Then the
trunk is four times as firm as is set: braced before the blow is there, and a jab is off by 2.1 degrees instead of 3.0.
One who is tired is loose all over, down to 0.4 of what is set. (Who is stunned has less of all: systems/stun.py.)

A joint that is too loose for the weight on it has several places where it could rest. It is named once, with the
tension from which on it has one:  fold  red  joint left_upper_arm  tension 0.05  needs 0.08
"""

from __future__ import annotations

from typing import ClassVar

from components.arrays import Bools
from components.character import Body
from components.fight import Fighter
from components.script import Playing
from components.table import Muscles, Skeletons, Targets
from systems.laws.foreseen import Foresight
from systems.laws.tension import Tension, other_fold
from systems.stage import Stage, System

EASY = {"trunk": 0.9, "head": 0.2}  # of what is set, of a boxer who neither blocks nor punches
BRACED = {"trunk": 4.0}  # of one who does
TIRED = 0.4  # of what is set, where no stamina is left
FULL = 100.0  # stamina


class TensingSystem(System):
    reads: ClassVar = (Body, Fighter, Playing, Targets, Skeletons)
    late: ClassVar = (Muscles,)
    writes: ClassVar = (Tension,)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.foresight = Foresight()

    def process(self, dt: float) -> None:
        (own,) = self.stage.tables.own["tension"]
        own.tensed.fill(1.0)
        own.posing.fill(False)
        for entity, (body, playing) in self.query(Body, Playing):
            for track in playing.script.tensions:
                own.tensed[body.first + track.bone] = track.at(self.stage.time + dt - playing.since_s)
            if playing.script.tensions:
                self.foresight.of_poses(self.stage, entity, body, playing, dt)
        for _, (body, fighter) in self.query(Body, Fighter):
            own.tensed[body.first : body.last] *= TIRED + (1.0 - TIRED) * fighter.stamina / FULL
            braced = bool(fighter.block) or fighter.punching is not None
            scale(own, body, BRACED if braced else EASY)
        if other_fold(own.folds, own.tension, own.tensed, own.folding):
            self.tell(own, own.folds > own.tension * own.tensed)

    def tell(self, own: Tension, folding: Bools) -> None:
        for _, (body,) in self.query(Body):
            for i in range(body.first, body.last):
                if folding[i] and not own.folding[i]:
                    self.stage.tell(
                        "fold", body.name, joint=body.rig.names[i - body.first],
                        tension=round(float(own.tension[i] * own.tensed[i]), 3), needs=round(float(own.folds[i]), 3),
                    )  # fmt: skip
        own.folding[:] = folding


def scale(own: Tension, body: Body, shares: dict[str, float]) -> None:
    for limb, share in shares.items():
        if body.rig.has_limb(limb):
            own.tensed[[body.first + bone for bone in body.rig.limb(limb)]] *= share
