"""An obstacle course, and those who are on it: plain values, replaced and never changed, so that a copy is a save."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Do(StrEnum):
    """What a part of the course asks for."""

    WALK = "walk"
    RUN = "run"
    FACE = "face"
    CARTWHEEL = "cartwheel"
    JUMP = "jump"


class Leg(NamedTuple):
    do: Do
    to: tuple[float, float] = (0.0, 0.0)  # m along the lane and to the left of its middle: where a walk leads
    heading: float = 0.0  # rad against the lane: which way to face
    around: float = 0.0  # m to the left of the middle: the way past what it did not get over; 0: there is none


@dataclass(frozen=True)
class Course:
    """One in a world that has a course."""

    legs: tuple[Leg, ...]
    finish: float  # m along the lane


@dataclass
class Runner:
    """Component of everybody on the course; the lane's middle is where it started, along +x."""

    lane: float  # m, y
    person: bool = False  # who steers it: then the legs are nobody's business
    leg: int = 0
    acting: str = ""  # the clip of a leg that is done once
    tripped: bool = False  # it fell meanwhile
    way: tuple[tuple[float, float], ...] = ()  # past what it did not get over, m in the lane
    best: float = 0.0  # m, how far along it has been
    best_s: float = 0.0  # since then
    seconds: float = 0.0  # on the way
    finished_s: float | None = None
    forward: float = 0.0  # a person's wish: 0 to 1
    turn: float = 0.0  # -1 to the right .. 1 to the left
    fast: bool = False
    act: str = ""  # a clip to be done at once
    still: tuple[Leg, ...] = ()  # what is left of it to do: to turn, the clip, to turn back
