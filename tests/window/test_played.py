"""Real windows on a virtual display, played by real key and mouse events (played.py says what each play does)."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.base.paths import PROJECT

PLAYED = Path(__file__).with_name("played.py")
PATHS = os.pathsep.join(map(str, (PROJECT, PROJECT / "tests" / "helpers")))
LONG = ("boxing", "course")  # a whole round, a whole lane


def plays() -> dict[str, object]:
    spec = importlib.util.spec_from_file_location("played", PLAYED)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PLAYS


def shown(program: Path, word: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The program with its word, on a display of its own."""
    return subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", sys.executable, str(program), word],
        cwd=folder, env=os.environ | {"PYTHONPATH": PATHS}, capture_output=True, text=True, timeout=280,
    )  # fmt: skip


needs_a_display = pytest.mark.skipif(
    not (shutil.which("xvfb-run") and shutil.which("xdotool")), reason="needs Debian's xvfb, xauth and xdotool"
)


@pytest.mark.slow
@needs_a_display
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.soak] * (name in LONG)) for name in plays()])
def test_played_by_mouse_and_keys(name, tmp_path):
    done = shown(PLAYED, name, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@needs_a_display
def test_the_game_is_made_ready_behind_a_picture(tmp_path):
    done = shown(PLAYED.with_name("opened.py"), "through", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "compiled 0 of" in done.stderr  # the terminal is told as well


@pytest.mark.slow
@needs_a_display
def test_who_cannot_wait_leaves_with_escape(tmp_path):
    done = shown(PLAYED.with_name("opened.py"), "away", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
