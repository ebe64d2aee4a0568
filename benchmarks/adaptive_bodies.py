"""Whole bodies in one servo, on both engines: who stands, guards, walks and fights, and how far off he is.

    PYTHONPATH=.:tests/helpers python benchmarks/adaptive_bodies.py [--servo world] [--only stand fight] [--seeds 5 6 7]

Each run but a fight is perturbed by its seed: its strength by 5 %, a push of 5 N s at a random moment. Errors are read
from the library's own states ten times a second: of a body the mean over its bones but the root, against where they
should be; in a fight while he has his senses. `feet` is the worse of both in the mean, `head` the lowest that it has
been over its first height. "laden" has 5 kg tied to a hand, of which nobody told.
"""

from __future__ import annotations

import argparse

import numpy as np
from raw import raw

from components.clock import TICKS_PER_S
from components.commands import Push
from components.settings import Physics
from game import Simulation

EVERY = TICKS_PER_S // 10
ALONE = {  # clip, s, kg
    "stand": ("stand", 60, 0.0),
    "guard": ("guard", 60, 0.0),
    "walk": ("walk", 10, 0.0),
    "laden": ("guard", 20, 5.0),
    "laden walk": ("walk", 10, 5.0),
}


def off(sim, character):
    """Degrees of each bone but the root, from where it should be."""
    apart = np.abs((raw(sim).turns(character) * character.target()[1:]).sum(axis=1)).clip(0.0, 1.0)
    return np.degrees(2.0 * np.arccos(apart))


def alone(engine, servo, seed, clip, seconds, mass, settling_s):
    """Falls, error, the feet's, how low the head was, share of its way."""
    random = np.random.default_rng(seed)
    settings = {"clip": clip, "strength": random.uniform(0.95, 1.05), "settling_s": settling_s}
    with Simulation("stage", engine=engine, seed=seed, servo=servo, settings=settings) as sim:
        red = sim.characters["red"]
        feet = [red.bones.index(f"{side}_foot") - 1 for side in ("left", "right")]
        if mass:
            sim.carry("red", "left_hand", mass)
        when, angle = int(random.integers(60, 900)), random.uniform(0.0, 2.0 * np.pi)
        errors, heads = [], []
        for tick in range(TICKS_PER_S * seconds):
            if tick == when:
                impulse = (5.0 * np.cos(angle), 5.0 * np.sin(angle), 0.0)
                place = tuple(red.place(red.chest).tolist())
                sim.stage.commands.append(Push(red.body, red.link(red.chest), impulse, place))
            sim.tick()
            if tick % EVERY == 0:
                errors.append(off(sim, red))
                heads.append(raw(sim).place(red, "head")[2])
        found = sim.report()["characters"]["red"]
    errors = np.array(errors)
    share = found["travel_m"] / found["clip_travel_m"] if found["clip_travel_m"] > 1.0 else np.nan
    return found["falls"], errors.mean(), errors[:, feet].mean(axis=0).max(), min(heads) / heads[0], share


def fought(engine, servo, seed, seconds=60):
    """Put back, falls, landed, thrown, error of who is in his senses, fastest bone in rad/s."""
    with Simulation("boxing", engine=engine, seed=seed, servo=servo) as sim:
        errors = []
        for tick in range(TICKS_PER_S * seconds):
            sim.tick()
            if tick % EVERY == 0:
                errors += [off(sim, one).mean() for one in sim.characters.values() if one.authority >= 0.99]
        found = sim.report()
    boxers, bodies = found["bout"]["boxers"].values(), found["characters"].values()
    return (
        sum(event["kind"] == "explosion" for event in found["events"]) + found["exploded"],
        sum(one["falls"] for one in bodies), sum(one["landed"] for one in boxers), sum(one["thrown"] for one in boxers),
        np.mean(errors), max(one["max_bone_speed_radps"] for one in bodies),
    )  # fmt: skip


def table(servo, seeds, only, engines, settling_s):
    for name, (clip, seconds, mass) in ALONE.items():
        for engine in engines if not only or name in only else ():
            runs = np.array([alone(engine, servo, seed, clip, seconds, mass, settling_s) for seed in seeds])
            falls, head, (error, feet, share) = runs[:, 0].sum(), runs[:, 3].min(), runs[:, [1, 2, 4]].mean(axis=0)
            way = f", {share:.2f} of its way" if share == share else ""
            print(
                f"{name:10s} {seconds} s {engine:7s} falls {falls:.0f} in {len(runs)} runs, {error:.2f} degrees, "
                f"feet {feet:.2f}, head {head:.2f}{way}", flush=True,
            )  # fmt: skip
    for engine in engines if not only or "fight" in only else ():
        for seed in seeds:
            back, falls, landed, thrown, error, fastest = fought(engine, servo, seed)
            print(
                f"fight 60 s {engine:7s} seed {seed}: blew up {back}, falls {falls}, landed {landed} of {thrown}, "
                f"{error:.2f} degrees, fastest bone {fastest:.0f} rad/s", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--servo", default="adaptive")
    asked.add_argument("--seeds", type=int, nargs="+", default=[5, 6, 7])
    asked.add_argument("--only", nargs="+", default=[])
    asked.add_argument("--engines", nargs="+", default=list(Physics))
    asked.add_argument("--settling-s", type=float, default=0.1)
    asked = asked.parse_args()
    table(asked.servo, asked.seeds, asked.only, asked.engines, asked.settling_s)
