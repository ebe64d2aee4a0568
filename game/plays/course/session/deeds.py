"""What a person does to somebody on the course."""

from __future__ import annotations

from typing import Annotated

import esper
from msgspec import Meta

from components.character import Body
from components.course import Do, Runner
from game.session.deeds import Deed
from game.world.simulation import Simulation


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

    forward: Annotated[float, Meta(ge=0.0, le=1.0)]
    turn: Annotated[float, Meta(ge=-1.0, le=1.0)]
    fast: bool = False

    def tell(self, runner: Runner) -> None:
        runner.forward, runner.turn, runner.fast = self.forward, self.turn, self.fast


class Act(OfRunner, frozen=True):
    """Once, as soon as it can."""

    what: Do

    def tell(self, runner: Runner) -> None:
        runner.act = self.what


DEEDS = (TakeLane, Steer, Act)
