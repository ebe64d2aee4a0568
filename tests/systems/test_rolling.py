"""Rolls and catches: the mathematics of a roll, that muscles alone do it, and what begins and ends both."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from gathered import for_each
from raw import p

from benchmarks.trips import ROLLED, Trip, one, stands, tripping
from components.character import Fall, Phase
from components.clock import DT
from components.control import Control, Status
from game.clips.falls import REFLECTED, roll_poses
from game.learned_states import someone
from game.rigs.rig import load_rig, rig_names
from systems.controllers import CONTROLLERS
from systems.rolling import AHEAD, AT, KEYS, RATE, between, led_on


def test_between_two_key_poses_both_have_their_share():
    for k, at in enumerate(AT):
        assert between(at)[k] == pytest.approx(1.0)
    assert between(0.5 * (AT[1] + AT[2])) == pytest.approx((0.0, 0.5, 0.5, 0.0, 0.0))
    shares = np.array([between(angle) for angle in np.linspace(-90.0, 400.0, 981)])
    assert shares.sum(axis=1) == pytest.approx(1.0)
    assert np.abs(np.diff(shares, axis=0)).max() < 0.02
    assert len(KEYS) == len(AT)


def test_what_it_is_led_to_waits_for_the_body_and_never_goes_back():
    angle = 0.0
    for _ in range(240):
        angle = led_on(angle, 60.0, DT)
    assert angle == pytest.approx(60.0 + AHEAD)
    assert led_on(angle, 20.0, DT) == angle
    assert led_on(10.0, 60.0, DT) == pytest.approx(10.0 + RATE / 120.0)
