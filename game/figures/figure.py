"""What a figure is: jobs that run anywhere, and how what they found becomes one picture and rows of numbers.

    def fell(root: str, seed: int) -> Found:            # a pure function of plain values, at the top of a module
        ...
        return Found({"": [{"root": root, "seed": seed, "fell_at_s": 1.25}]}, pictures)

    Figure("2", "Who falls", "...", jobs=lambda asked: [Job("weak", fell, ("weak", asked.seed))], draw=...)

A job is pickled by the name of its function, so that a process of its own or another machine can do it. Tables are told
apart by a word: rows under "" are written to PAPER_2.csv, rows under "timing" to PAPER_2_timing.csv.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
Value = str | int | float | bool | None
Row = dict[str, Value]
Tables = Mapping[str, Sequence[Row]]
SIZE = (480, 270)


@dataclass(frozen=True)
class Asked:
    """What can be chosen for all figures."""

    seed: int = 0
    size: tuple[int, int] = SIZE  # pixels, of each single picture of a figure


@dataclass(frozen=True)
class Found:
    """What came of one job."""

    tables: Tables = field(default_factory=dict)
    pictures: Sequence[Pixels] = ()


@dataclass(frozen=True)
class Job:
    name: str  # said when it fails
    work: Callable[..., Found]
    arguments: tuple[object, ...] = ()
    alone: bool = False  # it measures time: nothing else runs meanwhile


@dataclass(frozen=True)
class Figure:
    name: str  # as the paper counts it, or a word
    title: str
    caption: str
    jobs: Callable[[Asked], Sequence[Job]]
    draw: Callable[[Sequence[Found]], Image.Image]  # what came of the jobs, in their order
    plotted: bool = False  # it needs matplotlib


def tables_of(results: Sequence[Found]) -> dict[str, list[Row]]:
    """The rows of all jobs, in the order of the jobs, whichever was done first."""
    tables: dict[str, list[Row]] = {}
    for found in results:
        for name, rows in found.tables.items():
            tables.setdefault(name, []).extend(rows)
    return tables
