"""Trunk and arms turn the way a body falls, as one piece, and come back."""

from __future__ import annotations

import esper
import numpy as np
import pytest
from raw import both, raw

from components.clock import DT
from components.stance import Stance
from game.rigs.rig import load_rig
from systems.countering import QUICK, SLOW, bent, nearer, turned, upper
from systems.kernels import quaternions as qt
from systems.kernels.countering import turn_off


def test_what_turns_is_the_whole_trunk_and_both_arms():
    rig = load_rig("boxer")
    parts = upper(rig)
    assert [rig.names[row] for row, _ in parts.trunk] == ["spine1", "spine2", "spine3"]
    assert {end for _, end in parts.trunk} == {rig.names.index("left_thigh")}
    assert [rig.names[row] for row, _ in parts.arms] == ["left_upper_arm", "right_upper_arm"]


def test_a_lean_forward_takes_the_head_forward_and_one_to_the_left_takes_it_there():
    up = (0.0, 0.0, 1.0)
    x, y, z = qt.rotate(qt.from_rotvec(turned((1.0, 0.0), 0.4)), up)
    assert x == pytest.approx(np.sin(0.4)) and abs(y) < 1e-12 and z > 0.9
    x, y, _ = qt.rotate(qt.from_rotvec(turned((0.0, 1.0), 0.4)), up)
    assert y == pytest.approx(np.sin(0.4)) and abs(x) < 1e-12
    assert abs(bent((-1.0, 0.5))[0]) < 1.0 and bent((1.0, 0.5)) == (1.0, 0.5)


def test_they_go_there_fast_and_come_back_slowly_and_all_the_way():
    there = 0.0
    for _ in range(6):
        before, there = there, nearer(there, 1.0, DT)
        assert 0.0 < there - before <= QUICK * DT + 1e-12
    back = nearer(there, 0.0, DT)
    assert there - back == pytest.approx(SLOW * DT)
    for _ in range(600):
        back = nearer(back, 0.0, DT)
    assert back == 0.0


def test_a_part_that_turns_stays_in_one_piece(made):
    sim = made()
    t, rig = sim.stage.tables, sim.characters["red"].rig
    (row, end), *_ = upper(rig).arms
    before, joint = t.targets.relative.copy(), t.targets.joint.copy()
    by = (0.2, -0.5, 0.1)
    turn_off(t.handle, row, end, by, (0.0, 0.0, 0.0))
    turn = qt.from_rotvec(by)
    for i in range(len(before)):
        wanted = qt.mul(turn, tuple(before[i])) if row <= i < end else tuple(before[i])
        np.testing.assert_allclose(t.targets.relative[i], wanted, atol=1e-12)
    changed = np.flatnonzero(np.abs(t.targets.joint - joint).max(axis=1) > 1e-9)
    assert changed.tolist() == [row]
    parent = tuple(t.targets.relative[t.skeletons.parent[row]])
    np.testing.assert_allclose(qt.mul(parent, tuple(t.targets.joint[row])), t.targets.relative[row], atol=1e-12)


def ahead(sim, bone: str) -> float:
    """m before the pelvis, of who faces +x."""
    red = sim.characters["red"]
    return float(raw(sim).place(red, bone)[0] - raw(sim).place(red, "pelvis")[0])


@pytest.mark.parametrize("engine", both())
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_who_is_pushed_throws_his_arms_the_other_way_and_bends_with_it(made, engine, way):
    sim = made(root="feet", engine=engine)
    sim.run(1.0)
    hands, head = ahead(sim, "left_hand"), ahead(sim, "head")
    sim.push("red", bone="spine3", impulse=(60.0 * way, 0.0, 0.0), seconds=0.1)
    sim.run(0.25)
    assert way * (ahead(sim, "left_hand") - hands) < -0.2 and way * (ahead(sim, "head") - head) > 0.05
    esper.switch_world(sim.world)
    ((_, stance),) = esper.get_component(Stance)
    assert way * stance.leans[0] > 0.5
