"""Compiled with and without numba's switch against counting references: the same to the bit. It compiles once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from game.base.paths import PROJECT

pytestmark = pytest.mark.soak

FIGHT = """
from game import Simulation
from systems.kernels import PLAIN
from systems.kernels.cache import cache_folder
sim = Simulation("boxing", seed=3)
print(PLAIN, cache_folder())
for _ in range(6):
    sim.run(0.5)
    print(sim.state_hash())
"""


def fight(**settings):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GLASSJAW_")}
    done = subprocess.run(
        [sys.executable, "-c", FIGHT], cwd=PROJECT, text=True, capture_output=True, env=environment | settings
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_the_bits_are_the_same_with_and_without_the_switch_against_counting(tmp_path):
    """With it: what set-up compiled. Without: compiled anew, elsewhere."""
    mode, *hashes = fight()
    plain_mode, *plain_hashes = fight(GLASSJAW_PLAIN_NUMBA="1", GLASSJAW_CACHE=str(tmp_path))
    assert mode.startswith("False ") and plain_mode == f"True {tmp_path}"
    assert list(tmp_path.glob("*.nbc")), "nothing was compiled"
    assert len(set(hashes)) == 6 and plain_hashes == hashes
