"""Which foot a clip stands on, and how its balance moves over it."""

from __future__ import annotations

import numpy as np
import pytest

from game.clips.clip import fitted
from game.clips.footfalls import footfalls
from game.rigs.rig import load_rig

BOXER = load_rig("boxer")
WALKS = ("walk", "stroll", "walk_mirrored", "walk_slow", "turn_left", "turn_right_sharp")


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_has_one_swing_of_each_foot_and_never_both(name):
    clip = fitted(name, BOXER)
    gait = footfalls(clip, BOXER)
    assert set(gait.lifted.tolist()) == {-1, 0, 1}
    changes = np.flatnonzero(gait.stands != np.roll(gait.stands, 1))
    assert len(changes) == 2 and abs(int(changes[1] - changes[0]) - clip.frames // 2) <= 12
    assert not np.any(gait.stands == gait.lifted)
    assert 0.5 < gait.step_s < 0.8 and gait.turns * clip.frames == pytest.approx(clip.loop_turn)


@pytest.mark.parametrize("name", ["stand", "guard", "run", "dance_a", "crawl", "cartwheel", "jump"])
def test_what_does_not_walk_has_no_gait(name):
    assert footfalls(fitted(name, BOXER), BOXER) is None


def test_its_balance_runs_away_from_where_it_presses():
    """xi' = w0 (xi - p), of the clip's own columns, while one foot stands and does not roll off."""
    gait = footfalls(fitted("walk", BOXER), BOXER)
    rate = np.sqrt(9.81 / 0.93)
    one = np.flatnonzero((gait.lifted >= 0) & (gait.since_s > 0.15) & (gait.left_s > 0.1))
    one = one[(one > 1) & (one < len(gait.xi) - 2)]
    speed = 60.0 * (gait.xi[one + 1] - gait.xi[one - 1])
    assert speed == pytest.approx(rate * (gait.xi[one] - gait.press[one]), abs=0.2)
    assert np.all(gait.press[one] > -0.15) and np.all(gait.press[one] < 0.3)  # m: about where there is a sole


def test_a_mirrored_walk_has_the_other_foot():
    own, other = (footfalls(fitted(name, BOXER), BOXER) for name in ("walk", "walk_mirrored"))
    assert np.array_equal(own.stands, 1 - other.stands)
    assert own.xi == pytest.approx(other.xi, abs=1e-6)
    assert own.foot == pytest.approx(other.foot * (1.0, -1.0, 1.0), abs=1e-6)


def test_a_foot_comes_down_where_the_next_step_begins():
    """The ankle that swings ends where it is that of the stance foot then, as seen from the other: ahead and aside."""
    gait = footfalls(fitted("walk", BOXER), BOXER)
    for land in np.flatnonzero(gait.stands != np.roll(gait.stands, 1)):
        before, after = gait.foot[land - 1], gait.foot[land]
        assert after == pytest.approx(-before, abs=0.03)
        assert before[0] > 0.55
