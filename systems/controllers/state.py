"""What controllers ask of a body, each as one number with a unit, and regions of states in these numbers.

Region(Within("upright", 0.5, 1.0), Within("lean_deg", 0.0, 20.0)).fails(stage, who)
-> ["lean_deg 0 .. 20: it is 31"]
"""

from __future__ import annotations

from collections.abc import Callable
from math import acos, degrees, hypot, inf
from typing import NamedTuple

import numpy as np

from components.arrays import Vec3, quat
from systems import lying
from systems.controllers import strike, tripped
from systems.kernels import quaternions as qt
from systems.someone import Someone
from systems.stage import Stage
from systems.stepping import astray

UP = (0.0, 0.0, 1.0)


class Feature(NamedTuple):
    unit: str
    about: str
    of: Callable[[Stage, Someone], float]


def lean_deg(stage: Stage, who: Someone) -> float:
    _, _, z = qt.rotate(quat(stage.tables.bones.orientation[who.body.first]), UP)
    return degrees(acos(max(-1.0, min(1.0, z))))


def height(stage: Stage, who: Someone) -> float:
    x, y, z = stage.tables.bones.position[who.body.first].tolist()
    return float(z) - stage.engine.ground_height(x, y)


def head_height(stage: Stage, who: Someone) -> float:
    x, y, z = stage.tables.bones.position[who.body.head].tolist()
    return float(z) - stage.engine.ground_height(x, y)


def speed(stage: Stage, who: Someone) -> float:
    x, y, _ = stage.tables.bones.velocity[who.body.first].tolist()
    return hypot(x, y)


def sinking(stage: Stage, who: Someone) -> float:
    return -stage.tables.bones.velocity.item(who.body.first, 2)


def spin(stage: Stage, who: Someone) -> float:
    return float(np.sqrt((stage.tables.bones.spin[who.body.first] ** 2).sum()))


def whirl(stage: Stage, who: Someone) -> float:
    turning = stage.tables.bones.spin[who.body.first : who.body.last]
    return float(np.sqrt((turning * turning).sum(axis=1).max()))


def up(stage: Stage, who: Someone) -> Vec3:
    """The vertical as its pelvis sees it: forward, left, up."""
    x, y, z = qt.unrotate(quat(stage.tables.bones.orientation[who.body.first]), UP)
    return x, y, z


def bends(stage: Stage, who: Someone, bone: str) -> tuple[float, float]:
    """rad of the joints at which both of these bones hang: between them as they are and as they are at rest."""
    joint, rig, first = stage.tables.bones.joint, who.body.rig, who.body.first
    left, right = (abs(joint.item(first + rig.index(f"{side}_{bone}"), 3)) for side in ("left", "right"))
    return 2.0 * acos(min(1.0, left)), 2.0 * acos(min(1.0, right))


def uneven(stage: Stage, who: Someone, bone: str) -> float:
    left, right = bends(stage, who, bone)
    return abs(left - right)


def ahead_of(stage: Stage, who: Someone) -> tuple[float, float]:
    """m, forward and to the left: from the middle of the feet to the pelvis."""
    bones, body = stage.tables.bones, who.body
    left, right = (bones.position[foot] for foot in body.feet)
    way = bones.position[body.first] - 0.5 * (left + right)
    x, y, _ = qt.unrotate(qt.about_z(qt.heading(quat(bones.orientation[body.first]))), (*way[:2].tolist(), 0.0))
    return x, y


def going(stage: Stage, who: Someone) -> tuple[float, float]:
    """m/s of the pelvis, forward and to the left."""
    bones, first = stage.tables.bones, who.body.first
    vx, vy, _ = bones.velocity[first].tolist()
    x, y, _ = qt.unrotate(qt.about_z(qt.heading(quat(bones.orientation[first]))), (vx, vy, 0.0))
    return x, y


def caught(stage: Stage, who: Someone) -> float:
    """m over the ground, of the foot that is farthest from where its clip has it."""
    return max(astray(stage, who.body))


