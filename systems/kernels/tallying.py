"""Sums over bones for the report and the guard: errors to the clip, sliding of loaded feet, fastest bone."""

from __future__ import annotations

from math import isfinite, pi, sqrt

from systems.kernels import kernel
from systems.kernels.quaternions import add, cross, delta, mul, norm, row3, row4, sub


@kernel
def extremes(skeletons, bones, max_spin, max_speed, max_reach, tallies):
    """The fastest and farthest bone of each character now, 1e30 where something is not a number; is one beyond that?"""
    beyond = False
    spins, velocity, position = bones.spin, bones.velocity, bones.position
    for c in range(len(skeletons.total_mass)):
        spin, speed, reach = 0.0, 0.0, 0.0  # squares: one root is that of the greatest
        for i in range(skeletons.first[c], skeletons.first[c + 1]):
            w, v, r = square(spins, i), square(velocity, i), square(position, i)
            if not isfinite(w + v + r):
                w = v = r = 1e60
            spin, speed, reach = max(spin, w), max(speed, v), max(reach, r)
        spin, speed, reach = sqrt(spin), sqrt(speed), sqrt(reach)
        tallies.spin[c], tallies.speed[c], tallies.reach[c] = spin, speed, reach
        if spin < 1e30:
            tallies.max_spin[c] = max(tallies.max_spin[c], spin)
        beyond = beyond or spin > max_spin or speed > max_speed or reach > max_reach
    return beyond


@kernel
def square(rows, i):
    return rows[i, 0] * rows[i, 0] + rows[i, 1] * rows[i, 1] + rows[i, 2] * rows[i, 2]


@kernel
def farthest(position):
    """The largest of all |x| and |y|."""
    most = 0.0
    for i in range(len(position)):
        most = max(most, abs(position[i, 0]), abs(position[i, 1]))
    return most


@kernel
def pose_errors(skeletons, bones, targets, muscles, bin_deg, tallies):
    """Angle between each actuated bone and its target in the root's frame, in degrees, by mean and histogram; without
    those that are set to hang."""
    bins, orientation, relative = tallies.error_bins, bones.orientation, targets.relative
    for c in range(len(skeletons.total_mass)):
        if not tallies.counted[c]:
            continue
        root = skeletons.first[c]
        frame = row4(orientation, root)
        total, count = 0.0, 0
        for i in range(root + 1, skeletons.first[c + 1]):
            if muscles.hung[i]:
                continue
            count += 1
            wanted = mul(frame, row4(relative, i))
            error = norm(delta(wanted, row4(orientation, i))) * 180.0 / pi
            total += error
            bins[c, min(bins.shape[1] - 1, int(error / bin_deg))] += 1
        tallies.error_sum_deg[c] += total / count
        tallies.error_ticks[c] += 1


@kernel
def sliding(skeletons, bones, contacts, tallies):
    """How fast the touching places of loaded feet move sideways, weighted with what they carry."""
    for k in range(contacts.count[0]):
        i = contacts.bone[k]
        c = skeletons.owner[i]
        if not skeletons.foot[i] or not tallies.upright[c] or contacts.other_bone[k] >= 0:
            continue
        arm = sub(row3(contacts.position, k), row3(bones.position, i))
        v = add(row3(bones.velocity, i), cross(row3(bones.spin, i), arm))
        tallies.slid[c] += contacts.impulse[k] * sqrt(v[0] * v[0] + v[1] * v[1])
        tallies.pressed[c] += contacts.impulse[k]
