"""The application: how a world is put together and run. `from game import Simulation` is the way in."""

from game.simulation import Simulation

__all__ = ["Simulation"]
