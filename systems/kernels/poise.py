"""Poise: how far a body's balance is from its clip's, and whether its feet and its spring can still bring it back.

A body on its feet is an inverted pendulum. With c from the middle of its feet to its centre of mass, v the speed of
that, h its height, and w0 = sqrt(g / h), its extrapolated centre of mass is (Hof 2005)

    xi = c + v / w0            and moves as      xi' = w0 (xi - p)

where p is the place that carries the body. Feet bring p no further than about `FEET` from their middle; a root spring
that gives k_L moves it by k_L / (m g) more. Beyond that xi runs away, and the body falls. Its clip leans, too, in a run
or in a cartwheel, so what counts is how much further than the clip's own xi the body's is; and its own must be as far
out in that way, or it has only been stopped. A root that leans 40 degrees more than its clip's is lost in any case: no
body that kept its feet was seen beyond 28. 75 kg that stand with k_L = 150 N m: 0.08 + 150 / 736 = 0.28 m, which at
rest is a lean of 16 degrees, and at 0 lean a speed of 0.9 m/s.
"""

from __future__ import annotations

from math import acos, sqrt

from components.settings import Root
from systems.kernels import kernel
from systems.kernels.codes import code
from systems.kernels.quaternions import (
    about_z,
    add,
    conj,
    cross,
    dot,
    from_rotvec,
    heading,
    mul,
    rotate,
    row3,
    row4,
    scale,
    slerp,
    sub,
)

FREE, MEATHOOK = code(Root.FREE), code(Root.MEATHOOK)
FEET = 0.08  # m from their middle
STEPS = 0.95  # m that a step goes: from farther out nobody was seen to come back
TIPPED = 0.7  # rad: a root that leans so much more than its clip's has no spring that it could come back by
UP = (0.0, 0.0, 1.0)
LOWEST = 0.3  # m: a centre of mass is taken to be this high at least


@kernel
def poise_of_clip(skeletons, targets, floor, first, last, c, poise):
    """Where the targets of this tick have the centre of mass and the feet; `floor` (m) is the height of the clip's."""
    parent, offset, com, mass = skeletons.parent, skeletons.offset, skeletons.com, skeletons.mass
    relative, relative_spin, place, speed = targets.relative, targets.relative_spin, poise.place, poise.speed
    turn = row4(targets.root_orientation, c)
    centre, drift, feet, count, low = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0, 1e9
    for i in range(first, last):
        above = parent[i]
        if above < 0:
            place[i], speed[i] = 0.0, 0.0
        else:
            arm = rotate(row4(relative, above), row3(offset, i))
            place[i] = add(row3(place, above), arm)
            speed[i] = add(row3(speed, above), cross(row3(relative_spin, above), arm))
        out = rotate(row4(relative, i), row3(com, i))
        centre = add(centre, scale(mass[i], add(row3(place, i), out)))
        drift = add(drift, scale(mass[i], add(row3(speed, i), cross(row3(relative_spin, i), out))))
        if skeletons.foot[i]:
            feet, count = add(feet, row3(place, i)), count + 1
            low = min(low, rotate(turn, row3(place, i))[2])
    poise.centre[c] = scale(1.0 / skeletons.total_mass[c], centre)
    poise.drift[c] = scale(1.0 / skeletons.total_mass[c], drift)
    poise.feet[c] = scale(1.0 / max(1, count), feet)
    poise.off_floor[c] = targets.root_position[c, 2] + low - floor


@kernel
def poise_of_bodies(skeletons, bones, targets, modes, drives, gravity, poise):
    """Fill `way` and `beyond`, once it is known whose spring is broken."""
    for c in range(len(skeletons.total_mass)):
        poise.beyond[c] = -1.0
        if gravity <= 0.0 or modes.placed[c] or modes.root[c] == MEATHOOK:
            continue
        root = skeletons.first[c]
        centre, velocity, feet = centre_and_feet(skeletons, bones, root, skeletons.first[c + 1], c)
        own = sub(centre, feet)
        seconds = 1.0 / sqrt(gravity / max(LOWEST, own[2]))
        own = add(own, scale(seconds, velocity))
        actual, target = row4(bones.orientation, root), row4(targets.root_orientation, c)
        turn = about_z(heading(mul(actual, conj(target))))
        wanted = rotate(turn, xi_of_clip(targets, poise, seconds, c))
        x, y = own[0] - wanted[0], own[1] - wanted[1]
        size = sqrt(x * x + y * y)
        along = (own[0] * x + own[1] * y) / max(1e-9, size)
        poise.way[c, 0], poise.way[c, 1] = own[0], own[1]
        tilt = acos(min(1.0, dot(rotate(actual, UP), rotate(mul(turn, target), UP))))
        too_far = min(size, along) - held(c, skeletons, modes, drives, gravity)
        poise.beyond[c] = max(too_far, max(LOWEST, centre[2] - feet[2]) * (tilt - TIPPED))


@kernel
def held(c, skeletons, modes, drives, gravity):
    """m by which xi may be off and come back: what the feet and the root spring can do as they are now, or steps."""
    if modes.steps[c]:
        return STEPS
    if modes.root[c] == FREE or drives.broken[c]:
        return FEET
    return FEET + modes.root_limit[c] * modes.authority[c] * modes.grip[c] / (skeletons.total_mass[c] * gravity)


@kernel
def xi_of_clip(targets, poise, seconds, c):
    """m from the middle of its feet, in the axes of the clip's heading."""
    turn, centre = row4(targets.root_orientation, c), row3(poise.centre, c)
    velocity = add(row3(targets.root_velocity, c), rotate(turn, row3(poise.drift, c)))
    velocity = add(velocity, cross(row3(targets.root_spin, c), rotate(turn, centre)))
    return add(rotate(turn, sub(centre, row3(poise.feet, c))), scale(seconds, velocity))


@kernel
def centre_and_feet(skeletons, bones, first, last, c):
    """m, m/s and m: the body's centre of mass, its velocity, and the middle of its feet."""
    orientation, com, mass = bones.orientation, skeletons.com, skeletons.mass
    centre, velocity, feet, count = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0
    for i in range(first, last):
        out = rotate(row4(orientation, i), row3(com, i))
        centre = add(centre, scale(mass[i], add(row3(bones.position, i), out)))
        velocity = add(velocity, scale(mass[i], add(row3(bones.velocity, i), cross(row3(bones.spin, i), out))))
        if skeletons.foot[i]:
            feet, count = add(feet, row3(bones.position, i)), count + 1
    share = 1.0 / skeletons.total_mass[c]
    return scale(share, centre), scale(share, velocity), scale(1.0 / max(1, count), feet)


@kernel
def lead_to_pose(skeletons, targets, poses, weights, share, first, last):
    """Lead the targets a `share` of the way to a mixture of key poses, joint by joint: seen from the root, a hand may
    be half a turn from there, and the short way round would change from tick to tick.

    `poses` (k, bones, 3) are rotation vectors in the parent's frame (rad), mixed by their `weights`.
    """
    parent, relative, joint, left = skeletons.parent, targets.relative, targets.joint, 1.0 - share
    for i in range(first + 1, last):
        mean, b = (0.0, 0.0, 0.0), i - first
        for k in range(len(weights)):
            mean = add(mean, scale(weights[k], (poses[k, b, 0], poses[k, b, 1], poses[k, b, 2])))
        joint[i] = slerp(row4(joint, i), from_rotvec(mean), share)
        relative[i] = mul(row4(relative, parent[i]), row4(joint, i))
        for a in range(3):
            targets.relative_spin[i, a] *= left
            targets.joint_spin[i, a] *= left
