"""Fall: who loses balance awake comes down protected (systems/falling.py), until it is down or has caught itself.

It has caught itself after 0.15 s in balance. Who hangs somewhere for 1.5 s without a root spring is as good as down.
"""

from __future__ import annotations

from math import atan2, degrees

from components.character import AWAKE, FALLING
from components.control import Sort, Status
from systems.controllers.catch import hopeless
from systems.controllers.controller import Controller
from systems.falling import BACK_S, begin_to_fall, loses_balance
from systems.motion import begin_blend
from systems.someone import Someone, play
from systems.stage import Stage

BROKEN_S, LOW_S = 0.5, 0.5
HELD_S, HANGS_S = 0.15, 1.5  # so long in balance, and it has caught itself; so long a fall, and it hangs somewhere


class Fall(Controller):
    name, about, sort = "fall", "comes down protected, hands first", Sort.DYNAMIC
    phase = FALLING
    reflex = True
    begins = (
        "out of balance beyond what it can hold and not into ropes, or tripped and as learned beyond what `catch` can "
        "do; awake, while its clip stands"
    )
    ends = f"down for {LOW_S:g} s, or in balance for {HELD_S:g} s"
    wanted = 2.0

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or not who.settings.protect or not who.balance.upright:
            return 0.0
        falls = loses_balance(stage, who.body, who.fall) or hopeless(stage, who)
        return self.wanted if falls and who.motion.clip.upright[int(who.motion.frame)] else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        who.recovery.resume = ""
        ahead, aside = begin_to_fall(stage, who.body, who.fall)
        stage.tell("falling", who.body.name, way_deg=round(degrees(atan2(aside, ahead))))

    def status(self, stage: Stage, who: Someone) -> Status:
        held = who.fall.held_s > HELD_S or who.recovery.seconds > HANGS_S
        if who.balance.low_s > LOW_S or (who.balance.upright and held):
            return Status.SUCCEEDED
        return Status.RUNNING

    def end(self, stage: Stage, who: Someone) -> None:
        """Back to what it did; the blend begins from the targets as they are."""
        who.fall.share = 0.0
        if who.recovery.resume:  # asked for meanwhile
            play(stage, who, who.recovery.resume)
        begin_blend(stage, who.body, who.motion, from_body=False, blend_s=BACK_S)


def is_down(who: Someone) -> bool:
    """Whose root spring has been broken for 0.5 s, or whose head has been low that long while its clip stands."""
    balance = who.balance
    hangs = balance.broken_s > BROKEN_S and (who.recovery.phase is AWAKE or who.recovery.seconds > HANGS_S)
    return hangs or balance.low_s > LOW_S
