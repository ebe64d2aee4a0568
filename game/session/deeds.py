"""Deeds: what a person does to a running world, as data, so that it can be done again to the bit.

`history.py` keeps them with their ticks: going back to a moment and on again does the same deeds at the same ticks.
Bodies are named, not numbered; things that lie about are counted in the order in which they came.
"""

from __future__ import annotations

import esper
import msgspec

from components.character import Body
from components.commands import Drag, Push, Throw
from components.course import Do, Runner
from components.fight import Fighter, Order
from game.scenes.props import prop_kind
from game.world.character import Character
from game.world.forking import renew
from game.world.simulation import Simulation
from systems.boxing.boxing import ask

Vec3 = tuple[float, float, float]


class Deed(msgspec.Struct, frozen=True, tag=True):
    def do(self, simulation: Simulation) -> None:
        raise NotImplementedError


class Grip(msgspec.Struct, frozen=True):
    """What a hand holds or hits: a bone of a character, or a thing by its place in the order of things."""

    who: str = ""
    bone: str = ""
    thing: int = -1

    def found(self, simulation: Simulation) -> tuple[int, int] | None:
        """Engine's body and link; none where it is gone."""
        if self.who:
            character = simulation.characters.get(self.who)
            return (character.body, character.link(self.bone)) if character else None
        props = Character.props()
        return (props[self.thing].engine_id, -1) if 0 <= self.thing < len(props) else None


class SetValue(Deed, frozen=True):
    key: str
    value: str | float | int | bool | None
    who: str | None = None  # none: all
    only: int | None = None  # of worlds side by side: in this one alone

    def do(self, simulation: Simulation) -> None:
        if self.who is None:
            simulation.set(self.key, self.value)
        else:
            simulation.character(self.who).set(self.key, self.value)


class Launch(Deed, frozen=True):
    """A thing appears and flies off; with no velocity it is put there."""

    what: str
    position: Vec3
    velocity: Vec3 = (0.0, 0.0, 0.0)

    def do(self, simulation: Simulation) -> None:
        simulation.stage.commands.append(Throw(prop_kind(self.what).prop(), self.position, self.velocity))


class Shove(Deed, frozen=True):
    grip: Grip
    impulse: Vec3  # N s
    place: Vec3  # m

    def do(self, simulation: Simulation) -> None:
        held = self.grip.found(simulation)
        if held is not None:
            simulation.stage.commands.append(Push(*held, self.impulse, self.place))


class Pull(Deed, frozen=True):
    grip: Grip
    to: Vec3  # m

    def do(self, simulation: Simulation) -> None:
        held = self.grip.found(simulation)
        simulation.stage.drag = Drag(*held, self.to) if held is not None else None


class LetGo(Deed, frozen=True):
    def do(self, simulation: Simulation) -> None:
        simulation.release()


class Fork(Deed, frozen=True):
    """Somebody began to compare here: what that does to a world in the last bits is done again."""

    def do(self, simulation: Simulation) -> None:
        renew(simulation)


class Clear(Deed, frozen=True):
    """Away with everything that was thrown."""

    def do(self, simulation: Simulation) -> None:
        simulation.clear()


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


class OfRunner(Deed, frozen=True):
    """Of somebody on an obstacle course; where nobody of that name is, nothing happens."""

    who: str

    def do(self, simulation: Simulation) -> None:
        for _, (body, runner) in esper.get_components(Body, Runner):
            if body.name == self.who:
                self.tell(runner)

    def tell(self, runner: Runner) -> None:
        raise NotImplementedError


class TakeLane(OfRunner, frozen=True):
    """A person steers it from now on."""

    def tell(self, runner: Runner) -> None:
        runner.person, runner.acting, runner.way = True, "", ()


class Steer(OfRunner, frozen=True):
    """0 to 1 forward, and -1 (right) to 1 (left) round, until told otherwise."""

    forward: float
    turn: float
    fast: bool = False

    def tell(self, runner: Runner) -> None:
        runner.forward, runner.turn, runner.fast = self.forward, self.turn, self.fast


class Act(OfRunner, frozen=True):
    """Once, as soon as it can."""

    what: Do

    def tell(self, runner: Runner) -> None:
        runner.act = self.what


AnyDeed = (
    SetValue | Launch | Shove | Pull | LetGo | Clear | Fork | TakeOver | Ordered | Walk | Block | TakeLane | Steer | Act
)


def do_all(deed: Deed, worlds: list[Simulation]) -> None:
    only = deed.only if isinstance(deed, SetValue) else None
    for simulation in worlds if only is None else worlds[only : only + 1]:
        esper.switch_world(simulation.world)
        deed.do(simulation)
