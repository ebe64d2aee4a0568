"""A body on the bench that follows angles, by an adaptive law; it need not weigh what it is taken to weigh.

with Follower(rods(3), 0.3) as body:
    off = body.follow(swing, 5.0)           # (ticks, driven joints, 2) degrees from its target and from its model
    rms(off[120:, :, 0])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import degrees

import numpy as np
from numpy.typing import NDArray

from components.clock import DT
from components.law import LAWS
from components.rig import Bone, Joint, Rig
from game.figures.on_the_beat.bench import HEAVY, Bench
from game.rigs.rig import load_rig
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.modes import give_law

Floats = NDArray[np.float64]
Path = Callable[[int, float], tuple[float, float]]  # of the joint that is so many places down the row: rad, rad/s at t
GRAVITY = 9.81
LIMBS = ("arm", "hand", "thigh", "shin", "foot", "toes")  # ends of their bones' names


class Follower(Bench):
    """Joints `driven` (all unless said) follow, those `hung` have no muscle, the rest stays as it is."""

    def __init__(
        self,
        rig: Rig,
        settling_s: float,
        believed: Rig | None = None,
        servo: str = "adaptive",
        gravity: float = GRAVITY,
        driven: Sequence[str] = (),
        hung: Sequence[str] = (),
        settings: Mapping[str, bool] | None = None,
    ) -> None:
        super().__init__(rig, gravity, servo, believed=believed)
        names = [bone.name for bone in rig.bones]
        self.rows = [names.index(name) for name in driven or names[1:]]
        (self.own,) = self.t.own["adaptive"]
        self.own.settling_s[:], self.own.adapting[:], self.own.anti_windup[:] = settling_s, True, True
        for name, value in (settings or {}).items():
            getattr(self.own, name)[:] = value
        if hung:
            give_law(self.t.muscles, np.array([names.index(name) for name in hung]), LAWS["off"])
        self.still = self.t.bones.joint.copy()
        self.torques: list[float] = []  # N m, of the first driven joint, by tick

    def follow(self, path: Path, seconds: float, after: Callable[[float], None] | None = None) -> Floats:
        off = []
        for k in range(round(seconds / DT)):
            for place, i in enumerate(self.rows):
                angle, rate = path(place, (k + 1) * DT)
                turn = mul(quaternion(self.still[i]), from_rotvec(about(self.rig, i, angle)))
                self.t.targets.joint[i], self.t.targets.joint_spin[i] = turn, about(self.rig, i, rate)
            self.run(1)
            self.torques.append(float(np.linalg.norm(self.t.torques.joint[self.rows[0]])))
            if after is not None:
                after((k + 1) * DT)
            goals = (self.t.targets.joint, self.own.model)
            off.append([[degrees(self.behind(i, goal[i])) for goal in goals] for i in self.rows])
        return np.array(off)

    def behind(self, i: int, goal: Floats) -> float:
        """rad about its axis, of the way from `goal` to joint i."""
        way = to_rotvec(mul(conj(quaternion(goal)), quaternion(self.t.bones.joint[i])))
        return float(np.dot(way, about(self.rig, i, 1.0)))


def about(rig: Rig, i: int, angle: float) -> tuple[float, float, float]:
    """rad, a turn of joint i: of a hinge about its axis, else about y."""
    axis = rig.bones[i].axis if rig.bones[i].joint is Joint.HINGE else (0.0, 1.0, 0.0)
    return (angle * axis[0], angle * axis[1], angle * axis[2])


def quaternion(row: Floats) -> tuple[float, float, float, float]:
    x, y, z, w = row.tolist()
    return (x, y, z, w)


def rms(off: Floats) -> float:
    return float(np.sqrt((off**2).mean()))


# --- bodies


def held_boxer() -> Rig:
    """As strong as he is, without shapes to collide, with a pelvis that stays where it is."""
    rig = load_rig("boxer")
    root = replace(rig.bones[0], mass=HEAVY, inertia=(HEAVY,) * 3)
    return replace(rig, bones=tuple(replace(b, shapes=()) for b in (root, *rig.bones[1:])), collide=frozenset())


def heavier(rig: Rig, times: float, ends: tuple[str, ...] = LIMBS) -> Rig:
    """With bones whose names end so that weigh so many times what they do."""
    return replace(rig, bones=tuple(scaled(b, times) if b.name.endswith(ends) else b for b in rig.bones))


def scaled(bone: Bone, times: float) -> Bone:
    x, y, z = bone.inertia
    return replace(bone, mass=times * bone.mass, inertia=(times * x, times * y, times * z))


def with_weights(rig: Rig, kilograms: float) -> Rig:
    """With so much more in the middle of each hand."""
    hands = (replace(b, mass=b.mass + kilograms) if b.name.endswith("hand") else b for b in rig.bones)
    return replace(rig, bones=tuple(hands))
