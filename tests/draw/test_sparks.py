"""Sparks and dust: each particle where the formula has it, to the pixel; the same calls, the same picture."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest

from game.cameras.camera import Camera
from systems.draw import sparks as module
from systems.draw.quality import quality_named
from systems.draw.sparks import (
    BORN,
    CAPACITY,
    DRAG,
    FALL,
    KIND,
    LIFE,
    PLACE,
    PUFF,
    SIZE,
    SPEED,
    STAR,
    STREAK,
    WIDTH,
    Sparks,
)

PICTURE = (320, 240)
LOW = quality_named("low")
HERE, WAY = (0.0, -1.5, 1.2), (1.0, 0.0, 0.2)  # nothing but sky and floor around it
VIEW = Camera(np.array([0.1, -1.5, 1.2]), 2.6, radians(-90), 0.1, 40.0)
TRAIL = 0.035  # s


@pytest.fixture
def sparks(studio):
    layer = Sparks()
    studio.renderer.layers.append(layer)
    yield layer
    studio.renderer.layers.remove(layer)
    layer.close()


def drawn(studio, now_s):
    studio.renderer.draw(VIEW, now_s)
    return studio.picture().astype(int)


def without(studio, layer, now_s):
    layer.shown = False
    try:
        return drawn(studio, now_s)
    finally:
        layer.shown = True


def alive(layer, now_s):
    age = now_s - layer.rows[:, BORN]
    return layer.rows[(age >= 0.0) & (age < layer.rows[:, LIFE])].astype(float)


def place_at(row, t):
    """m, t seconds after its birth: thrown against drag, and falling."""
    last = np.array([0.0, 0.0, -row[FALL] / row[DRAG]])
    gone = (1.0 - np.exp(-row[DRAG] * t)) / row[DRAG]
    return row[PLACE : PLACE + 3] + (row[SPEED : SPEED + 3] - last) * gone + last * t


def test_the_formula_is_that_of_a_body_thrown_against_drag(sparks):
    """Against steps of 0.01 ms of v' = -k v - g."""
    sparks.burst(HERE, WAY, 1.0, 0.0)
    row = alive(sparks, 0.1)[0]
    place, speed = row[PLACE : PLACE + 3].copy(), row[SPEED : SPEED + 3].copy()
    for _ in range(20000):
        speed += 1e-5 * (-row[DRAG] * speed - [0.0, 0.0, row[FALL]])
        place += 1e-5 * speed
    np.testing.assert_allclose(place_at(row, 0.2), place, atol=1e-4)
    assert row[FALL] == pytest.approx(9.81)


@pytest.mark.parametrize("age", [0.13, 0.18, 0.25])
def test_each_streak_is_seen_where_the_formula_has_it_and_nothing_else_is(studio, sparks, age):
    sparks.burst(HERE, WAY, 1.0, 2.0)
    new = np.abs(drawn(studio, 2.0 + age) - without(studio, sparks, 2.0 + age)).max(axis=-1) > 12
    rows = alive(sparks, 2.0 + age)
    assert len(rows) >= 10 and set(rows[:, KIND]) == {STREAK}
    near = np.zeros_like(new)
    ys, xs = np.mgrid[: PICTURE[1], : PICTURE[0]]
    for row in rows:
        head, tail = place_at(row, age), place_at(row, age - TRAIL)
        seen = VIEW.pixels(np.array([tail + s * (head - tail) for s in np.linspace(0.0, 1.0, 9)]), *PICTURE)
        x, y = np.floor(seen[6]).astype(int)
        plain = age < 0.85 * row[LIFE] and np.hypot(*(seen[8] - seen[0])) > 3.0  # not faded, and not seen end on
        if plain and 0 <= x < PICTURE[0] and 0 <= y < PICTURE[1]:
            assert new[y - 1 : y + 2, x - 1 : x + 2].any(), f"no streak at ({x}, {y})"
        for at in seen:
            near |= np.hypot(xs + 0.5 - at[0], ys + 0.5 - at[1]) < 5.0
    assert not (new & ~near).any()


def test_a_star_flashes_at_the_blow_for_an_instant(studio, sparks):
    sparks.burst(HERE, WAY, 1.0, 2.0)
    ((x, y),) = np.floor(VIEW.pixels(np.array([HERE]), *PICTURE)).astype(int)
    assert drawn(studio, 2.02)[y, x].min() > 200
    star = sparks.rows[sparks.rows[:, KIND] == STAR]
    assert len(star) == 1 and star[0, LIFE] < 0.15
    with_it, bare = drawn(studio, 2.0 + star[0, LIFE] + 0.15), without(studio, sparks, 2.0)
    np.testing.assert_allclose(with_it[y, x], bare[y, x], atol=12)


def test_before_its_birth_and_after_its_death_nothing_is_seen(studio, sparks):
    sparks.burst(HERE, WAY, 1.0, 2.0)
    sparks.dust((0.1, -1.5, 0.6), 1.0, 2.0)
    for now in (1.99, 3.0):
        np.testing.assert_array_equal(drawn(studio, now), without(studio, sparks, now))
    assert (drawn(studio, 2.1) != without(studio, sparks, 2.1)).any()


def test_after_clear_time_may_go_back_without_old_sparks(studio, sparks):
    sparks.burst(HERE, WAY, 1.0, 2.0)
    drawn(studio, 2.1)
    sparks.clear()
    np.testing.assert_array_equal(drawn(studio, 2.1), without(studio, sparks, 2.1))
    sparks.burst(HERE, WAY, 0.5, 1.0)
    assert (drawn(studio, 1.1) != without(studio, sparks, 1.1)).any()


