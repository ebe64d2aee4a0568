"""What the physics library itself says of a world, whichever it is: no reading of ours is trusted.

    from raw import both, p, raw

`p` is pybullet, or None where that is not installed: tests that ask it are marked `bullet`. `both()` are the engines,
for `parametrize`; `raw(sim)` answers the same few questions on either.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

import mujoco as mj
import numpy as np
import pytest

from components.settings import Physics

if find_spec("pybullet"):
    from systems.bullet.quiet import p
else:
    p = None


def both():
    return [pytest.param(name, marks=[pytest.mark.bullet] * (name == Physics.BULLET)) for name in Physics]


class Touch(NamedTuple):
    one: str  # bones
    other: str
    deep: float  # m, of one in the other


class OnBullet:
    def __init__(self, sim):
        self.sim, self.client = sim, sim.client

    def place(self, character, bone):
        """m, of its centre of mass."""
        return np.array(self._state(character, bone)[0])

    def velocity(self, character, bone):
        """m/s, of its centre of mass."""
        return np.array(self._state(character, bone)[1])

    def _state(self, character, bone):
        link = character.link(bone)
        if link < 0:
            place, _ = p.getBasePositionAndOrientation(character.body, physicsClientId=self.client)
            return place, p.getBaseVelocity(character.body, physicsClientId=self.client)[0]
        found = p.getLinkState(
            character.body, link, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=self.client
        )
        return found[0], found[6]

    def place_of(self, thing):
        """m, of a loose thing."""
        return np.array(p.getBasePositionAndOrientation(thing, physicsClientId=self.client)[0])

    def turns(self, character):
        """Of each bone but the root: x y z w."""
        links = list(range(len(character.bones) - 1))
        states = p.getLinkStates(character.body, links, computeForwardKinematics=1, physicsClientId=self.client)
        return np.array([state[5] for state in states])

    def frame(self, character, bone):
        """m, of the joint that a bone hangs on, and x y z w; not of the root."""
        state = p.getLinkState(character.body, character.link(bone), 0, 1, physicsClientId=self.client)
        return np.array(state[4]), np.array(state[5])

    def turn(self, character, bone):
        """x y z w."""
        if character.link(bone) < 0:
            return np.array(p.getBasePositionAndOrientation(character.body, physicsClientId=self.client)[1])
        return self.frame(character, bone)[1]

    def turn_of(self, thing):
        """(3, 3) of a loose thing, or one that is carried."""
        _, turn = p.getBasePositionAndOrientation(thing, physicsClientId=self.client)
        return np.array(p.getMatrixFromQuaternion(turn)).reshape(3, 3)

    def throw(self, character, place, turn, velocity, spin):
        """Its root there; joints stay as they are."""
        p.resetBasePositionAndOrientation(character.body, place, turn, self.client)
        p.resetBaseVelocity(character.body, velocity, spin, self.client)

    def bounce(self, character, e):
        """The library's own restitution, against the ground: factors multiply."""
        for link in range(-1, len(character.bones) - 1):
            p.changeDynamics(character.body, link, restitution=e, physicsClientId=self.client)
        for ground in self.sim.stage.engine.ground:
            p.changeDynamics(ground, -1, restitution=1.0, physicsClientId=self.client)

    def mechanics(self, character, gravity):
        """J of kinetic and potential energy, kg m/s: sums over bones."""
        energy, momentum, body = 0.0, np.zeros(3), character.body
        for link, bone in enumerate(character.bones, -1):
            mass, _, inertia, *_ = p.getDynamicsInfo(body, link, physicsClientId=self.client)
            place, velocity = self._state(character, bone)
            if link < 0:
                turn, spin = (
                    p.getBasePositionAndOrientation(body, self.client)[1],
                    p.getBaseVelocity(body, self.client)[1],
                )
            else:
                state = p.getLinkState(body, link, 1, 1, physicsClientId=self.client)
                turn, spin = state[1], state[7]
            own = np.array(p.getMatrixFromQuaternion(turn)).reshape(3, 3).T @ np.array(spin)
            energy += mass * (gravity * place[2] + 0.5 * np.dot(velocity, velocity)) + 0.5 * own @ (inertia * own)
            momentum += mass * np.array(velocity)
        return energy, momentum

    def depth(self, character):
        """m, of what is deepest in what is not itself."""
        points = p.getContactPoints(bodyA=character.body, physicsClientId=self.client)
        return max((-row[8] for row in points if row[2] != character.body), default=0.0)

    def touches(self, one, other):
        """Of two characters."""
        rows = p.getContactPoints(one.body, other.body, physicsClientId=self.client)
        return [Touch(one.bones[row[3] + 1], other.bones[row[4] + 1], -row[8]) for row in rows]


