"""From one walk into another while a foot swings: the other one stands still, and what swings lands where it belongs.

A crossing takes 60 ticks (15 frames at 30 Hz). The second clip is laid so that the foot that stands does so in the same
place in both, so that it need not slide. The rest goes over by 3 p^2 - 2 p^3, root and joints; the foot in the air by
the same curve of its own, done when the first of the two clips puts it down. Then each leg is bent to its foot:
a foot that the two clips put down 8 cm apart is where the second one wants it before it carries anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, sin
from typing import NamedTuple

import numpy as np

from components.arrays import Floats1, Floats2, Floats3, Ints, Ints1, Ints2
from components.clip import Array, Clip, Frames
from components.rig import Rig
from game.clips.clip import LOOK_AHEAD_TICKS, UPRIGHT
from game.clips.planting import BEND, NEAR, Leg, bend_leg, leg_shape, legs, stretched
from game.clips.retarget import skeleton
from game.clips.unfolding import hang, look_ahead
from systems.kernels import entry, kernel, search_kernel
from systems.kernels import quaternions as qt
from systems.pacing import room, seen

TICKS = 60
BEFORE, BEYOND = 1, 3  # frames of the first clip before it, and of the second after it: speeds are taken from both
HIGHER, LATE = 0.05, 0.15  # m by which a step out of standing or into it is lifted; share of it in which it only rises
HARD = 6.0  # times the softness of a knee, by which a leg may be longer than it is in either clip
FLAT = 20  # ticks after its begin, when the foot that stands is flat in both


class Lay(NamedTuple):
    """How a clip lies in the frame of another: its origin (m) and its +x (rad)."""

    x: float
    y: float
    turn: float

    def then(self, other: Lay) -> Lay:
        """That one, which lies in this one."""
        c, s = cos(self.turn), sin(self.turn)
        return Lay(self.x + c * other.x - s * other.y, self.y + s * other.x + c * other.y, self.turn + other.turn)

    def point(self, x: float, y: float) -> tuple[float, float]:
        c, s = cos(self.turn), sin(self.turn)
        return self.x + c * x - s * y, self.y + s * x + c * y


def loop_of(clip: Clip, rounds: int) -> Lay:
    """How a loop lies so many rounds later."""
    one, lay = Lay(float(clip.loop_travel[0]), float(clip.loop_travel[1]), clip.loop_turn), Lay(0.0, 0.0, 0.0)
    for _ in range(rounds):
        lay = lay.then(one)
    if rounds < 0:
        c, s = cos(one.turn), sin(one.turn)
        lay = Lay(-c * one.x - s * one.y, s * one.x - c * one.y, -one.turn)
    return lay


@dataclass(frozen=True, eq=False)
class Crossing:
    """Out of `first` from its frame `leave` on, into `second`, whose frame `enter` is that of its end."""

    first: Clip
    leave: int
    second: Clip
    enter: int
    lay: Lay  # the second in the frame of the first
    stands: int  # the foot: 0 left, 1 right
    swing: int  # ticks in which the other foot goes over
    raised: bool  # is that lifted for it? One of the two stands, so it is lifted in neither

    def weights(self) -> tuple[Array, Array]:
        """(n,) of the second in root and joints, and (n, 2) in each foot."""
        t = np.arange(-BEFORE, TICKS + BEYOND)
        whole = smooth(t / TICKS)
        feet = np.stack([whole, whole], axis=1)
        late = LATE * self.raised
        feet[:, 1 - self.stands] = smooth((t / self.swing - late) / (1.0 - 2.0 * late))
        return whole, feet

    def lifts(self) -> Array:
        """(n, 2) m, by which each foot is higher than between the two."""
        p = np.clip(np.arange(-BEFORE, TICKS + BEYOND) / self.swing, 0.0, 1.0)
        out = np.zeros((len(p), 2))
        out[:, 1 - self.stands] = HIGHER * self.raised * 16.0 * p**2 * (1.0 - p) ** 2
        return out

    def root(self) -> Array:
        """(TICKS + 1, 2) m over the ground, in the frame of the first."""
        a, _ = window(self.first, self.leave, TICKS + 1, Lay(0.0, 0.0, 0.0))
        b, _ = window(self.second, self.enter - TICKS, TICKS + 1, self.lay)
        w = smooth(np.arange(TICKS + 1) / TICKS)[:, None]
        return np.asarray(a[:, :2] + w * (b - a)[:, :2])

    def clip(self, rig: Rig) -> Clip:
        """Its frame BEFORE is `leave` of the first, and TICKS later it is in the second."""
        count = BEFORE + TICKS + BEYOND
        a, a_joint = window(self.first, self.leave - BEFORE, count, Lay(0.0, 0.0, 0.0))
        b, b_joint = window(self.second, self.enter - TICKS - BEFORE, count, self.lay)
        walker = walker_of(rig)
        out = room(count, len(rig.bones))
        whole, feet = self.weights()
        cross(
            a, a_joint, b, b_joint, whole, feet, self.lifts(), walker.parent, walker.offset, walker.legs, walker.axes,
            walker.straight, NEAR, walker.ends, walker.high, out,
        )  # fmt: skip
        f, travel = seen(out), np.zeros(3)
        travel.flags.writeable = False
        return Clip(
            name=self.second.name, looping=False, root_position=f.position, root_orientation=f.turn, root_spin=f.spin,
            relative=f.relative, relative_spin=f.relative_spin, joint=f.joint, joint_spin=f.joint_spin,
            loop_travel=travel, loop_turn=0.0, upright=f.upright,
        )  # fmt: skip


def smooth(p: Array) -> Array:
    p = np.clip(p, 0.0, 1.0)
    return np.asarray(p * p * (3.0 - 2.0 * p))


def window(clip: Clip, first: int, count: int, lay: Lay) -> tuple[Array, Array]:
    """(count, 3) m and (count, b, 4): root and joints from a frame on, of a loop also beyond its ends, laid there."""
    place, joint = np.empty((count, 3)), np.empty((count, clip.joint.shape[1], 4))
    k = first
    while k < first + count:
        rounds, frame = divmod(k, clip.frames)
        upto = min(first + count, (rounds + 1) * clip.frames)
        own, rows = slice(k - first, upto - first), slice(frame, frame + upto - k)
        laid = lay.then(loop_of(clip, rounds))
        c, s = cos(laid.turn), sin(laid.turn)
        x, y = clip.root_position[rows, 0], clip.root_position[rows, 1]
        place[own] = np.stack([laid.x + c * x - s * y, laid.y + s * x + c * y, clip.root_position[rows, 2]], axis=1)
        joint[own] = clip.joint[rows]
        turn = np.tile(qt.about_z(laid.turn), (upto - k, 1))
        joint[own, 0] = qt.mul_rows(turn, clip.joint[rows, 0].copy())
        k = upto
    return place, joint


@dataclass(frozen=True, eq=False)
class Walker:
    """What crossings need of a rig."""

    parent: Ints
    offset: Array
    legs: Ints  # (2, 4) thigh, shin, foot, toes; left and right
    axes: Array  # (2, 3) of the knees
    straight: float  # m, how far a leg reaches
    ends: Ints  # head and feet
    high: float  # m above the feet: a head that is upright


@cache
def walker_of(rig: Rig) -> Walker:
    body, both = skeleton(rig), both_legs(rig)
    bones = np.array([(*leg.bones, int(body.toes[leg.toe, 0])) for leg in both], np.int64)
    straight = min(stretched(body.offset[leg.bones[1]], body.offset[leg.bones[2]], BEND * leg.axis) for leg in both)
    ends = np.array([rig.index(name) for name in ("head", "left_foot", "right_foot")], np.int64)
    axes = np.array([leg.axis for leg in both])
    return Walker(body.parent, body.offset, bones, axes, straight, ends, UPRIGHT * rig.height)


@entry
@search_kernel
def cross(
    a: Floats2,
    a_joint: Floats3,
    b: Floats2,
    b_joint: Floats3,
    whole: Floats1,
    feet: Floats2,
    lifts: Floats2,
    parent: Ints1,
    offset: Floats2,
    legs: Ints2,
    axes: Floats2,
    straight: float,
    soft: float,
    ends: Ints1,
    high: float,
    out: Frames,
):
    """All frames of a crossing from the two windows, and how fast everything turns."""
    n, bones = len(a), len(parent)
    places = np.empty((bones, 3))
    for k in range(n):
        for i in range(bones):
            out.joint[k, i] = qt.slerp(qt.row4(a_joint[k], i), qt.row4(b_joint[k], i), whole[k])
        place = qt.add(qt.row3(a, k), qt.scale(whole[k], qt.sub(qt.row3(b, k), qt.row3(a, k))))
        root = qt.row4(out.joint[k], 0)
        for leg in range(2):
            w, toes = feet[k, leg], legs[leg, 3]
            at, turned = foot_of(qt.row3(a, k), a_joint[k], legs[leg], offset)
            to, goal = foot_of(qt.row3(b, k), b_joint[k], legs[leg], offset)
            long = max(
                length(qt.row3(a, k), a_joint[k], legs[leg], offset, at),
                length(qt.row3(b, k), b_joint[k], legs[leg], offset, to),
            )
            at, turned = qt.add(at, qt.scale(w, qt.sub(to, at))), qt.slerp(turned, goal, w)
            at = qt.add(at, (0.0, 0.0, lifts[k, leg]))
            shape = leg_shape(legs[leg], axes[leg], offset, max(straight, long + HARD * soft), soft)
            bend_leg(out.joint[k], place, root, legs[leg], offset, shape, (at, turned))
            out.joint[k, toes] = qt.slerp(qt.row4(a_joint[k], toes), qt.row4(b_joint[k], toes), w)
        out.position[k] = place
        hang(k, parent, offset, ends, high, places, out)
    for k in range(n):
        look_ahead(k, min(k, n - 1 - LOOK_AHEAD_TICKS), out)


@kernel
def foot_of(place, joint, bones, offset):
    """m and rotation of a foot, in the axes of the root's place."""
    turned = qt.row4(joint, 0)
    for i in range(3):
        place = qt.add(place, qt.rotate(turned, qt.row3(offset, bones[i])))
        turned = qt.mul(turned, qt.row4(joint, bones[i]))
    return place, turned


@kernel
def length(place, joint, bones, offset, ankle):
    """m, from the hip to the ankle."""
    return qt.norm(qt.sub(ankle, qt.add(place, qt.rotate(qt.row4(joint, 0), qt.row3(offset, bones[0])))))


def both_legs(rig: Rig) -> tuple[Leg, Leg]:
    """The left and the right one."""
    one, other = legs(rig, skeleton(rig))
    return (one, other) if one.bones[2] == rig.index("left_foot") else (other, one)
