"""A goal that is shot at: where it stands, who keeps it, and what has come of the shots."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import cos, sin
from typing import NamedTuple

from components.arrays import Vec3

Place2 = tuple[float, float]


class Shot(NamedTuple):
    """Where a ball is to pass the goal's face, and how fast it goes there."""

    aside: float  # m from the middle, to the left of whoever looks out of the goal
    height: float  # m
    speed: float  # m/s over the ground


class Play(StrEnum):
    """What a goal is about."""

    READY = "ready"  # the ball lies at its spot, or the goalkeeper is on the way back
    KICKING = "kicking"  # the shot is told to who kicks
    FLYING = "flying"
    OVER = "over"  # it is said what came of it


@dataclass
class Goal:
    """Component of an entity of its own."""

    keeper: str
    kicker: str  # empty: balls fly by themselves
    middle: Place2  # m, of its line
    facing: float  # rad, out of the goal
    width: float  # m, between the posts
    height: float  # m, below the bar
    spot: Place2  # m, where the ball lies
    speeds: tuple[float, float]  # m/s, of shots by chance
    wait: int  # ticks between two shots by chance; 0: only a person's
    ball: int = 0  # its place among all loose things
    play: Play = Play.READY
    since: int = 0  # the tick in which that began
    asked: Shot | None = None  # by a person, for the next one
    shot: Shot | None = None  # the one that is on its way, or was last
    touched: bool = False  # by the goalkeeper, this one
    person: bool = False  # does a person shoot
    shots: int = 0
    saves: int = 0
    goals: int = 0
    wide: int = 0

    def seen(self, place: Vec3) -> tuple[float, float]:
        """m: how far out before the line a place is, and how far to the left of its middle."""
        x, y = place[0] - self.middle[0], place[1] - self.middle[1]
        c, s = cos(self.facing), sin(self.facing)
        return c * x + s * y, c * y - s * x

    def place(self, out: float, aside: float, height: float) -> Vec3:
        """m, world: a place that far before the line and to the left of its middle."""
        c, s = cos(self.facing), sin(self.facing)
        return self.middle[0] + c * out - s * aside, self.middle[1] + s * out + c * aside, height
