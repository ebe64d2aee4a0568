"""Worlds a second on two cores: two of a scene one after the other, in two threads, and in two processes.

python benchmarks/worlds.py [SCENE] [--engine mujoco] [--blocks 12]

    one after the other     1.00
    in two threads          1.40
    in two processes        1.78

The three take turns, so that a busy machine slows all alike. In threads a lock is held by whoever is in Python: it is
let go while the engine steps, and who takes it again makes esper's present world its own. All three come to the same
state, or this ends with status 1.
"""

from __future__ import annotations

import argparse
import sys
import threading
from multiprocessing import get_context
from time import perf_counter

import numpy as np

from components.settings import DEFAULT_ENGINE, Physics
from game import Simulation

TICKS, SETTLE_S = 120, 0.5
BATON = threading.Lock()
WAYS = ("one after the other", "in two threads", "in two processes")


def made(scene: str, engine: str) -> Simulation:
    simulation = Simulation(scene, engine=engine)
    simulation.run(SETTLE_S)
    return simulation


def alone(pipe, scene, engine) -> None:
    """In a process of its own: a stretch whenever it is told to."""
    simulation = made(scene, engine)
    saved = simulation.save()
    pipe.send(simulation.state_hash())
    while pipe.recv():
        simulation.load(saved)
        simulation.tick(TICKS)
        pipe.send(simulation.state_hash())


def let_others_in(simulation: Simulation) -> None:
    """While the engine steps, if the lock is held."""
    engine, step = simulation.stage.engine, simulation.stage.engine.step

    def stepped() -> None:
        if not BATON.locked():
            step()
            return
        BATON.release()
        try:
            step()
        finally:
            BATON.acquire()
            simulation.enter()

    engine.step = stepped


def in_a_thread(simulation: Simulation) -> None:
    simulation._thread = threading.get_ident()
    with BATON:
        simulation.tick(TICKS)


def together(simulations) -> None:
    threads = [threading.Thread(target=in_a_thread, args=(each,)) for each in simulations]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in simulations:
        each._thread = threading.get_ident()


def measure(scene: str, engine: str, blocks: int) -> dict[str, float]:
    """By way: how many times as many worlds a second as one after the other."""
    here = [made(scene, engine) for _ in range(2)]
    saved = [each.save() for each in here]
    for each in here:
        let_others_in(each)
    context, pipes = get_context("spawn"), []
    for _ in here:
        pipe, other = context.Pipe()
        context.Process(target=alone, args=(other, scene, engine), daemon=True).start()
        pipe.recv()
        pipes.append(pipe)
    took: dict[str, list[float]] = {way: [] for way in WAYS}
    ends = set[str]()
    for _ in range(blocks):
        for way in WAYS:
            for each, before in zip(here, saved, strict=True):
                each.load(before)
            begin = perf_counter()
            if way == WAYS[0]:
                for each in here:
                    each.tick(TICKS)
            elif way == WAYS[1]:
                together(here)
            else:
                for pipe in pipes:
                    pipe.send(True)
                ends |= {pipe.recv() for pipe in pipes}
            took[way].append(perf_counter() - begin)
            ends |= {each.state_hash() for each in here} if way != WAYS[2] else set()
    for pipe in pipes:
        pipe.send(False)
    if len(ends) != 1:
        sys.exit("they did not come to the same state")
    return {way: float(np.median(np.array(took[WAYS[0]]) / np.array(took[way]))) for way in WAYS}


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("scene", nargs="?", default="boxing")
    asked.add_argument("--engine", choices=list(Physics), default=DEFAULT_ENGINE)
    asked.add_argument("--blocks", type=int, default=12)
    asked = asked.parse_args()
    for way, times in measure(asked.scene, asked.engine, asked.blocks).items():
        print(f"{way:20} {times:7.2f}")