def test_the_same_calls_make_the_same_picture_to_the_byte(studio, sparks):
    pictures = []
    for _ in range(2):
        sparks.clear()
        sparks.burst(HERE, WAY, 0.7, 2.0)
        sparks.dust((0.1, -1.5, 0.6), 0.7, 2.05)
        pictures.append(drawn(studio, 2.1))
    np.testing.assert_array_equal(*pictures)


def test_two_blows_alike_scatter_differently(sparks):
    sparks.burst(HERE, WAY, 0.7, 2.0)
    first = sparks.rows[: sparks._count].copy()
    sparks.burst(HERE, WAY, 0.7, 2.0)
    second = sparks.rows[len(first) : 2 * len(first)]
    assert (np.abs(first[:, SPEED : SPEED + 3] - second[:, SPEED : SPEED + 3]).max(axis=1) > 1e-3)[:-1].all()


@pytest.mark.parametrize("way", [(1.0, 0.0, 0.0), (0.0, -3.0, 0.0), (-0.2, 0.1, 0.05)])
def test_a_burst_goes_the_way_of_the_blow_and_a_harder_one_further(sparks, way):
    sparks.burst(HERE, way, 0.2, 0.0)
    weak = sparks.rows[: sparks._count - 1, SPEED : SPEED + 3].astype(float)
    sparks.clear()
    sparks.burst(HERE, way, 1.0, 0.0)
    hard = sparks.rows[: sparks._count - 1, SPEED : SPEED + 3].astype(float)
    along = np.array(way) / np.linalg.norm(way)
    assert (hard @ along).mean() > 0.4 * np.linalg.norm(hard, axis=1).mean()
    assert len(hard) > 2 * len(weak)
    assert np.linalg.norm(hard, axis=1).mean() > 1.5 * np.linalg.norm(weak, axis=1).mean()


def test_dust_stays_low_grows_and_is_grey(studio, sparks):
    floor = (0.1, -1.5, 0.8)
    sparks.dust(floor, 1.0, 2.0)
    rows = alive(sparks, 2.0)
    assert len(rows) == 7 and set(rows[:, KIND]) == {PUFF}
    for row in rows:
        way = np.array([place_at(row, t) for t in np.linspace(0.0, row[LIFE], 20)]) - floor
        assert way[:, 2].min() >= 0.0 and way[:, 2].max() < 0.2
        assert np.hypot(way[:, 0], way[:, 1]).max() < 0.6
    bare = without(studio, sparks, 2.0)
    sizes = [(np.abs(drawn(studio, 2.0 + t) - bare).max(axis=-1) > 2).sum() for t in (0.03, 0.25)]
    assert sizes[1] > 1.5 * sizes[0] > 0
    assert np.ptp(rows[:, module.COLOUR : module.COLOUR + 3], axis=1).max() < 1e-6
    ((_, y),) = VIEW.pixels(np.array([floor]), *PICTURE)
    below = np.nonzero((np.abs(drawn(studio, 2.2) - bare).max(axis=-1) > 6).any(axis=1))[0].max()
    assert below < y + 25, "and does not go through the floor, but for what lies nearer to the eye"


def test_only_new_rows_are_uploaded(sparks, monkeypatch):
    sent, real = [], module.gl

    class Counted:
        def __getattr__(self, name):
            return getattr(real, name)

        def glBufferSubData(self, kind, first, size, data):  # noqa: N802  # GL's name
            sent.append((first // (4 * WIDTH), size // (4 * WIDTH)))
            real.glBufferSubData(kind, first, size, data)

    monkeypatch.setattr(module, "gl", Counted())
    sparks.prepare()
    assert sent == []
    sparks.burst(HERE, WAY, 1.0, 0.0)
    sparks.dust(HERE, 1.0, 0.0)
    sparks.prepare()
    sparks.prepare()
    assert sent == [(0, 27 + 7)]
    for _ in range(18):  # over the end of the ring
        sparks.burst(HERE, WAY, 1.0, 1.0)
        sent.clear()
        sparks.prepare()
    assert sent == [(34 + 17 * 27, CAPACITY - 34 - 17 * 27), (0, 34 + 18 * 27 - CAPACITY)]


def test_the_oldest_make_room_and_more_than_there_is_room_for_is_all_new(sparks):
    for i in range(60):
        sparks.burst(HERE, WAY, 1.0, float(i))
    births = np.sort(sparks.rows[:, BORN])
    assert births[0] == 60 - -(-CAPACITY // 27) and births[-1] == 59.0
    sparks.prepare()


def test_the_dice_are_spread_evenly_between_0_and_1(sparks):
    dice = sparks._dice(4000)
    assert dice.min() >= 0.0 and dice.max() < 1.0
    np.testing.assert_allclose(dice.mean(axis=0), 0.5, atol=0.02)
    np.testing.assert_allclose(dice.var(axis=0), 1 / 12, atol=0.005)
    assert np.abs(np.corrcoef(dice.T) - np.eye(dice.shape[1])).max() < 0.06


def test_strength_is_held_between_0_and_1(sparks):
    sparks.burst(HERE, WAY, 7.0, 0.0)
    assert sparks._count == 27
    sparks.clear()
    sparks.burst(HERE, WAY, -1.0, 0.0)
    assert sparks._count == 9
    assert np.isfinite(sparks.rows).all() and (sparks.rows[:9, SIZE] > 0.0).all()
