"""A controller: one thing that a computer boxer can be busy with. What it remembers lies in the Mind."""

from __future__ import annotations

from typing import ClassVar

from systems.boxing.minds.mind import Mind, View, Wish


class Controller:
    """The supervisor (supervisor.py) asks `can_start`, calls `begin` once and then `step` in every thought.

    A more urgent one that can start takes over at once; `fails` ends one that leads nowhere.
    """

    name: ClassVar[str]
    urgency: ClassVar[int]
    longest_s: ClassVar[float] = 3.0

    def can_start(self, view: View, mind: Mind) -> bool:
        raise NotImplementedError

    def begin(self, view: View, mind: Mind) -> None:
        """Nothing to prepare, unless a controller says so."""

    def step(self, view: View, mind: Mind) -> Wish:
        raise NotImplementedError

    def fails(self, view: View, mind: Mind) -> bool:
        return mind.since_s > self.longest_s
