"""A leg that reaches higher or lower: the ankle goes where it is asked to, by forward kinematics of its own."""

from __future__ import annotations

import numpy as np
from gathered import for_each
from hypothesis import given, settings
from hypothesis import strategies as st

from components.rig import Joint
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.world.tables import build_tables
from systems.engine import Puppet
from systems.kernels.reach import LONGEST, ankle, reach

RIG = load_rig("boxer")
FOOT = {side: RIG.index(f"{side}_foot") for side in ("left", "right")}


def turned(q, v):
    x, y, z, w = q
    u = np.array([x, y, z])
    return v + 2.0 * np.cross(u, np.cross(u, v) + w * np.asarray(v))


def tables(clip="walk", frame=0):
    t = build_tables([RIG], [Puppet(0)])
    found = load_clip(clip, RIG)
    t.targets.relative[:], t.targets.joint[:] = found.relative[frame], found.joint[frame]
    t.targets.joint[0] = (0.0, 0.0, 0.0, 1.0)
    return t


def place(t, name):
    """m from the root, link by link from the joints' own turns."""
    chain, i = [], RIG.index(name)
    while i > 0:
        chain, i = [i, *chain], RIG.bones[i].parent
    at, turn = np.zeros(3), np.eye(3)
    for i in chain:
        at = at + turn @ np.array(RIG.bones[i].offset)
        turn = turn @ np.column_stack([turned(t.targets.joint[i], axis) for axis in np.eye(3)])
    return at


@settings(deadline=None)  # the first one compiles
@given(
    frame=st.integers(0, 150), dz=st.floats(-0.1, 0.2), side=st.sampled_from(["left", "right"]),
    tilt=st.floats(-0.3, 0.3),
)  # fmt: skip
def test_the_ankle_moves_along_up_by_what_was_asked_and_the_foot_stays_as_it_is_turned(frame, dz, side, tilt):
    t = tables(frame=frame)
    up = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
    before, foot = np.array(ankle(t.skeletons, t.targets, FOOT[side])), t.targets.relative[FOOT[side]].copy()
    hip = place(t, f"{side}_thigh")
    reach(t.skeletons, t.targets, FOOT[side], tuple(dz * up))
    shin, ankle_offset = (np.linalg.norm(RIG.bones[RIG.index(f"{side}_{b}")].offset) for b in ("shin", "foot"))
    asked = before + dz * up
    longest = LONGEST * (shin + ankle_offset)
    if np.linalg.norm(asked - hip) > longest:
        asked = hip + longest * (asked - hip) / np.linalg.norm(asked - hip)
    np.testing.assert_allclose(place(t, f"{side}_foot"), asked, atol=1e-9)
    np.testing.assert_allclose(ankle(t.skeletons, t.targets, FOOT[side]), asked, atol=1e-9)
    np.testing.assert_array_equal(t.targets.relative[FOOT[side]], foot)


@for_each("frame", range(0, 150, 10))
def test_a_knee_bends_the_way_a_knee_bends(frame):
    """About its own axis alone, and never backwards."""
    t = tables(frame=frame)
    reach(t.skeletons, t.targets, FOOT["left"], (0.0, 0.0, 0.12))
    knee = RIG.bones[RIG.index("left_shin")]
    assert knee.joint is Joint.HINGE
    x, y, z, w = t.targets.joint[RIG.index("left_shin")]
    angle = 2.0 * np.arctan2(np.array([x, y, z]) @ np.array(knee.axis), w)
    np.testing.assert_allclose(np.array([x, y, z]), np.sin(angle / 2) * np.array(knee.axis), atol=1e-9)
    assert knee.low - 0.02 <= angle <= knee.high + 0.02


def test_nothing_asked_changes_nothing():
    t = tables(frame=20)
    before = t.targets.relative.copy()
    reach(t.skeletons, t.targets, FOOT["left"], (0.0, 0.0, 0.0))
    np.testing.assert_allclose(t.targets.relative, before, atol=1e-7)
