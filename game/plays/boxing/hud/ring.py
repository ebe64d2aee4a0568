"""Who boxes and where there is room to say so: what the parts of a bout's HUD are given.

A space from 12 to 1268 has its middle at 640.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import esper

from components.character import Body
from components.fight import Bout, Fighter
from game.picture.ink import EDGE, readable
from systems.draw.overlay import Colour
from systems.stage import System

if TYPE_CHECKING:
    from game.session.session import Session


class Corner(NamedTuple):
    fighter: Fighter
    body: Body

    @property
    def colour(self) -> Colour:
        return readable(self.body.colour)


class Ring(NamedTuple):
    bout: Bout
    red: Corner
    blue: Corner


class Space(NamedTuple):
    """Units: what is free, from side to side and down from `top`."""

    left: float
    right: float
    top: float = EDGE

    @property
    def middle(self) -> float:
        return 0.5 * (self.left + self.right)


def ring_of(session: Session) -> Ring:
    """Of a world that has a bout."""
    esper.switch_world(session.simulation.world)
    ((_, (bout,)),) = System.query(Bout)
    both = [Corner(*parts) for _, parts in System.query(Fighter, Body)]
    red, blue = sorted(both, key=lambda corner: corner.fighter.corner != "red")
    return Ring(bout, red, blue)
