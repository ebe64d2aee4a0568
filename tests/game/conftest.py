"""Scripts in a process of their own: pyglet's input module does not go with a window that is not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.paths import PROJECT


@pytest.fixture(scope="session")
def told():
    """The lines that a script prints which has the pads of fake_pads.py."""

    def run(script: str) -> list[str]:
        environment = {key: value for key, value in os.environ.items() if key != "PYGLET_HEADLESS"}
        environment["PYTHONPATH"] = os.pathsep.join([str(PROJECT), str(Path(__file__).parent)])
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", f"from fake_pads import *\n{script}"], cwd=PROJECT, env=environment,
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.splitlines()

    return run
