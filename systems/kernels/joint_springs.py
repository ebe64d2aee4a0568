"""What every joint does by itself: stops at its limits, and drags like flesh: a little where no muscle is awake, much
beyond the 40 rad/s that no muscle brings about, the 25 of what nobody moves, or the 4 of who rises (systems/stun.py).

Both are springs and dampers across the joint, handed to the implicit solve (systems/kernels/actuate.py), so they are
stable at any stiffness. A knee (A = 0.3 kg m2) bent 0.1 rad past its end is pushed back with about 110 N m. A wrist
(A = 0.003) that turns at 60 rad/s against its forearm is slowed by 0.003 x 120 x (60 - 40) = 7 N m, 10 rad/s in a step.
That of somebody who rises drags as if A were 0.1: at 5.5 rad/s with 0.1 x 600 x (5.5 - 4) = 90 N m. His stops push
back no faster than those 4 rad/s either: toes that the floor had bent by 0.4 rad too much sprang home at 12. Speeds add
up along a limb: where his forearm turns at 10 rad/s in the world, his elbow drags from 4 - (10 - 8) = 2 rad/s on.
"""

from __future__ import annotations

from math import acos

from components.rig import Joint
from systems.kernels import kernel
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import add, conj, cross, dot, mul, norm, rotate, row3, row4, scale, twist_about

ROOT, HINGE = int(Joint.ROOT), int(Joint.HINGE)
STOP_FREQUENCY = 60.0  # rad/s of the limit's spring, critically damped
STOP_LEAST = 15.0  # 1/rad, times the joint's strength: a neck has to stop with a body's weight on it, not its head's
FARTHEST = 0.4  # rad beyond the end from where it pushes no harder
OPPOSITE = -0.7  # cosine to the middle of the range
LOOSE = 25.0  # rad/s from where on what nobody moves drags much: Bullet's flight gains energy beyond
WHIRLS, STILL = 8.0, 1.0  # rad/s in the world, from where a joint of who rises drags sooner, and how soon at most
FLESH = 8.0  # 1/s, damping over its inertia of a joint that has lost its strength


@kernel
def joint_springs(skeletons, bones, modes, muscles, dt, demand):
    """Fill `demand.spring` and `demand.spring_gain` for all bones."""
    parent, owner, kind, axes = skeletons.parent, skeletons.owner, skeletons.joint, skeletons.axis
    low, high, swing, centre = skeletons.low, skeletons.high, skeletons.swing, skeletons.swing_centre
    orientation, joint, joint_spin = bones.orientation, bones.joint, bones.joint_spin
    inertia, spring, gain = demand.inertia, demand.spring, demand.spring_gain
    limp, authority, strength = muscles.limp, modes.authority, skeletons.torque_limit
    for i in range(len(parent)):
        c, here = owner[i], row4(orientation, i)
        mean_inertia = (inertia[i, 0, 0] + inertia[i, 1, 1] + inertia[i, 2, 2]) / 3.0
        awake = 0.0 if limp[i] else min(1.0, authority[c])
        rate = rotate(here, row3(joint_spin, i))
        slack = muscles.passive_damping[i] if limp[i] else FLESH
        fast = min(LOOSE, modes.fast[c]) if limp[i] else modes.fast[c]
        heavier, free = 1.0, fast
        toes = skeletons.foot[i] and parent[i] >= 0 and skeletons.foot[parent[i]]
        rises = modes.heavy[c] > 0.0 and (toes or not skeletons.leg[i])  # his legs are steadier without what follows
        if rises:
            heavier = max(1.0, modes.heavy[c] / mean_inertia)  # times: a hand drags like an arm
            free = max(STILL, fast - max(0.0, norm(row3(bones.spin, i)) - WHIRLS))
        beyond = beyond_fast(rate, free)
        steep = 1.0 if rises and beyond > 0.0 else beyond  # 1: it leaves `free`, however strong it is; else less
        flesh, fast_flesh = (1.0 - awake) * slack, modes.drag[c] * heavier
        drag = 0.0 if kind[i] == ROOT else (flesh + fast_flesh * beyond) * mean_inertia
        yields = 0.0 if kind[i] == ROOT else (flesh + fast_flesh * steep) * mean_inertia
        for a in range(3):
            spring[i, a] = -drag * rate[a]
            for b in range(3):
                gain[i, a, b] = dt * yields if a == b else 0.0
        if kind[i] == HINGE:
            local, turn = row3(axes, i), row4(joint, i)
            if is_within(dot(turn, local), turn[3], low[i], high[i]):
                continue
            angle, axis = hinge_angle(turn, local), rotate(here, local)
            if angle > high[i]:
                stop(i, scale(-1.0, axis), angle - high[i], mean_inertia, strength[i], fast, rate, dt, spring, gain)
            elif angle < low[i]:
                stop(i, axis, low[i] - angle, mean_inertia, strength[i], fast, rate, dt, spring, gain)
        elif kind[i] != ROOT:
            local, rest = row3(axes, i), row4(centre, i)
            axis, middle = rotate(here, local), rotate(row4(orientation, parent[i]), rotate(rest, local))
            stop_swing(i, axis, middle, swing[i], mean_inertia, strength[i], fast, rate, dt, spring, gain)
            turn = mul(conj(rest), row4(joint, i))
            if is_within(dot(turn, local), turn[3], low[i], high[i]):
                continue
            turned = hinge_angle(twist_about(turn, local), local)
            stop_twist(
                i, axis, middle, turned, low[i], high[i], mean_inertia, strength[i], fast, rate, dt, spring, gain
            )


