"""The obstacle course as it is stood upon: each height by a ray, against the measures; nothing higher anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from gathered import for_each
from raw import both

from components.settings import Ground, WorldSettings
from systems.engines import start_engine
from systems.grounds.course import (
    BLOCK,
    BLOCKS,
    FLUSH,
    LANE_WIDTH,
    LANES,
    RAMP,
    TILE,
    TILE_COLUMNS,
    TILE_LOW,
    TILE_RISE,
    TILE_ROWS,
    TILES_FROM,
    TOP,
    TOP_END,
    tile_heights,
)

EXACT = 1e-5  # m


@pytest.fixture(scope="module", params=both())
def engine(request):
    engine = start_engine(WorldSettings(ground=Ground.COURSE), 3, request.param)
    yield engine
    engine.close()


ACROSS = [y + share * LANE_WIDTH / 2 for y in LANES for share in (-0.99, -0.3, 0.0, 0.8, 0.99)]


@for_each("y", ACROSS)
def test_the_ramp_rises_evenly_to_the_top_and_the_stairs_go_down_in_three_drops_of_12_cm(engine, y):
    np.testing.assert_allclose(TOP, 0.36)
    for x in np.linspace(RAMP[0] + 1e-3, RAMP[1] - 1e-3, 23):
        assert engine.ground_height(x, y) == pytest.approx(TOP * (x - RAMP[0]) / (RAMP[1] - RAMP[0]), abs=1e-4)
    for start, end, height in (
        (0.0, RAMP[0], 0.0), (RAMP[1], TOP_END, 0.36), (7.5, 8.1, 0.24), (8.1, 8.7, 0.12), (8.7, 12.2, 0.0),
    ):  # fmt: skip
        for x in (start + 1e-3, (start + end) / 2, end - 1e-3):
            assert engine.ground_height(x, y) == pytest.approx(height, abs=EXACT)


def test_each_tile_is_level_as_high_as_it_is_said_to_be_and_the_same_in_every_lane(engine):
    heights = tile_heights(3)
    assert heights.shape == (TILE_ROWS, TILE_COLUMNS)
    for i in range(TILE_ROWS):
        for j in range(TILE_COLUMNS):
            for lane in LANES:
                x, y = TILES_FROM + TILE * i, lane - LANE_WIDTH / 2 + TILE * j
                for a, b in ((0.01, 0.01), (0.5, 0.5), (0.99, 0.02), (0.4, 0.99)):
                    assert engine.ground_height(x + a * TILE, y + b * TILE) == pytest.approx(heights[i, j], abs=EXACT)


@for_each("seed", range(20))
def test_tiles_are_uneven_by_up_to_3_cm_but_nobody_trips_over_the_first_or_the_last(seed):
    heights = tile_heights(seed)
    assert heights.min() >= TILE_LOW
    assert heights[[0, -1]].max() <= FLUSH <= 0.006
    assert 0.02 < heights[1:-1].max() <= TILE_RISE == 0.03
    assert not np.array_equal(heights, tile_heights(seed + 1))
    np.testing.assert_array_equal(heights, tile_heights(seed))


def test_two_blocks_lie_in_the_middle_of_each_lane(engine):
    assert BLOCK == (0.5, 0.9, 0.3)
    for y in LANES:
        for x in BLOCKS:
            for a, b in ((0.0, 0.0), (0.249, 0.449), (-0.249, -0.449)):
                assert engine.ground_height(x + a, y + b) == pytest.approx(0.3, abs=EXACT)
            for a, b in ((0.251, 0.0), (-0.251, 0.0), (0.0, 0.451), (0.0, -0.451)):
                assert engine.ground_height(x + a, y + b) == pytest.approx(0.0, abs=EXACT)
        assert engine.ground_height(np.mean(BLOCKS), y) == pytest.approx(0.0, abs=EXACT)  # room for a hand between them


def test_it_is_flat_beside_the_lanes_before_them_and_behind_them(engine):
    beside = [y + side * (LANE_WIDTH / 2 + 0.002) for y in LANES for side in (-1, 1)]
    for x in np.arange(0.3, 26.0, 0.41):
        for y in (*beside, -20.0, 20.0):
            assert engine.ground_height(x, y) == pytest.approx(0.0, abs=EXACT)
    for y in np.arange(-5.0, 5.0, 0.7):
        for x in (-40.0, -1.0, 1.9, 9.5, 10.8, 16.2, 17.5, 22.0, 24.0, 30.0, 60.0):
            assert engine.ground_height(x, y) == pytest.approx(0.0, abs=EXACT)


@pytest.mark.parametrize(
    ("x", "y", "height"), [(3.5, -3.0, 0.135), (6.8, 0.0, 0.36), (7.8, 3.0, 0.24), (18.6, 0.0, 0.3)]
)
def test_a_box_put_down_there_lies_there(engine, x, y, height):
    box = engine.add_prop("box", (0.1, 0.1, 0.1), 1.0, (x, y, height + 0.06), 0.0, 2.0, 0.0)
    for _ in range(120):
        engine.step()
    here = engine.place_of(box)[0]
    engine.remove(box)
    np.testing.assert_allclose(here, (x, y, height + 0.05), atol=6e-3)


def test_mending_the_ground_leaves_it_where_it_was(engine):
    places = [(4.0, 0.0), (7.0, 3.0), (8.0, -3.0), (13.1, 0.3), (18.6, 0.0)]
    before = [engine.ground_height(*place) for place in places]
    engine.mend_ground()
    engine.step()
    assert [engine.ground_height(*place) for place in places] == before
