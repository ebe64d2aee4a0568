"""From an error to a torque: gains that follow a bone's inertia, so one number suits a finger and a thigh.

At strength 1 every bone behaves like a critically damped spring of `frequency` f: Kp = f^2 A, Kd = 2 f A. The implicit
form is asked at the end of the step: T = Kp (e - dt w) + Kd lag - (dt Kd + dt^2 Kp) a.

An error beyond 1 rad pulls no harder than one of 1 rad: a free bone then comes home at f e / 2 = 45 rad/s, as fast as a
person can, and a body that lies on its own arm does not tear itself apart. Who gets up is slower (systems/stun.py).
"""

from __future__ import annotations

from systems.kernels import kernel
from systems.kernels.quaternions import norm

FARTHEST_PULL = 1.0  # rad


@kernel
def ask(inertia, f, share, farthest, ahead, i, error, own, lag, torque, gain):
    """Bone i: `error` rad at the end of the step were it still, `own` and `lag` rad/s; world axes.

    `share` is strength times authority, `farthest` (rad) the error beyond which it pulls no harder, `ahead` the step
    (s) for the implicit form and 0 for the explicit one.
    """
    kp, kd = share * f * f, share * 2.0 * f
    near = min(1.0, farthest / max(1e-9, norm(error)))
    x = kp * (near * error[0] - ahead * own[0]) + kd * lag[0]
    y = kp * (near * error[1] - ahead * own[1]) + kd * lag[1]
    z = kp * (near * error[2] - ahead * own[2]) + kd * lag[2]
    yielding = ahead * (kd + ahead * kp)
    for a in range(3):
        torque[i, a] = inertia[i, a, 0] * x + inertia[i, a, 1] * y + inertia[i, a, 2] * z
        for b in range(3):
            gain[i, a, b] = yielding * inertia[i, a, b]
