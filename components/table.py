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

from dataclasses import dataclass
from typing import Annotated, NamedTuple, get_type_hints

from components.arrays import TURN, Bools, Floats, Ints, Starts

CHARACTER, BONE, FREEDOM = "character", "bone", "freedom"  # a row for each
OWNERS = "characters and one"  # where each one's rows begin, and where the last one's end
CHAIN = "longest chain"  # freedoms from a root to the end of a limb
MAX_CONTACTS = 1024
MAX_IMPACTS = 512
MAX_THINGS = 256
MAX_STRINGS = 128
MAX_JOLTS = 128  # touches that an impact can have, each side of two characters counted
ERROR_BINS, ERROR_BIN_DEG = 1800, 0.1


class Skeletons(NamedTuple):
    """What does not change while the characters stay the same. SI units, angles in rad, vectors in bone axes."""

    first: Annotated[Ints, OWNERS]  # first row of each character
    first_freedom: Annotated[Ints, OWNERS]
    owner: Annotated[Ints, BONE]  # character
    parent: Annotated[Ints, BONE]  # row, -1 for a root
    joint: Annotated[Ints, BONE]  # components.rig.Joint
    freedom: Annotated[Ints, BONE]  # its first freedom
    raw: Annotated[Ints, BONE]  # where its joint's state starts in the engine's flat answer
    foot: Annotated[Bools, BONE]  # do its contacts with the ground carry the body
    limb: Annotated[Bools, BONE]  # is what hangs on it one chain, as on a clavicle, a neck, a thigh
    leg: Annotated[Bools, BONE]  # does a foot hang on it, or is it one
    fist: Annotated[Bools, BONE]  # is it what a body strikes with
    felt: Annotated[Floats, BONE]  # 0..1, how much of a blow on it goes to the senses: little of one on an arm
    offset: Annotated[Floats, BONE, 3]  # m, in the parent's frame
    axis: Annotated[Floats, BONE, 3]  # unit
    mass: Annotated[Floats, BONE]  # kg, with what it is told that it carries
    load: Annotated[Floats, BONE]  # kg of that
    unswung: Annotated[Floats, BONE]  # and how much of that its law does not reckon with where it is sped up
    com: Annotated[Floats, BONE, 3]  # m
    inertia: Annotated[Floats, BONE, 3]  # kg m2 about the centre of mass
    gain_inertia: Annotated[Floats, BONE, 3, 3]  # kg m2 about the joint, what hangs below as points: scales gains
    torque_limit: Annotated[Floats, BONE]  # N m
    low: Annotated[Floats, BONE]
    high: Annotated[Floats, BONE]
    swing: Annotated[Floats, BONE]
    swing_centre: Annotated[Floats, BONE, 4]
    bone: Annotated[Ints, FREEDOM]  # row
    depth: Annotated[Ints, FREEDOM]
    chain: Annotated[Ints, FREEDOM, CHAIN]
    subtree_mass: Annotated[Floats, BONE]  # kg
    total_mass: Annotated[Floats, CHARACTER]  # kg


class Bones(NamedTuple):
    """The bodies as they are, after the last step."""

    position: Annotated[Floats, BONE, 3]  # m, the bone frame's origin: its joint
    orientation: Annotated[Floats, BONE, TURN]
    velocity: Annotated[Floats, BONE, 3]  # m/s of that origin
    spin: Annotated[Floats, BONE, 3]  # rad/s, world axes
    joint: Annotated[Floats, BONE, TURN]  # orientation in the parent's frame; of a root: its orientation
    joint_spin: Annotated[Floats, BONE, 3]  # rad/s against the parent, in the bone's own axes; of a root: 0


class Targets(NamedTuple):
    """Where the muscles pull. Filled by [motion]."""

    relative: Annotated[Floats, BONE, TURN]  # in the root's frame
    relative_spin: Annotated[Floats, BONE, 3]  # rad/s against the root, root axes
    joint: Annotated[Floats, BONE, TURN]  # in the parent's frame
    joint_spin: Annotated[Floats, BONE, 3]  # rad/s against the parent, own axes
    root_position: Annotated[Floats, CHARACTER, 3]  # m
    root_velocity: Annotated[Floats, CHARACTER, 3]  # m/s
    root_orientation: Annotated[Floats, CHARACTER, TURN]
    root_spin: Annotated[Floats, CHARACTER, 3]  # rad/s, world axes
    root_lift: Annotated[Floats, CHARACTER]  # m/s2, how the clip's root is accelerated upwards


