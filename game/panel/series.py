"""What one joint is doing, tick by tick, for the live plots: gains, inertia, torque, error, angles, the last 4 s.

    trace = Trace()
    trace.write(sample(simulation.stage, row=14, axis=1))    # after each tick
    trace.shown()[ERROR]                                     # (480) degrees, oldest first

k_s = m ((1 - z) / dt)^2 and k_d = m (1 - z^2) / dt, with m the moment about the axis of all that hangs on the joint
and z from the time that it has (systems/laws/timing.py). A rod of 2 kg and 0.3 m, 0.06 kg m2, with 0.3 s left:
8.8 N m/rad and 1.4 N m s/rad. The timed servo itself works with accelerations; these are the gains of a spring that
would do the same to a lone joint. Adaptive laws have the sums in K instead, and angles from the joint's rest.
"""

from __future__ import annotations

from math import degrees, nan

import numpy as np
from numpy.typing import NDArray

from components.clock import DT
from components.law import LAWS, Code, code_of
from components.rig import Joint
from components.table import Bones, Skeletons
from game.world.following import FOLLOWING, following
from systems.kernels.quaternions import add, cross, dot, rotate, unrotate
from systems.laws.timed import apart
from systems.laws.timing import decay
from systems.stage import Stage

Floats = NDArray[np.float64]
Vec3 = tuple[float, float, float]

SHOWN_S = 4.0
TICKS = 480  # in that time
STIFFNESS, DAMPING, MOMENT, TORQUE, LIMIT, ERROR, LEFT, TARGET, MODEL, PLANT, OF_Q, OF_W, OF_R, OF_1 = range(14)
"""Rows of a trace: N m/rad, N m s/rad, kg m2, N m about the axis, N m of the joint, degrees about the axis, s.

Of joints that follow a model also degrees of target, model and joint about the axis, and the sums in K, rad/s2.
"""
ROWS = 14
NOT_FOLLOWING = (nan,) * 7
HINGE, AXES = int(Joint.HINGE), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Trace:
    """The last 480 samples. Each is kept twice, a length apart, so that the latest always lie in one piece."""

    def __init__(self, rows: int = ROWS) -> None:
        self.values = np.full((rows, 2 * TICKS), nan)
        self.next = 0

    def clear(self) -> None:
        self.values[:] = nan

    def write(self, values: Floats) -> None:
        self.values[:, self.next] = self.values[:, self.next + TICKS] = values
        self.next = (self.next + 1) % TICKS

    def shown(self) -> Floats:
        """(rows, 480), oldest first; not a number where there is nothing yet."""
        return self.values[:, self.next : self.next + TICKS]


def axes_of(skeletons: Skeletons, row: int) -> tuple[Vec3, ...]:
    """Own axes about which this joint can turn."""
    if skeletons.joint[row] == HINGE:
        x, y, z = skeletons.axis[row].tolist()
        return ((x, y, z),)
    return AXES


def sample(stage: Stage, row: int, axis: int) -> Floats:
    """(14) of the joint in this row of the bone table, about one of its axes, as the last tick left it."""
    t = stage.tables
    skeletons = t.skeletons
    error, _ = apart(row, t.bones, t.targets, t.aims, 0.0)
    off = degrees(dot(error, axes_of(skeletons, row)[axis]))
    torque = float(t.torques.joint[row, 0 if skeletons.joint[row] == HINGE else axis])
    m, seconds = turns(stage, row, axis), seconds_for(stage, row)
    stiffness, damping = gains(m, float(t.muscles.settle[row]), seconds) if seconds > 0.0 else (nan, nan)
    here = (stiffness, damping, m, torque, t.muscles.limit[row], off, t.aims.left[row])
    return np.array((*here, *(followed(stage, row, axis) if follows(stage, row) else NOT_FOLLOWING)))


def follows(stage: Stage, row: int) -> bool:
    """Does the law that moved this bone in the last tick lead it by a model of it?"""
    return list(LAWS)[int(stage.tables.muscles.acting[row])] in FOLLOWING


def followed(stage: Stage, row: int, axis: int) -> list[float]:
    """(7) of a joint that follows a model: TARGET to OF_1."""
    seen, local = following(stage.tables, row), axes_of(stage.tables.skeletons, row)[axis]
    angles = [degrees(float(np.dot(turn, local))) for turn in (seen.target, seen.model, seen.plant)]
    hinge = stage.tables.skeletons.joint[row] == HINGE
    return [*angles, *seen.gains[0 if hinge else axis].tolist()]


def angle(stage: Stage, row: int, axis: int) -> float:
    """Degrees of a joint about its axis, from its rest; not a number where it follows no model."""
    if not follows(stage, row):
        return nan
    return degrees(float(np.dot(following(stage.tables, row).plant, axes_of(stage.tables.skeletons, row)[axis])))


def turns(stage: Stage, row: int, axis: int) -> float:
    """kg m2 that the joint's law takes it to turn."""
    t, law = stage.tables, law_of(stage, row)
    found = law.turns(t, row, axis) if law.turns else None
    return moment(t.skeletons, t.bones, row, axes_of(t.skeletons, row)[axis]) if found is None else found


def seconds_for(stage: Stage, row: int) -> float:
    """s in which the joint's error is to settle; 0: a law without times, or a bone that it holds as `world` does."""
    law = law_of(stage, row)
    return law.seconds(stage.tables, row) if law.seconds else 0.0


def law_of(stage: Stage, row: int) -> Code:
    """What moved this bone in the last tick."""
    place = int(stage.tables.muscles.acting[row])
    return code_of(list(LAWS)[place])


def gains(m: float, settle: float, seconds: float) -> tuple[float, float]:
    """(N m/rad, N m s/rad) with which an inertia of m kg m2 has the share `settle` of its error gone in time."""
    z = decay(settle, seconds / DT)
    return m * ((1.0 - z) / DT) ** 2, m * (1.0 - z * z) / DT


def moment(skeletons: Skeletons, bones: Bones, row: int, local: Vec3) -> float:
    """kg m2 about an axis through the joint of all that hangs on it, as the bones lie now and without the ground.

    (Dynamics.composite_inertia is that of the tick's beginning, about a root that has moved on since.)
    """
    rows = slice(row, end_of(skeletons, row))
    turns = list(map(tuple, bones.orientation[rows].tolist()))
    places = (bones.position[rows] - bones.position[row]).tolist()
    masses, coms = skeletons.mass[rows].tolist(), map(tuple, skeletons.com[rows].tolist())
    axis, whole = rotate(turns[0], local), 0.0
    for turn, place, mass, com, inertia in zip(
        turns, places, masses, coms, skeletons.inertia[rows].tolist(), strict=True
    ):
        own = unrotate(turn, axis)
        arm = cross(add(tuple(place), rotate(turn, com)), axis)
        whole += mass * (arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2)
        whole += inertia[0] * own[0] ** 2 + inertia[1] * own[1] ** 2 + inertia[2] * own[2] ** 2
    return float(whole)


def end_of(skeletons: Skeletons, row: int) -> int:
    """One past the last row of a bone's subtree: parents come first, so it is where one hangs on something before."""
    last = int(skeletons.first[skeletons.owner[row] + 1])
    outside = np.flatnonzero(skeletons.parent[row + 1 : last] < row)
    return row + 1 + int(outside[0]) if len(outside) else last
