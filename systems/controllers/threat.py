"""Threat: what flies at a head, and when and where it will be there.

With r the way from the head's middle to the thing, v the speed of one against the other, it comes nearest where
r(t) . v(t) = 0, r(t) = r + v t - g t^2 / 2. It meets the head where that is nearer than both their sizes and 6 cm: a
ball of 11 cm that comes by within 27 cm. A thing of 8 m/s is seen 4 m before it is there, half a second ahead.
"""

from __future__ import annotations

from math import cos, radians
from typing import NamedTuple

import numpy as np

from components.arrays import Vec3, quat, vec3
from components.character import Body
from components.clock import DT
from components.prop import Prop
from systems.kernels import quaternions as qt
from systems.stage import Stage, System

HEAD, MARGIN, FARTHEST = 0.1, 0.06, 0.38  # m: of its radius, beyond it, and of both with the largest of things
AHEAD_S = 0.5  # looked ahead
SLOWEST = 1.5  # m/s against the head
VIEW = cos(radians(120.0))  # to either side of where the head faces: eyes turn, too


class Threat(NamedTuple):
    thing: int  # row of Before
    in_s: float
    miss: Vec3  # m, from the head's middle to the thing's when it is nearest
    way: Vec3  # unit, where it goes then, against the head


def head_of(stage: Stage, body: Body) -> tuple[Vec3, Vec3]:
    """m and m/s: the head's middle."""
    bones, head = stage.tables.bones, body.head
    out = qt.rotate(quat(bones.orientation[head]), vec3(stage.tables.skeletons.com[head]))
    speed = qt.cross(vec3(bones.spin[head]), out)
    return qt.add(vec3(bones.position[head]), out), qt.add(vec3(bones.velocity[head]), speed)


def threat_to(stage: Stage, body: Body) -> Threat | None:
    """The first of what is seen to meet the head within half a second."""
    before, found = stage.tables.before, None
    flying = np.flatnonzero(before.awake[: int(before.things[0])]).tolist()
    if not flying:
        return None
    place, velocity = head_of(stage, body)
    faces = qt.rotate(quat(stage.tables.bones.orientation[body.head]), (1.0, 0.0, 0.0))
    for row in flying:
        threat = nearest(stage, row, place, velocity)
        if threat is None or (found is not None and threat.in_s >= found.in_s):
            continue
        here = qt.sub(vec3(before.thing_motion[row, :3]), place)
        seen = qt.dot(here, faces) > VIEW * qt.norm(here)
        if seen and qt.norm(threat.miss) < reach_of(int(before.thing[row])):
            found = threat
    return found


def nearest(stage: Stage, thing: int, place: Vec3, velocity: Vec3) -> Threat | None:
    """When and where that thing (row of Before) is nearest to what moves on like this; none: not within half a second.

    How things move is known from before the last step.
    """
    gravity, motion = stage.engine.settings.gravity, stage.tables.before.thing_motion[thing]
    moved = vec3(motion[7:10])
    x, y, z = qt.sub(qt.add(vec3(motion[:3]), qt.scale(DT, moved)), place)
    u, v, w = qt.sub(moved, velocity)
    w -= 1.5 * gravity * DT  # what it falls in a step is added first
    speed2 = u * u + v * v + w * w
    if speed2 < SLOWEST**2:
        return None
    t = -(x * u + y * v + z * w) / speed2
    for _ in range(4):
        t = max(0.0, min(AHEAD_S + 0.1, t))
        high, sinks = z + w * t - 0.5 * gravity * t * t, w - gravity * t
        along = (x + u * t) * u + (y + v * t) * v + high * sinks
        t -= along / max(1e-9, u * u + v * v + sinks * sinks - gravity * high)
    if not 0.0 < t <= AHEAD_S:
        return None
    sinks = w - gravity * t
    miss = x + u * t, y + v * t, z + w * t - 0.5 * gravity * t * t
    speed = (u * u + v * v + sinks * sinks) ** 0.5
    return Threat(thing, t, miss, (u / speed, v / speed, sinks / speed))


def reach_of(thing: int) -> float:
    """m between both middles within which they meet."""
    for _, (prop,) in System.query(Prop):
        if prop.engine_id == thing:
            return min(FARTHEST, HEAD + MARGIN + 0.5 * float(sorted(prop.size)[1]))
    return HEAD + MARGIN
