"""The compiled side of the tick: one entry for each system that has arithmetic to do.

Behind these entries every kernel is a plain function of the tables it names. An entry takes each table out of the
handle once (systems/kernels/handle.py), and of nobody's arrays, or it would count them one by one.
"""

from __future__ import annotations

from math import hypot

import numpy as np

from components.arrays import Floats1, Floats2, Floats3, Ints1, ReadOnly2, Vec3
from components.clip import ClipRows
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.acting import choose, sum_up
from systems.kernels.actuate import actuate, add_own
from systems.kernels.beats import notice, pass_time
from systems.kernels.collisions import add_jolts, collide, falling
from systems.kernels.dynamics import shared_dynamics
from systems.kernels.feet import lift_feet
from systems.kernels.handle import Handle
from systems.kernels.impacts import blows, hooking, keep_bones, meeting, pressing, take_impacts, touching
from systems.kernels.inverse import inverse_dynamics
from systems.kernels.joint_springs import joint_springs
from systems.kernels.kinematics import read_state
from systems.kernels.pelvis import drive_pelvis
from systems.kernels.poise import lead_to_pose, poise_of_bodies, poise_of_clip
from systems.kernels.quaternions import (
    conj,
    from_rotvec,
    mul,
    norm,
    rotate,
    row3,
    row4,
    scale,
    sub,
    unrotate,
)
from systems.kernels.reach import ankle, fist, fist_in_clip, reach, turn
from systems.kernels.sampling import put_together, sample, sample_root
from systems.kernels.step_system import turn_inertias
from systems.kernels.straight import call_straight
from systems.kernels.strides import stride
from systems.kernels.strings import find_ends, hang_masses, is_strung, pull_strings
from systems.kernels.support import support
from systems.kernels.tallying import extremes, farthest, pose_errors, sliding
from systems.kernels.touches import take
from systems.laws.root import fade_limits, root_drive

MIDFOOT = 0.06  # m before the ankle
Weights = tuple[float, float, float, float, float]  # of key poses
HEEL, TIP, HALF_SOLE = -0.06, 0.19, 0.045  # m: before the ankle, and to the sides
LOOK_AHEAD, CREEPS = 0.2, 0.3  # s, how far a moving foot looks ahead; m/s, up to which it stands
CENTRED = 4  # rounds of bringing the weight over the feet
CATCHES_UP = 10.0  # 1/s: so fast a foot is said to go to its target


@entry
@allocating_kernel
def follow(
    t: Handle,
    clip: ClipRows,
    loop_turn: float,
    before: int,
    low: int,
    high: int,
    between: float,
    rate: float,
    anchor: Vec3,
    heading: float,
    offset: Vec3,
    part: float,
    weight: float,
    by_joint: bool,
    first: int,
    last: int,
    c: int,
):
    targets, rows = t.targets, (first, last)
    sample(clip.bones, before, low, high, between, rate, t.skeletons, part, weight, by_joint, rows, targets)
    sample_root(
        clip.root, clip.loop_travel, loop_turn, before, low, high, between, rate, anchor, heading, offset, part, weight,
        c, targets,
    )  # fmt: skip
    poise_of_clip(t.skeletons, targets, anchor[2], first, last, c, t.poise)


@entry
@allocating_kernel
def hang_together(t: Handle, first: int, last: int):
    """Where the targets' joints have been told something, the bones follow: in the root's frame, and how fast."""
    put_together(t.skeletons, t.targets, first, last)


@entry
@allocating_kernel
def lead(t: Handle, poses: Floats3, weights: Weights, share: float, first: int, last: int):
    """Lead a body's targets a share of the way to a mixture of key poses."""
    lead_to_pose(t.skeletons, t.targets, poses, weights, share, first, last)


