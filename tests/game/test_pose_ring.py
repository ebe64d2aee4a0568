"""The tape of poses: a piece cut out of it gives every tick its own pose, whatever of it is gone."""

from __future__ import annotations

import numpy as np
import pytest

from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.pose_ring import LENGTH, PoseRing
from game.session.session import Session


def tape_of(*spans):
    """One bone, at (tick, 0, 0) after each tick."""
    tape = PoseRing(1)
    for tick in (tick for span in spans for tick in span):
        tape.write(tick, np.array([[tick, 0.0, 0.0]]), np.array([[0.0, 0.0, 0.0, 1.0]]))
    return tape


def shown(take, ticks):
    """tick -> the tick whose pose is given for it."""
    found = {tick: take.at(tick) for tick in ticks}
    return {tick: round(pose[0][0, 0]) for tick, pose in found.items() if pose is not None}


@pytest.mark.parametrize(
    ("spans", "first", "last", "there"),
    [
        ([range(1, 100)], 10, 20, range(10, 21)),
        ([range(1, 100)], 0, 20, range(1, 21)),  # nothing was written before the first tick
        ([range(50, 100)], 20, 60, range(50, 61)),
        ([range(1, 100)], 90, 120, range(90, 100)),
        ([range(1, LENGTH + 500)], 1, LENGTH + 499, range(500, LENGTH + 500)),  # the oldest were written over
        ([range(1, 40), range(60, 100)], 20, 80, [*range(20, 40), *range(60, 81)]),
        ([range(1, 3000), range(500, 600)], 400, 2999, range(600, 2900)),  # gone back, and on from there
    ],
)
def test_every_tick_has_its_own_pose_or_none(spans, first, last, there):
    take = tape_of(*spans).cut(first, last)
    got = shown(take, range(first - 5, last + 6))
    assert got == {tick: tick for tick in there}
    assert take.first == min(there)


def test_where_nothing_is_left_there_is_no_pose():
    take = tape_of(range(1, 10)).cut(20, 30)
    assert shown(take, range(40)) == {}


def test_the_ghost_of_a_throw_before_the_first_tick_is_no_tick_ahead():
    session = Session(load_scene("stage"))
    try:
        session.throw_at("red")
        poses = {}
        for _ in range(60):
            session.tick()
            poses[session.simulation.ticks] = session.simulation.stage.tables.bones.position.copy()
        session.do(Action.RETRY)
        assert session.simulation.ticks == 0
        assert session.last_try.at(0) is None
        for tick in (1, 30, 60):
            assert session.last_try.at(tick)[0] == pytest.approx(poses[tick], abs=1e-5)
        assert max(np.abs(poses[tick] - poses[tick - 1]).max() for tick in (30, 60)) > 1e-4, "any tick would do"
    finally:
        session.close()
