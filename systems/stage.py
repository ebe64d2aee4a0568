"""What all systems of one world share: the engine, the tables, and what has happened.

Tables are replaced as a whole when a character comes or goes, and stay where they are during ticks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import esper
import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.commands import Drag, Hand, Push, Pushing, Throw
from components.dives import Dives
from components.fight import Hand as FistHand
from components.fight import MoveKind
from components.gait import Gait
from components.learned import Learned
from components.path import Ways
from components.rig import Rig
from components.similarity import Weights
from components.strings import Tie
from components.style import Style
from components.table import (
    TABLES,
    Shared,
)
from systems.engine import Engine, Puppet
from systems.kernels.handle import Handle

Obeying = list[tuple[str, NDArray[np.int64]]]
"""Rows of bones by the law that moves them; roots are in none."""


class ClipLimits(Protocol):
    """What the data says of a clip beside its motion."""

    @property
    def root_limit(self) -> float: ...
    @property
    def root_break(self) -> float: ...
    @property
    def heading_hold(self) -> float: ...
    @property
    def muscles(self) -> float: ...  # how many times as strong as the rig says it needs them
    @property
    def footing(self) -> bool: ...  # do its feet reach for the ground as it is


class Moves(Protocol):
    """What a boxer can do, on one rig and in one stance; a move's clip has the move's name."""

    @property
    def names(self) -> Sequence[str]: ...
    def kind(self, name: str) -> MoveKind: ...
    def hand(self, name: str) -> FistHand | None: ...
    def contact(self, name: str) -> tuple[float, float]: ...  # s from its start, when the fist is to arrive
    def clip(self, name: str) -> Clip: ...
    def thrown(self, name: str, target: tuple[float, float, float], rate: float) -> Clip: ...  # m, in the clip's frame


class Graph(Protocol):
    """How one boxer's move leads into another."""

    def entry(self, after: str, gone: float, move: str) -> tuple[float, float]:
        """s of the move that are skipped, and s of blend; `gone` is the share of `after` that is over, 0..1."""
        ...

    def distance(self, after: str, punch: str) -> float: ...  # m, from where one punch lets go to the start of another


class Walking(Protocol):
    """The motion graph of walks on one rig; a crossing leads from one of its clips into another."""

    @property
    def clips(self) -> Sequence[Clip]: ...
    @property
    def ways(self) -> Ways: ...
    @property
    def begins_at(self) -> int: ...  # frame of a crossing's clip
    @property
    def ticks(self) -> int: ...  # of a crossing
    def place_of(self, clip: Clip) -> int: ...  # -1: it is none of its clips
    def crossing(self, edge: int) -> Clip: ...


class Clips(Protocol):
    def clip(self, name: str, rig: Rig) -> Clip: ...
    def limits(self, name: str) -> ClipLimits: ...
    def moves(self, rig: Rig, stance: str) -> Moves: ...
    def graph(self, rig: Rig, stance: str) -> Graph: ...
    def walking(self, rig: Rig) -> Walking: ...
    def falls(self, rig: Rig) -> Floats: ...  # key poses of falls (systems/falling.py)
    def rolls(self, rig: Rig) -> Floats: ...  # and of rolls, over the right shoulder and the left (systems/rolling.py)
    def guards(self, rig: Rig) -> Floats: ...  # and of who guards its head (systems/reflexes.py)
    def dives(self, rig: Rig) -> Dives: ...
    def nearest(self, clip: Clip, rig: Rig, place: Array, velocity: Array) -> int: ...
    def get_ready(self, names: Sequence[str], rig: Rig) -> None: ...  # looked at now, not in a tick, for these two
    def middle(self, clip: Clip, rig: Rig) -> float: ...  # m that ankles lie ahead of the hips below the centre of mass
    def gait(self, clip: Clip, rig: Rig) -> Gait | None: ...  # none: it does not walk
    def similarity(self, rig: Rig) -> Weights: ...  # of systems/similarity.py
    def learned(self, controller: str) -> Learned | None: ...  # where it succeeds; none: nothing was learned of it
    def style(self, name: str, level: int) -> Style: ...
    def reload(self) -> list[str]: ...


