"""What is to be known of a ring's ropes from tick to tick: who leans on them, and who is beyond them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Lean(NamedTuple):
    """A rope pushed out of its line."""

    side: int  # 0 +x, 1 +y, 2 -x, 3 -y
    rope: int  # from the lowest up
    along: float  # m from its middle, as seen from the side: a quarter turn from outwards
    out: float  # m


@dataclass
class Ropes:
    """One in a world with a ring."""

    leans: tuple[Lean, ...] = ()
    beyond_s: tuple[float, ...] = ()  # of each character: how long its root has been outside
    carried: tuple[bool, ...] = ()  # of each character: is it being brought back in
