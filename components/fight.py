"""A bout and those who fight it: what they want, what they do, what it has cost them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from components.clip import Array, Clip


class Hand(StrEnum):
    LEAD = "lead"  # of an orthodox boxer the left
    REAR = "rear"


class MoveKind(StrEnum):
    GUARD = "guard"
    PUNCH = "punch"
    BLOCK = "block"
    STEP = "step"
    EVADE = "evade"
    SHOW = "show"


@dataclass(frozen=True)
class Order:
    """What a player or a mind asks for. It is done within two ticks, or waits 0.15 s for the move before it."""

    move: str
    target: str = "head"  # or body
    power: float = 1.0  # of a person 1, up to 1.3 while the power key is held; of a computer 0.8 .. 1.3, by chance


@dataclass(frozen=True)
class Strike:
    """A fist that has just met the opponent, while its impulse is gathered."""

    bone: int  # row of the opponent's bone that took the most of it
    most: float  # N s in one step on that bone
    impulse: float  # N s so far
    speed: float  # m/s at which they closed
    fist: str  # name of the bone that struck
    at: tuple[float, float, float]  # m
    order: Order  # what was thrown
    ticks: int = 1


@dataclass
class Fighter:
    """Of a boxer, beside its body."""

    opponent: str
    corner: str
    style: str = ""  # of the computer that leads it; nobody's or a person's if empty
    level: int = 2
    stance: str = "orthodox"
    order: Order | None = None  # waits to be done
    order_s: float = 0.0  # how long
    walk: tuple[float, float] = (0.0, 0.0)  # wanted: towards the opponent, and to its own left; -1 to 1
    block: str = ""  # high or low, while it is held
    move: str = ""
    move_s: float = 0.0  # since its start
    punching: Order | None = None
    contact: tuple[float, float] = (0.0, 0.0)  # s, of the present move: when its fist is to arrive
    landed_now: bool = False  # has the present punch arrived
    health: float = 100.0
    stamina: float = 100.0
    points: float = 0.0  # of this round
    knockdowns: int = 0
    down_s: float = 0.0
    thrown: int = 0
    landed: int = 0
    power_landed: int = 0
    blocked: int = 0
    hardest: float = 0.0  # N s
    fist: str = ""  # bone of the present punch's fist; either of the two if empty
    path: Clip | None = None  # where that fist goes
    reaching: float = 0.0  # 0..1, how much the arm goes there rather than where its joints alone would bring it
    unreached: Array | None = None  # (2, 3, 4) what the clip alone wanted of the arm: against the root, and the parent
    strike: Strike | None = None
    unhurt_s: float = 1e9  # since a fist arrived on it
    round_knockdowns: int = 0
    counted: bool = False  # it is down, and has not got up yet


class BoutPhase(StrEnum):
    READY = "ready"
    FIGHT = "fight"
    COUNT = "count"
    REST = "rest"
    OVER = "over"


@dataclass
class Bout:
    """One in a world where people box."""

    rounds: int = 3
    round_s: float = 60.0
    rest_s: float = 10.0
    knockdowns_tko: int = 3
    phase: BoutPhase = BoutPhase.READY
    round: int = 1
    clock_s: float = 0.0  # in this phase
    count: int = 0
    down: str = ""  # who is counted out
    winner: str = ""
    how: str = ""  # KO, TKO, decision, draw, out of the ring
    cards: tuple[tuple[int, int], ...] = ()  # points of each round that is over, red and blue
    fought_s: float = 0.0  # of this round; it stands still during a count