@entry
@allocating_kernel
def nearness(t: Handle, first: int, rows: Ints1):
    """Of bones (rows from the root's) the cosine of half the angle to where they should be, in the root's frame."""
    orientation, relative = t.bones.orientation, t.targets.relative
    back = conj(row4(orientation, first))
    out = np.empty(len(rows))
    for k in range(len(rows)):
        x, y, z, w = mul(back, row4(orientation, first + rows[k]))
        i = first + rows[k]
        out[k] = abs(x * relative[i, 0] + y * relative[i, 1] + z * relative[i, 2] + w * relative[i, 3])
    return out


@entry
@allocating_kernel
def footholds(t: Handle, foot: int, root: int):
    """Six places (x, y) m in a row, below where the targets have this foot: heel, middle, tip left and right, and where
    the tips will be; a foot that stands has these two below its tips, one that is caught behind its target moves."""
    bones, targets = t.bones, t.targets
    orientation = row4(bones.orientation, root)
    x, y, _ = rotate(orientation, ankle(t.skeletons, targets, foot))
    x, y = x + bones.position[root, 0], y + bones.position[root, 1]
    ahead, left, _ = rotate(orientation, rotate(row4(targets.relative, foot), (1.0, 0.0, 0.0)))
    size = max(1e-9, hypot(ahead, left))
    ahead, left = ahead / size, left / size
    u = bones.velocity[foot, 0] + CATCHES_UP * (x - bones.position[foot, 0])
    v = bones.velocity[foot, 1] + CATCHES_UP * (y - bones.position[foot, 1])
    seen = LOOK_AHEAD if hypot(u, v) > CREEPS else 0.0
    lx, ly = x + TIP * ahead - HALF_SOLE * left, y + TIP * left + HALF_SOLE * ahead
    rx, ry = x + TIP * ahead + HALF_SOLE * left, y + TIP * left - HALF_SOLE * ahead
    return (
        x + HEEL * ahead, y + HEEL * left, x + MIDFOOT * ahead, y + MIDFOOT * left, lx, ly, rx, ry,
        lx + seen * u, ly + seen * v, rx + seen * u, ry + seen * v,
    )  # fmt: skip


@entry
@allocating_kernel
def astray(t: Handle, foot: int, root: int):
    """x, y (m) from where this foot is to where the targets have it."""
    x, y, _ = rotate(row4(t.bones.orientation, root), ankle(t.skeletons, t.targets, foot))
    to_foot = sub(row3(t.bones.position, foot), row3(t.bones.position, root))
    return x - to_foot[0], y - to_foot[1]


@entry
@allocating_kernel
def reach_for(t: Handle, foot: int, root: int, lift: float, slope: float):
    """Bring this ankle up (m), then raise the nose of the foot and of its toes (rad)."""
    skeletons, targets = t.skeletons, t.targets
    orientation = row4(t.bones.orientation, root)
    reach(skeletons, targets, foot, scale(lift, unrotate(orientation, (0.0, 0.0, 1.0))))
    nose = rotate(orientation, rotate(row4(targets.relative, foot), (1.0, 0.0, 0.0)))
    size = max(1e-9, hypot(nose[0], nose[1]))
    by = from_rotvec(scale(slope / size, unrotate(orientation, (nose[1], -nose[0], 0.0))))
    for i in range(foot, len(skeletons.parent)):
        if i == foot or skeletons.parent[i] == foot:
            turn(skeletons, targets, i, by)


@entry
@allocating_kernel
def crouch(t: Handle, feet: Ints1, sinks: float, floor: float, first: int, last: int, c: int):
    """The targets' root sinks by so much (m) over feet that stay, to where the weight is above them as in the clip.

    Each round leaves a fifth of what it is off, for legs weigh something too.
    """
    skeletons, targets, poise = t.skeletons, t.targets, t.poise
    turn = row4(targets.root_orientation, c)
    was = sub(row3(poise.centre, c), row3(poise.feet, c))
    way = unrotate(turn, (0.0, 0.0, sinks))
    targets.root_position[c, 2] -= sinks
    for _ in range(CENTRED):
        for k in range(len(feet)):
            reach(skeletons, targets, feet[k], way)
        poise_of_clip(skeletons, targets, floor, first, last, c, poise)
        x, y, _ = rotate(turn, sub(sub(row3(poise.centre, c), row3(poise.feet, c)), was))
        way = unrotate(turn, (x, y, 0.0))


