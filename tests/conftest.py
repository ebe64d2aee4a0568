"""What tests of every folder use."""

from __future__ import annotations

import pytest

from game import Simulation


@pytest.fixture
def made():
    """Simulations as `Simulation` makes them, closed at the end."""
    sims = []

    def make(scene="stage", *args, **options):
        sims.append(Simulation(scene, *args, **options))
        return sims[-1]

    yield make
    for sim in sims:
        sim.close()
