"""Where a number of things go: people on a grid, loose things on a sunflower's spiral, clear of what is there already.

Nothing here is random: the same scene always starts the same, whatever the seed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from components.errors import InputError

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
CLEARANCE = 0.02  # m, between things


class Spot(NamedTuple):
    x: float  # m
    y: float  # m
    turn: float  # rad, so that scattered things do not all face one way
    radius: float  # m, of what is there


def grid(count: int, spacing: float, centre: tuple[float, float]) -> list[tuple[float, float]]:
    """`count` places in rows as square as they come, the whole centred: 5 of them are a row of 3 and a row of 2."""
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    return [
        (
            centre[0] + spacing * (i // columns - (rows - 1) / 2),
            centre[1] + spacing * (i % columns - (columns - 1) / 2),
        )
        for i in range(count)
    ]


def free_spots(count: int, centre: tuple[float, ...], spread: float, radius: float, taken: list[Spot]) -> list[Spot]:
    """Places for `count` things within `spread` m of the centre; a single one stands exactly where it is told to."""
    x, y = centre
    if count == 1 and spread == 0.0:
        return [Spot(x, y, 0.0, radius)]
    for tried in range(count, 8 * count + 100, max(1, count // 2)):
        found = list[Spot]()
        for i in range(tried):
            reach, angle = spread * math.sqrt((i + 0.5) / tried), i * GOLDEN_ANGLE
            spot = Spot(x + reach * math.cos(angle), y + reach * math.sin(angle), angle % math.tau, radius)
            if all(_apart(spot, other) for other in taken) and all(_apart(spot, other) for other in found):
                found.append(spot)
        if len(found) >= count:
            return [found[i * len(found) // count] for i in range(count)]
    raise InputError(f"there is no room for {count} of them within {spread:g} m: a larger spread or fewer of them")


def _apart(a: Spot, b: Spot) -> bool:
    return math.hypot(a.x - b.x, a.y - b.y) >= a.radius + b.radius + CLEARANCE