class Drives(NamedTuple):
    """What pulls a character from outside: the root spring and the assists. Filled by [balance]."""

    torque: Annotated[Floats, CHARACTER, 3]  # N m on the root, world axes
    gain: Annotated[Floats, CHARACTER, 3, 3]  # N m s: how the torque gives way to the root's angular acceleration
    unscaled: Annotated[Floats, CHARACTER]  # N m, |torque| before authority and limits: what k_U is compared with
    broken: Annotated[Bools, CHARACTER]
    most: Annotated[Floats, CHARACTER, Starts(1e30)]  # N m about level axes that the spring may give in this tick
    lift: Annotated[Floats, BONE, 3]  # N, on feet that scuff
    pull: Annotated[Floats, CHARACTER, 3]  # N on the root, level: the pelvis drive
    assisted: Annotated[Bools, CHARACTER]  # is there a lift or a pull in this tick


class Poise(NamedTuple):
    """How far a body's balance is from its clip's. [motion] fills in what the clip wants, [balance] the last three."""

    place: Annotated[Floats, BONE, 3]  # m from the root, root axes, and down to `drift` of the targets
    speed: Annotated[Floats, BONE, 3]  # m/s against the root
    centre: Annotated[Floats, CHARACTER, 3]  # m from the root to the centre of mass
    drift: Annotated[Floats, CHARACTER, 3]  # m/s, its speed against the root
    feet: Annotated[Floats, CHARACTER, 3]  # m from the root to the middle of the feet
    off_floor: Annotated[Floats, CHARACTER]  # m, the lower foot's joint above the clip's floor
    way: Annotated[Floats, CHARACTER, 2]  # m, the extrapolated centre of mass, from the middle of the feet, world axes
    off: Annotated[Floats, CHARACTER]  # m by which that is farther out than its clip's
    beyond: Annotated[Floats, CHARACTER, Starts(-1.0)]  # m by which it is too far out to come back


class Stances(NamedTuple):
    """How a body stands on its own feet, felt and told. Filled by [ownfeet]; a first column of two is left and right.

    It presses the ground with its left sole, its right one, and the toes of both, where its rig has any.
    """

    bone: Annotated[Ints, CHARACTER, 4, Starts(-1.0)]  # rows in the bone table
    centre: Annotated[Floats, CHARACTER, 3]  # m, of mass
    velocity: Annotated[Floats, CHARACTER, 3]  # m/s
    rate: Annotated[Floats, CHARACTER]  # 1/s, w0 of the pendulum
    xi: Annotated[Floats, CHARACTER, 2]  # m, the extrapolated centre of mass
    edge: Annotated[Floats, CHARACTER, 2]  # m, the place on the loaded soles that is nearest to it
    load: Annotated[Floats, CHARACTER, 2]  # share of its weight on each foot in the last step
    ankle: Annotated[Floats, CHARACTER, 2, 3]  # m
    ahead: Annotated[Floats, CHARACTER, 2, 2]  # where each foot points, level and of length 1
    facing: Annotated[Floats, CHARACTER, 2]  # and where the pelvis does
    lifted: Annotated[Ints, CHARACTER, Starts(-1.0)]  # the foot that takes a step: 0 left, 1 right, -1 none
    aim: Annotated[Floats, CHARACTER, 2]  # m, where its extrapolated centre of mass is to be
    planned: Annotated[Bools, CHARACTER]  # is it told how to press in this tick; else it presses as it pressed
    share: Annotated[Floats, CHARACTER, 4]  # of all that the body presses
    place: Annotated[Floats, CHARACTER, 4, 3]  # m, the middle of its pressure
    lean: Annotated[Floats, CHARACTER, 2]  # of what it presses, how much goes sideways, x and y in the world
    turn: Annotated[Floats, CHARACTER]  # N m about the vertical
    before: Annotated[Floats, BONE, TURN]  # where the last tick's targets had the bones of a leg that steps
    swings: Annotated[Bools, BONE]  # did they have it take a step


