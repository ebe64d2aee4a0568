"""The crowd round a bout: a murmur that swells with what lands, and cheers for who goes down and who wins.

    crowd = Crowd(sounds)
    crowd.hear(happening)                # each of what happened
    crowd.update(1 / 60, there=True)     # each frame; seconds on the wall

A punch of 30 N s that lands clean excites it by 0.5; 4 s later 0.18 is left, and the murmur is 0.22 loud.
"""

from __future__ import annotations

from math import exp

from game.sound.noticing import Happening
from game.sound.sound import Sounds

QUIET, LOUD = 0.10, 0.75  # of the murmur, at rest and beside itself
CALM_S = 4.0  # to 1/e
POWERFUL, WILD = 12.0, 60.0  # N s: a punch that is noticed; one from nought to beside itself
DOWN = 0.9  # excitement of a knock-down


class Crowd:
    def __init__(self, sounds: Sounds) -> None:
        self.sounds = sounds
        self.excitement = 0.0  # 0..1

    def hear(self, happening: Happening) -> None:
        if happening.kind == "land" and happening.strength >= POWERFUL:
            self.excitement = min(1.0, self.excitement + happening.strength / WILD)
        elif happening.kind in ("knockdown", "result"):
            self.excitement = max(DOWN, self.excitement)

    def update(self, seconds: float, there: bool) -> None:
        """Where no crowd is, nothing is heard of it."""
        self.excitement = self.excitement * exp(-seconds / CALM_S) if there else 0.0
        self.sounds.keep("murmur", round(QUIET + (LOUD - QUIET) * self.excitement, 2) if there else 0.0)
