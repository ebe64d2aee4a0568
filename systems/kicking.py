"""Kicking: a captured kick whose foot comes to where the ball lies, or rolls by then.

The clip is laid so that its standing foot is beside the ball. From 0.1 s before the touch on, hip and knee bring the
foot from its captured path (inverse kinematics, systems/kernels/reach.py) onto a straight line through the ball. The
engine alone says how the ball leaves, so what came of 20 kicks is kept: the lower the foot, the steeper (BALLS). A foot
at 11 m/s that comes 8.5 cm above the ground has a football leave with 12.7 m/s and 19 degrees upward.
"""

from __future__ import annotations

from math import atan2, cos, hypot, radians, sin, tan
from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Floats1, Vec3, quat, vec3
from components.character import Body, Motion
from components.clock import DT, TICKS_PER_S
from components.kick import Order
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.motion import begin_blend, eased, turned
from systems.stage import Stage

CLIP, FOOT = "kick", "right_foot"
STARTS, STRIKES, ENDS = 12, 60, 78  # its frames: he steps, the foot meets the ball, its way is over
BALL = (0.62, -0.12)  # m, in the clip's frame: where the ball is when it is struck
BLEND_S = 0.3  # into the clip
COMES_TICKS, STRAIGHT_TICKS = 13, 2  # before the touch: the foot leaves its captured path, and is on the line
PUSH_TICKS, GOES_TICKS = 4, 20  # after it: until here it pushes, and until there it comes back to its path
TOE = 0.165  # m from the middle of the foot to its tip
RISES = tan(radians(15.0))  # of its way while it pushes
MOST = 1.0  # m that the foot leaves its captured path
LOWS = np.array((0.045, 0.065, 0.085, 0.105, 0.125))  # m above the ground, of the foot's middle when it touches
FEET = np.array((7.0, 9.0, 11.0, 13.0))  # m/s, level, of the foot
BALLS = np.array(
    (
        ((0.88, 25.7), (0.92, 24.2), (0.94, 24.9), (1.07, 23.6)),
        ((0.89, 27.5), (0.95, 25.4), (1.09, 21.2), (1.14, 18.8)),
        ((1.01, 24.7), (1.05, 21.0), (1.15, 19.2), (1.16, 17.9)),
        ((1.10, 20.1), (1.11, 15.9), (1.21, 17.1), (1.22, 15.0)),
        ((1.15, 8.6), (1.11, 7.4), (1.24, 13.3), (1.24, 9.4)),
    )
)
"""What a football did that was kicked so: its level speed as a share of the foot's, and degrees upward."""
FINE = 25  # steps between the least and the most, of either
SPEED_COSTS = 0.08  # m of height that 1 m/s of another speed is worth


class Kick(NamedTuple):
    """What somebody remembers who kicks."""

    order: Order
    due: int  # the tick in which the foot is to touch the ball
    place: Vec3  # m, where the ball will be then
    size: float  # m, its radius
    way: float = 0.0  # rad, in which it is to go
    foot: float = 0.0  # m/s, level, of the foot
    low: float = 0.0  # m above the ground, of its middle
    left: bool = False  # has the ball left as one that was struck
    over: bool = False  # is it on its way back to how it stood


def lay_clip(stage: Stage, body: Body, motion: Motion, kick: Kick) -> None:
    """The clip goes where its foot strikes the ball, and the body comes in to it from where it is."""
    motion.frame, motion.looping, motion.ended = float(STARTS), False, False
    begin_blend(stage, body, motion, from_body=True, blend_s=BLEND_S)
    x, y = turned(*BALL, kick.way)
    ground = stage.engine.ground_height(*kick.place[:2])
    lay(motion, (kick.place[0] - x, kick.place[1] - y, ground), kick.way)


def lay(motion: Motion, anchor: Vec3, heading: float) -> None:
    """Another place for the clip; what is blended stays where it is."""
    x, y, _ = motion.clip.root_position[int(motion.frame)].tolist()
    was, now = turned(x, y, motion.heading), turned(x, y, heading)
    old, new = motion.anchor, anchor
    ox, oy, oz = motion.offset
    motion.offset = (
        ox + old[0] + was[0] - new[0] - now[0], oy + old[1] + was[1] - new[1] - now[1], oz + old[2] - new[2]
    )  # fmt: skip
    motion.anchor, motion.heading = anchor, heading


