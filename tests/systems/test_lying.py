"""How a body lies beside the starts of its getups: the same numbers as systems/rising.py comes to one by one."""

from __future__ import annotations

import numpy as np
import pytest

from game.learning.practice import felled
from systems.lying import nearest
from systems.rising import PACE, STARTS, gather_s, nearest_start, way_to


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_start_that_a_getup_takes(simulation, seed):
    sim = simulation("stage", seed=seed)
    red = sim.characters["red"]
    felled(sim, red, np.random.default_rng(seed))
    for _ in range(4):
        found, start = nearest(sim.stage, red.about), STARTS[nearest_start(sim.stage, red.about)]
        assert STARTS[found.start] == start
        assert found.way == pytest.approx(way_to(sim.stage, red.about, start), abs=1e-6)
        seconds = gather_s(sim.stage, red.about, start) + (start.ends_s - start.goes_s) / PACE
        assert found.seconds == pytest.approx(seconds, abs=1e-6)
        sim.run(0.2)
