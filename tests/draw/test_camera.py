"""Cameras against closed forms: no picture, no GL."""

from __future__ import annotations

from dataclasses import replace
from math import pi, radians, tan

import numpy as np
import pytest

from components.errors import InputError
from game.cameras.camera import FLESH, MARGIN, SHOTS, Camera, aside, camera_named, perspective

ASPECT = 16 / 9
RANDOM = np.random.default_rng(5)


def random_camera():
    yaw, pitch = RANDOM.uniform(-pi, pi), RANDOM.uniform(-1.5, 1.5)
    return Camera(RANDOM.normal(size=3), RANDOM.uniform(1.0, 20.0), yaw, pitch, RANDOM.uniform(10.0, 100.0))


def clip(matrix, place):
    out = matrix @ [*place, 1.0]
    return out[:3] / out[3]


def test_at_yaw_0_the_eye_is_in_front_of_whoever_faces_x():
    camera = Camera(np.array([1.0, 2.0, 0.5]), distance=5.0, yaw=0.0, pitch=0.0)
    np.testing.assert_allclose(camera.eye, [6.0, 2.0, 0.5])
    np.testing.assert_allclose(camera.axes, [[0, 1, 0], [0, 0, 1], [1, 0, 0]], atol=1e-15)


def test_a_view_turns_and_shifts_without_stretching_or_mirroring():
    for _ in range(20):
        view = random_camera().view()
        np.testing.assert_allclose(view[:3, :3] @ view[:3, :3].T, np.eye(3), atol=1e-12)
        assert np.linalg.det(view[:3, :3]) == pytest.approx(1.0)


def test_the_target_is_straight_ahead_at_the_distance():
    for _ in range(20):
        camera = random_camera()
        np.testing.assert_allclose(camera.view() @ [*camera.target, 1.0], [0, 0, -camera.distance, 1.0], atol=1e-9)


@pytest.mark.parametrize(("depth", "expected"), [(0.2, -1.0), (50.0, 1.0)])
def test_near_and_far_planes_go_to_minus_1_and_1(depth, expected):
    assert clip(perspective(40.0, ASPECT, 0.2, 50.0), [0.0, 0.0, -depth])[2] == pytest.approx(expected)


def test_the_pictures_edges_are_at_half_the_angle_of_view():
    camera = Camera(np.zeros(3), 5.0, 0.0, 0.0, 40.0)
    high = 5.0 * tan(radians(20.0))
    assert clip(camera.view_projection(ASPECT), [0.0, 0.0, high])[1] == pytest.approx(1.0)
    assert clip(camera.view_projection(ASPECT), [0.0, high * ASPECT, 0.0])[0] == pytest.approx(1.0)


def test_left_of_who_faces_the_camera_is_right_on_the_picture_and_up_is_up():
    x, y = Camera(np.zeros(3)).pixels(np.array([[0.0, 0.3, 0.3]]), 640, 360)[0]
    assert x > 320 and y < 180


def test_a_ray_through_a_pixel_goes_through_the_place_seen_there():
    for _ in range(20):
        camera = random_camera()
        place = camera.target + 0.2 * RANDOM.normal(size=3)
        ((x, y),) = camera.pixels(place[None], 640, 360)
        way = place - camera.eye
        np.testing.assert_allclose(camera.ray(x, y, 640, 360), way / np.linalg.norm(way), atol=1e-9)


@pytest.mark.parametrize("name", SHOTS)
@pytest.mark.parametrize("aspect", [0.6, 1.0, ASPECT])
def test_every_named_shot_holds_all_characters(name, aspect):
    roots = np.array([[0.0, 0.0, 1.0], [3.0, 1.0, 1.0], [-2.0, -4.0, 0.3]])
    places = (roots[:, None] + RANDOM.uniform(-0.9, 0.9, (3, 20, 3))).reshape(-1, 3)
    camera = camera_named(name, places, aspect)
    seen = np.array([clip(camera.view_projection(aspect), place) for place in places])
    assert np.abs(seen).max() < 1.0
    assert np.abs(seen[:, :2]).max() > 0.5, "and they fill it"


def test_framing_one_point_is_as_far_as_flesh_and_margin_say():
    camera = Camera(fov_deg=40.0).framing(np.array([[1.0, 2.0, 3.0]]), 2.0)
    np.testing.assert_allclose(camera.target, [1.0, 2.0, 3.0])
    assert camera.distance == pytest.approx(MARGIN * FLESH / tan(radians(20.0)))


def test_looking_straight_down_x_is_to_the_right():
    camera = camera_named("top", np.array([[0.0, 0.0, 1.0]]), ASPECT)
    np.testing.assert_allclose(camera.axes, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], atol=1e-12)


def test_from_the_distance_that_is_needed_the_outermost_place_is_just_in_the_picture():
    for _ in range(20):
        camera = random_camera()
        places = camera.target + RANDOM.uniform(-0.5, 0.5, (30, 3))
        camera = replace(camera, distance=camera.needed(places, ASPECT))
        x, y = np.array([clip(camera.view_projection(ASPECT), place)[:2] for place in places]).T
        away = -(camera.view() @ np.column_stack([places, np.ones(30)]).T)[2]  # m from the eye, along the view
        high = FLESH / (away * tan(radians(camera.fov_deg) / 2))  # how large the flesh is in the picture
        assert np.maximum(np.abs(x) + high / ASPECT, np.abs(y) + high).max() == pytest.approx(1.0)


def test_a_camera_that_is_not_there_is_named():
    with pytest.raises(InputError, match="camera: must be one of front, side"):
        camera_named("bird", np.zeros((1, 3)), 1.0)


@pytest.mark.parametrize("share", [0.0, 0.34, 0.7])
def test_what_is_looked_at_lies_aside_by_a_share_of_half_the_width(share):
    camera = Camera(distance=6.0, yaw=0.7, pitch=0.2)
    (pixel,) = aside(camera, 1280 / 720, share).pixels(np.array([camera.target]), 1280, 720)
    np.testing.assert_allclose(pixel, [640.0 * (1.0 + share), 360.0], atol=1e-6)
