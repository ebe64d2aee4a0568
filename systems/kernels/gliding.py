"""What is left of how a body was beside its clip: a quintic from there, with its speed, to nothing.

With s = t/T, x and v as they were at s = 0:

    x(t) = x (1 - 10 s^3 + 15 s^4 - 6 s^5) + v T (s - 6 s^3 + 8 s^4 - 3 s^5)

At s = 1 all of it is 0: place, speed and acceleration; at s = 0 the acceleration is 0, too. A turn is a rotation vector
in the bone's own axes, q = clip * exp(e), so a hinge stays a hinge, and

    w = exp(-e) w_clip + J(e) e',   J(e) = 1 - (1 - cos a)/a^2 [e] + (a - sin a)/a^3 [e]^2,  a = |e|

One that is 0.1 m off and goes with the clip is 0.05 m off in the middle, and is pushed by 2.3 m/s2 at most in 0.5 s.
"""

from __future__ import annotations

from math import cos, sin

import numpy as np

from components.arrays import Floats2, Vec3
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import (
    add,
    conj,
    cross,
    from_rotvec,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    to_rotvec,
    unrotate,
)
from systems.kernels.sampling import put_together


@kernel
def fading(s):
    """Shares of the place and of the speed (times T) that are left, and how fast they go, times T."""
    s2 = s * s
    return (
        1.0 + s2 * s * (-10.0 + s * (15.0 - 6.0 * s)),
        s + s2 * s * (-6.0 + s * (8.0 - 3.0 * s)),
        s2 * (-30.0 + s * (60.0 - 30.0 * s)),
        1.0 + s2 * (-18.0 + s * (32.0 - 15.0 * s)),
    )


@kernel
def turning(e, rate):
    """rad/s, own axes: how fast exp(e) turns while e grows by `rate`."""
    angle, once = norm(e), cross(e, rate)
    if angle < 1e-4:
        return sub(rate, scale(0.5, once))
    bend, twist = (1.0 - cos(angle)) / angle**2, (angle - sin(angle)) / angle**3
    return add(sub(rate, scale(bend, once)), scale(twist, cross(e, once)))


@kernel
def growing(e, spin):
    """The other way round: how fast e grows where exp(e) turns with `spin`."""
    angle, once = norm(e), cross(e, spin)
    twist = 1.0 / 12.0
    if angle > 1e-3:
        twist = (1.0 - 0.5 * angle * sin(angle) / (1.0 - cos(angle))) / angle**2
    return add(add(spin, scale(0.5, once)), scale(twist, cross(e, once)))


@entry
@allocating_kernel
def beside(t: Handle, first: int, last: int, c: int):
    """(bones + 1, 6): each joint's turn and how fast it grows, from targets to bones; last the root's place, speed."""
    bones, targets = t.bones, t.targets
    out = np.empty((last - first + 1, 6))
    for i in range(first, last):
        body, clip = row4(bones.joint, i), row4(targets.joint, i)
        spin, clip_spin = row3(bones.joint_spin, i), row3(targets.joint_spin, i)
        if i == first:
            body, clip = row4(bones.orientation, i), row4(targets.root_orientation, c)
            spin, clip_spin = unrotate(body, row3(bones.spin, i)), unrotate(clip, row3(targets.root_spin, c))
        turn = mul(conj(clip), body)
        e = to_rotvec(turn)
        rate = growing(e, sub(spin, unrotate(turn, clip_spin)))
        out[i - first] = (e[0], e[1], e[2], rate[0], rate[1], rate[2])
    place = sub(row3(bones.position, first), row3(targets.root_position, c))
    speed = sub(row3(bones.velocity, first), row3(targets.root_velocity, c))
    out[last - first] = (place[0], place[1], place[2], speed[0], speed[1], speed[2])
    return out


@entry
@allocating_kernel
def glide(
    t: Handle, turn: Floats2, rate: Floats2, place: Vec3, speed: Vec3, share: float, lasts: float, first: int,
    last: int, c: int,
):  # fmt: skip
    """Move the targets off the clip by what is left when a `share` of the time that it `lasts` (s) is over."""
    targets = t.targets
    far, fast, far_rate, fast_rate = fading(share)
    for i in range(first, last):
        k = i - first
        e = add(scale(far, row3(turn, k)), scale(lasts * fast, row3(rate, k)))
        grows = add(scale(far_rate / lasts, row3(turn, k)), scale(fast_rate, row3(rate, k)))
        off = from_rotvec(e)
        if i == first:
            clip = row4(targets.root_orientation, c)
            own = add(unrotate(off, unrotate(clip, row3(targets.root_spin, c))), turning(e, grows))
            body = mul(clip, off)
            targets.root_orientation[c] = body
            targets.root_spin[c] = rotate(body, own)
        else:
            targets.joint_spin[i] = add(unrotate(off, row3(targets.joint_spin, i)), turning(e, grows))
            targets.joint[i] = mul(row4(targets.joint, i), off)
    left = add(scale(far, place), scale(lasts * fast, speed))
    grows = add(scale(far_rate / lasts, place), scale(fast_rate, speed))
    targets.root_position[c] = add(row3(targets.root_position, c), left)
    targets.root_velocity[c] = add(row3(targets.root_velocity, c), grows)
    put_together(t.skeletons, targets, first, last)
