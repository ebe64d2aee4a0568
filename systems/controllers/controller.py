"""A controller: one thing that a character can do, as the supervisor sees it (systems/supervisor.py).

It says when it can begin (`before`, `bid`), how it is doing (`status`), and what comes of it (`after`). In between it
is a black box: it plays a clip, leads limbs to poses, walks a path. What it remembers from tick to tick lies in
`who.control.memory`, an immutable value.

    class Wave(Controller):
        name, about, sort = "wave", "waves while it stands", Sort.DYNAMIC
        before = Region(Within("upright", 0.5, 1.0), Within("speed", 0.0, 0.3))
        wanted = 0.5
"""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE, Phase
from components.control import Sort, Status
from systems.controllers.state import Region
from systems.someone import Someone
from systems.stage import Stage


class Controller:
    name: ClassVar[str]
    about: ClassVar[str]  # in a few words, for lists: "what it does"
    sort: ClassVar[Sort]
    phase: ClassVar[Phase] = AWAKE  # what everybody else takes the body to be in meanwhile
    reflex: ClassVar[bool] = False  # may it interrupt whoever has control, if it bids more than that
    yields: ClassVar[bool] = False  # does it leave control to anybody who bids more
    wanted: ClassVar[float] = 0.0  # what it bids where it can begin
    instead: ClassVar[str] = ""  # who has control next where it fails; empty: whoever bids most
    then: ClassVar[str] = ""  # and where it succeeds, if that one bids
    reads: ClassVar[tuple[type, ...]] = ()  # beside what every body has: as written in this tick,
    late: ClassVar[tuple[type, ...]] = ()  # and as the last one left it
    begins: ClassVar[str] = ""  # in words, where `bid` says more than its preconditions
    ends: ClassVar[str] = ""
    before: ClassVar[Region] = Region()  # where it can begin
    after: ClassVar[Region] = Region()  # where it leaves the body, unless it says that it failed

    def bid(self, stage: Stage, who: Someone) -> float:
        """How much it wants control now; 0: it cannot begin. Asking changes nothing."""
        return self.wanted if self.before.holds(stage, who) else 0.0

    def worth(self, stage: Stage, who: Someone) -> float:
        """What a reflex has to bid more than, to interrupt it."""
        return self.wanted

    def lacks(self, stage: Stage, who: Someone) -> list[str]:
        """Why it cannot begin, for whoever looks: conditions that are not met, each with the number that there is."""
        return self.before.fails(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        """It has control from now on; `who.recovery` is in its phase already."""

    def sense(self, stage: Stage, who: Someone, dt: float) -> None:
        """What it keeps count of in each tick, before anybody may interrupt it."""

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        """One tick of it."""

    def lead(self, stage: Stage, who: Someone) -> None:
        """Targets of its own, behind its clip (systems/leading.py)."""

    def status(self, stage: Stage, who: Someone) -> Status:
        return Status.RUNNING

    def end(self, stage: Stage, who: Someone) -> None:
        """It has succeeded or failed, and `who.recovery` is awake: leave the body to whoever comes next."""
