"""Makes figures: hands their jobs to an executor, and writes each figure as soon as its last job is done.

    with local(2) as executor:
        failures = make("dynamo", figures, Asked(seed=0), Path("out"), executor)

Any `concurrent.futures.Executor` will do. Worlds and the GL context belong to a process as a whole, so `do` lets one
job at a time run in a process, however many threads its executor has. A job that fails does not stop the other figures.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import TypeVar

from components.errors import InputError, one_line
from game.base.writing import atomic_write, check_writable
from game.figures.figure import Asked, Figure, Found, Job, tables_of
from game.figures.sheet import captioned
from game.figures.table import csv_text

T = TypeVar("T")
Progress = Callable[[int, int, str], None]
"""Jobs that are over, jobs in all, and what was last written."""


def do(job: Job) -> Found:
    return here(job.work, *job.arguments)


def here(work: Callable[..., T], *arguments: object) -> T:
    """In a worker: in its main thread, or where an executor brings jobs to other threads, in one of its own."""
    if threading.current_thread() is threading.main_thread():
        return work(*arguments)
    return lane().submit(work, *arguments).result()


@cache
def lane() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "figures")


def make(
    paper: str, figures: Sequence[Figure], asked: Asked, out: Path, executor: Executor, progress: Progress | None = None
) -> list[str]:
    """Into the folder `out`; a line for each figure that could not be made."""
    prepare(out)
    making = [_Making(figure, asked, out, f"{paper}_{figure.name}") for figure in figures]
    together = [(each, i) for each in making for i, job in enumerate(each.jobs) if not job.alone]
    alone = [[(each, i)] for each in making for i, job in enumerate(each.jobs) if job.alone]
    over, count = 0, len(together) + len(alone)
    for places in (together, *alone):
        running = {executor.submit(do, each.jobs[i]): (each, i) for each, i in places}
        for future in as_completed(running):
            each, i = running[future]
            each.take(i, future)
            over += 1
            if progress:
                progress(over, count, each.label)
    return [each.failure for each in making if each.failure]


def prepare(out: Path) -> None:
    """Better now than after minutes of simulation."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        check_writable(out / "figure.png")
    except (OSError, ValueError, InputError):  # ValueError: a NUL in the name
        raise InputError("cannot be written to as a folder", file=out) from None


class _Making:
    """One figure, while its jobs come in."""

    def __init__(self, figure: Figure, asked: Asked, out: Path, label: str) -> None:
        self.figure, self.out, self.label = figure, out, label
        self.jobs = list(figure.jobs(asked))
        self.found: dict[int, Found] = {}
        self.failure = ""

    def take(self, i: int, future: Future[Found]) -> None:
        if error := future.exception():
            reason = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
            self.failure = self.failure or one_line(f"{self.label}: {self.jobs[i].name}: {reason}")
            return
        self.found[i] = future.result()
        if len(self.found) == len(self.jobs):
            self._write([self.found[i] for i in range(len(self.jobs))])

    def _write(self, results: Sequence[Found]) -> None:
        for name, rows in tables_of(results).items():
            suffix = f"_{name}" if name else ""
            with atomic_write(self.out / f"{self.label}{suffix}.csv") as draft:
                draft.write_text(csv_text(rows), encoding="utf-8", newline="")
        with atomic_write(self.out / f"{self.label}.png") as draft:
            picture = captioned(self.figure.draw(results), self.figure.title, self.figure.caption)
            picture.save(draft, "PNG", optimize=True)
