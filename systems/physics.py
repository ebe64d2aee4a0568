"""Physics: writes torques, steps 1/120 s, reads bodies and touches back.

A kinematic character is not pushed: after the step it is put where its clip has it, with the clip's speeds, so that it
pushes what it meets in the next one. What active things have touched stays as it is (systems/handing_over.py).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from components.character import Body, Motion
from components.clock import DT
from components.control import Control
from components.settings import MotionSettings
from components.table import Bones, Contacts, Drives, Modes, Strings, Targets, Torques
from systems.handing_over import gives_way
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.stage import Stage, System
from systems.strings import haul

GIVEN = (Control, Motion, MotionSettings)


class PhysicsSystem(System):
    reads: ClassVar = (Body, Motion, MotionSettings, Modes, Torques, Drives, Strings, Targets)
    writes: ClassVar = (Bones, Contacts, Control)

    def process(self, dt: float) -> None:
        stage, t = self.stage, self.stage.tables
        placed = t.modes.placed.tolist()
        if any(placed):
            for _, (body,) in self.query(Body):
                if not placed[body.index]:
                    c, rows = body.index, slice(body.first, body.last)
                    stage.engine.pull([t.puppets[c]], t.torques.joint[rows], t.torques.root[c : c + 1])
        else:
            stage.engine.pull(t.puppets, t.torques.joint, t.torques.root)
        if any(assisted := t.drives.assisted.tolist()):
            for _, (body,) in self.query(Body):
                if assisted[body.index]:
                    assist(stage, body)
        haul(stage)
        stage.engine.step()
        if any(placed):
            for _, (body, control, motion, settings) in self.query(Body, *GIVEN):
                if placed[body.index] and not gives_way(stage, body, control, motion, settings.stays):
                    put_on_target(stage, body)
        read_bodies(stage)
        read_contacts(stage)


def assist(stage: Stage, body: Body) -> None:
    """What helps it from outside: lifts of its feet, and the pelvis drive."""
    t = stage.tables
    for i in (body.first + np.flatnonzero(t.drives.lift[body.first : body.last, 2])).tolist():
        stage.engine.push(body.engine_id, i - body.first - 1, t.drives.lift[i], t.bones.position[i])
    pull = t.drives.pull[body.index]
    if pull.any():
        stage.engine.push(body.engine_id, -1, pull, t.bones.position[body.first])


def put_on_target(stage: Stage, body: Body) -> None:
    t, c = stage.tables, body.index
    rows = slice(body.first, body.last)
    base = np.concatenate(
        [t.targets.root_position[c], t.targets.root_orientation[c], t.targets.root_velocity[c], t.targets.root_spin[c]]
    )
    place = engine_coordinates(t.skeletons, body.first, body.last, t.targets.joint[rows], t.targets.joint_spin[rows])
    stage.engine.put(t.puppets[c], base, *place)


def read_bodies(stage: Stage) -> None:
    t = stage.tables
    stage.engine.read(t.puppets, t.base, t.raw)
    tick.read_bodies(t.handle, t.base, t.raw)


def read_contacts(stage: Stage) -> None:
    t = stage.tables
    tick.take_touches(t.handle, stage.engine.touches([puppet.body for puppet in t.puppets]), t.bodies, DT)
