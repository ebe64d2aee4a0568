"""What a body that has tripped is like, seen from the foot that is held: the one farther from where its clip has it.

A trip of the left foot and one of the right are one state. Forward is where the pelvis faces. Worked: a body whose
centre of mass is 0.9 m high, goes forward at 1.2 m/s and is 0.1 m before a foot has its extrapolated centre
0.1 + 1.2 sqrt(0.9 / 9.81) = 0.46 m before it.
"""

from __future__ import annotations

from math import hypot, sqrt

import esper

from components.arrays import Vec3, quat
from components.prop import Prop
from systems.kernels import quaternions as qt
from systems.rolling import turned
from systems.someone import Someone
from systems.stage import Stage
from systems.stepping import astray

GRAVITY, NOWHERE = 9.81, 2.0  # m/s2; m, where there is no thing


def held_foot(stage: Stage, who: Someone) -> int:
    """0 where it is the left one, 1 where it is the right."""
    left, right = astray(stage, who.body)
    return 0 if left > right else 1


def forward(stage: Stage, who: Someone, x: float, y: float) -> float:
    """Of a way over the ground, how much goes where the pelvis faces."""
    facing = qt.heading(quat(stage.tables.bones.orientation[who.body.first]))
    return float(qt.unrotate(qt.about_z(facing), (x, y, 0.0))[0])


def whole(stage: Stage, who: Someone) -> tuple[Vec3, Vec3]:
    """Place (m) and velocity (m/s) of all of it; each bone's joint stands for the bone."""
    t, rows = stage.tables, slice(who.body.first, who.body.last)
    share = t.skeletons.mass[rows] / t.skeletons.mass[rows].sum()
    x, y, z = (share @ t.bones.position[rows]).tolist()
    vx, vy, vz = (share @ t.bones.velocity[rows]).tolist()
    return (x, y, z), (vx, vy, vz)


def going_on(stage: Stage, who: Someone) -> float:
    vx, vy, _ = whole(stage, who)[1]
    return forward(stage, who, vx, vy)


def over_held(stage: Stage, who: Someone) -> float:
    return from_foot(stage, who, True)


def over_free(stage: Stage, who: Someone) -> float:
    return from_foot(stage, who, False)


def from_foot(stage: Stage, who: Someone, held: bool) -> float:
    """m forward from the held foot, or the free one, to the extrapolated centre of mass."""
    held_one = held_foot(stage, who)
    foot = who.body.feet[held_one if held else 1 - held_one]
    x, y = centre_after(stage, who)
    fx, fy, _ = stage.tables.bones.position[foot].tolist()
    return forward(stage, who, x - fx, y - fy)


def centre_after(stage: Stage, who: Someone) -> tuple[float, float]:
    """m, where its extrapolated centre of mass is over the ground."""
    (x, y, z), (vx, vy, _) = whole(stage, who)
    falls_s = sqrt(max(0.1, z - stage.engine.ground_height(x, y)) / GRAVITY)
    return x + vx * falls_s, y + vy * falls_s


def pitch_deg(stage: Stage, who: Someone) -> float:
    return turned(stage, who.body, 0.0)


def pitching(stage: Stage, who: Someone) -> float:
    """rad/s forward, of the middle of the trunk: about the way to its left."""
    body, bones = who.body, stage.tables.bones
    x, y, _ = bones.spin[body.first + (body.head - body.first) // 2].tolist()
    facing = qt.heading(quat(bones.orientation[body.first]))
    return float(qt.unrotate(qt.about_z(facing), (x, y, 0.0))[1])


def thing_height(stage: Stage, who: Someone) -> float:
    fx, fy, _ = stage.tables.bones.position[who.body.feet[held_foot(stage, who)]].tolist()
    nearest, found = NOWHERE, 0.0
    for _, prop in esper.get_component(Prop):
        (x, y, _), _ = stage.engine.place_of(prop.engine_id)
        if hypot(x - fx, y - fy) < nearest:
            nearest, found = hypot(x - fx, y - fy), prop.size[2]
    return found
