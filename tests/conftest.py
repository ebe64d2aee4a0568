"""What tests of every folder use."""

from __future__ import annotations

import pytest

from game import Simulation
from game.scenes.scene import load_scene


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


@pytest.fixture
def scene(tmp_path):
    """The scene that a file with this text is."""

    def load(text, overrides=None, **modes):
        path = tmp_path / "s.toml"
        path.write_text(text)
        return load_scene(path, overrides, **modes)

    return load
