"""A rope that somebody leans on, in real pixels: it is where it was pushed to, and straight again when it is let go."""

from __future__ import annotations

from math import radians

import esper
import numpy as np
import pytest

from components.ropes import Lean, Ropes
from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named
from systems.grounds.ring import ROPE_HEIGHTS, ROPE_SAG, ROPES

SIZE = (640, 400)
ABOVE = Camera(np.array([0.0, ROPES, 0.0]), 6.0, radians(-90), radians(85), 30.0)
"""Straight down on the middle of the side in +y."""


@pytest.fixture(scope="module")
def boxing():
    with Simulation("boxing", seed=0) as simulation:
        yield simulation


def test_a_rope_is_drawn_where_it_is_pushed_to_and_comes_back(boxing):
    """The topmost (red) one, 0.3 m out on the left of the side in +y: there, halfway to the post, and nowhere else."""
    esper.switch_world(boxing.world)
    ropes = esper.get_component(Ropes)[0][1]
    pictures = []
    current()
    with Studio(boxing, SIZE, quality_named("medium"), ABOVE) as studio:
        for leans in ((), (Lean(1, 2, 0.5, 0.3),), ()):
            ropes.leans = leans
            studio.update()
            studio.draw()
            pictures.append(studio.picture().astype(int))
    straight, bent, again = pictures
    np.testing.assert_array_equal(straight, again)
    z = ROPE_HEIGHTS[2]
    for along, out in ((0.5, 0.3), (0.5 + 0.5 * (ROPES - 0.5), 0.15), (0.5 - 0.4 * (ROPES + 0.5), 0.18)):
        sag = ROPE_SAG * (1.0 - (along / ROPES) ** 2)
        ((x, y),) = np.floor(ABOVE.pixels(np.array([[-along, ROPES + out, z - sag]]), *SIZE)).astype(int)
        if 0 <= x < SIZE[0]:
            red, green, _ = bent[y, x]
            assert red > 2 * green, f"{along} m from the middle there is {bent[y, x]}"
        ((x, y),) = np.floor(ABOVE.pixels(np.array([[-along, ROPES, z - sag]]), *SIZE)).astype(int)
        if 0 <= x < SIZE[0]:
            assert straight[y, x, 0] > 2 * straight[y, x, 1]
            assert np.abs(straight[y, x] - bent[y, x]).max() > 40
