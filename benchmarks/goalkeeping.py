"""What comes of shots at a goalkeeper, in raw states of the engine.

    python benchmarks/goalkeeping.py --shots 40 --seed 201 202 [--kicked] [--engine mujoco]

Shots come by chance, evenly over the face of the goal, at 8 to 14 m/s; by the engine, or as somebody kicks them. The
goalkeeper's strength differs by up to 5 % from shot to shot. A goal is a ball that was behind the line as a whole,
whatever the score says. Down is from the first tick in which the head is lower than 0.56 of the body's height until it
is as high as nine tenths of where it was at first.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import esper
import numpy as np

from components.goal import Goal, Play
from game import Simulation
from game.scenes.scene import load_scene
from systems.flights import loose_things

HEIGHT, LOW, UP = 1.75, 0.56, 0.9  # m; shares
BAR_S, PATIENCE_S = 4.0, 14.0  # a shot
BALL = 0.11  # m
UNEVEN = 0.05


@dataclass
class Shots:
    shots: int
    goals: int
    down_s: list[float]
    exploded: bool

    def said(self) -> str:
        down = self.down_s or [0.0]
        return (
            f"{self.shots} shots, {self.goals} goals; down {len(self.down_s)} times, {np.median(down):.2f} s in the "
            f"median, {max(down):.2f} at most, {sum(s > BAR_S for s in down)} longer than {BAR_S:g}; "
            f"exploded: {self.exploded}"
        )


def shot(seed: int, shots: int, kicked: bool, engine: str | None) -> Shots:
    scene = load_scene("goalie", {"engine": engine} if engine else {})
    if not kicked:
        goal = replace(scene.plays["goal"], kicker="")
        keeper = tuple(one for one in scene.characters if one.name == goal.keeper)
        scene = replace(scene, characters=keeper).playing("goal", goal)
    random = np.random.default_rng(seed)
    with Simulation(scene, seed=seed) as sim:
        esper.switch_world(sim.world)
        goal = esper.get_component(Goal)[0][1]
        keeper, ball = sim.characters[goal.keeper], loose_things()[goal.ball].engine_id
        stood, since, down, behind, said = float(keeper.place("head")[2]), None, [], set(), 0
        while not (goal.play is Play.READY and goal.shots >= shots) and sim.time < PATIENCE_S * shots:
            if said != goal.shots:
                said = goal.shots
                keeper.set("strength", float(random.uniform(1.0 - UNEVEN, 1.0 + UNEVEN)))
            sim.tick()
            place = sim.stage.engine.place_of(ball)[0]
            out, aside = goal.seen(place)
            if out < -BALL and abs(aside) < goal.width / 2 and place[2] < goal.height:
                behind.add(goal.shots)
            head = float(keeper.place("head")[2])
            if since is None and head < LOW * HEIGHT:
                since = sim.time
            elif since is not None and head > UP * stood:
                down.append(sim.time - since)
                since = None
        if since is not None:
            down.append(sim.time - since)
        return Shots(goal.shots, len(behind), down, bool(sim.report()["exploded"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shots", type=int, default=40)
    parser.add_argument("--seed", type=int, nargs="+", default=[21])
    parser.add_argument("--kicked", action="store_true", help="by the kicker, and not by the engine")
    parser.add_argument("--engine")
    asked = parser.parse_args()
    for seed in asked.seed:
        print(f"seed {seed}: {shot(seed, asked.shots, asked.kicked, asked.engine).said()}", flush=True)


if __name__ == "__main__":
    main()
