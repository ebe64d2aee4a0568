"""The application: how a world is put together and run. `from game import Simulation` is the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import systems as systems  # which laws there are, before anything is read

__all__ = ["Simulation"]

if TYPE_CHECKING:
    from game.world.simulation import Simulation
else:

    def __getattr__(name: str) -> object:
        """Loaded when it is asked for: `glassjaw --help` needs no physics engine."""
        if name != "Simulation":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from game.world.simulation import Simulation

        return Simulation
