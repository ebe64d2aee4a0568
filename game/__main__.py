"""The command line. `glassjaw run stage --seconds 10`; exit status 0 done, 1 the run failed, 2 the call was wrong.

Whatever is wrong is one line on standard error. What a sub-command needs is imported when it is called, so that
`--help` and a wrong call do not wait for the compiler.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

from components.clock import DT, TICKS_PER_S
from components.errors import InputError
from game.base.stopping import Stopped, stoppable
from game.base.writing import write_whole
from game.cli.arguments import DEFAULT_SCENE, parser

if TYPE_CHECKING:
    from game.picture.film import Film
    from game.world.simulation import Simulation

DONE, FAILED, WRONG, STOPPED = 0, 1, 2, 130
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
CHUNK = 30  # ticks between two looks at the progress bar
LONGEST_PROFILE = 72_000  # ticks: of more than ten minutes the last ten


def main(arguments: Sequence[str] | None = None) -> int:
    _open_what_is_closed()
    asked = parser().parse_args(arguments)
    try:
        with stoppable():
            status = COMMANDS.get(asked.command, _list)(asked)
            sys.stdout.flush()
        return status
    except InputError as error:
        return _say(str(error), WRONG)
    except KeyboardInterrupt as error:
        return _say("stopped", error.status if isinstance(error, Stopped) else STOPPED)
    except BrokenPipeError:  # `glassjaw clips | head`: nobody reads on, which is no mistake
        _hush()
        return DONE
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _hush()
        return _say(f"standard output: cannot be written: {error.strerror}", FAILED)


def _open_what_is_closed() -> None:
    """A caller may have closed standard output or error: what is written there goes nowhere."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows ASCII alone


def _hush() -> None:
    """What is still to be written to standard output goes nowhere, at the end of the process too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    """Rich's own ends the process with status 1 where nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _say(line: str, status: int) -> int:
    sys.stderr.write(f"glassjaw: {line}\n")
    return status


def _run(asked: argparse.Namespace) -> int:
    _check_writable(asked.json)
    if asked.replay:
        return _run_again(asked)
    with _quiet(asked.json), _simulation(asked) as simulation:
        _advance(simulation, asked.seconds)
        report, expected = simulation.report(), simulation.expectations()
    if asked.json:
        _write_json(asked.json, report)
    if asked.json != "-":
        _print_report(report, expected)
    failed = [f"not met: {what}" for what, met in expected if not met]
    failed += [what for what in ("exploded", "nan") if report[what]]
    for what in failed:
        _say(f"{report['scene']}: {what}", FAILED)
    return FAILED if failed else DONE


def _profile(asked: argparse.Namespace) -> int:
    from game.base.garbage import set_aside
    from game.world.profiler import Profiler

    _check_writable(asked.json)
    _check_writable(asked.trace)
    with _quiet(asked.json, asked.trace), _simulation(asked) as rehearsal:
        _advance(rehearsal, asked.seconds)  # what is loaded when it is first used is loaded by now
    with _quiet(asked.json, asked.trace), _simulation(asked) as simulation:
        simulation.tick(1)
        ticks = min(max(1, round(asked.seconds / DT)), LONGEST_PROFILE)
        simulation.profiler = Profiler(simulation.profiler.names, ticks)
        set_aside()
        _advance(simulation, asked.seconds)
        profiler, scene = simulation.profiler, simulation.scene
    drawn = None
    if asked.draw:
        from game.window.draw_cost import draw_cost

        with _quiet(asked.json, asked.trace):
            drawn = draw_cost(scene, asked.seconds, asked.seed)
    if asked.json:
        _write_json(asked.json, profiler.to_json() | ({"draw": drawn} if drawn else {}))
    if asked.trace:
        _write_json(asked.trace, profiler.chrome_trace())
    if "-" not in (asked.json, asked.trace):
        _Console().print(profiler.table())
        if drawn:
            from game.world.profiler import costs_table

            _Console().print(costs_table("of a frame, in Python", drawn))
    return DONE


