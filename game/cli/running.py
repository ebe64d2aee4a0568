"""Scenes without a window: run, run again, timed."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from components.clock import DT, TICKS_PER_S
from game.cli.output import DONE, FAILED, Terminal, check_writable, print_report, quiet, say, watched, write_json

if TYPE_CHECKING:
    from game.world.simulation import Simulation

CHUNK = 30  # ticks between two looks at the progress bar
LONGEST_PROFILE = 72_000  # ticks: of more than ten minutes the last ten


def run(asked: argparse.Namespace) -> int:
    check_writable(asked.json)
    if asked.replay:
        return run_again(asked)
    with quiet(asked.json), simulated(asked) as simulation:
        advance(simulation, asked.seconds)
        report, expected = simulation.report(), simulation.expectations()
    if asked.json:
        write_json(asked.json, report)
    if asked.json != "-":
        print_report(report, expected)
    failed = [f"not met: {what}" for what, met in expected if not met]
    failed += [what for what in ("exploded", "nan") if report[what]]
    for what in failed:
        say(f"{report['scene']}: {what}", FAILED)
    return FAILED if failed else DONE


def run_again(asked: argparse.Namespace) -> int:
    """A recording, without a window: the same deeds at the same ticks."""
    from game.session.recording import read_recording

    recording = read_recording(Path(asked.replay))
    scene = recording.scene(dict(asked.settings))
    from game.session.session import Session

    with quiet(asked.json):
        session = Session(scene, recording.seed, recording.players, recording.opening)
        session.replay(recording)
        for _ in range(recording.ticks):
            session.tick()
        session.catch_up()
        report = session.simulation.report()
        session.close()
    if asked.json:
        write_json(asked.json, report)
    if asked.json != "-":
        print_report(report, [("it comes to the recorded state", report["state_hash"] == recording.state_hash)])
    return DONE if report["state_hash"] == recording.state_hash else say("not the recorded state", FAILED)


def profile(asked: argparse.Namespace) -> int:
    from game.base.garbage import set_aside
    from game.world.profiler import Profiler

    check_writable(asked.json)
    check_writable(asked.trace)
    with quiet(asked.json, asked.trace), simulated(asked) as rehearsal:
        advance(rehearsal, asked.seconds)  # what is loaded when it is first used is loaded by now
    with quiet(asked.json, asked.trace), simulated(asked) as simulation:
        simulation.tick(1)
        ticks = min(max(1, round(asked.seconds / DT)), LONGEST_PROFILE)
        simulation.profiler = Profiler(simulation.profiler.names, ticks)
        set_aside()
        advance(simulation, asked.seconds)
        profiler, scene = simulation.profiler, simulation.scene
    drawn = None
    if asked.draw:
        from game.window.draw_cost import draw_cost

        with quiet(asked.json, asked.trace):
            drawn = draw_cost(scene, asked.seconds, asked.seed)
    if asked.json:
        write_json(asked.json, profiler.to_json() | ({"draw": drawn} if drawn else {}))
    if asked.trace:
        write_json(asked.trace, profiler.chrome_trace())
    if "-" not in (asked.json, asked.trace):
        Terminal().print(profiler.table())
        if drawn:
            from game.world.profiler import costs_table

            Terminal().print(costs_table("of a frame, in Python", drawn))
    return DONE


def bench(asked: argparse.Namespace) -> int:
    from game.world.bench import bench

    check_writable(asked.json)
    shown = (lambda what: print(what, file=sys.stderr)) if sys.stderr.isatty() else None
    with quiet(asked.json):
        settings = dict(asked.settings)
        found = bench(tuple(asked.characters), asked.blocks, servo=asked.servo, settings=settings, progress=shown)
    if asked.json:
        write_json(asked.json, found)
    if asked.json != "-":
        tick, step = found["tick_ms"], found["bare_step_ms"]
        print(f"whole tick  p50 {tick['p50']:.3f} ms  p99 {tick['p99']:.3f} ms")
        print(f"bare step   p50 {step['p50']:.3f} ms  p99 {step['p99']:.3f} ms")
        print(f"ratio       {found['ratio']:.2f}")
        for row in found["scaling"]:
            print(f"{row['characters']:>4} characters  {row['tick_ms']:.3f} ms  ratio {row['ratio']:.2f}")
    return DONE


@contextlib.contextmanager
def simulated(asked: argparse.Namespace) -> Iterator[Simulation]:
    from game.scenes.scene import load_scene

    settings = dict(asked.settings)
    load_scene(asked.scene, settings, asked.servo, asked.root)  # a wrong call is told before anything is compiled
    from game.world.compiling import prepare
    from game.world.simulation import Simulation

    prepare()

    simulation = Simulation(asked.scene, seed=asked.seed, servo=asked.servo, root=asked.root, settings=settings)
    try:
        yield simulation
    finally:
        simulation.close()


def advance(simulation: Simulation, seconds: float) -> None:
    """The ticks of `simulation.run(seconds)`, with a progress bar where somebody is looking."""
    ticks = round(seconds * TICKS_PER_S)
    for done in watched(range(0, ticks, CHUNK), "running"):
        simulation.tick(min(CHUNK, ticks - done))
