"""What is found out by many simulations in processes of their own: figures, calibrations, what is learned, ladders."""

from __future__ import annotations

import argparse
from pathlib import Path

from components.errors import InputError
from game.cli.output import DONE, FAILED, Terminal, bar, check_writable, quiet, say, write_json


def figures(asked: argparse.Namespace) -> int:
    from components.settings import DEFAULT_ENGINE, WorldSettings, changed
    from game.figures.executors import cluster, local
    from game.figures.figure import Asked
    from game.figures.papers import figures_of
    from game.figures.plots import check
    from game.figures.run import make, prepare

    wanted, out = figures_of(asked.paper, asked.names), Path(asked.out)
    prepare(out)
    if any(figure.plotted for figure in wanted):
        check()
    if asked.dask and asked.engine:
        raise InputError("a cluster's workers have an engine of their own", place="--engine")
    worlds = changed(WorldSettings(), engine=asked.engine or DEFAULT_ENGINE).engine
    with cluster(asked.dask) if asked.dask else local(asked.processes, worlds) as executor, bar() as progress:
        failures = make(asked.paper, wanted, Asked(asked.seed, asked.size), out, executor, progress)
    for failure in failures:
        say(failure, FAILED)
    return FAILED if failures else DONE


def calibrate(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.figures.tension.calibration import calibrate
    from game.rigs.calibration import CALIBRATIONS
    from game.rigs.rig import load_rig
    from game.world.compiling import prepare

    name = load_rig(asked.rig).name
    out = Path(asked.out) if asked.out else CALIBRATIONS / f"{name}.toml"
    check_writable(str(out))
    prepare()
    with cluster(asked.dask) if asked.dask else local(asked.processes) as executor, bar() as progress:
        failures = calibrate(asked.rig, out, executor, progress)
    for failure in failures:
        say(failure, FAILED)
    return FAILED if failures else DONE


def learn(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.learning.run import learn, paths_of

    out, drawn = paths_of(asked.controller, asked.out)
    command = f"glassjaw learn {asked.controller} --samples {asked.samples} --seed {asked.seed}"
    from game.world.compiling import prepare

    prepare()
    with cluster(asked.dask) if asked.dask else local(asked.jobs) as executor, bar() as progress:
        told = learn(asked.controller, asked.samples, asked.seed, out, drawn, executor, command, progress)
    print("\n".join(told))
    return DONE


def ladder(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.figures.plots import check
    from game.figures.run import prepare as prepare_folder
    from game.ladder.run import as_json, cases, ladder, step_choices, table, write

    check_writable(asked.json)
    steps = step_choices(asked.steps)
    made = cases(asked.root, asked.clip, steps, asked.heights, dict(asked.settings))
    if asked.out:
        check()
        prepare_folder(Path(asked.out))
    from game.world.compiling import prepare

    with quiet(asked.json):
        prepare()
        seeds = range(asked.seed, asked.seed + asked.seeds)
        with cluster(asked.dask) if asked.dask else local(asked.processes) as executor, bar() as progress:
            found = ladder(made, asked.directions, asked.impulses, seeds, executor, progress)
    if asked.json:
        write_json(asked.json, as_json(found, asked.impulses))
    written = write(found, Path(asked.out)) if asked.out else []
    if asked.json != "-":
        Terminal().print(table(found))
        print("\n".join(str(path) for path in written))
    return DONE
