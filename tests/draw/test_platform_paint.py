"""A player sees where one falls off the platform: a yellow rim, and a darker floor out of which it stands."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest

from components.settings import Ground, WorldSettings
from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.platform_faces import BAND, EDGE, SIDES, pit, rim
from systems.draw.quality import PRESETS
from systems.engines import start_engine
from systems.grounds.ring import BLOCK, BLOCK_DROP

PICTURE = (480, 320)
SEED = 4


@pytest.fixture(scope="module")
def bout():
    with Simulation("platform", seed=SEED) as simulation:
        simulation.run(0.1)
        yield simulation


def faces_up(faces):
    return faces.corners[faces.normal[:, 2] > 0.5]


@pytest.mark.parametrize("seed", [0, 7])
def test_the_rim_lies_on_the_outermost_blocks_where_the_engine_has_them(seed):
    engine = start_engine(WorldSettings(ground=Ground.PLATFORM), seed)
    tops = faces_up(rim(seed))
    try:
        for corners in tops:
            x, y, z = corners.mean(axis=0)
            assert engine.ground_height(x, y) == pytest.approx(z, abs=1e-4)
            assert np.abs(corners[:, :2]).max() == pytest.approx(EDGE)
    finally:
        engine.close()
    assert len(tops) == 4 * EDGE * 2 / BLOCK


def test_paint_points_out_of_what_it_lies_on():
    for faces in (rim(SEED), pit()):
        a, b, c = (faces.corners[:, i] for i in range(3))
        area = np.cross(b - a, c - a)
        np.testing.assert_allclose(area / np.linalg.norm(area, axis=1)[:, None], faces.normal, atol=1e-9)


@pytest.mark.slow(but=["1-0-low", "0--1-low"])
@pytest.mark.parametrize("quality", PRESETS)
@pytest.mark.parametrize(("x", "y"), SIDES)
def test_from_above_the_rim_is_yellow_and_the_floor_beyond_it_darker_than_the_blocks(bout, x, y, quality):
    view = Camera(np.array([EDGE * x, EDGE * y, 0.0]), 6.0, radians(-90.0), radians(88.0), 40.0)
    current()
    with Studio(bout, PICTURE, PRESETS[quality], view) as studio:
        studio.update()
        studio.draw()
        picture = studio.picture().astype(float)

    def at(away, height=0.02):
        """Mean of a patch, so many metres outside of the edge, in the middle of a block."""
        middle = np.array([[(EDGE + away) * x + 0.25 * abs(y), (EDGE + away) * y + 0.25 * abs(x), height]])
        ((u, v),) = np.floor(view.pixels(middle, *PICTURE)).astype(int)
        return picture[v - 1 : v + 2, u - 1 : u + 2].mean(axis=(0, 1))

    band, block, floor = at(-BAND / 2), at(-BLOCK / 2 - 0.1), at(1.0, -BLOCK_DROP)
    assert band[0] - band[2] > 90.0
    assert np.ptp(block) < 30.0
    assert floor.mean() < 0.75 * block.mean()
