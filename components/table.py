"""The bone table: every bone of every character, column by column.

A character owns the contiguous rows `first[c] : first[c + 1]`, root first, depth-first, so a bone's subtree is the
range `[bone, rig.end[bone])` of them. Freedoms are numbered the same way: six for a root (turns about the world's axes,
then shifts along them), three for a ball joint (turns about the axes of its own bone), one for a hinge; freedom k hangs
on the chain `chain[k, 0 .. depth[k]]`, itself last. Two freedoms on one chain share the chain's beginning, which is why
a matrix row can be stored by depth and be factored without fill-in (systems/kernels/tree.py).

The tables are tuples of arrays: compiled code takes them whole, systems share them, and the arrays never move.
Five boxers: 110 rows, 285 freedoms.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Skeletons(NamedTuple):
    """What does not change while the characters stay the same. SI units, angles in rad, vectors in bone axes."""

    first: Ints  # (characters + 1) first row of each character
    first_freedom: Ints  # (characters + 1)
    owner: Ints  # (bones) character
    parent: Ints  # (bones) row, -1 for a root
    joint: Ints  # (bones) components.rig.Joint
    freedom: Ints  # (bones) its first freedom
    raw: Ints  # (bones) where its joint's state starts in the engine's flat answer
    foot: Bools  # (bones) do its contacts with the ground carry the body
    limb: Bools  # (bones) is what hangs on it one chain, as on a clavicle, a neck, a thigh
    leg: Bools  # (bones) does a foot hang on it, or is it one
    felt: Floats  # (bones) 0..1, how much of a blow on it goes to the senses: little of one on an arm
    offset: Floats  # (bones, 3) m, in the parent's frame
    axis: Floats  # (bones, 3) unit
    mass: Floats  # (bones) kg
    com: Floats  # (bones, 3) m
    inertia: Floats  # (bones, 3) kg m2 about the centre of mass
    gain_inertia: Floats  # (bones, 3, 3) kg m2 about the joint, what hangs below as points: what gains are scaled by
    torque_limit: Floats  # (bones) N m
    low: Floats  # (bones)
    high: Floats  # (bones)
    swing: Floats  # (bones)
    swing_centre: Floats  # (bones, 4)
    bone: Ints  # (freedoms) row
    depth: Ints  # (freedoms)
    chain: Ints  # (freedoms, longest chain)
    subtree_mass: Floats  # (bones) kg
    total_mass: Floats  # (characters) kg


class Bones(NamedTuple):
    """The bodies as they are, after the last step."""

    position: Floats  # (bones, 3) m, the bone frame's origin: its joint
    orientation: Floats  # (bones, 4)
    velocity: Floats  # (bones, 3) m/s of that origin
    spin: Floats  # (bones, 3) rad/s, world axes
    joint: Floats  # (bones, 4) orientation in the parent's frame; of a root: its orientation
    joint_spin: Floats  # (bones, 3) rad/s against the parent, in the bone's own axes; of a root: 0


class Targets(NamedTuple):
    """Where the muscles pull. Filled by [motion]."""

    relative: Floats  # (bones, 4) in the root's frame
    relative_spin: Floats  # (bones, 3) rad/s against the root, root axes
    joint: Floats  # (bones, 4) in the parent's frame
    joint_spin: Floats  # (bones, 3) rad/s against the parent, own axes
    root_position: Floats  # (characters, 3) m
    root_velocity: Floats  # (characters, 3) m/s
    root_orientation: Floats  # (characters, 4)
    root_spin: Floats  # (characters, 3) rad/s, world axes
    root_lift: Floats  # (characters) m/s2, how the clip's root is accelerated upwards


class Drives(NamedTuple):
    """What pulls a character from outside: the root spring and the assists. Filled by [balance]."""

    torque: Floats  # (characters, 3) N m on the root, world axes
    gain: Floats  # (characters, 3, 3) N m s: how the torque gives way to the root's angular acceleration
    unscaled: Floats  # (characters) N m, |torque| before authority and limits: what k_U is compared with
    broken: Bools  # (characters)
    most: Floats  # (characters) N m about level axes that the spring may give in this tick
    lift: Floats  # (bones, 3) N, on feet that scuff
    pull: Floats  # (characters, 3) N on the root, level: the pelvis drive
    assisted: Bools  # (characters) is there a lift or a pull in this tick


class Dynamics(NamedTuple):
    """Shared by every law. All vectors in world axes, about the character's root (so numbers stay small)."""

    motion: Floats  # (freedoms, 6) unit motion of each freedom: turn, shift at the root's place
    force: Floats  # (freedoms, 6) composite inertia times motion: turning and pushing momentum
    grounded: Floats  # (bones) 0..1, how long it has been touched: 1 after eight steps
    mass_matrix: Floats  # (freedoms, longest chain): row k, column d is the entry with freedom chain[k, d]
    weight_moment: Floats  # (bones, 3) kg m of the subtree, without contact masses
    composite_mass: Floats  # (bones) kg of the subtree, with contact masses
    composite_moment: Floats  # (bones, 3) kg m
    composite_inertia: Floats  # (bones, 3, 3) kg m2


