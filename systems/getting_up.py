"""Getting up: the limbs gather at a start, then a clip goes on from there, as systems/rising.py says."""

from __future__ import annotations

from math import hypot

from components.character import Body, Record
from components.clock import TICKS_PER_S
from components.control import Status
from systems.changing import change
from systems.motion import start_clip
from systems.rising import (
    GO_S,
    STARTS,
    Haste,
    Start,
    another_start,
    gather_s,
    gathered,
    nearest_start,
    speed,
    tipped,
)
from systems.someone import IDLE, Someone
from systems.stage import Stage
from systems.stepping import apart
from systems.uncrossing import LATEST_S, crossed, spread

SWAYS, STEADY_S = 0.35, 2.0  # m/s over the ground: it stands still first, but for no longer than this


def begin_to_rise(stage: Stage, who: Someone) -> None:
    who.recovery.gathered = False
    lead_to_start(stage, who, nearest_start(stage, who.body))
    stage.tell("rise", who.body.name)


def lead_to_start(stage: Stage, who: Someone, number: int) -> None:
    who.recovery.start, start = number, STARTS[number]
    play_from(stage, who, start.clip, start.lies_s, gather_s(stage, who.body, start))
    who.motion.pace = 0.0


def play_from(stage: Stage, who: Someone, name: str, at_s: float, blend_s: float) -> None:
    clip = stage.clips.clip(name, who.body.rig)
    frame = at_s * TICKS_PER_S
    start_clip(stage, who.body, who.motion, clip, from_body=True, blend_s=blend_s, frame=frame)


def go_on_rising(stage: Stage, who: Someone, haste: Haste) -> Status:
    """One tick of it."""
    body, recovery, motion, record = who.body, who.recovery, who.motion, who.record
    start = STARTS[recovery.start]
    if not recovery.gathered:
        held = recovery.seconds < LATEST_S and crossed(stage, body)
        if not held and gathered(stage, body, recovery, motion, start):
            leave_start(stage, who, start)
        return Status.RUNNING
    if tipped(stage, body, motion):
        return Status.FAILED
    if motion.frame < start.ends_s * TICKS_PER_S and not motion.ended:
        motion.pace = speed(stage, body, motion, haste)
        return Status.RUNNING
    if not who.balance.upright:
        return Status.FAILED
    if sways(stage, body, record) or (record.up_s < STEADY_S and apart(stage, body)):
        motion.pace = 0.0
        return Status.RUNNING
    return Status.SUCCEEDED


def uncross(stage: Stage, who: Someone) -> None:
    low = not who.motion.clip.upright[int(who.motion.frame)]
    if low and crossed(stage, who.body):
        spread(stage, who.body)


def leave_start(stage: Stage, who: Someone, start: Start) -> None:
    """Up from there; or, where it did not get there and lies nearer to another start, to that one first."""
    other = another_start(stage, who.body, who.recovery)
    if other is not None:
        lead_to_start(stage, who, other)
        return
    who.recovery.gathered = True
    play_from(stage, who, start.clip, start.goes_s, GO_S)


def stand(stage: Stage, who: Someone) -> None:
    """It is up: on with what it did before."""
    who.record.getups += 1
    stage.tell("getup", who.body.name)
    change(stage, who.body, who.motion, stage.clips.clip(who.recovery.resume or IDLE, who.body.rig), None)


def fail(stage: Stage, who: Someone) -> None:
    who.record.getups_failed += 1
    stage.tell("getup_failed", who.body.name)


def sways(stage: Stage, body: Body, record: Record) -> bool:
    """Does it still move too fast to be left to the weaker spring of a clip that stands?"""
    return hypot(*stage.tables.bones.velocity[body.first, :2].tolist()) > SWAYS and record.up_s < STEADY_S
