"""One scene, drawn small."""

from __future__ import annotations

import pytest

from game.simulation import Simulation


@pytest.fixture(scope="session")
def standing():
    """Somebody half a second into standing on flat ground."""
    with Simulation("stage", seed=0) as simulation:
        simulation.run(0.5)
        yield simulation
