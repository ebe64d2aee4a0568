"""Marshal: between rounds, and while somebody is counted, the referee says where one walks.

During a count the other one goes to the neutral corner that is farther from who is down; in the rest both go to their
own. A wish is overwritten after it was made and before it is done.
"""

from __future__ import annotations

from math import hypot
from typing import ClassVar

from components.character import Body
from components.fight import Bout, BoutPhase, Fighter
from components.table import Bones
from systems.grounds.ring import CORNERS
from systems.stage import System

CORNER = 1.8  # m from the middle along both axes, where one waits
LED = (BoutPhase.COUNT, BoutPhase.REST)
THERE = 0.3  # m
RED, NEUTRAL, BLUE = CORNERS[0], (CORNERS[1], CORNERS[3]), CORNERS[2]


class MarshalSystem(System):
    reads: ClassVar = (Body,)
    late: ClassVar = (Bout, Fighter, Bones)
    writes: ClassVar = (Fighter,)
    only_with: ClassVar = Bout

    def process(self, dt: float) -> None:
        for _, (bout,) in self.query(Bout):
            if bout.phase not in LED:
                return
            boxers = {body.name: (fighter, body) for _, (fighter, body) in self.query(Fighter, Body)}
            for fighter, body in boxers.values():
                fighter.walk, fighter.block = (0.0, 0.0), ""
                here, there = self.place(body), self.place(boxers[fighter.opponent][1])
                if bout.phase is BoutPhase.COUNT and not fighter.counted:
                    fighter.walk = towards(here, there, max(NEUTRAL, key=lambda corner: away(corner, there)))
                if bout.phase is BoutPhase.REST:
                    fighter.walk = towards(here, there, RED if fighter.corner == "red" else BLUE)

    def place(self, body: Body) -> tuple[float, float]:
        x, y, _ = self.stage.tables.bones.position[body.first].tolist()
        return x, y


def away(corner: tuple[int, int], place: tuple[float, float]) -> float:
    return hypot(CORNER * corner[0] - place[0], CORNER * corner[1] - place[1])


def towards(here: tuple[float, float], opponent: tuple[float, float], corner: tuple[int, int]) -> tuple[float, float]:
    """The wish to walk to a corner, as steps towards the opponent and to the left of that."""
    x, y = CORNER * corner[0] - here[0], CORNER * corner[1] - here[1]
    ahead = opponent[0] - here[0], opponent[1] - here[1]
    far, apart = hypot(x, y), hypot(*ahead)
    if far < THERE or apart < 1e-6:
        return 0.0, 0.0
    forward = (x * ahead[0] + y * ahead[1]) / (far * apart)
    left = (y * ahead[0] - x * ahead[1]) / (far * apart)
    return forward, left
