"""Which law acts in each bone in this tick, and what follows from it for the whole body.

What is set acts, unless the body is down (`aims.down_s`) or has no authority left; each bone says what acts then.
"""

from __future__ import annotations

from components.law import Asks
from systems.kernels import kernel
from systems.kernels.actuate import ACCELERATIONS, JOINTS
from systems.kernels.codes import code
from systems.kernels.step_system import ABOVE, EACH
from systems.laws.gains import FARTHEST_PULL

NOTHING = code(Asks.NOTHING)


@kernel
def choose(skeletons, modes, aims, muscles, dynamics):
    """Fill `muscles.acting`, and the pull of this tick; does another law act anywhere than in the last one?

    What a bone weighs is for each law to find.
    """
    owner, acting, changed = skeletons.owner, muscles.acting, False
    for i in range(len(owner)):
        c, law = owner[i], muscles.wanted[i]
        if modes.placed[c]:  # whole, whatever is set for its limbs
            law = muscles.wanted[skeletons.first[c]]
        elif modes.authority[c] <= 0.0:
            law = muscles.when_out[i]
        elif aims.down_s[c] > 0.0:
            law = muscles.when_down[i]
        if law != acting[i]:
            acting[i], muscles.fresh[i], changed = law, True, True
            dynamics.more[i] = dynamics.harder[i] = 0.0
        f = muscles.frequency[i] = muscles.set_frequency[i] * modes.tone[c]
        muscles.farthest[i] = min(FARTHEST_PULL, 2.0 * modes.haste[c] / f)
    return changed


@kernel
def sum_up(skeletons, muscles, modes):
    """What a body's bones have in common: how far torques reach, what is asked, the most support."""
    for c in range(len(skeletons.total_mass)):
        first, last = skeletons.first[c], skeletons.first[c + 1]
        find_chains(first, last, skeletons, muscles.limp, muscles.chain_from)
        accelerations, joints, most = False, False, 0.0
        for i in range(first + 1, last):
            accelerations = accelerations or muscles.asks[i] == ACCELERATIONS
            joints = joints or muscles.asks[i] == JOINTS
            most = max(most, muscles.support[i])
        modes.by_acceleration[c], modes.by_joint[c], modes.support[c] = accelerations, joints, most
        if accelerations:  # torques of other laws' bones go along the joints then
            for i in range(first + 1, last):
                muscles.torque_path[i] = muscles.acceleration_path[i] = min(muscles.torque_path[i], ABOVE)
        find_reach(c, first, last, muscles, modes)


@kernel
def find_chains(first, last, skeletons, limp, out):
    """Depth of the first freedom above each bone from which on all joints have muscles, down to its own."""
    parent, depth, freedom = skeletons.parent, skeletons.depth, skeletons.freedom
    out[first] = 6
    for i in range(first + 1, last):
        above = parent[i]
        broken = limp[above] and above != first
        out[i] = 6 if above == first else (depth[freedom[i]] if broken else out[above])


@kernel
def find_reach(c, first, last, muscles, modes):
    """Of all its bones that are asked for anything; of who is asked for nothing that of any bone."""
    torque_path, acceleration_path, chosen, differ, lopsided = ABOVE, ABOVE, False, False, False
    for i in range(first + 1, last):
        s, f = muscles.torque_path[i], muscles.acceleration_path[i]
        if muscles.asks[i] == NOTHING:
            torque_path, acceleration_path = (torque_path, acceleration_path) if chosen else (s, f)
            continue
        if chosen:
            differ = differ or s != torque_path or f != acceleration_path
        else:
            torque_path, acceleration_path, chosen = s, f, True
        lopsided = lopsided or s != f
        differ = differ or (muscles.chain_from[i] != 6 and (s == ABOVE or f == ABOVE))
    modes.lopsided[c] = lopsided if chosen else torque_path != acceleration_path
    modes.torque_path[c], modes.acceleration_path[c] = (EACH, EACH) if differ else (torque_path, acceleration_path)
