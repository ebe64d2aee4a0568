"""Compiled with and without numba's switch against counting references: the same to the bit. It compiles twice."""

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


def begin(folder, **switch):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GLASSJAW_")}
    return subprocess.Popen(
        [sys.executable, "-c", FIGHT], cwd=PROJECT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment | {"GLASSJAW_CACHE": str(folder)} | switch,
    )  # fmt: skip


def test_the_bits_are_the_same_with_and_without_the_switch_against_counting(tmp_path):
    folders = tmp_path / "with", tmp_path / "without"
    fights = begin(folders[0]), begin(folders[1], GLASSJAW_PLAIN_NUMBA="1")
    told = [fight.communicate() for fight in fights]
    assert [fight.returncode for fight in fights] == [0, 0], [errors[-2000:] for _, errors in told]
    (mode, *hashes), (plain_mode, *plain_hashes) = (out.splitlines() for out, _ in told)
    assert (mode, plain_mode) == (f"False {folders[0]}", f"True {folders[1]}")
    assert all(list(folder.glob("*.nbc")) for folder in folders), "compiled anew"
    assert len(set(hashes)) == 6 and plain_hashes == hashes