class Dynamics(NamedTuple):
    """Shared by every law. All vectors in world axes, about the character's root (so numbers stay small)."""

    motion: Annotated[Floats, FREEDOM, 6]  # unit motion of each freedom: turn, shift at the root's place
    force: Annotated[Floats, FREEDOM, 6]  # composite inertia times motion: turning and pushing momentum
    grounded: Annotated[Floats, BONE]  # 0..1, how long it has been touched: 1 after eight steps
    pushed: Annotated[Ints, BONE]  # ticks for which it is kept in mind that a hand, or ropes, pushed it
    more: Annotated[Floats, BONE]  # kg at its centre of mass, what its law has found it to weigh beside its rig's,
    harder: Annotated[Floats, BONE]  # and by what share of its own inertia it is harder to turn
    mass_matrix: Annotated[Floats, FREEDOM, CHAIN]  # : row k, column d is the entry with freedom chain[k, d]
    weight_moment: Annotated[Floats, BONE, 3]  # kg m of the subtree, without contact masses
    composite_mass: Annotated[Floats, BONE]  # kg of the subtree, with contact masses
    composite_moment: Annotated[Floats, BONE, 3]  # kg m
    composite_inertia: Annotated[Floats, BONE, 3, 3]  # kg m2


class Demand(NamedTuple):
    """What the laws want: on each bone T = torque - gain * (the bone's angular acceleration in this step).

    The springs (joint limits, flesh) act across each bone's own joint in the same way. World axes.
    """

    inertia: Annotated[Floats, BONE, 3, 3]  # kg m2, `gain_inertia` turned to the world: what laws scale their gains by
    torque: Annotated[Floats, BONE, 3]  # N m
    gain: Annotated[Floats, BONE, 3, 3]  # kg m2
    spring: Annotated[Floats, BONE, 3]  # N m
    spring_gain: Annotated[Floats, BONE, 3, 3]  # kg m2
    muscle: Annotated[Floats, BONE, 3]  # N m, what is left of `torque` when it has given way
    sinew: Annotated[Floats, BONE, 3]  # N m, what is left of `spring`
    size: Annotated[Floats, BONE]  # N m of each joint's muscles
    cut: Annotated[Floats, FREEDOM]  # N m of muscles held to their limits
    share: Annotated[Floats, BONE]  # of what was asked, where muscles are too weak for it
    own: Annotated[Bools, BONE]  # has its law found this joint's torque itself (`aims.inertial`)
    support: Annotated[Floats, FREEDOM]  # N m, what holds the weight
    wrench: Annotated[Floats, BONE, 6]  # N m and N about the root, of weight and touches on the subtree
    transmitted: Annotated[Floats, BONE, 3]  # N m, what the joint has to pass on for the bones it carries
    composite_gain: Annotated[Floats, BONE, 3, 3]  # kg m2, sum over the subtree
    acceleration: Annotated[Floats, BONE, 3]  # rad/s2, what each bone will feel of the step


