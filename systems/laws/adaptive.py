"""Adaptive servo (Kokkevis, Metaxas and Badler, eqs. 11 to 17): joints follow models of themselves, and find gains.

    a_m = k (r - q_m) - d w_m              the model: critically damped, a step is 90 % done in `settling_s`
    r   = q_d + (d w_d + a_d) / k          its input, which has it follow the target (eq. 14)
    s   = l (q_m - q) + w_m - w            l = 4 / settling_s; y of eq. 15 is l s
    u   = a_m + K . f,   f = (q, w / l, r, 1)      an acceleration, of each axis of each joint
    K   = p + sum of g p dt,   p = c s / dt f / (f . f),   c = 0.6,   g: see `growth`

k = ((1 - z) / dt)^2 and d = (1 - z^2) / dt, z = exp(-l dt), are exact for steps. Which torques bring u about is found
from the whole body as its rig has it (systems/kernels/inverse.py); what it weighs besides is left to K, which begins at
nothing. A joint 0.1 rad behind a model that stands still, with 0.3 s, gets 0.6 x 1.33 x 120 = 96 rad/s2 at once.

Put right where the print cannot be meant, or fails (docs/decisions/0032-adaptive-control.md): the 1 (weight pulls at
q = 0, too), the division by f . f, the leak of 0.2/s without which K drifts away, a_m, which the map can bring about.

At its limit a joint gives just that, and the others take the step that it then makes. Its sums stop, unless they lead
back, and its model is led towards it by as much as the limit took away. Legs that carry are held to their models as by
`world`.
"""

from __future__ import annotations

from math import exp
from typing import Annotated, NamedTuple

