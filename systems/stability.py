"""How near an explicit servo is to blowing up: a number per joint, 1 is the edge.

Near its target an explicit servo is x'' = -(s f^2 x + 2 s f x') g, g being an eigenvalue of M^-1 G with the gains' own
inertia in G (systems/kernels/actuate.py says which torques and accelerations G joins). Stepped by dt, velocity first,
it holds while

    n = s g (f^2 dt^2 + 4 f dt) / 4 < 1

(without s g it is what the law declares, components.law.spring_edge). A lone rod whose gain inertia is its own has
g = 1: at f = 60 rad/s and 120 Hz n = 0.56. In a whole body joints push one another and g is 10 to 100. A joint's own n
is that of the joint with all others free; the body's is the largest of all its modes.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from components.character import Body
from components.clock import DT
from components.law import LAWS
from components.settings import Integration, ServoSettings
from systems.dynamics import CONTACT_MASS
from systems.kernels import tick
from systems.kernels.actuate import NONE, dense_system
from systems.stage import Stage, System


def stability(stage: Stage, body: Body, settings: ServoSettings) -> tuple[float, dict[str, float]]:
    """(n of the whole body, n of each joint) in the pose it has now."""
    t, c = stage.tables, body.index
    stood = t.dynamics.grounded.copy()  # asking is no step
    tick.dynamics(t.handle, CONTACT_MASS)
    t.dynamics.grounded[:] = stood
    law = LAWS[settings.servo]
    spread, felt = map(int, getattr(law.couplings, settings.actuation))
    rows = slice(body.first, body.last)
    kept = t.demand.gain[rows].copy(), t.demand.spring_gain[rows].copy(), t.drives.gain[c].copy()
    t.demand.spring_gain[rows] = 0.0
    t.drives.gain[c] = 0.0
    t.demand.gain[rows] = t.demand.inertia[rows]
    t.demand.gain[body.first] = 0.0
    both = dense_system(t.skeletons, t.dynamics, t.drives, c, spread, felt, t.demand, t.torques.matrix)
    t.demand.gain[rows] = 0.0
    mass = dense_system(t.skeletons, t.dynamics, t.drives, c, NONE, NONE, t.demand, t.torques.matrix)
    t.demand.gain[rows], t.demand.spring_gain[rows], t.drives.gain[c] = kept
    first = int(t.skeletons.first_freedom[c])
    scale = settings.strength * law.edge(settings.frequency, DT) if law.edge else 0.0
    gains, inverse = both - mass, np.linalg.inv(mass)
    bones = t.skeletons.bone[first : first + len(mass)]
    joints = {
        bone.name: scale * largest(inverse[np.ix_(own, own)] @ gains[np.ix_(own, own)])
        for i, bone in enumerate(body.rig.bones[1:], body.first + 1)
        for own in [np.flatnonzero(bones == i)]
    }
    return scale * largest(inverse @ gains), joints


def largest(matrix: Floats) -> float:
    """Infinite for a body that has blown up already, until [guard] has put it back."""
    if not np.isfinite(matrix).all():
        return float("inf")
    return float(np.abs(np.linalg.eigvals(matrix)).max())


def warn(stage: Stage) -> None:
    """Name the joint of each explicit servo that is past the edge, before it shows."""
    for _, (body, settings) in System.query(Body, ServoSettings):
        if settings.integration is Integration.EXPLICIT and LAWS[settings.servo].edge:
            whole, joints = stability(stage, body, settings)
            if whole >= 1.0:
                worst = max(joints, key=lambda name: joints[name])
                own, number = round(joints[worst], 2), round(whole, 2)
                stage.tell("unstable", body.name, joint=worst, joint_number=own, number=number)
