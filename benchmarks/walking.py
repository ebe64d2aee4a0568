"""A clip that walks, on own feet or as asked: who falls within 10 s, and how far the others come. Raw engine states.

python benchmarks/walking.py [--root feet] [--ground flat] [--clip walk] [--times 15] [--push 5] [--aside] [--begin]

Every run differs: up to 5 % stronger or weaker, and pushed at the chest for 0.1 s at a moment between 1.5 and 4 s, from
any side, or with --aside square from the left or right. With --begin the body stands for 2 s first.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console

from game import Simulation

try:
    from systems.bullet.quiet import p
except ModuleNotFoundError:  # it is not installed
    p = None

SECONDS, STANDS_S, PUSH_S, LOW = 10.0, 2.0, 0.1, 1.0  # s, s, s, m from the lower ankle to the head


def place(sim, red, bone):
    """m, of the bone's joint, as the engine has it."""
    if sim.engine != "bullet":
        return sim.data.body(f"{red.name}/{bone}").xpos.copy()
    if red.link(bone) < 0:
        return np.array(p.getBasePositionAndOrientation(red.body, sim.client)[0])
    return np.array(p.getLinkState(red.body, red.link(bone), computeForwardKinematics=1, physicsClientId=sim.client)[4])


def high(sim, red) -> float:
    """m, the head above the lower ankle."""
    return float(place(sim, red, "head")[2] - min(place(sim, red, f"{side}_foot")[2] for side in ("left", "right")))


def walk(args, seed) -> tuple[float | None, float]:
    """s at which it fell, m from where it began."""
    random = np.random.default_rng((seed, *b"walking"))
    way = random.uniform(-np.pi, np.pi) if not args.aside else random.choice((-0.5, 0.5)) * np.pi
    impulse = (args.push * np.cos(way), args.push * np.sin(way), 0.0)
    settings = {"clip": "stand" if args.begin else args.clip, "ground": args.ground}
    settings["strength"] = random.uniform(0.95, 1.05)
    with Simulation("stage", seed=seed, root=args.root, engine=args.engine, settings=settings) as sim:
        red = sim.characters["red"]
        if args.begin:
            sim.run(STANDS_S)
            sim.set("clip", args.clip)
        began, at = place(sim, red, "pelvis"), sim.time
        when = at + random.uniform(1.5, 4.0)
        while sim.time < at + SECONDS:
            sim.tick()
            if sim.time >= when and args.push > 0.0:
                sim.push("red", bone=red.chest, impulse=impulse, seconds=PUSH_S)
                when = np.inf
            if high(sim, red) < LOW:
                return sim.time - at, 0.0
        return None, float(np.hypot(*(place(sim, red, "pelvis") - began)[:2]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default="feet", help="root mode (feet)")
    parser.add_argument("--clip", default="walk", help="clip (walk)")
    parser.add_argument("--ground", default="flat", help="ground (flat)")
    parser.add_argument("--engine", default="bullet", help="engine (bullet)")
    parser.add_argument("--times", type=int, default=15, help="how many (15)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--push", type=float, default=5.0, help="N s (5)")
    parser.add_argument("--aside", action="store_true", help="from the left or right alone")
    parser.add_argument("--begin", action="store_true", help="from standing")
    args = parser.parse_args()
    found = [walk(args, seed) for seed in range(args.seed, args.seed + args.times)]
    fell, went = [fall for fall, _ in found if fall is not None], [way for fall, way in found if fall is None]
    Console().print(
        f"{args.clip} on {args.root}, {args.ground}, {args.engine}, pushed with {args.push:g} N s: "
        f"{len(fell)} of {args.times} fell {[round(fall, 1) for fall in sorted(fell)]}, "
        f"the others came {np.mean(went) if went else 0.0:.2f} m",
        highlight=False,
    )


if __name__ == "__main__":
    main()
