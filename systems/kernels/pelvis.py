"""The pelvis drive (not in the paper; a named option, off by default): a level force towards the clip's speed.

F = m (v_d - v) / 0.2 s, at most `pelvis_drive` N, while something touches the body: 75 kg that are 0.3 m/s too slow are
pulled with 112 N. It knows speeds only, so it never brings a body back to where its clip would be.
"""

from __future__ import annotations

from math import sqrt

from systems.kernels import kernel

DRIVE_S = 0.2  # in which it would make up for a difference of speeds


@kernel
def drive_pelvis(skeletons, bones, targets, modes, drives):
    """Fill `drives.pull` and begin `drives.assisted`, once it is known whose spring is broken."""
    for c in range(len(skeletons.total_mass)):
        drives.pull[c], drives.assisted[c] = 0.0, False
        if modes.pelvis_drive[c] <= 0.0 or not modes.touching[c] or drives.broken[c]:
            continue
        velocity = bones.velocity[skeletons.first[c]]
        x = skeletons.total_mass[c] / DRIVE_S * (targets.root_velocity[c, 0] - velocity[0])
        y = skeletons.total_mass[c] / DRIVE_S * (targets.root_velocity[c, 1] - velocity[1])
        share = modes.authority[c] * modes.grip[c] * min(1.0, modes.pelvis_drive[c] / max(1e-9, sqrt(x * x + y * y)))
        drives.pull[c, 0], drives.pull[c, 1] = share * x, share * y
        drives.assisted[c] = True