class Demand(NamedTuple):
    """What the laws want: on each bone T = torque - gain * (the bone's angular acceleration in this step).

    The springs (joint limits, flesh) act across each bone's own joint in the same way. World axes.
    """

    inertia: Floats  # (bones, 3, 3) kg m2, `gain_inertia` turned to the world: what laws scale their gains by
    torque: Floats  # (bones, 3) N m
    gain: Floats  # (bones, 3, 3) kg m2
    spring: Floats  # (bones, 3) N m
    spring_gain: Floats  # (bones, 3, 3) kg m2
    muscle: Floats  # (bones, 3) N m, what is left of `torque` when it has given way
    sinew: Floats  # (bones, 3) N m, what is left of `spring`
    size: Floats  # (bones) N m of each joint's muscles
    cut: Floats  # (freedoms) N m of muscles held to their limits
    share: Floats  # (bones) of what was asked, where muscles are too weak for it
    support: Floats  # (freedoms) N m, what holds the weight
    wrench: Floats  # (bones, 6) N m and N about the root, of weight and touches on the subtree
    transmitted: Floats  # (bones, 3) N m, what the joint has to pass on for the bones it carries
    composite_gain: Floats  # (bones, 3, 3) kg m2, sum over the subtree
    acceleration: Floats  # (bones, 3) rad/s2, what each bone will feel of the step


class Aims(NamedTuple):
    """What the timed servos bring each joint to, and when. Filled by [aims] and [servo]."""

    keyed: Bools  # (bones) is it on its way to a key-frame (and stays there), not on the clip
    joint: Floats  # (bones, 4) the key-frame in the parent's frame
    joint_spin: Floats  # (bones, 3) rad/s against the parent at that moment, own axes
    span: Floats  # (bones) s, from when it was set until it is due
    left: Floats  # (bones) s; on the clip: until the joint is to be back on it
    sure: Bools  # (characters) did the last tick foresee this one
    foreseen: Floats  # (bones, 3) rad/s, what the last tick expected of the joint's own spin now
    wanted: Floats  # (freedoms) rad/s2; of a root what follows from those of its joints
    inertial: Floats  # (freedoms) N m, mass matrix times wanted
    bias: Floats  # (freedoms) N m, what the joints hold without any acceleration: weight, turning, touches
    whirl: Floats  # (bones, 3) rad/s2, sum of what the joints above do; of the published law
    tuned: Floats  # (freedoms) kg m2 about each axis when the joint's first key-frame began; of fixed gains
    tuned_s: Floats  # (bones) and the time it had; 0: none yet
    down_s: Floats  # (characters) s for which it is still held as by `world`: it fell, lies, or is out of its senses
    leans: Bools  # (bones) is it of a leg that carries the body
    share: Floats  # (characters) of all accelerations wanted that its joints can do
    excess: Floats  # (bones) N m asked beyond the joint's limit
    weakest: Ints  # (characters) row of a joint that is too weak for its time, in the tick that tells it; else -1
    feasible: Floats  # (characters) s in which it could do it; infinite: never
    quiet: Floats  # (characters) s since any was too weak


class Torques(NamedTuple):
    """What is written to the engine, and the room to find it."""

    joint: Floats  # (bones, 3) N m in bone axes; a hinge has it in the first column
    root: Floats  # (characters, 3) N m, world axes
    acceleration: Floats  # (freedoms) what the servo foresees for this step
    generalised: Floats  # (freedoms) N m
    matrix: Floats  # (freedoms, longest chain) the step's system, then its factors


class Modes(NamedTuple):
    """The settings that compiled code needs, one row a character; written when a setting changes."""

    servo: Ints
    actuation: Ints
    implicit: Bools
    strength: Floats
    frequency: Floats  # rad/s, written by [stun] each tick
    farthest: Floats  # rad, beyond which an error pulls no harder; written by [stun] each tick
    support: Floats
    remaining: Bools  # timing: does the time constant follow the time that is left
    delta: Floats
    settle: Floats
    root: Ints
    root_limit: Floats  # in this tick: it fades to the one below
    root_break: Floats
    limit_wanted: Floats  # the clip's, or what was chosen
    break_wanted: Floats
    root_air: Floats
    root_stiffness: Floats
    root_damping: Floats
    heading_hold: Floats
    foot_lift: Floats
    pelvis_drive: Floats
    authority: Floats  # 0..1, written by [stun] each tick
    touching: Bools  # did anything touch the body in the last step


class Contacts(NamedTuple):
    """Touches of the last step that involve a character: rows 0 .. count[0]. A touch between two is there twice."""

    count: Ints  # type: ignore[assignment]  # (1); a tuple has a method of that name, which nobody wants of this one
    bone: Ints  # row in the table
    other: Ints  # the engine's id of the other body
    other_bone: Ints  # row of the other's bone, -1 where it is no character
    position: Floats  # (n, 3) m
    normal: Floats  # (n, 3) towards the bone
    impulse: Floats  # N s along the normal in this step


class Blows(NamedTuple):
    """The hardest touch of the last step, one row a character; feet on the ground do not count."""

    impulse: Floats  # N s on that bone
    bone: Ints  # row in the table, -1 where nothing touched
    touch: Ints  # row in Contacts of the single touch that is felt most, -1 where there was none
    per_bone: Floats  # (bones) N s


class Tallies(NamedTuple):
    """Sums for the report, one row a character."""

    error_sum_deg: Floats  # over ticks, of the mean over its actuated bones
    error_ticks: Ints
    error_bins: Ints  # (characters, ERROR_BINS) how many bone-ticks had an error in each 0.1 degree
    slid: Floats  # N s m/s, stance feet: impulse times sideways speed of the touching place
    pressed: Floats  # N s
    max_spin: Floats  # rad/s of any bone, ever
    spin: Floats  # rad/s, the fastest bone now
    speed: Floats  # m/s, the fastest bone now
    reach: Floats  # m, the farthest bone from the scene's origin now
    acting: Bools  # is its error to the clip counted in this tick
    upright: Bools


MAX_CONTACTS = 1024
ERROR_BINS, ERROR_BIN_DEG = 1800, 0.1
