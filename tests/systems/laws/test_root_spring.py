"""The weak root spring against eqs. 6 to 8 of Dynamo, and the meathook it replaces."""

from __future__ import annotations

from collections import namedtuple
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from raw import p

from components.clock import DT
from components.settings import Root
from systems.kernels.codes import code
from systems.kernels.giving_way import give_way_outside, hold_drive
from systems.laws.root import FADE_S, HOOK_FARTHEST, HOOK_STIFFNESS, fade_limits, root_drive

K1, K2, K_L, K_U, K_AIR = 700.0, 50.0, 90.0, 300.0, 0.4
angle = st.floats(-3.0, 3.0)
part = st.floats(-1.0, 1.0)
some = settings(max_examples=80, deadline=None)
MODES = namedtuple(
    "MODES", "root root_limit root_break root_air root_stiffness root_damping heading_hold authority grip touching"
)
SKELETONS = namedtuple("SKELETONS", "first total_mass")
BONES = namedtuple("BONES", "orientation spin")
TARGETS = namedtuple("TARGETS", "root_orientation root_spin")
DRIVES = namedtuple("DRIVES", "torque gain unscaled broken most")


def about(axis, radians):
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return np.array([*(np.sin(radians / 2) * axis), np.cos(radians / 2)])


def times(a, b):
    a, b = np.array(a, float), np.array(b, float)
    return np.array([*(a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])), a[3] * b[3] - a[:3] @ b[:3]])


def drive(actual, spin=(0, 0, 0), target=(0, 0, 0, 1), target_spin=(0, 0, 0), root=Root.WEAK, **changes):
    """Torque, unscaled size and broken, of one body."""
    one = {
        "root": code(root), "root_limit": K_L, "root_break": K_U, "root_air": K_AIR, "root_stiffness": K1,
        "root_damping": K2, "heading_hold": 0.0, "authority": 1.0, "grip": 1.0, "touching": True,
    } | changes  # fmt: skip
    modes = MODES(**{name: np.array([one[name]]) for name in MODES._fields})
    skeletons = SKELETONS(np.array([0, 1]), np.array([75.0]))
    bones = BONES(np.array([actual], float), np.array([spin], float))
    targets = TARGETS(np.array([target], float), np.array([target_spin], float))
    drives = DRIVES(np.full((1, 3), 7.0), np.full((1, 3, 3), 7.0), np.full(1, 7.0), np.array([True]), np.full(1, 7.0))
    root_drive(skeletons, bones, targets, modes, DT, drives)
    return SimpleNamespace(
        torque=drives.torque[0],
        gain=drives.gain[0],
        unscaled=drives.unscaled[0],
        broken=bool(drives.broken[0]),
        most=drives.most[0],
        drives=drives,
    )


def applied(got, acceleration):
    """What the root gets when the step foreseen turns it by `acceleration` (rad/s2)."""
    a = np.array(acceleration, float)
    hold_drive(got.drives, 0, 0, a)
    out = got.drives.torque[0].copy()
    give_way_outside(got.drives, 0, 0, a, out)
    return out


@some
@given(lean=st.floats(0.001, 0.12), way=angle, yaw=angle)
def test_below_the_limit_it_is_k1_times_the_lean_against_it(lean, way, yaw):
    """A body that faces anywhere and leans `lean` about a level axis."""
    axis = np.array([np.cos(way), np.sin(way), 0.0])
    got = drive(times(about(axis, lean), about((0, 0, 1), yaw)))
    assert np.allclose(got.torque, -K1 * lean * axis, atol=1e-6)
    assert not got.broken


@some
@given(spin=st.tuples(part, part, part), wanted=st.tuples(part, part, part))
def test_upright_it_is_k2_times_the_spin_that_is_missing_without_its_part_about_gravity(spin, wanted):
    lag = np.subtract(wanted, spin)
    expected = K2 * lag * (1, 1, 0)
    size = np.linalg.norm(expected)
    if size >= K_L:
        expected *= K_L / size
    got = drive((0, 0, 0, 1), spin=spin, target_spin=wanted)
    assert np.allclose(got.torque, expected, atol=1e-9)
    assert got.unscaled == pytest.approx(size, abs=1e-9)


