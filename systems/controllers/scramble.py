"""Scramble: who went down on purpose gets up at once, without lying there (systems/getting_up.py)."""

from __future__ import annotations

from components.character import RISING
from systems.controllers.rise import Rise
from systems.controllers.state import Region, Within
from systems.diving import Dive
from systems.rising import AT_ONCE
from systems.someone import Someone
from systems.stage import Stage

HOLDS_TICKS = 92  # a save has been said, and the ball is back at its spot
DIVES = {"dive", "fall"}  # whom it may follow


class Scramble(Rise):
    name, about = "scramble", "gets up at once after a dive"
    reflex, haste = True, AT_ONCE
    wanted = 3.5  # more than `lie`
    begins, ends = "down after a dive, in its senses, while it hardly moves any more", Rise.ends
    before = Region(
        Within("awake", 1.0), Within("head_height", high=0.7), Within("height", high=0.4), Within("whirl", high=12.0),
        Within("speed", high=1.5), Within("down_s", 0.1),
    )  # fmt: skip

    def bid(self, stage: Stage, who: Someone) -> float:
        control = who.control
        ready = bool({control.controller, control.before} & DIVES) and who.recovery.phase is not RISING
        if not ready or not who.settings.get_up or keeps_hold(stage, control.memory):
            return 0.0
        return self.wanted if self.before.holds(stage, who) else 0.0


def keeps_hold(stage: Stage, memory: object) -> bool:
    """Nobody gets up at once who has just caught a ball."""
    return isinstance(memory, Dive) and memory.held and stage.ticks - memory.caught < HOLDS_TICKS
