"""Play: the clip as it was captured. The body is put where the clip has it: it pushes, and is not pushed.

The touch of an active thing ends it, in the tick of the touch (systems/handing_over.py); muscles follow the clip then,
until the body is similar enough to a frame of it again. It goes on from that frame. Looked for thirty times a second.
"""

from __future__ import annotations

from components.character import AWAKE
from components.control import Sort
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.handing_over import take_from_muscles, touched_by
from systems.similarity import best
from systems.someone import Someone
from systems.stage import Stage

CALM_S = 0.5  # with muscles, before it may be played again
LOOKS = 4  # ticks


class Play(Controller):
    name, about, sort = "play", "plays the clip as it was captured", Sort.KINEMATIC
    wanted = 0.5
    yields = True
    begins = f"similar enough to a frame of its clip, upright and in balance, {CALM_S:g} s after another took control"
    ends = "at the touch of something active, or when anybody bids more"
    before = Region(Within("upright", 1.0), Within("awake", 1.0), Within("lost_s", high=0.0))

    def bid(self, stage: Stage, who: Someone) -> float:
        ready = who.recovery.phase is AWAKE and who.control.seconds > CALM_S and stage.ticks % LOOKS == 0
        if not ready or not self.before.holds(stage, who) or touched_by(stage, who.body, who.control):
            return 0.0  # an active touch would end it at once
        near = best(stage, who.body, (who.motion.clip,)).value <= stage.clips.similarity(who.body.rig).threshold
        return self.wanted if near else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        take_from_muscles(stage, who.body, who.motion, who.control)
