"""The spline against closed forms: cubics, a circle, and what "evenly" means."""

from __future__ import annotations

import numpy as np
import pytest

from components.errors import InputError
from components.path import checked_points
from systems.paths.search import nearest
from systems.paths.spline import STEP, cardinal, curve


def test_halfway_between_two_points_is_where_the_cubic_has_it():
    half = curve(np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]), closed=False)[32]
    assert half == pytest.approx([0.5, 0.625])


def test_a_spline_goes_through_its_points_along_the_chord_of_those_beside():
    points = np.array([(0.0, 0.0), (1.0, 0.5), (2.0, -0.3), (3.5, 1.0)])
    fine = curve(points, closed=False)
    assert fine[::64] == pytest.approx(points)
    slope = (fine[65] - fine[64]) * 64
    assert slope == pytest.approx(0.5 * (points[2] - points[0]), abs=0.05)


def test_its_places_are_evenly_spaced_and_end_at_its_ends():
    line = cardinal(((0.0, 0.0), (2.0, 1.0), (3.0, -1.0)))
    steps = np.hypot(*np.diff(line.place, axis=0).T)
    assert steps == pytest.approx(line.step, rel=0.02)
    assert line.step == pytest.approx(STEP, rel=0.05)
    assert line.place[0] == pytest.approx([0.0, 0.0])
    assert line.place[-1] == pytest.approx([3.0, -1.0])
    assert line.place[np.round(line.knots).astype(int)] == pytest.approx(
        np.array([(0.0, 0.0), (2.0, 1.0), (3.0, -1.0)]), abs=line.step
    )


def test_sixteen_points_of_a_circle_make_one_closed_to_a_millimetre():
    """A cardinal spline through n points of a circle is off by about (pi / n)^4 of its radius."""
    turn = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    line = cardinal(tuple(zip((2.0 * np.cos(turn)).tolist(), (2.0 * np.sin(turn)).tolist(), strict=True)), closed=True)
    assert np.hypot(*line.place.T) == pytest.approx(2.0, abs=0.004)
    assert line.length == pytest.approx(4.0 * np.pi, rel=1e-3)


def test_the_nearest_place_is_sought_ahead_only_and_goes_round_a_closed_line():
    square = cardinal(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), closed=True)
    count = len(square.place)
    x, y = square.place[3].tolist()
    assert nearest(square.place, square.closed, count - 4, x, y)[0] == count + 3
    line = cardinal(((0.0, 0.0), (4.0, 0.0)))
    place, squared = nearest(line.place, line.closed, 100, 1.9, 0.3)
    assert place == 100, "it does not go back"
    assert squared == pytest.approx(0.1**2 + 0.3**2, rel=1e-6)


@pytest.mark.parametrize(
    ("points", "closed", "words"),
    [
        ([(0, 0), (0, 0.01)], False, "points 1 and 2 are less than 0.05 m apart"),
        ([(0, 0), (1, 0)], True, "must be 3 to 200 points, not 2"),
        ([(0, 0), (1, 1), (0.01, 0)], True, "points 3 and 1"),
        ([(0, 0), (1, float("nan"))], False, "point 2 must be two numbers from -50 to 50"),
        ([(0, 0), (1, 0, 0)], False, "point 2 must be two numbers"),
        ([(0, 0), 7], False, "point 2 must be two numbers"),
        ([(i, 0) for i in range(-50, 50)] * 3, False, "must be 1 to 200 points, not 300"),
    ],
)
def test_what_is_no_path_is_refused_in_one_line(points, closed, words):
    with pytest.raises(InputError, match=words):
        checked_points(points, closed)
