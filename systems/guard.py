"""Guard: a body that blows up is caught in the same tick, reported, and put back where it was last sane.

Beyond 120 rad/s, 60 m/s or 100 m no body moves by itself. The pose of the last quiet moment is kept every 12 ticks; the
body is put there at rest, what pushes it lets go, and everybody else goes on.

Once may be bad luck. Who blows up again within 2 s does so because of how its muscles are set, and would for ever. It
lies limp for 3 s, a hand that drags it lets go, and it gets up by itself with muscles that are asked carefully
(`ask_carefully` in systems/modes.py). Who blows up even so lies limp for good. Both end when a setting of its muscles
or of its root spring is changed: then it is asked as it is set, and gets up at once (without `get_up` it acts where it
lies). The event `spent` says so.

    explicit, strength 3:  t = 4.46 s explosion, 4.74 s explosion and spent, 7.7 s rises under implicit muscles
"""

from __future__ import annotations

from typing import ClassVar

import esper
import numpy as np

from components.character import AWAKE, FALLING, LIMP, Body, Motion, PutBack, Recovery, SanePose, Stun
from components.clock import TICKS_PER_S
from components.control import Control, Sort
from components.limbs import LimbSettings, limb_groups
from components.settings import RootSettings, StunSettings
from components.table import Aims, Bones, Modes, Tallies, Targets
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.physics import read_bodies
from systems.someone import IDLE, given
from systems.stage import System, Tables

MAX_SPIN, MAX_SPEED, MAX_REACH = 120.0, 60.0, 100.0  # rad/s, m/s, m
QUIET_SPIN, QUIET_SPEED = 30.0, 10.0  # rad/s, m/s: a pose worth keeping
NOT_A_NUMBER = "a state that is not a number"
KEEP_EVERY = 12  # ticks
AGAIN_S = 2.0  # within which a second time is no bad luck
LIES_S = 3.0  # limp, before it may get up carefully
CAREFULLY = f"for {LIES_S:g} s, then its muscles are asked carefully until its settings are changed"
FOR_GOOD = "until its settings are changed"


class GuardSystem(System):
    reads: ClassVar = (Body, Bones, Targets, Motion, LimbSettings, RootSettings, StunSettings)
    writes: ClassVar = (Bones, SanePose, PutBack, Tallies, Aims, Modes, Stun, Recovery, Control)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        beyond = tick.body_extremes(t.handle, MAX_SPIN, MAX_SPEED, MAX_REACH)
        keep = self.stage.ticks % KEEP_EVERY == 0
        if not (beyond or keep):
            return
        for entity, (body, sane, last) in self.query(Body, SanePose, PutBack):
            spin, speed, reach = (float(x[body.index]) for x in (t.tallies.spin, t.tallies.speed, t.tallies.reach))
            if spin > MAX_SPIN or speed > MAX_SPEED or reach > MAX_REACH:
                self.put_back(body, sane, cause(spin, speed, reach))
                self.judge(entity, body, last)
            elif keep and spin < QUIET_SPIN and speed < QUIET_SPEED:
                now = pose_of(t, body)
                sane.base, sane.joint = now.base, now.joint
            if last.careful and keep:
                self.look_whether_told(entity, last)

    def put_back(self, body: Body, sane: SanePose, why: str) -> None:
        t = self.stage.tables
        self.stage.tell("explosion", body.name, tick=self.stage.ticks, cause=why)
        base = sane.base.copy()
        base[7:13] = 0.0
        place = engine_coordinates(t.skeletons, body.first, body.last, sane.joint, np.zeros((len(sane.joint), 3)))
        self.stage.engine.put(t.puppets[body.index], base, *place)
        t.aims.predicted[body.index] = False  # being put back is no knock
        self.stage.pushes = tuple(each for each in self.stage.pushes if each.engine_id != body.engine_id)
        if why == NOT_A_NUMBER:
            self.stage.engine.mend_ground()
        read_bodies(self.stage)

    def judge(self, entity: int, body: Body, last: PutBack) -> None:
        now, before = self.stage.ticks, last.tick
        last.tick = now
        if not last.careful and (before is None or now - before > AGAIN_S * TICKS_PER_S):
            return
        last.out, last.careful, last.under = last.careful, True, settings_of(entity)
        self.stage.tell("spent", body.name, until=FOR_GOOD if last.out else CAREFULLY)
        self.lay_limp(entity, body)
        self.stage.modes_changed = True
        if self.stage.drag is not None and self.stage.drag.engine_id == body.engine_id:
            self.stage.drag = None

    def lay_limp(self, entity: int, body: Body) -> None:
        recovery, stun = esper.component_for_entity(entity, Recovery), esper.component_for_entity(entity, Stun)
        motion = esper.component_for_entity(entity, Motion)
        if recovery.phase in (AWAKE, FALLING):
            recovery.resume = motion.clip.name if motion.looping else IDLE
        given(esper.component_for_entity(entity, Control), "lie", Sort.DYNAMIC, self.stage.ticks, recovery.phase)
        recovery.phase, recovery.seconds, recovery.resting_s = LIMP, 0.0, 0.0
        stun.unconscious_s = max(stun.unconscious_s, LIES_S)
        stun.authority = self.stage.tables.modes.authority[body.index] = 0.0

    def look_whether_told(self, entity: int, last: PutBack) -> None:
        """Is it asked otherwise than when it blew up?"""
        recovery, stun = esper.component_for_entity(entity, Recovery), esper.component_for_entity(entity, Stun)
        if settings_of(entity) == last.under:
            if last.out:
                stun.unconscious_s = LIES_S
            return
        last.careful, last.out, last.tick = False, False, None
        self.stage.modes_changed = True
        if recovery.phase is LIMP:
            stun.unconscious_s = 0.0
            if not esper.component_for_entity(entity, StunSettings).get_up:
                given(esper.component_for_entity(entity, Control), "track", Sort.DYNAMIC, self.stage.ticks, LIMP)
                recovery.phase = AWAKE


def pose_of(t: Tables, body: Body) -> SanePose:
    return SanePose(t.base[body.index].copy(), t.bones.joint[body.first : body.last].copy())


def settings_of(entity: int) -> tuple[object, ...]:
    """All that says how its muscles and its root spring are asked; each is frozen, and a change makes a new one."""
    return tuple(esper.component_for_entity(entity, kind) for kind in (*limb_groups(), LimbSettings, RootSettings))


def cause(spin: float, speed: float, reach: float) -> str:
    if spin >= 1e30:
        return NOT_A_NUMBER
    if spin > MAX_SPIN:
        return f"a bone turned at {spin:.0f} rad/s"
    return f"a bone moved at {speed:.0f} m/s" if speed > MAX_SPEED else f"a bone got {reach:.0f} m away"
