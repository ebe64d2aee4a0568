"""The camera operator against closed forms, and against people who move as they please: no picture, no GL."""

from __future__ import annotations

from math import exp, log, pi, tau

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from components.errors import InputError
from game.cameras.camera import SHOTS, Camera
from game.cameras.camera_operator import (
    ABOVE_GROUND,
    AROUND_BODIES,
    CAMERAS,
    CLOSE,
    FARTHEST,
    NEAREST,
    RATES,
    Operator,
    Places,
    clear_span,
    eased,
)

ASPECT = 16 / 9
DT = 1 / 60
BODY = np.random.default_rng(3).uniform([-0.3, -0.3, -1.0], [0.3, 0.3, 0.7], (20, 3))  # m, bones around a middle
BODY -= [*BODY[:, :2].mean(axis=0), 0.0]
quickly = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def flat(x, y):
    return 0.0


def people(*middles):
    """Somebody of 20 bones at each (x, y) or (x, y, z)."""
    bones = np.concatenate([BODY + [*middle, 1.0][:3] for middle in middles])
    return Places(bones, 20 * np.arange(len(middles) + 1))


def after(operator, seconds, places, rate=60):
    for _ in range(round(seconds * rate)):
        operator.update(1 / rate, places, ASPECT)
    return operator.camera


def settled(mode, places, ground=flat):
    operator = Operator(ground, mode)
    operator.update(DT, places, ASPECT)
    return operator


def numbers(camera):
    return [*camera.target, camera.yaw, camera.pitch, camera.distance]


def seen(camera, places):
    """(n, 2) from -1 to 1 inside the picture, and how far in front of the eye."""
    clip = np.column_stack([places, np.ones(len(places))]) @ camera.view_projection(ASPECT).T
    return clip[:, :2] / clip[:, 3:], clip[:, 3]


def all_inside(camera, places):
    where, before = seen(camera, places)
    return bool((np.abs(where) < 1.0).all() and (before > 0.0).all())


def turned_by(camera, other):
    return abs((camera.yaw - other.yaw + pi) % tau - pi)


# --- how it moves


@pytest.mark.parametrize("mode", CAMERAS)
def test_the_rate_of_the_pictures_makes_no_difference(mode):
    before, now = people((0.0, 0.0), (1.5, 0.0)), people((0.8, -1.0), (1.9, 0.9))
    slow, quick = (settled(mode, before) for _ in range(2))
    for operator in (slow, quick):
        operator.orbit(40, 25)
        operator.zoom(2)
    np.testing.assert_allclose(numbers(after(slow, 1, now, 60)), numbers(after(quick, 1, now, 120)), atol=1e-6)
    assert np.abs(np.subtract(numbers(slow.camera), numbers(settled(mode, before).camera))).max() > 0.05, "it moved"


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0])
def test_what_is_left_of_the_way_is_that_of_a_critically_damped_spring(seconds):
    rates = np.array([6.0, 2.0])
    state, _ = eased(np.array([1.0, -3.0]), np.zeros(2), np.zeros(2), rates, seconds)
    left = [(1 + rate * seconds) * exp(-rate * seconds) for rate in rates]
    np.testing.assert_allclose(state, [left[0], -3 * left[1]], atol=1e-12)


def test_the_target_lags_two_over_the_rate_behind_who_is_followed():
    operator = settled("follow", people((0.0, 0.0)))
    for i in range(1, 300):
        operator.update(DT, people((2.0 * i * DT, 0.0)), ASPECT)
    lag = 2.0 * 299 * DT - operator.camera.target[0]
    assert lag == pytest.approx(2.0 * 2 / RATES["follow"][0], rel=0.06)


def test_steps_do_not_shake_the_picture():
    """3 cm up and down twice a second, as in a walk."""
    operator = settled("follow", people((0.0, 0.0)))
    heights = []
    for i in range(240):
        operator.update(DT, people((0.0, 0.0, 1.0 + 0.03 * np.sin(tau * 2.0 * i * DT))), ASPECT)
        heights.append(operator.camera.target[2])
    assert np.ptp(heights[120:]) < 0.003


def test_a_fall_is_followed_half_way_and_not_at_once():
    operator = settled("follow", people((0.0, 0.0)))
    before = operator.camera.target[2]
    lying = people((0.0, 0.0, 0.2))
    operator.update(DT, lying, ASPECT)
    assert before - operator.camera.target[2] < 0.001
    assert before - after(operator, 5, lying).target[2] == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize("mode", ["free", *CAMERAS])
