"""What the command line says: lines, bars, tables and JSON, whoever reads or does not."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from components.errors import InputError
from game.base.writing import write_whole

DONE, FAILED, WRONG, STOPPED = 0, 1, 2, 130  # exit statuses


class Terminal(Console):
    """Rich's own ends the process with status 1 where nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def say(line: str, status: int) -> int:
    sys.stderr.write(f"glassjaw: {line}\n")
    return status


def open_what_is_closed() -> None:
    """A caller may have closed standard output or error: what is written there goes nowhere."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows ASCII alone


def hush() -> None:
    """What is still to be written to standard output goes nowhere, at the end of the process too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def quiet(*files: str | None) -> Iterator[None]:
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


def watched(steps: range, what: str) -> Iterable[int]:
    from rich.progress import track

    console = Console(stderr=True)
    return track(steps, what, console=console, transient=True, disable=not console.is_terminal)


@contextlib.contextmanager
def bar() -> Iterator[Callable[[int, int, str], None]]:
    """Called with what is done, of how much, and what was last."""
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda done, of, last: bar.update(task, completed=done, total=of, description=last)


def check_writable(file: str | None) -> None:
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


def write_json(file: str, value: Any) -> None:
    """Numbers that are not finite become null: the file stays JSON."""
    data = msgspec.json.format(msgspec.json.encode(value, enc_hook=lambda number: number.item()), indent=2)
    if file == "-":
        sys.stdout.write(data.decode() + "\n")
        return
    write_whole(Path(file), data + b"\n")


def print_report(report: dict[str, Any], expected: list[tuple[str, bool]]) -> None:
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
    Terminal().print(table)
    if "bout" in report:
        print(result_of(report["bout"]))
    tick = report["timing"]["tick_ms"]
    print(f"tick p50 {tick['p50']:.3f} ms, p99 {tick['p99']:.3f} ms; state {report['state_hash']}")
    for what, met in expected:
        print(f"{'met    ' if met else 'NOT MET'} {what}")


def result_of(bout: dict[str, Any]) -> str:
    """`red wins, KO, round 2 of 3; red landed 12 of 40, blue landed 9 of 31`."""
    ended = f"{bout['winner']} wins, {bout['how']}" if bout["winner"] else bout["how"] or "not over"
    landed = ", ".join(
        f"{name} landed {boxer['landed']} of {boxer['thrown']}" for name, boxer in bout["boxers"].items()
    )
    return f"{ended}, round {bout['round']} of {bout['rounds']}; {landed}"
