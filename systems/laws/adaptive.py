"""Adaptive servo (Kokkevis, Metaxas and Badler, eqs. 11 to 17): joints follow models of themselves, and find gains.

    a_m                                    what the joint's model does in this step (systems/laws/reference.py)
    s   = l (q_m - q) + w_m - w            l = 4 / settling_s; y of eq. 15 is l s
    u   = a_m + K . f + d,   f = (q, w / l, r, 1)      an acceleration, of each axis of each joint
    K   = p + sum of 0.2 g p dt,   p = c s / (dt + l dt^2) f / (f . f),   c = 0.8,   g: see `growth`
    d   follows what the joint did less than the map had promised, in 1 / g s

Which torques bring u about is found from the whole body as its rig has it (systems/kernels/inverse.py) and as it was
weighed since (systems/laws/weighing.py). What no mass explains is left to K and d; all of it begins at nothing. d stays
while the joint, or what hangs on it, touches something. A joint 0.1 rad behind a model that stands still, with 0.3 s,
gets 0.8 x 1.33 x 120 / 1.11 = 115 rad/s2 at once.

Put right where the print cannot be meant, or fails (docs/decisions/0032-adaptive-control.md): the 1 (weight pulls at
q = 0, too), the division by f . f, the leak of 0.2/s without which K drifts away, a_m, which the map can bring about.

At its limit a joint gives just that, and the others take the step that it then makes. Its sums stop, unless they lead
back, d stays, and its model waits for it. Legs that carry are held to their models as by `world`, by springs whose own
K grows (`bear`): the ground answers for them, so neither the map nor d can say what a leg lacks.
"""

from __future__ import annotations

from components.arrays import Ints1
from components.law import THROUGH_JOINTS, Asks, Law, compiled, declare
from components.settings import setting
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import (
    add,
    conj,
    delta,
    dot,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    to_rotvec,
)
from systems.laws.gains import FARTHEST_PULL, ask
from systems.laws.reference import FREE, HINGE, SHARE, Adaptive, begin, lead, wait
from systems.laws.weighing import forget_weight, weigh

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
LEAK = 0.2  # 1/s, how fast sums fade
HEAVY, FASTEST_SUMS = 8.0, 0.2  # 1/s, and a share of l, see `growth`
LOADS, SUMS = 1.0, 0.2  # of g
BEARS = 1.0  # 1/s, how fast the sums of a leg that carries grow beside its spring
MOST_LOAD = 1000.0  # rad/s2, of d
FASTEST = 2000.0  # rad/s2: a body that is thrown about does not tear itself apart


@kernel
def adaptive(
    rows, skeletons, bones, targets, modes, muscles, dynamics, torques, contacts, strings, own, dt, demand, aims
):  # fmt: skip
    """For these bones' joints: `aims.wanted`, or, of those that lean on something, `demand.torque` and `gain`."""
    kind, freedom, axis = skeletons.joint, skeletons.freedom, skeletons.axis
    weigh(rows, skeletons, bones, modes, muscles, torques, contacts, strings, own, dt, dynamics)
    for i in rows:
        here, spin, rest = row4(bones.joint, i), row3(bones.joint_spin, i), row4(skeletons.swing_centre, i)
        demand.torque[i], demand.gain[i] = (0.0, 0.0, 0.0), 0.0
        saturated, most = own.free[i] and aims.excess[i] > 0.0 and own.anti_windup[i], FREE
        if muscles.fresh[i]:
            begin(i, here, spin, targets, own)
            forget_weight(i, skeletons, dynamics, own)
            muscles.fresh[i] = False
        elif saturated:
            most = wait(i, here, spin, skeletons, muscles, aims, own, dt)
        if own.free[i] and own.adapting[i] and not own.touched[i] and not saturated:
            lack(i, freedom[i], kind[i] == HINGE, row3(axis, i), spin, own, aims, dt)
        own.was[i] = spin
        quick = 4.0 / own.settling_s[i]
        at_once, grow = SHARE / (dt + quick * dt * dt), SUMS * growth(quick, dt)
        behind = mul(conj(here), row4(own.model, i))
        lag = add(scale(quick, to_rotvec(behind)), sub(rotate(behind, row3(own.model_spin, i)), spin))
        lead(i, quick, most, rest, targets, own, dt)
        own.free[i] = not aims.leans[i]
        if aims.leans[i]:
            lean(i, skeletons, bones, muscles, own, dt, demand, aims)
            bear(i, kind[i] == HINGE, row3(axis, i), rest, lag, quick, bones, muscles, own, dt, demand, aims)
            continue
        push = add(rotate(behind, row3(own.model_push, i)), row3(own.load, i))
        q, r, k = to_rotvec(mul(conj(rest), here)), row3(own.input, i), freedom[i]
        if kind[i] == HINGE:
            local = row3(axis, i)
            seen = (dot(q, local), dot(spin, local) / quick, dot(r, local))
            u = adapt(i, 0, seen, dot(lag, local), dot(push, local), at_once, grow, saturated, own, dt)
            u = min(FASTEST, max(-FASTEST, u))
            aims.wanted[k] = u
            own.asked[i] = scale(u, local)
            continue
        for n in range(3):
            own.asked[i, n] = adapt(
                i, n, (q[n], spin[n] / quick, r[n]), lag[n], push[n], at_once, grow, saturated, own, dt
            )
        own.asked[i] = scale(min(1.0, FASTEST / max(1e-9, norm(row3(own.asked, i)))), row3(own.asked, i))
        for n in range(3):
            aims.wanted[k + n] = own.asked[i, n]