def foreseen(stage: Stage, ball: int, ticks: int) -> Vec3:
    """m: where a ball on the ground will be."""
    x, y, z, _, _, _, _, u, v, *_ = stage.engine.moving(ball)
    return x + ticks * DT * u, y + ticks * DT * v, z


def lead_foot(stage: Stage, body: Body, kick: Kick) -> None:
    """The targets of this tick, behind the clip."""
    ticks = stage.ticks - kick.due
    share = weight(ticks)
    if share <= 0.0:
        return
    t, c, foot = stage.tables, body.index, body.first + body.rig.index(FOOT)
    place = on_line(kick, ticks)
    root, target = quat(t.bones.orientation[body.first]), quat(t.targets.root_orientation[c])
    inside = qt.unrotate(target, qt.sub(place, vec3(t.targets.root_position[c])))
    seen = qt.add(vec3(t.bones.position[body.first]), qt.rotate(root, inside))  # as the entry takes it
    tick.send_fist(t.handle, foot, body.first, (seen[0], seen[1], seen[2]), share, MOST)
    flat = qt.mul(qt.conj(target), qt.about_z(kick.way))
    shin = quat(t.targets.relative[foot - 1])
    t.targets.joint[foot] = qt.slerp(quat(t.targets.joint[foot]), qt.mul(qt.conj(shin), flat), share)
    for row in (foot - 2, foot - 1, foot):  # as fast as from where the last tick put it
        turn = qt.mul(qt.conj(quat(t.bones.joint[row])), quat(t.targets.joint[row]))
        t.targets.joint_spin[row] = qt.scale(TICKS_PER_S, qt.to_rotvec(turn))
    tick.hang_together(t.handle, body.first, body.last)


def weight(ticks: int) -> float:
    """Of the line against the captured path, so many ticks after the touch."""
    if ticks < 0:
        share = (ticks + COMES_TICKS) / (COMES_TICKS - STRAIGHT_TICKS)
    else:
        share = (GOES_TICKS - ticks) / (GOES_TICKS - PUSH_TICKS)
    return eased(max(0.0, min(1.0, share)))


def on_line(kick: Kick, ticks: int) -> Vec3:
    """m: where the middle of the foot is to be: level up to the ball, then a little upward."""
    along = kick.foot * DT * min(ticks, PUSH_TICKS)
    level, up = along - kick.size - TOE, RISES * max(0.0, along)
    x, y, z = kick.place
    return x + level * cos(kick.way), y + level * sin(kick.way), z - kick.size + kick.low + up


def aimed(stage: Stage, kick: Kick) -> Kick:
    """How fast and how low the foot has to come for the ball to fly through its place; the nearest that it can do."""
    x, y, z = (there - here for there, here in zip(kick.order.place, kick.place, strict=True))
    far = max(1.0, hypot(x, y))
    lows, feet = np.linspace(LOWS[0], LOWS[-1], FINE), np.linspace(FEET[0], FEET[-1], FINE)
    share, up = mixed(lows, feet)
    speed = share * feet[None, :]
    height = far * np.tan(np.radians(up)) - 0.5 * stage.engine.settings.gravity * (far / speed) ** 2
    cost = np.abs(height - z) + SPEED_COSTS * np.abs(speed - kick.order.speed)
    i, j = divmod(int(cost.argmin()), FINE)
    return kick._replace(way=atan2(y, x), foot=feet.item(j), low=lows.item(i))


def mixed(lows: Floats1, feet: Floats1) -> tuple[Floats, Floats]:
    """Of each of these with each: the ball's share of the foot's speed, and degrees upward, between the known ones."""
    across = np.array([[np.interp(feet, FEET, row[:, k]) for row in BALLS] for k in (0, 1)])  # (2, lows known, feet)
    share, up = (np.array([np.interp(lows, LOWS, column) for column in table.T]).T for table in across)
    return share, up
