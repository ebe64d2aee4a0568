"""Who has control of a character: one of the controllers of its pool (systems/controllers/), and since when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from components.character import Phase


class Sort(StrEnum):
    """How a controller moves the body."""

    KINEMATIC = "kinematic"  # it is put where the controller says: it pushes, and is not pushed
    DYNAMIC = "dynamic"  # muscles pull it there


class Status(StrEnum):
    """How its controller is doing."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"


BASICS = ("track", "fall", "lie", "rise")
"""What every character can do."""

ANYTHING = "*"


@dataclass(frozen=True)
class Relation:
    """What a thing is to a character while a controller has control: of several that fit, the last one counts."""

    controller: str  # its name, or * for any
    thing: str  # a kind of thing, a character's name, ground, or * for any
    active: bool  # does its touch end a kinematic motion


@dataclass
class Control:
    pool: tuple[str, ...] = BASICS
    hybrid: bool = False  # did the scene name the pool; then changes of control are events
    controller: str = BASICS[0]
    before: str = ""  # who had it before
    left: Phase = Phase.AWAKE  # and the phase that the body was in then
    kinematic: bool = False  # its sort, which is asked for in every tick
    since: int = 0  # tick in which it took control
    seconds: float = 0.0  # for which it has had control
    memory: object = None  # what the controller remembers: an immutable value, replaced as a whole
    similarity: float = 0.0  # of the body to its clip when that took it over last
    relations: tuple[Relation, ...] = ()  # in the order in which they are written
