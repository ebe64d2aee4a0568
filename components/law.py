"""What a law says of itself, once: lists, keys, settings, kernels and checks ask here.

A law is one file in systems/laws/. It declares itself, and hands over what it does when its compiled code is loaded:

    WORLD = declare(Law(name="world", place=4, module=__name__, about="...", told_weight=True, edge=spring_edge))
    ...
    compiled(WORLD, ask_world)

The declaration is read without the rest of the file (systems/laws/__init__.py), so `--help` waits for no compiler.
docs/adding_a_law.md walks through one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, make_dataclass
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple


class Asks(StrEnum):
    """What a law asks for."""

    NOTHING = "nothing"
    TORQUES = "torques of bones"  # fills `demand.torque` and `gain`
    ACCELERATIONS = "accelerations of joints"  # fills `aims.wanted`; torques follow from the whole body
    JOINTS = "torques of joints"  # fills `aims.inertial` where it says `demand.own`, and asks torques of other bones


class Reach(IntEnum):
    """How far up its chain a bone's torque, or an acceleration, reaches."""

    OWN = 0  # its own joint
    ABOVE = 1  # all joints above it, up to one without muscles
    ROOT = 2  # all joints above it and the root: from outside the body
    NONE = 3
    EACH = 4  # of a whole body: each bone as its own law has it


class Coupling(NamedTuple):
    """Where a bone's torque goes, and which accelerations it gives way to."""

    torque_path: Reach
    acceleration_path: Reach


class Couplings(NamedTuple):
    """By `actuation` (components.settings.Actuation has the same names)."""

    joint: Coupling = Coupling(Reach.ABOVE, Reach.ABOVE)
    external: Coupling = Coupling(Reach.ROOT, Reach.ROOT)
    reaction: Coupling = Coupling(Reach.OWN, Reach.ABOVE)


THROUGH_JOINTS = Couplings(*[Couplings().joint] * 3)
"""Of laws that find the torques of joints: what they ask is inside the body, whatever `actuation` says."""


@dataclass(frozen=True, eq=False)
class Law:
    name: str
    place: int  # in lists and under keys, from the first on
    module: str  # the file it stands in: `__name__`
    about: str  # what the lists say of it
    asks: Asks = Asks.TORQUES
    couplings: Couplings = Couplings()
    placed: bool = False  # bones are put where the clip has them (a limb alone is led there)
    when_down: str = ""  # the law that acts in its stead while a body is down or dazed; empty: it acts itself
    takes_keys: bool = False  # does it take key-frames
    eases: bool = True  # where a joint would pass its limit: is its whole body slower, or does it give what it can
    told_weight: bool = False  # do its joints hold the body's weight beside what it asks (`support`)
    edge: Callable[[float, float], float] | None = None
    """Its stability number for a lone joint at strength 1, of `frequency` (rad/s) and the step (s): an explicit step
    blows up beyond 1 (systems/stability.py). None: it is never explicit."""
    settings: Mapping[str, Field[Any]] = field(default_factory=dict)
    """Of its own: name -> components.settings.setting(...)."""

    idle: bool = field(init=False)  # do its muscles do nothing
    limp: bool = field(init=False)  # does nobody move its bones

    def __post_init__(self) -> None:
        object.__setattr__(self, "idle", self.asks is Asks.NOTHING)
        object.__setattr__(self, "limp", self.idle and not self.placed)

    @property
    def group(self) -> type:
        """Its own settings, which every character has one of."""
        return OWN_SETTINGS[self.name]


class Code(NamedTuple):
    """What a law does, once its file is loaded."""

    ask: Callable[..., Any]  # (rows of bones, t, dt), or (rows, t, own, dt) where it has a table of its own
    table: type[tuple[Any, ...]] | None = None  # its own state, declared like those of components/table.py
    seconds: Callable[[Any, int], float] | None = None  # (tables, row) -> s in which a joint's error is to settle
    explicit_inertia: Callable[[Any, Any, int, float], float] | None = None
    """(tables, own table, row, step in s) -> kg m2: of a law with torques of its own that is never implicit, what a
    joint has to turn at least (systems/stability.py)."""
    turns: Callable[[Any, int, int], float | None] | None = None
    """(tables, row, axis) -> kg m2 that a joint takes itself to turn; none: all that hangs on it."""


LAWS: dict[str, Law] = {}
"""All laws, in the order of their places."""

OWN_SETTINGS: dict[str, type] = {}
"""Of laws with settings of their own: a group of them, which each character has one of."""

_CODE: dict[str, Code] = {}


def declare(law: Law) -> Law:
    """Read twice, by itself and with its file, it is the same law."""
    there = LAWS.get(law.name)
    if there is not None:
        if there.module != law.module:
            raise ValueError(f"two laws are called {law.name}: in {there.module} and in {law.module}")
        return there
    laws = sorted((*LAWS.values(), law), key=lambda each: each.place)
    LAWS.clear()
    LAWS.update({each.name: each for each in laws})
    if law.settings:
        fields: list[Any] = [(name, type(own.default).__name__, own) for name, own in law.settings.items()]
        title = law.name.title().replace("_", "")
        OWN_SETTINGS[law.name] = make_dataclass(f"{title}Settings", fields, frozen=True)
    return law


def compiled(law: Law, ask: Callable[..., Any], **more: Any) -> None:
    """What the law does; `more` is the rest of its Code."""
    _CODE[law.name] = Code(ask, **more)


def place_of(name: str) -> int:
    """As tables hold a law: its place among all, from 0."""
    return list(LAWS).index(name)


def limp_law() -> str:
    """Whose turn it is where a body has no strength at all."""
    return next(name for name, law in LAWS.items() if law.limp)


def code_of(name: str) -> Code:
    """Loads the law's file when it is first asked for."""
    if name not in _CODE:
        importlib.import_module(LAWS[name].module)
    return _CODE[name]


def forget(law: Law) -> None:
    """As if it had never been declared."""
    for known in (LAWS, OWN_SETTINGS, _CODE):
        known.pop(law.name, None)


def spring_edge(frequency: float, dt: float) -> float:
    """Of a critically damped spring of f rad/s, stepped velocity first: (f^2 dt^2 + 4 f dt) / 4."""
    return (frequency * frequency * dt * dt + 4.0 * frequency * dt) / 4.0
