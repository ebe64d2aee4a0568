"""Strides that are shorter than a clip's: each foot goes only a share of its way before and behind its hip.

A foot that stands moves back under the body as fast as the body goes on, so a body that strides s times as far goes s
times as fast, at the clip's own rhythm: a run of 3.8 m/s with s = 0.3 goes 1.1 m/s. With a the level way ahead from hip
to ankle in the clip, the ankle is moved by (s - 1) (a - m); hip and knee give or take (systems/kernels/reach.py), the
foot keeps its height and its turn. m is where an ankle has its foot below the centre of mass: ahead of the hip in a run
that leans forward. How fast thigh and shin turn is told from this frame and the next.
"""

from __future__ import annotations

from math import cos, sin

from components.clock import TICKS_PER_S
from systems.kernels import kernel
from systems.kernels.quaternions import add, delta, dot, heading, mul, rotate, row3, row4, scale, sub, unrotate
from systems.kernels.reach import bent, reach
from systems.kernels.sampling import RELATIVE, TURN, four


@kernel
def stride(skeletons, targets, clip, k, after, first, foot, middle, share, part, speed):
    """Change the targets of one leg: `part` of a blend's way, in frame k; it turns by `speed` frames in a tick."""
    shin = skeletons.parent[foot]
    thigh = skeletons.parent[shin]
    way = shorter(skeletons, clip, k, first, thigh, shin, foot, middle, share)
    upper, lower = leg(skeletons, clip, k, first, thigh, shin, foot, way)
    ahead = shorter(skeletons, clip, after, first, thigh, shin, foot, middle, share)
    next_upper, next_lower = leg(skeletons, clip, after, first, thigh, shin, foot, ahead)
    reach(skeletons, targets, foot, scale(part, way))
    targets.relative_spin[thigh] = scale(TICKS_PER_S * speed, delta(next_upper, upper))
    targets.relative_spin[shin] = scale(TICKS_PER_S * speed, delta(next_lower, lower))
    for i in (thigh, shin, foot):
        above = skeletons.parent[i]
        spin = sub(row3(targets.relative_spin, i), row3(targets.relative_spin, above))
        targets.joint_spin[i] = unrotate(row4(targets.relative, i), spin)


@kernel
def shorter(skeletons, clip, k, first, thigh, shin, foot, middle, share):
    """m, in the root's frame: by how much the ankle is moved in frame k."""
    turn = four(clip.root[k], TURN)
    yaw = heading(turn)
    ahead = unrotate(turn, (cos(yaw), sin(yaw), 0.0))
    upper, lower = four(clip.bones[k, thigh - first], RELATIVE), four(clip.bones[k, shin - first], RELATIVE)
    long = add(rotate(upper, row3(skeletons.offset, shin)), rotate(lower, row3(skeletons.offset, foot)))
    return scale((share - 1.0) * (dot(long, ahead) - middle), ahead)


@kernel
def leg(skeletons, clip, k, first, thigh, shin, foot, way):
    """How thigh and shin are turned in frame k, in the root's frame, with the ankle moved by `way`."""
    upper, lower = four(clip.bones[k, thigh - first], RELATIVE), four(clip.bones[k, shin - first], RELATIVE)
    by_upper, by_lower = bent(skeletons, shin, foot, upper, lower, way)
    return mul(by_upper, upper), mul(by_lower, lower)
