"""Settings -> the mode table that compiled code reads. Done when something changed, never in a steady tick."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from components.character import Body, Motion
from components.settings import Actuation, Integration, RootSettings, Servo, ServoSettings, Timing
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
    for _, (body, servo, root, motion) in System.query(Body, ServoSettings, RootSettings, Motion):
        c = body.index
        limits = stage.clips.limits(motion.clip.name)
        modes.servo[c] = code(servo.servo)
        modes.actuation[c] = code(servo.actuation)
        modes.implicit[c] = servo.integration is Integration.IMPLICIT
        modes.strength[c] = servo.strength
        modes.frequency[c] = servo.frequency
        modes.remaining[c] = servo.timing is Timing.REMAINING
        modes.delta[c] = servo.delta
        modes.settle[c] = servo.settle
        outside = servo.servo in (Servo.PARENT, Servo.WORLD) and servo.actuation is Actuation.EXTERNAL
        muscles = servo.servo not in (Servo.OFF, Servo.KINEMATIC) and not outside
        modes.support[c] = servo.support if muscles else 0.0  # torques from outside hold the weight themselves
        modes.root[c] = code(root.root)
        modes.root_air[c] = root.root_air
        modes.root_stiffness[c] = root.root_stiffness
        modes.root_damping[c] = root.root_damping
        modes.heading_hold[c] = limits.heading_hold if root.heading_hold is None else root.heading_hold
        modes.foot_lift[c] = root.foot_lift
        modes.pelvis_drive[c] = root.pelvis_drive
    write_limits(stage)
    by_law = [(law, np.flatnonzero(modes.servo == code(law))) for law in Servo]
    stage.members = [(law, members) for law, members in by_law if len(members)]
    stage.modes_changed = False


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