@some
@given(
    st.tuples(part, part, part, part).filter(lambda q: np.linalg.norm(q) > 0.1),
    st.tuples(part, part, part),
    st.booleans(),
)
def test_it_never_turns_the_body_about_gravity_nor_exceeds_its_limit(q, spin, touching):
    got = drive(np.array(q) / np.linalg.norm(q), spin=10 * np.array(spin), touching=touching)
    assert got.torque[2] == 0.0
    assert np.linalg.norm(got.torque) <= (1.0 if touching else K_AIR) * K_L * (1 + 1e-12)


@some
@given(
    st.tuples(part, part, part, part).filter(lambda q: np.linalg.norm(q) > 0.1),
    st.tuples(part, part, part),
    st.tuples(part, part, part),
    st.floats(0.0, 1.0),
    st.booleans(),
)
def test_nor_does_what_is_left_of_it_in_any_step_exceed_its_limit(q, spin, acceleration, authority, touching):
    """Giving way may turn it round, but not make it stronger than k_L, k_air k_L in the air, nor about gravity."""
    q = np.array(q) / np.linalg.norm(q)
    got = drive(q, spin=10 * np.array(spin), touching=touching, authority=authority)
    left = applied(got, 1e4 * np.array(acceleration))
    assert left[2] == 0.0
    assert np.linalg.norm(left) <= authority * (1.0 if touching else K_AIR) * K_L * (1 + 1e-9)


@some
@given(spin=st.tuples(part, part, part), acceleration=st.tuples(part, part, part))
def test_its_damping_is_that_of_the_end_of_the_step(spin, acceleration):
    """Within k_L: k1 e + k2 (w_d - w') with the spin w' after the step, not about gravity."""
    spin, acceleration = 0.3 * np.array(spin), 30 * np.array(acceleration)
    lean = about((1, 0.5, 0), 0.05)
    after = drive(lean, spin=spin + DT * acceleration)
    expected = after.torque
    assert after.unscaled < K_L
    assert np.allclose(applied(drive(lean, spin=spin), acceleration), expected, atol=1e-9)


@pytest.mark.parametrize(("authority", "touching", "share"), [(1.0, True, 1.0), (0.3, True, 0.3), (1.0, False, K_AIR)])
@pytest.mark.parametrize("lean", [0.05, 0.3])
def test_its_giving_way_is_scaled_as_it_is(lean, authority, touching, share):
    """Clamped to k_L, scaled by authority and air: dt k2 of the share of t' that is asked for, on level axes alone."""
    got = drive(about((0, 1, 0), lean), authority=authority, touching=touching)
    expected = share * min(1.0, K_L / (K1 * lean)) * DT * K2
    assert np.allclose(got.gain, np.diag([expected, expected, 0.0]))


def test_what_is_broken_or_free_does_not_give_way_either():
    for got in (
        drive(about((0, 1, 0), 2 * K_U / K1), heading_hold=60.0),
        drive(about((0, 1, 0), 0.1), root=Root.FREE, heading_hold=60.0),
    ):
        assert not applied(got, (30.0, -20.0, 10.0)).any()


def test_the_limit_of_the_weak_spring_is_none_of_the_meathook():
    """Whatever k_L says, in a step that turns nothing all that it asks for is applied."""
    got = drive(about((0, 1, 0), 0.1), root=Root.MEATHOOK, root_limit=1.0)
    assert np.linalg.norm(got.torque) > 100.0
    assert np.allclose(applied(got, (0.0, 0.0, 0.0)), got.torque)


@pytest.mark.parametrize("way", [0.0, 1.0, 4.0])
def test_between_its_limits_it_is_exactly_k_l(way):
    axis = np.array([np.cos(way), np.sin(way), 0.0])
    for size in (K_L * 1.001, 0.5 * (K_L + K_U), K_U * 0.999):
        got = drive(about(axis, size / K1))
        assert np.linalg.norm(got.torque) == pytest.approx(K_L, rel=1e-12)
        assert np.allclose(got.torque, -K_L * axis, atol=1e-6)
        assert not got.broken


def test_a_broken_root_spring_applies_no_torque():
    for size in (K_U * 1.0001, 2 * K_U, 3.0 * K1):
        got = drive(about((0, 1, 0), size / K1))
        assert got.broken
        assert not got.torque.any()
        assert not got.gain.any()