def _bench(asked: argparse.Namespace) -> int:
    from game.world.bench import bench

    _check_writable(asked.json)
    shown = (lambda what: print(what, file=sys.stderr)) if sys.stderr.isatty() else None
    with _quiet(asked.json):
        settings = dict(asked.settings)
        found = bench(tuple(asked.characters), asked.blocks, servo=asked.servo, settings=settings, progress=shown)
    if asked.json:
        _write_json(asked.json, found)
    if asked.json != "-":
        tick, step = found["tick_ms"], found["bare_step_ms"]
        print(f"whole tick  p50 {tick['p50']:.3f} ms  p99 {tick['p99']:.3f} ms")
        print(f"bare step   p50 {step['p50']:.3f} ms  p99 {step['p99']:.3f} ms")
        print(f"ratio       {found['ratio']:.2f}")
        for row in found["scaling"]:
            print(f"{row['characters']:>4} characters  {row['tick_ms']:.3f} ms  ratio {row['ratio']:.2f}")
    return DONE


def _play(asked: argparse.Namespace) -> int:
    from game.scenes.scene import load_scene
    from game.window.loading import Loading
    from systems.draw.quality import quality_named

    _check_writable(asked.record)
    if asked.quality is not None:
        quality_named(asked.quality)
    menu = asks_menu(asked)
    named = asked.scene or DEFAULT_SCENE
    title = ""
    if not menu and not asked.replay:  # a wrong call is told before a window opens
        title = f": {load_scene(named, dict(asked.settings), asked.servo, asked.root).title}"
    with Loading(f"Glassjaw{title}", asked.fullscreen) as loading:
        loading.compile()
        loading.say("the scene", 1.0)
        from game.plays.boxing.scenes import bout_of
        from game.session.recording import Opening, read_recording
        from game.window import window

        opening = Opening(named, dict(asked.settings), asked.servo, asked.root, asked.corner or "")
        seed, players, replay = asked.seed, 0 if menu else 1 if asked.players is None else asked.players, None
        if asked.replay:
            replay = read_recording(Path(asked.replay))
            opening, seed, players = replay.opening, replay.seed, replay.players
        scene = replay.scene(dict(asked.settings)) if replay else opening.load()
        bout = bout_of(scene)
        if players > 1 and (bout is None or scene.beside is not None) and replay is None:
            raise InputError(f"in {scene.name} there is nobody to box for a second person", place="players")
        if asked.corner and asked.corner not in {spec.name for spec in scene.characters if bout is not None}:
            raise InputError(f"in {scene.name} nobody boxes as {asked.corner}", place="corner")
        window.play(
            loading.window, scene, seed=seed, quality=asked.quality, render_scale=asked.render_scale,
            slow_draw_s=asked.slow_draw / 1000.0, players=players, opening=opening,
            record=Path(asked.record) if asked.record else None, replay=replay, menu=menu,
        )  # fmt: skip
    return DONE


def _run_again(asked: argparse.Namespace) -> int:
    """A recording, without a window: the same deeds at the same ticks."""
    from game.session.recording import read_recording

    recording = read_recording(Path(asked.replay))
    scene = recording.scene(dict(asked.settings))
    from game.session.session import Session

    with _quiet(asked.json):
        session = Session(scene, recording.seed, recording.players, recording.opening)
        session.replay(recording)
        for _ in range(recording.ticks):
            session.tick()
        session.catch_up()
        report = session.simulation.report()
        session.close()
    if asked.json:
        _write_json(asked.json, report)
    if asked.json != "-":
        _print_report(report, [("it comes to the recorded state", report["state_hash"] == recording.state_hash)])
    return DONE if report["state_hash"] == recording.state_hash else _say("not the recorded state", FAILED)


def asks_menu(asked: argparse.Namespace) -> bool:
    """`play` alone, or with what is only about the picture."""
    direct = (
        asked.scene, asked.settings, asked.servo, asked.root, asked.seed, asked.players is not None, asked.corner,
        asked.record, asked.replay,
    )  # fmt: skip
    return not any(direct)


def _shot(asked: argparse.Namespace) -> int:
    if Path(asked.out).suffix.lower() != ".png":
        raise InputError("a picture is a .png", file=asked.out)
    from game.picture.shot import shot

    shot(
        asked.scene, asked.at, asked.out, asked.size, asked.quality, asked.camera, asked.seed, servo=asked.servo,
        root=asked.root, settings=dict(asked.settings),
    )  # fmt: skip
    return DONE


