"""Hung: what things that hang feel of their ropes. A rope pulls when it is stretched, and never pushes.

T = k (r - l) + c dr/dt, where the place held is r from the anchor and the rope l long. All ropes of a thing together
have k = 0.25 m / dt^2 and c = 0.12 m / dt: 21600 N/m and 86 N s/m for 6 kg, which hang m g / k = 2.7 mm lower than the
ropes are long. A force at a corner of a box meets a mass up to 7 times smaller; a spring stays quiet in steps of dt
while k dt^2 / m + 2 c dt / m < 4, and there it is 1.75 + 1.68.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import esper
import numpy as np

from components.arrays import Floats, Ints
from components.clock import DT
from components.prop import Hung, Prop, Vec3
from systems.stage import Stage, System

STIFFNESS, DAMPING = 0.25, 0.12  # of m / dt^2 and of m / dt, shared by a thing's ropes
AFTER, BEYOND = [1, 2, 0], [2, 0, 1]  # the axes of a cross product


class Strung(NamedTuple):
    """All ropes of a world, thing by thing."""

    thing: Ints  # of each rope: which one it holds
    first: Ints  # of each thing: its first rope
    anchor: Floats  # (ropes, 3) m
    hold: Floats  # (ropes, 3) m, in the thing's frame
    length: Floats  # m
    stiffness: Floats  # N/m
    damping: Floats  # N s/m
    drag: Floats  # of each thing: N s/m against its way, and
    brake: Floats  # N m s against its turning


class HungSystem(System):
    reads: ClassVar = (Hung,)
    writes: ClassVar = (Prop,)  # forces on them
    only_with: ClassVar = Hung

    _things: tuple[tuple[Hung, Prop], ...] = ()
    _strung: Strung

    def process(self, dt: float) -> None:
        found = self.query(Hung, Prop)
        if not found:
            return
        things = tuple((hung, prop) for _, (hung, prop) in found)
        if things != self._things:
            self._things, self._strung = things, strung(things)
        engine = self.stage.engine
        moving = np.array([engine.moving(prop.engine_id) for _, prop in things])
        forces, torques = pulls(self._strung, moving)
        for (_, prop), at, force, torque in zip(things, moving, forces.tolist(), torques.tolist(), strict=True):
            engine.push(prop.engine_id, -1, force, at[:3].tolist())
            engine.twist(prop.engine_id, torque)


def hang(stage: Stage, body: int, hung: Hung) -> None:
    """From now on the loose thing that the engine knows by this number hangs."""
    entity = next(entity for entity, (prop,) in System.query(Prop) if prop.engine_id == body)
    esper.add_component(entity, hung)


def hung_at(place: Vec3, size: Vec3, length: float, count: int, fades_s: float, gravity: float) -> Hung:
    """Ropes straight up from its upper face, in whose pull a thing of this size rests with its middle at `place`."""
    x, y, z = (side / 2 for side in size)
    corners = ((-x, -y), (x, -y), (x, y), (-x, y)) if count == 4 else ((0.0, 0.0),)
    up = z + length + max(0.0, gravity) * DT**2 / STIFFNESS
    anchors = tuple((place[0] + a, place[1] + b, place[2] + up) for a, b in corners)
    return Hung(anchors, tuple((a, b, z) for a, b in corners), length, fades_s)


def strung(things: Sequence[tuple[Hung, Prop]]) -> Strung:
    ropes = np.array([len(hung.anchors) for hung, _ in things])
    thing = np.repeat(np.arange(len(things)), ropes)
    mass = np.array([prop.mass for _, prop in things])
    share, fading = (mass / ropes)[thing], np.array([2.0 / hung.fades_s for hung, _ in things])
    return Strung(
        thing=thing,
        first=np.cumsum(ropes) - ropes,
        anchor=np.array([anchor for hung, _ in things for anchor in hung.anchors]),
        hold=np.array([hold for hung, _ in things for hold in hung.holds]),
        length=np.array([hung.length for hung, _ in things])[thing],
        stiffness=STIFFNESS * share / DT**2,
        damping=DAMPING * share / DT,
        drag=mass * fading,
        brake=np.array([least_inertia(prop) for _, prop in things]) * fading,
    )


def least_inertia(prop: Prop) -> float:
    """kg m2, of the box around it, about the axis that it turns about most easily: braking by it is gentle."""
    short, middle, _ = sorted(prop.size)
    return prop.mass * (short**2 + middle**2) / 12.0


def pulls(ropes: Strung, moving: Floats) -> tuple[Floats, Floats]:
    """Force (N) and torque (N m) on each thing, all in world axes; `moving` as Engine.moving has it, a row a thing."""
    place, axis, w = moving[:, 0:3], moving[:, 3:6][ropes.thing], moving[:, 6:7][ropes.thing]
    velocity, spin = moving[:, 7:10], moving[:, 10:13]
    twice = 2.0 * cross(axis, ropes.hold)
    arm = ropes.hold + w * twice + cross(axis, twice)
    way = ropes.anchor - place[ropes.thing] - arm
    far = np.maximum(np.sqrt((way * way).sum(axis=1)), 1e-9)
    rate = -((velocity[ropes.thing] + cross(spin[ropes.thing], arm)) * way).sum(axis=1) / far
    tension = np.maximum(ropes.stiffness * (far - ropes.length) + ropes.damping * rate, 0.0)
    tension[far <= ropes.length] = 0.0
    pull = (tension / far)[:, None] * way
    force = np.add.reduceat(pull, ropes.first) - ropes.drag[:, None] * velocity
    torque = np.add.reduceat(cross(arm, pull), ropes.first) - ropes.brake[:, None] * spin
    return force, torque


def cross(a: Floats, b: Floats) -> Floats:
    return a[:, AFTER] * b[:, BEYOND] - a[:, BEYOND] * b[:, AFTER]
