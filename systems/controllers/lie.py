"""Lie: who is down or out of its senses goes limp, until it has come to rest and to its senses.

Where a scene names the pool, it lies until a getup will succeed, as was learned of it (data/controllers/rise.toml), and
rest has no say; it is asked ten times a second.

Nobody begins to rise beyond a ring's ropes, from where it is carried back. Who is carried is weightless, so it stays
limp, and lies at rest from the moment it is let go.
"""

from __future__ import annotations

import numpy as np

from components.character import AWAKE, FALLING, LIMP, RISING, Body
from components.control import Sort, Status
from systems.controllers.controller import Controller
from systems.controllers.fall import LOW_S, is_down
from systems.controllers.learned import expects
from systems.ropes import beyond, carried
from systems.someone import IDLE, Someone
from systems.stage import Stage

RISE = "rise"
LIMP_AT_LEAST_S, LIMP_AT_MOST_S = 0.8, 3.0
AT_REST = 0.6  # m/s, mean over the bones
REST_S = 0.2
LOOKS = 12  # ticks from one look at what was learned to the next
WHIRLS = 6.0  # rad/s of any bone: with one that whirls nobody begins to rise


class Lie(Controller):
    name, about, sort = "lie", "goes limp and stays down", Sort.DYNAMIC
    phase = LIMP
    reflex = True
    begins = f"out of its senses, or down for {LOW_S:g} s"
    ends = f"at rest for {REST_S:g} s or down for {LIMP_AT_MOST_S:g} s, in its senses, with no bone that whirls"
    wanted = 3.0

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase not in (AWAKE, FALLING):
            return 0.0
        return self.wanted if who.stun.unconscious_s > 0.0 or (who.settings.get_up and is_down(who)) else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        recovery = who.recovery
        if who.control.left is AWAKE:
            recovery.resume = ""
        keep_in_mind(who)
        if who.control.left is FALLING:
            recovery.seconds = who.balance.low_s  # it lies already
        if who.control.left is not RISING:  # else it lies again
            stage.tell("limp", who.body.name)

    def sense(self, stage: Stage, who: Someone, dt: float) -> None:
        body, recovery = who.body, who.recovery
        speed = stage.tables.bones.velocity[body.first : body.last]
        still = float(np.sqrt((speed * speed).sum(axis=1)).mean()) < AT_REST
        recovery.resting_s = recovery.resting_s + dt if still else 0.0
        if carried(stage, body):
            recovery.seconds = recovery.resting_s = 0.0

    def status(self, stage: Stage, who: Someone) -> Status:
        recovery = who.recovery
        if who.stun.unconscious_s > 0.0 or beyond(stage, who.body):
            return Status.RUNNING
        if not who.control.hybrid or stage.clips.learned(RISE) is None:
            ready = recovery.seconds > LIMP_AT_LEAST_S and recovery.resting_s > REST_S
            ready = (ready or recovery.seconds > LIMP_AT_MOST_S) and not whirls(stage, who.body)
        else:
            looks = (stage.ticks - who.control.since) % LOOKS == 0
            ready = recovery.seconds > LIMP_AT_MOST_S or (looks and bool(expects(stage, who, RISE)))
        return Status.SUCCEEDED if ready else Status.RUNNING


def keep_in_mind(who: Someone) -> None:
    """What to go on with once it is up again."""
    motion, recovery = who.motion, who.recovery
    wanted, goes_on = (motion.clip, motion.looping) if motion.after is None else motion.after
    goes_on = wanted.looping if goes_on is None else goes_on
    recovery.resume = recovery.resume or (wanted.name if goes_on else IDLE)
    motion.after, motion.changing = None, False


def whirls(stage: Stage, body: Body) -> bool:
    spin = stage.tables.bones.spin[body.first : body.last]
    return float((spin * spin).sum(axis=1).max()) > WHIRLS**2