class OnMujoco:
    def __init__(self, sim):
        self.sim = sim

    def _looked(self, character):
        """The library's own arrays, brought to the state as it is, and where the character begins in them."""
        model, data = self.sim.model, self.sim.data
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)
        mj.mj_comVel(model, data)
        return model, data, model.body(f"{character.name}/{character.bones[0]}").id

    def place(self, character, bone):
        _, data, first = self._looked(character)
        return data.xipos[first + character.bones.index(bone)].copy()

    def velocity(self, character, bone):
        model, data, first = self._looked(character)
        found = np.empty(6)
        mj.mj_objectVelocity(model, data, mj.mjtObj.mjOBJ_BODY, first + character.bones.index(bone), found, 0)
        return found[3:]

    def place_of(self, thing):
        """Of the body in stock whose shape that thing has."""
        model, data = self.sim.model, self.sim.data
        mj.mj_kinematics(model, data)
        owner = self.sim.stage.engine.world.owner
        (geom,) = np.flatnonzero(owner == thing)
        return data.geom_xpos[geom].copy()

    def turns(self, character):
        _, data, first = self._looked(character)
        return np.roll(data.xquat[first + 1 : first + len(character.bones)], -1, axis=1)

    def frame(self, character, bone):
        _, data, first = self._looked(character)
        own = first + character.bones.index(bone)
        return data.xpos[own].copy(), np.roll(data.xquat[own], -1)

    def turn(self, character, bone):
        return self.frame(character, bone)[1]

    def turn_of(self, thing):
        model, data = self.sim.model, self.sim.data
        mj.mj_kinematics(model, data)
        (geom,) = np.flatnonzero(self.sim.stage.engine.world.owner == thing)
        return data.geom_xmat[geom].reshape(3, 3).copy()

    def throw(self, character, place, turn, velocity, spin):
        model, data, first = self._looked(character)
        joint = model.body_jntadr[first]
        at, rate = model.jnt_qposadr[joint], model.jnt_dofadr[joint]
        data.qpos[at : at + 7] = *place, *np.roll(turn, 1)
        own = np.empty(3)
        mj.mju_rotVecQuat(own, np.array(spin, float), np.roll(turn, 1) * (1.0, -1.0, -1.0, -1.0))
        data.qvel[rate : rate + 6] = *velocity, *own

    def bounce(self, character, e):
        """MuJoCo has none: that of the engine behind our interface."""
        world = self.sim.stage.engine.world
        world.restitution[world.owner == character.body] = e
        world.restitution[: len(world.owners)] = 1.0

    def mechanics(self, character, gravity):
        model, data, first = self._looked(character)
        energy, momentum, found = 0.0, np.zeros(3), np.empty(6)
        for bone in range(first, first + len(character.bones)):
            mass = model.body_mass[bone]
            mj.mj_objectVelocity(model, data, mj.mjtObj.mjOBJ_BODY, bone, found, 0)
            own, velocity = data.ximat[bone].reshape(3, 3).T @ found[:3], found[3:]
            energy += mass * (gravity * data.xipos[bone, 2] + 0.5 * velocity @ velocity)
            energy += 0.5 * own @ (model.body_inertia[bone] * own)
            momentum += mass * velocity
        return energy, momentum

    def depth(self, character):
        model, data, first = self._looked(character)
        bodies = range(first, first + len(character.bones))
        own = np.isin(model.geom_bodyid[data.contact.geom], bodies).sum(axis=1)
        return float(max(-data.contact.dist[own == 1], default=0.0))

    def touches(self, one, other):
        model, data, first = self._looked(one)
        second, found = model.body(f"{other.name}/{other.bones[0]}").id, []
        for touch in data.contact[: data.ncon]:
            for a, b in (touch.geom, touch.geom[::-1]):
                own, its = model.geom_bodyid[a] - first, model.geom_bodyid[b] - second
                if 0 <= own < len(one.bones) and 0 <= its < len(other.bones):
                    found.append(Touch(one.bones[own], other.bones[its], -float(touch.dist)))
        return found


def raw(sim):
    return OnBullet(sim) if sim.engine == "bullet" else OnMujoco(sim)
