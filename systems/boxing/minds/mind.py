"""A computer boxer's memory, and what it knows when it makes up its mind.

It sees the other as it was `reaction_s` ago: at 30 looks a second and 0.3 s, that is the ninth look back. Of itself it
knows what it feels now. Everything is kept in plain values that are replaced, never changed, so a copy is a save.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from components.arrays import Floats
from components.control import Status
from components.fight import Order
from components.style import Style
from systems.chance import chance

LOOK_TICKS = 4  # between two looks (and thoughts)
SEEN = ("pelvis", "head", "left_hand", "right_hand", "left_foot", "right_foot")


class Look(NamedTuple):
    """The other's parts, in the order of SEEN."""

    tick: int
    place: Floats  # (6, 3) m
    velocity: Floats  # (6, 3) m/s
    stamina: float = 100.0  # as the bar on the screen says


@dataclass
class Mind:
    """Component of each boxer, the person's too: who it is that leads it may change at any moment."""

    looks: tuple[Look, ...] = ()  # oldest first
    controller: str = ""
    since_s: float = 0.0  # how long it has been the controller's turn
    plan: tuple[Order, ...] = ()  # punches still to throw
    answer: str = ""  # what is being done about a punch
    counters: bool = False  # does it punch back
    side: float = 1.0  # the way round the other, + to its own left
    patience_s: float = 1.0  # until the next attack
    alert_s: float = 0.0  # until it looks at the next punch
    breather_s: float = 0.0  # until it may rest again
    pressure: float = 0.0  # fists that came lately, each less the longer ago
    entangled_s: float = 0.0  # how long a limb has been held where it does not belong
    linked_s: float = 0.0  # how long an arm of one has lain on the other's trunk


def alike(after: str, punch: str) -> float:
    """m: for who knows nothing of its punches, all follow one another equally well."""
    return 0.0


class View(NamedTuple):
    """What it knows in this thought. Of the other: as it was `reaction_s` ago."""

    style: Style
    name: str
    seed: int
    tick: int
    awake: bool
    free: bool  # is it in guard, or nearly
    stamina: float
    authority: float
    entangled_s: float
    linked_s: float
    room_back: float  # m that it could go straight back
    room_left: float
    room_right: float
    seen: bool  # has it looked for as long as it takes to see anything
    distance: float = 9.0  # m between the middles
    down: bool = False  # does the other lie or kneel
    threat_s: float = 9.0  # until the nearest of the other's fists would be here
    threat_low: bool = False  # is it below the chin
    their_stamina: float = 100.0  # as the bar on the screen says
    leads_to: Callable[[str, str], float] = alike  # m, from where one punch lets go to the start of another

    def luck(self, what: str) -> float:
        """0..1, another for each purpose and thought."""
        return chance(self.seed, self.tick, self.name, what)

    def pick(self, weights: Sequence[tuple[str, float]], what: str) -> str:
        left = self.luck(what) * sum(weight for _, weight in weights)
        for name, weight in weights:
            left -= weight
            if left < 0.0:
                return name
        return weights[-1][0]


class Wish(NamedTuple):
    """What a controller wants now."""

    status: Status = Status.RUNNING
    walk: tuple[float, float] = (0.0, 0.0)
    block: str = ""
    order: Order | None = None
    limp: bool = False  # let go of everything for a moment
