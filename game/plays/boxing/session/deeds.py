"""What a person does to a boxer."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from components.errors import InputError, nearest
from components.fight import Fighter, Order
from game.moves.book import MOVES
from game.moves.file import read_moves
from game.scenes.scene import Scene
from game.session.deeds import Deed
from game.world.simulation import Simulation
from systems.boxing.boxing import ask

Share = Annotated[float, Meta(ge=-1.0, le=1.0)]


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
    target: Literal["head", "body"] = "head"
    power: Annotated[float, Meta(ge=0.5, le=2.0)] = 1.0

    def check(self, scene: Scene) -> None:
        there = read_moves(MOVES).moves
        if self.move not in there:
            raise InputError(f"there is no move {self.move!r}{nearest(self.move, list(there))}")

    def tell(self, fighter: Fighter) -> None:
        ask(fighter, Order(self.move, self.target, self.power))


class Walk(OfBoxer, frozen=True):
    """Towards the opponent and to its own left, -1 to 1 each, until told otherwise."""

    forward: Share
    left: Share

    def tell(self, fighter: Fighter) -> None:
        fighter.walk = (self.forward, self.left)


class Block(OfBoxer, frozen=True):
    """`high`, `low`, or nothing."""

    where: Annotated[str, Meta(pattern="^(high|low)?$")]

    def tell(self, fighter: Fighter) -> None:
        fighter.block = self.where


DEEDS = (TakeOver, Ordered, Walk, Block)
