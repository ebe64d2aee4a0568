"""What keeps a body upright: Dynamo's weak root spring (eqs. 6 to 8), the meathook it replaces, and a heading hold.

    t''  = k1 Delta(W_d, W) + k2 (w_d - w)          the spring (eq. 6)
    t'   = t'' without its part about gravity       (eq. 7)
    t    = c t'            |t'| < k_L
           c k_L t'/|t'|   |t'| < k_U               clamped
           0               otherwise                broken                 (eq. 8); c = 1, or k_air when nothing touches

The target is first turned about the vertical to the body's own heading, so the spring never fights a turn. k_U is
compared with the unscaled t', or a stunned body could not break. The damping is asked for at the end of the step (it
gives way by dt k2 times the root's angular acceleration): explicitly it would shake the pelvis, and k_L is held by
what is left. With k1 = 3000 and k_L = 150, a lean of 0.03 rad is held with 90 N m, one of 0.1 with 150, and at k_U =
1200 the spring lets go at 0.4 rad.

The meathook is a stiff spring on all three axes that never breaks; beyond 0.2 rad it pulls no harder. The heading hold
(not in the paper; a named option) turns the body about the vertical with at most `heading_hold` N m.
"""

from __future__ import annotations

from math import sqrt

from components.settings import Root
from systems.kernels import kernel
from systems.kernels.codes import code
from systems.kernels.quaternions import about_z, conj, delta, heading, mul, norm, rotate, sub

FREE, MEATHOOK, WEAK, FEET = code(Root.FREE), code(Root.MEATHOOK), code(Root.WEAK), code(Root.FEET)
HOOK_STIFFNESS, HOOK_DAMPING = 8000.0, 600.0  # N m/rad, N m s/rad
HOOK_FARTHEST = 0.2  # rad from where it pulls no harder: hung up again, a body comes up in a second, not in a bang
FADE_S = 0.5  # of the limits
HEADING_STIFFNESS, HEADING_DAMPING = 200.0, 30.0  # N m/rad, N m s/rad


@kernel
def fade_limits(modes, dt):
    """k_L and k_U go up at once, and down within FADE_S: a body that lands from a jump stays tense for a while."""
    fade(modes.root_limit, modes.limit_wanted, dt)
    fade(modes.root_break, modes.break_wanted, dt)


@kernel
def fade(now, wanted, dt):
    for c in range(len(now)):
        now[c] = wanted[c] if wanted[c] >= now[c] else now[c] + (wanted[c] - now[c]) * dt / FADE_S


@kernel
def root_drive(skeletons, bones, targets, modes, dt, drives):
    """Fill `drives` but for the lifts; torque = drive - gain * (the root's angular acceleration in this step)."""
    for c in range(len(skeletons.total_mass)):
        drives.torque[c] = 0.0
        drives.gain[c] = 0.0
        drives.unscaled[c] = 0.0
        drives.broken[c] = False
        drives.most[c] = 1e30
        root = skeletons.first[c]
        if modes.root[c] == MEATHOOK:
            hook(c, bones.orientation[root], bones.spin[root], targets, modes, dt, drives)
        elif modes.root[c] == WEAK:
            weak_spring(c, bones.orientation[root], bones.spin[root], targets, modes, dt, drives)
        alone = modes.root[c] in (FREE, FEET)
        if not alone and modes.heading_hold[c] > 0.0 and not drives.broken[c]:
            hold_heading(c, bones.orientation[root], bones.spin[root], targets, modes, drives)


@kernel
def hook(c, actual, spin, targets, modes, dt, drives):
    error = delta(targets.root_orientation[c], actual)
    near = min(1.0, HOOK_FARTHEST / max(1e-9, norm(error)))
    lag = sub(targets.root_spin[c], spin)
    for a in range(3):
        drives.torque[c, a] = modes.authority[c] * (
            HOOK_STIFFNESS * (near * error[a] - dt * spin[a]) + HOOK_DAMPING * lag[a]
        )
        drives.gain[c, a, a] = modes.authority[c] * dt * (HOOK_DAMPING + dt * HOOK_STIFFNESS)


@kernel
def grip(c, modes):
    """Eq. 8's c, the authority, and nothing for who falls: the share of its strength that a root drive has now."""
    return modes.authority[c] * modes.grip[c] * (1.0 if modes.touching[c] else modes.root_air[c])


@kernel
def weak_spring(c, actual, spin, targets, modes, dt, drives):
    turn = about_z(heading(mul(actual, conj(targets.root_orientation[c]))))
    error = delta(mul(turn, targets.root_orientation[c]), actual)
    lag = sub(rotate(turn, targets.root_spin[c]), spin)
    k1, k2 = modes.root_stiffness[c], modes.root_damping[c]
    x, y = k1 * error[0] + k2 * lag[0], k1 * error[1] + k2 * lag[1]
    size = sqrt(x * x + y * y)
    drives.unscaled[c] = size
    if size >= modes.root_break[c]:
        drives.broken[c] = True
        return
    share = grip(c, modes)
    drives.most[c] = modes.root_limit[c] * share
    if size > modes.root_limit[c]:
        share *= modes.root_limit[c] / size
    drives.torque[c, 0], drives.torque[c, 1] = share * x, share * y
    drives.gain[c, 0, 0] = drives.gain[c, 1, 1] = share * dt * k2


@kernel
def hold_heading(c, actual, spin, targets, modes, drives):
    error = heading(mul(targets.root_orientation[c], conj(actual)))
    most, share = modes.heading_hold[c], grip(c, modes)
    torque = HEADING_STIFFNESS * error + HEADING_DAMPING * (targets.root_spin[c, 2] - spin[2])
    drives.torque[c, 2] += share * min(most, max(-most, torque))
