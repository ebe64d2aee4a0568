"""How people get up, from fights, throws, drags and drops, on every ground, as the engine has it.

    python benchmarks/getting_up.py --times 200
    python benchmarks/getting_up.py --only drop,throw --ground tiles,ring --times 20 --engine mujoco

Every run differs: where it faces, how strong it is (5 % more or less), what fells it and how, and small pushes while it
lies there. Runs whose figures are the same to the bit are counted once. benchmarks/rises.py says what is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.rises import PATIENCE_S, Rise, Watch
from components.character import Phase, Stun
from components.commands import Push
from components.fight import BoutPhase, Fighter
from game import Simulation
from game.world.character import Character

LOST = -3.0  # m, where there is no ground: who walks off the end of the world does not get up there
GROUNDS = ("flat", "ramp", "tiles", "mesh", "ring", "platform", "course")
FIGHT_S = 240.0
Random = np.random.Generator


# --- what fells them


def stage(ground: str, seed: int, random: Random, engine: str) -> Simulation:
    """Somebody on that ground, who differs from the others."""
    scene = {"ring": "boxing", "platform": "platform", "course": "course"}.get(ground, "stage")
    settings = {"ground": ground} if scene == "stage" else {}
    sim = Simulation(scene, seed=seed, engine=engine, settings=settings)
    for character in sim.characters.values():
        character.set("strength", float(random.uniform(0.95, 1.05)))
    if scene == "stage":
        (red,) = sim.characters.values()
        red.play(str(random.choice(["stand", "guard", "walk"])))
    sim.run(float(random.uniform(0.5, 1.6)))
    return sim


def somebody(sim: Simulation, random: Random) -> Character:
    return list(sim.characters.values())[int(random.integers(len(sim.characters)))]


def shove(sim: Simulation, who: Character, bone: str, impulse: float, angle: float, up: float = 0.0) -> None:
    x, y, z = who.place(bone).tolist()
    way = (impulse * np.cos(angle), impulse * np.sin(angle), impulse * up)
    sim.stage.commands.append(Push(who.body, who.link(bone), way, (x, y, z)))


def daze(sim: Simulation, who: Character, seconds: float) -> None:
    esper.switch_world(sim.world)
    stun: Stun = who._get(Stun)
    stun.unconscious_s = max(stun.unconscious_s, seconds)


def pushed(sim: Simulation, who: Character, random: Random) -> None:
    """Hard enough, at any bone of the trunk, from anywhere."""
    bone = str(random.choice(["head", who.chest, "pelvis", "left_thigh"]))
    angle = float(random.uniform(-np.pi, np.pi))
    for _ in range(6):
        shove(sim, who, bone, float(random.uniform(60.0, 140.0)), angle)
        sim.run(0.8)
        if who.phase is not Phase.AWAKE:
            return


def thrown_at(sim: Simulation, who: Character, random: Random) -> None:
    """Crates, until it lies."""
    for _ in range(6):
        bone = str(random.choice(["head", who.chest, "pelvis", "right_shin"]))
        sim.throw("crate", who.name, float(random.uniform(6.0, 9.0)), bone, float(random.uniform(-180.0, 180.0)))
        sim.run(1.2)
        if who.phase is not Phase.AWAKE:
            break
    sim.run(0.3)
    if random.random() < 0.5:
        sim.clear()


def dragged(sim: Simulation, who: Character, random: Random) -> None:
    """By a hand, a foot or the head, over the floor and through the air."""
    bone = str(random.choice(["left_hand", "right_foot", "head", "pelvis", "left_shin"]))
    place = who.place(bone)
    for _ in range(3):
        x, y = place[:2] + random.uniform(-0.8, 0.8, 2)
        sim.drag(who.name, bone, (float(x), float(y), place[2] * 0.2 + float(random.uniform(0.2, 1.4))))
        sim.run(float(random.uniform(0.5, 1.0)))
    sim.release()
    sim.run(0.4)
    if who.phase is Phase.AWAKE:
        pushed(sim, who, random)


def dropped(sim: Simulation, who: Character, random: Random) -> None:
    """Limp, from where a hand held it, turning."""
    daze(sim, who, float(random.uniform(2.0, 3.2)))
    bone = str(random.choice(["left_foot", "pelvis", "head", "right_hand", "spine3"]))
    place = who.place("pelvis")
    sim.drag(who.name, bone, (float(place[0]), float(place[1]), place[2] + float(random.uniform(0.0, 0.7))))
    sim.run(float(random.uniform(1.0, 1.6)))
    sim.release()
    shove(sim, who, "spine3", float(random.uniform(0.0, 40.0)), float(random.uniform(-np.pi, np.pi)), 0.3)
    sim.run(0.5)


def folded(sim: Simulation, who: Character, random: Random) -> None:
    """Its legs go from under it: it sinks onto itself, and lies as it comes."""
    daze(sim, who, float(random.uniform(1.0, 2.0)))
    shove(sim, who, "pelvis", float(random.uniform(0.0, 40.0)), float(random.uniform(-np.pi, np.pi)), -0.5)
    shove(sim, who, "head", float(random.uniform(0.0, 12.0)), float(random.uniform(-np.pi, np.pi)))
    sim.run(1.0)


def roped(sim: Simulation, who: Character, random: Random) -> None:
    """Dragged to the ropes, and knocked down there."""
    side = int(random.integers(4))
    x, y = [(2.75, 0.0), (0.0, 2.75), (-2.75, 0.0), (0.0, -2.75)][side]
    along = float(random.uniform(-2.4, 2.4))
    x, y = (x, along) if x else (along, y)
    for _ in range(25):
        sim.drag(who.name, "spine3", (x, y, 1.25))
        sim.run(0.1)
        if float(np.hypot(*(who.place("spine3")[:2] - (x, y)))) < 0.15:
            break
    sim.release()
    outwards = [0.0, np.pi / 2, np.pi, -np.pi / 2][side]
    shove(sim, who, "spine3", float(random.uniform(20.0, 90.0)), outwards + float(random.uniform(-1.0, 1.0)))
    daze(sim, who, float(random.uniform(1.0, 2.0)))
    sim.run(1.0)


HOW: dict[str, tuple[Callable[[Simulation, Character, Random], None], tuple[str, ...]]] = {
    "push": (pushed, GROUNDS),
    "throw": (thrown_at, GROUNDS),
    "drag": (dragged, GROUNDS),
    "drop": (dropped, GROUNDS),
    "fold": (folded, GROUNDS),
    "ropes": (roped, ("ring",)),
}


def one(how: str, ground: str, seed: int, engine: str = "bullet") -> list[Rise]:
    """Fell somebody that way, and see them all get up."""
    random = np.random.default_rng((seed, *map(ord, how + ground)))
    with stage(ground, seed, random, engine) as sim:
        esper.switch_world(sim.world)
        who = somebody(sim, random)
        watch = Watch(sim, who, how, ground, seed)
        HOW[how][0](sim, who, random)
        if ground in ("ring", "platform"):
            apart(sim, who)
        nudge = sim.time + float(random.uniform(0.1, 0.8))
        until = sim.time + 2 * PATIENCE_S
        while sim.time < until and not watch.done and who.place("pelvis")[2] > LOST:
            if nudge is not None and sim.time >= nudge:
                shove(sim, who, "spine2", float(random.uniform(1.0, 8.0)), float(random.uniform(-np.pi, np.pi)))
                nudge = None
            sim.tick()
            watch.look()
        return watch.done


def apart(sim: Simulation, who: Character) -> None:
    """The other one boxes no more: what is looked at is how this one gets up."""
    for fighter in (other.fighter for other in sim.characters.values() if other is not who):
        if fighter is not None:
            fighter.style = ""


def fights(seeds: Iterator[int], ground: str, engine: str) -> Iterator[list[Rise]]:
    """Whole fights of computers, one after the other, of each seed one at level 2 and one at level 3."""
    for seed, level in ((seed, level) for seed in seeds for level in (2, 3)):
        random = np.random.default_rng((seed, level))
        with Simulation("boxing" if ground == "ring" else ground, seed=seed, engine=engine) as sim:
            esper.switch_world(sim.world)
            for _, fighter in esper.get_component(Fighter):
                fighter.level = level
            for character in sim.characters.values():
                character.set("strength", float(random.uniform(0.95, 1.05)))
            found = [Watch(sim, each, f"fight {level}", ground, seed) for each in sim.characters.values()]
            assert sim.bout is not None
            while sim.bout.phase is not BoutPhase.OVER and sim.time < FIGHT_S:
                sim.tick()
                for watch in found:
                    watch.look()
        yield [rise for watch in found for rise in watch.done]


def gather(times: int, kinds: list[str], grounds: list[str], start: int, engine: str = "bullet") -> Iterator[Rise]:
    """So many that differ, taking the ways and the grounds in turn."""
    ways = [(how, ground) for how in kinds if how != "fight" for ground in HOW[how][1] if ground in grounds]
    streams = [
        ("fight", fights(count(start + i, 2), g, engine)) for i, g in enumerate(("ring", "platform")) if g in grounds
    ]
    streams = streams if "fight" in kinds else []
    seen = set[tuple[float, ...]]()
    order: Iterator[tuple[str, object]] = cycle([*ways, *streams])
    round_, taken = start, 0
    for number, (how, what) in enumerate(order):
        if taken >= times:
            return
        if number and number % len([*ways, *streams]) == 0:
            round_ += 1
        found = next(what) if how == "fight" else one(how, str(what), round_, engine)
        for rise in found:
            key = (rise.gap, rise.pelvis, rise.spin, rise.seconds)
            if key not in seen:
                seen.add(key)
                taken += 1
                yield rise


def table(rises: list[Rise]) -> Table:
    out = Table(title="Getting up")
    figures = (
        "get-ups",
        "first try",
        "up at last",
        "gap cm",
        "pelvis m/s",
        "spin rad/s",
        "within",
        "slide",
        "in 6 s",
        "seconds",
    )
    for name in ("how", "ground", *figures):
        out.add_column(name, justify="left" if name in ("how", "ground") else "right")
    groups = defaultdict[tuple[str, str], list[Rise]](list)
    for rise in rises:
        groups[rise.how, rise.ground].append(rise)
    for (how, ground), some in [*sorted(groups.items()), (("all", ""), rises)]:
        row(out, how, ground, some)
    for clip in sorted({rise.clip for rise in rises}):
        row(out, "by clip", clip, [rise for rise in rises if rise.clip == clip])
    return out


def row(out: Table, how: str, ground: str, some: list[Rise]) -> None:
    out.add_row(
        how, ground, str(len(some)), f"{sum(r.first for r in some)}", f"{sum(r.stood for r in some)}",
        f"{100 * max(r.gap for r in some):.1f}", f"{max(r.pelvis for r in some):.2f}",
        f"{max(r.spin for r in some):.1f}", f"{sum(r.within for r in some)}",
        f"{np.median([r.slide for r in some]):.3f}", f"{sum(r.in_time for r in some)}",
        f"{np.median([r.seconds for r in some]):.1f}",
    )  # fmt: skip


def spread(rises: list[Rise]) -> str:
    """What lies below and above: least, a quarter, the middle, three quarters, 95 %, most."""
    of: dict[str, list[float]] = {
        "s from rest to upright": [r.from_rest for r in rises if r.stood],
        "pelvis, m/s": [r.pelvis for r in rises],
        "fastest bone, rad/s": [r.spin for r in rises],
        "gap, cm": [100 * r.gap for r in rises],
        "loaded feet slide, m/s": [r.slide for r in rises],
    }
    at = (0, 25, 50, 75, 95, 100)
    return "\n".join(
        f"{name:24}" + " ".join(f"{x:7.2f}" for x in np.percentile(seen, at)) for name, seen in of.items() if seen
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200, help="how many get-ups (200)")
    parser.add_argument("--only", default="fight," + ",".join(HOW), help="ways to be felled, with commas between")
    parser.add_argument("--ground", default=",".join(GROUNDS), help="grounds, with commas between")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--engine", default="bullet", help="engine (bullet)")
    parser.add_argument("--each", action="store_true", help="a line for each, not only for who misses a bar")
    args = parser.parse_args()
    console, rises = Console(width=140), list[Rise]()
    for rise in gather(args.times, args.only.split(","), args.ground.split(","), args.seed, args.engine):
        rises.append(rise)
        if args.each or not rise.within or not rise.first or not rise.in_time:
            console.print(
                f"{rise.how} {rise.ground} seed {rise.seed} {rise.who} from {rise.began:.2f} s by {rise.clip}: "
                f"gap {100 * rise.gap:.1f} cm at {rise.gap_at:.2f} ({100 * rise.above:.0f} over the ground), "
                f"pelvis {rise.pelvis:.2f} m/s at {rise.pelvis_at:.2f}, spin {rise.spin:.1f} rad/s "
                f"at {rise.spin_at:.2f} ({rise.bone}), "
                f"{rise.tries} tries, {'stands' if rise.stood else 'lies'} after {rise.seconds:.1f} s, "
                f"{rise.from_rest:.1f} from rest, slide {rise.slide:.3f} m/s",
                highlight=False, soft_wrap=True,
            )  # fmt: skip
    console.print(table(rises))
    console.print(spread(rises), highlight=False)


if __name__ == "__main__":
    main()