def test_choosing_a_mode_moves_nothing_yet(mode):
    places = people((0.0, 0.0), (1.5, 0.5))
    operator = settled("three_quarter", places)
    operator.orbit(100, -30)
    before = after(operator, 1, places)
    operator.choose(mode)
    np.testing.assert_allclose(numbers(operator.update(0.0, places, ASPECT)), numbers(before), atol=1e-6)


@pytest.mark.parametrize("mode", CAMERAS)
def test_a_cut_goes_where_gliding_ends(mode):
    places = people((3.0, 0.0), (4.0, 0.5))
    glided, cut = settled("side", people((0.0, 0.0), (1.0, 0.0))), settled("side", people((0.0, 0.0), (1.0, 0.0)))
    for operator in (glided, cut):
        operator.choose(mode)
    cut.cut()
    cut.update(0.0, places, ASPECT)
    np.testing.assert_allclose(numbers(after(glided, 20, places)), numbers(cut.camera), atol=1e-6)


# --- whom it sees


@quickly
@given(
    some.integers(0, 2**32 - 1),
    some.floats(0.0, 12.0),
    some.sampled_from([0.6, 1.0, ASPECT, 2.4]),
)
def test_no_motion_takes_a_fighter_out_of_the_picture(seed, speed, aspect):
    """Both run about at random and fling their limbs; every bone is inside, in every picture."""
    random = np.random.default_rng(seed)
    middles, ways = random.uniform(-3.0, 3.0, (2, 3)) * [1, 1, 0] + [0, 0, 1.0], np.zeros((2, 3))
    operator = Operator(flat, "fight")
    for _ in range(60):
        ways += random.normal(0.0, speed, (2, 3)) * 0.3
        ways *= min(1.0, speed / max(1e-9, np.abs(ways).max()))
        middles = np.clip(middles + ways * DT, [-10, -10, 0.2], [10, 10, 1.6])
        bones = (middles[:, None] + BODY * random.uniform(0.5, 1.5, (2, 20, 1))).reshape(-1, 3)
        bones[:, 2] = np.abs(bones[:, 2])
        camera = operator.update(DT, Places(bones, np.array([0, 20, 40])), aspect)
        clip = np.column_stack([bones, np.ones(40)]) @ camera.view_projection(aspect).T
        assert (np.abs(clip[:, :2]) < clip[:, 3:]).all()


def test_a_runner_stays_within_13_decimetres_of_the_target_and_in_the_picture():
    from game.world.simulation import Simulation

    with Simulation("stage", settings={"clip": "run"}) as simulation:
        tables = simulation.stage.tables
        operator = Operator(simulation.stage.engine.ground_height, "follow")
        for _ in range(180):
            simulation.tick(2)
            places = Places(tables.bones.position, tables.skeletons.first)
            camera = operator.update(DT, places, ASPECT)
            assert np.linalg.norm(camera.target - places.bones.mean(axis=0)) < 1.3
            assert all_inside(camera, places.bones)
        assert places.bones[0, 0] > 5.0, "it did run"


def test_any_set_can_be_kept_in_view_and_who_has_left_is_forgotten():
    crowd = people((0.0, 0.0), (1.0, 0.0), (8.0, 0.0), (9.0, 2.0))
    operator = settled("fight", crowd)
    assert all_inside(operator.camera, crowd.bones[:40]) and not all_inside(operator.camera, crowd.bones)
    operator.choose("fight", [0, 2, 3])
    camera = after(operator, 5, crowd)
    assert all_inside(camera, crowd.bones)
    operator.choose("follow", [3])
    np.testing.assert_allclose(after(operator, 5, crowd).target[:2], [9.0, 2.0], atol=1e-3)
    np.testing.assert_allclose(after(operator, 5, people((0.0, 0.0), (1.0, 0.0))).target[:2], [0.0, 0.0], atol=1e-3)


def test_everybody_comes_into_the_picture_and_the_direction_stays():
    crowd = people((0.0, 0.0), (1.0, 0.0), (12.0, 0.0), (9.0, 7.0))
    operator = settled("fight", crowd)
    before = operator.camera
    operator.frame_all()
    camera = after(operator, 5, crowd)
    assert all_inside(camera, crowd.bones)
    assert (camera.yaw, camera.pitch) == pytest.approx((before.yaw, before.pitch))


# --- from which side a fight is seen


def pair(heading, distance=1.5):
    half = 0.5 * distance * np.array([np.cos(heading), np.sin(heading)])
    return people(-half, half)


