"""The clock: time is handed to it, so a slow machine can be had by writing down large numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.clock import TICKS_PER_S
from game.session.clock import FASTEST, MOST_TICKS, SLOWEST, SPEEDS, Clock


@given(st.lists(st.floats(0.0, MOST_TICKS / TICKS_PER_S - 1e-6), max_size=200), st.sampled_from(SPEEDS[:6]))
def test_whole_ticks_and_what_is_owed_add_up_to_the_time_that_passed(frames, speed):
    clock = Clock(speed)
    ticks = sum(clock.ticks(seconds) for seconds in frames)
    assert ticks / TICKS_PER_S + clock.owed == pytest.approx(sum(frames) * speed, abs=1e-6)
    assert 0.0 <= clock.alpha <= 1.0 and not clock.behind


def test_pictures_that_take_100_ms_still_get_all_their_ticks():
    clock = Clock()
    assert sum(clock.ticks(0.1) for _ in range(100)) == 10 * TICKS_PER_S
    assert not clock.behind


def test_pictures_that_take_longer_than_the_cap_slow_the_time_down_evenly():
    clock = Clock()
    assert [clock.ticks(0.4) for _ in range(5)] == [MOST_TICKS] * 5
    assert clock.behind and clock.owed == 0.0
    for _ in range(70):
        clock.ticks(1 / 60)
    assert not clock.behind


def test_a_paused_clock_buys_nothing_and_owes_nothing_afterwards():
    clock = Clock()
    clock.paused = True
    assert [clock.ticks(1.0) for _ in range(3)] == [0, 0, 0]
    clock.paused = False
    assert clock.ticks(1 / 60) == 2


def test_speeds_go_step_by_step_between_a_tenth_and_double():
    clock = Clock()
    seen = [clock.speed]
    for _ in range(8):
        clock.faster(-1)
        seen.append(clock.speed)
    assert seen[:6] == [1.0, 0.75, 0.5, 0.35, 0.2, 0.1] and clock.speed == SLOWEST
    for _ in range(9):
        clock.faster(1)
    assert clock.speed == FASTEST
    clock.speed = 0.6  # from a slider
    clock.faster(1)
    assert clock.speed == 0.75
    clock.speed = 0.6
    clock.faster(-1)
    assert clock.speed == 0.5


def test_at_half_speed_a_picture_every_60th_is_a_tick():
    clock = Clock(0.5)
    assert sum(clock.ticks(1 / 60) for _ in range(60)) in (59, 60)
