"""What a goalkeeper has learned: a dive for each of some places (data/poses/dives.toml)."""

from __future__ import annotations

from typing import NamedTuple

from components.arrays import Floats, Floats1


class Dives(NamedTuple):
    """To the left; the others are their mirror image."""

    heights: Floats1  # m above the ground, of the places
    asides: Floats1  # m to the left
    turns: Floats  # (heights, asides, 3, bones, 3) rad against the parent: crouched, pushed off, in the air
    seconds: Floats  # (heights, asides, 3): crouched until, pushing until, there


class Plan(NamedTuple):
    """The dive for one place."""

    turns: Floats  # (3, bones, 3)
    crouched_s: float
    pushed_s: float
    there_s: float
