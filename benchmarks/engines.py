"""The same world on both engines, in alternating blocks of one process: ms of a whole tick and of the bare step.

python benchmarks/engines.py [--characters 1 5 20] [--blocks 20]

    characters  bullet tick  step   mujoco tick  step   tick's ratio
             5        1.244  0.984        0.829  0.651          0.67

Counted is the time in which the processor worked for it, so other programs count little. The world is the headline's
(`glassjaw bench`): people who stand, 50 loose things, a ground of 5000 triangles. Before each block both are put back
to where they stood still.
"""

from __future__ import annotations

import argparse
from time import thread_time_ns

import numpy as np

from components.settings import Physics
from game import Simulation
from game.world.bench import SETTLE_S

TICKS = 30  # of a block


def timed(work, ticks):
    took = []
    for _ in range(ticks):
        begin = thread_time_ns()
        work()
        took.append(thread_time_ns() - begin)
    return took


def measure(characters, blocks):
    """By engine: the median ms of the tick, and of the step."""
    worlds = {name: Simulation("crowd", engine=name, settings={"characters": characters}) for name in Physics}
    standing, took = {}, {(name, what): [] for name in worlds for what in ("tick", "step")}
    for name, world in worlds.items():
        world.run(SETTLE_S)
        standing[name] = world.save()
    for _ in range(blocks):
        for name, world in worlds.items():
            for what, work in (("tick", world.tick), ("step", world.bare_step)):
                world.load(standing[name])
                work()  # finds cold caches
                took[name, what] += timed(work, TICKS)
    for world in worlds.values():
        world.close()
    return {key: float(np.median(times)) / 1e6 for key, times in took.items()}


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--characters", type=int, nargs="+", default=[1, 5, 20])
    asked.add_argument("--blocks", type=int, default=20)
    asked = asked.parse_args()
    print("characters  bullet tick  step   mujoco tick  step   tick's ratio")
    for number in asked.characters:
        ms = measure(number, asked.blocks)
        a, b, c, d = (ms[name, what] for name in Physics for what in ("tick", "step"))
        print(f"{number:10d}  {a:11.3f}  {b:.3f}  {c:11.3f}  {d:.3f}  {c / a:12.2f}")
