"""The laws as they are, on both engines: stands, walks, runs, crates, get-ups and a minute of boxing, side by side.

python benchmarks/on_both_engines.py [--seeds 101 102 103] [--only walk crate carried]

Each run is perturbed by its seed: where the body faces, its strength by 5 %, a push of 5 N s at a random moment.
`deep` is the deepest that two boxers were in each other, as the engine's own touches say.
"""

from __future__ import annotations

import argparse

import numpy as np

from components.clock import TICKS_PER_S
from components.commands import Push
from components.settings import Physics
from game import Simulation

MOTIONS = [(clip, ground) for clip in ("stand", "guard", "walk", "run") for ground in ("flat", "tiles")]
CRATE = 6.0  # m/s


def perturbed(engine, seed, clip, ground="flat"):
    """A body that is at it, and the tick and the impulse of the push that it gets."""
    random = np.random.default_rng(seed)
    settings = {"clip": clip, "ground": ground, "strength": random.uniform(0.95, 1.05)}
    sim = Simulation("stage", engine=engine, seed=seed, settings=settings)
    angle = random.uniform(0.0, 2 * np.pi)
    return sim, int(random.integers(60, 900)), (5.0 * np.cos(angle), 5.0 * np.sin(angle), 0.0)


def push(sim, impulse):
    red = sim.character("red")
    place = tuple(red.place(red.chest).tolist())
    sim.stage.commands.append(Push(red.body, red.link(red.chest), impulse, place))


def moved(engine, seed, clip, ground, seconds=10):
    sim, when, impulse = perturbed(engine, seed, clip, ground)
    for tick in range(TICKS_PER_S * seconds):
        if tick == when:
            push(sim, impulse)
        sim.tick()
    found = sim.report()["characters"]["red"]
    sim.close()
    share = found["travel_m"] / found["clip_travel_m"] if found["clip_travel_m"] > 1.0 else np.nan
    return found["falls"], found["pose_error_deg"]["mean"], share, found["foot_slide_mps"]


def struck(engine, seed):
    """Is he down, does he stand 8 s later: a crate of 20 kg from anywhere."""
    sim, _, _ = perturbed(engine, seed, "stand")
    sim.run(1.0)
    sim.throw("crate", "red", speed=CRATE, from_deg=float(np.random.default_rng(seed).uniform(-180, 180)))
    sim.run(9.0)
    found = sim.report()
    red = found["characters"]["red"]
    put_back = sum(event["kind"] == "explosion" for event in found["events"])
    head = float(sim.character("red").place("head")[2])
    sim.close()
    return red["falls"], red["getups"], head > 1.2, put_back


def carried(engine, seed, mass=5.0, seconds=5):
    """mm by which a weight and the hand that it is tied to are apart while he walks; falls; how long a step is beside
    that of one without."""
    (sim, _, _), (without, _, _) = perturbed(engine, seed, "walk"), perturbed(engine, seed, "walk")
    weight, red = sim.carry("red", "left_hand", mass), sim.character("red")
    worst, spent = 0.0, np.zeros(2)
    for _ in range(TICKS_PER_S * seconds):
        without.tick(), sim.tick()
        spent += sim.stage.engine.step_ns, without.stage.engine.step_ns
        hand, held = (sim.stage.engine.motion_of(*one)[0] for one in ((red.body, red.link("left_hand")), (weight, -1)))
        worst = max(worst, float(np.linalg.norm(np.subtract(hand, held))))
    falls = sim.report()["characters"]["red"]["falls"]
    sim.close(), without.close()
    return 1000 * worst, falls, spent[0] / spent[1]


def boxed(engine, seed, seconds=60):
    sim = Simulation("boxing", engine=engine, seed=seed)
    red, blue = (character.body for character in sim.characters.values())
    deepest = 0.0
    for _ in range(TICKS_PER_S * seconds):
        sim.tick()
        touches = sim.stage.engine.touches([red])
        between = touches[touches[:, 1] == blue]
        if len(between):
            deepest = max(deepest, -float(between[:, 11].min()))
    found = sim.report()
    boxers = found["bout"]["boxers"].values()
    sim.close()
    return (
        sum(event["kind"] == "explosion" for event in found["events"]), 100 * deepest,
        sum(one["landed"] for one in boxers), sum(one["thrown"] for one in boxers),
        sum(one["falls"] for one in found["characters"].values()),
    )  # fmt: skip


def table(seeds, only):
    for clip, ground in MOTIONS:
        if only and clip not in only:
            continue
        for engine in Physics:
            runs = np.array([moved(engine, seed, clip, ground) for seed in seeds])
            falls, error, share, slide = runs[:, 0].sum(), *runs[:, 1:].mean(axis=0)
            way = f"{share:.2f} of its way, slides {slide:.3f} m/s" if share == share else ""
            print(f"{clip:6s} {ground:6s} {engine:7s} falls {falls:.0f}, {error:.2f} degrees {way}", flush=True)
    for engine in Physics if not only or "crate" in only else ():
        runs = np.array([struck(engine, seed) for seed in seeds])
        fell, up, stands, back = (runs[:, 0] > 0).sum(), *runs[:, 1:].sum(axis=0)
        print(f"crate at 6 m/s {engine:7s} fell {fell} of {len(runs)}, got up {up}, {stands} stand, put back {back}")
    for engine in Physics if not only or "carried" in only else ():
        apart, falls, longer = np.array([carried(engine, seed) for seed in seeds]).T
        print(
            f"5 kg in a hand that walks {engine:7s} apart {apart.max():.1f} mm, falls {falls.sum():.0f}, "
            f"step {np.median(longer):.2f}"
        )
    for engine in Physics if not only or "boxing" in only else ():
        runs = np.array([boxed(engine, seed) for seed in seeds])
        back, deep, landed, thrown, falls = (*runs[:, 0:1].sum(0), runs[:, 1].max(), *runs[:, 2:].sum(axis=0))
        print(
            f"boxing 60 s {engine:7s} put back {back:.0f}, deep {deep:.1f} cm, landed {landed:.0f} of {thrown:.0f}, "
            f"falls {falls:.0f}", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seeds", type=int, nargs="+", default=[101, 102, 103])
    asked.add_argument("--only", nargs="+", default=[])
    asked = asked.parse_args()
    table(asked.seeds, asked.only)
