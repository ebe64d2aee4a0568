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
from typing import ClassVar, NamedTuple

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
    Phase,
    Record,
    Recovery,
    Stun,
)
from components.clock import TICKS_PER_S
from components.ropes import Ropes
from components.settings import MotionSettings, StunSettings
from components.table import Bones, Modes, Poise, Skeletons, Targets
from systems.falling import BACK_S, begin_to_fall, loses_balance
from systems.motion import begin_blend, start_clip
from systems.rising import (
    GO_S,
    STARTS,
    Start,
    another_start,
    gather_s,
    gathered,
    nearest_start,
    speed,
    sways,
    tipped,
)
from systems.ropes import beyond, carried
from systems.stage import System

BROKEN_S, LOW_S = 0.5, 0.5
HELD_S, HANGS_S = 0.15, 1.5  # so long in balance, and it has caught itself; so long a fall, and it hangs somewhere
LIMP_AT_LEAST_S, LIMP_AT_MOST_S = 0.8, 3.0
AT_REST = 0.6  # m/s, mean over the bones
REST_S = 0.2
IDLE = "stand"


class Someone(NamedTuple):
    """One body, with all of it that decides what it does now."""

    body: Body
    settings: StunSettings
    stun: Stun
    recovery: Recovery
    balance: Balance
    motion: Motion
    record: Record
    fall: Fall


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
                self.fail(who)
            else:
                self.rising(who)

    def puppet(self, who: Someone) -> None:
        """No muscles, so nothing to recover: back to the plain clip."""
        if who.recovery.phase is RISING:
            self.play(who, who.recovery.resume or IDLE)
        who.recovery.phase = AWAKE
        if who.motion.ended:
            self.play(who, IDLE)

    def awake(self, who: Someone) -> None:
        balance, motion = who.balance, who.motion
        down = (balance.broken_s > BROKEN_S or balance.low_s > LOW_S) and who.settings.get_up
        stands = balance.upright and motion.clip.upright[int(motion.frame)]
        if who.stun.unconscious_s > 0.0 or down:
            who.recovery.resume = ""
            self.go_limp(who)
        elif who.settings.protect and loses_balance(who.fall) and stands:
            who.recovery.resume = ""
            self.enter(who, FALLING)
            ahead, aside = begin_to_fall(self.stage, who.body, who.fall)
            self.stage.tell("falling", who.body.name, way_deg=round(degrees(atan2(aside, ahead))))
        elif motion.ended:
            self.play(who, IDLE)

    def falling(self, who: Someone) -> None:
        """Until it is down, hangs somewhere, or has caught itself: then it goes back to what it did."""
        balance, recovery = who.balance, who.recovery
        lies, hangs = balance.low_s > LOW_S, balance.broken_s > BROKEN_S and recovery.seconds > HANGS_S
        if who.stun.unconscious_s > 0.0 or ((lies or hangs) and who.settings.get_up):
            self.go_limp(who)
            recovery.seconds = balance.low_s  # it lies already
        elif lies or (who.fall.held_s > HELD_S and balance.upright):
            self.enter(who, AWAKE)
            who.fall.share = 0.0  # the blend begins from the targets as they are
            if recovery.resume:  # asked for meanwhile
                self.play(who, recovery.resume)
            begin_blend(self.stage, who.body, who.motion, from_body=False, blend_s=BACK_S)

    def go_limp(self, who: Someone) -> None:
        self.enter(who, LIMP)
        motion, recovery = who.motion, who.recovery
        recovery.resume = recovery.resume or (motion.clip.name if motion.looping else IDLE)
        self.stage.tell("limp", who.body.name)

    def limp(self, who: Someone, dt: float) -> None:
        body, recovery = who.body, who.recovery
        speed = self.stage.tables.bones.velocity[body.first : body.last]
        still = float(np.sqrt((speed * speed).sum(axis=1)).mean()) < AT_REST
        recovery.resting_s = recovery.resting_s + dt if still else 0.0
        if carried(self.stage, body):
            recovery.seconds = recovery.resting_s = 0.0
        rested = recovery.seconds > LIMP_AT_LEAST_S and recovery.resting_s > REST_S
        if beyond(self.stage, body):
            return
        if who.stun.unconscious_s <= 0.0 and who.settings.get_up and (rested or recovery.seconds > LIMP_AT_MOST_S):
            self.begin_to_rise(who)

    def begin_to_rise(self, who: Someone) -> None:
        self.enter(who, RISING)
        who.recovery.gathered = False
        self.gather(who, nearest_start(self.stage, who.body))
        self.stage.tell("rise", who.body.name)

    def gather(self, who: Someone, number: int) -> None:
        who.recovery.start, start = number, STARTS[number]
        self.get_up(who, start.clip, start.lies_s, gather_s(self.stage, who.body, start))
        who.motion.pace = 0.0

    def get_up(self, who: Someone, name: str, at_s: float, blend_s: float) -> None:
        clip = self.stage.clips.clip(name, who.body.rig)
        frame = at_s * TICKS_PER_S
        start_clip(self.stage, who.body, who.motion, clip, from_body=True, blend_s=blend_s, frame=frame)

    def rising(self, who: Someone) -> None:
        body, recovery, motion, record = who.body, who.recovery, who.motion, who.record
        start = STARTS[recovery.start]
        if not recovery.gathered:
            if gathered(self.stage, body, recovery, motion, start):
                self.go_on(who, start)
            return
        if tipped(self.stage, body, motion):
            self.fail(who)
        elif motion.frame < start.ends_s * TICKS_PER_S and not motion.ended:
            motion.pace = speed(self.stage, body, motion)
        elif who.balance.upright and sways(self.stage, body, record):
            motion.pace = 0.0
        elif who.balance.upright:
            record.getups += 1
            self.stage.tell("getup", body.name)
            self.enter(who, AWAKE)
            self.play(who, recovery.resume or IDLE)
        else:
            self.fail(who)

    def go_on(self, who: Someone, start: Start) -> None:
        """Up from there; or, where it did not get there and lies nearer to another start, to that one first."""
        other = another_start(self.stage, who.body, who.recovery)
        if other is not None:
            self.gather(who, other)
            return
        who.recovery.gathered = True
        self.get_up(who, start.clip, start.goes_s, GO_S)

    def fail(self, who: Someone) -> None:
        who.record.getups_failed += 1
        self.stage.tell("getup_failed", who.body.name)
        self.enter(who, LIMP)

    def enter(self, who: Someone, phase: Phase) -> None:
        who.recovery.phase = phase
        who.recovery.seconds = who.recovery.resting_s = 0.0

    def play(self, who: Someone, clip: str) -> None:
        start_clip(self.stage, who.body, who.motion, self.stage.clips.clip(clip, who.body.rig))
