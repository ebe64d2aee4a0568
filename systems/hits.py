"""Hits: what the touches of a step did to whom.

A blow is the impulse on one bone beyond what the body's own weight presses in a step (75 kg: 6 N s), gathered over the
few steps that an impact lasts (it fades by 0.7 a step). Feet on the ground are steps, not blows. A 20 kg crate that
comes at 6 m/s and stays is a blow of about 100 N s.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from components.character import Balance, Body, Stun
from components.settings import StunSettings
from components.table import Contacts, Modes, Skeletons
from systems.stage import System

FADE = 0.7  # a step
HEARD = 8.0  # N s of a hit that is worth an event
HEAD_SHARE = 0.5  # of knockout_impulse that is enough on the head


class HitsSystem(System):
    reads: ClassVar = (Body, StunSettings, Skeletons, Contacts)
    writes: ClassVar = (Stun, Balance, Modes)

    def process(self, dt: float) -> None:
        t = self.stage.tables
        n = int(t.contacts.count[0])
        bone, other, other_bone = t.contacts.bone[:n], t.contacts.other[:n], t.contacts.other_bone[:n]
        owner = t.skeletons.owner[bone]
        alien = (other_bone < 0) | (t.skeletons.owner[other_bone] != owner)
        ground = np.isin(other, self.stage.engine.ground)
        struck = alien & ~(ground & t.skeletons.foot[bone])
        touched = np.bincount(owner[alien], minlength=len(t.puppets)) > 0
        t.modes.touching[:] = touched
        for _, (body, stun, settings, balance) in self.query(Body, Stun, StunSettings, Balance):
            balance.touching = bool(touched[body.index])
            stun.blow *= FADE
            if stun.blow < 1e-3:
                stun.blow = 0.0
            mine = struck & (owner == body.index)
            if mine.any():
                self.take(body, stun, settings, mine, dt)

    def take(self, body: Body, stun: Stun, settings: StunSettings, mine: np.ndarray, dt: float) -> None:  # type: ignore[type-arg]
        t = self.stage.tables
        rows, impulses = t.contacts.bone[: len(mine)][mine], t.contacts.impulse[: len(mine)][mine]
        per_bone = np.bincount(rows - body.first, impulses)
        own_weight = float(t.skeletons.total_mass[body.index]) * abs(self.stage.engine.settings.gravity) * dt
        hardest = int(per_bone.argmax())
        blow = float(per_bone[hardest]) - own_weight
        if blow <= 0.0:
            return
        before = stun.blow
        stun.blow += blow
        if stun.blow >= HEARD > before:
            k = int(np.flatnonzero(mine)[impulses.argmax()])
            self.stage.tell(
                "hit", body.name,
                bone=body.rig.bones[hardest].name, by=self.stage.names.get(int(t.contacts.other[k]), "ground"),
                impulse=round(blow, 2),
            )  # fmt: skip
        limit = settings.knockout_impulse * (HEAD_SHARE if body.first + hardest == body.head else 1.0)
        if settings.stun and stun.blow >= limit and stun.unconscious_s <= 0.0:
            stun.unconscious_s = settings.knockout_s
            self.stage.tell("knockout", body.name, impulse=round(stun.blow, 2))
        elif settings.stun and stun.blow >= settings.stun_impulse > before:
            self.stage.tell("stun", body.name, impulse=round(stun.blow, 2))
