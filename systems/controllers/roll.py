"""Roll: over the shoulder (prototype)."""

from __future__ import annotations

from math import atan2, degrees

from components.arrays import quat
from components.character import AWAKE, FALLING
from components.control import Sort, Status
from systems.controllers.controller import Controller
from systems.kernels import quaternions as qt
from systems.motion import start_clip
from systems.someone import Someone
from systems.stage import Stage
import numpy as np
P = dict(off=0.2, frame=20.0, blend=0.15, behind=40.0, slow=0.3, fast=1.0, until=125.0, held=0.0, own=.45)
FEET = 0.08

def off(stage, who):
    t, c = stage.tables, who.body.index
    held = FEET
    if not t.drives.broken[c]:
        held += t.modes.root_limit[c]*t.modes.authority[c]*t.modes.grip[c]/(t.skeletons.total_mass[c]*9.81)
    return float(t.poise.beyond[c]) + held

def pitch(stage, who):
    """deg"""
    q = quat(stage.tables.bones.orientation[who.body.first + 2])
    x, _, z = qt.unrotate(q, (0.0, 0.0, -1.0))
    return degrees(atan2(x, -z))

_C = {}
def clip_pitch(clip):
    if clip.name not in _C:
        clip.ready(0)
        out = []
        for f in range(clip.frames):
            clip.ready(f)
            q = qt.mul(tuple(clip.root_orientation[f]), tuple(clip.relative[f, 2]))
            x, _, z = qt.unrotate(q, (0.0, 0.0, -1.0))
            out.append(atan2(x, -z))
        _C[clip.name] = np.degrees(np.unwrap(out))
    return _C[clip.name]

class Roll(Controller):
    name, about, sort = "roll", "rolls over the shoulder", Sort.DYNAMIC
    phase = FALLING
    reflex = True
    wanted = 3.5

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or who.control.kinematic or not who.balance.upright:
            return 0.0
        x, y = stage.tables.poise.way[who.body.index].tolist()
        return self.wanted if off(stage, who) > P["off"] and (x*x+y*y)**.5 > P["own"] else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        who.recovery.resume = who.motion.clip.name
        who.fall.leads = False
        clip = stage.clips.clip("roll", who.body.rig)
        start_clip(stage, who.body, who.motion, clip, from_body=True, blend_s=P["blend"], frame=P["frame"])
        who.control.memory = pitch(stage, who)

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        now = pitch(stage, who)
        last = who.control.memory
        d = (now - last + 180) % 360 - 180
        who.control.memory = last + d
        ahead = clip_pitch(who.motion.clip)[int(who.motion.frame)] - who.control.memory
        who.motion.pace = P["slow"] if ahead > P["behind"] else P["fast"]
        if who.motion.frame >= P["until"]:
            who.motion.pace = 0.0

    def status(self, stage: Stage, who: Someone) -> Status:
        return Status.SUCCEEDED if who.control.seconds > 2.0 else Status.RUNNING
