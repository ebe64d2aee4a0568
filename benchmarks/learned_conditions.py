"""Does the supervisor do better with what was learned? The same falls, with the learned conditions and without them.

    python benchmarks/learned_conditions.py rise --seeds 60 --first 5000 [--engine mujoco]
    python benchmarks/learned_conditions.py trip --seeds 60 --first 50000 [--engine mujoco]

rise: each seed is a fall of its own: who walks, stands or runs is shoved hard, on flat ground, tiles or a ramp, with
up to 5 % more or less strength. Without, he lies for 0.8 s and until he has come to rest. He has succeeded if he
stands 6 s after he went limp, at the first try, and still does a second later. The engine is asked for the head's
height.

trip: each seed is a trip of its own, over a ball or a kerb, at a walk or a run, pushed as he strikes it
(game/learning/practice.py). He can step over it and he can roll. He has succeeded if he stayed on his feet, or came
round over his shoulder by 230 degrees, and between 3 and 10 s after that has gone a metre upright.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import NamedTuple

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.trips import HIGH, ROLLED, WALKED, Walk
from components.clock import DT, TICKS_PER_S
from components.control import BASICS, Control
from game import Simulation
from game.learning.practice import kerbed, shove, stumbled
from game.scenes.scene import load_scene
from game.world.character import Character

WAITS_S, GOES_ON_S, LOW = 3.0, 10.0, 0.9  # s; m of the head: lower, and he has not stayed on his feet
UP_S, STAYS_S, PATIENCE_S = 6.0, 1.0, 12.0
STANDS = 1.3  # m above the ground: the head of somebody 1.8 m tall


def chance(better: int, worse: int) -> float:
    """Of so many pairs that differ, how likely at least so uneven a split is by chance: two-sided sign test.

    6 of 6 the better: 2 / 2^6 = 0.031.
    """
    number, fewer = better + worse, min(better, worse)
    return min(1.0, 2.0 * sum(comb(number, k) for k in range(fewer + 1)) / 2.0**number)


def compared(old: Sequence[bool], new: Sequence[bool]) -> str:
    better = sum(b and not a for a, b in zip(old, new, strict=True))
    worse = sum(a and not b for a, b in zip(old, new, strict=True))
    return f"with what was learned {better} did better that had not, and {worse} worse; p = {chance(better, worse):.2g}"


class Fall(NamedTuple):
    waited_s: float  # from going limp to the first try
    stood_s: float  # from going limp until he stands for good; infinite: he does not
    tries: int

    @property
    def good(self) -> bool:
        return self.tries == 1 and self.stood_s <= UP_S


def fall(seed: int, learned: bool, engine: str | None) -> Fall | None:
    """None: the shoves do not fell him."""
    random = np.random.default_rng((seed, 77))
    settings = {"ground": str(random.choice(["flat", "ramp", "tiles"]))} | ({"engine": engine} if engine else {})
    with Simulation("stage", seed=seed, settings=settings) as sim:
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


class After(NamedTuple):
    """A trip: what was done about it, and what came of that."""

    by: str
    stayed: bool  # on his feet
    round: float  # deg that his trunk turned forward
    head: float  # N, the hardest that the floor pressed his head
    walks: bool

    @property
    def good(self) -> bool:
        return self.walks and (self.stayed or self.round >= ROLLED)


def trip(seed: int, learned: bool, engine: str | None) -> After:
    random = np.random.default_rng((seed, 78))
    strength = {"red.strength": float(random.uniform(0.95, 1.05))}
    scene = load_scene("trip", strength | ({"engine": engine} if engine else {}))
    with Simulation(replace(scene, characters=scene.characters[:1], props=()), seed=seed) as sim:
        if not learned:
            sim.stage.clips.learned = lambda name: None  # type: ignore[method-assign]
        (red,) = sim.characters.values()
        (stumbled if seed % 2 else kerbed)(sim, red, random)
        esper.switch_world(sim.world)
        red.component(Control).pool = ("play", "catch", "roll", *BASICS)
        walk = Walk(sim, red, 0.0, (0.0, 0.0, 0.0), pushed=True)
        began, since, by, walks, low = sim.time, None, "", False, 9.0
        last = most = turn = walk.pitch()
        head = 0.0
        while sim.time < began + GOES_ON_S and not walks:
            sim.tick()
            by = by or (red.controller if red.controller in ("catch", "roll", "fall", "lie") else "")
            now, place = walk.pitch(), np.array(walk.place("pelvis")[0])
            turn, last = turn + (now - last + 180.0) % 360.0 - 180.0, now
            most, low = max(most, turn), min(low, float(walk.place("head")[0][2]))
            head = max([head, *(force for bone, force in walk.floor() if bone == "head")])
            if sim.time < began + WAITS_S or place[2] < HIGH or walk.place("head")[0][2] < place[2] + 0.4:
                since = None
            elif since is None:
                since = place
            walks = since is not None and float(np.hypot(*(place - since)[:2])) > WALKED
        return After(by, low > LOW, most, head, walks)


def trips(seeds: range, engine: str | None, jobs: int) -> Table:
    with ProcessPoolExecutor(jobs) as many:
        by_rule, by_learning = (
            list(many.map(trip, seeds, [learned] * len(seeds), [engine] * len(seeds))) for learned in (False, True)
        )
    out = Table("conditions", "trips", "succeeded", "stayed up", "rolled round", "walk again", "head N, mean", "by")
    for learned in (False, True):
        found = by_learning if learned else by_rule
        kinds = Counter(each.by or "nothing" for each in found)
        out.add_row(
            "learned" if learned else "by rule", str(len(found)), str(sum(each.good for each in found)),
            str(sum(each.stayed for each in found)), str(sum(each.round >= ROLLED for each in found)),
            str(sum(each.walks for each in found)), f"{np.mean([each.head for each in found]):.0f}",
            ", ".join(f"{name} {number}" for name, number in kinds.most_common()),
        )  # fmt: skip
    succeeded = compared([each.good for each in by_rule], [each.good for each in by_learning])
    stayed = compared([each.stayed for each in by_rule], [each.stayed for each in by_learning])
    out.caption = f"succeeded: {succeeded}\nstayed up: {stayed}"
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("rise", "trip"))
    parser.add_argument("--engine", help="bullet, or mujoco")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--seeds", type=int, default=20, help="how many falls (20)")
    parser.add_argument("--first", type=int, default=5000, help="the first seed (5000)")
    asked = parser.parse_args()
    if asked.what == "trip":
        Console(width=130).print(trips(range(asked.first, asked.first + asked.seeds), asked.engine, asked.jobs))
        return
    out = Table("conditions", "falls", "stood in 6 s, first try", "first try", "waited s", "stood after s")
    seeds = range(asked.first, asked.first + asked.seeds)
    with ProcessPoolExecutor(asked.jobs) as many:
        found = [list(many.map(fall, seeds, [learned] * len(seeds), [asked.engine] * len(seeds))) for learned in (0, 1)]
    pairs = list(zip(*found, strict=True))
    felled = [(old, new) for old, new in pairs if old is not None and new is not None]
    sooner = compared([o.stood_s < n.stood_s for o, n in felled], [n.stood_s < o.stood_s for o, n in felled])
    succeeded = compared([old.good for old, _ in felled], [new.good for _, new in felled])
    out.caption = f"succeeded: {succeeded}\nstood sooner: {sooner}"
    for learned in (False, True):
        falls = [pair[learned] for pair in felled]
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
