"""Every ground is where its measures say, and things lie on it there."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pytest

from components.settings import Ground
from systems.grounds.ring import BLOCK_DROP, BLOCK_RISE
from systems.grounds.terrain import MESH_RISE, TILE, TILE_RISE


@pytest.fixture(params=list(Ground))
def ground(request, world):
    return request.param, world(ground=request.param).engine


PLACES = [(0.0, 0.0), (0.31, -0.22), (2.03, 1.7), (5.1, -3.3)]


def test_the_ground_is_as_high_as_it_is_said_to_be(ground):
    kind, engine = ground
    heights = [engine.ground_height(x, y) for x, y in PLACES]
    if kind is Ground.FLAT:
        assert np.allclose(heights, 0.0, atol=1e-6)
    elif kind is Ground.RAMP:
        assert np.allclose(heights, [x * tan(radians(5)) for x, _ in PLACES], atol=1e-4)
    elif kind is Ground.TILES:
        assert all(0.0 <= z <= TILE_RISE for z in heights)
        assert len({round(z, 6) for z in heights}) > 1
        x, y = TILE * 2, TILE * 3
        assert engine.ground_height(x - 0.1, y + 0.1) == pytest.approx(engine.ground_height(x + 0.1, y - 0.1), abs=1e-6)
    elif kind is Ground.RING:  # the last of the places lies beside the platform
        assert np.allclose(heights, [0.0, 0.0, 0.0, -1.0], atol=1e-6)
    elif kind is Ground.PLATFORM:  # the last of the places lies beside it
        assert all(0.0 <= z <= BLOCK_RISE for z in heights[:3])
        assert heights[3] == pytest.approx(-BLOCK_DROP, abs=1e-6)
    elif kind is Ground.COURSE:  # the third of the places lies between two lanes, the last on a ramp
        assert np.allclose(heights, [0.0, 0.0, 0.0, 0.36 * 3.1 / 4.0], atol=1e-4)
    else:
        assert all(abs(z) <= MESH_RISE for z in heights)
        assert len({round(z, 6) for z in heights}) > 1


def test_things_rest_on_the_ground_where_its_height_says(ground):
    _, engine = ground
    for x, y in PLACES[:3]:
        box = engine.add_prop("box", (0.05, 0.05, 0.05), 1.0, (x, y, engine.ground_height(x, y) + 0.03), 0.0, 2.0, 0.0)
        for _ in range(60):
            engine.step()
        here = engine.place_of(box)[0]
        assert here[2] - engine.ground_height(here[0], here[1]) == pytest.approx(0.025, abs=0.006)


def test_the_height_of_the_ground_is_that_of_the_ground_whatever_stands_on_it(ground):
    _, engine = ground
    before = engine.ground_height(0.3, 0.3)
    engine.add_prop("box", (1.0, 1.0, 1.0), 1.0, (0.3, 0.3, 0.6), 0.0, 1.0, 0.0)
    engine.step()
    assert engine.ground_height(0.3, 0.3) == before


def test_the_same_seed_makes_the_same_tiles_and_another_makes_others(world):
    heights = []
    for seed in (1, 1, 2):
        engine = world(seed, ground=Ground.TILES).engine
        heights.append([engine.ground_height(0.4 * i + 0.1, 0.1) for i in range(8)])
    assert heights[0] == heights[1] != heights[2]


@pytest.mark.parametrize("way", [0.0, 0.7, 2.0])
def test_nothing_inside_the_waves_stops_what_slides_over_them(world, way):
    """A friction of .02 takes 0.4 m/s in 2 s, in which it crosses 8 triangles and more."""
    here = world(ground=Ground.MESH)
    start = (0.0, 0.0, here.engine.ground_height(0.0, 0.0) + 0.031)
    sole = here.box(5.0, (0.26, 0.1, 0.06), at=start, friction=0.02)
    here.engine.shoot(sole, start, (2.0 * np.cos(way), 2.0 * np.sin(way), 0.0))
    speeds = [2.0]
    for _ in range(240):
        here.step()
        _, _, velocity, _ = here.state(sole)
        speeds.append(np.hypot(*velocity[:2]))
    assert speeds[-1] > 1.5
    assert max(-np.diff(speeds)) < 0.05