def test_at_exactly_k_u_it_is_broken():
    got = drive((0, 0, 0, 1), spin=(2.0, 0, 0), root_damping=K_U / 2.0)
    assert got.unscaled == K_U
    assert got.broken
    assert not got.torque.any()


def test_a_broken_root_spring_does_not_hold_the_heading_either():
    """Nothing from outside may turn a body whose spring to the world is broken (eq. 8: 0)."""
    got = drive(times(about((0, 1, 0), 1.2), about((0, 0, 1), 0.5)), heading_hold=60.0)
    assert got.broken
    assert not got.torque.any()


def test_a_small_authority_does_not_hide_a_break():
    """k_U is compared with the torque before stun scales it: at 0.1 the scaled one would be below k_U."""
    got = drive(about((0, 1, 0), 1.5 * K_U / K1), authority=0.1)
    assert got.unscaled == pytest.approx(1.5 * K_U)
    assert got.broken
    assert not got.torque.any()


def test_nor_does_being_in_the_air():
    assert drive(about((0, 1, 0), 1.5 * K_U / K1), touching=False).broken


@pytest.mark.parametrize("lean", [0.05, 0.3])
def test_it_is_scaled_by_authority_and_by_k_air_without_touch(lean):
    whole = drive(about((0, 1, 0), lean)).torque
    assert np.allclose(drive(about((0, 1, 0), lean), authority=0.3).torque, 0.3 * whole)
    assert np.allclose(drive(about((0, 1, 0), lean), touching=False).torque, K_AIR * whole)
    assert np.allclose(drive(about((0, 1, 0), lean), touching=False, authority=0.3).torque, 0.3 * K_AIR * whole)
    assert not drive(about((0, 1, 0), lean), touching=False, root_air=0.0).torque.any()


@pytest.mark.bullet
@some
@given(lean=st.floats(0.0, 0.35), way=angle, target_lean=st.floats(0.0, 0.3), yaw=angle)
def test_a_turn_of_the_whole_body_turns_the_torque_with_it_and_changes_nothing_else(lean, way, target_lean, yaw):
    actual = about((np.cos(way), np.sin(way), 0), lean)
    target = about((0, 1, 0), target_lean)
    plain, turned = drive(actual, target=target), drive(times(about((0, 0, 1), yaw), actual), target=target)
    r = np.array(p.getMatrixFromQuaternion(about((0, 0, 1), yaw))).reshape(3, 3)
    assert np.allclose(turned.torque, r @ plain.torque, atol=1e-6)
    assert turned.unscaled == pytest.approx(plain.unscaled, abs=1e-6)


@some
@given(yaw=angle, lean=st.floats(-0.3, 0.3))
def test_a_body_that_leans_as_its_clip_does_is_left_alone_wherever_it_faces(yaw, lean):
    target = about((0, 1, 0), lean)
    got = drive(times(about((0, 0, 1), yaw), target), target=target)
    assert np.allclose(got.torque, 0.0, atol=1e-6)


def test_the_free_root_gets_nothing():
    got = drive(about((1, 0.4, 0), 0.3), spin=(1, 2, 3), root=Root.FREE, heading_hold=60.0)
    assert not got.torque.any()
    assert not got.gain.any()
    assert not got.broken


@some
@given(st.tuples(part, part, part, part).filter(lambda q: np.linalg.norm(q) > 0.1), st.tuples(part, part, part))
def test_the_meathook_never_breaks_and_pulls_against_every_error(q, spin):
    q = np.array(q) / np.linalg.norm(q)
    got = drive(q, spin=20 * np.array(spin), root=Root.MEATHOOK)
    assert not got.broken
    q *= 1.0 if q[3] >= 0.0 else -1.0
    size = 2 * np.arctan2(np.linalg.norm(q[:3]), q[3])
    still = drive(q, root=Root.MEATHOOK).torque
    if size < 3.14:  # half a turn has two ways back
        axis = q[:3] / max(1e-9, np.linalg.norm(q[:3]))
        assert np.allclose(still, -HOOK_STIFFNESS * min(size, HOOK_FARTHEST) * axis, atol=1e-6 * HOOK_STIFFNESS)


