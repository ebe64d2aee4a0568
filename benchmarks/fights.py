"""What computer boxers do to each other: fights with one seed each, and the table of what came of them.

    python benchmarks/fights.py --fights 10 --rounds 1 --engine mujoco

Rows called "quarters" have the lower quarter, the median and the upper quarter. How near a fist comes is from its
middle to the middle of the head or body that it is meant for, in its contact window: 0.15 m is skin to skin.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import cycle

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

from components.character import Body, Motion, Phase, Recovery
from components.clock import TICKS_PER_S
from components.fight import Bout, BoutPhase, Fighter
from components.settings import DEFAULT_ENGINE, Physics
from game import Simulation
from systems.boxing.aiming import place_of_target
from systems.boxing.minds.mind import Mind
from systems.kernels.quaternions import rotate
from systems.kernels.sampling import relative_to_root

PAIRS = (("out_boxer", "brawler"), ("counter_puncher", "brawler"), ("out_boxer", "counter_puncher"))
"""Who fights whom, in turn."""


@dataclass
class Tally:
    rounds: float = 0.0
    thrown: int = 0
    landed: int = 0
    blocked: int = 0
    events: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    by_style: Counter[str] = field(default_factory=Counter)
    guard_deg: list[float] = field(default_factory=list)
    slide: list[float] = field(default_factory=list)
    stuck_s: float = 0.0
    fist_speed: list[float] = field(default_factory=list)
    nearest_m: list[float] = field(default_factory=list)
    middles_m: list[float] = field(default_factory=list)


def fight(seed: int, styles: tuple[str, str], level: int, rounds: int, engine: str, tally: Tally) -> None:
    with Simulation("boxing", seed=seed, engine=engine) as sim:
        for (entity, (fighter,)), style in zip(esper.get_components(Fighter), styles, strict=True):
            esper.add_component(entity, replace(fighter, style=style, level=level))
        ((_, bout),) = esper.get_component(Bout)
        bout.rounds = rounds
        nearest: dict[str, float] = {}
        while bout.phase is not BoutPhase.OVER and sim.time < 100.0 * rounds:
            sim.tick()
            esper.switch_world(sim.world)
            if bout.phase is BoutPhase.FIGHT:
                watch(sim, tally, nearest)
        tally.rounds += bout.round
        tally.results[bout.how or "not over"] += 1
        tally.by_style[next((f.style for _, f in esper.get_component(Fighter) if f.corner == bout.winner), "")] += 1
        for _, fighter in esper.get_component(Fighter):
            tally.thrown, tally.landed = tally.thrown + fighter.thrown, tally.landed + fighter.landed
            tally.blocked += fighter.blocked
        tally.events.update(event.kind for event in sim.stage.events)
        tally.fist_speed += [event.details["speed"] for event in sim.stage.events if event.kind == "land"]
        characters = sim.report()["characters"].values()
        tally.slide += [character["foot_slide_mps"] for character in characters]


def watch(sim: Simulation, tally: Tally, nearest: dict[str, float]) -> None:
    """One tick of a fight: poses in guard, tangles, and how near the fists come to what they are aimed at."""
    t = sim.stage.tables
    found = esper.get_components(Body, Motion, Recovery, Fighter, Mind)
    places = [t.bones.position[body.first] for _, (body, *_) in found]
    if sim.ticks % 30 == 0:
        tally.middles_m.append(float(np.linalg.norm(places[0] - places[1])))
    for i, (_, (body, _, recovery, fighter, mind)) in enumerate(found):
        tally.stuck_s += (mind.entangled_s > 2.0) / TICKS_PER_S
        settled = fighter.move == "guard" and fighter.move_s > 0.3 and recovery.phase is Phase.AWAKE
        if settled and sim.ticks % 30 == 0:
            actual = relative_to_root(t.bones.orientation, body.first, body.last)
            off = np.abs((actual * t.targets.relative[body.first : body.last]).sum(axis=1)).clip(0.0, 1.0)
            tally.guard_deg.append(float(np.degrees(2.0 * np.arccos(off[1:])).mean()))
        first, last = fighter.contact
        if fighter.punching and first <= fighter.move_s <= last:
            other = found[1 - i][1][0]
            row = body.first + (hand := body.rig.index(fighter.fist))
            fist = t.bones.position[row] + np.array(rotate(t.bones.orientation[row], body.rig.bones[hand].com))
            aim = np.array(place_of_target(sim.stage, other, fighter.punching.target, 0.0))
            nearest[body.name] = min(nearest.get(body.name, 9.0), float(np.linalg.norm(fist - aim)))
        elif body.name in nearest:
            tally.nearest_m.append(nearest.pop(body.name))


def quarters(values: list[float], digits: int = 2) -> str:
    return " / ".join(f"{q:.{digits}f}" for q in np.percentile(values, (25, 50, 75))) if values else "none"


def shown(tally: Tally, fights: int, level: int) -> Table:
    table = Table("what", "figure", title=f"{fights} fights, level {level}")
    rows = {
        "punches a round, both": f"{tally.thrown / tally.rounds:.0f}",
        "landed": f"{100 * tally.landed / max(1, tally.thrown):.0f} %",
        "blocked": f"{100 * tally.blocked / max(1, tally.thrown):.0f} %",
        "knock-downs": f"{tally.events['knockdown']}",
        "put back": f"{tally.events['explosion']}",
        "stuns": f"{tally.events['stun']}",
        "falls": f"{tally.events['fall']}",
        "results": ", ".join(f"{how} {n}" for how, n in tally.results.most_common()),
        "won by": ", ".join(f"{style or 'nobody'} {n}" for style, n in tally.by_style.most_common()),
        "pose error in guard, quarters": f"{quarters(tally.guard_deg, 1)} deg",
        "between the middles, quarters": f"{quarters(tally.middles_m)} m",
        "foot slide, quarters": f"{quarters(tally.slide)} m/s",
        "in a tangle of more than 2 s": f"{tally.stuck_s:.1f} s",
        "glove speed at contact, quarters": f"{quarters(tally.fist_speed, 1)} m/s",
        "fist to target at its nearest, quarters": f"{quarters(tally.nearest_m)} m",
    }
    for what, figure in rows.items():
        table.add_row(what, figure)
    return table


def main() -> None:
    arguments = argparse.ArgumentParser(description="Computer against computer")
    arguments.add_argument("--fights", type=int, default=10)
    arguments.add_argument("--rounds", type=int, default=1)
    arguments.add_argument("--level", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=0, help="of the first fight")
    arguments.add_argument("--engine", choices=list(Physics), default=DEFAULT_ENGINE)
    wanted = arguments.parse_args()
    tally = Tally()
    for number, styles in zip(range(wanted.fights), cycle(PAIRS), strict=False):
        fight(wanted.seed + number, styles, wanted.level, wanted.rounds, wanted.engine, tally)
    Console().print(shown(tally, wanted.fights, wanted.level))


if __name__ == "__main__":
    main()