@pytest.mark.parametrize("heading", np.arange(0.0, tau, 0.4))
def test_a_fight_is_seen_across_the_line_between_the_two(heading):
    camera = settled("fight", pair(heading)).camera
    across = camera.axes[2, :2] / np.linalg.norm(camera.axes[2, :2])
    assert across @ [np.cos(heading), np.sin(heading)] == pytest.approx(0.0, abs=1e-9)


def test_two_who_change_places_do_not_turn_the_camera():
    operator = settled("fight", pair(0.3))
    before = operator.camera
    assert turned_by(after(operator, 3, pair(0.3 + pi)), before) < 1e-9


@pytest.mark.parametrize("turn", [1.4, -1.4])
def test_a_line_that_turns_takes_the_camera_along_the_short_way_and_gently(turn):
    operator = settled("fight", pair(0.0))
    yaws = [operator.camera.yaw]
    for _ in range(300):
        yaws.append(operator.update(DT, pair(turn), ASPECT).yaw)
    steps = np.diff(yaws) * np.sign(turn)
    assert steps.min() > -1e-9, "never back"
    assert steps.max() / DT < 1.4 * RATES["fight"][3] / exp(1) * 1.001, "a spring's greatest speed"
    assert yaws[-1] - yaws[0] == pytest.approx(turn, abs=0.01)


def test_two_who_circle_are_circled_and_never_seen_along_their_line():
    """At 0.4 rad/s; the camera is late by 2 / rate of its spring."""
    operator = settled("fight", pair(0.0))
    begin, late = operator.camera.yaw, 2 * 0.4 / RATES["fight"][3]
    for i in range(1, 1900):
        yaw = operator.update(DT, pair(0.4 * i * DT), ASPECT).yaw
        assert -1e-6 < 0.4 * i * DT - (yaw - begin) < 1.01 * late
    assert yaw - begin > 1.9 * tau
    operator.choose("side")
    assert abs(after(operator, 8, pair(0.0)).yaw - yaw) < pi, "and from there the short way"


@pytest.mark.slow
@quickly
@given(some.lists(some.floats(-pi, pi), min_size=20, max_size=60))
def test_however_the_line_jumps_about_the_camera_never_flips_to_the_other_side(headings):
    """A quarter of a turn is the most that any line is away, so that is the most there is to catch up with."""
    operator = settled("fight", pair(headings[0]))
    before = operator.camera
    for heading in headings:
        camera = operator.update(DT, pair(heading), ASPECT)
        assert turned_by(camera, before) < 0.1
        before = camera


def test_two_who_hold_each_other_do_not_spin_the_camera():
    operator = settled("fight", pair(0.0))
    before = operator.camera
    for i in range(120):
        operator.update(DT, pair(0.3 * i, 0.8 * CLOSE), ASPECT)
    assert turned_by(operator.camera, before) < 1e-6


# --- what the mouse does


@pytest.mark.parametrize("mode", CAMERAS)
def test_what_the_mouse_adds_stays_until_a_mode_is_chosen_again(mode):
    places = people((0.0, 0.0), (1.5, 0.0))
    operator = settled(mode, places)
    before = operator.camera
    operator.orbit(90, -36)
    operator.zoom(-2)
    after(operator, 3, places)
    moved = after(operator, 3, people((5.0, 0.0), (6.5, 0.0)))
    steepest = mode == "top"  # there it is as high as it goes
    assert moved.yaw - before.yaw == pytest.approx(-pi / 8, abs=1e-4)
    assert moved.pitch - before.pitch == pytest.approx(0.0 if steepest else pi / 20, abs=1e-4)
    assert log(moved.distance / before.distance) == pytest.approx(0.24, abs=1e-3)
    held = before.yaw if mode != "follow" else moved.yaw  # following has no side of its own
    operator.choose(mode)
    again = after(operator, 8, places)
    assert turned_by(again, Camera(yaw=held)) < 1e-3
    assert again.distance == pytest.approx(before.distance, rel=1e-3)


def test_what_is_panned_moves_as_many_pixels_as_the_mouse():
    places = people((0.0, 0.0))
    operator = settled("free", places)
    place = operator.camera.target[None]
    before = operator.camera.pixels(place, 1280, 720)
    operator.pan(130, 40)
    moved = after(operator, 3, places).pixels(place, 1280, 720) - before
    np.testing.assert_allclose(moved, [[130, -40]], atol=0.01)


