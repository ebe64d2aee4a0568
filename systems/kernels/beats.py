"""The timed servos' clock: joints that were knocked off get their time to be back, all times run down, limits are told.

A joint is disturbed when it turns by more than 3 rad/s otherwise than the last tick foresaw; a ball of 0.5 kg at 5 m/s
does 12 rad/s to a forearm. Legs are left out: what carries the body must not go soft, and every step it takes is a
surprise. Who fell, lies or is stunned is down until a quarter of a second after, and another law acts (`when_down`):
where a body touches the ground with more than its feet, accelerations cannot be had for the asking. Nor can they where
a joint turns faster than muscles can make it: to lead it through that turn would take more than they have, everywhere.
"""

from __future__ import annotations

from math import inf, sqrt

from systems.kernels import kernel
from systems.kernels.dynamics import STANDING
from systems.kernels.feet import loads
from systems.kernels.inverse import allowed
from systems.kernels.quaternions import norm, row3, sub
from systems.kernels.step_system import HINGE
from systems.laws.timing import REMAINING, decay, time_for

SURPRISE = 3.0  # rad/s
DOWN_S = 0.25  # for which somebody who fell is still down
FLUNG = 50.0  # rad/s of a joint: a body that is thrown about, or torn at, is as good as down
AWAKE = 0.999  # of its authority
STRAINED_S = 0.25  # for which a joint gives all that it can, before that is told
STILL_STRAINED = 0.75  # of its limit: a joint that has been there, and goes on pushing so hard, is at its end still
QUIET_S = 1.0  # without a joint that is too weak for its time, before the next one is told


@kernel
def notice(skeletons, bones, contacts, dynamics, drives, modes, muscles, aims):
    """Before a law asks: who is down of those that mind it, and who was knocked off."""
    parent, leans = skeletons.parent, aims.leans
    for c in range(len(skeletons.total_mass)):
        if not modes.minds_falls[c]:
            continue
        first, last = skeletons.first[c], skeletons.first[c + 1]
        on_feet, load = loads(skeletons, contacts, c)
        lies = on_feet < STANDING * load and on_more_than_feet(first, last, skeletons.foot, dynamics.grounded)
        stunned = modes.authority[c] < AWAKE or modes.grip[c] < 1.0
        if lies or stunned or drives.broken[c] or flung(first, last, bones.joint_spin):
            aims.down_s[c] = DOWN_S
        find_legs_that_carry(first, last, skeletons.foot, parent, dynamics.grounded, leans)
        if aims.predicted[c]:
            for i in range(first + 1, last):
                held = skeletons.leg[i] or aims.keyed[i] or not muscles.times[i]
                if not held and norm(sub(row3(bones.joint_spin, i), row3(aims.foreseen, i))) > SURPRISE:
                    aims.left[i] = aims.span[i] = muscles.delta[i]


@kernel
def on_more_than_feet(first, last, foot, grounded):
    """Has it been touched elsewhere for some steps?"""
    found = False
    for i in range(first, last):
        found = found or (not foot[i] and grounded[i] >= 1.0)
    return found


@kernel
def flung(first, last, joint_spin):
    fast = False
    for i in range(first + 1, last):
        fast = fast or norm(row3(joint_spin, i)) > FLUNG
    return fast


@kernel
def find_legs_that_carry(first, last, foot, parent, grounded, leans):
    """Bones of both legs while any foot is on the ground, and the root."""
    standing = False
    for i in range(first, last):
        standing = standing or (foot[i] and grounded[i] > 0.0)
    for i in range(first, last):
        leans[i] = standing and foot[i]
    for i in range(last - 1, first, -1):
        leans[parent[i]] = leans[parent[i]] or leans[i]


@kernel
def pass_time(skeletons, bones, modes, muscles, torques, aims, dt):
    """After the torques are known: what they will do, who is too weak, and a tick less for everybody; is any weak?"""
    freedom, foreseen, a, weak = skeletons.freedom, aims.foreseen, torques.acceleration, False
    aims.strained[:] = -1
    for c in range(len(skeletons.total_mass)):
        aims.down_s[c] = max(0.0, aims.down_s[c] - dt)
        aims.predicted[c] = modes.minds_falls[c] and aims.down_s[c] == 0.0
        aims.weakest[c] = -1
        if modes.takes_keys[c] and aims.down_s[c] == 0.0:
            tell_weakest(c, skeletons, modes, muscles, aims, dt)
            weak = weak or aims.weakest[c] >= 0
            for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
                k = freedom[i]
                for n in range(3):
                    along = a[k + n] if skeletons.joint[i] != HINGE else a[k] * skeletons.axis[i, n]
                    foreseen[i, n] = bones.joint_spin[i, n] + dt * along
    for i in range(len(freedom)):
        aims.left[i] = max(0.0, aims.left[i] - dt)
        before = aims.saturated_s[i]
        pushes = before > 0.0 and norm(row3(torques.joint, i)) > STILL_STRAINED * muscles.limit[i]
        strained = not muscles.eases[i] and (aims.excess[i] > 0.0 or pushes)
        aims.saturated_s[i] = before + dt if strained else 0.0
        if before + 0.5 * dt < STRAINED_S <= aims.saturated_s[i] + 0.5 * dt:
            aims.strained[skeletons.owner[i]], weak = i, True
    return weak


@kernel
def tell_weakest(c, skeletons, modes, muscles, aims, dt):
    """Of the joints that have a time to keep and are asked too much, the first one after a while without any."""
    most, worst = 0.0, -1
    for i in range(skeletons.first[c] + 1, skeletons.first[c + 1]):
        over = aims.excess[i] / muscles.limit[i]
        if over > most and aims.left[i] > 0.0 and muscles.takes_keys[i]:
            most, worst = over, i
    aims.since_late_s[c] += dt
    if worst >= 0:
        if aims.since_late_s[c] > QUIET_S:
            aims.weakest[c] = worst
            remaining, settle = muscles.timing[worst] == REMAINING, muscles.settle[worst]
            aims.feasible[c] = feasible(worst, modes.authority[c], remaining, settle, dt, skeletons, muscles, aims)
        aims.since_late_s[c] = 0.0


@kernel
def feasible(i, authority, remaining, settle, dt, skeletons, muscles, aims):
    """s in which joint i could be there within its limit L, were everything slower: |bias + share inertial| = L.

    Infinite where the weight alone is too much for it.
    """
    share = aims.share[skeletons.owner[i]] * allowed(i, authority, skeletons, muscles, aims)
    if share <= 0.0:
        return inf
    return longer(time_for(i, remaining, aims), share, settle, dt)


@kernel
def longer(time, share, settle, dt):
    """The time (s) for which an error asks `share` of the acceleration that it asks for `time`: halving until found."""
    wanted = sqrt(share) * (1.0 - decay(settle, time / dt))
    low, high = time, 2.0 * time / sqrt(share)
    for _ in range(30):
        middle = 0.5 * (low + high)
        if 1.0 - decay(settle, middle / dt) > wanted:
            low = middle
        else:
            high = middle
    return high