def _film(asked: argparse.Namespace) -> int:
    from game.picture.film import Film

    film = Film(Path(asked.out), asked.seconds, asked.fps, asked.size, asked.quality, asked.camera, asked.slow)
    if asked.replay:
        return _film_again(asked, film)
    with _simulation(asked) as simulation:
        _advance(simulation, asked.begin)
        film.take(simulation, lambda numbers: _watched(numbers, "filming"))
    return DONE


def _film_again(asked: argparse.Namespace, film: Film) -> int:
    from game.session.recording import read_recording
    from game.window.film_replay import film_recording
    from game.world.compiling import prepare

    recording = read_recording(Path(asked.replay))
    prepare()
    film_recording(recording, film, asked.begin, lambda numbers: _watched(numbers, "filming"))
    return DONE


def _pictures(asked: argparse.Namespace) -> int:
    from game.picture.small_pictures import write_pictures

    for path in write_pictures(asked.names):
        print(path.name)
    return DONE


def _figures(asked: argparse.Namespace) -> int:
    from components.settings import DEFAULT_ENGINE, WorldSettings, changed
    from game.figures.executors import cluster, local
    from game.figures.figure import Asked
    from game.figures.papers import figures_of
    from game.figures.plots import check
    from game.figures.run import make, prepare

    figures, out = figures_of(asked.paper, asked.names), Path(asked.out)
    prepare(out)
    if any(figure.plotted for figure in figures):
        check()
    if asked.dask and asked.engine:
        raise InputError("a cluster's workers have an engine of their own", place="--engine")
    worlds = changed(WorldSettings(), engine=asked.engine or DEFAULT_ENGINE).engine
    with cluster(asked.dask) if asked.dask else local(asked.processes, worlds) as executor, _bar() as progress:
        failures = make(asked.paper, figures, Asked(asked.seed, asked.size), out, executor, progress)
    for failure in failures:
        _say(failure, FAILED)
    return FAILED if failures else DONE


