"""What is drawn under the feet is what they stand on."""

from __future__ import annotations

import numpy as np
import pytest

from components.settings import Ground, WorldSettings
from systems.draw.floor import floor
from systems.engines import start_engine


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("kind", Ground)
def test_the_ground_is_drawn_where_the_engine_has_it(kind, seed, height):
    engine = start_engine(WorldSettings(ground=kind), seed)
    triangles = floor(kind, seed).vertices.reshape(-1, 3, 6)
    try:
        for x, y in np.random.default_rng(1).uniform(-3.9, 7.9, (25, 2)):
            assert height(triangles, x, y) == pytest.approx(engine.ground_height(x, y), abs=1e-4)
    finally:
        engine.close()


def test_the_rings_edge_its_stairs_and_the_hall_are_drawn_where_the_engine_has_them(height):
    engine = start_engine(WorldSettings(ground=Ground.RING), 0)
    triangles = floor(Ground.RING, 0).vertices.reshape(-1, 3, 6)
    places = [(3.54, 0.1), (3.56, 0.1), (-3.54, -3.54), (0.3, 40.0)]
    places += [(side * x, side * 2.9) for side in (-1.0, 1.0) for x in np.arange(3.6, 4.6, 0.07)]
    heights = {round(engine.ground_height(x, y), 6) for x, y in places}
    try:
        for x, y in places:
            assert height(triangles, x, y) == pytest.approx(engine.ground_height(x, y), abs=1e-5)
    finally:
        engine.close()
    assert heights == {0.0, -0.25, -0.5, -0.75, -1.0}


@pytest.mark.parametrize("kind", Ground)
def test_the_grounds_normals_point_out_of_it(kind):
    triangles = floor(kind, 0).vertices.reshape(-1, 3, 6)
    a, b, c = (triangles[:, i, :3].astype(float) for i in range(3))
    turned = np.cross(b - a, c - a)
    given = triangles[:, :, 3:].astype(float)
    np.testing.assert_allclose(np.linalg.norm(given, axis=-1), 1.0, atol=1e-5)
    assert (np.einsum("nj,nij->ni", turned, given) >= 0.0).all()
