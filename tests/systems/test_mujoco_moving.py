"""A loose thing's motion is read as MuJoCo itself would turn it, to the bit: these numbers are hashed."""

from __future__ import annotations

import mujoco as mj
import numpy as np
import pytest

from systems.mujoco import kernels

STILL, STRAIGHT = np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])


def read(turn, spin):
    found = kernels.motion(np.concatenate(([1.0, 2.0, 3.0], turn)), np.concatenate(([4.0, 5.0, 6.0], spin)), 0, 0)
    return np.array(found)


def turned(turn, spin):
    out = np.empty(3)
    mj.mju_rotVecQuat(out, spin, turn)
    return out


@pytest.mark.parametrize("spin", [STILL, -STILL, np.array([1.0, -0.0, 3.0])])
@pytest.mark.parametrize("turn", [STRAIGHT, -STRAIGHT])
def test_what_rests_or_stands_straight_has_the_same_zeros(turn, spin):
    assert read(turn, spin)[10:].tobytes() == turned(turn, spin).tobytes()


def test_places_and_speeds_are_told_and_spins_are_turned_as_by_the_library():
    random = np.random.default_rng(0)
    for _ in range(2000):
        turn, spin = random.normal(size=4), random.normal(size=3) * 10.0 ** random.uniform(-6, 2)
        turn /= np.linalg.norm(turn)
        found = read(turn, spin)
        assert found[:10].tolist() == [1.0, 2.0, 3.0, *turn[1:], turn[0], 4.0, 5.0, 6.0]
        assert found[10:].tobytes() == turned(turn, spin).tobytes()
