"""Playback: no muscles; after each step the bones are put where the clip has them (systems/physics.py)."""

from __future__ import annotations

from components.law import Asks, Law, compiled, declare
from systems.laws.off import ask_nothing

KINEMATIC = declare(
    Law(
        name="kinematic",
        place=2,
        module=__name__,
        about="plays the clip as it is: pushes things, is not pushed",
        asks=Asks.NOTHING,
        placed=True,
    )
)
compiled(KINEMATIC, ask_nothing)
