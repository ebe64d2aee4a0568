"""Falling: who loses balance awake comes down protected, and who is in the air without having leapt loosens.

Once the controller `fall` has a body, it is led to the pose in which it comes down best: hands to where it falls,
hips and knees bent, head away from the floor. The poses of the four ways (data/poses/fall_*.toml) are mixed by the way
in which it falls: that of its extrapolated centre of mass at first (systems/kernels/poise.py), that of gravity in its
own axes as it tips over. On the way there, in 0.15 s, its root spring lets go, its joints are told no weight any more,
and of its muscles' strength 0.4 is left. Who goes limp keeps the pose while its strength goes; who is out of its senses
never takes it.

Who has touched nothing for 0.25 s while its clip is on the floor is led to loose limbs in the same way, and back as it
lands on its feet.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import ClassVar

from components.arrays import quat
from components.character import AWAKE, FALLING, LIMP, RISING, Body, Fall, Recovery
from components.settings import StunSettings
from components.table import Bones, Modes, Poise, Skeletons, Targets
from systems import rolling
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.motion import eased
from systems.ropes import into_ropes
from systems.stage import Stage, System

WAYS = ("forward", "back", "left", "right", "loose")  # the order of the key poses
LOST_S = 0.03  # further out than can be held: for so long, and it falls
AIR_S, LEAPT = 0.25, 0.15  # s without a touch; m from the floor up to its lower foot: a clip with more has leapt
LEAD_S, BACK_S = 0.15, 0.3  # from the clip to the pose, and back
LET_GO_S, TAKE_S = 0.1, 0.3  # of what holds it up
TURN_S = 0.1  # in which the way follows the fall
STRENGTH = 0.4  # of its muscles that is left
DOWN = (0.0, 0.0, -1.0)


class FallingSystem(System):
    reads: ClassVar = (Body, Recovery, Skeletons, StunSettings)
    late: ClassVar = (Bones, Fall)
    writes: ClassVar = (Fall, Modes, Poise, Targets)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for _, (body, _) in self.query(Body, Fall):
            stage.clips.falls(body.rig)  # read now, not in a tick
            stage.clips.rolls(body.rig)

    def process(self, dt: float) -> None:
        modes, poise = self.stage.tables.modes, self.stage.tables.poise
        beyond, clip_low, touching = poise.beyond.tolist(), poise.off_floor.tolist(), modes.touching.tolist()
        idle, weighs = modes.idle.tolist(), self.stage.engine.settings.gravity > 0.0
        for _, (body, settings, recovery, fall) in self.query(Body, StunSettings, Recovery, Fall):
            c, phase = body.index, recovery.phase
            lost, flies = beyond[c] > 0.0, not touching[c] and clip_low[c] < LEAPT
            fall.lost_s, fall.held_s = (fall.lost_s + dt, 0.0) if lost else (0.0, fall.held_s + dt)
            fall.air_s = fall.air_s + dt if flies and weighs and settings.protect and not idle[c] else 0.0
            led = phase is FALLING or (phase is LIMP and fall.share > 0.0) or (phase is AWAKE and fall.air_s > AIR_S)
            if led or fall.share > 0.0 or fall.grip < 1.0:
                self.lead(body, phase is FALLING, phase is RISING, led, fall, dt)

    def lead(self, body: Body, falls: bool, rises: bool, led: bool, fall: Fall, dt: float) -> None:
        """One tick more of the way to the pose, or back; who rises begins from how it lies."""
        t = self.stage.tables
        wanted = 0.0 if rises else fall.share + (dt / LEAD_S if led else -dt / BACK_S)
        fall.share = max(0.0, min(1.0, wanted))
        fall.grip = max(0.0, min(1.0, fall.grip + (-dt / LET_GO_S if falls else dt / TAKE_S)))
        t.modes.grip[body.index] = fall.grip
        if fall.share > 0.0:
            x, y = way_down(self.stage, body)
            part = dt / TURN_S if led else 0.0
            fall.way = (fall.way[0] + part * (x - fall.way[0]), fall.way[1] + part * (y - fall.way[1]))
            poses, shares = self.stage.clips.falls(body.rig), mixture(*fall.way)
            if fall.rolls:
                poses, shares = self.stage.clips.rolls(body.rig)[fall.rolls - 1], rolling.between(fall.led_to)
            tick.lead(t.handle, poses, shares, eased(fall.share), body.first, body.last)


def loses_balance(stage: Stage, body: Body, fall: Fall) -> bool:
    """Has its balance been beyond what can be held for long enough, and are there no ropes before the floor?"""
    if fall.lost_s <= LOST_S:
        return False
    x, y = stage.tables.poise.way[body.index].tolist()
    return not into_ropes(stage, body, (x, y))


def begin_to_fall(stage: Stage, body: Body, fall: Fall) -> tuple[float, float]:
    """The way of the fall, forward and to the left."""
    fall.held_s, fall.rolls = 0.0, 0
    if fall.share == 0.0:  # else it comes from the air, and turns
        fall.way = way_down(stage, body)
    return fall.way


def way_down(stage: Stage, body: Body) -> tuple[float, float]:
    """Which way it falls, forward and to the left: of length 1 as a rule, shorter for who is upright in the air."""
    t = stage.tables
    root = quat(t.bones.orientation[body.first])
    x, y, _ = qt.unrotate(root, DOWN)
    if t.modes.touching.item(body.index):
        out_x, out_y = t.poise.way[body.index].tolist()
        ahead, aside, _ = qt.unrotate(qt.about_z(qt.heading(root)), (out_x, out_y, 0.0))
        share = (1.0 - min(1.0, hypot(x, y))) / max(1e-9, hypot(ahead, aside))
        x, y = x + share * ahead, y + share * aside
    return x, y


def mixture(x: float, y: float) -> tuple[float, float, float, float, float]:
    """Shares of the key poses, in the order of `WAYS`; they add up to 1. (0.8, 0.6) is 0.64 forward and 0.36 left."""
    size = max(1.0, x * x + y * y)
    ahead, aside = x * x / size, y * y / size
    forward, left = (ahead if x > 0.0 else 0.0), (aside if y > 0.0 else 0.0)
    return forward, ahead - forward, left, aside - left, 1.0 - ahead - aside


def softness(fall: Fall, authority: float) -> float:
    """Share of its muscles' frequency that is left: strength goes with its square. Who is dazed is soft enough."""
    strength = rolling.STRENGTH if fall.rolls else STRENGTH
    least = sqrt(min(1.0, strength / max(1e-9, authority)))
    return 1.0 - fall.share * (1.0 - least)