class Aims(NamedTuple):
    """What laws that take key-frames bring each joint to, and when. Filled by [keyframes], [catch] and [servo]."""

    keyed: Annotated[Bools, BONE]  # is it on its way to a key-frame (and stays there), not on the clip
    joint: Annotated[Floats, BONE, TURN]  # the key-frame in the parent's frame
    joint_spin: Annotated[Floats, BONE, 3]  # rad/s against the parent at that moment, own axes
    span: Annotated[Floats, BONE]  # s, from when it was set until it is due
    left: Annotated[Floats, BONE]  # s; on the clip: until the joint is to be back on it
    predicted: Annotated[Bools, CHARACTER]  # did the last tick foresee this one
    foreseen: Annotated[Floats, BONE, 3]  # rad/s, what the last tick expected of the joint's own spin now
    wanted: Annotated[Floats, FREEDOM]  # rad/s2; of a root what follows from those of its joints
    inertial: Annotated[Floats, FREEDOM]  # N m, mass matrix times wanted, or what a law has found for the joint
    bias: Annotated[Floats, FREEDOM]  # N m, what the joints hold without any acceleration: weight, turning, touches
    ancestor_acceleration: Annotated[Floats, BONE, 3]  # rad/s2, sum of what the joints above do; of the published law
    tuned: Annotated[Floats, FREEDOM]  # kg m2 about each axis when the joint's first key-frame began; of fixed gains
    tuned_s: Annotated[Floats, BONE]  # and the time it had; 0: none yet
    down_s: Annotated[Floats, CHARACTER]  # s for which it is still held as by `world`: it fell, or is out of its senses
    leans: Annotated[Bools, BONE]  # is it of a leg that carries the body
    given: Annotated[Bools, BONE]  # is its acceleration what its law wants; else it follows from its joint's torque
    share: Annotated[Floats, CHARACTER, Starts(1.0)]  # of all accelerations wanted that its joints can do
    excess: Annotated[Floats, BONE]  # N m asked beyond the joint's limit
    needed: Annotated[Floats, BONE]  # N m that it would take a joint at its limit to do what its model asks
    saturated_s: Annotated[Floats, BONE]  # s for which it has been so, of joints that give what they can
    strained: Annotated[Ints, CHARACTER, Starts(-1.0)]  # row of a joint that has been so for long, once
    weakest: Annotated[Ints, CHARACTER, Starts(-1.0)]  # row of a joint too weak for its time, once
    feasible: Annotated[Floats, CHARACTER]  # s in which it could do it; infinite: never
    since_late_s: Annotated[Floats, CHARACTER, Starts(1e3)]  # s since any was too weak


class Torques(NamedTuple):
    """What is written to the engine, and the room to find it."""

    joint: Annotated[Floats, BONE, 3]  # N m in bone axes; a hinge has it in the first column
    root: Annotated[Floats, CHARACTER, 3]  # N m, world axes
    acceleration: Annotated[Floats, FREEDOM]  # what the servo foresees for this step
    generalised: Annotated[Floats, FREEDOM]  # N m
    matrix: Annotated[Floats, FREEDOM, CHAIN]  # the step's system, then its factors


class Muscles(NamedTuple):
    """Who moves each bone, and how: as it is set, by [modes] where a setting changes, and what acts, by [acting].

    Laws stand here as their places in components.law.LAWS. A root's row says who moves the trunk.
    """

    wanted: Annotated[Ints, BONE]  # the law that is set
    when_down: Annotated[Ints, BONE]  # the one in its stead while the body is down or dazed
    when_out: Annotated[Ints, BONE]  # and while it has no authority at all
    takes_keys: Annotated[Bools, BONE]  # does the law that is set bring it to key-frames
    times: Annotated[Bools, BONE]  # does it ask for accelerations, so that a knock gives the joint time
    hung: Annotated[Bools, BONE]  # is it set to be moved by nobody
    eases: Annotated[Bools, BONE, Starts(1.0)]  # is its whole body slower, where its joint would pass its limit
    actuation: Annotated[Ints, BONE]
    implicit: Annotated[Bools, BONE]
    strength: Annotated[Floats, BONE]
    set_frequency: Annotated[Floats, BONE]  # rad/s, of who is wide awake
    torque_share: Annotated[Floats, BONE, Starts(1.0)]  # times the rig's torque limit
    passive_damping: Annotated[Floats, BONE, Starts(8.0)]  # 1/s, drag of a joint that nobody moves, over its inertia
    told: Annotated[Floats, BONE]  # share of the weight that its joint is to hold
    timing: Annotated[Ints, BONE]  # settings of the timed laws' own, down to `settle`; which of its choices
    delta: Annotated[Floats, BONE]
    settle: Annotated[Floats, BONE]
    acting: Annotated[Ints, BONE, Starts(-1.0)]  # the law that moves it in this tick; what is below follows from it
    fresh: Annotated[Bools, BONE, Starts(1.0)]  # has that law not yet begun; laws to which that is nothing leave it so
    asks: Annotated[Ints, BONE]  # components.law.Asks
    limp: Annotated[Bools, BONE]  # does nobody move it
    led: Annotated[Bools, BONE]  # is it of a limb that is led to where the clip has it, while the rest is simulated
    torque_path: Annotated[Ints, BONE]  # components.law.Reach of its torque
    acceleration_path: Annotated[Ints, BONE]  # and of the accelerations that it gives way to
    chain_from: Annotated[Ints, BONE]  # depth of the first freedom above it with muscles all the way down
    support: Annotated[Floats, BONE]  # share of the weight that its joint holds
    limit: Annotated[Floats, BONE]  # N m: the rig's, times what the clip needs more
    frequency: Annotated[Floats, BONE]  # rad/s in this tick
    farthest: Annotated[Floats, BONE, Starts(1.0)]  # rad: an error beyond pulls no harder


