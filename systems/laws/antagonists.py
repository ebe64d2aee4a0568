"""Two springs that pull at a joint from beyond its ends, and where they leave it (Neff and Fiume, section 4.1).

k_L (th_L - th) + k_H (th_H - th) + F = 0 is a line in the space of both gains, whichever the angle: along it the joint
is firmer, and stays where it is. Springs only pull: a gain that would be less than nothing is 0, and the joint sags.
An arm from -0.5 to 3.7 rad that holds 14.7 N m at 1.5 with K = 100 has k_L = 48.9 and k_H = 51.1 N m/rad.
"""

from __future__ import annotations

from components.rig import Joint
from systems.kernels import kernel
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import conj, dot, mul, row4, to_rotvec

HINGE = int(Joint.HINGE)
ALONG = 0.3
BEYOND = 0.5  # rad, of the springs' far ends beyond those of the joint


@kernel
def set_springs(i, n, local, wanted, stiff, load, skeletons, own):
    """k_L and k_H about one axis, for an equilibrium where the target is, which is handed back (rad)."""
    if skeletons.joint[i] == HINGE:
        angle, low, high = hinge_angle(wanted, local), skeletons.low[i], skeletons.high[i]
    else:
        angle = dot(to_rotvec(mul(conj(row4(skeletons.swing_centre, i)), wanted)), local)
        high = max(skeletons.swing[i], max(-skeletons.low[i], skeletons.high[i]))
        low = -high
    low, high = min(low, angle) - BEYOND, max(high, angle) + BEYOND
    to_low = min(stiff, max(0.0, (stiff * (high - angle) - load) / (high - low)))
    own.pull_low[i, n], own.pull_high[i, n] = to_low, stiff - to_low
    own.end_low[i, n], own.end_high[i, n] = low, high
    return angle


@kernel
def pull(i, n, angle, own):
    """N m of both springs."""
    return own.pull_low[i, n] * (own.end_low[i, n] - angle) + own.pull_high[i, n] * (own.end_high[i, n] - angle)


@kernel
def gain_inertia(i, local, skeletons):
    """kg m2 of bone i and what hangs on it, about an axis of its own: at least 0.3 of that about its heaviest one.

    A straight arm has next to none about its length, and one with a bent elbow would be limp there.
    """
    about, most = 0.0, 0.0
    for a in range(3):
        most = max(most, skeletons.gain_inertia[i, a, a])
        for b in range(3):
            about += local[a] * skeletons.gain_inertia[i, a, b] * local[b]
    return max(about, ALONG * most)
