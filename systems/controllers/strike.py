"""What a body is like whose foot has struck a thing on its way forward, seen from that foot: then, and while `catch`
has it.

A foot on the left and one on the right are one state: aside is to the side of the foot that struck. Forward is where
the pelvis faces. Where no foot has struck anything it is the held one (systems/controllers/tripped.py). Worked: a left
foot that its clip has 0.3 m before the pelvis and that is 0.1 m before it has `strike_lag` 0.2 m.
"""

from __future__ import annotations

from math import acos, asin, degrees
from typing import NamedTuple

import esper

from components.arrays import Vec3, quat
from components.prop import Prop
from systems.controllers.tripped import centre_after, held_foot, whole
from systems.kernels import quaternions as qt
from systems.someone import Someone
from systems.stage import Stage


class Stumble(NamedTuple):
    """What `catch` remembers."""

    struck: int  # the foot that did: 0 left, 1 right
    foot: int  # that goes over the thing first: the same, or the other
    thing: int  # the engine's id
    height: float  # m, of the thing
    raise_to: float  # m
    sure: bool = False  # was it learned that its step will end well
    raised: tuple[float, float] = (0.0, 0.0)  # m by which each foot is raised now; below 0: set down early
    over: int = 0  # feet that have gone over
    steady_s: float = 0.0


HIGHEST = 0.3  # m: no foot is raised higher; of anybody's leg, as much as can be stepped over
UP = (0.0, 0.0, 1.0)


def swings(stage: Stage, who: Someone, foot: int) -> bool:
    """Does its clip have this foot go forward, seen from the pelvis?"""
    return float(stage.tables.poise.speed[who.body.feet[foot], 0]) > 0.0


def struck(stage: Stage, who: Someone) -> tuple[int, int] | None:
    """The foot (0 left, 1 right) that touches a thing while its clip has it go forward, and the thing's id."""
    body, contacts, parent = who.body, stage.tables.contacts, stage.tables.skeletons.parent
    rows = int(contacts.count[0])
    for bone, other in zip(contacts.bone[:rows].tolist(), contacts.other[:rows].tolist(), strict=True):
        if not body.first <= bone < body.last or other == body.engine_id or other in stage.engine.ground:
            continue
        for foot, row in enumerate(body.feet):
            if (bone == row or parent[bone] == row or bone == parent[row]) and swings(stage, who, foot):
                return foot, other
    return None


def height_of(thing: int) -> float:
    """m, of a thing as it lies."""
    return next((prop.size[2] for _, prop in esper.get_component(Prop) if prop.engine_id == thing), HIGHEST)


def struck_foot(stage: Stage, who: Someone) -> int:
    memory = who.control.memory
    if isinstance(memory, Stumble):
        return memory.struck
    found = struck(stage, who)
    return held_foot(stage, who) if found is None else found[0]


def thing_height(stage: Stage, who: Someone) -> float:
    memory = who.control.memory
    if isinstance(memory, Stumble):
        return memory.height
    found = struck(stage, who)
    return 0.0 if found is None else height_of(found[1])


def thing_of(stage: Stage, who: Someone) -> int | None:
    memory = who.control.memory
    if isinstance(memory, Stumble):
        return memory.thing
    found = struck(stage, who)
    return None if found is None else found[1]


def to_thing(stage: Stage, who: Someone) -> Vec3:
    """m, from the foot that struck to the thing."""
    thing = thing_of(stage, who)
    if thing is None:
        return 0.0, 0.0, 0.0
    x, y, z = stage.engine.motion_of(thing, -1)[0]
    fx, fy, fz = stage.tables.bones.position[row_of(stage, who, True)].tolist()
    return seen(stage, who, (x - fx, y - fy, z - fz))


def thing_moving(stage: Stage, who: Someone) -> Vec3:
    thing = thing_of(stage, who)
    return (0.0, 0.0, 0.0) if thing is None else seen(stage, who, stage.engine.motion_of(thing, -1)[1])


def thing_mass(stage: Stage, who: Someone) -> float:
    thing = thing_of(stage, who)
    return 0.0 if thing is None else stage.engine.motion_of(thing, -1)[2]


