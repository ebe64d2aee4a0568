"""Up the ladder: of one row of bodies, the hardest push that each stands without a step, with one, with more.

All bodies are pushed at once, each with an impulse of its own: the rung in the middle of what is still open for it. Of
24 rungs that takes 6 to 10 rounds. What is found lies under the first rung that was seen to be too much; a harder push
may still be stood, as people stumble over a light push and not over a hard one, and is not looked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from game.figures.figure import Row as Cells
from game.ladder.row import Case, Row
from game.ladder.seen import Seen


class Outcome(IntEnum):
    """What came of a push; the lower the better."""

    STOOD = 0
    ONE_STEP = 1
    STEPS = 2
    FELL = 3


class Stands(NamedTuple):
    """The hardest pushes (N s) of one body from one direction; 0: no rung of the ladder."""

    degrees: float
    no_step: float
    one_step: float  # with one at most
    more_steps: float  # with any number
    fell: float | None  # the least that felled it; none: nothing did
    walks: bool  # it takes steps unpushed, so that they say nothing: all that it stands counts as without
    by_itself: bool  # it fell without a push


class Climb:
    """One body's way up: `next` is what to try, until there is nothing."""

    def __init__(self, rungs: Sequence[float], unpushed: Seen) -> None:
        self.rungs = rungs
        self.known: dict[int, Outcome] = {}
        self.walks, self.by_itself = bool(unpushed.steps) and not unpushed.fallen, unpushed.fallen

    def told(self, k: int, seen: Seen) -> None:
        self.known[k] = self.outcome(seen)

    def outcome(self, seen: Seen) -> Outcome:
        if seen.fallen:
            return Outcome.FELL
        return Outcome.STOOD if self.walks else Outcome(min(len(seen.saving), Outcome.STEPS))

    def within(self, worst: Outcome) -> tuple[int, int]:
        """The rung up to which it is known to do no worse, and the first where it does."""
        return between(self.known, len(self.rungs), worst)

    @property
    def next(self) -> int | None:
        for worst in () if self.by_itself else (Outcome.STEPS, Outcome.STOOD, Outcome.ONE_STEP):
            low, high = self.within(worst)
            if high - low > 1:
                return (low + high) // 2
        return None

    def stands(self, degrees: float) -> Stands:
        ends = [self.within(worst) for worst in (Outcome.STOOD, Outcome.ONE_STEP, Outcome.STEPS)]
        none, one, more = (0.0 if self.by_itself or low < 0 else float(self.rungs[low]) for low, _ in ends)
        high = ends[-1][1]
        fell = 0.0 if self.by_itself else float(self.rungs[high]) if high < len(self.rungs) else None
        return Stands(degrees, none, one, more, fell, self.walks, self.by_itself)


def between(known: Mapping[int, Outcome], rungs: int, worst: Outcome) -> tuple[int, int]:
    high = min((k for k, outcome in known.items() if outcome > worst), default=rungs)
    return max((k for k, outcome in known.items() if outcome <= worst and k < high), default=-1), high


def climbed(case: Case, directions: int, rungs: Sequence[float]) -> list[Stands]:
    """One job: all directions of one case."""
    with Row(case, directions) as row:
        climbs = [Climb(rungs, seen) for seen in row.push([None] * directions)]
        while any(climb.next is not None for climb in climbs):
            tries = [climb.next for climb in climbs]
            for k, climb, seen in zip(
                tries, climbs, row.push([None if k is None else rungs[k] for k in tries]), strict=True
            ):
                if k is not None:
                    climb.told(k, seen)
        return [climb.stands(degrees) for climb, degrees in zip(climbs, row.degrees, strict=True)]


def cells(case: Case, stands: Stands) -> Cells:
    """A line of the CSV."""
    own: Cells = {"root": case.root, "clip": case.clip, "steps": case.steps, "height": case.bone, "seed": case.seed}
    return own | stands._asdict()