@entry
@allocating_kernel
def take_strides(
    t: Handle,
    clip: ClipRows,
    k: int,
    feet: Ints1,
    first: int,
    c: int,
    middle: float,
    share: float,
    part: float,
    rate: float,
):
    """Legs go only a share of the way that they go in the clip's frame k, and so does the body."""
    after = k + 1 if k + 1 < len(clip.root) else 0
    for i in range(len(feet)):
        stride(t.skeletons, t.targets, clip, k, after, first, feet[i], middle, share, part, rate)
    for a in range(2):
        t.targets.root_velocity[c, a] *= share


@entry
@allocating_kernel
def fist_at(t: Handle, clip: ClipRows, frame: int, first: int, hand: int):
    """m, in the clip's frame: where it has this hand's middle."""
    return fist_in_clip(t.skeletons, clip, frame, first, hand)


@entry
@allocating_kernel
def send_fist(t: Handle, hand: int, root: int, place: Vec3, share: float, most: float):
    """Bring the middle of this hand a `share` of the way to a `place` (m), but no more than `most` m aside."""
    skeletons, bones, targets = t.skeletons, t.bones, t.targets
    turn = row4(bones.orientation, root)
    way = sub(unrotate(turn, sub(place, row3(bones.position, root))), fist(skeletons, targets, hand))
    reach(skeletons, targets, hand, scale(share * min(1.0, most / max(1e-9, norm(way))), way))


@entry
@allocating_kernel
def balance(t: Handle, gravity: float, dt: float):
    skeletons, bones, targets, modes, drives = t.skeletons, t.bones, t.targets, t.modes, t.drives
    modes.gravity[:] = gravity
    fade_limits(modes, dt)
    root_drive(skeletons, bones, targets, modes, dt, drives)
    poise_of_bodies(skeletons, bones, targets, modes, drives, gravity, t.poise)
    drive_pelvis(skeletons, bones, targets, modes, drives)
    lift_feet(skeletons, bones, t.contacts, targets, modes, drives)


@entry
@allocating_kernel
def string_ends(t: Handle, dt: float):
    find_ends(t.skeletons, t.bones, t.targets, t.poise, t.strings, dt)


@entry
@allocating_kernel
def dynamics(t: Handle, contact_mass: float):
    skeletons, bones = t.skeletons, t.bones
    shared_dynamics(skeletons, bones, t.contacts, contact_mass, t.dynamics)
    turn_inertias(skeletons, bones, t.demand)
    hang_masses(skeletons, bones, t.dynamics, t.strings)


@entry
@allocating_kernel
def act(t: Handle):
    """Which law acts in which bone; does it differ from the last tick?"""
    notice(t.skeletons, t.bones, t.contacts, t.dynamics, t.drives, t.modes, t.muscles, t.aims)
    return choose(t.skeletons, t.modes, t.aims, t.muscles, t.dynamics)


@entry
@allocating_kernel
def act_together(t: Handle):
    """What follows for whole bodies from who acts in their bones."""
    sum_up(t.skeletons, t.muscles, t.modes)


@entry
@allocating_kernel
def muscles(t: Handle, gravity: float, dt: float):
    """Torques; is anybody too weak to be in time?"""
    return exert_all(
        t.skeletons, t.bones, t.targets, t.drives, t.stances, t.dynamics, t.demand, t.aims, t.torques, t.modes,
        t.muscles, t.contacts, t.strings, gravity, dt,
    )  # fmt: skip