def test_the_meathook_is_stiff():
    """A lean that a standing body's weak spring meets with its 150 N m at the most is held with several times that."""
    assert np.linalg.norm(drive(about((0, 1, 0), 0.15), root=Root.MEATHOOK).torque) > 5 * 150.0


def test_the_meathook_also_holds_the_heading():
    assert drive(about((0, 0, 1), 0.2), root=Root.MEATHOOK).torque[2] < -100.0


@some
@given(error=st.floats(-3.0, 3.0), spin=st.floats(-5, 5), authority=st.floats(0, 1))
def test_the_heading_hold_turns_about_the_vertical_alone_and_within_its_limit(error, spin, authority):
    got = drive(about((0, 0, 1), -error), spin=(0, 0, spin), heading_hold=40.0, authority=authority, root_damping=0.0)
    assert np.allclose(got.torque[:2], 0.0, atol=1e-9)
    assert abs(got.torque[2]) <= 40.0 * authority + 1e-9
    if spin * error <= 0.0 and abs(error) > 0.01:
        assert got.torque[2] * error >= 0.0


def test_a_weak_spring_that_stays_whole_keeps_a_pushed_body_up_and_a_broken_one_lets_it_fall(simulation):
    """In the whole: k_U below what standing needs, and the body falls."""
    falls = {}
    for k_u in (0.5, 1e5):
        sim = simulation(
            "stage", settings={"root_limit": 150.0 if k_u > 150 else 0.4, "root_break": k_u, "get_up": False}
        )
        sim.throw("crate", "red", speed=3.0)
        sim.run(3.0)
        falls[k_u] = sim.report()["characters"]["red"]["upright_s"]
    assert falls[0.5] < falls[1e5]


# --- limits that fade

LIMITS = namedtuple("LIMITS", "root_limit limit_wanted root_break break_wanted")


def faded(limit, to, steps):
    """k_L and k_U of two bodies: one goes to `to`, the other has it already."""
    modes = LIMITS(*(np.array(pair, float) for pair in ((limit, to), (to, to), (3 * limit, 3 * to), (3 * to, 3 * to))))
    for _ in range(steps):
        fade_limits(modes, DT)
    return modes


def test_a_weaker_clips_limits_are_faded_to_within_half_a_second():
    """A lag of 0.5 s: after n steps what is left of the way is (1 - dt / 0.5)^n, after half a second 36 %."""
    for steps in (1, 12, 60, 240):
        modes, left = faded(600.0, 150.0, steps), (1.0 - DT / FADE_S) ** steps
        assert modes.root_limit == pytest.approx([150.0 + 450.0 * left, 150.0], rel=1e-12)
        assert modes.root_break == pytest.approx([450.0 + 1350.0 * left, 450.0], rel=1e-12)


def test_a_stronger_clips_limits_are_there_at_once():
    modes = faded(150.0, 600.0, 1)
    assert modes.root_limit.tolist() == [600.0, 600.0] and modes.root_break.tolist() == [1800.0, 1800.0]


def test_a_chosen_limit_is_there_at_once_and_the_clips_own_comes_back_by_fading(simulation):
    sim = simulation("stage", settings={"clip": "run"})
    sim.run(0.1)
    modes, strong = sim.stage.tables.modes, float(sim.stage.tables.modes.root_limit[0])
    assert strong == sim.stage.clips.limits("run").root_limit
    sim.characters["red"].set("root_limit", 40.0)
    sim.tick()
    assert modes.root_limit[0] == 40.0
    sim.characters["red"].set("root_limit", 900.0)
    sim.tick()
    assert modes.root_limit[0] == 900.0
    sim.characters["red"].set("root_limit", None)
    sim.tick()
    assert modes.root_limit[0] == pytest.approx(900.0 + (strong - 900.0) * DT / FADE_S)


def test_a_clip_that_begins_brings_its_limits_in_the_same_tick(simulation):
    sim = simulation("stage", settings={"clip": "stand"})
    sim.run(0.1)
    sim.characters["red"].play("run", frame=0)  # at once: a change of speed has limits of its own meanwhile
    sim.tick()
    assert sim.stage.tables.modes.root_limit[0] == sim.stage.clips.limits("run").root_limit
