"""What a person does to a boxer."""

from __future__ import annotations

from components.fight import Fighter, Order
from game.session.deeds import Deed
from game.world.simulation import Simulation
from systems.boxing.boxing import ask


class OfBoxer(Deed, frozen=True):
    """Of somebody who boxes; where nobody of that name does, nothing happens."""

    who: str

    def do(self, simulation: Simulation) -> None:
        character = simulation.characters.get(self.who)
        fighter = character.fighter if character is not None else None
        if fighter is not None:
            self.tell(fighter)

    def tell(self, fighter: Fighter) -> None:
        raise NotImplementedError


class TakeOver(OfBoxer, frozen=True):
    """A person leads it from now on."""

    def tell(self, fighter: Fighter) -> None:
        fighter.style, fighter.order, fighter.walk, fighter.block = "", None, (0.0, 0.0), ""


class Ordered(OfBoxer, frozen=True):
    move: str
    target: str = "head"
    power: float = 1.0

    def tell(self, fighter: Fighter) -> None:
        ask(fighter, Order(self.move, self.target, self.power))


class Walk(OfBoxer, frozen=True):
    """Towards the opponent and to its own left, -1 to 1 each, until told otherwise."""

    forward: float
    left: float

    def tell(self, fighter: Fighter) -> None:
        fighter.walk = (self.forward, self.left)


class Block(OfBoxer, frozen=True):
    """`high`, `low`, or nothing."""

    where: str

    def tell(self, fighter: Fighter) -> None:
        fighter.block = self.where


DEEDS = (TakeOver, Ordered, Walk, Block)
