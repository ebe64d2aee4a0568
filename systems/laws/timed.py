"""Timed servo (On the Beat, eqs. 1 to 4): each joint is where it should be when it should be.

    e = log(q^-1 q_d exp(-w_d t))        to the line that passes through the key-frame with its speed, t: time left
    a = (1 - z)^2 / dt^2 e + (1 - z^2) / dt (w_d - w)                     z: see systems/laws/timing.py

The key-frame q_d, w_d is in the parent's frame, e and w in the bone's own axes. What is asked for is an acceleration;
which torques bring it about, on all joints at once, is found from the whole body (systems/kernels/inverse.py). A joint
that is 1 rad off and has 0.3 s gets 147 rad/s2 at first.

A joint without a key-frame follows the clip, whose pose at the end of this tick is the key-frame. One that was knocked
off has `delta` seconds to be back: the error is that to the clip as it moves on, so it arrives with the clip's speed.
`remaining`: the time constant follows the time that is left, the last steps end exactly, nothing of the error is left.
`fixed`: it is that of the whole time, and the share `settle` is gone.
"""

from __future__ import annotations

from typing import Any

from components.arrays import Ints1
from components.law import THROUGH_JOINTS, Asks, Law, compiled, declare
from components.rig import Joint
from components.settings import TIMINGS, setting
from components.table import Aims, Bones, Targets
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
)
from systems.laws.gains import FARTHEST_PULL, ask
from systems.laws.timing import LAST_STEPS, REMAINING, decay, landing, time_for

TIMED = declare(
    Law(
        name="timed",
        place=5,
        module=__name__,
        about="muscles bring each joint to its key-frame in time, with the whole body's dynamics (On the Beat)",
        asks=Asks.ACCELERATIONS,
        couplings=THROUGH_JOINTS,
        takes_keys=True,
        told_weight=True,
        when_down="world",
        settings={
            "timing": setting("remaining", "timed servos: what their time constant follows", choices=TIMINGS),
            "delta": setting(0.25, "timed servos: time in which a disturbed joint is back on the clip", "s", 0.05, 5.0),
            "settle": setting(0.9, "timed servos: share of an error that is to be gone in time", "", 0.5, 0.99),
        },
    )
)
HINGE = int(Joint.HINGE)
STILL = (0.0, 0.0, 0.0)
HURRIED = 400.0  # rad/s2: a joint that would need more in its last steps is held up by something, and will be late
FASTEST = 2000.0  # rad/s2: 1 rad in 0.09 s; a body that is thrown about does not tear itself apart


@entry
@kernel
def apart(i: int, bones: Bones, targets: Targets, aims: Aims, dt: float):
    """(error, lag of speed) of joint i to where it should be now, own axes; rad, rad/s."""
    turn, spin, left = row4(targets.joint, i), row3(targets.joint_spin, i), dt
    if aims.keyed[i]:
        turn, spin, left = row4(aims.joint, i), row3(aims.joint_spin, i), aims.left[i]
        if left <= 0.0:
            spin = STILL  # it was there, and stays
    way = mul(conj(row4(bones.joint, i)), mul(turn, from_rotvec(scale(-left, spin))))
    return to_rotvec(way), sub(rotate(way, spin), row3(bones.joint_spin, i))


@kernel
def timed(rows, skeletons, bones, targets, muscles, dt, demand, aims):
    """For these bones' joints: `aims.wanted`, or, of those that lean on something, `demand.torque` and `gain`."""
    kind, freedom, axis, wanted = skeletons.joint, skeletons.freedom, skeletons.axis, aims.wanted
    torque, gain = demand.torque, demand.gain
    time, settle, z = 0.0, 0.0, 0.0
    for i in rows:
        if aims.leans[i]:
            lean(i, skeletons, bones, targets, muscles, dt, demand)
            continue
        torque[i], gain[i] = STILL, 0.0
        remaining = muscles.timing[i] == REMAINING
        given = time_for(i, remaining, aims)
        if given != time or muscles.settle[i] != settle:
            time, settle = given, muscles.settle[i]
            z = decay(settle, given / dt)
        error, lag = apart(i, bones, targets, aims, dt)
        k, steps = freedom[i], round(aims.left[i] / dt)
        asked = add(scale(((1.0 - z) / dt) ** 2, error), scale((1.0 - z * z) / dt, lag))
        if remaining and 0 < steps <= LAST_STEPS:
            place, speed = landing(steps)
            last = add(scale(place / dt**2, error), scale(speed / dt, lag))
            asked = last if norm(last) < HURRIED else asked
        asked = scale(min(1.0, FASTEST / max(1e-9, norm(asked))), asked)
        if kind[i] == HINGE:
            wanted[k] = dot(asked, row3(axis, i))
        else:
            for n in range(3):
                wanted[k + n] = asked[n]


@kernel
def lean(i, skeletons, bones, targets, muscles, dt, demand):
    """Bone i as the servo `world` has it: what carries the body can only be held, not moved at will."""
    root = skeletons.first[skeletons.owner[i]]
    frame, root_spin, here = row4(bones.orientation, root), row3(bones.spin, root), row4(bones.orientation, i)
    error = delta(mul(frame, row4(targets.relative, i)), here)
    own = sub(row3(bones.spin, i), root_spin)
    lag = sub(rotate(frame, row3(targets.relative_spin, i)), own)
    f, strength = muscles.frequency[i], muscles.strength[i]
    ask(demand.inertia, f, strength, FARTHEST_PULL, dt, i, error, own, lag, demand.torque, demand.gain)


@entry
@allocating_kernel
def ask_timed(rows: Ints1, t: Handle, dt: float):
    timed(rows, t.skeletons, t.bones, t.targets, t.muscles, dt, t.demand, t.aims)


def seconds(t: Any, row: int) -> float:
    """In which the joint's error is to settle; 0: a bone that is held as by `world`."""
    remaining = bool(t.muscles.timing[row] == REMAINING)
    return 0.0 if t.aims.leans[row] else float(time_for(row, remaining, t.aims))


compiled(TIMED, ask_timed, seconds=seconds)
