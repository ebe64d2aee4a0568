"""What a boxer's key pose is made of: the channels of a frame, and what the chains of limbs need of a rig.

Every channel is one number: metres or radians, x forward, y left, z up; of hands and feet the lead one's come first.
The boxer's arm is 0.29 m from shoulder to elbow, and 0.328 m from there to the middle of its fist.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from components.arrays import Floats1, Floats2, Ints1, Ints2
from components.errors import InputError
from components.rig import Rig, Vec3
from game.clips.retarget import Integers, skeleton

_TRUNK = ("weight.x", "weight.y", "hips.height", *(f"{part}.{turn}" for part in ("pelvis", "chest", "head")
          for turn in ("bend", "side", "twist")), "look")  # fmt: skip
_HAND = ("held.x", "held.y", "held.z", "reach.x", "reach.y", "reach.z", "reaching", "swivel", "forward", "up", "palm")
_FOOT = ("x", "y", "yaw", "heel", "lift")
CHANNELS = (
    *_TRUNK,
    *(f"{side}_hand.{name}" for side in ("lead", "rear") for name in _HAND),
    *(f"{side}_foot.{name}" for side in ("lead", "rear") for name in _FOOT),
)
HAND, FOOT = len(_TRUNK), len(_TRUNK) + 2 * len(_HAND)  # where the lead hand's channels begin, and the lead foot's
HAND_WIDTH, FOOT_WIDTH = len(_HAND), len(_FOOT)  # from there to the rear one's
PELVIS, CHEST, HEAD, LOOK = 3, 6, 9, 12
REACH, REACHING, SWIVEL, FORWARD, UP, PALM = 3, 6, 7, 8, 9, 10  # within a hand's


class MoveBody(NamedTuple):
    """What the chains need of a rig; the left side first, which leads."""

    parent: Ints1  # (b,)
    offset: Floats2  # (b, 3) m
    mass: Floats1  # (b,) kg
    com: Floats2  # (b, 3) m
    hips: Vec3  # m, the middle between the hip joints, from the root
    spine: Ints1
    spine_share: Floats1
    neck: Ints1
    neck_share: Floats1
    arms: Ints2  # (2, 4) clavicle, upper arm, forearm, hand
    legs: Ints2  # (2, 4) thigh, shin, foot, toes
    arm: Floats1  # (2,) m, shoulder to elbow, elbow to the middle of the fist
    leg: Floats1  # (2,) m, hip to knee, knee to ankle
    ball: Vec3  # m, the toes' joint in the foot's frame; straight ahead of the ankle
    rise: float  # m, the toes' joint above the sole


@cache
def move_body(rig: Rig) -> MoveBody:
    shape, bones = skeleton(rig), rig.bones
    rest = np.zeros((len(bones), 3))
    for i, bone in enumerate(bones):
        rest[i] = bone.offset if bone.parent < 0 else rest[bone.parent] + bone.offset

    def rows(*names: str) -> Integers:
        both = [[f"{side}_{name}" for name in names] for side in ("left", "right")]
        if missing := [name for name in (*both[0], *both[1]) if name not in rig.names]:
            raise InputError(f"has no bone {missing[0]}, which boxing needs", place=f"rig {rig.name}")
        return np.array([[rig.index(name) for name in own] for own in both])

    def chain(source: str) -> tuple[Integers, Floats1]:
        found = [(i, bone.share) for i, bone in enumerate(bones) if bone.source == source]
        return np.array([i for i, _ in found]), np.array([share for _, share in found])

    arms, legs = rows("clavicle", "upper_arm", "forearm", "hand"), rows("thigh", "shin", "foot", "toes")
    hand = bones[arms[0, 3]].shapes[0]
    fist = rest[arms[0, 3]] + np.add(hand.start, hand.end if hand.kind == "capsule" else hand.start) / 2.0
    spans = [rest[arms[0, 2]] - rest[arms[0, 1]], fist - rest[arms[0, 2]],
             rest[legs[0, 1]] - rest[legs[0, 0]], rest[legs[0, 2]] - rest[legs[0, 1]]]  # fmt: skip
    upper, fore, thigh, shin = (float(np.linalg.norm(length)) for length in spans)
    toes = rest[legs[0, 3]] - rest[legs[0, 2]]
    rise = float(rest[legs[0, 3], 2] - (shape.hips[2] - shape.leg))
    hips, ball = (float(shape.hips[0]), 0.0, float(shape.hips[2])), (float(toes[0]), 0.0, float(toes[2]))
    (spine, spine_share), (neck, neck_share) = chain("chest"), chain("neck")
    return MoveBody(
        parent=shape.parent,
        offset=shape.offset,
        mass=shape.mass,
        com=shape.com,
        hips=hips,
        spine=spine,
        spine_share=spine_share,
        neck=neck,
        neck_share=neck_share,
        arms=arms,
        legs=legs,
        arm=np.array((upper, fore)),
        leg=np.array((thigh, shin)),
        ball=ball,
        rise=rise,
    )
