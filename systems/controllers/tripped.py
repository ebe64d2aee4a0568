"""What a body that has tripped is like, seen from the foot that is held: the one farther from where its clip has it.

All of it is mirrored to that foot's side, so a trip of the left foot and one of the right are one state. Forward is
where the pelvis faces. Worked: a body of 0.9 m whose centre goes forward at 1.2 m/s and is 0.1 m before its feet has an
extrapolated centre 0.1 + 1.2 sqrt(0.9 / 9.8) = 0.46 m before them; with the free foot 0.3 m ahead it topples over it.
"""

from __future__ import annotations

from math import hypot, sqrt

import esper
import numpy as np

from components.arrays import Vec3, quat
from components.prop import Prop
from systems.kernels import quaternions as qt
from systems.rolling import turned
from systems.someone import Someone
from systems.stage import Stage
from systems.stepping import astray

GRAVITY, NOWHERE = 9.81, 2.0  # m/s2; m, where there is no thing


def side(stage: Stage, who: Someone) -> int:
    """1 where the held foot is the left one, -1 where it is the right."""
    left, right = astray(stage, who.body)
    return 1 if left > right else -1


def seen(stage: Stage, who: Someone, x: float, y: float) -> tuple[float, float]:
    """A way over the ground: forward, and toward the held foot's side."""
    facing = qt.heading(quat(stage.tables.bones.orientation[who.body.first]))
    ahead, left, _ = qt.unrotate(qt.about_z(facing), (x, y, 0.0))
    return ahead, left * side(stage, who)


def whole(stage: Stage, who: Someone) -> tuple[Vec3, Vec3]:
    """Place (m) and velocity (m/s) of all of it; each bone's joint stands for the bone."""
    t, rows = stage.tables, slice(who.body.first, who.body.last)
    share = t.skeletons.mass[rows] / t.skeletons.mass[rows].sum()
    x, y, z = (share @ t.bones.position[rows]).tolist()
    vx, vy, vz = (share @ t.bones.velocity[rows]).tolist()
    return (x, y, z), (vx, vy, vz)


def going_on(stage: Stage, who: Someone) -> float:
    vx, vy, _ = whole(stage, who)[1]
    return seen(stage, who, vx, vy)[0]


def going_aside(stage: Stage, who: Someone) -> float:
    vx, vy, _ = whole(stage, who)[1]
    return seen(stage, who, vx, vy)[1]


def from_foot(stage: Stage, who: Someone, held: bool) -> tuple[float, float]:
    """m from the held foot, or the free one, to the extrapolated centre of mass: forward, to the held side."""
    left, right = who.body.feet
    foot = left if held is (side(stage, who) > 0) else right
    (x, y, z), (vx, vy, _) = whole(stage, who)
    fx, fy, _ = stage.tables.bones.position[foot].tolist()
    falls_s = sqrt(max(0.1, z - stage.engine.ground_height(x, y)) / GRAVITY)
    return seen(stage, who, x + vx * falls_s - fx, y + vy * falls_s - fy)


def free_height(stage: Stage, who: Someone) -> float:
    left, right = who.body.feet
    x, y, z = stage.tables.bones.position[right if side(stage, who) > 0 else left].tolist()
    return float(z) - stage.engine.ground_height(x, y)


def pitch_deg(stage: Stage, who: Someone) -> float:
    return turned(stage, who.body, 0.0)


def pitching(stage: Stage, who: Someone) -> float:
    """rad/s forward, of the middle of the trunk: about the way to its left."""
    body, bones = who.body, stage.tables.bones
    x, y, _ = bones.spin[body.first + (body.head - body.first) // 2].tolist()
    facing = qt.heading(quat(bones.orientation[body.first]))
    return float(qt.unrotate(qt.about_z(facing), (x, y, 0.0))[1])


def hands_low(stage: Stage, who: Someone) -> float:
    """m above the ground, of its lowest bone above the hips in the tree: as a rule a hand's."""
    body = who.body
    reach = np.array([row for row in range(body.first, body.last) if not stage.tables.skeletons.leg[row]])
    x, y, z = stage.tables.bones.position[reach[stage.tables.bones.position[reach, 2].argmin()]].tolist()
    return float(z) - stage.engine.ground_height(x, y)


def thing(stage: Stage, who: Someone) -> tuple[float, float, float]:
    """m of the loose thing that is nearest to the held foot: forward of the pelvis, to the held side; its height."""
    left, right = who.body.feet
    fx, fy, _ = stage.tables.bones.position[left if side(stage, who) > 0 else right].tolist()
    px, py, _ = stage.tables.bones.position[who.body.first].tolist()
    nearest, found = NOWHERE, (NOWHERE, 0.0, 0.0)
    for _, prop in esper.get_component(Prop):
        (x, y, _), _ = stage.engine.place_of(prop.engine_id)
        if hypot(x - fx, y - fy) < nearest:
            nearest, found = hypot(x - fx, y - fy), (*seen(stage, who, x - px, y - py), prop.size[2])
    return found


def held_at(stage: Stage, who: Someone) -> float:
    """m that the pelvis is before the held foot."""
    left, right = who.body.feet
    x, y, _ = (
        stage.tables.bones.position[who.body.first]
        - stage.tables.bones.position[left if side(stage, who) > 0 else right]
    ).tolist()
    return seen(stage, who, x, y)[0]
