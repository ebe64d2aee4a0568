"""Collisions, first stage: where two meet, velocities change before the engine's step, by one impulse for each touch.

Of [before]: how all moves that comes together; the impulses count as touches of the step, so whoever asks what struck
whom ([impacts]) need not know who answered. With `collisions=engine` nothing happens here.

The engine then finds nothing that comes together, and has only to hold what stays together: its second stage. How the
two are kept apart is in docs/decisions/0033-two-stage-collisions.md, what is solved in systems/kernels/pushes.py.

    a ball of 5 kg stops at a chest that it meets with 6 m/s: some 30 N s, all in one tick
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

import numpy as np

from components.arrays import Floats
from components.character import Body
from components.prop import Prop
from components.rig import Rig
from components.settings import Collisions, ImpactFriction
from components.table import MAX_THINGS, Before, Bones, Jolts, Modes, Skeletons
from systems.kernels import tick
from systems.physics import read_bodies
from systems.stage import Stage, System, Tables

FAST = 1.0  # m/s, 8 mm in a step


class CollisionsSystem(System):
    reads: ClassVar = (Body, Prop, Skeletons, Modes, Before)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Jolts, Bones)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._found: list[tuple[int, tuple[Any, ...]]] | None = None
        self._mass, self._inertia, self._moved = np.ones(0), np.ones((0, 3)), np.zeros((0, 6))
        self._things = list[int]()
        self._tables: Tables | None = None
        self._tip_bone, self._tips = np.zeros(0, np.int64), np.zeros((0, 4))

    def process(self, dt: float) -> None:
        stage, t = self.stage, self.stage.tables
        settings = stage.engine.settings
        if settings.collisions is Collisions.ENGINE:
            t.jolts.count[0] = 0
            return
        found = self.query(Prop)
        if found is not self._found:  # the same list until a thing comes or goes
            self.weigh(found)
            self._found = found
        touches = stage.engine.coming(t.bodies.tolist(), self.falling())
        full = settings.impact_friction is ImpactFriction.FULL
        if not tick.find_jolts(
            t.handle, touches, t.bodies, self._mass, self._inertia, dt, settings.restitution, full, self._moved
        ):
            return
        first = t.skeletons.first
        for c in np.flatnonzero(t.jolts.struck).tolist():
            stage.engine.jolt(t.puppets[c].body, t.jolts.base[c], t.jolts.spin[first[c] : first[c + 1]])
        for row in np.flatnonzero(~np.isnan(self._moved[:, 0])).tolist():
            stage.engine.jolt(self._things[row], self._moved[row])
        read_bodies(stage)  # muscles answer to what is now: a damper told of the speed before would drive the joint on

    def falling(self) -> Floats:
        """Ends of bones that may be in the ground before the engine sees them."""
        t = self.stage.tables
        if t is not self._tables:
            self._tables = t
            ends = [(body.first + i, *end) for _, (body,) in self.query(Body) for i, end in ends_of(body.rig)]
            self._tips = np.array(ends).reshape(-1, 5)[:, 1:].copy()
            self._tip_bone = np.array([end[0] for end in ends], np.int64)
        found: Floats = tick.falling_tips(t.handle, t.bodies, self._tip_bone, self._tips, FAST)
        return found

    def weigh(self, found: list[tuple[int, tuple[Any, ...]]]) -> None:
        """Loose things in the order of [before]."""
        loose = [prop for _, (prop,) in found if prop.mass > 0.0][:MAX_THINGS]
        self._things = [prop.engine_id for prop in loose]
        self._mass = np.array([prop.mass for prop in loose])
        self._inertia = np.array([moments(prop) for prop in loose]).reshape(-1, 3)
        self._moved = np.zeros((len(loose), 6))


def ends_of(rig: Rig) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
    """Bone, and middle (m, in its frame) and radius (m) of the balls at the ends of its shapes; corners of boxes."""
    for i, bone in enumerate(rig.bones):
        for shape in bone.shapes:
            x, y, z = shape.start
            if shape.kind == "box":
                for a, b, c in product((-0.5, 0.5), repeat=3):
                    yield i, (x + a * shape.size[0], y + b * shape.size[1], z + c * shape.size[2], 0.0)
                continue
            yield i, (x, y, z, shape.radius)
            if shape.kind == "capsule":
                yield i, (*shape.end, shape.radius)


def moments(prop: Prop) -> tuple[float, float, float]:
    """kg m2; a capsule has those of the box around it, as in the engine."""
    x, y, z = prop.size
    if prop.shape == "sphere":
        return (0.1 * prop.mass * x * x,) * 3
    return (
        prop.mass * (y * y + z * z) / 12.0,
        prop.mass * (x * x + z * z) / 12.0,
        prop.mass * (x * x + y * y) / 12.0,
    )