def test_what_is_dragged_to_the_right_and_up_goes_there():
    places = people((0.0, 0.0))
    operator = settled("free", places)
    near = (operator.camera.target + 0.2 * operator.camera.axes[2])[None]  # on the side of the eye
    ((x, y),) = operator.camera.pixels(near, 1280, 720)
    operator.orbit(50, 20)
    ((x2, y2),) = after(operator, 3, places).pixels(near, 1280, 720)
    assert x2 > x and y2 < y


def test_the_wheel_ends_at_the_limits_and_comes_back_from_them_at_once():
    places = people((0.0, 0.0, 5.0))
    operator = settled("free", places)
    for steps, limit in ((-1000, FARTHEST), (1000, NEAREST)):
        operator.zoom(steps)
        end = after(operator, 3, places).distance
        assert end == pytest.approx(limit, rel=1e-6) or limit == NEAREST
        operator.zoom(-np.sign(steps) * 3)
        assert abs(log(after(operator, 3, places).distance / end)) > 0.1


# --- where it may not be


def waves(x, y):
    return 0.4 * np.sin(0.5 * x) + 0.2 * y


HANDS = some.one_of(
    some.tuples(some.just("orbit"), some.floats(-900, 900), some.floats(-900, 900)),
    some.tuples(some.just("pan"), some.floats(-900, 900), some.floats(-900, 900)),
    some.tuples(some.just("zoom"), some.floats(-30, 30)),
    some.tuples(some.just("choose"), some.sampled_from(["free", *CAMERAS])),
)


@quickly
@given(some.lists(HANDS, min_size=1, max_size=12), some.integers(0, 2**32 - 1))
def test_whatever_the_hand_does_the_eye_is_above_the_ground_and_in_nobody(moves, seed):
    random = np.random.default_rng(seed)
    middles = np.column_stack([random.uniform(-4, 4, (5, 2)), random.uniform(0.5, 2, 5)])
    places = people(*middles)
    operator = settled("fight", places, waves)
    for what, *how in moves:
        getattr(operator, what)(*how)
        for _ in range(6):
            camera = operator.update(0.05, places, ASPECT)
            assert np.isfinite(camera.eye).all()
            assert camera.eye[2] >= waves(*camera.eye[:2]) + ABOVE_GROUND - 1e-6
            assert np.linalg.norm(places.bones - camera.eye, axis=1).min() >= AROUND_BODIES - 1e-6


@pytest.mark.parametrize(("behind", "moved"), [(-0.2, 0.15), (0.2, -0.15)])
def test_a_camera_that_meets_somebody_goes_on_looking_along_the_same_line_from_the_nearer_side(behind, moved):
    operator = settled("side", people((0.0, 0.0)))
    free = operator.camera
    bone = free.eye + behind * free.axes[2]
    crowd = Places(np.concatenate([people((0.0, 0.0)).bones, bone[None]]), np.array([0, 20, 21]))
    operator.choose("free")
    camera = operator.update(DT, crowd, ASPECT)
    assert camera.distance - free.distance == pytest.approx(moved)
    assert (camera.yaw, camera.pitch) == (free.yaw, free.pitch)


def test_a_ray_is_clear_again_where_a_sphere_around_a_bone_ends():
    bones = np.array([[3.0, 0.0, 0.0], [3.4, 0.21, 0.0], [9.0, 0.0, 0.0]])
    low, high = clear_span(np.zeros(3), np.array([1.0, 0.0, 0.0]), 3.1, bones)
    assert (low, high) == pytest.approx((3.0 - AROUND_BODIES, 3.4 + (AROUND_BODIES**2 - 0.21**2) ** 0.5))
    assert clear_span(np.zeros(3), np.array([1.0, 0.0, 0.0]), 5.0, bones) == (5.0, 5.0)


def test_beside_a_platform_the_camera_does_not_dive_under_its_edge():
    def platform(x, y):
        return 0.0 if max(abs(x), abs(y)) < 2.0 else -1.0

    operator = settled("follow", people((0.0, 0.0)), platform)
    operator.orbit(0, 900)
    camera = after(operator, 3, people((0.0, 0.0)))
    assert platform(*camera.eye[:2]) == -1.0
    assert camera.eye[2] == pytest.approx(ABOVE_GROUND)


def test_a_mode_that_there_is_not_is_named():
    with pytest.raises(
        InputError, match=f"camera: must be one of {', '.join([*SHOTS, 'follow', 'fight'])}, not 'bird'"
    ):
        Operator(flat, "bird")
