"""The bone table against the rigs it is made of."""

from __future__ import annotations

import numpy as np
import pytest

from components.rig import FREEDOMS, Joint
from game.rigs.rig import load_rig
from game.world.tables import build_skeletons, gain_inertias, subtree_masses

RIGS = ["boxer", "paper36", "boxer"]


@pytest.fixture(scope="module")
def made():
    rigs = [load_rig(name) for name in RIGS]
    return rigs, build_skeletons(rigs)


def test_every_character_owns_its_rows_and_freedoms_in_order(made):
    rigs, sk = made
    assert sk.first.tolist() == np.cumsum([0, *(len(rig.bones) for rig in rigs)]).tolist()
    per_rig = [sum(FREEDOMS[bone.joint] for bone in rig.bones) for rig in rigs]
    assert sk.first_freedom.tolist() == np.cumsum([0, *per_rig]).tolist()
    for c, rig in enumerate(rigs):
        assert set(sk.owner[sk.first[c] : sk.first[c + 1]]) == {c}
        for i, bone in enumerate(rig.bones):
            row = sk.first[c] + i
            assert sk.parent[row] == (-1 if bone.parent < 0 else sk.first[c] + bone.parent)
            assert sk.joint[row] == bone.joint
            assert (sk.mass[row], sk.torque_limit[row], sk.low[row]) == (bone.mass, bone.torque_limit, bone.low)


def test_a_subtree_is_exactly_those_whose_way_up_passes_the_bone(made):
    rigs, sk = made
    end = [int(sk.first[c]) + beyond for c, rig in enumerate(rigs) for beyond in rig.end]
    for i in range(len(sk.parent)):
        below = set()
        for j in range(len(sk.parent)):
            k = j
            while k >= 0 and k != i:
                k = sk.parent[k]
            if k == i:
                below.add(j)
        assert below == set(range(i, end[i]))


def test_freedoms_are_those_of_their_bones_and_hang_on_the_bones_above(made):
    _, sk = made
    for k, bone in enumerate(sk.bone):
        count = FREEDOMS[Joint(sk.joint[bone])]
        assert sk.freedom[bone] <= k < sk.freedom[bone] + count
        chain = sk.chain[k, : sk.depth[k] + 1]
        way = []
        i = sk.parent[bone]
        while i >= 0:
            way = [*range(sk.freedom[i], sk.freedom[i] + FREEDOMS[Joint(sk.joint[i])]), *way]
            i = sk.parent[i]
        assert chain.tolist() == [*way, *range(sk.freedom[bone], k + 1)]


def test_the_flat_state_of_the_engine_is_cut_where_it_is_read(made):
    """Turn and speed of each joint. Ball: 4 + 3 numbers, hinge: 1 + 1, the root none."""
    _, sk = made
    widths = [{Joint.ROOT: 0, Joint.BALL: 7, Joint.HINGE: 2}[Joint(j)] for j in sk.joint]
    assert sk.raw.tolist() == np.cumsum([0, *widths[:-1]]).tolist()


def test_subtree_masses_add_up():
    for name in ("boxer", "paper36"):
        rig = load_rig(name)
        masses = subtree_masses(rig)
        assert masses[0] == pytest.approx(rig.mass)
        for i, bone in enumerate(rig.bones):
            children = [j for j, other in enumerate(rig.bones) if other.parent == i]
            assert masses[i] == pytest.approx(bone.mass + sum(masses[j] for j in children))


@pytest.mark.parametrize("name", ["boxer", "paper36", "tension47"])
def test_gain_inertia_is_the_bone_about_its_joint_and_what_hangs_on_it_as_points(name):
    """But for joints of two axes: all that turns about the second turns about the first."""
    rig = load_rig(name)
    masses, got = subtree_masses(rig), gain_inertias(rig)
    for i, bone in enumerate(rig.bones):
        for axis in np.eye(3):
            expected = np.array(bone.inertia) @ axis**2 + bone.mass * np.linalg.norm(np.cross(axis, bone.com)) ** 2
            for j, child in enumerate(rig.bones):
                if child.parent == i and not any(child.offset):
                    expected += axis @ got[j] @ axis
                elif child.parent == i:
                    expected += masses[j] * np.linalg.norm(np.cross(axis, child.offset)) ** 2
            assert axis @ got[i] @ axis == pytest.approx(expected)
        assert np.allclose(got[i], got[i].T)
        assert np.linalg.eigvalsh(got[i]).min() > 0


def test_feet_are_feet_and_there_are_as_many_left_as_right():
    for name in ("boxer", "paper36"):
        rig, sk = load_rig(name), build_skeletons([load_rig(name)])
        feet = [rig.bones[i] for i in np.flatnonzero(sk.foot)]
        assert {bone.side for bone in feet} == {"left", "right"}
        assert sum(bone.side == "left" for bone in feet) == sum(bone.side == "right" for bone in feet)
        lowest = min(i for i, bone in enumerate(rig.bones) if bone.source == "ankle")
        assert sk.foot[lowest]
