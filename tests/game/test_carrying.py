"""Paths that a floor can give: what is possible stays, flight is free fall, feet push from where they are."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from game.clips.carrying import DOWN, EDGE, EXACT, STRICT, UP, G, Support, accelerated, carried, gained

M = 240
T = np.arange(M) / TICKS_PER_S


def support(air: slice | None = None, half: float = 0.1) -> Support:
    flies = np.zeros(M, dtype=np.bool_)
    if air is not None:
        flies[air] = True
    reach = np.where(flies[:, None], np.inf, half) * np.ones((M, 2))
    return Support(flies, ~flies, -reach, reach)


def still(height: float = 0.9) -> np.ndarray:
    return np.tile((0.0, 0.0, height), (M, 1))


def test_who_stands_over_the_feet_stays_there() -> None:
    np.testing.assert_allclose(carried(still(), np.zeros((M, 2)), support()), 0.0, atol=1e-12)


def test_in_the_air_it_falls_freely_and_goes_straight_on() -> None:
    centre, air = still(), slice(100, 130)
    flown = T[air] - T[115]
    centre[air, 2] += 0.5 * 20.0 * (0.125**2 - flown**2)  # captured at twice gravity, as the backflip's
    centre[:, 0] = 0.1 * np.sin(4.0 * T)
    path = centre + carried(centre, np.zeros((M, 2)), support(air, half=1.0))
    a = accelerated(path)[102:128]
    np.testing.assert_allclose(a[:, 2], -G, atol=1.0)
    np.testing.assert_allclose(a[:, :2], 0.0, atol=2.0 * STRICT)


def test_feet_neither_pull_nor_throw() -> None:
    centre = still()
    centre[:, 2] += 0.05 * np.sin(2.0 * np.pi * 3.0 * T)  # asks for 18 m/s2
    up = accelerated(centre + carried(centre, np.zeros((M, 2)), support(half=1.0)))[5:-5, 2]
    assert up.min() > -DOWN - 3.0 * STRICT
    assert up.max() < UP + 3.0 * STRICT


def test_the_push_comes_from_the_soles() -> None:
    centre = still()
    centre[:, 0] = 0.25 * np.sin(2.0 * np.pi * T)
    path = centre + carried(centre, np.zeros((M, 2)), support())
    a = accelerated(path)
    push = path[:, 0] - a[:, 0] * path[:, 2] / (G + a[:, 2])
    assert np.abs(centre[:, 0] - accelerated(centre)[:, 0] * 0.9 / G).max() > 0.5
    assert np.abs(push[5:-5]).max() < 0.1 + EDGE + 6.0 * EXACT


def test_what_swings_counts_as_in_its_docstring() -> None:
    """5 kg half a metre ahead that gain 4 m/s2 upwards, and the same at rest far off: 75 kg in all."""
    arms = np.zeros((M, 2, 3))
    arms[:, 0, 0], arms[:, 0, 2] = 0.5, 0.5 * 4.0 * T * T
    gain = gained(arms, np.array([5.0, 70.0]))[20:-20]
    np.testing.assert_allclose(gain[:, 0], -0.5 * 5.0 * 4.0 / 75.0, rtol=1e-6)
    np.testing.assert_allclose(gain[:, 1], 0.0, atol=1e-9)
    assert gain[0, 0] == pytest.approx(-0.133, abs=1e-3)
