"""An arm or a leg that is held far from where its muscles pull it, and how far the arm's way out has come."""

from __future__ import annotations

from dataclasses import dataclass

from components.clip import Array


@dataclass
class Tangle:
    """Of each character (systems/tangle.py)."""

    stuck_s: float = 0.0  # how long a limb has been far from where it should be
    side: str = ""  # of the arm that is being led; none if empty
    led_s: float = 0.0  # how long it has been led
    low: bool = False  # did its hand hang before the legs, not behind the back
    held: Array | None = None  # (4, 4) orientations of the arm's bones in their parents' frames when it let go
