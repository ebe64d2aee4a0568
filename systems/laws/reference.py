"""Reference models: what each joint is to do, as one that is critically damped would do it (Kokkevis, eqs. 11 and 14).

    a_m = k (r - q_m) - d w_m            k = ((1 - z) / dt)^2, d = (1 - z^2) / dt, z = exp(-4 dt / settling_s)
    r   = q_d + (d w_d + a_d) / k        its input: a model that is on its target stays on it

k and d are exact for steps: of a jump (1 + n (1 - z)) z^n is left after n of them. With 0.3 s 9 % is left after 36, and
a jump of 1 rad begins with 160 rad/s2.

A joint at its limit cannot do that, and its model waits: it is led towards the joint by as much as the limit took away
from what was asked, and for as long as that lasts it gathers no more speed than the joint can stop from in front of its
target: with `most` rad/s2, sqrt(2 x 0.7 most x the way that is left).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated, NamedTuple

from components.arrays import TURN, Bools, Floats
from components.rig import Joint
from components.table import BONE
from systems.kernels import kernel
from systems.kernels.quaternions import (
    add,
    conj,
    dot,
    from_rotvec,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    to_rotvec,
    unit,
)

HINGE = int(Joint.HINGE)
SHARE = 0.8  # c of systems/laws/adaptive.py
FREE = 1e9  # rad/s2, as much as it likes
LEAST = 2.0  # rad/s2 that a model does, whatever its joint can
BRAKES = 0.7  # of what its joint can do, when it stops
JUMP = 1500.0  # rad/s2: a target whose speed changes faster has jumped, and nothing can follow that


class Adaptive(NamedTuple):
    """Of both adaptive laws: settings, models, what has been found."""

    settling_s: Annotated[Floats, BONE]
    adapting: Annotated[Bools, BONE]
    anti_windup: Annotated[Bools, BONE]
    alpha: Annotated[Floats, BONE]  # of the published law, and
    beta: Annotated[Floats, BONE]
    model: Annotated[Floats, BONE, TURN]  # q_m in the parent's frame
    model_spin: Annotated[Floats, BONE, 3]  # rad/s against the parent, own axes
    led: Annotated[Floats, BONE, 3]  # rad/s, the target's speed a tick ago
    gains: Annotated[Floats, BONE, 3, 4]  # rad/s2, the sums in K, by axis: of q, w / l, r and 1; N m as published
    load: Annotated[Floats, BONE, 3]  # rad/s2, d of systems/laws/adaptive.py
    was: Annotated[Floats, BONE, 3]  # rad/s, its speed a tick ago
    weighs: Annotated[Bools, BONE]  # is what it weighs looked for; this and below in systems/laws/weighing.py
    known: Annotated[Bools, BONE]  # of a root: is it known how the body was a tick ago:
    place: Annotated[Floats, BONE, 3]  # m
    turn: Annotated[Floats, BONE, TURN]
    whirl: Annotated[Floats, BONE, 3]  # rad/s, world axes
    rate: Annotated[Floats, BONE, 3]  # rad/s of its joint, own axes; of a root its velocity, m/s
    turning: Annotated[Floats, BONE, 3]  # rad/s2 and
    moving: Annotated[Floats, BONE, 3]  # m/s2 in the last step
    took: Annotated[Floats, BONE, 6]  # N m and N about the root, what it took to bring them about
    doubt: Annotated[Floats, BONE, 3]  # P: kg2, kg, 1
    touched: Annotated[Bools, BONE]  # does it touch something, or a bone that hangs on it
    asked: Annotated[Floats, BONE, 3]  # u of the last tick
    free: Annotated[Bools, BONE]  # was it asked for an acceleration then
    input: Annotated[Floats, BONE, 3]  # r, rad
    model_push: Annotated[Floats, BONE, 3]  # a_m, rad/s2
    wished: Annotated[Floats, BONE, 3]  # rad/s2, what a_m would be of a joint that is strong enough
    relative: Annotated[Floats, BONE, TURN]  # of a leg that carries: its model in the root's frame
    relative_spin: Annotated[Floats, BONE, 3]
    borne: Annotated[Floats, BONE, 3, 4]  # rad/s2, the sums in K of a leg that carries


@kernel
def begin(i, here, spin, targets, own):
    """The model is where the joint is, and nothing has been found yet."""
    own.model[i], own.model_spin[i], own.gains[i], own.load[i], own.free[i] = here, spin, 0.0, 0.0, False
    own.led[i], own.borne[i] = row3(targets.joint_spin, i), 0.0


@kernel
def wait(i, here, spin, skeletons, muscles, aims, own, dt):
    """Lead the model towards the joint by the share of s that its limit took away; rad/s2 that the joint can do."""
    k, hinge, torque, held = skeletons.freedom[i], skeletons.joint[i] == HINGE, 0.0, 0.0
    for n in range(1 if hinge else 3):
        torque += aims.inertial[k + n] ** 2
        held += aims.bias[k + n] ** 2
    along = row3(skeletons.axis, i) if hinge else (0.0, 0.0, 0.0)
    does = scale(aims.wanted[k], along) if hinge else (aims.wanted[k], aims.wanted[k + 1], aims.wanted[k + 2])
    held, inertia = sqrt(held), sqrt(torque) / max(1e-9, norm(does))
    aims.needed[i] = (muscles.limit[i] if own.touched[i] else held) + inertia * norm(row3(own.wished, i))
    quick = 4.0 / own.settling_s[i]
    way = mul(conj(here), row4(own.model, i))
    error, late = to_rotvec(way), sub(rotate(way, row3(own.model_spin, i)), spin)
    s = add(scale(quick, error), late)
    missing = scale(dt * (1.0 + quick * dt) / SHARE, sub(row3(own.asked, i), does))
    left = 1.0 - min(1.0, max(0.0, dot(missing, s) / max(1e-12, dot(s, s))))
    way = from_rotvec(scale(left, error))
    own.model[i] = mul(here, way)
    own.model_spin[i] = rotate(conj(way), add(spin, scale(left, late)))
    return max(LEAST, (muscles.limit[i] - held) / max(1e-9, inertia))


@kernel
def lead(i, quick, most, rest, targets, own, dt):
    """The model's step towards its target, and `own.input`, what it took for that."""
    z = exp(-quick * dt)
    k, d = ((1.0 - z) / dt) ** 2, (1.0 - z * z) / dt
    speed, now = row3(targets.joint_spin, i), row3(own.led, i)
    change = scale(1.0 / dt, sub(speed, now))
    if norm(change) > JUMP:
        change, now = (0.0, 0.0, 0.0), speed
    own.led[i] = speed
    goal = mul(row4(targets.joint, i), from_rotvec(scale(-dt, speed)))
    own.input[i] = add(to_rotvec(mul(conj(rest), goal)), scale(1.0 / k, add(scale(d, now), change)))
    way, turning = mul(conj(row4(own.model, i)), goal), row3(own.model_spin, i)
    error, lag, change = to_rotvec(way), sub(rotate(way, now), turning), rotate(way, change)
    a = add(scale(k, error), add(scale(d, lag), change))
    own.wished[i] = a
    if most < FREE:
        a = add(scale(d, add(lag, scale(approach(k / d, norm(error), most), error))), change)
    own.model_push[i] = a
    turning = add(turning, scale(dt, a))
    own.model[i] = unit(mul(row4(own.model, i), from_rotvec(scale(dt, turning))))
    own.model_spin[i] = turning


@kernel
def approach(rate, way, most):
    """1/s: the speed with which to come nearer, over the way (rad) that is left; `rate`, as long as it can stop."""
    brake = BRAKES * most
    edge = brake / (rate * rate)
    return rate if way <= edge else sqrt(2.0 * brake * (way - 0.5 * edge)) / way