@kernel
def exert_all(
    skeletons,
    bones,
    targets,
    drives,
    stances,
    dynamics,
    demand,
    aims,
    torques,
    modes,
    muscles,
    contacts,
    strings,
    gravity,
    dt,
):
    support(skeletons, bones, contacts, stances, dynamics, targets, modes, muscles, gravity, demand)
    joint_springs(skeletons, bones, modes, muscles, dt, demand)
    for c in range(len(skeletons.total_mass)):
        if modes.by_joint[c]:
            add_own(c, modes.authority[c], skeletons, muscles, demand, aims)
        if modes.by_acceleration[c]:
            inverse_dynamics(
                c, skeletons, bones, contacts, dynamics, targets, modes, muscles, drives, stances, strings, gravity,
                demand, aims, torques,
            )  # fmt: skip
    actuate(skeletons, dynamics, modes, muscles, drives, demand, aims, torques)
    for c in range(len(skeletons.total_mass)):
        if not modes.placed[c] and is_strung(c, skeletons, strings):
            pull_strings(c, skeletons, bones, dynamics, muscles, drives, gravity, dt, demand, strings, torques)
    return pass_time(skeletons, bones, modes, muscles, torques, aims, dt)


@entry
@allocating_kernel
def read_bodies(t: Handle, base: Floats2, raw: Floats1):
    read_state(t.skeletons, base, raw, t.bones)


@entry
@allocating_kernel
def take_touches(t: Handle, touches: ReadOnly2, bodies: Ints1, dt: float):
    take(t.skeletons, touches, bodies, dt, t.contacts)
    add_jolts(t.jolts, t.contacts)


@entry
@allocating_kernel
def falling_tips(t: Handle, bodies: Ints1, tip_bone: Ints1, tips: Floats2, least: float):
    """Of the ends of bones those that go down faster than that (m/s), for the engine to look below them."""
    return falling(t.skeletons, t.bones, bodies, tip_bone, tips, least)


@entry
@allocating_kernel
def find_jolts(
    t: Handle,
    touches: ReadOnly2,
    bodies: Ints1,
    mass: Floats1,
    inertia: Floats2,
    dt: float,
    restitution: float,
    full: bool,
    moved: Floats2,
):
    """Does anything meet? `moved` is of the loose things, whose `mass` and `inertia` these are."""
    return collide(
        t.skeletons, t.bones, t.modes, t.before, touches, bodies, mass, inertia, dt, restitution, full, t.jolts, moved
    )  # fmt: skip


@entry
@allocating_kernel
def farthest_out(t: Handle):
    """m: how far from the middle the farthest bone is, along x or y."""
    return farthest(t.bones.position)


@entry
@allocating_kernel
def body_extremes(t: Handle, max_spin: float, max_speed: float, max_reach: float):
    """Has any character gone beyond one of these?"""
    return extremes(t.skeletons, t.bones, max_spin, max_speed, max_reach, t.tallies)


@entry
@allocating_kernel
def keep_before(t: Handle):
    keep_bones(t.bones, t.before)


@entry
@allocating_kernel
def find_impacts(t: Handle, ground: Ints1):
    """`ground` holds the engine's ids of the ground."""
    take_impacts(t.skeletons, t.contacts, t.before, ground, t.impacts)


@entry
@allocating_kernel
def find_blows(t: Handle):
    blows(t.skeletons, t.impacts, t.modes, t.blows)


@entry
@allocating_kernel
def struck_by(t: Handle, hand: int, first: int, last: int):
    return meeting(t.impacts, hand, first, last)


@entry
@allocating_kernel
def touched_by(t: Handle, thing: int, first: int, last: int):
    return touching(t.impacts, thing, first, last)


@entry
@allocating_kernel
def pressed(t: Handle, first: int, last: int):
    return pressing(t.impacts, first, last)


@entry
@allocating_kernel
def arms_hooked(t: Handle, first: int, last: int):
    return hooking(t.skeletons, t.impacts, first, last)


@entry
@allocating_kernel
def tally(t: Handle, bin_deg: float):
    skeletons, bones, tallies = t.skeletons, t.bones, t.tallies
    pose_errors(skeletons, bones, t.targets, t.muscles, bin_deg, tallies)
    sliding(skeletons, bones, t.contacts, tallies)


call_straight(__name__, sure=("read_bodies", "take_touches", "find_impacts"))