def _calibrate(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.figures.tension.calibration import calibrate
    from game.rigs.calibration import CALIBRATIONS
    from game.rigs.rig import load_rig
    from game.world.compiling import prepare

    name = load_rig(asked.rig).name
    out = Path(asked.out) if asked.out else CALIBRATIONS / f"{name}.toml"
    _check_writable(str(out))
    prepare()
    with cluster(asked.dask) if asked.dask else local(asked.processes) as executor, _bar() as progress:
        failures = calibrate(asked.rig, out, executor, progress)
    for failure in failures:
        _say(failure, FAILED)
    return FAILED if failures else DONE


def _learn(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.learning.run import learn, paths_of

    out, drawn = paths_of(asked.controller, asked.out)
    command = f"glassjaw learn {asked.controller} --samples {asked.samples} --seed {asked.seed}"
    from game.world.compiling import prepare

    prepare()
    with cluster(asked.dask) if asked.dask else local(asked.jobs) as executor, _bar() as progress:
        told = learn(asked.controller, asked.samples, asked.seed, out, drawn, executor, command, progress)
    print("\n".join(told))
    return DONE


def _ladder(asked: argparse.Namespace) -> int:
    from game.figures.executors import cluster, local
    from game.figures.plots import check
    from game.figures.run import prepare as prepare_folder
    from game.ladder.run import as_json, cases, ladder, step_choices, table, write

    _check_writable(asked.json)
    steps = step_choices(asked.steps)
    made = cases(asked.root, asked.clip, steps, asked.heights, dict(asked.settings))
    if asked.out:
        check()
        prepare_folder(Path(asked.out))
    from game.world.compiling import prepare

    with _quiet(asked.json):
        prepare()
        seeds = range(asked.seed, asked.seed + asked.seeds)
        with cluster(asked.dask) if asked.dask else local(asked.processes) as executor, _bar() as progress:
            found = ladder(made, asked.directions, asked.impulses, seeds, executor, progress)
    if asked.json:
        _write_json(asked.json, as_json(found, asked.impulses))
    written = write(found, Path(asked.out)) if asked.out else []
    if asked.json != "-":
        _Console().print(table(found))
        print("\n".join(str(path) for path in written))
    return DONE


def _doctor(asked: argparse.Namespace) -> int:
    from game.cli import doctor

    findings = doctor.examine()
    print(doctor.report(findings))
    works = all(finding.works or not finding.needed for finding in findings)
    if asked.warm and works:
        from game.world.compiling import prepare

        prepare()
    return DONE if works else FAILED


def _list(asked: argparse.Namespace) -> int:
    from game.session.listing import LISTS, text

    print(text(LISTS[asked.command]()))
    return DONE


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "run": _run,
    "profile": _profile,
    "bench": _bench,
    "shot": _shot,
    "film": _film,
    "figures": _figures,
    "calibrate": _calibrate,
    "learn": _learn,
    "ladder": _ladder,
    "pictures": _pictures,
    "doctor": _doctor,
}


@contextlib.contextmanager
def _simulation(asked: argparse.Namespace) -> Iterator[Simulation]:
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


@contextlib.contextmanager
def _quiet(*files: str | None) -> Iterator[None]:
    """Where JSON goes to standard output, what the engine prints from C goes to standard error instead."""
    if "-" not in files:
        yield
        return
    if sys.stdout is not None:  # closed by the caller
        sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def _advance(simulation: Simulation, seconds: float) -> None:
    """The ticks of `simulation.run(seconds)`, with a progress bar where somebody is looking."""
    ticks = round(seconds * TICKS_PER_S)
    for done in _watched(range(0, ticks, CHUNK), "running"):
        simulation.tick(min(CHUNK, ticks - done))


def _watched(steps: range, what: str) -> Iterable[int]:
    from rich.progress import track

    console = Console(stderr=True)
    return track(steps, what, console=console, transient=True, disable=not console.is_terminal)


@contextlib.contextmanager
def _bar() -> Iterator[Callable[[int, int, str], None]]:
    """Called with what is done, of how much, and what was last."""
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda done, of, last: bar.update(task, completed=done, total=of, description=last)


def _check_writable(file: str | None) -> None:
    """Better now than after a minute of simulation."""
    if file and file != "-":
        path = Path(file)
        try:
            target = path if path.exists() else path.parent
            good = not path.is_dir() and path.parent.is_dir() and os.access(target, os.W_OK)
        except (OSError, ValueError):
            good = False
        if not good:
            raise InputError("cannot be written", file=file)


def _write_json(file: str, value: Any) -> None:
    """Numbers that are not finite become null: the file stays JSON."""
    data = msgspec.json.format(msgspec.json.encode(value, enc_hook=lambda number: number.item()), indent=2)
    if file == "-":
        sys.stdout.write(data.decode() + "\n")
        return
    write_whole(Path(file), data + b"\n")


def _print_report(report: dict[str, Any], expected: list[tuple[str, bool]]) -> None:
    table = Table(
        "who",
        "upright s",
        "falls",
        "get-ups",
        "pose error deg",
        "travel m",
        title=f"{report['scene']}, {report['seconds']:g} s",
    )
    for name, found in report["characters"].items():
        error = found["pose_error_deg"]["mean"]
        table.add_row(
            name, f"{found['upright_s']:.2f}", str(found["falls"]), str(found["getups"]),
            "-" if error is None else f"{error:.1f}", f"{found['travel_m']:.2f}",
        )  # fmt: skip
    _Console().print(table)
    if "bout" in report:
        print(_result(report["bout"]))
    tick = report["timing"]["tick_ms"]
    print(f"tick p50 {tick['p50']:.3f} ms, p99 {tick['p99']:.3f} ms; state {report['state_hash']}")
    for what, met in expected:
        print(f"{'met    ' if met else 'NOT MET'} {what}")


def _result(bout: dict[str, Any]) -> str:
    """`red wins, KO, round 2 of 3; red landed 12 of 40, blue landed 9 of 31`."""
    ended = f"{bout['winner']} wins, {bout['how']}" if bout["winner"] else bout["how"] or "not over"
    landed = ", ".join(
        f"{name} landed {boxer['landed']} of {boxer['thrown']}" for name, boxer in bout["boxers"].items()
    )
    return f"{ended}, round {bout['round']} of {bout['rounds']}; {landed}"


if __name__ == "__main__":
    sys.exit(main())
