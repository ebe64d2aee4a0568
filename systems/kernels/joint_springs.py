"""What every joint does by itself: stops at its limits, and, where no muscle is awake, drags a little like flesh.

Both are springs and dampers across the joint, handed to the implicit solve (systems/kernels/actuate.py), so they are
stable at any stiffness. A knee (A = 0.3 kg m2) bent 0.1 rad past its end is pushed back with about 110 N m.
"""

from __future__ import annotations

from math import acos

from numba import njit

from components.rig import Joint
from components.settings import Servo
from systems.kernels.codes import code
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import add, conj, cross, dot, mul, norm, rotate, scale, twist_about

ROOT, HINGE = int(Joint.ROOT), int(Joint.HINGE)
OFF = code(Servo.OFF)
STOP_FREQUENCY = 60.0  # rad/s of the limit's spring, critically damped
STOP_LEAST = 1500.0  # N m/rad: a neck has to stop with the body's weight on it, not just with the head's
FARTHEST = 0.4  # rad beyond the end from where it pushes no harder
OPPOSITE = -0.7  # cosine to the middle of the range
FLESH = 8.0  # 1/s, damping of a limp joint over its inertia


@njit(cache=True)
def joint_springs(skeletons, bones, modes, dt, demand):
    """Fill `demand.spring` and `demand.spring_gain` for all bones."""
    for i in range(len(skeletons.parent)):
        demand.spring[i] = 0.0
        demand.spring_gain[i] = 0.0
        if skeletons.joint[i] == ROOT:
            continue
        inertia = (demand.inertia[i, 0, 0] + demand.inertia[i, 1, 1] + demand.inertia[i, 2, 2]) / 3.0
        rate = rotate(bones.orientation[i], bones.joint_spin[i])
        c = skeletons.owner[i]
        awake = 0.0 if modes.servo[c] == OFF else modes.authority[c]
        drag = (1.0 - min(1.0, awake)) * FLESH * inertia
        for a in range(3):
            demand.spring[i, a] = -drag * rate[a]
            demand.spring_gain[i, a, a] = dt * drag
        if skeletons.joint[i] == HINGE:
            stop_hinge(skeletons, bones, i, inertia, rate, dt, demand)
        else:
            stop_ball(skeletons, bones, i, inertia, rate, dt, demand)


@njit(cache=True)
def stop(i, axis, beyond, inertia, rate, dt, demand):
    """Turn bone i back about the world `axis` by the `beyond` rad that it is past its end."""
    k = max(STOP_LEAST, STOP_FREQUENCY * STOP_FREQUENCY * inertia)
    d = 2.0 * k / STOP_FREQUENCY
    speed = dot(axis, rate)
    torque = max(0.0, k * (min(beyond, FARTHEST) - dt * speed) - d * speed)
    for a in range(3):
        demand.spring[i, a] += torque * axis[a]
        for b in range(3):
            demand.spring_gain[i, a, b] += dt * (d + dt * k) * axis[a] * axis[b]


@njit(cache=True)
def stop_hinge(skeletons, bones, i, inertia, rate, dt, demand):
    local = skeletons.axis[i]
    angle = hinge_angle(bones.joint[i], local)
    axis = rotate(bones.orientation[i], local)
    if angle > skeletons.high[i]:
        stop(i, scale(-1.0, axis), angle - skeletons.high[i], inertia, rate, dt, demand)
    elif angle < skeletons.low[i]:
        stop(i, axis, skeletons.low[i] - angle, inertia, rate, dt, demand)


@njit(cache=True)
def stop_ball(skeletons, bones, i, inertia, rate, dt, demand):
    """Swing: how far the bone's axis is from the middle of its range. Twist: how far it is turned about itself."""
    local, centre, above = skeletons.axis[i], skeletons.swing_centre[i], bones.orientation[skeletons.parent[i]]
    here, middle = rotate(bones.orientation[i], local), rotate(above, rotate(centre, local))
    swung = acos(min(1.0, max(-1.0, dot(here, middle))))
    if swung > skeletons.swing[i]:
        back = cross(here, middle)
        stop(i, scale(1.0 / max(1e-9, norm(back)), back), swung - skeletons.swing[i], inertia, rate, dt, demand)
    if dot(here, middle) < OPPOSITE:
        return  # the bone points away from its range: what is twist there and what is swing cannot be told apart
    turn = twist_about(mul(conj(centre), bones.joint[i]), local)
    twisted = hinge_angle(turn, local)
    about = scale(1.0 / (1.0 + dot(here, middle)), add(here, middle))  # the twist's gradient: it does no other work
    if twisted > skeletons.high[i]:
        stop(i, scale(-1.0, about), twisted - skeletons.high[i], inertia, rate, dt, demand)
    elif twisted < skeletons.low[i]:
        stop(i, about, skeletons.low[i] - twisted, inertia, rate, dt, demand)
