"""The compiled side of the tick: one entry for each system that has arithmetic to do.

Handing a table to compiled code costs 0.1 us an array, and a system needs up to a hundred of them; a handle that holds
all tables costs half a microsecond. Behind these entries every kernel is a plain function of the tables it names. An
entry takes each table out of the handle once, and of nobody's arrays (`lend`), or it would count them one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.experimental import structref

from systems.kernels import kernel, making
from systems.kernels.actuate import TIMED, actuate, turn_inertias
from systems.kernels.beats import notice, pass_time
from systems.kernels.blows import blows, linking, pressing
from systems.kernels.blows import meeting as blow_of
from systems.kernels.dynamics import shared_dynamics
from systems.kernels.feet import lift_feet
from systems.kernels.inverse import inverse_dynamics
from systems.kernels.joint_springs import joint_springs
from systems.kernels.kinematics import read_state
from systems.kernels.pelvis import drive_pelvis
from systems.kernels.quaternions import add, conj, mul, norm, rotate, row3, row4, scale, sub, unrotate
from systems.kernels.reach import ankle, fist, fist_in_clip, reach
from systems.kernels.sampling import sample, sample_root
from systems.kernels.support import support
from systems.kernels.tallying import extremes, farthest, pose_errors, sliding
from systems.kernels.touches import take
from systems.laws.off import off
from systems.laws.parent import parent
from systems.laws.root import fade_limits, root_drive
from systems.laws.timed import timed
from systems.laws.timed_published import PUBLISHED, SINGLE, TUNED, exert_published, timed_published
from systems.laws.world import world

MIDFOOT = 0.06  # m before the ankle
FIELDS = (
    "skeletons", "bones", "targets", "drives", "dynamics", "demand", "aims", "torques", "modes", "contacts", "blows",
    "tallies",
)  # fmt: skip


@structref.register
class HandleType(types.StructRef):
    """All tables as one compiled value; the arrays are the same that Python sees."""

    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Handle(structref.StructRefProxy):
    def __new__(cls, *tables: tuple[Any, ...]) -> Any:
        handle = make_handle(*tables)
        lend(handle, *tables)
        return handle


structref.define_proxy(Handle, HandleType, list(FIELDS))


@making
def make_handle(skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies):
    return Handle(skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies)


@kernel
def lend(t, skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies):
    """The same arrays once more, but as nobody's: a kernel is handed them without an owner, so entries count nothing.

    A fight's tick is 2 us shorter for it. Whoever has the handle has the tables as well (systems/stage.py), so the
    arrays live as long as it does.
    """
    put(t, skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies)


@making
def put(t, skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies):
    t.skeletons, t.bones, t.targets, t.drives, t.dynamics, t.demand = (
        skeletons, bones, targets, drives, dynamics, demand
    )  # fmt: skip
    t.aims, t.torques, t.modes, t.contacts, t.blows, t.tallies = aims, torques, modes, contacts, blows, tallies


@making
def follow(t, clip, loop_turn, before, low, high, between, rate, anchor, heading, offset, part, weight, first, last, c):
    targets = t.targets
    sample(clip.bones, before, low, high, between, rate, t.skeletons.parent, part, weight, (first, last), targets)
    sample_root(
        clip.root, clip.loop_travel, loop_turn, before, low, high, between, rate, anchor, heading, offset, part, weight,
        c, targets,
    )  # fmt: skip


@making
def nearness(t, first, rows):
    """Of bones (rows from the root's) the cosine of half the angle to where they should be, in the root's frame."""
    orientation, relative = t.bones.orientation, t.targets.relative
    back = conj(row4(orientation, first))
    out = np.empty(len(rows))
    for k in range(len(rows)):
        x, y, z, w = mul(back, row4(orientation, first + rows[k]))
        i = first + rows[k]
        out[k] = abs(x * relative[i, 0] + y * relative[i, 1] + z * relative[i, 2] + w * relative[i, 3])
    return out


@making
def below(t, foot, root):
    """(x, y) m of the place below where the targets have this foot's middle."""
    bones, targets = t.bones, t.targets
    forward = rotate(row4(targets.relative, foot), (MIDFOOT, 0.0, 0.0))
    x, y, _ = rotate(row4(bones.orientation, root), add(ankle(t.skeletons, targets, foot), forward))
    return bones.position[root, 0] + x, bones.position[root, 1] + y


@making
def reach_for(t, foot, root, lift):
    up = unrotate(row4(t.bones.orientation, root), (0.0, 0.0, 1.0))
    reach(t.skeletons, t.targets, foot, scale(lift, up))


@making
def fist_at(t, clip, frame, first, hand):
    """m, in the clip's frame: where it has this hand's middle."""
    return fist_in_clip(t.skeletons, clip, frame, first, hand)


@making
def send_fist(t, hand, root, place, share, most):
    """Bring the middle of this hand a `share` of the way to a `place` (m), but no more than `most` m aside."""
    skeletons, bones, targets = t.skeletons, t.bones, t.targets
    turn = row4(bones.orientation, root)
    way = sub(unrotate(turn, sub(place, row3(bones.position, root))), fist(skeletons, targets, hand))
    reach(skeletons, targets, hand, scale(share * min(1.0, most / max(1e-9, norm(way))), way))


@making
def balance(t, dt):
    skeletons, bones, targets, modes, drives = t.skeletons, t.bones, t.targets, t.modes, t.drives
    fade_limits(modes, dt)
    root_drive(skeletons, bones, targets, modes, dt, drives)
    drive_pelvis(skeletons, bones, targets, modes, drives)
    lift_feet(skeletons, bones, t.contacts, targets, modes, drives)


@making
def dynamics(t, contact_mass):
    skeletons, bones = t.skeletons, t.bones
    shared_dynamics(skeletons, bones, t.contacts, contact_mass, t.dynamics)
    turn_inertias(skeletons, bones, t.demand)


@making
def ask_nothing(members, t, dt):
    off(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@making
def ask_world(members, t, dt):
    world(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@making
def ask_parent(members, t, dt):
    parent(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@making
def ask_timed(members, t, dt):
    skeletons, bones, targets, modes, demand, aims = t.skeletons, t.bones, t.targets, t.modes, t.demand, t.aims
    notice(members, skeletons, bones, t.contacts, t.dynamics, t.drives, modes, aims)
    down = aims.down_s[members] > 0.0
    world(members[down], skeletons, bones, targets, modes, dt, demand)
    timed(members[~down], skeletons, bones, targets, modes, dt, demand, aims)


@making
def ask_in_form(members, form, t, dt):
    timed_published(members, form, t.skeletons, t.bones, t.dynamics, t.targets, t.modes, t.aims, dt, t.demand)


@making
def ask_published(members, t, dt):
    ask_in_form(members, PUBLISHED, t, dt)


@making
def ask_single(members, t, dt):
    ask_in_form(members, SINGLE, t, dt)


@making
def ask_tuned(members, t, dt):
    ask_in_form(members, TUNED, t, dt)


@making
def muscles(t, gravity, dt):
    """Torques; is anybody too weak to be in time?"""
    return exert_all(
        t.skeletons, t.bones, t.targets, t.drives, t.dynamics, t.demand, t.aims, t.torques, t.modes, t.contacts,
        gravity, dt,
    )  # fmt: skip


@kernel
def exert_all(skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, gravity, dt):
    support(skeletons, bones, contacts, dynamics, targets, modes, gravity, demand)
    joint_springs(skeletons, bones, modes, dt, demand)
    for c in range(len(skeletons.total_mass)):
        if modes.servo[c] == TIMED and aims.down_s[c] == 0.0:
            inverse_dynamics(
                c, skeletons, bones, contacts, dynamics, targets, modes, drives, gravity, demand, aims, torques
            )
        elif modes.servo[c] > TIMED:  # its variants, the last ones
            exert_published(c, modes.authority[c], skeletons, demand, aims)
    actuate(skeletons, dynamics, modes, drives, demand, aims, torques)
    return pass_time(skeletons, bones, modes, torques, aims, dt)


@making
def sense(t, base, raw):
    read_state(t.skeletons, base, raw, t.bones)


@making
def take_touches(t, numbers, bodies, dt):
    take(t.skeletons, numbers, bodies, dt, t.contacts)


@making
def farthest_out(t):
    """m: how far from the middle the farthest bone is, along x or y."""
    return farthest(t.bones.position)


@making
def watch(t, max_spin, max_speed, max_reach):
    """Has any character gone beyond one of these?"""
    return extremes(t.skeletons, t.bones, max_spin, max_speed, max_reach, t.tallies)


@making
def pressed(t, first, last):
    return pressing(t.skeletons, t.contacts, first, last)


@making
def linked(t, first, last):
    return linking(t.skeletons, t.contacts, first, last)


@making
def meeting(t, hand, first, last):
    return blow_of(t.contacts, hand, first, last)


@making
def strike(t, ground):
    blows(t.skeletons, t.contacts, ground, t.modes, t.blows)


@making
def tally(t, bin_deg):
    skeletons, bones, tallies = t.skeletons, t.bones, t.tallies
    pose_errors(skeletons, bones, t.targets, bin_deg, tallies)
    sliding(skeletons, bones, t.contacts, tallies)
