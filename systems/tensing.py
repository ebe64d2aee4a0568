"""Tensing: what makes joints under the servo `tension` firmer or looser for a while, and the joints that may fold.

A script's motions say it joint by joint. A boxer who holds a block braces trunk and neck before the blow is there;
one who is tired is loose, down to 0.4 of what is set. (Who is stunned has less of everything: systems/stun.py.)

A joint that is too loose for the weight on it has several places where it could rest. It is named once, with the
tension from which on it has one:  fold  red  joint left_upper_arm  tension 0.05  needs 0.08
"""

from __future__ import annotations

from typing import ClassVar

import esper

from components.arrays import Bools
from components.character import Body
from components.fight import Fighter
from components.script import Playing
from systems.laws.tension import Tension
from systems.stage import System

BRACED = 2.5  # times what is set
TIRED = 0.4  # of what is set, where no stamina is left
FULL = 100.0  # stamina


class TensingSystem(System):
    reads: ClassVar = (Body, Fighter)
    late: ClassVar = (Playing,)
    writes: ClassVar = (Tension,)

    def process(self, dt: float) -> None:
        (own,) = self.stage.tables.own["tension"]
        own.tensed[:] = 1.0
        for entity, (body,) in self.query(Body):
            playing, fighter = esper.try_component(entity, Playing), esper.try_component(entity, Fighter)
            if playing is not None:
                for track in playing.script.tensions:
                    own.tensed[body.first + track.bone] = track.at(self.stage.time + dt - playing.since_s)
            if fighter is not None:
                own.tensed[body.first : body.last] *= TIRED + (1.0 - TIRED) * fighter.stamina / FULL
                if fighter.block:
                    own.tensed[braced(body)] *= BRACED
        folding = own.folds > own.tension * own.tensed
        if (folding != own.folding).any():
            self.tell(own, folding)

    def tell(self, own: Tension, folding: Bools) -> None:
        for _, (body,) in self.query(Body):
            for i in range(body.first, body.last):
                if folding[i] and not own.folding[i]:
                    self.stage.tell(
                        "fold", body.name, joint=body.rig.names[i - body.first],
                        tension=round(float(own.tension[i] * own.tensed[i]), 3), needs=round(float(own.folds[i]), 3),
                    )  # fmt: skip
        own.folding[:] = folding


def braced(body: Body) -> list[int]:
    """Rows of trunk and head."""
    return [body.first + bone for limb in ("trunk", "head") if body.rig.has_limb(limb) for bone in body.rig.limb(limb)]