@dataclass
class Tables(Shared):
    """Those that compiled code is handed, and what only Python reads."""

    own: dict[str, tuple[Any, ...]]  # by law: its own table, where it has one
    base: NDArray[np.float64]  # (characters, 13) as the engine has it
    raw: NDArray[np.float64]  # the joints' flat state of all characters
    puppets: list[Puppet]
    bodies: NDArray[np.int64] = field(init=False)  # the engine's ids of the characters
    handle: Any = field(init=False)  # all of the first group for compiled code (systems/kernels/handle.py)

    def __post_init__(self) -> None:
        self.bodies = np.array([puppet.body for puppet in self.puppets], np.int64)
        self.handle = Handle(*(getattr(self, name) for name in TABLES))


@dataclass
class Event:
    """Something that happened, for the report and the messages on screen."""

    t: float
    kind: str
    who: str
    details: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return {"t": round(self.t, 6), "kind": self.kind, "who": self.who, **self.details}


@dataclass
class Stage:
    engine: Engine
    clips: Clips
    tables: Tables
    ticks: int = 0
    events: list[Event] = field(default_factory=list)
    commands: list[Throw | Push | Pushing] = field(default_factory=list)  # done at the next tick
    pushes: tuple[Pushing, ...] = ()  # that go on
    shoved: set[int] = field(default_factory=set)  # the engine's ids of whom hands push or pull in this tick
    drag: Drag | None = None  # what a person wants of a hand
    hand: Hand | None = None  # the hand, while it holds something
    strings: tuple[Tie, ...] = ()  # those that are not cut
    strings_ever: int = 0  # how many were tied
    thrown_again: int = 0
    names: dict[int, str] = field(default_factory=dict)  # what the engine's bodies are called
    obeying: Obeying = field(default_factory=list)  # rows of bones by the law that acts
    servo_changed: bool = True  # systems/stability.py looks whether an explicit servo will hold
    leaving: bool = False  # does somebody go through a thing that he has let go
    stirred: bool = True  # a hand has moved something: systems/before.py asks all loose things how they move
    modes_changed: bool = True  # a setting or a clip changed: systems/modes.py writes the mode table anew
    acting_changed: bool = True  # and systems/acting.py what follows from who acts

    @property
    def time(self) -> float:
        return self.ticks / TICKS_PER_S

    def tell(self, kind: str, who: str, **details: Any) -> None:
        self.events.append(Event(self.time, kind, who, details))


def in_order(*kinds: type) -> list[tuple[int, tuple[Any, ...]]]:
    """Things numbered 7, 8, 9 come from esper as 8, 9, 7: its sets put a number where it lies modulo their size.

    A load numbers things anew, so that order would tell who has gone back from who has not."""
    found: list[tuple[int, tuple[Any, ...]]] = esper.get_components(*kinds)
    found.sort()  # no two numbers are the same, so nothing else is compared
    return found


class System:
    """One job in the tick. `reads` and `writes` name components and tables; a test walks them in the tick's order."""

    reads: ClassVar[tuple[type, ...]] = ()
    writes: ClassVar[tuple[type, ...]] = ()
    late: ClassVar[tuple[type, ...]] = ()  # read as the last tick left them, on purpose
    only_with: ClassVar[type | None] = None  # a component: where nobody has it, there is nothing to do in a tick

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    @classmethod
    def name(cls) -> str:
        return cls.__name__.removesuffix("System").lower()

    def process(self, dt: float) -> None:
        raise NotImplementedError

    query: ClassVar[Callable[..., list[tuple[int, tuple[Any, ...]]]]] = staticmethod(in_order)
    """Entities that have all of these components, in the order in which they were made; the list is esper's own."""
