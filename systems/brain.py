"""Brain: from standing to lying and back on its feet.

A body whose root spring has been broken for 0.5 s, or whose head has been low that long while its clip stands, goes
limp. When it has come to rest (and to its senses) it plays the getup that fits: on its chest, or on its back, without
the shoulder stand of the capture. Standing at the end of it, it goes back to what it did before. With `get_up` off it
goes on acting where it lies, as the paper's orange figure does.

Nobody begins to rise beyond a ring's ropes, from where it is carried back. Who is carried is weightless, so it stays
limp, or goes limp again, and lies at rest from the moment it is let go.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import ClassVar

import numpy as np

from components.character import AWAKE, FALLING, LIMP, Balance, Body, Fall, Motion, Phase, Record, Recovery, Stun
from components.clock import TICKS_PER_S
from components.ropes import Ropes
from components.settings import MotionSettings, StunSettings
from components.table import Bones, Modes, Skeletons, Targets
from systems.falling import BACK_S, LOST_S, way_down
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
HELD_S, HANGS_S = (
    0.15,
    1.5,
)  # back in balance for so long it has caught itself; a fall that lasts longer hangs on something
LIMP_AT_LEAST_S, LIMP_AT_MOST_S = 0.8, 3.0
AT_REST = 0.6  # m/s, mean over the bones
REST_S = 0.2
IDLE = "stand"


class BrainSystem(System):
    reads: ClassVar = (Body, StunSettings, MotionSettings, Skeletons)
    late: ClassVar = (Balance, Bones, Fall, Modes, Motion, Record, Recovery, Ropes, Stun, Targets)
    writes: ClassVar = (Fall, Recovery, Motion, Stun, Record, Targets)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle.tolist()
        for _, (body, settings, stun, recovery, balance, motion, record, fall) in self.query(
            Body, StunSettings, Stun, Recovery, Balance, Motion, Record, Fall
        ):
            recovery.seconds += dt
            stun.unconscious_s = max(0.0, stun.unconscious_s - dt)
            if idle[body.index]:
                self.puppet(body, recovery, motion)
            elif recovery.phase is AWAKE:
                self.awake(body, settings, stun, recovery, balance, motion, fall)
            elif recovery.phase is FALLING:
                self.falling(body, settings, stun, recovery, balance, motion, fall)
            elif recovery.phase is LIMP:
                self.limp(body, settings, stun, recovery, motion, dt)
            elif carried(self.stage, body):
                self.fail(body, recovery, record)
            else:
                self.rising(body, recovery, balance, motion, record, dt)

    def puppet(self, body: Body, recovery: Recovery, motion: Motion) -> None:
        """No muscles, so nothing to recover: back to the plain clip."""
        if recovery.phase is Phase.RISING:
            self.play(body, motion, recovery.resume or IDLE)
        recovery.phase = Phase.AWAKE
        if motion.ended:
            self.play(body, motion, IDLE)

    def awake(
        self,
        body: Body,
        settings: StunSettings,
        stun: Stun,
        recovery: Recovery,
        balance: Balance,
        motion: Motion,
        fall: Fall,
    ) -> None:
        down = (balance.broken_s > BROKEN_S or balance.low_s > LOW_S) and settings.get_up
        if stun.unconscious_s > 0.0 or down:
            self.go_limp(body, recovery, motion)
        elif settings.protect and fall.lost_s > LOST_S and stands(balance, motion):
            self.enter(recovery, Phase.FALLING)
            fall.held_s = 0.0
            if fall.share == 0.0:
                fall.way = way_down(self.stage, body)
            self.stage.tell("falling", body.name, way_deg=round(degrees(atan2(fall.way[1], fall.way[0]))))
        elif motion.ended:
            self.play(body, motion, IDLE)

    def falling(
        self,
        body: Body,
        settings: StunSettings,
        stun: Stun,
        recovery: Recovery,
        balance: Balance,
        motion: Motion,
        fall: Fall,
    ) -> None:
        """Until it is down, or stands again."""
        lies, hangs = balance.low_s > LOW_S, balance.broken_s > BROKEN_S and recovery.seconds > HANGS_S
        if stun.unconscious_s > 0.0 or ((lies or hangs) and settings.get_up):
            self.go_limp(body, recovery, motion)
        elif lies or (fall.held_s > HELD_S and balance.upright):
            self.enter(recovery, Phase.AWAKE)
            fall.share = 0.0
            begin_blend(self.stage, body, motion, from_body=False, blend_s=BACK_S)

    def go_limp(self, body: Body, recovery: Recovery, motion: Motion) -> None:
        self.enter(recovery, Phase.LIMP)
        recovery.resume = motion.clip.name if motion.looping else IDLE
        self.stage.tell("limp", body.name)

    def limp(
        self, body: Body, settings: StunSettings, stun: Stun, recovery: Recovery, motion: Motion, dt: float
    ) -> None:
        speed = self.stage.tables.bones.velocity[body.first : body.last]
        still = float(np.sqrt((speed * speed).sum(axis=1)).mean()) < AT_REST
        recovery.resting_s = recovery.resting_s + dt if still else 0.0
        if carried(self.stage, body):
            recovery.seconds = recovery.resting_s = 0.0
        rested = recovery.seconds > LIMP_AT_LEAST_S and recovery.resting_s > REST_S
        if beyond(self.stage, body):
            return
        if stun.unconscious_s <= 0.0 and settings.get_up and (rested or recovery.seconds > LIMP_AT_MOST_S):
            self.begin_to_rise(body, recovery, motion)

    def begin_to_rise(self, body: Body, recovery: Recovery, motion: Motion) -> None:
        self.enter(recovery, Phase.RISING)
        recovery.gathered = False
        self.gather(body, recovery, motion, nearest_start(self.stage, body))
        self.stage.tell("rise", body.name)

    def gather(self, body: Body, recovery: Recovery, motion: Motion, number: int) -> None:
        recovery.start, start = number, STARTS[number]
        self.get_up(body, motion, start.clip, start.lies_s, gather_s(self.stage, body, start))
        motion.pace = 0.0

    def get_up(self, body: Body, motion: Motion, name: str, at_s: float, blend_s: float) -> None:
        clip = self.stage.clips.clip(name, body.rig)
        start_clip(self.stage, body, motion, clip, from_body=True, blend_s=blend_s, frame=at_s * TICKS_PER_S)

    def rising(
        self, body: Body, recovery: Recovery, balance: Balance, motion: Motion, record: Record, dt: float
    ) -> None:
        start = STARTS[recovery.start]
        if not recovery.gathered:
            if gathered(self.stage, body, recovery, motion, start):
                self.go_on(body, recovery, motion, start)
            return
        if tipped(self.stage, body, motion):
            self.fail(body, recovery, record)
        elif motion.frame < start.ends_s * TICKS_PER_S and not motion.ended:
            motion.pace = speed(self.stage, body, motion)
        elif balance.upright and sways(self.stage, body, record):
            motion.pace = 0.0
        elif balance.upright:
            record.getups += 1
            self.stage.tell("getup", body.name)
            self.enter(recovery, Phase.AWAKE)
            self.play(body, motion, recovery.resume or IDLE)
        else:
            self.fail(body, recovery, record)

    def go_on(self, body: Body, recovery: Recovery, motion: Motion, start: Start) -> None:
        """Up from there; or, where it did not get there and lies nearer to another start, to that one first."""
        other = another_start(self.stage, body, recovery)
        if other is not None:
            self.gather(body, recovery, motion, other)
            return
        recovery.gathered = True
        self.get_up(body, motion, start.clip, start.goes_s, GO_S)

    def fail(self, body: Body, recovery: Recovery, record: Record) -> None:
        record.getups_failed += 1
        self.stage.tell("getup_failed", body.name)
        self.enter(recovery, Phase.LIMP)

    def enter(self, recovery: Recovery, phase: Phase) -> None:
        recovery.phase = phase
        recovery.seconds = recovery.resting_s = 0.0

    def play(self, body: Body, motion: Motion, clip: str) -> None:
        start_clip(self.stage, body, motion, self.stage.clips.clip(clip, body.rig))


def stands(balance: Balance, motion: Motion) -> bool:
    return balance.upright and bool(motion.clip.upright[int(motion.frame)])
