"""Hits: what the impacts of a step are to each body.

A blow is the impulse on one bone beyond what the body's own weight presses in a step (75 kg: 6 N s), gathered over the
few steps that an impact lasts (it fades by 0.7 a step). Feet on the ground are steps, not blows. A 20 kg crate that
comes at 6 m/s and stays is a blow of about 100 N s. Nobody's weight presses through another's fist: all of that counts.
On an arm 0.3 of it is felt, by who blocks and by who strikes. The ground knocks out by the head alone: nobody is out
because he sat down.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import Body, Stun
from components.settings import StunSettings
from components.table import Blows, Impacts, Modes, Skeletons
from systems.kernels import tick
from systems.stage import System

FADE = 0.7  # a step
HEARD = 8.0  # N s of a hit that is worth an event
HEAD_SHARE = 0.5  # of knockout_impulse that is enough on the head
ALL_THERE = 0.999  # of its authority: who is stunned already is not stunned again


class HitsSystem(System):
    reads: ClassVar = (Body, StunSettings, Skeletons, Impacts)
    writes: ClassVar = (Stun, Modes, Blows)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        tick.find_blows(t.handle)
        impulse = t.blows.impulse.tolist()
        gravity = abs(self.stage.engine.settings.gravity)
        for _, (body, stun, settings) in self.query(Body, Stun, StunSettings):
            before = stun.blow
            stun.blow = stun.blow * FADE if stun.blow > 1e-3 else 0.0
            if impulse[body.index] <= 0.0:
                continue
            weight = 0.0 if self.by_a_fist(body) else body.rig.mass * gravity * dt
            blow = impulse[body.index] - weight
            if blow > 0.0:
                self.take(body, stun, settings, blow, before)

    def by_a_fist(self, body: Body) -> bool:
        t = self.stage.tables
        by = int(t.impacts.by[t.blows.impact[body.index]])
        return by >= 0 and bool(t.skeletons.fist[by])

    def take(self, body: Body, stun: Stun, settings: StunSettings, blow: float, before: float) -> None:
        """`before`: what the blow was a step ago. What presses on is told once."""
        t = self.stage.tables
        bone, impact = int(t.blows.bone[body.index]), int(t.blows.impact[body.index])
        stun.blow += float(t.skeletons.felt[bone]) * blow
        if stun.blow >= HEARD > before:
            name = body.rig.bones[bone - body.first].name
            by = self.stage.names.get(int(t.impacts.other[impact]), "ground")
            self.stage.tell("hit", body.name, bone=name, by=by, impulse=round(blow, 2))
        if not settings.stun:
            return
        limit = settings.knockout_impulse * (HEAD_SHARE if bone == body.head else 1.0)
        sits_down = t.impacts.ground[impact] and bone != body.head
        if stun.blow >= limit and stun.unconscious_s <= 0.0 and not sits_down:
            stun.unconscious_s = settings.knockout_s
            self.stage.tell("knockout", body.name, impulse=round(stun.blow, 2))
        elif stun.blow >= settings.stun_impulse > before and t.modes.authority[body.index] > ALL_THERE:
            self.stage.tell("stun", body.name, impulse=round(stun.blow, 2))
