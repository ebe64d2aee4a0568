"""Pictures, 160 x 120: that they show what is there, and the same for the same call. They need GL, and fail without."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from components.errors import InputError
from game.base.writing import atomic_write
from game.cameras.camera import Camera
from game.cameras.camera_operator import CAMERAS, Operator, Places
from game.picture.shot import Studio, picture, shot
from systems.draw.context import current
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


@pytest.mark.slow(but=["low"])
@pytest.mark.parametrize("quality", PRESETS)
def test_two_shots_of_the_same_moment_are_equal_byte_for_byte(tmp_path, quality):
    for name in ("a", "b"):
        shot("stage", 0.3, tmp_path / name, SIZE, quality, settings={"clip": "walk", "ground": "tiles"}, seed=4)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.slow
def test_a_shot_is_the_same_in_another_process(tmp_path):
    code = "import sys; from game.picture.shot import shot; shot('stage', 0.1, sys.argv[1], (160, 120), 'low')"
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


@pytest.mark.parametrize("camera", CAMERAS)
def test_every_camera_that_can_be_asked_for_shows_somebody(standing, camera):
    pixels = picture(standing, SIZE, LOW, camera).astype(int)
    assert (np.abs(pixels - without_body(standing, view=camera_of(standing, camera))).max(axis=-1) > 12).mean() > 0.02


def camera_of(simulation, name):
    """As the operator of one picture has it."""
    operator = Operator(simulation.stage.engine.ground_height, name)
    first = simulation.stage.tables.skeletons.first
    return operator.update(0.0, Places(bones(simulation), first), SIZE[0] / SIZE[1])


def test_a_studio_draws_what_a_picture_does_and_again_and_again_the_same(standing):
    once = picture(standing, SIZE, LOW, "follow")
    current()
    with Studio(standing, SIZE, LOW, "follow") as studio:
        for _ in range(3):
            studio.update(1 / 60)
            studio.draw()
            np.testing.assert_array_equal(studio.picture(), once)


def test_a_studio_sees_what_moved(tmp_path):
    from game.world.simulation import Simulation

    current()
    with Simulation("stage", settings={"clip": "walk"}) as simulation, Studio(simulation, SIZE, LOW, VIEW) as studio:
        seen = []
        for _ in range(2):
            studio.update()
            studio.draw()
            seen.append(studio.save(tmp_path / "a.png").read_bytes())
            simulation.run(0.5)
    assert seen[0] != seen[1]
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, ValueError])
def test_what_is_not_written_to_the_end_leaves_the_old_file_as_it_was(tmp_path, error):
    out = tmp_path / "a.png"
    out.write_text("old")

    def write_half():
        with atomic_write(out) as draft:
            draft.write_text("half")
            raise error

    with pytest.raises((error, InputError)):
        write_half()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.png", "old")]


def test_a_link_stays_a_link_and_what_is_no_file_is_left_alone(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with atomic_write(tmp_path / "link") as draft:
        draft.write_text("new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"
    for other in (tmp_path, tmp_path / "fifo"):
        if other.name == "fifo":
            os.mkfifo(other)
        with pytest.raises(InputError, match="cannot be written"), atomic_write(other):
            pass
    assert (tmp_path / "fifo").is_fifo()


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
