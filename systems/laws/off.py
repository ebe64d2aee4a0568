"""No servo: nothing is asked of any bone. What is left are the joints' limits and a little stiffness of the flesh."""

from __future__ import annotations

from systems.kernels import kernel


@kernel
def off(members, skeletons, bones, targets, modes, dt, demand):
    for c in members:
        demand.torque[skeletons.first[c] : skeletons.first[c + 1]] = 0.0
        demand.gain[skeletons.first[c] : skeletons.first[c + 1]] = 0.0
