"""How fast an error must fall to be gone in time: On the Beat, section 4.1, solved for steps instead of for calculus.

A joint that is at rest, `e` off, and gets in every step dt the acceleration

    a = (1 - z)^2 / dt^2 e + (1 - z^2) / dt (w_d - w)

(critical damping, stepped velocity first) has (1 + k (1 - z)) z^k of e left after k steps. The share 1 - f that is to
be left after the k steps of a key-frame's time gives z. For f = 0.9 and many steps z^k is e^-3.89; the printed e^-9.49
(n = -1 / ln f) would need 6 times the torque and more. With 18 steps, 0.15 s, z is 0.810.
"""

from __future__ import annotations

from math import exp, log

from components.settings import TIMINGS
from components.table import Aims
from systems.kernels import entry, kernel

REMAINING, FIXED = range(len(TIMINGS))  # as `timing` stands in the table
LEAST_S = 0.065  # in which a joint stays on its clip or key-frame: nothing is asked to be there sooner,
LAST_STEPS = 4  # but for the end of the way to one
STEPS_OF_NEWTON = 12


@entry
@kernel
def decay(settle: float, steps: float):
    """z: how much of an error's fast part is left after one step. The function is concave, so Newton cannot miss."""
    target = log(1.0 - settle)
    y = (target - log(1.0 + steps)) / steps  # y = log z, from below
    for _ in range(STEPS_OF_NEWTON):
        z = exp(y)
        left = 1.0 + steps * (1.0 - z)
        change = (target - log(left) - steps * y) / (steps - steps * z / left)
        y += change
        if abs(change) < 1e-12:
            break
    return exp(y)


@entry
@kernel
def time_for(i: int, remaining: bool, aims: Aims):
    """s in which the error is to settle."""
    if aims.left[i] <= 0.0:
        return LEAST_S if remaining or not aims.keyed[i] else max(LEAST_S, aims.span[i])
    return max(LEAST_S, aims.left[i]) if remaining else aims.span[i]


@kernel
def landing(steps):
    """(of the error / dt^2, of the lag / dt) for the last steps: the least accelerations that end right in both.

    Those are a line over the steps, p = k .. 1 of them left: a = alpha + beta p with the sums of a and of p a given.
    """
    if steps == 1:
        return 0.0, 1.0
    k = float(steps)
    p, square = 0.5 * k * (k + 1.0), k * (k + 1.0) * (2.0 * k + 1.0) / 6.0
    whole = k * square - p * p
    place, speed = (k * k - p) / whole, (square - k * p) / whole
    return place, k * place + speed
