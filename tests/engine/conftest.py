"""What any engine must do, asked through systems/engine.py alone; every test runs with every engine there is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from raw import both

from components.rig import FREEDOMS, Bone, Joint, Rig, Shape
from components.settings import WorldSettings
from systems.engine import RAW_WIDTH
from systems.engines import ENGINES, start_engine

FAULTS = {
    ("bullet", "test_nothing_inside_the_waves_stops_what_slides_over_them"): "it meets the edges inside a mesh",
    (
        "bullet",
        "test_what_holds_a_joint_back_is_felt_by_both_its_bones",
    ): "it cuts the speed, the root keeps its own",
}
"""Promises that an engine is known to break, and how: such a test must fail until the engine is mended."""


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            for engine in ENGINES:
                reason = FAULTS.get((engine, item.originalname))
                if reason and engine in item.callspec.params.values():
                    item.add_marker(pytest.mark.xfail(reason=reason, strict=True, raises=AssertionError))


def matrix(q):
    """Rotation matrix of x y z w."""
    x, y, z, w = np.asarray(q) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def turned(axis, angle):
    return np.array([*(np.sin(angle / 2) * np.asarray(axis, float)), np.cos(angle / 2)])


REST = np.array([0.0, 0.0, 0.0, 1.0])


def bone(
    joint, parent=0, offset=(0, 0, 0), axis=(0, 1, 0), mass=1.0, com=(0, 0, 0), inertia=(0.1, 0.1, 0.1), shapes=()
):
    parent = -1 if joint is Joint.ROOT else parent
    return Bone("", parent, joint, offset, axis, mass, com, inertia, 1e9, -9.0, 9.0, 9.0, (0, 0, 0), tuple(shapes))


def sphere(radius, at=(0, 0, 0)):
    return Shape("sphere", at, radius=radius)


def rig(*bones, collide=()):
    """A body of these; none has a mirror image."""
    n, bones = len(bones), tuple(replace(one, name=f"bone{i}") for i, one in enumerate(bones))
    return Rig("body", 1.0, bones, (n,) * n, tuple(range(n)), frozenset(collide))


class World:
    """An engine, and what tests ask of it again and again."""

    def __init__(self, engine):
        self.engine = engine
        self.rigs = {}

    def ball(self, mass=1.0, radius=0.1, at=(0, 0, 0), moving=(0, 0, 0), friction=1.0, restitution=0.0):
        body = self.engine.add_prop("sphere", (2 * radius,) * 3, mass, at, 0.0, friction, restitution)
        self.engine.shoot(body, at, moving)
        return body

    def box(self, mass=1.0, size=(0.2, 0.2, 0.2), at=(0, 0, 0), yaw=0.0, friction=1.0, restitution=0.0):
        return self.engine.add_prop("box", size, mass, at, yaw, friction, restitution)

    def character(self, rig, **state):
        puppet = self.engine.add_character(rig)
        self.rigs[puppet.body] = rig
        self.put(puppet, **state)
        return puppet

    def put(self, puppet, at=(0, 0, 5), turn=REST, moving=(0, 0, 0), spin=(0, 0, 0), turns=None, spins=None):
        """`turns` and `spins` by bone: a quaternion or an angle, a vector or a rate."""
        n = len(self.rigs[puppet.body].bones)
        all_turns, all_spins = np.zeros((n, 4)), np.zeros((n, 3))
        for i, one in enumerate(self.rigs[puppet.body].bones):
            all_turns[i] = REST if one.joint is Joint.BALL else 0.0
        for i, turn_of in (turns or {}).items():
            all_turns[i, : np.size(turn_of)] = turn_of
        for i, spin_of in (spins or {}).items():
            all_spins[i, : np.size(spin_of)] = spin_of
        self.engine.put(puppet, np.array([*at, *turn, *moving, *spin], float), all_turns, all_spins)

    def read(self, *puppets):
        """`base` (characters, 13), and of each the joints' (position, velocity)."""
        base = np.full((len(puppets), 13), np.nan)
        joints = [one.joint for puppet in puppets for one in self.rigs[puppet.body].bones[1:]]
        raw = np.full(sum(RAW_WIDTH[joint] for joint in joints), np.nan)
        self.engine.read(puppets, base, raw)
        parts, at = [], 0
        for joint in joints:
            wide = RAW_WIDTH[joint] - FREEDOMS[joint]
            parts.append((raw[at : at + wide], raw[at + wide : at + RAW_WIDTH[joint]]))
            at += RAW_WIDTH[joint]
        return base, parts

    def state(self, body):
        """Place, orientation, velocity and spin of a loose thing."""
        found = np.array(self.engine.moving(body))
        return found[:3], found[3:7], found[7:10], found[10:]

    def step(self, n=1):
        for _ in range(n):
            self.engine.step()

    def pull(self, puppet, joints=None, root=(0, 0, 0)):
        torques = np.zeros((len(self.rigs[puppet.body].bones), 3))
        for i, torque in (joints or {}).items():
            torques[i, : np.size(torque)] = torque
        self.engine.pull([puppet], torques, np.array([root], float))

    def bones(self, puppet):
        """Of each bone, from `read` by hand: (centre of mass, rotation, velocity of the centre, spin), world axes."""
        (base,), parts = self.read(puppet)
        found = []
        for i, one in enumerate(self.rigs[puppet.body].bones):
            if i == 0:
                found.append((base[:3], matrix(base[3:7]), base[7:10], base[10:]))
                frames = [found[0]]
                continue
            origin, rotation, velocity, spin = frames[one.parent]
            position, rate = parts[i - 1]
            axis = np.array(one.axis, float)
            own = matrix(position if one.joint is Joint.BALL else turned(axis, position[0]))
            arm = rotation @ np.array(one.offset, float)
            here = rotation @ own
            whole = spin + here @ (rate if one.joint is Joint.BALL else axis * rate[0])
            frames.append((origin + arm, here, velocity + np.cross(spin, arm), whole))
            out = here @ np.array(one.com, float)
            found.append((frames[i][0] + out, here, frames[i][2] + np.cross(whole, out), whole))
        return found

    def momentum(self, puppet):
        """kg m/s, and kg m2/s about the world's origin."""
        push, spin = np.zeros(3), np.zeros(3)
        for one, (place, rotation, velocity, turning) in zip(
            self.rigs[puppet.body].bones, self.bones(puppet), strict=True
        ):
            push += one.mass * velocity
            spin += np.cross(place, one.mass * velocity)
            spin += rotation @ np.diag(one.inertia) @ rotation.T @ turning
        return push, spin


@pytest.fixture(params=both())
def world(request):
    """`world(seed=3, gravity=0.0, ...)` makes a World with these settings; its engine is closed afterwards."""
    made = []

    def make(seed=3, **settings):
        made.append(World(start_engine(WorldSettings(**settings), seed, request.param)))
        return made[-1]

    make.name = request.param
    yield make
    for each in made:
        each.engine.close()


@pytest.fixture
def made_of():
    """How to make rigs and turns: `made_of.rig(made_of.bone(Joint.ROOT))`."""
    return SimpleNamespace(rig=rig, bone=bone, sphere=sphere, turned=turned, matrix=matrix)
