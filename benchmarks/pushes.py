"""What a balance is worth: bodies side by side, each pushed from another direction, in raw states of the engine.

    python benchmarks/pushes.py --clip stand --root weak --impulse 60 --directions 8 --seeds 5
    python benchmarks/pushes.py --root free --steps on --impulse 30 40 --bone chest --engine mujoco --each

Each body is turned, made up to 5 % stronger or weaker, and pushed for 0.1 s at a moment of its own, by its seed. A line
for each impulse, and with --each one for each push:

    stood   share that did not fall within 4 s (game/ladder/seen.py says what a fall and a step are)
    steps   how many of those did with 0, 1, 2, 3 or more, but for those that gather the feet again
    first   of them, s after the push began until the first foot is down, middle (least to most), and within 0.3 to 0.5
    off     cm from where the `step` event aimed its ankle to where that is 0.1 s later, and within 2 cm
    pitch   deg that its toes are then lower than before the push
    length  m of the first step
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import as_completed
from math import hypot
from typing import NamedTuple

import numpy as np

from components.settings import Root
from game.figures.executors import local
from game.figures.run import here
from game.ladder.row import Case, Row, has_steps
from game.ladder.seen import Step

SOON, LATE, CLOSE = 0.3, 0.5, 2.0  # s, s, cm
TOGETHER = 0.3  # s, from an event to when that foot comes down


class Pushed(NamedTuple):
    impulse: float
    seed: int
    degrees: float
    fell_at: float | None
    steps: list[Step]
    off: float | None  # cm, of the first step from where it was aimed; none: nobody said where


def off_aim(step: Step, told: Sequence[tuple[float, str, float, float]]) -> float | None:
    """cm, of its ankle from where the event of this foot that is nearest in time aimed it."""
    aims = [(abs(t - step.landed), x, y) for t, foot, x, y in told if foot == step.foot]
    since, x, y = min(aims, default=(np.inf, 0.0, 0.0))
    return 100.0 * hypot(step.ankle[0] - x, step.ankle[1] - y) if since <= TOGETHER else None


def pushed(case: Case, directions: int, impulses: Sequence[float]) -> list[Pushed]:
    found = []
    with Row(case, directions) as row:
        for impulse in impulses:
            for k, seen in enumerate(row.push([impulse] * directions)):
                steps = seen.saving
                off = off_aim(steps[0], row.aimed(k)) if steps else None
                found.append(Pushed(impulse, case.seed, row.degrees[k], seen.fell_at, steps, off))
    return found


def middle(values: Sequence[float], digits: int) -> str:
    low, mid, high = np.percentile(values, (0, 50, 100)) if values else (np.nan,) * 3
    return f"{mid:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def share(values: Sequence[bool]) -> str:
    return f"{sum(values)} of {len(values)}"


def line(impulse: float, of: Sequence[Pushed]) -> str:
    stood = [one for one in of if one.fell_at is None]
    counts = [sum(min(len(one.steps), 3) == n for one in stood) for n in range(4)]
    first = [one.steps[0] for one in stood if one.steps]
    landed, off = [step.landed for step in first], [one.off for one in stood if one.off is not None]
    text = f"{impulse:5.0f} N s: stood {len(stood)} of {len(of)} ({100 * len(stood) / len(of):.0f} %)"
    text += f"; steps 0, 1, 2, 3+: {', '.join(map(str, counts))}"
    if first:
        text += f"; first {middle(landed, 2)} s, {share([SOON <= s <= LATE for s in landed])} in {SOON} to {LATE}"
        text += f"; off {middle(off, 1)} cm, {share([o <= CLOSE for o in off])} within {CLOSE:g}" if off else ""
        text += f"; pitch {middle([step.pitch for step in first], 0)} deg"
        text += f"; length {middle([step.length for step in first], 2)} m"
    return text


def each(one: Pushed) -> str:
    how = "stood" if one.fell_at is None else f"fell {one.fell_at:.2f} s"
    steps = ", ".join(
        f"{s.foot} {s.lifted:.2f}-{s.landed:.2f} s {s.length:.2f} m at {s.speed:.1f} m/s" for s in one.steps
    )
    off = "" if one.off is None else f"; first {one.off:.1f} cm off"
    return f"  seed {one.seed} {one.degrees:4.0f} deg {one.impulse:3.0f} N s: {how}; {steps}{off}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clip", default="stand")
    parser.add_argument("--root", default="weak", choices=[str(root) for root in Root])
    parser.add_argument("--steps", choices=("on", "off"), help="does he step to save himself (default: as declared)")
    parser.add_argument("--bone", default="chest", help="pelvis, chest, shoulder, head or a bone's name")
    parser.add_argument("--impulse", type=float, nargs="+", default=[60.0])
    parser.add_argument("--directions", type=int, default=8)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--engine")
    parser.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="further settings")
    parser.add_argument("--each", action="store_true", help="a line for each push")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.steps and not has_steps():
        print("there is no setting `steps` here: without it")
    pairs = [*asked.set, *([f"engine={asked.engine}"] if asked.engine else [])]
    settings = tuple((key, value) for key, _, value in (pair.partition("=") for pair in pairs))
    case = Case(asked.root, asked.clip, asked.steps if has_steps() else None, asked.bone, settings=settings)
    found: list[Pushed] = []
    with local(asked.processes) as executor:
        seeds = range(asked.first, asked.first + asked.seeds)
        jobs = [
            executor.submit(here, pushed, case._replace(seed=seed), asked.directions, asked.impulse) for seed in seeds
        ]
        for job in as_completed(jobs):
            found += job.result()
    print(f"{case.label}, {case.bone}, {asked.directions} directions, {asked.seeds} seeds")
    for impulse in asked.impulse:
        of = sorted((one for one in found if one.impulse == impulse), key=lambda one: (one.seed, one.degrees))
        print(line(impulse, of))
        if asked.each:
            print("\n".join(map(each, of)))


if __name__ == "__main__":
    main()
