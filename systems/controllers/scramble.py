"""Scramble: who went down on purpose gets up at once, without lying there (systems/getting_up.py)."""

from __future__ import annotations

from components.character import RISING
from systems.controllers.rise import Rise
from systems.controllers.state import Region, Within
from systems.someone import Someone
from systems.stage import Stage

DIVES = {"dive", "fall"}  # whom it may follow


class Scramble(Rise):
    name, about = "scramble", "gets up at once after a dive"
    reflex = True
    wanted = 3.5  # more than `lie`
    begins, ends = "down after a dive, in its senses, while it hardly moves any more", Rise.ends
    before = Region(
        Within("awake", 1.0), Within("head_height", high=0.7), Within("height", high=0.4), Within("whirl", high=12.0),
        Within("speed", high=1.5), Within("down_s", 0.1),
    )  # fmt: skip

    def bid(self, stage: Stage, who: Someone) -> float:
        ready = (
            bool({who.control.controller, who.control.before} & DIVES)
            and who.recovery.phase is not RISING
            and who.settings.get_up
        )
        return self.wanted if ready and self.before.holds(stage, who) else 0.0
