"""Settings -> the tables that compiled code reads. Done when something changed, never in a steady tick.

Each bone has the settings of its character, but for those that a limb of it has of its own (components/limbs.py). Which
law acts in the tick is [acting]'s word (systems/acting.py).
"""

from __future__ import annotations

from typing import Any, ClassVar

import esper
import numpy as np
from numpy.typing import NDArray

from components.character import Body, Motion, PutBack
from components.control import Control
from components.law import LAWS, OWN_SETTINGS, Asks, Law, limp_law, place_of
from components.limbs import LimbSettings, limb_groups
from components.settings import Integration, Root, RootSettings, ServoSettings, choices_of, declared
from components.table import Modes, Muscles
from systems.kernels.codes import code
from systems.stage import Stage, System, Tables

PLAYED = "kinematic"  # the law that puts a whole body where its clip has it
ON_FEET = 60.0  # rad/s: on legs alone, with nothing from outside, a body shakes under quicker muscles
Rows = slice | NDArray[np.int64]  # of the bone table


class ModesSystem(System):
    reads: ClassVar = (Body, ServoSettings, LimbSettings, RootSettings)
    late: ClassVar = (Control, Motion, PutBack)
    writes: ClassVar = (Modes, Muscles)

    def process(self, dt: float) -> None:
        if self.stage.modes_changed:
            write_modes(self.stage)


def write_modes(stage: Stage) -> None:
    t = stage.tables
    modes = t.modes
    found = System.query(Body, RootSettings, Motion, LimbSettings, PutBack, Control)
    for entity, (body, root, motion, limbs, put_back, control) in found:
        c, rows = body.index, slice(body.first, body.last)
        for group in limb_groups():
            settings: object = esper.component_for_entity(entity, group)
            for key in declared(group):
                give(stage, group, key, rows, getattr(settings, key))
        for bones, key, value in limbs.painted(body.rig):
            group = next(group for group in limb_groups() if key in declared(group))
            give(stage, group, key, body.first + np.array(bones), value)
        if control.kinematic:
            give_law(t.muscles, rows, LAWS[PLAYED])
        if put_back.careful:
            ask_carefully(t.muscles, rows)
        if root.root is Root.FEET:
            legs = body.first + np.flatnonzero(t.skeletons.leg[rows])
            t.muscles.set_frequency[legs] = np.minimum(t.muscles.set_frequency[legs], ON_FEET)
        of_whole_body(t, c)
        limits = stage.clips.limits(motion.clip.name)
        modes.root[c] = code(root.root)
        modes.steps[c] = root.root is Root.FEET if root.steps is None else root.steps
        modes.root_air[c] = root.root_air
        modes.root_stiffness[c] = root.root_stiffness
        modes.root_damping[c] = root.root_damping
        modes.heading_hold[c] = limits.heading_hold if root.heading_hold is None else root.heading_hold
        modes.foot_lift[c] = root.foot_lift
        modes.pelvis_drive[c] = root.pelvis_drive
    write_limits(stage)
    t.skeletons.unswung[:] = np.where(t.muscles.times, 0.0, t.skeletons.load)
    stage.modes_changed, stage.acting_changed = False, True


def ask_carefully(muscles: Muscles, rows: Rows) -> None:
    """Muscles that blew their body up twice (systems/guard.py), whatever is set: one step ahead, through the joints,
    no stronger and no quicker than they are by default."""
    usual = ServoSettings()
    muscles.implicit[rows] = True
    muscles.actuation[rows] = code(usual.actuation)
    muscles.strength[rows] = np.minimum(muscles.strength[rows], usual.strength)
    muscles.set_frequency[rows] = np.minimum(muscles.set_frequency[rows], usual.frequency)


COLUMNS = {"frequency": "set_frequency", "support": "told"}
"""Of settings whose column has another name, because the plain one is what acts in a tick."""


def give(stage: Stage, group: type, key: str, rows: Rows, value: Any) -> None:
    """One setting of a law to these bones: to the column of its name in the law's own table, or in Muscles; a choice
    as its place among all."""
    muscles = stage.tables.muscles
    if key == "servo":
        give_law(muscles, rows, LAWS[value])
    elif key == "integration":
        muscles.implicit[rows] = value is Integration.IMPLICIT
    else:
        law = next((name for name, own in OWN_SETTINGS.items() if own is group), None)
        table = next(iter(stage.tables.own[law]), muscles) if law else muscles
        choices = choices_of(declared(group)[key])
        getattr(table, COLUMNS.get(key, key))[rows] = choices.index(value) if choices else value


def give_law(muscles: Muscles, rows: Rows, law: Law) -> None:
    """What is set, and what acts in its stead."""
    muscles.wanted[rows] = place_of(law.name)
    muscles.when_down[rows] = place_of(law.when_down or law.name)
    muscles.when_out[rows] = place_of(limp_law())
    muscles.takes_keys[rows], muscles.hung[rows] = law.takes_keys, law.limp
    muscles.times[rows] = law.asks is Asks.ACCELERATIONS


def of_whole_body(t: Tables, c: int) -> None:
    """What follows for a character from the laws that are set for its bones."""
    modes, muscles, rows = t.modes, t.muscles, slice(int(t.skeletons.first[c]), int(t.skeletons.first[c + 1]))
    of_trunk = law_at(int(muscles.wanted[rows.start]))
    modes.placed[c], modes.idle[c] = of_trunk.placed, of_trunk.idle
    modes.limp[c] = muscles.hung[rows].all()
    modes.minds_falls[c] = not of_trunk.placed and (muscles.when_down[rows] != muscles.wanted[rows]).any()
    modes.takes_keys[c] = muscles.takes_keys[rows].any()


def law_at(place: int) -> Law:
    return list(LAWS.values())[place]


def write_limits(stage: Stage) -> None:
    """What muscles can do in the clip. What the root spring may do: as it was chosen, at once, or as the clip says,
    faded to (systems/laws/root.py)."""
    modes, muscles, skeletons = stage.tables.modes, stage.tables.muscles, stage.tables.skeletons
    for _, (body, root, motion) in System.query(Body, RootSettings, Motion):
        c, limits, rows = body.index, stage.clips.limits(motion.clip.name), slice(body.first, body.last)
        muscles.limit[rows] = limits.muscles * skeletons.torque_limit[rows] * muscles.torque_share[rows]
        modes.limit_wanted[c] = limits.root_limit if root.root_limit is None else root.root_limit
        modes.break_wanted[c] = limits.root_break if root.root_break is None else root.root_break
        if root.root_limit is not None:
            modes.root_limit[c] = root.root_limit
        if root.root_break is not None:
            modes.root_break[c] = root.root_break
