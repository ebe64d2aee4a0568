"""Aiming: where the other's head will be when the fist gets there.

A head that goes sideways at 0.5 m/s is 0.1 m further on when a jab lands after 0.2 s. What lies behind the shoulder or
out of reach is punched at as far round, and as far out, as a body can.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from components.arrays import quat
from components.character import Body
from components.clip import Clip
from systems.chance import chance
from systems.kernels.quaternions import rotate
from systems.motion import facing, turned
from systems.stage import Stage

Vec3 = tuple[float, float, float]
BONES = {"head": "head", "body": "spine2"}
FARTHEST_LEAD = 0.25  # m that a place is foreseen to move
WIDEST = 0.9  # rad to either side that a punch is turned


def place_of_target(stage: Stage, opponent: Body, target: str, seconds: float) -> Vec3:
    """m, world: the middle of the head, or of the body below the ribs, `seconds` from now."""
    bones, own = stage.tables.bones, opponent.rig.index(BONES[target])
    row = opponent.first + own
    inside = rotate(quat(bones.orientation[row]), opponent.rig.bones[own].com)
    lead = [float(v) * seconds for v in bones.velocity[row]]
    size = hypot(*lead)
    part = min(1.0, FARTHEST_LEAD / size) if size > 0.0 else 0.0
    x, y, z = (float(p) + i + part * v for p, i, v in zip(bones.position[row], inside, lead, strict=True))
    return x, y, z


def missed(stage: Stage, name: str, spread: float) -> Vec3:
    """m: how far beside its target a hand of that skill goes this time."""
    if spread <= 0.0:
        return 0.0, 0.0, 0.0
    x, y, z = (spread * (2.0 * chance(stage.engine.seed, stage.ticks, name, axis) - 1.0) for axis in "xyz")
    return x, y, z


def in_front(stage: Stage, body: Body, clip: Clip, place: Vec3, frame: int = 0) -> Vec3:
    """A place of the world in the frame of a clip that is at that frame here and now; no further round than WIDEST."""
    yaw = facing(stage, body, clip, frame)
    px, py, _ = (float(v) for v in stage.tables.bones.position[body.first])
    sx, sy = turned(float(clip.root_position[frame, 0]), float(clip.root_position[frame, 1]), yaw)
    ox, oy = px - sx, py - sy
    x, y = turned(place[0] - ox, place[1] - oy, -yaw)
    angle, out = max(-WIDEST, min(WIDEST, atan2(y, x))), hypot(x, y)
    return out * cos(angle), out * sin(angle), place[2] - stage.engine.ground_height(ox, oy)
