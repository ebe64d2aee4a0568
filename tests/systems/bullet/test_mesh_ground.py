"""The waves: thin triangles with a plane closely below, so that nothing is held under them."""

from __future__ import annotations

import numpy as np
import pytest

from components.settings import Ground, Physics, WorldSettings
from systems.engines import start_engine
from systems.grounds.terrain import MESH_RISE

pytestmark = pytest.mark.bullet
HAND = 0.055  # m, the radius of a glove


@pytest.fixture(scope="module")
def engine():
    engine = start_engine(WorldSettings(ground=Ground.MESH), 3, Physics.BULLET)
    yield engine
    engine.close()


def test_the_waves_lie_above_the_plane_everywhere(engine):
    from systems.bullet.ground import BACKING

    places = np.random.default_rng(0).uniform(-12.0, 12.0, (200, 2)).tolist()
    heights = [engine.ground_height(x, y) for x, y in places]
    assert min(heights) > -MESH_RISE - BACKING / 2 and max(heights) <= MESH_RISE + 1e-6
    assert np.ptp(heights) > 1.5 * MESH_RISE


@pytest.mark.parametrize(("x", "y"), [(0.3, 0.2), (2.6, -1.1), (-3.7, 4.9)])
def test_a_hand_whose_middle_is_under_them_comes_up_again(engine, x, y):
    height = engine.ground_height(x, y)
    hand = engine.add_prop("sphere", [2 * HAND] * 3, 1.0, [x, y, height - 0.01], 0.0, 1.0, 0.0)
    for _ in range(60):
        engine.step()
    (x, y, z), _ = engine.place_of(hand)
    engine.remove(hand)
    assert z > engine.ground_height(x, y) + 0.9 * HAND
