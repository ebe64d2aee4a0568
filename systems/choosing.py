"""Choosing: which controller has its way, wherever several may, of a body or of a boxer's mind.

The highest bid has it, if it is more than that of whoever has it now; of equal ones the first that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def highest(contenders: Iterable[T], bid: Callable[[T], float], above: float = 0.0) -> T | None:
    """Whose bid is the highest of those above that; none where nobody's is. Bids 2, 5, 5 above 1: the second."""
    best, most = None, above
    for contender in contenders:
        offered = bid(contender)
        if offered > most:
            best, most = contender, offered
    return best
