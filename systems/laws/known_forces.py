"""What a law that balances outside forces knows of them: weight, what presses the feet, things as heavy as it was told.

`sample`: as they are now, from the whole body. `forecast`: the weight on a joint where its target has it, when the
bones below are where theirs have them. A 5 kg arm with its middle 0.3 m out from the joint pulls with 14.7 N m.
"""

from __future__ import annotations

from math import cos, hypot, sin

from components.rig import Joint
from systems.kernels import allocating_kernel, kernel
from systems.kernels.feet import loads
from systems.kernels.inverse import carry_on, gather
from systems.kernels.quaternions import (
    about_z,
    add,
    conj,
    cross,
    dot,
    heading,
    mul,
    rotate,
    row3,
    row4,
    scale,
    unrotate,
)
from systems.kernels.support import wrenches

HINGE = int(Joint.HINGE)
JERKS, HEAVES = 300.0, 30.0  # rad/s2 and m/s2 at most that a target is taken to speed up
PLACES = 32  # at which a joint's range is searched for another equilibrium
NEAR = 1e-3  # rad


@kernel
def sample(c, skeletons, bones, contacts, stances, dynamics, targets, modes, demand):
    """Fill `demand.wrench` of character c; the share of its weight that its feet carry, as far as it has its senses."""
    gravity, on_feet, load = modes.gravity[c], 0.0, 0.0
    if gravity > 0.0:
        on_feet, load = loads(skeletons, contacts, c)
    if on_feet <= 0.0:
        return 0.0
    wrenches(skeletons, bones, contacts, stances, dynamics, targets, c, gravity, on_feet, demand.wrench)
    return modes.authority[c] * modes.grip[c] * on_feet / load


@kernel
def forecast(c, skeletons, relative, moment):
    """kg m of each bone's subtree about its joint, in the root's frame, as these turns of bones against it have it."""
    root, parent, mass = skeletons.first[c], skeletons.parent, skeletons.mass
    for i in range(root, skeletons.first[c + 1]):
        moment[i] = scale(mass[i], rotate(row4(relative, i), row3(skeletons.com, i)))
    for i in range(skeletons.first[c + 1] - 1, root, -1):
        p = parent[i]
        arm = rotate(row4(relative, p), row3(skeletons.offset, i)) if p > root else row3(skeletons.offset, i)
        moment[p] = add(row3(moment, p), add(row3(moment, i), scale(skeletons.subtree_mass[i], arm)))


@kernel
def holds(i, goal, gravity, targets, moment):
    """kg m in the world where bone i is at its `goal`, and N m in its own axes that hold it there."""
    out = rotate(goal, unrotate(row4(targets.relative, i), row3(moment, i)))
    return out, unrotate(goal, (gravity * out[1], -gravity * out[0], 0.0))


@kernel
def work(k, motion, wrench, i):
    """N m of known forces about freedom k."""
    done = 0.0
    for a in range(6):
        done += motion[k, a] * wrench[i, a]
    return done


@kernel
def fold(axis, moment, gravity, low, high):
    """N m/rad of the stiffness below which a joint that is balanced here has another equilibrium; 0: it never has.

    Turned by x about its axis its weight pulls with a cos x + b sin x, so the others are where
    K = (a (cos x - 1) + b sin x) / x, for x from `low` to `high`. Upright, a = 0, that is b = m g l.
    """
    down = (0.0, 0.0, -gravity)
    a, b = dot(axis, cross(moment, down)), dot(axis, cross(cross(axis, moment), down))
    most = 0.0
    if hypot(a, b) > 0.0:
        for n in range(PLACES + 1):
            x = low + (high - low) * n / PLACES
            if abs(x) < NEAR:
                x = NEAR
            most = max(most, (a * (cos(x) - 1.0) + b * sin(x)) / x)
        if low < 0.0 < high:
            most = max(most, b)
    return most


@allocating_kernel
def lead(c, skeletons, bones, dynamics, targets, dt, own, wrench):
    """`own.leads`: N m that all but legs that stand need to speed up as their targets do, the root among them, and to
    go on as they turn now: M a_d + h.

    A joint is taken to follow its target as far as it is firm, so a loose arm swings when the trunk turns. A leg that
    stands is left out: what its foot is on is not its own to move. Who is in the air falls freely, whatever its target.
    """
    first, last, root = skeletons.first_freedom[c], skeletons.first_freedom[c + 1], skeletons.first[c]
    own.leads[first:last] = 0.0
    flies = not find_legs_that_stand(c, skeletons, dynamics, own.stands)
    turn = about_z(heading(mul(row4(bones.orientation, root), conj(row4(targets.root_orientation, c)))))
    spin, speed = rotate(turn, row3(targets.root_spin, c)), rotate(turn, row3(targets.root_velocity, c))
    for n in range(3):
        own.speeding[first + n] = change(spin[n], own.led[root, n], JERKS, dt)
        own.speeding[first + 3 + n] = 0.0 if flies else change(speed[n], own.led_root[c, n], HEAVES, dt)
        own.led[root, n], own.led_root[c, n] = spin[n], speed[n]
    for i in range(root + 1, skeletons.first[c + 1]):
        for n in range(1 if skeletons.joint[i] == HINGE else 3):
            wanted = row3(targets.joint_spin, i)
            rate = dot(wanted, row3(skeletons.axis, i)) if skeletons.joint[i] == HINGE else wanted[n]
            k = skeletons.freedom[i] + n
            own.speeding[k] = follows(i, own) * change(rate, own.led[i, n], JERKS, dt)
            own.led[i, n] = rate
    carry_on(c, skeletons, bones, dynamics, 0.0, wrench)
    gather(c, skeletons, wrench)
    for k in range(first + 6, last):
        own.leads[k] += work(k, dynamics.motion, wrench, skeletons.bone[k])
        for d in range(skeletons.depth[k] + 1):
            j = skeletons.chain[k, d]
            own.leads[k] += dynamics.mass_matrix[k, d] * own.speeding[j]
            if j != k:
                own.leads[j] += dynamics.mass_matrix[k, d] * own.speeding[k]


@kernel
def find_legs_that_stand(c, skeletons, dynamics, stands):
    """Bones with a foot on the ground below them; is there any?"""
    root, parent = skeletons.first[c], skeletons.parent
    stands[root : skeletons.first[c + 1]] = False
    for i in range(skeletons.first[c + 1] - 1, root, -1):
        stands[i] = stands[i] or (skeletons.foot[i] and dynamics.grounded[i] > 0.0)
        stands[parent[i]] = stands[parent[i]] or stands[i]
    return stands[root]


@kernel
def follows(i, own):
    """The share of its target's acceleration that a joint is taken to have, and is helped to have."""
    return min(1.0, own.tension[i] * own.tensed[i]) if own.balancing[i] and not own.stands[i] else 0.0


@kernel
def change(now, before, most, dt):
    """Of a target's speed, in a second; what jumps does so by no more than `most`."""
    return min(most, max(-most, (now - before) / dt))
