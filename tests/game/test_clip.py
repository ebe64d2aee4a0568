"""Laws of clips: they start at the origin, are smooth, close their loops, stand on the floor, agree with themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import degrees
from pathlib import Path

import numpy as np
import pytest
from gathered import for_each

from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.rig import Rig
from game.base.paths import MOTIONS
from game.clips.clip import clip_info, clip_names, fit, mirrored
from game.clips.deepmimic import JOINTS, Capture, read_deepmimic
from game.clips.info import read_clips
from game.clips.poses import pose_capture
from game.clips.retarget import lowest_rows, place_rows, skeleton
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt

Turn = Array | tuple[float, float, float, float]
RIGS = ("boxer", "paper36")
NAMES = clip_names()
FILES = [name for name in NAMES if clip_info(name).file]
ON_EVERY_RIG = [(name, rig) for name in NAMES for rig in RIGS]


@cache
def rig_of(name: str) -> Rig:
    return load_rig(name)


def clip_of(name: str, rig: str = "boxer") -> Clip:
    return load_clip(name, rig_of(rig))


def loops() -> list[str]:
    return [name for name in NAMES if clip_of(name).looping]


def capture_of(name: str) -> Capture:
    if clip_info(name).pose:
        return pose_capture(clip_info(name).pose, rig_of("boxer"))
    return read_deepmimic(MOTIONS / clip_info(name).file)


def places_of(clip: Clip, rig: Rig) -> Array:
    body = skeleton(rig)
    return np.asarray(place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset))


def lowest_point(clip: Clip, rig: Rig) -> Array:
    """(n,) m, how high the lowest point of the body is above the floor."""
    body = skeleton(rig)
    shapes = body.shape_bone, body.shape_ends, body.shape_radius, body.shape_half
    return np.asarray(lowest_rows(clip.root_orientation, clip.relative, places_of(clip, rig), *shapes))


def angle(a: Turn, b: Turn) -> float:
    return float(qt.norm(qt.delta(a, b)))


def test_every_clip_that_was_promised_is_there() -> None:
    promised = "walk run jump cartwheel punch kick spinkick roll crawl dance_a dance_b spin backflip stand guard"
    assert {*promised.split(), "getup_faceup", "getup_facedown", "turn_left", "turn_right"} <= set(NAMES)


def test_an_unknown_clip_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(InputError, match=r"no clip 'fly' in clips.toml; there are .*walk"):
        load_clip("fly", rig_of("boxer"))


def test_a_clip_is_loaded_once() -> None:
    assert clip_of("walk") is clip_of("walk")


@for_each("name, rig", ON_EVERY_RIG)
def test_a_clip_agrees_with_itself(name: str, rig: str) -> None:
    clip, bones = clip_of(name, rig), rig_of(rig).bones
    n, b = clip.frames, len(bones)
    shapes = {"root_position": (n, 3), "root_orientation": (n, 4), "root_spin": (n, 3), "relative": (n, b, 4)}
    shapes |= {"relative_spin": (n, b, 3), "joint": (n, b, 4), "joint_spin": (n, b, 3), "loop_travel": (3,)}
    for field, shape in shapes.items():
        values = getattr(clip, field)
        assert values.shape == shape
        assert values.flags.c_contiguous and not values.flags.writeable
        assert np.isfinite(values).all()
    for field in ("root_orientation", "relative", "joint"):
        np.testing.assert_allclose(np.linalg.norm(getattr(clip, field), axis=-1), 1.0, atol=1e-9)
    np.testing.assert_allclose(clip.relative[:, 0], np.tile([0.0, 0.0, 0.0, 1.0], (n, 1)))
    np.testing.assert_array_equal(clip.joint[:, 0], clip.root_orientation)
    for k in (0, n // 2, n - 1):
        for i in range(1, b):
            again = qt.mul(clip.relative[k, bones[i].parent], clip.joint[k, i])
            assert angle(again, clip.relative[k, i]) < 1e-9


@for_each("name", NAMES)
def test_a_clip_starts_at_the_origin_and_faces_forward(name: str) -> None:
    clip, info = clip_of(name), clip_info(name)
    np.testing.assert_allclose(clip.root_position[0, :2], 0.0, atol=1e-12)
    if name in FILES:
        assert qt.heading(clip.root_orientation[0]) == pytest.approx(info.facing, abs=1e-9)


@for_each("name", NAMES)
def test_turning_by_its_spin_for_a_tick_leads_to_the_next_frame(name: str) -> None:
    clip = clip_of(name)
    for k in range(0, clip.frames - 1, 7):
        turned = qt.mul(qt.from_rotvec(clip.root_spin[k] / TICKS_PER_S), clip.root_orientation[k])
        assert angle(turned, clip.root_orientation[k + 1]) < 1e-8
        for i in range(clip.relative.shape[1]):
            turned = qt.mul(qt.from_rotvec(clip.relative_spin[k, i] / TICKS_PER_S), clip.relative[k, i])
            assert angle(turned, clip.relative[k + 1, i]) < 1e-8
            turned = qt.mul(clip.joint[k, i], qt.from_rotvec(clip.joint_spin[k, i] / TICKS_PER_S))
            assert angle(turned, clip.joint[k + 1, i]) < 1e-8


@for_each("name", loops)
def test_the_last_spin_of_a_loop_leads_to_its_first_frame_turned_on(name: str) -> None:
    clip = clip_of(name)
    turned = qt.mul(qt.from_rotvec(clip.root_spin[-1] / TICKS_PER_S), clip.root_orientation[-1])
    assert angle(turned, qt.mul(qt.about_z(clip.loop_turn), clip.root_orientation[0])) < 1e-8
    for i in range(clip.relative.shape[1]):
        turned = qt.mul(qt.from_rotvec(clip.relative_spin[-1, i] / TICKS_PER_S), clip.relative[-1, i])
        assert angle(turned, clip.relative[0, i]) < 1e-8


@for_each("name", lambda: sorted({*NAMES} - {*loops()}))
def test_a_clip_that_ends_comes_to_rest(name: str) -> None:
    clip = clip_of(name)
    for spin in (clip.root_spin, clip.relative_spin, clip.joint_spin):
        assert not spin[-1].any()
    assert np.linalg.norm(clip.joint_spin[-2], axis=1).max() < 0.5
    assert not clip.loop_travel.any()
    assert clip.loop_turn == 0.0


def test_a_knee_passes_through_the_captured_angles() -> None:
    capture = capture_of("walk")
    clip = fit(capture, rig_of("boxer"), replace(clip_info("walk"), plant=False))  # planted feet bend the knees anew
    bone, joint = rig_of("boxer").index("left_shin"), JOINTS.index("left_knee")
    ticks = clip.frames / (len(capture.times) - 1)
    assert ticks == 4.0
    for key in range(22):  # before the seam is bent
        assert angle(clip.joint[4 * key, bone], capture.rotation[key, joint]) < 1e-9


def test_the_bones_of_a_chain_turn_by_the_whole_captured_rotation() -> None:
    capture = capture_of("cartwheel")
    for rig in map(rig_of, RIGS):
        clip = load_clip("cartwheel", rig)
        for key in (0, 40, 80, 120):
            k = round(capture.times[key] * TICKS_PER_S)
            for source, side, until in (("chest", "", "left_clavicle"), ("shoulder", "left", "left_forearm")):
                turn: Turn = qt.IDENTITY
                for i in range(rig.index(until)):
                    if rig.bones[i].source == source and rig.bones[i].side == side:
                        turn = qt.mul(turn, clip.joint[k, i])
                captured = capture.rotation[key, JOINTS.index(f"{side}_{source}".lstrip("_"))]
                assert angle(turn, captured) < 0.02


@for_each("name, rig", ON_EVERY_RIG)
def test_nothing_reaches_below_the_floor(name: str, rig: str) -> None:
    low = lowest_point(clip_of(name, rig), rig_of(rig))
    assert low.min() > (-0.01 if clip_info(name).carry else -0.005)
    assert np.percentile(low, 5) < 0.01


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("name", ["walk", "walk_mirrored", "turn_left", "turn_right", "stand", "guard"])
def test_a_foot_of_a_walker_always_touches(name: str, rig: str) -> None:
    assert lowest_point(clip_of(name, rig), rig_of(rig)).max() < 0.01


def test_a_jump_leaves_the_floor() -> None:
    for name, height in (("jump", 0.15), ("run", 0.05), ("backflip", 0.5), ("spinkick", 0.5)):
        assert lowest_point(clip_of(name), rig_of("boxer")).max() > height


def test_walking_and_running_go_straight_as_far_as_was_captured() -> None:
    for name, low, high in (("walk", 0.9, 1.2), ("run", 3.0, 3.5)):
        clip, capture = clip_of(name), capture_of(name)
        captured = capture.position[-1, 0] - capture.position[0, 0]
        ratio = skeleton(rig_of("boxer")).leg / capture.leg
        assert clip.loop_travel[0] == pytest.approx(clip_info(name).stride * ratio * captured, rel=0.01)
        assert abs(clip.loop_travel[1]) < 0.03 * clip.loop_travel[0]
        assert low < clip.loop_travel[0] / (clip.frames / TICKS_PER_S) < high
        assert clip.loop_turn == 0.0
    assert degrees(clip_of("turn_left").loop_turn) > 20.0
    assert degrees(clip_of("turn_right").loop_turn) < -20.0


def test_knees_bend_backward_and_elbows_forward_in_every_clip() -> None:
    rig = rig_of("boxer")
    for name in NAMES:
        clip = clip_of(name)
        for side in ("left", "right"):
            shin, forearm = clip.joint[:, rig.index(f"{side}_shin")], clip.joint[:, rig.index(f"{side}_forearm")]
            assert (shin[:, 1] * shin[:, 3] > -0.15).all()
            assert (forearm[:, 1] * forearm[:, 3] < 0.05).all()


def test_standing_clips_are_upright_and_lying_ones_are_not() -> None:
    for name in ("stand", "guard", "walk", "run", "punch"):
        assert clip_of(name).upright.all()
    for name in ("getup_faceup", "getup_facedown"):
        assert not clip_of(name).upright[0]
        assert clip_of(name).upright[-1]


@pytest.mark.parametrize("name", ["walk", "turn_left", "cartwheel", "guard"])
def test_mirrored_twice_is_the_same_again(name: str) -> None:
    rig, clip = rig_of("boxer"), clip_of(name)
    once = mirrored(clip, rig, "once")
    again = mirrored(once, rig, name)
    for field in ("root_position", "root_orientation", "root_spin", "relative", "relative_spin", "joint", "joint_spin"):
        np.testing.assert_array_equal(getattr(again, field), getattr(clip, field))
    np.testing.assert_array_equal(again.loop_travel, clip.loop_travel)
    assert (again.loop_turn, once.loop_turn) == (clip.loop_turn, -clip.loop_turn)
    left, right = rig.index("left_hand"), rig.index("right_hand")
    reflected = places_of(once, rig)[:, left] * [1.0, -1.0, 1.0]
    np.testing.assert_allclose(reflected, places_of(clip, rig)[:, right], atol=1e-9)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[walk]\nfile = "a.txt"\nspeed = 2\n', "line 3, walk.speed: "),
        ('[walk]\nfile = "a.txt"\nrate = -1\n', "line 3, walk.rate: "),
        ('[walk]\nfile = "a.txt"\nfloor = "moon"\n', "line 3, walk.floor: "),
        (
            '[walk]\nfile = "humanoid3d_walk.txt"\nroot_limit = 900\n',
            "line 1, walk: root_break 600 is below root_limit 900",
        ),
        ("[walk]\nrate = 1\n", "line 1, walk: needs exactly one of file, pose, moves and mirror"),
        ('[walk]\nmirror = "wlak"\n', "line 2, walk.mirror: there is no clip 'wlak', did you mean walk"),
        ('[walk]\nfile = "a.txt"\n', "line 2, walk.file: there is no file 'a.txt' in data/motions"),
        ('[a]\nfile = "humanoid3d_walk.txt"\n[b]\nmirror = "a"\nloop = true\n', "line 5, b.loop: a mirrored clip"),
        ("walk = 3\n", "line 1, walk: "),
        ("[walk\n", "line 1"),
    ],
)
def test_a_mistake_in_the_list_of_clips_is_said_with_file_line_and_key(
    content: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "clips.toml"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        read_clips(path)
    assert "clips.toml: " in str(caught.value)
    assert message in str(caught.value)
