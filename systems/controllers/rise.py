"""Rise: on its feet again by the getup that fits (systems/getting_up.py), then it goes on with what it did before."""

from __future__ import annotations

from typing import ClassVar

from components.character import FALLING, LIMP, RISING
from components.control import Sort, Status
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.getting_up import begin_to_rise, fail, go_on_rising, stand, uncross
from systems.rising import NO_HASTE, Haste
from systems.ropes import carried
from systems.someone import Someone
from systems.stage import Stage


class Rise(Controller):
    name, about, sort = "rise", "gets up from the floor", Sort.DYNAMIC
    phase = RISING
    haste: ClassVar[Haste] = NO_HASTE
    wanted = 1.0
    instead = "lie"
    begins, ends = (
        "when `lie` or `roll` has ended, with `get_up`",
        "on its feet and steady; it fails where it tips over",
    )
    after = Region(Within("upright", 1.0))

    def bid(self, stage: Stage, who: Someone) -> float:
        phase = who.recovery.phase
        lies = phase is LIMP or (phase is FALLING and who.fall.rolls > 0 and not who.balance.upright)
        return self.wanted if lies and who.settings.get_up else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        begin_to_rise(stage, who)

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        if carried(stage, who.body):
            who.control.memory = Status.FAILED
        else:
            who.control.memory = go_on_rising(stage, who, self.haste)

    def lead(self, stage: Stage, who: Someone) -> None:
        uncross(stage, who)

    def status(self, stage: Stage, who: Someone) -> Status:
        return who.control.memory if isinstance(who.control.memory, Status) else Status.RUNNING

    def end(self, stage: Stage, who: Someone) -> None:
        if who.control.memory is Status.FAILED:
            fail(stage, who)
        else:
            stand(stage, who)
