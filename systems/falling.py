"""Falling: who loses balance awake protects itself, and who is in the air without having leapt loosens.

A body falls when its extrapolated centre of mass is further out than feet and root spring can bring back
(systems/kernels/poise.py) for `LOST_S`. [brain] then says so, here it is led to the pose in which it comes down best:
hands to where it falls, hips and knees bent, head away from the floor. The poses of the four ways (data/poses/fall_*.toml)
are mixed by the way in which it falls, which is that of its extrapolated centre of mass first and that of gravity in its
own axes as it tips over. Its spring lets go, its muscles have 0.4 of their strength. Who is back within what can be held
before it is down goes on with what it did.

Who has touched nothing for `AIR_S` while its clip stands on the floor is led to loose limbs in the same way.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import ClassVar

from components.arrays import quat
from components.character import AWAKE, FALLING, LIMP, RISING, Body, Fall, Recovery
from components.settings import StunSettings
from components.table import Bones, Modes, Poise, Skeletons, Targets
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.stage import Stage, System

WAYS = ("forward", "back", "left", "right", "loose")  # the order of the key poses
LOST_S = 0.03  # beyond what can be held, before it counts as a fall
AIR_S, CLIP_STANDS = 0.25, 0.15  # s without a touch; m above the floor: a clip whose feet are higher has leapt
LEAD_S, BACK_S = 0.15, 0.3  # from the clip to the pose, and back where it lands on its feet
LET_GO_S, TAKE_S = 0.1, 0.3  # of the root spring
TURN_S = 0.1  # in which the way follows
STRENGTH = 0.4  # of its muscles that is left
UP = (0.0, 0.0, 1.0)


class FallingSystem(System):
    reads: ClassVar = (Body, Recovery, Skeletons, StunSettings)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Fall, Modes, Poise, Targets)

    def process(self, dt: float) -> None:
        modes, poise = self.stage.tables.modes, self.stage.tables.poise
        beyond, low, touched = poise.beyond.tolist(), poise.off_floor.tolist(), modes.touching.tolist()
        idle, falls = modes.idle.tolist(), self.stage.engine.settings.gravity > 0.0
        for _, (body, settings, recovery, fall) in self.query(Body, StunSettings, Recovery, Fall):
            c = body.index
            fall.lost_s = fall.lost_s + dt if beyond[c] > 0.0 else 0.0
            fall.held_s = fall.held_s + dt if beyond[c] < 0.0 else 0.0
            flies = falls and not touched[c] and low[c] < CLIP_STANDS and settings.protect and not idle[c]
            fall.air_s = fall.air_s + dt if flies else 0.0
            phase = recovery.phase
            led = phase is FALLING or (phase is LIMP and fall.share > 0.0) or (phase is AWAKE and fall.air_s > AIR_S)
            if led or fall.share > 0.0 or fall.grip < 1.0:
                self.lead(body, recovery, fall, led, dt)

    def lead(self, body: Body, recovery: Recovery, fall: Fall, led: bool, dt: float) -> None:
        """One tick more of the way to the pose, or back."""
        t, c = self.stage.tables, body.index
        if recovery.phase is RISING:  # which begins from the body as it lies
            fall.share = 0.0
        elif led:
            fall.share = min(1.0, fall.share + dt / LEAD_S)
        else:
            fall.share = max(0.0, fall.share - dt / BACK_S)
        lets_go = recovery.phase is FALLING
        fall.grip = max(0.0, fall.grip - dt / LET_GO_S) if lets_go else min(1.0, fall.grip + dt / TAKE_S)
        t.modes.grip[c] = t.modes.bears[c] = fall.grip
        if fall.share > 0.0:
            x, y = way_down(self.stage, body)
            left = dt / TURN_S if (led and fall.share < 1.0) or recovery.phase is FALLING else 0.0
            fall.way = (fall.way[0] + left * (x - fall.way[0]), fall.way[1] + left * (y - fall.way[1]))
            share = fall.share * fall.share * (3.0 - 2.0 * fall.share)
            tick.lead(t.handle, self.poses(body), weights(*fall.way), share, body.first, body.last)

    def poses(self, body: Body):
        return self.stage.clips.falls(body.rig)


def way_down(stage: Stage, body: Body) -> tuple[float, float]:
    """Which way it falls, forward and to the left: of length 1 as a rule, shorter for who hangs upright in the air."""
    t = stage.tables
    root = quat(t.bones.orientation[body.first])
    x, y, _ = qt.unrotate(root, (0.0, 0.0, -1.0))
    if t.modes.touching.item(body.index):
        ahead, aside, _ = qt.unrotate(qt.about_z(qt.heading(root)), (*t.poise.way[body.index].tolist(), 0.0))
        share = (1.0 - min(1.0, hypot(x, y))) / max(1e-9, hypot(ahead, aside))
        x, y = x + share * ahead, y + share * aside
    return x, y


def weights(x: float, y: float) -> tuple[float, float, float, float, float]:
    """Shares of the key poses, in the order of `WAYS`; they add up to 1. (0.8, 0.6) is 0.64 forward and 0.36 left."""
    size = max(1.0, x * x + y * y)
    ahead, aside = x * x / size, y * y / size
    loose = 1.0 - ahead - aside
    return (
        ahead if x > 0.0 else 0.0, ahead if x < 0.0 else 0.0, aside if y > 0.0 else 0.0, aside if y < 0.0 else 0.0, loose
    )  # fmt: skip


def softness(fall: Fall, authority: float) -> float:
    """Share of its muscles' frequency that is left of them: strength goes with its square."""
    least = sqrt(min(1.0, STRENGTH / max(1e-9, authority)))
    return 1.0 - fall.share * (1.0 - least)
