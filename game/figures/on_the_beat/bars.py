"""What the paper promises, as a table over time: how much of an error is left when time is up, and after a knock.

Settling: key-frames for all joints at once, f = 0.9, so that a tenth should be left; rods in gravity, the boxer
floating without it. `remaining` is the project's own way, in which nothing should be left. Recovery: a body that
follows its clip is knocked, and `delta` seconds later the share of the largest error that it had is measured.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from components.clock import DT
from components.commands import Push
from game.figures.charts import BLUE, GREEN, ORANGE, RED, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.on_the_beat.bench import Bench, anyhow, apart, boxer, rods
from game.figures.plots import Line
from game.world.simulation import Simulation
from systems.kernels.quaternions import from_rotvec

TIMES = (0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0)  # s
DELTAS = (0.1, 0.25, 0.5, 1.0)  # s
LAWS = ("timed", "timed_published", "timed_single")
GRAVITY = 9.81
BEND = (0.0, 1.5, 0.75)  # rad, at both elbows of a bent arm
MOST = 10.0  # of an error that has grown without end, the rest is not worth telling
FAR_RAD = 0.05  # what a joint has to go at least to be counted
KNOCK_RADPS = (0.0, 9.0, 2.0)
IMPULSE_NS, KNOCKED = 2.0, "right_forearm"
CALM_S = 1.5  # of standing before the knock
ARM = ("right_upper_arm", "right_forearm", "right_hand")
SIZE = (760, 230)


# --- settling


def settled(seed: int) -> Found:
    rows = [row for seconds in TIMES for remaining in (False, True) for row in settle_rows(seed, seconds, remaining)]
    return Found({"": rows})


def settle_rows(seed: int, seconds: float, remaining: bool) -> list[Row]:
    rows = [left_of(1, 0.0, seconds, "timed", remaining, "rod")]
    laws = ("timed",) if remaining else LAWS  # the others know no time but the whole one
    rows += [left_of(3, 0.0, seconds, law, remaining, "straight arm") for law in laws]
    rows.append(left_of(3, 1.0, seconds, "timed", remaining, "bent arm"))
    return [*rows, left_of_boxer(seed, seconds, remaining)]


def left_of(links: int, bend: float, seconds: float, servo: str, remaining: bool, body: str) -> Row:
    """A swing of 1 rad about a level axis in gravity; of the forms that do not know of gravity, without."""
    gravity = GRAVITY if servo == "timed" else 0.0
    bent = from_rotvec(tuple(bend * np.array(BEND)))
    with Bench(rods(links), gravity, servo, remaining) as bench:
        turns = bench.t.bones.joint.copy()
        turns[2:] = bent
        bench.put(turns)
        bench.key(1, from_rotvec((0.0, -1.0, 0.0)), seconds)
        for i in range(2, links + 1):
            bench.key(i, bent, seconds)
        bench.run(round(seconds / DT))
        left = min(MOST, bench.left(1))
    return told(body, servo, remaining, seconds, left, left)


def left_of_boxer(seed: int, seconds: float, remaining: bool) -> Row:
    random, rig = np.random.default_rng(seed), boxer(held=False)
    with Bench(rig, remaining=remaining) as bench:
        start, goal = anyhow(rig, random, 0.0), anyhow(rig, random, 0.5)
        bench.put(np.array([start[i] for i in range(len(start))]))
        for i in range(1, len(start)):
            bench.key(i, goal[i], seconds)
        bench.run(round(seconds / DT))
        left = [bench.left(i) for i in range(1, len(start)) if bench.began[i] > FAR_RAD]
    return told("boxer", "timed", remaining, seconds, min(left), max(left))


def told(body: str, servo: str, remaining: bool, seconds: float, least: float, most: float) -> Row:
    timing = "remaining" if remaining else "fixed"
    return {
        "body": body, "servo": str(servo), "timing": timing, "time_s": seconds, "least_left": least, "most_left": most
    }  # fmt: skip


# --- recovery


def recovered(seed: int) -> Found:
    rows = [row for delta in DELTAS for row in (of_rods(delta), of_stander(delta, seed))]
    return Found({"recovery": rows})


def of_rods(delta: float) -> Row:
    with Bench(rods(3), GRAVITY, remaining=True, delta=delta) as bench:
        bench.run(12)
        still = bench.t.targets.joint.copy()
        spins = np.zeros_like(bench.t.bones.joint_spin)
        spins[1] = KNOCK_RADPS
        bench.put(still, spins)
        peak = now = 0.0
        for _ in range(round(delta / DT)):
            bench.run(1)
            now = max(apart(bench.t.bones.joint[i], still[i]) for i in range(1, 4))
            peak = max(peak, now)
    return back("3 rods", delta, peak, now)


def of_stander(delta: float, seed: int) -> Row:
    """A boxer who stands gets a jolt on the forearm; errors are those of that arm's joints to its clip."""
    settings = {"servo": "timed", "clip": "stand", "delta": delta}
    with Simulation("stage", seed=seed, settings=settings) as simulation:
        red, t = simulation.characters["red"], simulation.stage.tables
        rows = [red.link(bone) + 1 for bone in ARM]
        simulation.run(CALM_S)
        at = red.place("right_hand")
        simulation.stage.commands.append(Push(red.body, red.link(KNOCKED), (0.0, IMPULSE_NS, 0.0), tuple(at.tolist())))
        peak = now = 0.0
        for _ in range(1 + round(delta / DT)):
            simulation.tick()
            now = max(apart(t.bones.joint[i], t.targets.joint[i]) for i in rows)
            peak = max(peak, now)
    return back("standing boxer's arm", delta, peak, now)


def back(body: str, delta: float, peak: float, now: float) -> Row:
    return {
        "body": body, "delta_s": delta, "peak_deg": float(np.degrees(peak)), "left_deg": float(np.degrees(now)),
        "share_left": now / peak,
    }  # fmt: skip


# --- both


def jobs(asked: Asked) -> list[Job]:
    return [Job("settling", settled, (asked.seed,)), Job("recovery", recovered, (asked.seed,))]


def draw(results: Sequence[Found]) -> Image.Image:
    settling, recovery = results[0].tables[""], results[1].tables["recovery"]

    def left(name: str, servo: str, timing: str, colour: tuple[float, float, float], dashed: bool = False) -> Line:
        own = [row for row in settling if (row["servo"], row["timing"]) == (servo, timing)]
        worst = [max(numbers([row for row in own if row["time_s"] == time], "most_left")) for time in TIMES]
        return Line(name, TIMES, worst, colour, dashed)

    def knocked(body: str, colour: tuple[float, float, float]) -> Line:
        own = [row for row in recovery if row["body"] == body]
        return Line(body, numbers(own, "delta_s"), numbers(own, "share_left"), colour)

    settled_lines = [
        left("timed, fixed time constant", "timed", "fixed", BLUE),
        left("timed, after the time that is left", "timed", "remaining", GREEN),
        left("as published, straight arm", "timed_published", "fixed", ORANGE, True),
        left("single links, straight arm", "timed_single", "fixed", RED, True),
    ]
    knocked_lines = [knocked("3 rods", BLUE), knocked("standing boxer's arm", GREEN)]
    column = [
        Chart("the worst joint of rod, arms and boxer", "share of the error left", "time of the key-frame (s)",
              settled_lines, log_x=True, log_y=True),
        Chart("after a knock", "share of the peak left", "delta (s)", knocked_lines, log_x=True, log_y=True),
    ]  # fmt: skip
    return charts(column, SIZE)


def numbers(rows: Sequence[Row], key: str) -> list[float]:
    return [float(row[key] or 0.0) for row in rows]
