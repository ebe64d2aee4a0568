"""The menu, practice and the result in real windows on a virtual display (played_menu.py says what each play does)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.base.paths import PROJECT

PATHS = os.pathsep.join(map(str, (PROJECT, PROJECT / "tests" / "helpers")))
PLAYED = Path(__file__).with_name("played_menu.py")


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("xvfb-run") and shutil.which("xdotool")), reason="needs Debian's xvfb, xauth and xdotool"
)
@pytest.mark.parametrize("name", ["menu", "result", "practice"])
def test_played_by_mouse_and_keys(name, tmp_path):
    done = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", sys.executable, str(PLAYED), name],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": PATHS}, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
