"""The compiled side of the tick: one entry for each system that has arithmetic to do.

Handing a table to compiled code costs 0.1 us an array, and a system needs up to a hundred of them; a handle that holds
all tables costs half a microsecond. Behind these entries every kernel is a plain function of the tables it names.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.core import types
from numba.experimental import structref

from systems.kernels.actuate import TIMED, actuate, turn_inertias
from systems.kernels.beats import notice, pass_time
from systems.kernels.blows import blows
from systems.kernels.dynamics import shared_dynamics
from systems.kernels.feet import lift_feet
from systems.kernels.inverse import inverse_dynamics
from systems.kernels.joint_springs import joint_springs
from systems.kernels.kinematics import read_state
from systems.kernels.pelvis import drive_pelvis
from systems.kernels.quaternions import add, rotate, row4, unrotate
from systems.kernels.reach import ankle, reach
from systems.kernels.sampling import sample, sample_root
from systems.kernels.support import support
from systems.kernels.tallying import extremes, pose_errors, sliding
from systems.laws.off import off
from systems.laws.parent import parent
from systems.laws.root import root_drive
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
        return make_handle(*tables)


structref.define_proxy(Handle, HandleType, list(FIELDS))


@njit(cache=True, error_model="numpy")
def make_handle(skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies):
    return Handle(skeletons, bones, targets, drives, dynamics, demand, aims, torques, modes, contacts, blows, tallies)


@njit(cache=True, error_model="numpy")
def follow(t, clip, loop_turn, before, low, high, between, rate, anchor, heading, offset, part, weight, first, last, c):
    sample(
        clip.relative, clip.relative_spin, clip.joint, clip.joint_spin, before, low, high, between, rate,
        t.skeletons.parent, part, weight, (first, last), t.targets,
    )  # fmt: skip
    sample_root(
        clip.root_position, clip.root_orientation, clip.root_spin, clip.loop_travel, loop_turn, before, low, high,
        between, rate, anchor, heading, offset, part, weight, c, t.targets,
    )  # fmt: skip


@njit(cache=True, error_model="numpy")
def below(t, foot, root):
    """(x, y) m of the place below where the targets have this foot's middle."""
    forward = rotate(row4(t.targets.relative, foot), (MIDFOOT, 0.0, 0.0))
    x, y, _ = rotate(row4(t.bones.orientation, root), add(ankle(t.skeletons, t.targets, foot), forward))
    return t.bones.position[root, 0] + x, t.bones.position[root, 1] + y


@njit(cache=True, error_model="numpy")
def reach_for(t, foot, root, lift):
    reach(t.skeletons, t.targets, foot, unrotate(row4(t.bones.orientation, root), (0.0, 0.0, 1.0)), lift)


@njit(cache=True, error_model="numpy")
def balance(t, dt):
    root_drive(t.skeletons, t.bones, t.targets, t.modes, dt, t.drives)
    drive_pelvis(t.skeletons, t.bones, t.targets, t.modes, t.drives)
    lift_feet(t.skeletons, t.bones, t.contacts, t.targets, t.modes, t.drives)


@njit(cache=True, error_model="numpy")
def dynamics(t, contact_mass):
    shared_dynamics(t.skeletons, t.bones, t.contacts, contact_mass, t.dynamics)
    turn_inertias(t.skeletons, t.bones, t.demand)


@njit(cache=True, error_model="numpy")
def ask_nothing(members, t, dt):
    off(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@njit(cache=True, error_model="numpy")
def ask_world(members, t, dt):
    world(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@njit(cache=True, error_model="numpy")
def ask_parent(members, t, dt):
    parent(members, t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)


@njit(cache=True, error_model="numpy")
def ask_timed(members, t, dt):
    notice(members, t.skeletons, t.bones, t.contacts, t.dynamics, t.drives, t.modes, t.aims)
    down = t.aims.down_s[members] > 0.0
    world(members[down], t.skeletons, t.bones, t.targets, t.modes, dt, t.demand)
    timed(members[~down], t.skeletons, t.bones, t.targets, t.modes, dt, t.demand, t.aims)


@njit(cache=True, error_model="numpy")
def ask_in_form(members, form, t, dt):
    timed_published(members, form, t.skeletons, t.bones, t.dynamics, t.targets, t.modes, t.aims, dt, t.demand)


@njit(cache=True, error_model="numpy")
def ask_published(members, t, dt):
    ask_in_form(members, PUBLISHED, t, dt)


@njit(cache=True, error_model="numpy")
def ask_single(members, t, dt):
    ask_in_form(members, SINGLE, t, dt)


@njit(cache=True, error_model="numpy")
def ask_tuned(members, t, dt):
    ask_in_form(members, TUNED, t, dt)


@njit(cache=True, error_model="numpy")
def muscles(t, gravity, dt):
    """Torques; is anybody too weak to be in time?"""
    support(t.skeletons, t.bones, t.contacts, t.dynamics, t.targets, t.modes, gravity, t.demand)
    joint_springs(t.skeletons, t.bones, t.modes, dt, t.demand)
    for c in range(len(t.skeletons.total_mass)):
        if t.modes.servo[c] == TIMED and t.aims.down_s[c] == 0.0:
            inverse_dynamics(
                c, t.skeletons, t.bones, t.contacts, t.dynamics, t.targets, t.modes, t.drives, gravity, t.demand,
                t.aims, t.torques,
            )  # fmt: skip
        elif t.modes.servo[c] > TIMED:  # its variants, the last ones
            exert_published(c, t.modes.authority[c], t.skeletons, t.demand, t.aims)
    actuate(t.skeletons, t.dynamics, t.modes, t.drives, t.demand, t.aims, t.torques)
    return pass_time(t.skeletons, t.bones, t.modes, t.torques, t.aims, dt)


@njit(cache=True, error_model="numpy")
def sense(t, base, raw):
    read_state(t.skeletons, base, raw, t.bones)


@njit(cache=True, error_model="numpy")
def watch(t):
    extremes(t.skeletons, t.bones, t.tallies)


@njit(cache=True, error_model="numpy")
def strike(t, ground):
    blows(t.skeletons, t.contacts, ground, t.modes, t.blows)


@njit(cache=True, error_model="numpy")
def tally(t, acting, upright, bin_deg):
    pose_errors(acting, t.skeletons, t.bones, t.targets, bin_deg, t.tallies)
    sliding(t.skeletons, t.bones, t.contacts, upright, t.tallies)
