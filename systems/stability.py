"""How near an explicit servo is to blowing up: a number per joint, 1 is the edge.

Near its target an explicit servo is x'' = -(s f^2 x + 2 s f x') g, g being an eigenvalue of M^-1 G with the gains' own
inertia in G (systems/kernels/step_system.py). Stepped by dt, velocity first, it holds while

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
from components.law import LAWS, code_of, place_of
from systems.acting import couplings
from systems.dynamics import CONTACT_MASS
from systems.kernels import tick
from systems.kernels.step_system import EACH, NONE, dense_system
from systems.stage import Stage, System


def stability(
    stage: Stage, body: Body, pulls: Floats, inertias: Floats | None = None
) -> tuple[float, dict[str, float]]:
    """(n of the whole body, n of each joint) in the pose it has now; `pulls` is what each bone's law alone has,
    `inertias` (kg m2) what laws have whose gains follow none."""
    t, c = stage.tables, body.index
    stood = t.dynamics.grounded.copy()  # asking is no step
    tick.dynamics(t.handle, CONTACT_MASS)
    t.dynamics.grounded[:] = stood
    rows = slice(body.first, body.last)
    used = (
        t.demand.gain,
        t.demand.spring_gain,
        t.muscles.torque_path,
        t.muscles.acceleration_path,
        t.muscles.chain_from,
    )
    kept, of_root = [column[rows].copy() for column in used], t.drives.gain[c].copy()
    t.demand.spring_gain[rows] = 0.0
    t.drives.gain[c] = 0.0
    t.demand.gain[rows] = pulls[:, None, None] * t.demand.inertia[rows]
    if inertias is not None:
        t.demand.gain[rows] += inertias[:, None, None] * np.eye(3)
    t.demand.gain[body.first] = 0.0
    t.muscles.torque_path[rows], t.muscles.acceleration_path[rows] = couplings(
        t.muscles.wanted[rows], t.muscles.actuation[rows]
    )
    t.muscles.chain_from[rows] = 6
    both = dense_system(t.skeletons, t.dynamics, t.drives, c, EACH, EACH, t.muscles, t.demand, t.torques.matrix)
    t.demand.gain[rows] = 0.0
    mass = dense_system(t.skeletons, t.dynamics, t.drives, c, NONE, NONE, t.muscles, t.demand, t.torques.matrix)
    t.drives.gain[c] = of_root
    for column, own in zip(used, kept, strict=True):
        column[rows] = own
    first = int(t.skeletons.first_freedom[c])
    gains, inverse = both - mass, np.linalg.inv(mass)
    bones = t.skeletons.bone[first : first + len(mass)]
    joints = {
        bone.name: largest(inverse[np.ix_(own, own)] @ gains[np.ix_(own, own)])
        for i, bone in enumerate(body.rig.bones[1:], body.first + 1)
        for own in [np.flatnonzero(bones == i)]
    }
    return largest(inverse @ gains), joints


def explicit_pulls(stage: Stage, body: Body) -> Floats:
    """Of each bone: strength times the number that its law declares; 0 where it is not asked explicitly."""
    muscles, rows, laws = stage.tables.muscles, range(body.first, body.last), list(LAWS.values())
    edges = [None if muscles.implicit[i] else laws[muscles.wanted[i]].edge for i in rows]
    own = zip(rows, edges, strict=True)
    return np.array([muscles.strength[i] * edge(muscles.set_frequency[i], DT) if edge else 0.0 for i, edge in own])


def explicit_inertias(stage: Stage, body: Body) -> Floats:
    """Of each bone (kg m2); 0 where its law's gains follow an inertia."""
    t, out = stage.tables, np.zeros(body.last - body.first)
    for name in {list(LAWS)[place] for place in set(t.muscles.wanted[body.first : body.last].tolist())}:
        of_law = code_of(name).explicit_inertia
        if of_law is not None:
            moved = [i for i in range(body.first + 1, body.last) if t.muscles.wanted[i] == place_of(name)]
            out[[i - body.first for i in moved]] = [of_law(t, t.own[name][0], i, DT) for i in moved]
    return out


def largest(matrix: Floats) -> float:
    """Infinite for a body that has blown up already, until [guard] has put it back."""
    if not np.isfinite(matrix).all():
        return float("inf")
    return float(np.abs(np.linalg.eigvals(matrix)).max())


def warn(stage: Stage) -> None:
    """Name the joint of each explicit servo that is past the edge, before it shows."""
    for _, (body,) in System.query(Body):
        pulls, inertias = explicit_pulls(stage, body), explicit_inertias(stage, body)
        if pulls.any() or inertias.any():
            whole, joints = stability(stage, body, pulls, inertias)
            if whole >= 1.0:
                worst = max(joints, key=lambda name: joints[name])
                own, number = round(joints[worst], 2), round(whole, 2)
                stage.tell("unstable", body.name, joint=worst, joint_number=own, number=number)
