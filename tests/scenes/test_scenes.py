"""Every scene in data/scenes: it keeps its promises, and its runs are the same in any process and from any save."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from raw import both

from game.base.paths import PROJECT
from game.scenes.scene import load_scene, scene_names

LONGEST = 12.0  # s; every promise has to come due within it
SCENES = scene_names()
QUICK = [
    "stage-bullet",
    "stage-mujoco",
    "boxing-bullet",
    "boxing-mujoco",
    "catch-mujoco",
    "course-bullet",
    "drag-mujoco",
]
FROM_THE_START = {"boxing", "course", "kick", "path", "ymca"}  # saved before the first tick, too: one of each kind
on_both = pytest.mark.parametrize("engine", both())
SAVES = [(name, 1.0) for name in SCENES] + [(name, 0.0) for name in SCENES if name in FROM_THE_START]
SAVED = ["catch-1.0-bullet", "boxing-1.0-bullet", "course-0.0-bullet", "barrage-1.0-mujoco", "course-1.0-mujoco"]
SCRIPT = """
import sys
from game import Simulation
for name in sys.argv[2:]:
    with Simulation(name, seed=4, engine=sys.argv[1]) as sim:
        sim.run(2.0)
        print(name, sim.state_hash())
"""


def test_there_are_scenes_and_each_promises_something():
    assert {"stage", "crowd", "balance", "barrage", "boxing"} <= set(SCENES)
    for name in SCENES:
        expect = load_scene(name).expect
        assert expect.still_standing_at_s or expect.fallen_at_s or expect.falls_at_least, name


def due(expect):
    """s after which all has come due that the scene promises; falls are counted when the run ends."""
    times = [*expect.still_standing_at_s.values(), *expect.fallen_at_s.values()]
    return LONGEST if expect.falls_at_least else max(times, default=2.0)


@pytest.mark.slow(but=QUICK)
@on_both
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_does_what_it_promises(made, name, engine):
    sim = made(name, engine=engine)
    expect = sim.scene.expect
    assert due(expect) <= LONGEST, "a promise that this test does not see"
    sim.run(due(expect))
    told = sim.expectations()
    promised = len(expect.still_standing_at_s) + len(expect.fallen_at_s) + len(expect.falls_at_least)
    assert len(told) == promised + expect.no_explosion
    assert not [what for what, held in told if not held]
    t = sim.stage.tables
    assert all(np.isfinite(array).all() for group in (t.bones, t.targets, t.torques) for array in group)


@pytest.mark.slow
@on_both
def test_two_processes_come_to_the_same_hash_in_every_scene(engine):
    """With hashes of texts that differ, so that no order of a set or of names can have a say."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, engine, *names],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": str(PROJECT), "PYTHONHASHSEED": seed},
        )
        for seed, names in (("1", SCENES), ("77", SCENES[::-1]))  # nor what was played before
    ]
    ends = [run.communicate(timeout=600) for run in runs]
    assert [run.returncode for run in runs] == [0, 0], ends
    one, other = (sorted(line.split() for line in out.splitlines() if len(line.split()) == 2) for out, _ in ends)
    assert [name for name, _ in one] == sorted(SCENES)
    assert all(len(hashed) == 64 for _, hashed in one)
    assert one == other


@pytest.mark.slow(but=SAVED)
@on_both
@pytest.mark.parametrize(("name", "before_s"), SAVES)
def test_a_run_goes_on_from_a_save_to_the_bit(made, name, before_s, engine):
    sim = made(name, seed=4, engine=engine)
    sim.run(before_s)
    saved, here = sim.save(), sim.state_hash()
    sim.run(1.2)
    there = sim.state_hash()
    sim.load(saved)
    assert sim.state_hash() == here
    sim.run(1.2)
    assert sim.state_hash() == there