def gone_over(stage: Stage, who: Someone) -> float:
    memory = who.control.memory
    return float(memory.over) if isinstance(memory, Stumble) else 0.0


def turning(stage: Stage, who: Someone) -> Vec3:
    """rad/s of the middle of the trunk: to the side of the foot that struck, forward, about the vertical that way."""
    body = who.body
    x, y, z = stage.tables.bones.spin[body.first + (body.head - body.first) // 2].tolist()
    facing = qt.heading(quat(stage.tables.bones.orientation[body.first]))
    roll, pitch, yaw = qt.unrotate(qt.about_z(facing), (x, y, z))
    return (-roll, pitch, yaw) if struck_foot(stage, who) == 0 else (roll, pitch, -yaw)


def since(stage: Stage, who: Someone) -> float:
    return who.control.seconds if isinstance(who.control.memory, Stumble) else 0.0


def seen(stage: Stage, who: Someone, way: Vec3) -> Vec3:
    """A way or a speed of the world: forward, to the side of the foot that struck, up."""
    facing = qt.heading(quat(stage.tables.bones.orientation[who.body.first]))
    x, y, z = qt.unrotate(qt.about_z(facing), way)
    return x, (-y if struck_foot(stage, who) else y), z


def row_of(stage: Stage, who: Someone, struck: bool) -> int:
    foot = struck_foot(stage, who)
    return who.body.feet[foot if struck else 1 - foot]


def from_pelvis(stage: Stage, who: Someone, struck: bool) -> Vec3:
    """m, from the pelvis to that foot."""
    position = stage.tables.bones.position
    x, y, z = (position[row_of(stage, who, struck)] - position[who.body.first]).tolist()
    return seen(stage, who, (x, y, z))


def speed_of(stage: Stage, who: Someone, struck: bool) -> Vec3:
    x, y, z = stage.tables.bones.velocity[row_of(stage, who, struck)].tolist()
    return seen(stage, who, (x, y, z))


def centre_from(stage: Stage, who: Someone, struck: bool) -> Vec3:
    """m, from that foot to the extrapolated centre of mass."""
    x, y = centre_after(stage, who)
    fx, fy, _ = stage.tables.bones.position[row_of(stage, who, struck)].tolist()
    return seen(stage, who, (x - fx, y - fy, 0.0))


def in_clip(stage: Stage, who: Someone, struck: bool) -> float:
    """m that its clip has that foot before the pelvis."""
    return stage.tables.poise.place.item(row_of(stage, who, struck), 0)


def lag(stage: Stage, who: Someone) -> float:
    return in_clip(stage, who, True) - from_pelvis(stage, who, True)[0]


def foot_height(stage: Stage, who: Someone) -> float:
    x, y, z = stage.tables.bones.position[row_of(stage, who, True)].tolist()
    return float(z) - stage.engine.ground_height(x, y)


def thing_over(stage: Stage, who: Someone) -> float:
    """m that the thing is higher than the foot's joint."""
    return thing_height(stage, who) - foot_height(stage, who)


def going(stage: Stage, who: Someone) -> Vec3:
    """m/s of all of it."""
    return seen(stage, who, whole(stage, who)[1])


def tip(stage: Stage, who: Someone) -> float:
    """deg that the middle of its trunk leans to the side of the foot that struck."""
    body = who.body
    middle = body.first + (body.head - body.first) // 2
    _, y, _ = seen(stage, who, qt.rotate(quat(stage.tables.bones.orientation[middle]), UP))
    return degrees(asin(max(-1.0, min(1.0, y))))


def knee(stage: Stage, who: Someone, struck: bool) -> float:
    """rad that its knee is bent: of a hinge, w is the cosine of half of it."""
    shin = int(stage.tables.skeletons.parent[row_of(stage, who, struck)])
    return 2.0 * acos(min(1.0, abs(stage.tables.bones.joint.item(shin, 3))))


def slower(stage: Stage, who: Someone) -> float:
    """m/s by which all of it goes on slower than its clip."""
    x, y, z = stage.tables.targets.root_velocity[who.body.index].tolist()
    return seen(stage, who, (x, y, z))[0] - going(stage, who)[0]
