"""Somebody who catches with one hand what flies its way, and what is thrown to it again and again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from components.prop import Prop, Vec3

ARM = ("clavicle", "upper_arm", "forearm", "hand")  # bones of the arm that catches, after left_ or right_
LARGEST, HEAVIEST = 0.12, 1.0  # m and kg of a ball that one hand holds


class Grasp(StrEnum):
    """What the hand is about."""

    FREE = "free"
    REACHING = "reaching"
    HOLDING = "holding"


@dataclass(frozen=True)
class Pitch:
    """Balls for it, every so many ticks; before every second one another ball is thrown at the arm that catches it."""

    ball: Prop
    every: int  # ticks; 0: nobody throws
    strike: Prop | None  # the other ball; none: it is left in peace


@dataclass
class Catcher:
    """Component of who catches. Things are named by their place among all loose things, which a save keeps."""

    hand: str  # left or right
    pitch: Pitch
    grasp: Grasp = Grasp.FREE
    thing: int = -1  # what it reaches for or holds
    left: int = 0  # ticks until they meet, then for how long it holds it
    hold: Vec3 = (0.0, 0.0, 0.0)  # m, in the hand's frame: the middle of what it holds
    pitched: int = -1  # the last ball that was thrown to it
    striker: int = -1  # what was thrown at its arm on behalf of that ball
    struck: bool = False  # and did hit it, before the hand was there
    thrown: int = 0  # balls to it so far, of these caught, and likewise of those for which the arm was struck
    caught: int = 0
    disturbed: int = 0
    disturbed_caught: int = 0
