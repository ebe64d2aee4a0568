"""Every move of a boxer in the air under a servo: how far his joints are off while he is at it, and whether he falls.

python benchmarks/shadow_boxing.py [--servo tension] [--strength 1.0]

Degrees are the mean over all joints and the ticks of a move, on both engines.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np

from components.clock import TICKS_PER_S
from components.fight import Order
from components.settings import Physics
from game import Simulation
from game.base.paths import SCENES
from systems.boxing.boxing import GUARD, ask

MOVES = (
    "jab", "cross", "hook", "uppercut", "body_jab", "body_cross", "slip_left", "slip_right", "duck", "step_forward",
    "step_back", "step_left", "step_right", "pivot_left", "pivot_right", "taunt",
)  # fmt: skip
LONGEST_S = 2.0


def off(sim, red):
    """Degrees, of all joints now."""
    t, joints = sim.stage.tables, slice(1, len(red.bones))
    cosines = np.abs((t.targets.joint[joints] * t.bones.joint[joints]).sum(axis=1))
    return np.degrees(2.0 * np.arccos(np.minimum(1.0, cosines))).mean()


def during(sim, red):
    """Degrees for as long as he is at it."""
    found = []
    for _ in range(round(LONGEST_S * TICKS_PER_S)):
        sim.tick()
        if red.fighter.move == GUARD and found:
            break
        if red.fighter.move != GUARD:
            found.append(off(sim, red))
    return float(np.mean(found)) if found else np.nan


def shadow(engine, servo, strength, scene):
    with Simulation(scene, engine=engine, servo=servo, settings={"strength": strength}) as sim:
        red, found = sim.characters["red"], {}
        sim.run(3.0)
        for move in MOVES:
            ask(red.fighter, Order(move))
            found[move] = during(sim, red)
            sim.run(0.5)
        for block in ("high", "low"):
            red.fighter.block = block
            found[f"block {block}"] = np.mean([(sim.tick(), off(sim, red))[1] for _ in range(TICKS_PER_S)])
            red.fighter.block = ""
            sim.run(0.5)
        return found, sim.report()["characters"]["red"]["falls"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servo", default="tension")
    parser.add_argument("--strength", type=float, default=1.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "alone.toml"
        text = (SCENES / "practice.toml").read_text()
        scene.write_text(text.replace("at = [0.7, 0.0]", "at = [4.0, 0.0]"))
        for engine in Physics:
            found, falls = shadow(engine, asked.servo, asked.strength, str(scene))
            words = ", ".join(f"{move} {degrees:.1f}" for move, degrees in found.items())
            print(f"{engine}: {words}; falls: {falls}", flush=True)


if __name__ == "__main__":
    main()
