"""Things that are tied to bones: a weld of MuJoCo's between a body in stock and the bone, at the bone's centre of mass.

MuJoCo's own weld gives way by a tenth. Ours asks for the speed that a step is to end with, as touches do, and yields a
thousandth of that: 50 kg on a rod of 2 kg that begins to turn stay within 0.01 mm of its middle. Each body in stock has
a weld of its own, which is off until it is tied, so that no tie makes the model anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mujoco as mj
import numpy as np

from components.arrays import Floats
from components.clock import DT
from systems.mujoco.figures import Figure
from systems.mujoco.stock import Thing

if TYPE_CHECKING:
    from systems.mujoco.world import World

YIELDS = 1e-3  # of what MuJoCo lets a weld yield


def bind(world: World, thing: Thing) -> None:
    """Write into the model what a thing in stock is tied to, or that it is free, and who goes through it."""
    slot = world.slots[thing.slot]
    if slot.fixed:
        return
    world.bearer[slot.geom] = thing.bearer
    world.data.eq_active[slot.weld] = thing.tied is not None
    if thing.tied is not None:
        body, link = thing.tied
        figure = world.bodies[body]
        assert isinstance(figure, Figure)
        world.model.eq_obj2id[slot.weld] = figure.root + link + 1
        data = world.model.eq_data[slot.weld]
        data[:] = 0.0
        data[0:3], data[6], data[10] = figure.rig.bones[link + 1].com, 1.0, 1.0  # where on the bone, its turn, a weight


def bring(world: World, thing: Thing) -> None:
    """To the bone's centre of mass, along its axes, moving as it does. Where bones are is known."""
    assert thing.tied is not None
    body, link = thing.tied
    bone = world.first_body(world.bodies[body]) + link + 1
    found = motion(world, bone)
    turn, spin = world.data.xquat[bone].copy(), np.empty(3)
    mj.mju_rotVecQuat(spin, found[:3], turn * (1.0, -1.0, -1.0, -1.0))
    numbers = np.zeros(7 + 6 + 6)
    numbers[:3], numbers[3:7], numbers[7:10], numbers[10:13] = world.data.xipos[bone], turn, found[3:], spin
    world.set_numbers(thing, numbers)


def motion(world: World, bone: int) -> Floats:
    """rad/s and m/s of a bone at its centre of mass, in world axes."""
    model, data, found = world.model, world.data, np.empty(6)
    mj.mj_comPos(model, data)
    mj.mj_comVel(model, data)
    mj.mj_objectVelocity(model, data, mj.mjtObj.mjOBJ_BODY, bone, found, 0)
    return found


def leave_alone(world: World, touch: Any) -> None:
    """No touch of a thing with the body that goes through it."""
    one, other = touch.geom[:, 0], touch.geom[:, 1]
    own = (world.bearer[one] == world.owner[other]) | (world.bearer[other] == world.owner[one])
    touch.exclude[own] = 1


def stiffen(data: Any) -> None:
    data.efc_R[: data.ne] *= YIELDS
    data.efc_D[: data.ne] /= YIELDS


def aim(data: Any) -> None:
    """What ties are to change (m/s2, rad/s2): after the step both ends are in one place, as far as speeds tell."""
    rows = slice(0, data.ne)
    data.efc_aref[rows] = -(data.efc_pos[rows] / DT + data.efc_vel[rows]) / DT
