"""A leg or an arm that reaches elsewhere than its clip: hip and knee give or take, the foot stays as it is turned.

The vector v from hip to ankle becomes v + d. Thigh and shin turn with it, and the knee bends by what its new length
asks for: with A and B the lengths of thigh and shin, cos k = (|v|^2 - A^2 - B^2) / (2 A B). A leg of 0.42 m and
0.43 m, bent by 20 deg, is 0.837 m long; 5 cm shorter takes 43 deg. An arm does the same with shoulder and elbow.
"""

from __future__ import annotations

from math import acos, atan2, cos, sin

from components.arrays import Vec3
from systems.kernels import entry, kernel
from systems.kernels.quaternions import add, conj, cross, dot, from_rotvec, mul, norm, rotate, row3, row4, scale
from systems.kernels.sampling import PLACE, RELATIVE, TURN, four, three

LONGEST = 0.998  # of both bones: a knee is never pulled quite straight


@kernel
def ankle(skeletons, targets, foot):
    """m from the root, in the root's frame, of where the targets have this bone's joint."""
    place = (0.0, 0.0, 0.0)
    i = foot
    while skeletons.parent[i] >= 0:
        place = add(place, rotate(row4(targets.relative, skeletons.parent[i]), row3(skeletons.offset, i)))
        i = skeletons.parent[i]
    return place


@kernel
def fist(skeletons, targets, hand):
    """m from the root, in the root's frame, of where the targets have the middle of this hand."""
    return add(ankle(skeletons, targets, hand), rotate(row4(targets.relative, hand), row3(skeletons.com, hand)))


@kernel
def fist_in_clip(skeletons, clip, k, first, hand):
    """m, in the clip's frame, of where its frame k has the middle of this hand."""
    place = rotate(four(clip.bones[k, hand - first], RELATIVE), row3(skeletons.com, hand))
    i = hand
    while skeletons.parent[i] >= 0:
        offset, i = row3(skeletons.offset, i), skeletons.parent[i]
        place = add(place, rotate(four(clip.bones[k, i - first], RELATIVE), offset))
    return add(three(clip.root[k], PLACE), rotate(four(clip.root[k], TURN), place))


@kernel
def reach(skeletons, targets, foot, way):
    """Move the ankle by `way` (m, root's frame)."""
    shin = skeletons.parent[foot]
    thigh = skeletons.parent[shin]
    by_upper, by_lower = bent(
        skeletons, shin, foot, row4(targets.relative, thigh), row4(targets.relative, shin), way
    )  # fmt: skip
    turn(skeletons, targets, thigh, by_upper)
    turn(skeletons, targets, shin, by_lower)
    targets.joint[foot] = mul(conj(row4(targets.relative, shin)), row4(targets.relative, foot))


@kernel
def bent(skeletons, shin, foot, upper, lower, way):
    """The turns of thigh and shin, from where `upper` and `lower` have them, that move the ankle by `way`."""
    a, b = rotate(upper, row3(skeletons.offset, shin)), rotate(lower, row3(skeletons.offset, foot))
    long, short = norm(a), norm(b)
    now = add(a, b)
    wanted = add(now, way)
    length = min(norm(wanted), LONGEST * (long + short))
    axis = rotate(lower, row3(skeletons.axis, shin))
    if skeletons.high[shin] < -skeletons.low[shin]:
        axis = scale(-1.0, axis)
    was = atan2(dot(cross(a, b), axis), dot(a, b))
    share = (length * length - long * long - short * short) / (2.0 * long * short)
    bends = acos(min(1.0, max(-1.0, share)))
    before, after = lead(long, short, was), lead(long, short, bends)
    along = swung(now, wanted)
    axis = rotate(along, axis)
    return (
        mul(from_rotvec(scale(before - after, axis)), along),
        mul(from_rotvec(scale((bends - after) - (was - before), axis)), along),
    )


@kernel
def lead(long, short, bent):
    """rad by which the thigh points ahead of the line from hip to ankle."""
    return atan2(short * sin(bent), long + short * cos(bent))


@entry
@kernel
def swung(a: Vec3, b: Vec3):
    """The shortest turn that lays the direction of a on that of b."""
    axis = cross(a, b)
    size = norm(axis)
    if size < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    return from_rotvec(scale(atan2(size, dot(a, b)) / size, axis))


@kernel
def turn(skeletons, targets, i, by):
    targets.relative[i] = mul(by, row4(targets.relative, i))
    targets.joint[i] = mul(conj(row4(targets.relative, skeletons.parent[i])), row4(targets.relative, i))
