"""The adaptive servo as Kokkevis, Metaxas and Badler print it (eqs. 13 to 17): one controller an axis, and no inertia.

    u = K . (q, w) + K_r r             N m
    K = sum of alpha y x dt + beta y x,   K_r = sum of alpha y r dt + beta y r
    y = l^2 (q_m - q) + l (w_m - w)    l = 4 / settling_s; the model and its input r as in systems/laws/adaptive.py

x = (q, w) is the joint's own state, from its rest (eq. 16 has it once with and once without its index). Left as it is:
nothing of the weight, of other joints, of an inertia, no division by x . x, no leak. Beyond the joint's limit the sums
stop. A rod that is 0.1 rad behind at 1 rad, with 0.3 s, gets 0.2 x 178 x 0.1 x 2 = 7 N m at once, whatever it weighs.

It is stepped explicitly. Near rest at 1 rad that holds while 2 beta (l^2 dt^2 + 2 l dt) / 4 is less than what a joint
is to turn (kg m2, in a chain far less than what hangs on it), and where it does not, an event `unstable` says so. The
faster a joint turns, the sooner it does not. Then muscles give no more than turns a bone by 300 rad/s2.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from components.arrays import Ints1
from components.law import THROUGH_JOINTS, Asks, Law, compiled, declare
from components.settings import setting
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle
from systems.kernels.quaternions import add, conj, dot, mul, rotate, row3, row4, scale, sub, to_rotvec
from systems.laws.reference import FREE, HINGE, Adaptive, begin, lead

PUBLISHED = declare(
    Law(
        name="adaptive_published",
        place=10,
        module=__name__,
        about="the same joint by joint, as the paper prints it: no inertia, no weight",
        asks=Asks.JOINTS,
        couplings=THROUGH_JOINTS,
        when_down="world",
        eases=False,
        settings={
            "alpha": setting(4.0, "published adaptive servo: how fast its gains grow", "kg m2 s/rad2", 0.0, 1000.0),
            "beta": setting(0.2, "published adaptive servo: its gains at once", "kg m2 s2/rad2", 0.0, 100.0),
        },
    )
)
REST = (0.0, 0.0, 0.0, 1.0)
CALM = 100.0  # rad/s2 of each axis of what hangs on a joint: what shakes may shake, but not itself to pieces


@kernel
def published(rows, skeletons, bones, targets, muscles, own, dt, demand, aims):
    """Fill `aims.inertial` of these bones' joints."""
    kind, freedom, axis, found = skeletons.joint, skeletons.freedom, skeletons.axis, aims.inertial
    for i in rows:
        here, spin, k = row4(bones.joint, i), row3(bones.joint_spin, i), freedom[i]
        demand.torque[i], demand.gain[i], demand.own[i] = (0.0, 0.0, 0.0), 0.0, True
        own.free[i] = False
        if muscles.fresh[i]:
            begin(i, here, spin, targets, own)
            muscles.fresh[i] = False
        quick = 4.0 / own.settling_s[i]
        way = mul(conj(here), row4(own.model, i))
        late = sub(rotate(way, row3(own.model_spin, i)), spin)
        y = add(scale(quick * quick, to_rotvec(way)), scale(quick, late))
        lead(i, quick, FREE, REST, targets, own, dt)
        q, r, size = to_rotvec(here), row3(own.input, i), 0.0
        most = min(
            muscles.limit[i], CALM * (demand.inertia[i, 0, 0] + demand.inertia[i, 1, 1] + demand.inertia[i, 2, 2])
        )
        if kind[i] == HINGE:
            local = row3(axis, i)
            found[k] = control(i, 0, dot(q, local), dot(spin, local), dot(r, local), dot(y, local), own)
            size = found[k] ** 2
        else:
            for n in range(3):
                found[k + n] = control(i, n, q[n], spin[n], r[n], y[n], own)
                size += found[k + n] ** 2
        over = sqrt(size) / most
        if over > 1.0:
            for n in range(1 if kind[i] == HINGE else 3):
                found[k + n] /= over
        if own.adapting[i] and (over <= 1.0 or not own.anti_windup[i]):
            if kind[i] == HINGE:
                local = row3(axis, i)
                learn(i, 0, dot(q, local), dot(spin, local), dot(r, local), dot(y, local), own, dt)
            else:
                for n in range(3):
                    learn(i, n, q[n], spin[n], r[n], y[n], own, dt)


@kernel
def control(i, n, q, w, r, y, own):
    """N m about one axis."""
    gains, at_once = own.gains, own.beta[i] * y * (q * q + w * w + r * r)
    return gains[i, n, 0] * q + gains[i, n, 1] * w + gains[i, n, 2] * r + at_once


@kernel
def learn(i, n, q, w, r, y, own, dt):
    more = own.alpha[i] * y * dt
    own.gains[i, n, 0] += more * q
    own.gains[i, n, 1] += more * w
    own.gains[i, n, 2] += more * r


@entry
@allocating_kernel
def ask_published(rows: Ints1, t: Handle, own: Adaptive, dt: float):
    published(rows, t.skeletons, t.bones, t.targets, t.muscles, own, dt, t.demand, t.aims)


def explicit_inertia(t: Any, own: Adaptive, row: int, dt: float) -> float:
    """kg m2 below which a lone axis at 1 rad blows up."""
    quick = 4.0 / own.settling_s[row]
    return float(2.0 * own.beta[row] * (quick * quick * dt * dt + 2.0 * quick * dt) / 4.0)


compiled(PUBLISHED, ask_published, table=Adaptive, explicit_inertia=explicit_inertia)
