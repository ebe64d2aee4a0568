"""Roll: over the shoulder (prototype)."""

from __future__ import annotations

from math import hypot

from components.character import AWAKE, FALLING
from components.control import Sort, Status
from systems import rolling
from systems.controllers.controller import Controller
from systems.controllers.state import going
from systems.kernels import tick
from systems.someone import Someone
from systems.stage import Stage

P = dict(astray=.1, forward=.3, lasts=2.0, side=0)

def astray(stage, who):
    root = who.body.first
    return max(hypot(*tick.astray(stage.tables.handle, foot, root)) for foot in who.body.feet)

def caught(stage, who):
    root = who.body.first
    far = [hypot(*tick.astray(stage.tables.handle, foot, root)) for foot in who.body.feet]
    return far.index(max(far))

class Roll(Controller):
    name, about, sort = "roll", "rolls over the shoulder", Sort.DYNAMIC
    phase = FALLING
    reflex = True
    wanted = 3.5

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or who.control.kinematic or not who.balance.upright:
            return 0.0
        x, y = going(stage, who)
        return self.wanted if x > P["forward"] and abs(y) < x and astray(stage, who) > P["astray"] else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        who.recovery.resume = who.motion.clip.name
        who.fall.rolls = 1 + caught(stage, who)
        who.fall.turned = 0.0
        who.control.memory = rolling.pitch(stage, who.body, 2)

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        now = rolling.pitch(stage, who.body, 2)
        last = who.control.memory
        has = last + (now - last + 180) % 360 - 180
        who.control.memory = has
        who.fall.turned = max(who.fall.turned, min(who.fall.turned + rolling.RATE*dt, has+rolling.AHEAD))

    def status(self, stage: Stage, who: Someone) -> Status:
        if who.stun.unconscious_s > 0.0:
            return Status.FAILED
        return Status.SUCCEEDED if who.control.seconds > P["lasts"] else Status.RUNNING
