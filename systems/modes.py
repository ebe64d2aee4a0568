"""Settings -> the mode table that compiled code reads. Done when something changed, never in a steady tick."""

from __future__ import annotations

from typing import ClassVar

import esper
import numpy as np

from components.character import Body, Motion
from components.law import LAWS, OWN_SETTINGS, Asks, Law, Reach
from components.settings import Actuation, Integration, RootSettings, ServoSettings, choices_of, declared
from components.table import Modes
from systems.kernels.codes import code
from systems.stage import Stage, System


class ModesSystem(System):
    reads: ClassVar = (Body, ServoSettings, RootSettings)
    late: ClassVar = (Motion,)
    writes: ClassVar = (Modes,)

    def process(self, dt: float) -> None:
        if self.stage.modes_changed:
            write_modes(self.stage)


def write_modes(stage: Stage) -> None:
    modes = stage.tables.modes
    obeying: dict[str, list[int]] = {}
    for entity, (body, servo, root, motion) in System.query(Body, ServoSettings, RootSettings, Motion):
        c = body.index
        obeying.setdefault(servo.servo, []).append(c)
        limits = stage.clips.limits(motion.clip.name)
        law = LAWS[servo.servo]
        write_law(modes, c, law, servo.actuation)
        modes.implicit[c] = servo.integration is Integration.IMPLICIT
        modes.strength[c] = servo.strength
        modes.frequency[c] = servo.frequency
        outside = law.asks is Asks.TORQUES and modes.spread[c] == Reach.ROOT
        told = law.told_weight and not outside  # torques from outside hold the weight themselves
        modes.support[c] = servo.support if told else 0.0
        write_own(stage, entity, c)
        modes.root[c] = code(root.root)
        modes.root_air[c] = root.root_air
        modes.root_stiffness[c] = root.root_stiffness
        modes.root_damping[c] = root.root_damping
        modes.heading_hold[c] = limits.heading_hold if root.heading_hold is None else root.heading_hold
        modes.foot_lift[c] = root.foot_lift
        modes.pelvis_drive[c] = root.pelvis_drive
    write_limits(stage)
    stage.members = [(name, np.array(obeying[name])) for name in LAWS if name in obeying]
    stage.modes_changed = False


def write_law(modes: Modes, c: int | slice, law: Law, actuation: Actuation = Actuation.JOINT) -> None:
    """What the law declares, as compiled code reads it."""
    modes.asks[c] = code(law.asks)
    modes.spread[c], modes.felt[c] = getattr(law.couplings, actuation)
    modes.placed[c], modes.limp[c], modes.takes_keys[c] = law.placed, law.limp, law.takes_keys
    modes.actuation[c] = code(actuation)


def write_own(stage: Stage, entity: int, c: int) -> None:
    """A law's own setting goes to the column of its name in the law's own table, or in Modes; a choice as its place."""
    for name, group in OWN_SETTINGS.items():
        settings: object = esper.component_for_entity(entity, group)
        table = next(iter(stage.tables.own[name]), stage.tables.modes)
        for key, declaration in declared(group).items():
            choices, value = choices_of(declaration), getattr(settings, key)
            getattr(table, key)[c] = choices.index(value) if choices else value


def write_limits(stage: Stage) -> None:
    """What the root spring may do: as it was chosen, at once, or as the clip says, faded to (systems/laws/root.py)."""
    modes = stage.tables.modes
    for _, (body, root, motion) in System.query(Body, RootSettings, Motion):
        c, limits = body.index, stage.clips.limits(motion.clip.name)
        modes.limit_wanted[c] = limits.root_limit if root.root_limit is None else root.root_limit
        modes.break_wanted[c] = limits.root_break if root.root_break is None else root.root_break
        if root.root_limit is not None:
            modes.root_limit[c] = root.root_limit
        if root.root_break is not None:
            modes.root_break[c] = root.root_break