@kernel
def lack(i, k, hinge, local, spin, own, aims, dt):
    """`own.load` follows what the joint lacked in the last step of the acceleration that the map had promised."""
    does = scale(aims.wanted[k], local) if hinge else (aims.wanted[k], aims.wanted[k + 1], aims.wanted[k + 2])
    lacks = sub(does, scale(1.0 / dt, sub(spin, row3(own.was, i))))
    share = LOADS * dt * growth(4.0 / own.settling_s[i], dt)
    load = add(row3(own.load, i), scale(share, sub(lacks, row3(own.load, i))))
    own.load[i] = scale(min(1.0, MOST_LOAD / max(1e-9, norm(load))), load)


@kernel
def growth(quick, dt):
    """1/s, how fast sums grow beside p: 7 with 0.1 s, 16 with 0.3 s, 39 with 1 s.

    Of a joint m times as heavy as it is taken to be, with a = c / (m dt (1 + l dt)), the error e has
    e''' + a e'' + a (l + g) e' + a l g e = 0, which settles while a > l g / (l + g). That is kept at 8 / (1 + l dt):
    m may be 12 of one joint alone.
    """
    most = HEAVY / (1.0 + quick * dt)
    return most * quick / max(FASTEST_SUMS * quick, quick - most)


@kernel
def adapt(i, n, seen, lag, push, at_once, grow, saturated, own, dt):
    """u about one axis, rad/s2, from what is seen of it (q, w / l, r), its s and its model's a_m."""
    gains, square, u = own.gains, 1.0 + seen[0] ** 2 + seen[1] ** 2 + seen[2] ** 2, push
    for j in range(4):
        u += gains[i, n, j] * (seen[j] if j < 3 else 1.0)
    p = at_once * lag / square
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


@kernel
def bear(i, hinge, local, rest, lag, quick, bones, muscles, own, dt, demand, aims):
    """What a leg that carries does beside: K . f, whose sums are led by s as a spring's that is `frequency` stiff.

    With 30 rad/s a joint that stays 0.01 rad behind is pulled by 30^2 x 0.01 = 9 rad/s2, and after 1 s by 9 more.
    """
    here, spin = row4(bones.joint, i), row3(bones.joint_spin, i)
    q, r, w = to_rotvec(mul(conj(rest), here)), row3(own.input, i), scale(1.0 / quick, spin)
    stops = aims.excess[i] > 0.0 and own.anti_windup[i]
    led = scale(BEARS * muscles.frequency[i] ** 2 / quick, lag)
    if hinge:
        u = scale(borne(i, 0, (dot(q, local), dot(w, local), dot(r, local)), dot(led, local), stops, own, dt), local)
    else:
        u = (
            borne(i, 0, (q[0], w[0], r[0]), led[0], stops, own, dt),
            borne(i, 1, (q[1], w[1], r[1]), led[1], stops, own, dt),
            borne(i, 2, (q[2], w[2], r[2]), led[2], stops, own, dt),
        )
    x, y, z = rotate(row4(bones.orientation, i), scale(muscles.strength[i], u))
    inertia = demand.inertia[i]
    for n in range(3):
        demand.torque[i, n] += inertia[n, 0] * x + inertia[n, 1] * y + inertia[n, 2] * z


@kernel
def borne(i, n, seen, led, stops, own, dt):
    """K . f about one axis, rad/s2; its sums grow by `led` (rad/s3)."""
    gains, square, u = own.borne, 1.0 + seen[0] ** 2 + seen[1] ** 2 + seen[2] ** 2, 0.0
    for j in range(4):
        u += gains[i, n, j] * (seen[j] if j < 3 else 1.0)
    if own.adapting[i] and not (stops and led * u > 0.0):
        for j in range(4):
            gains[i, n, j] += dt * (led / square * (seen[j] if j < 3 else 1.0) - LEAK * gains[i, n, j])
    return u


@entry
@allocating_kernel
def ask_adaptive(rows: Ints1, t: Handle, own: Adaptive, dt: float):
    adaptive(
        rows, t.skeletons, t.bones, t.targets, t.modes, t.muscles, t.dynamics, t.torques, t.contacts, t.strings, own,
        dt, t.demand, t.aims,
    )  # fmt: skip


compiled(ADAPTIVE, ask_adaptive, table=Adaptive)
