"""Chance that can be repeated: a number from 0 to 1 out of the world's seed, the tick and what it is for.

Nothing is kept, so nothing has to be saved, and asking once more changes nobody else's luck.
"""

from __future__ import annotations

from hashlib import blake2b


def chance(*of: object) -> float:
    """0 <= number < 1, the same for the same words and numbers on every machine."""
    return int.from_bytes(blake2b(repr(of).encode(), digest_size=6).digest(), "big") / 2.0**48
