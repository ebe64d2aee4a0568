"""Physics: writes torques, steps 1/120 s, reads bodies and touches back.

A kinematic character is not pushed: after the step it is put where its clip has it, with the clip's speeds, so that it
pushes what it meets in the next one.
"""

from __future__ import annotations

from struct import pack_into
from typing import ClassVar

import numpy as np

from components.character import Body
from components.settings import Servo, ServoSettings
from components.table import MAX_CONTACTS, Bones, Contacts, Drives, Targets, Torques
from systems.bullet.engine import DT
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.stage import Stage, System


class PhysicsSystem(System):
    reads: ClassVar = (Body, ServoSettings, Torques, Drives, Targets)
    writes: ClassVar = (Bones, Contacts)

    def process(self, dt: float) -> None:
        stage, t = self.stage, self.stage.tables
        characters = [(body, servo.servo) for _, (body, servo) in self.query(Body, ServoSettings)]
        for body, servo in characters:
            if servo is not Servo.KINEMATIC:
                c = body.index
                stage.engine.pull(t.puppets[c], t.torques.joint[body.first : body.last], t.torques.root[c])
        for i in np.flatnonzero(t.drives.lift[:, 2]):
            body = characters[t.skeletons.owner[i]][0]
            stage.engine.push(body.engine_id, int(i) - body.first - 1, t.drives.lift[i], t.bones.position[i])
        for c in np.flatnonzero(t.drives.pull[:, 0]):
            body = characters[c][0]
            stage.engine.push(body.engine_id, -1, t.drives.pull[c], t.bones.position[body.first])
        stage.engine.step()
        for body, servo in characters:
            if servo is Servo.KINEMATIC:
                put_on_target(stage, body)
        read_bodies(stage)
        read_contacts(stage)


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
    at = 0
    for c, puppet in enumerate(t.puppets):
        stage.engine.read(puppet, t.base[c], t.raw[at : at + puppet.raw_size])
        at += puppet.raw_size
    tick.sense(t.handle, t.base, t.raw)


def read_contacts(stage: Stage) -> None:
    """Bullet's rows (flag, a, b, link a, link b, on a, on b, normal on b, distance, N, ...) into the contact table."""
    t, contacts = stage.tables, stage.tables.contacts
    first_row = {puppet.body: int(t.skeletons.first[c]) for c, puppet in enumerate(t.puppets)}
    bones, others, other_bones, impulses = list[int](), list[int](), list[int](), list[float]()
    places, normals = list[float](), list[float]()
    for body, first in first_row.items():
        for _, _, other, link, other_link, place, _, normal, _, force, _, _, _, _ in stage.engine.touches(body):
            if force > 0.0:
                bones.append(first + link + 1)
                others.append(other)
                other_bones.append(first_row[other] + other_link + 1 if other in first_row else -1)
                places += place
                normals += normal
                impulses.append(force * DT)
    n = min(len(bones), MAX_CONTACTS)
    contacts.count[0] = n
    pack_into(f"{n}q", contacts.bone.data, 0, *bones[:n])
    pack_into(f"{n}q", contacts.other.data, 0, *others[:n])
    pack_into(f"{n}q", contacts.other_bone.data, 0, *other_bones[:n])
    pack_into(f"{3 * n}d", contacts.position.data, 0, *places[: 3 * n])
    pack_into(f"{3 * n}d", contacts.normal.data, 0, *normals[: 3 * n])
    pack_into(f"{n}d", contacts.impulse.data, 0, *impulses[:n])
