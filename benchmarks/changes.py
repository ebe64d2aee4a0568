"""Changes of clip at random moments: how many end in a fall.

    python benchmarks/changes.py [--changes 200] [--seed 1] [--engine mujoco]

Who stands, is on guard, walks, runs, jumps or turns is told to do another of these, all pairs as often. It faces
anywhere, has 95 to 105 % of its strength, and is pushed with 5 N s at the pelvis from anywhere, from 0.5 s before
the change to 1 s after it. A fall is a head less than 1 m above the lower foot for 0.1 s, within 4 s.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations
from math import cos, pi, sin
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from components.clock import TICKS_PER_S
from components.commands import Push
from components.settings import DEFAULT_ENGINE, Physics
from game import Simulation
from game.scenes.scene import load_scene

TURNS = ("turn_left", "turn_left_sharp", "turn_right", "turn_right_sharp")
KINDS = ("stand", "guard", "walk", "run", "jump", "turn")
PUSH = 5.0  # N s
WATCHED, LOW_TICKS, LOW = 4 * TICKS_PER_S, TICKS_PER_S // 10, 1.0  # ticks, ticks, m


def changes(seed: int) -> list[tuple[str, str]]:
    pairs = list(permutations(KINDS, 2))
    Random(seed).shuffle(pairs)
    return pairs


def falls(before: str, after: str, random: Random, engine: str = DEFAULT_ENGINE) -> bool:
    """Does this change at a moment of its own end in a fall?"""
    first, then = (random.choice(TURNS) if kind == "turn" else kind for kind in (before, after))
    scene = load_scene(
        "stage", {"clip": first, "get_up": False, "strength": random.uniform(0.95, 1.05), "engine": engine}
    )
    (spec,) = scene.characters
    at = (random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5))
    spec = replace(spec, at=at, facing=random.uniform(0.0, 2.0 * pi))
    with Simulation(replace(scene, characters=(spec,))) as sim:
        (who,) = sim.characters.values()
        moment = round(TICKS_PER_S * (random.uniform(0.15, 2.2) if before == "jump" else random.uniform(1.5, 4.0)))
        pushed = max(1, moment + round(TICKS_PER_S * random.uniform(-0.5, 1.0)))
        way, low = random.uniform(0.0, 2.0 * pi), 0
        for tick in range(moment + WATCHED):
            if tick == moment:
                who.play(then)
            if tick == pushed:
                impulse, (x, y, z) = (PUSH * cos(way), PUSH * sin(way), 0.0), who.place("pelvis").tolist()
                sim.stage.commands.append(Push(who.body, who.link("pelvis"), impulse, (x, y, z)))
            sim.tick()
            high = who.place("head")[2] - min(who.place("left_foot")[2], who.place("right_foot")[2])
            low = low + 1 if tick > moment and high < LOW else 0
            if low > LOW_TICKS:
                return True
    return False


def measure(
    count: int, seed: int, engine: str = DEFAULT_ENGINE
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How often each pair was changed, and how often it fell."""
    made: Counter[tuple[str, str]] = Counter()
    fell: Counter[tuple[str, str]] = Counter()
    order = (pair for round_ in range(count) for pair in changes(seed + round_))
    for k, pair in enumerate(islice(order, count)):
        made[pair] += 1
        fell[pair] += falls(*pair, Random(seed * 100003 + k), engine)
    return made, fell


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=list(Physics), default=DEFAULT_ENGINE)
    options = parser.parse_args()
    made, fell = measure(options.changes, options.seed, options.engine)
    print(f"{fell.total()} of {made.total()} changes fell")
    for pair, times in fell.most_common():
        if times:
            print(f"  {pair[0]} to {pair[1]}: {times} of {made[pair]}")


if __name__ == "__main__":
    main()
