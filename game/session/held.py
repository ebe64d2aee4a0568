"""What one person holds with keys and with a pad: it is held until neither holds it.

held = Held[Lane]("world")
held.take(Lane.FORWARD, True, KEYS)     # True: it is held from now on, and was not
held.push(0.0, 0.5)                     # a stick, to the right and up, -1 to 1 each
held.holds(Lane.FORWARD)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from game.session.plays import KEYS, PADS

T = TypeVar("T")
EIGHTHS, NEAR = 8, 0.1  # of a stick's way: it is somewhere else only when it is farther than NEAR from where it was


@dataclass
class Held(Generic[T]):
    who: str
    held: set[tuple[str, T]] = field(default_factory=set)  # with what, and what
    stick: tuple[float, float] = (0.0, 0.0)  # forward and left

    def holds(self, what: T) -> bool:
        return (KEYS, what) in self.held or (PADS, what) in self.held

    def take(self, what: T, down: bool, by: str) -> bool:
        """A key or a button went down or came up: is it taken, and was it not before?"""
        if ((by, what) in self.held) == down:
            return False
        (self.held.add if down else self.held.discard)((by, what))
        return down

    def push(self, x: float, y: float) -> None:
        """A stick is there: to the right and up, -1 to 1 each. A hand that trembles does not move it."""
        forward, left = self.stick
        self.stick = in_eighths(y, forward), in_eighths(-x, left)

    def let_go(self, by: str) -> None:
        """Of all that is held with it."""
        self.held = {(own, what) for own, what in self.held if own != by}


def in_eighths(now: float, was: float) -> float:
    """0.4 is 0.375; from there it stays so up to 0.475, and at 0.48 it is 0.5."""
    return round(now * EIGHTHS) / EIGHTHS if abs(now - was) > NEAR else was
