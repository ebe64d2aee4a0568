"""What becomes of bodies whose settings stand at the ends of their declared ranges.

    python benchmarks/extremes.py --runs 100 --seed 0

Each run gives somebody a clip and a few settings at an end of their range, and throws, drags and pushes him. What is
broken is read from the engine's own joints and roots (not a number, 120 rad/s, 60 m/s, 100 m), not from the guard's
word; runs of put-backs are those of one body with no more than 2 s between them.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import Field
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from components.clock import TICKS_PER_S
from components.errors import InputError
from components.settings import WorldSettings, choices_of, declared, groups
from game import Simulation
from game.clips.info import clip_names

SPIN, SPEED, REACH = 120.0, 60.0, 100.0  # rad/s, m/s, m
AGAIN_S = 2.0
LEFT_OUT = ("clip", "script", "rig", "engine", "ground", "iterations")  # no range, or only what it costs


def extreme(r: random.Random, f: Field[Any]) -> Any:
    """An end of its range, or one of what may be chosen."""
    if (choices := choices_of(f)) is not None:
        return r.choice(list(choices))
    return r.choice((True, False)) if "bool" in str(f.type) else r.choice((f.metadata["low"], f.metadata["high"]))


def broken(sim: Simulation) -> list[str]:
    """Who is, by what the engine says; with no call that could change anything in it."""
    out = []
    for name, character in sim.characters.items():
        if sim.engine == "mujoco":
            root, joints = _of_mujoco(sim, name)
        else:
            root, joints = _of_bullet(sim, character)
        place, velocity, spin = root[:3], root[3:6], root[6:9]
        state = np.concatenate([root, joints])
        fast = np.linalg.norm(velocity) > SPEED or np.linalg.norm(spin) > SPIN or np.abs(joints).max(initial=0.0) > SPIN
        if not np.isfinite(state).all() or fast or np.linalg.norm(place) > REACH:
            out.append(name)
    return out


def _of_bullet(sim: Simulation, character: Any) -> tuple[Any, Any]:
    from systems.bullet.quiet import p

    links = list(range(len(character.bones) - 1))
    place, _ = p.getBasePositionAndOrientation(character.body, sim.client)
    velocity, spin = p.getBaseVelocity(character.body, sim.client)
    states = p.getJointStatesMultiDof(character.body, links, sim.client)
    return np.array([*place, *velocity, *spin]), np.concatenate([state[1] for state in states])


def _of_mujoco(sim: Simulation, name: str) -> tuple[Any, Any]:
    model, data = sim.model, sim.data
    bodies = [b for b in range(model.nbody) if model.body(b).name.startswith(f"{name}/")]
    joints = [j for j in range(model.njnt) if model.jnt_bodyid[j] in bodies]
    first = model.jnt_dofadr[joints[0]]
    ends = max(model.jnt_dofadr[j] + {0: 6, 1: 3, 2: 1, 3: 1}[int(model.jnt_type[j])] for j in joints)
    place = data.xpos[bodies[0]]
    return np.array([*place, *data.qvel[first : first + 6]]), data.qvel[first + 6 : ends].copy()


def run(seed: int, engine: str, seconds: float, found: Counter[str]) -> tuple[float, int, str]:
    """s that somebody was broken at most, the longest run of put-backs, and what was asked."""
    r = random.Random(seed)
    known = {key: f for key, f in declared(*groups(), WorldSettings).items() if key not in LEFT_OUT}
    asked = {key: extreme(r, known[key]) for key in r.sample(sorted(known), r.choice((1, 2, 3, 5, 8)))}
    asked = {"clip": r.choice(clip_names()), **asked}
    with Simulation("stage", seed=seed, engine=engine, settings=asked) as sim:
        since, longest, told, last, row, most = 0, 0, 0, -10.0, 0, 0
        for tick in range(round(seconds * TICKS_PER_S)):
            abuse(sim, r)
            sim.tick()
            since = since + 1 if broken(sim) else 0
            longest = max(longest, since)
            for event in sim.stage.events[told:]:
                found[event.kind] += event.kind in ("explosion", "spent")
                if event.kind == "explosion":
                    row = row + 1 if tick / TICKS_PER_S - last <= AGAIN_S else 1
                    last, most = tick / TICKS_PER_S, max(most, row)
            told = len(sim.stage.events)
        return longest / TICKS_PER_S, most, " ".join(f"{key}={value}" for key, value in asked.items())


def abuse(sim: Simulation, r: random.Random) -> None:
    who = r.choice(list(sim.characters))
    bone, chance = r.choice(sim.characters[who].bones), r.random()
    if chance < 0.005:
        sim.throw(r.choice(("crate", "ball")), at=who, speed=r.uniform(3.0, 20.0), from_deg=r.uniform(0.0, 360.0))
    elif chance < 0.01:
        sim.push(who, bone=bone, impulse=[r.gauss(0.0, 60.0) for _ in range(3)])
    elif chance < 0.015:
        sim.drag(who, bone, (r.gauss(0.0, 1.0), r.gauss(0.0, 1.0), r.uniform(0.0, 2.0)))
    elif chance < 0.03:
        sim.release()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--runs", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--seconds", type=float, default=12.0)
    asked.add_argument("--engines", nargs="+", default=["bullet", "mujoco"])
    given = asked.parse_args()
    found, worst, rows = Counter[str](), 0.0, Counter[int]()
    for n in range(given.runs):
        engine = given.engines[n % len(given.engines)]
        try:
            longest, most, what = run(given.seed + n, engine, given.seconds, found)
        except InputError as error:
            found["refused"] += 1
            print(f"{given.seed + n} {engine}: refused: {error}")
            continue
        worst, rows[most] = max(worst, longest), rows[most] + 1
        if longest > 0.0 or most > 1:
            print(f"{given.seed + n} {engine}: broken {longest:.2f} s, {most} put-backs in a row: {what}", flush=True)
    table = Table("what", "found")
    table.add_row("runs", str(given.runs))
    table.add_row("broken for at most", f"{worst:.2f} s")
    table.add_row("longest run of put-backs: in how many runs", str(dict(sorted(rows.items()))))
    for what, count in sorted(found.items()):
        table.add_row(what, str(count))
    Console().print(table)


if __name__ == "__main__":
    main()