from components.arrays import TURN, Bools, Floats, Ints1
from components.law import THROUGH_JOINTS, Asks, Law, compiled, declare
from components.rig import Joint
from components.settings import setting
from components.table import BONE
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import (
    add,
    conj,
    delta,
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
from systems.laws.gains import FARTHEST_PULL, ask

ADAPTIVE = declare(
    Law(
        name="adaptive",
        place=9,
        module=__name__,
        about="each joint follows a model of itself and finds its own gains (Kokkevis)",
        asks=Asks.ACCELERATIONS,
        couplings=THROUGH_JOINTS,
        told_weight=True,
        when_down="world",
        eases=False,
        settings={
            "settling_s": setting(0.1, "adaptive servos: time for 90 % of a jump", "s", 0.05, 2.0),
            "adapting": setting(True, "adaptive servos: do they go on to find their gains"),
            "anti_windup": setting(True, "adaptive servos: do sums stop and models wait at a joint's limit"),
        },
    )
)
HINGE = int(Joint.HINGE)
SHARE, LEAK = 0.6, 0.2  # c; and how fast sums fade, 1/s
HEAVY, FASTEST_SUMS = 6.0, 0.2  # 1/s, and the share of l, see `growth`
JUMP = 1500.0  # rad/s2: a target whose speed changes faster has jumped, and nothing can follow that
FASTEST = 2000.0  # rad/s2: a body that is thrown about does not tear itself apart


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
    asked: Annotated[Floats, BONE, 3]  # u of the last tick
    free: Annotated[Bools, BONE]  # was it asked for an acceleration then
    input: Annotated[Floats, BONE, 3]  # r, rad
    model_push: Annotated[Floats, BONE, 3]  # a_m, rad/s2
    relative: Annotated[Floats, BONE, TURN]  # of a leg that carries: its model in the root's frame
    relative_spin: Annotated[Floats, BONE, 3]


@kernel
def adaptive(rows, skeletons, bones, targets, muscles, own, dt, demand, aims):
    """For these bones' joints: `aims.wanted`, or, of those that lean on something, `demand.torque` and `gain`."""
    kind, freedom, axis = skeletons.joint, skeletons.freedom, skeletons.axis
    for i in rows:
        here, spin, rest = row4(bones.joint, i), row3(bones.joint_spin, i), row4(skeletons.swing_centre, i)
        demand.torque[i], demand.gain[i] = (0.0, 0.0, 0.0), 0.0
        saturated = own.free[i] and aims.excess[i] > 0.0 and own.anti_windup[i]
        if muscles.fresh[i]:
            begin(i, here, spin, targets, own)
            muscles.fresh[i] = False
        elif saturated:
            wait(i, here, spin, kind, freedom, axis, aims.wanted, own, dt)
        quick = 4.0 / own.settling_s[i]
        behind = mul(conj(here), row4(own.model, i))
        lag = add(scale(quick, to_rotvec(behind)), sub(rotate(behind, row3(own.model_spin, i)), spin))
        lead(i, quick, rest, targets, own, dt)
        own.free[i] = not aims.leans[i]
        if aims.leans[i]:
            lean(i, skeletons, bones, muscles, own, dt, demand, aims)
            continue
        push = rotate(behind, row3(own.model_push, i))
        q, r, k = to_rotvec(mul(conj(rest), here)), row3(own.input, i), freedom[i]
        if kind[i] == HINGE:
            local = row3(axis, i)
            seen = (dot(q, local), dot(spin, local) / quick, dot(r, local))
            u = adapt(i, 0, seen, dot(lag, local), dot(push, local), growth(quick), saturated, own, dt)
            u = min(FASTEST, max(-FASTEST, u))
            aims.wanted[k] = u
            own.asked[i] = scale(u, local)
            continue
        for n in range(3):
            own.asked[i, n] = adapt(
                i, n, (q[n], spin[n] / quick, r[n]), lag[n], push[n], growth(quick), saturated, own, dt
            )
        own.asked[i] = scale(min(1.0, FASTEST / max(1e-9, norm(row3(own.asked, i)))), row3(own.asked, i))
        for n in range(3):
            aims.wanted[k + n] = own.asked[i, n]


@kernel
def begin(i, here, spin, targets, own):
    """The model is where the joint is, and nothing has been found yet."""
    own.model[i], own.model_spin[i], own.gains[i] = here, spin, 0.0
    own.led[i] = row3(targets.joint_spin, i)


@kernel
def wait(i, here, spin, kind, freedom, axis, happens, own, dt):
    """Lead the model towards the joint by the share of s that its limit took away from what was asked."""
    k = freedom[i]
    does = scale(happens[k], row3(axis, i)) if kind[i] == HINGE else (happens[k], happens[k + 1], happens[k + 2])
    quick = 4.0 / own.settling_s[i]
    way = mul(conj(here), row4(own.model, i))
    error, late = to_rotvec(way), sub(rotate(way, row3(own.model_spin, i)), spin)
    s = add(scale(quick, error), late)
    missing = scale(dt / SHARE, sub(row3(own.asked, i), does))
    left = 1.0 - min(1.0, max(0.0, dot(missing, s) / max(1e-12, dot(s, s))))
    way = from_rotvec(scale(left, error))
    own.model[i] = mul(here, way)
    own.model_spin[i] = rotate(conj(way), add(spin, scale(left, late)))


@kernel
def lead(i, quick, rest, targets, own, dt):
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
    a = add(scale(k, to_rotvec(way)), add(scale(d, sub(rotate(way, now), turning)), rotate(way, change)))
    own.model_push[i] = a
    turning = add(turning, scale(dt, a))
    own.model[i] = unit(mul(row4(own.model, i), from_rotvec(scale(dt, turning))))
    own.model_spin[i] = turning


@kernel
def growth(quick):
    """1/s, how fast sums grow beside p: 30 for slow joints, 7 with 0.1 s.

    Of a joint m times as heavy as it is taken to be s''' + a s'' + a (l + g) s' + a l g s = 0, a = c / (m dt), which
    settles while a > l g / (l + g). Held at 6 of a's 7.2 that is so up to m = 10.
    """
    return HEAVY * quick / max(FASTEST_SUMS * quick, quick - HEAVY)


@kernel
def adapt(i, n, seen, lag, push, grow, saturated, own, dt):
    """u about one axis, rad/s2, from what is seen of it (q, w / l, r), its s and its model's a_m."""
    gains, square, u = own.gains, 1.0 + seen[0] ** 2 + seen[1] ** 2 + seen[2] ** 2, push
    for j in range(4):
        u += gains[i, n, j] * (seen[j] if j < 3 else 1.0)
    p = SHARE * lag / (dt * square)
    if own.adapting[i] and not (saturated and p * u > 0.0):
        for j in range(4):
            gains[i, n, j] += dt * (grow * p * (seen[j] if j < 3 else 1.0) - LEAK * gains[i, n, j])
    return u + p * square


@kernel
def lean(i, skeletons, bones, muscles, own, dt, demand, aims):
    """Bone i as the servo `world` has it, but led by its model: what carries can only be held, not moved at will."""
    root, above = skeletons.first[skeletons.owner[i]], skeletons.parent[i]
    frame, root_spin, here = row4(bones.orientation, root), row3(bones.spin, root), row4(bones.orientation, i)
    turn, turning = row4(own.model, i), rotate(row4(own.model, i), row3(own.model_spin, i))
    if above != root:
        known = aims.leans[above] and muscles.acting[above] == muscles.acting[i]
        over = row4(own.relative, above) if known else mul(conj(frame), row4(bones.orientation, above))
        of_above = (
            row3(own.relative_spin, above) if known else rotate(conj(frame), sub(row3(bones.spin, above), root_spin))
        )
        turn, turning = mul(over, turn), add(of_above, rotate(over, turning))
    own.relative[i], own.relative_spin[i] = turn, turning
    error, spin = delta(mul(frame, turn), here), sub(row3(bones.spin, i), root_spin)
    f, strength = muscles.frequency[i], muscles.strength[i]
    late = sub(rotate(frame, turning), spin)
    ask(demand.inertia, f, strength, FARTHEST_PULL, dt, i, error, spin, late, demand.torque, demand.gain)


@entry
@allocating_kernel
def ask_adaptive(rows: Ints1, t: Handle, own: Adaptive, dt: float):
    adaptive(rows, t.skeletons, t.bones, t.targets, t.muscles, own, dt, t.demand, t.aims)


compiled(ADAPTIVE, ask_adaptive, table=Adaptive)