class Modes(NamedTuple):
    """What compiled code needs of whole characters; written when a setting changes, or who acts."""

    placed: Annotated[Bools, CHARACTER]  # is the whole body put where the clip has it
    idle: Annotated[Bools, CHARACTER]  # has its trunk's law no muscles: it does not stand or get up by itself
    limp: Annotated[Bools, CHARACTER]  # is all of it set to be moved by nobody
    minds_falls: Annotated[Bools, CHARACTER]  # does another law act in some bone while it is down
    takes_keys: Annotated[Bools, CHARACTER]  # does any of its bones go to key-frames
    by_acceleration: Annotated[Bools, CHARACTER]  # are accelerations asked of any bone; this and down to `support`
    by_joint: Annotated[Bools, CHARACTER]  # does a law find torques of joints itself        follow from who acts
    torque_path: Annotated[Ints, CHARACTER]  # components.law.Reach of all its bones, EACH where they differ
    acceleration_path: Annotated[Ints, CHARACTER]
    lopsided: Annotated[Bools, CHARACTER]  # does any bone's torque go elsewhere than what it gives way to
    support: Annotated[Floats, CHARACTER]  # the most of all its bones
    root: Annotated[Ints, CHARACTER]
    steps: Annotated[Bools, CHARACTER]  # does it take a step where it would fall else
    root_limit: Annotated[Floats, CHARACTER]  # in this tick: it fades to the one below
    root_break: Annotated[Floats, CHARACTER]
    limit_wanted: Annotated[Floats, CHARACTER]  # the clip's, or what was chosen
    break_wanted: Annotated[Floats, CHARACTER]
    root_air: Annotated[Floats, CHARACTER]
    root_stiffness: Annotated[Floats, CHARACTER]
    root_damping: Annotated[Floats, CHARACTER]
    heading_hold: Annotated[Floats, CHARACTER]
    foot_lift: Annotated[Floats, CHARACTER]
    pelvis_drive: Annotated[Floats, CHARACTER]
    authority: Annotated[Floats, CHARACTER, Starts(1.0)]  # 0..1, and down to `haste` by [stun] in each tick
    tone: Annotated[Floats, CHARACTER, Starts(1.0)]  # share of its muscles' frequency that they have now
    haste: Annotated[Floats, CHARACTER, Starts(1e30)]  # rad/s with which they bring a bone home, at most
    fast: Annotated[Floats, CHARACTER, Starts(40.0)]  # rad/s of a joint from where on its flesh drags much ..
    drag: Annotated[Floats, CHARACTER, Starts(120.0)]  # .. 1/s of what is beyond ..
    heavy: Annotated[Floats, CHARACTER]  # .. of its inertia, or of this (kg m2) if it is more; by [stun], each tick
    off: Annotated[Floats, CHARACTER, Starts(1e30)]  # m that it may be off what bears it and still be told its weight
    grip: Annotated[Floats, CHARACTER, Starts(1.0)]  # share of what holds it up (root drives, weight told) that is left
    touching: Annotated[Bools, CHARACTER, Starts(1.0)]  # did anything touch the body in the last step
    gravity: Annotated[Floats, CHARACTER]  # m/s2, downward; by [balance] in each tick


class Contacts(NamedTuple):
    """Touches of the last step that involve a character: rows 0 .. count[0]. A touch between two is there twice."""

    count: Annotated[Ints, 1]  # type: ignore[assignment]  # hides a tuple's method, which nobody wants here
    bone: Annotated[Ints, MAX_CONTACTS]  # row in the table
    other: Annotated[Ints, MAX_CONTACTS]  # the engine's id of the other body
    other_bone: Annotated[Ints, MAX_CONTACTS]  # row of the other's bone, -1 where it is no character
    position: Annotated[Floats, MAX_CONTACTS, 3]  # m
    normal: Annotated[Floats, MAX_CONTACTS, 3]  # towards the bone
    impulse: Annotated[Floats, MAX_CONTACTS]  # N s along the normal in this step


