"""Loose and fixed things, which come and go while the world runs.

To add a body to a MuJoCo model makes the model anew, 5 to 30 ms. So bodies without a shape lie in stock, out of the way
and at rest, and what comes takes the first that is free: its shape, size and weight are numbers in the model, written
in 20 us. 48 spare ones cost 4 us a step for one body, 15 us beside five.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf
from typing import Any

import mujoco as mj
import numpy as np

from systems.engine import Vec
from systems.mujoco.figures import MARGIN

NOBODY = -1
ROLLING = 0.002  # m, of what is round
WELD = mj.mjtEq.mjEQ_WELD
AWAY = (0.0, 0.0, -1000.0)  # m, where what is in stock lies
SEEN, UNSEEN = 0, 5  # groups of shapes, for rays
TYPES = {
    "sphere": mj.mjtGeom.mjGEOM_SPHERE, "capsule": mj.mjtGeom.mjGEOM_CAPSULE, "box": mj.mjtGeom.mjGEOM_BOX,
}  # fmt: skip


@dataclass
class Thing:
    shape: str
    size: tuple[float, ...]
    mass: float
    friction: float
    restitution: float
    slot: int  # which of the bodies in stock it has taken
    tied: tuple[int, int] | None = None  # to whose link
    bearer: int = NOBODY  # who goes through it

    @property
    def fixed(self) -> bool:
        return self.mass <= 0.0


@dataclass
class Slot:
    """A body in stock. Numbers say where in MuJoCo's arrays something of it begins."""

    bone: mj.MjsBody
    fixed: bool
    body: int = 0
    geom: int = 0
    place: int = 0  # in qpos, or of what is fixed its row in mocap_pos
    speed: int = 0  # in qvel
    tie: Any = None  # that weld in the description
    weld: int = -1  # which of the model's welds is its own

    def find(self, model: mj.MjModel) -> None:
        self.body = self.bone.id
        self.geom = int(model.body_geomadr[self.body])
        if self.fixed:
            self.place = int(model.body_mocapid[self.body])
        else:
            joint = model.body_jntadr[self.body]
            self.place, self.speed = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
            self.weld = self.tie.id


def add_slot(spec: mj.MjSpec, fixed: bool, name: str) -> Slot:
    bone = spec.worldbody.add_body(name=name, pos=list(AWAY), mocap=fixed)
    bone.mass, bone.ipos, bone.inertia, bone.explicitinertial = 1.0, [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], True
    if not fixed:
        bone.add_freejoint()
    bone.add_geom(type=mj.mjtGeom.mjGEOM_BOX, size=[1.0, 1.0, 1.0], group=UNSEEN, margin=MARGIN)
    slot = Slot(bone, fixed)
    if not fixed:
        slot.tie = spec.add_equality(type=WELD, objtype=mj.mjtObj.mjOBJ_BODY, name1=name, active=False)
    return slot


def clear(model: mj.MjModel, limit: np.ndarray, slot: Slot) -> None:
    """Back into stock: nothing meets it, and it does not move."""
    _meets(model, slot, 0)
    if not slot.fixed:
        limit[slot.speed : slot.speed + 6] = 0.0


def shape_into(model: mj.MjModel, limit: np.ndarray, slot: Slot, thing: Thing) -> None:
    half, size = halves(thing)
    model.geom_type[slot.geom] = TYPES[thing.shape]
    model.geom_size[slot.geom] = size
    model.geom_rbound[slot.geom] = hypot(*half) if thing.shape == "box" else max(half)
    model.geom_aabb[slot.geom] = model.bvh_aabb[model.body_bvhadr[slot.body]] = (0.0, 0.0, 0.0, *half)
    model.geom_condim[slot.geom] = 6 if thing.shape == "sphere" else 3
    _meets(model, slot, 1)
    if not slot.fixed:
        inertia = inertia_of(thing)
        model.body_mass[slot.body] = model.body_subtreemass[slot.body] = thing.mass
        model.body_inertia[slot.body] = inertia
        turning = sum(1.0 / one for one in inertia) / 3
        model.body_invweight0[slot.body] = 1.0 / thing.mass, turning
        model.dof_invweight0[slot.speed : slot.speed + 6] = (1.0 / thing.mass,) * 3 + (turning,) * 3
        model.dof_M0[slot.speed : slot.speed + 6] = (thing.mass,) * 3 + tuple(inertia)  # what MuJoCo reckons with here
        limit[slot.speed : slot.speed + 6] = inf


def halves(thing: Thing) -> tuple[tuple[float, ...], Vec]:
    """m: half the sides of the box around it, and what MuJoCo calls its size."""
    half = tuple(side / 2 for side in thing.size)
    if thing.shape == "sphere":
        return (half[0],) * 3, (half[0], 0.0, 0.0)
    if thing.shape == "capsule":
        return (half[0], half[0], half[2]), (half[0], half[2] - half[0], 0.0)
    return half, half


def inertia_of(thing: Thing) -> Vec:
    """kg m2: 2/5 m r^2 of a ball; of a capsule that of the box around it."""
    (x, y, z), _ = halves(thing)
    if thing.shape == "sphere":
        return (0.4 * thing.mass * x * x,) * 3
    return tuple(thing.mass / 3 * (b * b + c * c) for b, c in ((y, z), (x, z), (x, y)))


def _meets(model: mj.MjModel, slot: Slot, others: int) -> None:
    model.geom_contype[slot.geom] = model.geom_conaffinity[slot.geom] = others
    model.body_contype[slot.body] = model.body_conaffinity[slot.body] = others
    model.geom_group[slot.geom] = SEEN if others else UNSEEN
