"""The ladder from the question to the files: cases in processes, tables, a rose.

    with local(2) as executor:
        found = ladder(cases(["weak"], ["stand"], ["off"], ["chest"], range(3)), 12, [20.0, 40.0, 60.0], executor)

Any `concurrent.futures.Executor` will do (game/figures/executors.py); what comes out does not depend on which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from itertools import product
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

from rich.table import Table

from components.errors import InputError
from components.settings import declared, parsed
from game.base.writing import atomic_write
from game.figures.figure import Row as Cells
from game.figures.run import Progress
from game.figures.table import csv_text
from game.ladder.climb import Stands, cells, climbed
from game.ladder.people import HUMANS
from game.ladder.row import Case, check_bone, has_steps
from game.learning.jobs import gathered

LEVELS = ("no_step", "one_step", "more_steps")
WAYS = {"forward": 0.0, "left": 90.0, "back": 180.0, "right": 270.0}


class Found(NamedTuple):
    """What came of one case: all seeds of it."""

    case: Case
    seeds: Sequence[Sequence[Stands]]  # by seed, by direction

    def middle(self, level: str) -> list[float]:
        """N s by direction: the middle one of the seeds, of two the lower."""
        return [median_low([getattr(one, level) for one in of]) for of in zip(*self.seeds, strict=True)]

    @property
    def degrees(self) -> list[float]:
        return [one.degrees for one in self.seeds[0]]

    @property
    def rows(self) -> list[Cells]:
        return [
            cells(self.case._replace(seed=seed), one)
            for seed, stands in enumerate(self.seeds, self.case.seed)
            for one in stands
        ]


def step_choices(asked: Sequence[str] | None) -> list[str | None]:
    """Those that there are here: without such a setting it is not said."""
    if not has_steps():
        if asked:
            raise InputError("there is no such setting here", place="steps")
        return [None]
    return list(asked or ("off", "on"))


def cases(
    roots: Iterable[str], clips: Iterable[str], steps: Iterable[str | None], bones: Sequence[str],
    settings: Mapping[str, str],
) -> list[Case]:  # fmt: skip
    """One for each panel of the rose; whatever is wrong is told before anything is tried."""
    for key, value in settings.items():
        parsed(key, value, declared())
    own = tuple(settings.items())
    made = [Case(root, clip, each, bone, 0, own) for root, clip, each, bone in product(roots, clips, steps, bones)]
    for case in made:
        check_bone(case)
    return made


def ladder(
    made: Sequence[Case], directions: int, rungs: Sequence[float], seeds: Sequence[int], executor: Executor,
    progress: Progress | None = None,
) -> list[Found]:  # fmt: skip
    jobs = [(case._replace(seed=seed), directions, tuple(sorted(set(rungs)))) for case in made for seed in seeds]
    done = gathered(climbed, jobs, executor, "ladder", progress)
    each = len(seeds)
    return [Found(case._replace(seed=seeds[0]), done[k * each : (k + 1) * each]) for k, case in enumerate(made)]


def table(found: Sequence[Found]) -> Table:
    """Of each case the four ways that people know, and the least of all directions."""
    out = Table(title="N s that are stood: without a step / with one at most / with more")
    for column in ("who", "pushed at", *WAYS, "least"):
        out.add_column(column, overflow="fold")
    for one in found:
        levels = [one.middle(level) for level in LEVELS]
        rows = list(zip(*levels, strict=True))
        ways = [said(rows[nearest(one.degrees, degrees)]) for degrees in WAYS.values()]
        if all(each.by_itself for of in one.seeds for each in of):
            ways = ["falls unpushed"] + [""] * (len(WAYS) - 1)
        out.add_row(one.case.label, one.case.bone, *ways, said([min(level) for level in levels]))
    for source in dict.fromkeys(human.source for human in HUMANS):
        of = {human.degrees: human for human in HUMANS if human.source == source}
        ways = [f"{of[degrees].impulse:.0f}" if degrees in of else "" for degrees in WAYS.values()]
        out.add_row(f"people, {source}", "one step" if of.popitem()[1].steps else "no step", *ways, "")
    return out


def said(levels: Sequence[float]) -> str:
    """One number where they are the same."""
    return "/".join(f"{level:.0f}" for level in (levels if len(set(levels)) > 1 else levels[:1]))


def nearest(degrees: Sequence[float], to: float) -> int:
    return min(range(len(degrees)), key=lambda k: abs((degrees[k] - to + 180.0) % 360.0 - 180.0))


def as_json(found: Sequence[Found], rungs: Sequence[float]) -> dict[str, Any]:
    return {
        "impulses": list(rungs),
        "people": [human._asdict() for human in HUMANS],
        "bodies": [row for one in found for row in one.rows],
    }


def write(found: Sequence[Found], out: Path) -> list[Path]:
    """The rose and the numbers; matplotlib is an extra."""
    from game.ladder.rose import roses

    csv, picture = out / "ladder.csv", out / "ladder.png"
    with atomic_write(csv) as draft:
        draft.write_text(csv_text([row for one in found for row in one.rows]), encoding="utf-8", newline="")
    with atomic_write(picture) as draft:
        roses(found).save(draft, "PNG", optimize=True)
    return [csv, picture]
