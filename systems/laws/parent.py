"""Parent-space servo: each joint is pulled to the clip's joint angle, as one would with angle sensors at the joints.

    W_d = W_parent * P_d(clip)          e = Delta(W_d, W)              (an error up the chain is handed down)
    T   = Kp e + Kd (w_d - w), both speeds against the parent

The same gains as the world-space law, so that the two can be compared. A spine that leans 0.1 rad leaves every bone
above it with no error at all.
"""

from __future__ import annotations

from numba import njit

from systems.kernels.quaternions import delta, mul, rotate, sub
from systems.laws.gains import ask


@njit(cache=True)
def parent(members, skeletons, bones, targets, modes, dt, demand):
    for c in members:
        for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
            above = bones.orientation[skeletons.parent[i]]
            error = delta(mul(above, targets.joint[i]), bones.orientation[i])
            own = rotate(bones.orientation[i], bones.joint_spin[i])
            lag = sub(rotate(bones.orientation[i], targets.joint_spin[i]), own)
            ask(skeletons, bones, modes, dt, c, i, error, own, lag, demand)
