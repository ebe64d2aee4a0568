"""Where many people stand who must not touch each other within a scene, which is 50 m each way."""

from __future__ import annotations

APART, AHEAD, RANK = 6.0, 12.0, 8  # m to the left, m forward (they walk that way), and how many in a row


def place(n: int) -> list[float]:
    """m, of person n: 6 m apart in rows of eight, the rows 12 m apart; person 30 stands at (36, 36)."""
    return [AHEAD * (n // RANK), APART * (n % RANK)]
