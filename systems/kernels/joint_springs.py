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
    kind, inertia = skeletons.joint, demand.inertia
    for i in range(len(kind)):
        here = row4(bones.orientation, i)
        rate = rotate(here, row3(bones.joint_spin, i))
        mean_inertia = (inertia[i, 0, 0] + inertia[i, 1, 1] + inertia[i, 2, 2]) / 3.0
        fast = modes.fast[skeletons.owner[i]]
        if muscles.limp[i]:
            fast = min(LOOSE, fast)
        drag(i, mean_inertia, rate, fast, skeletons, bones, modes, muscles, dt, demand)
        if kind[i] == HINGE:
            stop_hinge(i, here, mean_inertia, fast, rate, skeletons, bones, dt, demand)
        elif kind[i] != ROOT:
            stop_ball(i, here, mean_inertia, fast, rate, skeletons, bones, dt, demand)


@kernel
def drag(i, inertia, rate, fast, skeletons, bones, modes, muscles, dt, demand):
    """What slows a joint wherever it stands: flesh without strength, and speed beyond `fast` (rad/s)."""
    c = skeletons.owner[i]
    awake = 0.0 if muscles.limp[i] else min(1.0, modes.authority[c])
    slack = muscles.passive_damping[i] if muscles.limp[i] else FLESH
    heavier, free, steady = 1.0, fast, modes.heavy[c] > 0.0 and not is_leg(i, skeletons)
    if steady:  # somebody who rises
        heavier = max(1.0, modes.heavy[c] / inertia)  # times: a hand drags like an arm
        free = max(STILL, fast - max(0.0, norm(row3(bones.spin, i)) - WHIRLS))
    beyond = beyond_fast(rate, free)
    steep = 1.0 if steady and beyond > 0.0 else beyond  # 1: it leaves `free`, however strong it is; else less
    flesh, fast_flesh = (1.0 - awake) * slack, modes.drag[c] * heavier
    drags = 0.0 if skeletons.joint[i] == ROOT else (flesh + fast_flesh * beyond) * inertia
    yields = 0.0 if skeletons.joint[i] == ROOT else (flesh + fast_flesh * steep) * inertia
    for a in range(3):
        demand.spring[i, a] = -drags * rate[a]
        for b in range(3):
            demand.spring_gain[i, a, b] = dt * yields if a == b else 0.0


@kernel
def is_leg(i, skeletons):
    """Legs of who rises are steadier without that drag, but for toes."""
    above = skeletons.parent[i]
    return skeletons.leg[i] and not (skeletons.foot[i] and above >= 0 and skeletons.foot[above])


@kernel
def stop_hinge(i, here, inertia, fast, rate, skeletons, bones, dt, demand):
    low, high, strength = skeletons.low[i], skeletons.high[i], skeletons.torque_limit[i]
    local, turn = row3(skeletons.axis, i), row4(bones.joint, i)
    if is_within(dot(turn, local), turn[3], low, high):
        return
    angle, axis = hinge_angle(turn, local), rotate(here, local)
    if angle > high:
        stop(i, scale(-1.0, axis), angle - high, inertia, strength, fast, rate, dt, demand.spring, demand.spring_gain)
    elif angle < low:
        stop(i, axis, low - angle, inertia, strength, fast, rate, dt, demand.spring, demand.spring_gain)


@kernel
def stop_ball(i, here, inertia, fast, rate, skeletons, bones, dt, demand):
    low, high, strength = skeletons.low[i], skeletons.high[i], skeletons.torque_limit[i]
    spring, gain, above = demand.spring, demand.spring_gain, row4(bones.orientation, skeletons.parent[i])
    local, rest = row3(skeletons.axis, i), row4(skeletons.swing_centre, i)
    axis, middle = rotate(here, local), rotate(above, rotate(rest, local))
    stop_swing(i, axis, middle, skeletons.swing[i], inertia, strength, fast, rate, dt, spring, gain)
    turn = mul(conj(rest), row4(bones.joint, i))
    if is_within(dot(turn, local), turn[3], low, high):
        return
    turned = hinge_angle(twist_about(turn, local), local)
    stop_twist(i, axis, middle, turned, low, high, inertia, strength, fast, rate, dt, spring, gain)


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