class Before(NamedTuple):
    """How everything moved before the last step: closing speeds are measured by it. Filled by [before].

    Loose things stand in the order in which they came. Those at rest take turns (systems/before.py).
    """

    position: Annotated[Floats, BONE, 3]  # m, as in Bones
    velocity: Annotated[Floats, BONE, 3]  # m/s
    spin: Annotated[Floats, BONE, 3]  # rad/s
    things: Annotated[Ints, 1]  # how many loose things there are: rows 0 .. things[0] of the columns below
    thing: Annotated[Ints, MAX_THINGS]  # the engine's id
    thing_motion: Annotated[Floats, MAX_THINGS, 13]  # place (m), turn, velocity (m/s), spin (rad/s)
    awake: Annotated[Bools, MAX_THINGS]  # does it move, or has something happened to it


class Jolts(NamedTuple):
    """The impacts before the last step, in a world of two-stage collisions. Filled by [collisions].

    Rows 0 .. count[0] are touches that pushed, as in Contacts; the rest is room to find them in.
    """

    count: Annotated[Ints, 1]  # type: ignore[assignment]  # as in Contacts
    bone: Annotated[Ints, MAX_JOLTS]  # row in the table
    other: Annotated[Ints, MAX_JOLTS]  # the engine's id of the other body
    other_bone: Annotated[Ints, MAX_JOLTS]  # row of the other's bone, -1 where it is no character
    thing: Annotated[Ints, MAX_JOLTS]  # row in Before of the loose thing that it is, else -1
    position: Annotated[Floats, MAX_JOLTS, 3]  # m, in the middle between the two
    normal: Annotated[Floats, MAX_JOLTS, 3]  # towards the bone
    gap: Annotated[Floats, MAX_JOLTS]  # m
    apart: Annotated[Floats, MAX_JOLTS]  # m/s along the normal before it, below 0 where they come together
    relative: Annotated[Floats, MAX_JOLTS, 3]  # m/s of the bone against the other before it
    impulse: Annotated[Floats, MAX_JOLTS]  # N s along the normal
    struck: Annotated[Bools, CHARACTER]  # is it in an impact; then this is how it moves after it:
    base: Annotated[Floats, CHARACTER, 6]  # its root's velocity (m/s) and spin (rad/s)
    spin: Annotated[Floats, BONE, 3]  # rad/s of its joints, of a hinge in front
    motion: Annotated[Floats, FREEDOM, 6]  # this and below as in Dynamics, without contact masses
    force: Annotated[Floats, FREEDOM, 6]
    mass_matrix: Annotated[Floats, FREEDOM, CHAIN]  # its factors in the end
    weight_moment: Annotated[Floats, BONE, 3]
    composite_mass: Annotated[Floats, BONE]
    composite_moment: Annotated[Floats, BONE, 3]
    composite_inertia: Annotated[Floats, BONE, 3, 3]


class Impacts(NamedTuple):
    """Who is struck by what: rows 0 .. count[0], one for each bone and what touches it. Filled by [impacts].

    What touches it is another character's bone (`by` >= 0), a thing (`by` < 0 and not `ground`), or the ground, which
    counts as one. Two characters that meet have a row each. A row lasts for as long as the two touch in every step: a
    ball that bounces on a head has a new row, with a new `arrival`, at each bounce.
    """

    count: Annotated[Ints, 1]  # type: ignore[assignment]  # as in Contacts
    bone: Annotated[Ints, MAX_IMPACTS]  # row in the table
    other: Annotated[Ints, MAX_IMPACTS]  # the engine's id of what strikes; of the ground its first
    by: Annotated[Ints, MAX_IMPACTS]  # row of the bone that strikes, -1 where it is no character
    ground: Annotated[Bools, MAX_IMPACTS]
    steps: Annotated[Ints, MAX_IMPACTS]  # that it has lasted, 1 in its first
    impulse: Annotated[Floats, MAX_IMPACTS]  # N s along the normals in the last step
    total: Annotated[Floats, MAX_IMPACTS]  # N s since it began
    closing: Annotated[Floats, MAX_IMPACTS]  # m/s along the normal, as both moved before the last step
    arrival: Annotated[Floats, MAX_IMPACTS]  # m/s, what that was in its first step
    touch: Annotated[Ints, MAX_IMPACTS]  # row in Contacts of its hardest touch in the last step
    place: Annotated[Floats, MAX_IMPACTS, 3]  # m, of that touch
    normal: Annotated[Floats, MAX_IMPACTS, 3]  # of that touch, towards the bone


