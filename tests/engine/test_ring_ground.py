"""The ring that bodies stand in: canvas at 0, hall at -1, posts and stairs; fixed, whatever happens to it."""

from __future__ import annotations

import numpy as np
import pytest
from raw import both

from components.clock import DT, TICKS_PER_S
from components.settings import Ground, WorldSettings
from systems.engines import start_engine
from systems.grounds.ring import CORNERS, DROP, PLATFORM, POST, POST_HEIGHT, POST_RADIUS, ROPES, STEP_RISE, steps

RADIUS = 0.1  # m, of the balls


@pytest.fixture(params=both())
def engine(request):
    engine = start_engine(WorldSettings(ground=Ground.RING), 0, request.param)
    yield engine
    engine.close()


def ball(engine, x, y, z):
    return engine.add_prop("sphere", (2 * RADIUS,) * 3, 1.0, (x, y, z), 0.0, 0.5, 0.0)


def after(engine, body, seconds):
    for _ in range(round(TICKS_PER_S * seconds)):
        engine.step()
    return np.array(engine.place_of(body)[0])


def test_the_canvas_is_at_0_and_the_hall_one_metre_below(engine):
    edge = PLATFORM - 0.001
    for x, y in ((0.0, 0.0), (ROPES, 0.0), (edge, edge), (-edge, 1.0), (2.0, -edge)):
        assert engine.ground_height(x, y) == pytest.approx(0.0, abs=1e-6)
    for x, y in ((PLATFORM + 0.001, 0.0), (0.0, -PLATFORM - 0.001), (6.0, -6.0), (-45.0, 45.0)):
        assert engine.ground_height(x, y) == pytest.approx(-DROP, abs=1e-6)


def test_there_is_a_post_at_each_corner(engine):
    for x, y in CORNERS:
        assert engine.ground_height(POST * x, POST * y) == pytest.approx(POST_HEIGHT, abs=1e-6)
        assert engine.ground_height((POST + 0.9 * POST_RADIUS) * x, POST * y) == pytest.approx(POST_HEIGHT, abs=1e-6)
        assert engine.ground_height((POST + 1.1 * POST_RADIUS) * x, POST * y) == pytest.approx(0.0, abs=1e-6)


def test_stairs_go_down_from_the_platforms_edge_to_the_hall(engine):
    for (x, y, _), (half, _, _) in steps():
        number = round((abs(x) - half - PLATFORM) / (2 * half))
        assert engine.ground_height(x, y) == pytest.approx(-STEP_RISE * (number + 1), abs=1e-6)
    assert {np.sign(x * y) for (x, y, _), _ in steps()} == {1.0}, "at the red and the blue corner"


@pytest.mark.parametrize(("x", "y", "floor"), [(0.3, -0.4, 0.0), (3.3, 0.2, 0.0), (4.0, 0.2, -1.0), (0.0, -5.5, -1.0)])
def test_a_ball_comes_to_rest_on_what_is_below_it(engine, x, y, floor):
    """Inside, on the apron outside of the ropes, and beside the platform, in the hall."""
    place = after(engine, ball(engine, x, y, 0.5), 2.0)
    np.testing.assert_allclose(place, [x, y, floor + RADIUS], atol=2e-3)


def test_a_ball_that_rolls_off_the_apron_falls_into_the_hall(engine):
    body = ball(engine, 3.3, 0.0, RADIUS)
    engine.shoot(body, (3.3, 0.0, RADIUS), (1.5, 0.0, 0.0))
    place = after(engine, body, 1.5)
    assert place[0] > PLATFORM + RADIUS
    assert place[2] == pytest.approx(RADIUS - DROP, abs=2e-3)


def test_a_post_stops_a_ball(engine):
    start = (POST - 1.0, POST, 0.9)
    body = ball(engine, *start)
    engine.shoot(body, start, (2.0, 0.0, 0.0))
    reach = [after(engine, body, DT)[0] for _ in range(70)]
    assert max(reach) == pytest.approx(POST - POST_RADIUS - RADIUS, abs=2.0 / TICKS_PER_S)


def test_mending_the_ground_leaves_it_where_it_is(engine):
    places = [(0.0, 0.0), (5.0, 1.0), (POST, POST), (3.7, 2.9)]
    before = [engine.ground_height(x, y) for x, y in places]
    engine.mend_ground()
    engine.step()
    assert [engine.ground_height(x, y) for x, y in places] == before


def test_a_load_brings_the_same_fall_off_the_edge_again(engine):
    """To the bit: the touches of a body of eleven shapes are found afresh in the same order."""
    bodies = [ball(engine, 3.5 + 0.02 * i, 0.5 * i - 2.0, 0.2) for i in range(6)]
    saved = engine.save()
    ends = []
    for _ in range(2):
        for _ in range(120):
            engine.step()
        ends.append([engine.moving(body) for body in bodies])
        engine.load(saved)
    assert ends[0] == ends[1]
    assert len(engine.ground) == len(engine.ground_ids) == 2
