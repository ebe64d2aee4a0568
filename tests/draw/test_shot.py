"""Pictures, 160 x 120: that they show what is there, and the same for the same call. They need GL, and fail without."""

from __future__ import annotations

import os
import subprocess
import sys

import esper
import numpy as np
import pytest

from components.errors import InputError
from game.camera import Camera, camera_named
from game.shot import picture, shot
from systems.draw.quality import PRESETS, quality_named

SIZE = (160, 120)
LOW = quality_named("low")
VIEW = Camera(np.array([0.0, 0.0, 0.9]), 5.0, -0.8, 0.35, 30.0)


def bones(simulation):
    return simulation.stage.tables.bones.position


def without_body(simulation, quality=LOW, view=VIEW):
    """The same scene, with its one character far below the floor and far away."""
    place = bones(simulation)
    kept = place.copy()
    place[:, 2] -= 500.0
    try:
        return picture(simulation, SIZE, quality, view).astype(int)
    finally:
        place[:] = kept


@pytest.mark.parametrize("quality", PRESETS)
def test_two_shots_of_the_same_moment_are_equal_byte_for_byte(tmp_path, quality):
    for name in ("a", "b"):
        shot("stage", 0.3, tmp_path / name, SIZE, quality, settings={"clip": "walk", "ground": "tiles"}, seed=4)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_shot_is_the_same_in_another_process(tmp_path):
    code = "import sys; from game.shot import shot; shot('stage', 0.1, sys.argv[1], (160, 120), 'low')"
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "other.png")], check=True)
    shot("stage", 0.1, tmp_path / "here.png", SIZE, "low")
    assert (tmp_path / "other.png").read_bytes() == (tmp_path / "here.png").read_bytes()


def test_another_moment_is_another_picture(tmp_path):
    first = shot("stage", 0.0, tmp_path / "a.png", SIZE, "low", settings={"clip": "walk"}).read_bytes()
    assert shot("stage", 0.5, tmp_path / "b.png", SIZE, "low", settings={"clip": "walk"}).read_bytes() != first


def test_a_body_is_seen_where_the_projection_of_its_bones_says(standing):
    difference = np.abs(picture(standing, SIZE, LOW, VIEW).astype(int) - without_body(standing)).max(axis=-1)
    changed = difference > 12
    for x, y in np.floor(VIEW.pixels(bones(standing), *SIZE)).astype(int):
        assert changed[y, x], f"nothing is drawn at ({x}, {y})"
    ys, xs = np.nonzero(changed)
    seen = VIEW.pixels(bones(standing), *SIZE)
    assert seen[:, 1].min() - 12 < ys.min() < seen[:, 1].min(), "the head ends a little above its bone"
    assert changed.mean() < 0.2, "and the rest is as it was"
    assert xs.max() - xs.min() > 8


def test_a_picture_is_neither_black_nor_all_of_one_colour(standing):
    for preset in PRESETS.values():
        pixels = picture(standing, SIZE, preset, VIEW)
        assert pixels.shape == (120, 160, 3)
        assert pixels.mean() > 60
        assert pixels.std() > 10


def test_a_shadow_darkens_the_floor(standing):
    """Followed from the chest along the light to the floor; the floor beyond the shadow is as it was."""
    from systems.draw.sun import SUN

    chest = bones(standing)[3]
    fallen = chest - SUN * (chest[2] / SUN[2])
    ((x, y),) = np.floor(VIEW.pixels(fallen[None], *SIZE)).astype(int)
    with_body, empty = picture(standing, SIZE, LOW, VIEW).astype(int), without_body(standing)
    assert with_body[y, x].sum() < 0.75 * empty[y, x].sum()
    np.testing.assert_allclose(with_body[-1, -1], empty[-1, -1], atol=3)


def test_a_head_shows_where_it_looks(standing):
    """The face is of the skin's colour, red above blue; the back of the head is dark hair."""
    forehead = bones(standing)[5] + [0.0, 0.0, 0.07]
    face, back = (
        picture(standing, SIZE, LOW, Camera(forehead, 1.2, yaw, 0.0, 20.0))[55:75, 70:90].reshape(-1, 3).mean(axis=0)
        for yaw in (0.0, np.pi)
    )
    assert face[0] - face[2] > 1.5 * (back[0] - back[2])
    assert face.mean() > 1.5 * back.mean()


def test_all_characters_are_in_a_fight_shot():
    from game.simulation import Simulation

    with Simulation("barrage") as simulation:
        esper.switch_world(simulation.world)
        places = bones(simulation)
        roots = places[simulation.stage.tables.skeletons.first[:-1]]
        seen = camera_named("fight", roots, places, 4 / 3).pixels(places, *SIZE)
        pixels = picture(simulation, SIZE, LOW, "fight")
    assert (seen > 0).all() and (seen < SIZE).all()
    assert pixels.std() > 10


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"size": (0, 100)}, "size: must be two whole numbers from 16 to 8192"),
        ({"size": (100.5, 100)}, "size: must be two whole numbers"),
        ({"quality": "ultra"}, "quality: must be one of low, medium, high"),
        ({"camera": "bird"}, "camera: must be one of front"),
        ({"at_s": -1.0}, "at: must be a number"),
    ],
)
def test_a_wrong_call_is_one_line(tmp_path, wrong, reason):
    with pytest.raises(InputError, match=reason):
        shot(**({"scene": "stage", "at_s": 0.0, "out": tmp_path / "a.png", "size": SIZE} | wrong))


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        shot("stage", 0.0, tmp_path / "none" / "a.png", SIZE, "low")


def test_without_gl_the_packages_are_named(tmp_path):
    code = """
import ctypes.util, sys
ctypes.util.find_library = lambda name: None
ctypes.cdll.LoadLibrary = ctypes.CDLL = lambda *a, **k: (_ for _ in ()).throw(OSError("no such library"))
from components.errors import InputError
from systems.draw.context import headless_context
try:
    headless_context()
except InputError as error:
    print(error)
"""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.count("\n") == 1
    assert "apt-get install -y libegl1 libgl1 libfontconfig1 libgl1-mesa-dri" in done.stdout