FEATURES: dict[str, Feature] = {
    "upright": Feature("", "1 while its head is far above its feet, else 0", lambda _, who: float(who.balance.upright)),
    "awake": Feature("", "1 while it has its senses, else 0", lambda _, who: float(who.stun.unconscious_s <= 0.0)),
    "strength": Feature("", "share of its muscles' strength that it has", lambda _, who: who.stun.authority),
    "lean_deg": Feature("deg", "of the pelvis, off the vertical", lean_deg),
    "height": Feature("m", "of the pelvis above the ground", height),
    "head_height": Feature("m", "of the head's joint above the ground", head_height),
    "speed": Feature("m/s", "of the pelvis over the ground", speed),
    "forward": Feature("m/s", "of the pelvis, to its front", lambda stage, who: going(stage, who)[0]),
    "leftward": Feature("m/s", "of the pelvis, to its left", lambda stage, who: going(stage, who)[1]),
    "sinking": Feature("m/s", "of the pelvis, downward", sinking),
    "spin": Feature("rad/s", "of the pelvis", spin),
    "whirl": Feature("rad/s", "of the bone that turns fastest", whirl),
    "face_up": Feature("", "1 where the pelvis' front is upward, -1 downward", lambda stage, who: up(stage, who)[0]),
    "side_up": Feature("", "1 where one of its sides is upward, else 0", lambda stage, who: abs(up(stage, who)[1])),
    "hips": Feature("rad", "that both hips are bent, in sum", lambda stage, who: sum(bends(stage, who, "thigh"))),
    "knees": Feature("rad", "that both knees are bent, in sum", lambda stage, who: sum(bends(stage, who, "shin"))),
    "legs_apart": Feature("rad", "by which one knee is bent more", lambda stage, who: uneven(stage, who, "shin")),
    "getup_s": Feature("s", "that its getup would take", lambda stage, who: lying.nearest(stage, who.body).seconds),
    "start": Feature("", "number of the start of that", lambda stage, who: float(lying.nearest(stage, who.body).start)),
    "start_way": Feature("rad2", "to that start", lambda stage, who: lying.nearest(stage, who.body).way),
    "ahead": Feature("m", "that the pelvis is before its feet", lambda stage, who: ahead_of(stage, who)[0]),
    "aside": Feature("m", "that the pelvis is to the left of its feet", lambda stage, who: ahead_of(stage, who)[1]),
    "caught": Feature("m", "from a foot to where its clip has it, of the farther one", caught),
    "over_held": Feature("m", "extrapolated centre, before the held foot", tripped.over_held),
    "over_free": Feature("m", "extrapolated centre, before the free foot", tripped.over_free),
    "going_on": Feature("m/s", "of the whole body, forward", tripped.going_on),
    "pitch_deg": Feature("deg", "of the middle of the trunk, forward of the upright", tripped.pitch_deg),
    "pitching": Feature("rad/s", "of the middle of the trunk, forward", tripped.pitching),
    "thing_height": Feature("m", "of the loose thing that is nearest to the held foot", tripped.thing_height),
    "strike_place": Feature(
        "m", "that its clip has the foot that struck before the pelvis", lambda s, who: strike.in_clip(s, who, True)
    ),
    "stand_place": Feature("m", "that its clip has the other foot there", lambda s, who: strike.in_clip(s, who, False)),
    "strike_lag": Feature("m", "that the foot that struck is behind that", strike.lag),
    "strike_ahead": Feature(
        "m", "that this foot is before the pelvis", lambda s, who: strike.from_pelvis(s, who, True)[0]
    ),
    "stand_ahead": Feature("m", "that the other foot is", lambda s, who: strike.from_pelvis(s, who, False)[0]),
    "strike_high": Feature("m", "of the foot that struck above the ground", strike.foot_height),
    "strike_speed": Feature("m/s", "of this foot forward", lambda s, who: strike.speed_of(s, who, True)[0]),
    "strike_rise": Feature("m/s", "of this foot upward", lambda s, who: strike.speed_of(s, who, True)[2]),
    "over_struck": Feature(
        "m", "extrapolated centre, before the foot that struck", lambda s, who: strike.centre_from(s, who, True)[0]
    ),
    "over_stand": Feature(
        "m", "extrapolated centre, before the other foot", lambda s, who: strike.centre_from(s, who, False)[0]
    ),
    "beside_struck": Feature(
        "m", "extrapolated centre, outside the foot that struck", lambda s, who: strike.centre_from(s, who, True)[1]
    ),
    "beside_stand": Feature(
        "m", "extrapolated centre, inside the other foot", lambda s, who: strike.centre_from(s, who, False)[1]
    ),
    "going_aside": Feature("m/s", "of the whole body, to the side that struck", lambda s, who: strike.going(s, who)[1]),
    "rising": Feature("m/s", "of the whole body, upward", lambda s, who: strike.going(s, who)[2]),
    "slower": Feature("m/s", "by which the whole body is slower than its clip", strike.slower),
    "tip_deg": Feature("deg", "of the trunk, to the side that struck", strike.tip),
    "strike_knee": Feature(
        "rad", "that the knee of the foot that struck is bent", lambda s, who: strike.knee(s, who, True)
    ),
    "stand_knee": Feature("rad", "that the other knee is bent", lambda s, who: strike.knee(s, who, False)),
    "thing_over": Feature("m", "by which what was struck is higher than the foot", strike.thing_over),
    "struck_height": Feature("m", "of what was struck", strike.thing_height),
    "thing_ahead": Feature(
        "m", "from the foot that struck forward to the thing", lambda s, who: strike.to_thing(s, who)[0]
    ),
    "thing_aside": Feature("m", "that it is outside this foot", lambda s, who: strike.to_thing(s, who)[1]),
    "thing_speed": Feature("m/s", "of it, forward", lambda s, who: strike.thing_moving(s, who)[0]),
    "thing_drift": Feature("m/s", "of it, to the side that struck", lambda s, who: strike.thing_moving(s, who)[1]),
    "thing_mass": Feature("kg", "of it", strike.thing_mass),
    "gone_over": Feature("", "feet that have gone over it", strike.gone_over),
    "tipping": Feature("rad/s", "of the trunk, to the side that struck", lambda s, who: strike.turning(s, who)[0]),
    "yawing": Feature(
        "rad/s", "of the trunk, about the vertical, to that side", lambda s, who: strike.turning(s, who)[2]
    ),
    "stand_speed": Feature("m/s", "of the other foot, forward", lambda s, who: strike.speed_of(s, who, False)[0]),
    "stand_rise": Feature("m/s", "of the other foot, upward", lambda s, who: strike.speed_of(s, who, False)[2]),
    "since": Feature("s", "since it was, while he catches himself", strike.since),
    "beyond": Feature(
        "m", "extrapolated centre, beyond what can be held", lambda s, who: s.tables.poise.beyond.item(who.body.index)
    ),
    "turned": Feature("deg", "forward from the upright in the last roll", lambda _, who: who.fall.turned),
    "air_s": Feature("s", "since anything was touched, while it should stand", lambda _, who: who.fall.air_s),
    "down_s": Feature("s", "for which the head has been low", lambda _, who: who.balance.low_s),
    "lost_s": Feature("s", "for which its balance has been beyond what it can hold", lambda _, who: who.fall.lost_s),
}
"""All there are. Another one is a line here."""


class Within(NamedTuple):
    feature: str
    low: float = -inf
    high: float = inf

    @property
    def said(self) -> str:
        if self.low == -inf:
            return f"{self.feature} <= {self.high:g}"
        if self.high == inf:
            return f"{self.feature} >= {self.low:g}"
        return f"{self.feature} {self.low:g} .. {self.high:g}"


class Region:
    """States that meet all of some conditions; without any, all states."""

    def __init__(self, *conditions: Within) -> None:
        self.conditions = conditions
        for condition in conditions:
            if condition.feature not in FEATURES:
                raise ValueError(f"there is no feature {condition.feature!r}")

    def holds(self, stage: Stage, who: Someone) -> bool:
        return all(low <= FEATURES[name].of(stage, who) <= high for name, low, high in self.conditions)

    def fails(self, stage: Stage, who: Someone) -> list[str]:
        """The conditions that are not met, each with the number that there is."""
        found = ((each, FEATURES[each.feature].of(stage, who)) for each in self.conditions)
        return [f"{each.said}: it is {value:.3g}" for each, value in found if not each.low <= value <= each.high]

    @property
    def said(self) -> str:
        return ", ".join(each.said for each in self.conditions) or "anywhere"
