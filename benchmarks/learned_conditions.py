"""Does the supervisor do better with what was learned? The same falls, with the learned conditions and without them.

    python benchmarks/learned_conditions.py --seeds 20 --first 5000

Each seed is a fall of its own: who walks, stands or runs is shoved hard, on flat ground, tiles or a ramp, with up to
5 % more or less strength. Without, he lies for 0.8 s and until he has come to rest. He has succeeded if he stands 6 s
after he went limp, at the first try, and still does a second later. The engine is asked for the head's height.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

from components.clock import DT, TICKS_PER_S
from components.control import Control
from game import Simulation
from game.learning.practice import shove
from game.world.character import Character

UP_S, STAYS_S, PATIENCE_S = 6.0, 1.0, 12.0
STANDS = 1.3  # m above the ground: the head of somebody 1.8 m tall


class Fall(NamedTuple):
    waited_s: float  # from going limp to the first try
    stood_s: float  # from going limp until he stands for good; infinite: he does not
    tries: int

    @property
    def good(self) -> bool:
        return self.tries == 1 and self.stood_s <= UP_S


def fall(seed: int, learned: bool) -> Fall | None:
    """None: the shoves do not fell him."""
    random = np.random.default_rng((seed, 77))
    with Simulation("stage", seed=seed, settings={"ground": str(random.choice(["flat", "ramp", "tiles"]))}) as sim:
        if not learned:
            sim.stage.clips.learned = lambda name: None  # type: ignore[method-assign]
        (red,) = sim.characters.values()
        red.set("strength", float(random.uniform(0.95, 1.05)))
        red.play(str(random.choice(["stand", "guard", "walk", "run"])))
        esper.switch_world(sim.world)
        control: Control = red.component(Control)
        control.hybrid = True
        sim.run(float(random.uniform(0.5, 1.6)))
        for _ in range(4):
            shove(sim, red, random, 60.0, 200.0)
            for _ in range(TICKS_PER_S):
                sim.tick()
                if control.controller == "lie":
                    return watched(sim, red, control)
    return None


def watched(sim: Simulation, red: Character, control: Control) -> Fall:
    limp, since, tries, waited, before = sim.time, float("nan"), 0, float("nan"), "lie"
    while sim.time - limp < PATIENCE_S:
        sim.tick()
        if control.controller == "rise" and before != "rise":
            tries += 1
            waited = sim.time - limp if tries == 1 else waited
        before = control.controller
        x, y, z = red.place("head")
        up = z - sim.stage.engine.ground_height(x, y) > STANDS and control.controller not in ("rise", "lie", "fall")
        since = (sim.time if np.isnan(since) else since) if up else float("nan")
        if up and sim.time - since > STAYS_S - DT:
            return Fall(waited, since - limp, tries)
    return Fall(waited, float("inf"), tries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="how many falls (20)")
    parser.add_argument("--first", type=int, default=5000, help="the first seed (5000)")
    asked = parser.parse_args()
    out = Table("conditions", "falls", "stood in 6 s, first try", "first try", "waited s", "stood after s")
    for learned in (False, True):
        found = (fall(seed, learned) for seed in range(asked.first, asked.first + asked.seeds))
        falls = [each for each in found if each is not None]
        stood = sorted(each.stood_s for each in falls)
        out.add_row(
            "learned" if learned else "by rule", str(len(falls)), str(sum(each.good for each in falls)),
            str(sum(each.tries == 1 and each.stood_s < PATIENCE_S for each in falls)),
            f"{np.median([each.waited_s for each in falls]):.2f}",
            f"{np.median(stood):.2f} ({stood[int(0.9 * len(stood)) - 1]:.2f} in nine of ten)",
        )  # fmt: skip
    Console(width=130).print(out)


if __name__ == "__main__":
    main()
