"""Supervisor: who has control of each character (Faloutsos et al. 2001; Shapiro et al. 2003, section 2.1).

Each character has a pool of controllers (systems/controllers/). One of them has control until it has succeeded or
failed, or a reflex that bids more interrupts it. Then the highest bid of the pool has it; of equal ones the first. A
controller that yields leaves control to anybody who bids more.

    walking: play .5, fall 0, lie 0      he trips, and loses balance: fall 2 > play .5, and he falls
    on the floor: lie, then rise 1       up again, he follows his clip by muscles: track .1, then play .5

Whose trunk has no muscles (or is put where its clip has it by its servo) does nothing by itself.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from components.character import AWAKE, RISING, Balance, Body, Fall, Motion, PutBack, Record, Recovery, Stun
from components.control import Control, Sort, Status
from components.limbs import LimbSettings
from components.ropes import Ropes
from components.settings import MotionSettings, RootSettings, StunSettings
from components.table import Bones, Contacts, Dynamics, Modes, Muscles, Poise, Skeletons, Targets
from systems.choosing import highest
from systems.controllers import CONTROLLERS
from systems.controllers.controller import Controller
from systems.modes import write_modes
from systems.someone import IDLE, PARTS, Someone, enter, given, play
from systems.stage import Stage, System

ASKED = tuple(dict.fromkeys(kind for each in CONTROLLERS.values() for kind in each.reads))
ASKED_LATE = tuple(dict.fromkeys(kind for each in CONTROLLERS.values() for kind in each.late))
"""What controllers look at beside what every body has."""


class SupervisorSystem(System):
    reads: ClassVar = (Body, StunSettings, MotionSettings, RootSettings, LimbSettings, Skeletons, *ASKED)
    late: ClassVar = (
        Balance,
        Bones,
        Contacts,
        Control,
        Fall,
        Modes,
        Motion,
        Poise,
        PutBack,
        Record,
        Recovery,
        Ropes,
        Stun,
        Targets,
        *ASKED_LATE,
    )
    writes: ClassVar = (Control, Recovery, Fall, Modes, Muscles, Motion, Stun, Record, Targets, Dynamics)

    def process(self, dt: float) -> None:
        idle = self.stage.tables.modes.idle.tolist()
        for _, parts in self.query(*PARTS):
            who = Someone(*parts)
            who.recovery.seconds += dt
            who.control.seconds += dt
            if who.stun.unconscious_s > 0.0:
                who.stun.unconscious_s = max(0.0, who.stun.unconscious_s - dt)
            if idle[who.body.index] and not who.control.kinematic:
                leave_alone(self.stage, who)
            else:
                supervise(self.stage, who, dt)


def supervise(stage: Stage, who: Someone, dt: float) -> None:
    running = CONTROLLERS[who.control.controller]
    running.sense(stage, who, dt)
    rival = interrupts(stage, who, running)
    if rival is not None:
        take(stage, who, rival)
        return
    running.step(stage, who, dt)
    status = running.status(stage, who)
    if status is Status.RUNNING:
        return
    follower = next_one(stage, who, running, status)
    if follower is not running:
        running.end(stage, who)
        take(stage, who, follower)


def interrupts(stage: Stage, who: Someone, running: Controller) -> Controller | None:
    """Whoever may take control from it now, and bids more than it is worth."""
    return highest(rivals(who.control.pool, running), lambda rival: rival.bid(stage, who), running.worth(stage, who))


@cache
def rivals(pool: tuple[str, ...], running: Controller) -> tuple[Controller, ...]:
    """Those of a pool that may take control from it."""
    others = (CONTROLLERS[name] for name in pool if CONTROLLERS[name] is not running)
    return tuple(each for each in others if each.reflex or running.yields)


def next_one(stage: Stage, who: Someone, ended: Controller, status: Status) -> Controller:
    """Whoever bids most; where nobody bids, it goes on."""
    if status is Status.FAILED and ended.instead:
        return CONTROLLERS[ended.instead]
    if status is Status.SUCCEEDED and ended.then and CONTROLLERS[ended.then].bid(stage, who) > 0.0:
        return CONTROLLERS[ended.then]
    others = (each for each in pool(who) if each is not ended)
    return highest(others, lambda other: other.bid(stage, who)) or ended


def pool(who: Someone) -> list[Controller]:
    return [CONTROLLERS[name] for name in who.control.pool]


def take(stage: Stage, who: Someone, controller: Controller) -> None:
    """Control passes to that one."""
    control = who.control
    before, was_kinematic = control.controller, control.kinematic
    given(control, controller.name, controller.sort, stage.ticks, who.recovery.phase)
    enter(who, controller.phase)
    controller.begin(stage, who)
    if control.hybrid:
        near = {"similarity": round(control.similarity, 3)} if control.kinematic and not was_kinematic else {}
        stage.tell("control", who.body.name, before=before, after=controller.name, sort=str(controller.sort), **near)
    if control.kinematic is not was_kinematic:
        write_modes(stage)


def leave_alone(stage: Stage, who: Someone) -> None:
    """No muscles, so nothing to recover: back to the plain clip."""
    if who.recovery.phase is RISING:
        play(stage, who, who.recovery.resume or IDLE)
    who.recovery.phase = AWAKE
    if who.control.controller != "track":
        given(who.control, "track", Sort.DYNAMIC, stage.ticks, AWAKE)
    if who.motion.ended:
        play(stage, who, IDLE)


def bids(stage: Stage, who: Someone) -> list[tuple[str, float, list[str]]]:
    """Of each controller of the pool: its name, what it would bid, and the conditions that it does not meet."""
    return [(each.name, each.bid(stage, who), each.lacks(stage, who)) for each in pool(who)]