@kernel
def beyond_fast(rate, fast):
    """Of a joint's speed (rad/s), the share that is beyond `fast`. Far below there is none, without a root."""
    if dot(rate, rate) < 0.99 * fast * fast:
        return 0.0
    return max(0.0, 1.0 - fast / max(1e-9, norm(rate)))


@kernel
def is_within(d, w, low, high):
    """Is an angle, 2 atan2(d, w), within its range for certain? What is less than 2 |d| / w is, and needs no atan2.

    A joint 0.2 rad from where it is straight, of a range of +-0.5: d / w is 0.1003, and 0.2006 is less than 0.5.
    """
    if d >= 0.0:
        return low <= 0.0 and 2.0 * d < 0.999 * w * high
    return high >= 0.0 and -2.0 * d < -0.999 * w * low


@kernel
def stop(i, axis, beyond, inertia, strength, fast, rate, dt, spring, gain):
    """Turn bone i back about the world `axis` by the `beyond` rad that it is past its end, no faster than `fast`."""
    k = max(STOP_LEAST * strength, STOP_FREQUENCY * STOP_FREQUENCY * inertia)
    d = k * max(2.0 / STOP_FREQUENCY, FARTHEST / fast)
    speed = dot(axis, rate)
    torque = max(0.0, k * (min(beyond, FARTHEST) - dt * speed) - d * speed)
    if torque <= 0.0:
        return  # on its way back by itself
    for a in range(3):
        spring[i, a] += torque * axis[a]
        for b in range(3):
            gain[i, a, b] += dt * (d + dt * k) * axis[a] * axis[b]


@kernel
def stop_swing(i, axis, middle, most, inertia, strength, fast, rate, dt, spring, gain):
    """How far the bone's axis is from the middle of its range."""
    near = dot(axis, middle)
    if 4.94 * (1.0 - near) < most * most:
        return  # an angle is at most pi / 2 times its chord, whose square is 2 (1 - cos)
    swung = acos(min(1.0, max(-1.0, near)))
    if swung > most:
        back = cross(axis, middle)
        stop(i, scale(1.0 / max(1e-9, norm(back)), back), swung - most, inertia, strength, fast, rate, dt, spring, gain)


@kernel
def stop_twist(i, axis, middle, turned, low, high, inertia, strength, fast, rate, dt, spring, gain):
    """How far the bone is turned about itself; where it points away from its range, that cannot be told from swing."""
    along = dot(axis, middle)
    if along < OPPOSITE:
        return
    about = scale(1.0 / (1.0 + along), add(axis, middle))  # the twist's gradient: it does no other work
    if turned > high:
        stop(i, scale(-1.0, about), turned - high, inertia, strength, fast, rate, dt, spring, gain)
    elif turned < low:
        stop(i, about, low - turned, inertia, strength, fast, rate, dt, spring, gain)
