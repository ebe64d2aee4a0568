"""A body alone in an engine, without ground and shapes: rods in a row, or a boxer; what is measured is what it does.

with Bench(rods(3), gravity=9.81) as bench:
    bench.key(1, from_rotvec((0.0, -1.0, 0.0)), 0.3)
    bench.run(36)
    bench.left(1)          # 0.100: the share of joint 1's error that is left
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from components.clock import DT
from components.rig import Bone, Joint, Rig
from components.settings import WorldSettings
from game.rigs.rig import load_rig
from game.world.tables import build_tables
from systems.acting import all_obey, who_obeys
from systems.engines import start_engine
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.kernels.quaternions import conj, from_rotvec, mul, norm, to_rotvec
from systems.laws.timing import FIXED, REMAINING
from systems.servo import ask

Floats = NDArray[np.float64]
Quaternion = tuple[float, float, float, float]
HEAVY = 1e6  # kg and kg m2: what stays where it is
STRONG = 1e9  # N m
NO_TORQUE = np.zeros((1, 3))
REST: Quaternion = (0.0, 0.0, 0.0, 1.0)


class Bench:
    """`believed`: what the servo takes the body for, if that is not what it is."""

    def __init__(
        self,
        rig: Rig,
        gravity: float = 0.0,
        servo: str = "timed",
        remaining: bool = False,
        delta: float = 0.25,
        believed: Rig | None = None,
    ) -> None:
        self.rig, self.servo, self.gravity = rig, servo, gravity
        self.engine = start_engine(WorldSettings(gravity=gravity), 0)
        self.puppet = self.engine.add_character(rig)
        self.t = build_tables([believed or rig], [self.puppet])
        modes, muscles = self.t.modes, self.t.muscles
        self.obeying = all_obey(self.t, servo)
        muscles.settle[:], muscles.timing[:], muscles.delta[:] = 0.9, REMAINING if remaining else FIXED, delta
        modes.authority[:], modes.touching[:], modes.gravity[:] = 1.0, False, gravity
        self.t.drives.pull[0, 2] = gravity * rig.mass if rig.bones[0].mass >= HEAVY else 0.0  # what holds the base
        self.began = np.zeros(len(rig.bones))  # rad
        self.put(np.array([REST for _ in rig.bones]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()

    def put(self, turns: Floats, spins: Floats | None = None) -> None:
        """Joints' turns (bones, 4) and spins (bones, 3), own axes; the clip is that pose, at rest."""
        n = len(self.rig.bones)
        base = np.array([0.0, 0.0, 5.0, *REST, *[0.0] * 6])
        moving = np.zeros((n, 3)) if spins is None else spins
        self.engine.put(self.puppet, base, *engine_coordinates(self.t.skeletons, 0, n, turns, moving))
        self.read()
        self.t.targets.joint[:], self.t.targets.joint_spin[:] = turns, 0.0

    def read(self) -> None:
        self.engine.read([self.puppet], self.t.base, self.t.raw)
        tick.read_bodies(self.t.handle, self.t.base, self.t.raw)

    def key(self, i: int, turn: Quaternion, seconds: float) -> None:
        aims = self.t.aims
        aims.keyed[i], aims.joint[i], aims.joint_spin[i] = True, turn, 0.0
        aims.span[i] = aims.left[i] = seconds
        self.began[i] = self.error(i)

    def run(self, ticks: int) -> None:
        for _ in range(ticks):
            tick.dynamics(self.t.handle, 0.0)
            if tick.act(self.t.handle):
                self.obeying = who_obeys(self.t)
            ask(self.t, self.obeying, DT)
            tick.muscles(self.t.handle, self.gravity, DT)
            self.step(self.t.torques.joint)

    def step(self, torques: Floats) -> None:
        """One step of 1/120 s with these torques (bones, 3) and nothing else, but for what holds a heavy base."""
        self.engine.push(self.puppet.body, -1, self.t.drives.pull[0].tolist(), self.t.bones.position[0].tolist())
        self.engine.pull([self.puppet], torques, NO_TORQUE)
        self.engine.step()
        self.read()

    def error(self, i: int) -> float:
        """rad between joint i and its key-frame."""
        return apart(self.t.bones.joint[i], self.t.aims.joint[i])

    def left(self, i: int) -> float:
        return self.error(i) / float(self.began[i])


def apart(a: Floats, b: Floats) -> float:
    """rad"""
    return float(norm(to_rotvec(mul(conj(tuple(a.tolist())), tuple(b.tolist())))))


def rods(links: int) -> Rig:
    """Rods of 0.3 m and 2 kg in a row, along x, on a base that stays."""
    base = Bone("base", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), HEAVY, (0, 0, 0), (HEAVY,) * 3, 0, 0, 0, 0, (0, 0, 0))
    row = [
        Bone(
            f"rod{i}", i, Joint.BALL, (0.3 * (i > 0), 0, 0), (1, 0, 0), 2.0, (0.15, 0, 0), (1e-3, 0.015, 0.015), STRONG,
            -9.0, 9.0, 9.0, (0, 0, 0),
        )
        for i in range(links)
    ]  # fmt: skip
    return Rig("rods", 1.0, (base, *row), (links + 1,) * (links + 1), tuple(range(links + 1)))


def boxer(held: bool) -> Rig:
    """The boxer as a mechanism: as strong as it takes, no shapes to collide; `held`: its pelvis stays where it is."""
    rig = load_rig("boxer")
    root = replace(rig.bones[0], mass=HEAVY, inertia=(HEAVY,) * 3) if held else rig.bones[0]
    bones = [replace(bone, torque_limit=STRONG, shapes=()) for bone in (root, *rig.bones[1:])]
    return replace(rig, bones=tuple(bones), collide=frozenset())


def anyhow(rig: Rig, random: np.random.Generator, size: float) -> Mapping[int, Quaternion]:
    """A pose within the joints' ranges: `size` 0 is their middle, 1 goes up to their ends."""
    pose: dict[int, Quaternion] = {0: REST}
    for i, bone in enumerate(rig.bones[1:], 1):
        if bone.joint is Joint.HINGE:
            angle = 0.5 * (bone.low + bone.high) + 0.5 * size * random.uniform(-1.0, 1.0) * (bone.high - bone.low)
            pose[i] = from_rotvec(tuple(angle * np.array(bone.axis)))
        else:
            way = random.normal(size=3)
            way *= size * random.uniform(0.4, 1.0) * min(1.0, bone.swing) / np.linalg.norm(way)
            pose[i] = mul(from_rotvec(bone.swing_centre), from_rotvec(tuple(way.tolist())))
    return pose
