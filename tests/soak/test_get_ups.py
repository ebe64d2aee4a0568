"""Sixty get-ups from throws, drags, drops, pushes and folds on every ground, and from the ropes: nobody flies.

All is asked of the engine in every tick (benchmarks/rises.py says what).
`python benchmarks/getting_up.py` prints the same for any number.
"""

from __future__ import annotations

import pytest

from benchmarks.getting_up import GROUNDS, HOW, gather
from benchmarks.rises import FIRST, GAP, PELVIS, SPIN

pytestmark = [pytest.mark.soak, pytest.mark.bullet]
TIMES = 60


@pytest.fixture(scope="module")
def rises():
    return list(gather(TIMES, list(HOW), list(GROUNDS), start=0))


def test_they_come_from_everything_and_happen_everywhere(rises):
    assert len(rises) >= TIMES
    assert {rise.how for rise in rises} == set(HOW)
    assert {rise.ground for rise in rises} == set(GROUNDS)
    assert {rise.clip for rise in rises} == {"getup_faceup", "getup_facedown"}
    assert len({(rise.gap, rise.pelvis, rise.spin, rise.seconds) for rise in rises}) == len(rises)


def test_all_stand_in_the_end(rises):
    assert all(rise.stood for rise in rises)


def test_nearly_all_stand_at_the_first_try(rises):
    assert sum(rise.first for rise in rises) >= FIRST * len(rises)


def test_no_body_leaves_the_ground(rises):
    assert max(rise.gap for rise in rises) <= GAP


def test_no_pelvis_shoots_up(rises):
    assert max(rise.pelvis for rise in rises) <= PELVIS


def test_no_bone_is_flung(rises):
    assert max(rise.spin for rise in rises) <= SPIN
