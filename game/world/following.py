"""What an adaptive joint does, for plots: where its model is, itself, and its target, and what it has found.

seen = red.adaptive("left_forearm")
seen.model[1], seen.plant[1], seen.target[1]      # rad about the bone's own y, from the joint's rest
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.arrays import Floats, quat
from components.law import LAWS
from systems.kernels.quaternions import conj, mul, rotate, to_rotvec
from systems.stage import Tables

FOLLOWING = ("adaptive", "adaptive_published")  # laws that lead joints by models of them


@dataclass(frozen=True)
class Following:
    """Vectors of three are about the bone's own axes; of a hinge they lie along its axis."""

    law: str  # that moved the bone in the last tick
    settling_s: float
    target: Floats  # rad, rotation vector from the joint's rest
    model: Floats  # rad
    plant: Floats  # rad
    error: Floats  # rad, from the joint to its model
    lag: Floats  # rad/s, what the model is faster
    input: Floats  # rad, r
    gains: Floats  # (3, 4) rad/s2, the sums in K of q, w / l, r and 1, those of a leg that carries while it does; of a
    # hinge in the first row
    load: Floats  # rad/s2, d: what the joint did less than was asked of it
    more: float  # kg that it was found to weigh beside what its rig says, and
    harder: float  # of its own inertia
    torque: Floats  # N m; of a hinge in front
    limit: float  # N m
    needed: float  # N m that it would take, were it at its limit
    saturated_s: float  # s for which it has been there


def following(t: Tables, row: int) -> Following:
    """Of the joint in that row of the bone table."""
    (own,) = t.own["adaptive"]
    here, model = quat(t.bones.joint[row]), quat(own.model[row])
    way = mul(conj(here), model)
    return Following(
        law=list(LAWS)[int(t.muscles.acting[row])],
        settling_s=float(own.settling_s[row]),
        target=np.array(to_rotvec(quat(t.targets.joint[row]))),
        model=np.array(to_rotvec(model)),
        plant=np.array(to_rotvec(here)),
        error=np.array(to_rotvec(way)),
        lag=np.array(rotate(way, tuple(own.model_spin[row].tolist()))) - t.bones.joint_spin[row],
        input=own.input[row].copy(),
        gains=(own.borne if t.aims.leans[row] else own.gains)[row].copy(),
        load=own.load[row].copy(),
        more=float(t.dynamics.more[row]),
        harder=float(t.dynamics.harder[row]),
        torque=t.torques.joint[row].copy(),
        limit=float(t.muscles.limit[row]),
        needed=float(t.aims.needed[row]),
        saturated_s=float(t.aims.saturated_s[row]),
    )
