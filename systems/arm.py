"""An arm: where its shoulder is, and the turns of its joints that bring the hand to a place.

Upper arm and forearm span the way from the shoulder to the middle of the hand, by the law of cosines:
    cos bend = (way^2 - a^2 - b^2) / (2 a b): the boxer's 0.29 m and 0.33 m meet at 0.5 m with an elbow bent by 73 deg,
and the elbow lies on the circle that is left, below the arm and a little out to its own side.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, atan2, cos, sin, sqrt

from components.arrays import Floats
from components.catch import ARM
from components.character import Body
from components.rig import Rig
from components.table import Aims, Bones
from systems.kernels.quaternions import add, conj, cross, dot, from_rotvec, mul, norm, rotate, scale, sub
from systems.kernels.reach import swung

Vec3 = tuple[float, float, float]
Turn = tuple[float, float, float, float]

SWIVEL = 0.5  # rad, how far the elbow is out to its own side; 0: straight below the arm
STRAIGHT, BENT = 0.12, 2.4  # rad: the elbow is never straighter, nor bent more
UP = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Arm:
    """One arm of a body. Bones are rows of the table."""

    clavicle: int
    upper: int
    fore: int
    hand: int
    side: float  # 1 is left, -1 right
    offset: Vec3  # m, the shoulder in the clavicle's frame
    axis: Vec3  # of the elbow
    lengths: tuple[float, float]  # m, shoulder to elbow, elbow to the middle of the hand
    middle: Vec3  # m, of the hand, in its frame
    radius: float  # m, of the hand

    @property
    def rows(self) -> tuple[int, int, int]:
        """Whatever is moved to catch."""
        return self.upper, self.fore, self.hand

    @property
    def longest(self) -> float:
        a, b = self.lengths
        return sqrt(a * a + b * b + 2.0 * a * b * cos(STRAIGHT))


def arm_of(body: Body, hand: str) -> Arm:
    own = [body.rig.index(f"{hand}_{bone}") for bone in ARM]
    _, upper, fore, end = (body.rig.bones[row] for row in own)
    fist = end.shapes[0]
    lengths = norm(fore.offset), norm(hand_from(body.rig, own[2], own[3]))
    a, b, c, d = (body.first + row for row in own)
    side = 1.0 if hand == "left" else -1.0
    return Arm(a, b, c, d, side, upper.offset, fore.axis, lengths, fist.start, fist.radius)


def hand_from(rig: Rig, fore: int, hand: int) -> Vec3:
    """m, from the elbow of a straight arm to the middle of the hand; a forearm may be two bones."""
    way, bone = rig.bones[hand].shapes[0].start, hand
    while bone != fore:
        x, y, z = add(rig.bones[bone].offset, way)
        way, bone = (x, y, z), rig.bones[bone].parent
    return way


def row(rows: Floats, i: int) -> tuple[float, ...]:
    return tuple(rows[i].tolist())


def place_in(bones: Bones, i: int, inside: Vec3) -> Vec3:
    """m, world, of a place in bone i's frame."""
    x, y, z = add(row(bones.position, i), rotate(row(bones.orientation, i), inside))
    return x, y, z


def velocity_in(bones: Bones, i: int, place: Vec3) -> Vec3:
    """m/s of bone i where it is at that place of the world."""
    arm = sub(place, row(bones.position, i))
    x, y, z = add(row(bones.velocity, i), cross(row(bones.spin, i), arm))
    return x, y, z


def bent_to(arm: Arm, bones: Bones, place: Vec3) -> tuple[Turn, Turn]:
    """Turns of the upper arm and of the forearm in their parents' frames, with which the hand is at that place (m).

    What is out of reach is reached for as far as the arm goes.
    """
    a, b = arm.lengths
    shoulder = place_in(bones, arm.clavicle, arm.offset)
    way = sub(place, shoulder)
    far = norm(way)
    along = scale(1.0 / max(1e-9, far), way)
    far = min(arm.longest, max(sqrt(a * a + b * b + 2.0 * a * b * cos(BENT)), far))
    bend = acos(min(1.0, max(-1.0, (far * far - a * a - b * b) / (2.0 * a * b))))
    inside = acos(min(1.0, max(-1.0, (far * far + a * a - b * b) / (2.0 * a * far))))
    below = across((0.0, 0.0, -1.0), along)
    out = scale(arm.side, cross(along, below))
    aside = add(scale(cos(SWIVEL), below), scale(sin(SWIVEL), out))
    upper = add(scale(cos(inside), along), scale(sin(inside), aside))
    frame = row(bones.orientation, arm.clavicle)
    turn = mul(conj(frame), hanging(scale(-1.0, upper), scale(-1.0, across(aside, upper))))
    return turn, from_rotvec(scale(bend, arm.axis))


def across(v: Vec3, along: Vec3) -> Vec3:
    """The unit vector of v's part across the unit vector `along`."""
    aside = sub(v, scale(dot(v, along), along))
    x, y, z = scale(1.0 / max(1e-9, norm(aside)), aside)
    return x, y, z


def hanging(z: Vec3, x: Vec3) -> Turn:
    """The orientation whose axes z and x these are."""
    swing = swung(UP, z)
    before = rotate(swing, (1.0, 0.0, 0.0))
    q = mul(from_rotvec(scale(atan2(dot(cross(before, x), z), dot(before, x)), z)), swing)
    return q[0], q[1], q[2], q[3]


def elbow_and_hand(arm: Arm, bones: Bones, aims: Aims) -> tuple[Vec3, Vec3]:
    """m: where the key-frame of the arm has its elbow and the middle of its hand."""
    shoulder = place_in(bones, arm.clavicle, arm.offset)
    upper = mul(row(bones.orientation, arm.clavicle), row(aims.joint, arm.upper))
    elbow = add(shoulder, rotate(upper, (0.0, 0.0, -arm.lengths[0])))
    fore = mul(upper, row(aims.joint, arm.fore))
    return elbow, add(elbow, rotate(fore, (0.0, 0.0, -arm.lengths[1])))
