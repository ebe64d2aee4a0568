"""A pad's stick as a person means it: in eighths of its way, and still while the hand trembles."""

from __future__ import annotations

EIGHTHS, NEAR = 8, 0.1  # of a stick's way: it is somewhere else only when it is farther than NEAR from where it was


def in_eighths(now: float, was: float) -> float:
    """0.4 is 0.375; from there it stays so up to 0.475, and at 0.48 it is 0.5."""
    return round(now * EIGHTHS) / EIGHTHS if abs(now - was) > NEAR else was