class Strings(NamedTuple):
    """Strings that hold places on bones: rows 0 .. count[0]; a row whose bone is -1 is free. Filled by [strings]."""

    count: Annotated[Ints, 1]  # type: ignore[assignment]  # as in Contacts
    bone: Annotated[Ints, MAX_STRINGS, Starts(-1.0)]  # row in the table
    hold: Annotated[Floats, MAX_STRINGS, 3]  # m, the place that it holds, bone axes
    marks: Annotated[Bools, MAX_STRINGS]  # is its end where the clip has that place
    led: Annotated[Floats, MAX_STRINGS, 3]  # m, where its end is to be else, at the end of this tick
    most: Annotated[Floats, MAX_STRINGS]  # N
    fresh: Annotated[Bools, MAX_STRINGS]  # has its end no past
    place: Annotated[Floats, MAX_STRINGS, 3]  # m, where the place held was before the step
    wanted: Annotated[Floats, MAX_STRINGS, 3]  # m, where the string's end is to be after it,
    slack: Annotated[Floats, MAX_STRINGS, 3]  # m, what it lacks of that,
    end: Annotated[Floats, MAX_STRINGS, 3]  # m, and where it is
    speed: Annotated[Floats, MAX_STRINGS, 3]  # m/s of the end
    mass: Annotated[Floats, MAX_STRINGS]  # kg, what the string is to the step
    asked: Annotated[Floats, MAX_STRINGS, 3]  # N, if the step accelerates no joint
    force: Annotated[Floats, MAX_STRINGS, 3]  # N in this step; in the servo


class Blows(NamedTuple):
    """What the last step's impacts are to each character: the bone that feels most. Feet on the ground do not count."""

    impulse: Annotated[Floats, CHARACTER]  # N s on that bone, by whatever touches it
    bone: Annotated[Ints, CHARACTER]  # row in the table, -1 where nothing touched
    impact: Annotated[Ints, CHARACTER]  # row in Impacts of what gave that bone most, -1 where there was none
    per_bone: Annotated[Floats, BONE]  # N s


class Tallies(NamedTuple):
    """Sums for the report, one row a character."""

    error_sum_deg: Annotated[Floats, CHARACTER]  # over ticks, of the mean over its actuated bones
    error_ticks: Annotated[Ints, CHARACTER]
    error_bins: Annotated[Ints, CHARACTER, ERROR_BINS]  # how many bone-ticks had an error in each 0.1 degree
    slid: Annotated[Floats, CHARACTER]  # N s m/s, stance feet: impulse times sideways speed of the touching place
    pressed: Annotated[Floats, CHARACTER]  # N s
    max_spin: Annotated[Floats, CHARACTER]  # rad/s of any bone, ever
    spin: Annotated[Floats, CHARACTER]  # rad/s, the fastest bone now
    speed: Annotated[Floats, CHARACTER]  # m/s, the fastest bone now
    reach: Annotated[Floats, CHARACTER]  # m, the farthest bone from the scene's origin now
    counted: Annotated[Bools, CHARACTER]  # does its error to the clip count in this tick
    upright: Annotated[Bools, CHARACTER]


@dataclass
class Shared:
    """All that compiled code is handed, in this order. A new table is declared here, and nowhere else."""

    skeletons: Skeletons
    bones: Bones
    targets: Targets
    drives: Drives
    poise: Poise
    stances: Stances
    dynamics: Dynamics
    demand: Demand
    aims: Aims
    torques: Torques
    modes: Modes
    muscles: Muscles
    contacts: Contacts
    before: Before
    jolts: Jolts
    impacts: Impacts
    strings: Strings
    blows: Blows
    tallies: Tallies


TABLES: dict[str, type[tuple[object, ...]]] = get_type_hints(Shared)
