"""The window: a real one on a virtual display, keys sent to it, and what it says where there is no display."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from game import __main__ as cli
from game.base.paths import PROJECT
from game.cli.arguments import DEFAULT_SCENE
from game.scenes.scene import scene_names

needs_a_display = pytest.mark.skipif(
    not (shutil.which("xvfb-run") and shutil.which("xdotool")), reason="needs Debian's xvfb, xauth and xdotool"
)

SESSION = """
import subprocess, sys, time
from PIL import ImageGrab

def keyboard(*words):
    return subprocess.run(["xdotool", *words], check=True, capture_output=True, text=True, timeout=60).stdout.split()

def until(what):
    limit = time.monotonic() + 240.0
    while not what():
        assert game.poll() is None and time.monotonic() < limit, f"{what.__name__}: not seen"
        time.sleep(0.2)

def grab():
    return ImageGrab.grab().tobytes()

def red_is_there():
    # in the daylight of the scene: the loading picture has a red bar, in the dark
    colours = ImageGrab.grab().convert("RGB").getcolors(1 << 24)
    bright = sum(n for n, colour in colours if max(colour) > 60)
    return bright > 1280 * 720 / 2 and any(r > 150 and g < 90 and b < 90 for _, (r, g, b) in colours)

def moving():
    before = grab()
    time.sleep(0.3)
    return grab() != before

def still():
    return not moving()

game = subprocess.Popen([sys.executable, "-m", "game", "play", "stage", "--set", "clip=walk"])
try:
    (shown, *_) = keyboard("search", "--sync", "--onlyvisible", "--name", "^Glassjaw")
    keyboard("windowfocus", shown)
    until(red_is_there)
    until(moving)
    keyboard("key", "F4")
    keyboard("key", "space")
    until(still)
    keyboard("key", "space")
    until(moving)
    keyboard("key", "Escape")
    until(still)
    assert game.poll() is None, "it does not ask"
    keyboard("key", "Up", "Return")  # round to the last row
    sys.exit(game.wait(60))
finally:
    game.kill()
"""


@pytest.mark.slow
@needs_a_display
def test_a_window_opens_walks_pauses_and_closes_with_status_0(tmp_path):
    done = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", sys.executable, "-c", SESSION],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(PROJECT)}, capture_output=True, text=True, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_it_is_one_line_and_status_2(tmp_path):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "game", "play", "stage"],
        cwd=tmp_path, env=environment | {"PYTHONPATH": str(PROJECT)}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("glassjaw: no window can be opened here")


def test_a_quality_that_there_is_not_is_one_line_and_status_2(capsys):
    assert cli.main(["play", "stage", "--quality", "superb"]) == 2
    assert capsys.readouterr().err == "glassjaw: quality: must be one of low, medium, high, not 'superb'\n"


def test_the_scene_that_play_goes_straight_to_exists():
    assert DEFAULT_SCENE in scene_names()
