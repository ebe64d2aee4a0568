"""The same work for many seeds, in the processes of an executor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from typing import TypeVar

from game.figures.run import Progress, here

T = TypeVar("T")


def gathered(
    work: Callable[..., T], jobs: Sequence[tuple[object, ...]], executor: Executor, what: str, progress: Progress | None
) -> list[T]:
    """What came of each, in the order of the jobs, whichever was done first."""
    running = {executor.submit(here, work, *job): k for k, job in enumerate(jobs)}
    found: dict[int, T] = {}
    for future in as_completed(running):
        found[running[future]] = future.result()
        if progress:
            progress(len(found), len(jobs), f"{what}: {len(found)} of {len(jobs)}")
    return [found[k] for k in range(len(jobs))]
