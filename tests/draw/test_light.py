"""In the hall a boxer is seen from every side, in every quality, and is not washed out where the lamps are."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import PRESETS

SIZE = (160, 160)
SIDES = 12
DARKEST = {"red": 95.0, "blue": 42.0}  # of 255, a trunk on the side away from the lamps: pale skin and brown
BRIGHTEST = 190.0


@pytest.fixture(scope="module")
def bout():
    with Simulation("boxing", seed=3) as simulation:
        simulation.run(2.0)
        yield simulation


@pytest.mark.slow(but=["red-low"])
@pytest.mark.parametrize("quality", PRESETS)
@pytest.mark.parametrize("name", DARKEST)
def test_a_trunk_is_seen_from_every_side(bout, name, quality):
    current()
    boxer = bout.characters[name]
    middle, half = boxer.place(boxer.chest), SIZE[0] // 2
    seen = []
    with Studio(bout, SIZE, PRESETS[quality], Camera()) as studio:
        studio.update()
        for side in range(SIDES):
            studio.camera = Camera(middle, 2.6, 2.0 * pi * side / SIDES, 0.17, 40.0)
            studio.draw()
            seen.append(studio.picture()[half - 4 : half + 4, half - 4 : half + 4].astype(float).mean())
    assert min(seen) > DARKEST[name], np.round(seen)
    assert max(seen) < BRIGHTEST, np.round(seen)
