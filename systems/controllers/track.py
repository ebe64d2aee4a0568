"""Track: muscles follow the clip. Whoever bids more takes over; where a clip has ended, it stands."""

from __future__ import annotations

from components.character import LIMP
from components.control import Sort
from systems.controllers.controller import Controller
from systems.someone import IDLE, Someone, play
from systems.stage import Stage


class Track(Controller):
    name, about, sort = "track", "muscles follow the clip", Sort.DYNAMIC
    yields = True
    begins, ends = "anywhere but limp on the floor", "when anybody bids more"
    wanted = 0.1

    def bid(self, stage: Stage, who: Someone) -> float:
        return 0.0 if who.recovery.phase is LIMP else self.wanted

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        if who.motion.ended and who.motion.after is None:
            play(stage, who, IDLE)
