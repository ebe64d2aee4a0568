"""Brain: from standing to lying and back on its feet.

A body that stands, with a clip that stands, and is further out of balance than can be held, falls: it protects itself
(systems/falling.py) until it is down or has caught itself. One whose root spring has been broken for 0.5 s, or whose
head has been low that long while its clip stands, goes limp. When it has come to rest (and to its senses) it plays the
getup that fits: on its chest, or on its back, without the shoulder stand of the capture. Standing at the end of it, it
goes back to what it did before. With `get_up` off it goes on acting where it lies, as the paper's orange figure does.

Nobody begins to rise beyond a ring's ropes, from where it is carried back. Who is carried is weightless, so it stays
limp, or goes limp again, and lies at rest from the moment it is let go.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import ClassVar

import numpy as np

from components.character import (
    AWAKE,
    FALLING,
    LIMP,
    RISING,
    Balance,
    Body,
    Fall,
    Motion,
    Record,
    Recovery,
    Stun,
)
from components.ropes import Ropes
from components.settings import MotionSettings, StunSettings
from components.table import Bones, Modes, Poise, Skeletons, Targets
from systems.falling import BACK_S, begin_to_fall, loses_balance
from systems.getting_up import begin_to_rise, fail, go_on_rising
from systems.motion import begin_blend
from systems.ropes import beyond, carried
from systems.someone import IDLE, Someone, enter, play
from systems.stage import System

BROKEN_S, LOW_S = 0.5, 0.5
HELD_S, HANGS_S = 0.15, 1.5  # so long in balance, and it has caught itself; so long a fall, and it hangs somewhere
LIMP_AT_LEAST_S, LIMP_AT_MOST_S = 0.8, 3.0
AT_REST = 0.6  # m/s, mean over the bones
REST_S = 0.2
WHIRLS = 6.0  # rad/s of any bone: with one that whirls nobody begins to rise


class BrainSystem(System):
    reads: ClassVar = (Body, StunSettings, MotionSettings, Skeletons)
    late: ClassVar = (Balance, Bones, Fall, Modes, Motion, Poise, Record, Recovery, Ropes, Stun, Targets)
    writes: ClassVar = (Recovery, Fall, Motion, Stun, Record, Targets)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle.tolist()
        for _, parts in self.query(Body, StunSettings, Stun, Recovery, Balance, Motion, Record, Fall):
            who = Someone(*parts)
            recovery, stun = who.recovery, who.stun
            recovery.seconds += dt
            stun.unconscious_s = max(0.0, stun.unconscious_s - dt)
            if idle[who.body.index]:
                self.puppet(who)
            elif recovery.phase is AWAKE:
                self.awake(who)
            elif recovery.phase is FALLING:
                self.falling(who)
            elif recovery.phase is LIMP:
                self.limp(who, dt)
            elif carried(self.stage, who.body):
                fail(self.stage, who)
            else:
                go_on_rising(self.stage, who)

    def puppet(self, who: Someone) -> None:
        """No muscles, so nothing to recover: back to the plain clip."""
        if who.recovery.phase is RISING:
            play(self.stage, who, who.recovery.resume or IDLE)
        who.recovery.phase = AWAKE
        if who.motion.ended:
            play(self.stage, who, IDLE)

    def awake(self, who: Someone) -> None:
        balance, motion = who.balance, who.motion
        down = (balance.broken_s > BROKEN_S or balance.low_s > LOW_S) and who.settings.get_up
        stands = balance.upright and motion.clip.upright[int(motion.frame)]
        if who.stun.unconscious_s > 0.0 or down:
            who.recovery.resume = ""
            self.go_limp(who)
        elif who.settings.protect and stands and loses_balance(self.stage, who.body, who.fall):
            who.recovery.resume = ""
            enter(who, FALLING)
            ahead, aside = begin_to_fall(self.stage, who.body, who.fall)
            self.stage.tell("falling", who.body.name, way_deg=round(degrees(atan2(aside, ahead))))
        elif motion.ended and motion.after is None:
            play(self.stage, who, IDLE)

    def falling(self, who: Someone) -> None:
        """Until it is down, hangs somewhere, or has caught itself: then it goes back to what it did."""
        balance, recovery = who.balance, who.recovery
        lies, hangs = balance.low_s > LOW_S, balance.broken_s > BROKEN_S and recovery.seconds > HANGS_S
        if who.stun.unconscious_s > 0.0 or ((lies or hangs) and who.settings.get_up):
            self.go_limp(who)
            recovery.seconds = balance.low_s  # it lies already
        elif lies or (balance.upright and (who.fall.held_s > HELD_S or recovery.seconds > HANGS_S)):
            enter(who, AWAKE)
            who.fall.share = 0.0  # the blend begins from the targets as they are
            if recovery.resume:  # asked for meanwhile
                play(self.stage, who, recovery.resume)
            begin_blend(self.stage, who.body, who.motion, from_body=False, blend_s=BACK_S)

    def go_limp(self, who: Someone) -> None:
        enter(who, LIMP)
        motion, recovery = who.motion, who.recovery
        wanted, goes_on = (motion.clip, motion.looping) if motion.after is None else motion.after
        goes_on = wanted.looping if goes_on is None else goes_on
        recovery.resume = recovery.resume or (wanted.name if goes_on else IDLE)
        motion.after, motion.changing = None, False
        self.stage.tell("limp", who.body.name)

    def limp(self, who: Someone, dt: float) -> None:
        body, recovery = who.body, who.recovery
        speed = self.stage.tables.bones.velocity[body.first : body.last]
        still = float(np.sqrt((speed * speed).sum(axis=1)).mean()) < AT_REST
        recovery.resting_s = recovery.resting_s + dt if still else 0.0
        if carried(self.stage, body):
            recovery.seconds = recovery.resting_s = 0.0
        rested = recovery.seconds > LIMP_AT_LEAST_S and recovery.resting_s > REST_S
        if beyond(self.stage, body) or self.whirls(body):
            return
        if who.stun.unconscious_s <= 0.0 and who.settings.get_up and (rested or recovery.seconds > LIMP_AT_MOST_S):
            begin_to_rise(self.stage, who)

    def whirls(self, body: Body) -> bool:
        spin = self.stage.tables.bones.spin[body.first : body.last]
        return float((spin * spin).sum(axis=1).max()) > WHIRLS**2
