"""A body on a bench: one rig in one engine, asked directly, so that the project's own readings can be checked."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import DT
from components.rig import FREEDOMS, Joint
from components.settings import WorldSettings
from game.rigs.rig import load_rig
from game.world.tables import build_tables
from systems.engines import start_engine
from systems.kernels.dynamics import shared_dynamics
from systems.kernels.kinematics import read_state


def matrix(q):
    """Rotation matrix of x y z w, by the engine."""
    return np.array(p.getMatrixFromQuaternion(q)).reshape(3, 3)


def random_turn(random):
    q = random.normal(size=4)
    return q / np.linalg.norm(q)


class Bench:
    """`links()` is what pybullet says; `bones` is what the project reads."""

    def __init__(self, rig, gravity=0.0, solid=False):
        self.rig = load_rig(rig) if isinstance(rig, str) else rig
        self.engine = start_engine(WorldSettings(gravity=gravity), 0)
        self.client = self.engine.client
        self.puppet = self.engine.add_character(self.rig)
        self.body = self.puppet.body
        self.tables = build_tables([self.rig], [self.puppet])
        self.skeletons = self.tables.skeletons
        self.bones = self.tables.bones
        self.infos = [
            p.getDynamicsInfo(self.body, i, physicsClientId=self.client) for i in range(-1, len(self.rig.bones) - 1)
        ]

        if not solid:  # nothing touches, so that only what is asked for acts
            for i in range(-1, len(self.rig.bones) - 1):
                p.setCollisionFilterGroupMask(self.body, i, 0, 0, physicsClientId=self.client)

    def set(self, base, turns, spins):
        """Bone by bone through pybullet: base position, orientation, velocity, spin; joints' turns or angles; rates."""
        p.resetBasePositionAndOrientation(self.body, base[0], base[1], physicsClientId=self.client)
        p.resetBaseVelocity(self.body, base[2], base[3], physicsClientId=self.client)
        for i, bone in enumerate(self.rig.bones[1:], 1):
            if bone.joint is Joint.HINGE:
                p.resetJointState(self.body, i - 1, turns[i], spins[i], physicsClientId=self.client)
            else:
                p.resetJointStateMultiDof(self.body, i - 1, list(turns[i]), list(spins[i]), physicsClientId=self.client)

    def randomise(self, random, speed=3.0, height=5.0):
        hinge = [bone.joint is Joint.HINGE for bone in self.rig.bones]
        base = (
            [*random.uniform(-1, 1, 2), height],
            random_turn(random),
            speed * random.normal(size=3),
            speed * random.normal(size=3),
        )
        turns = [random.uniform(-2, 2) if h else random_turn(random) for h in hinge]
        spins = [speed * random.normal() if h else speed * random.normal(size=3) for h in hinge]
        self.set(base, turns, spins)
        return self.read()

    def pose(self, random, size=0.4, height=5.0):
        """At rest, near the rest pose (so nothing overlaps), the root turned anyhow."""
        hinge = [bone.joint is Joint.HINGE for bone in self.rig.bones]
        vectors = size * random.normal(size=(len(hinge), 3))
        turned = [np.array([0.5 * x for x in v] + [1.0]) for v in vectors]
        halves = [q / np.linalg.norm(q) for q in turned]
        turns = [size * random.normal() if h else half for h, half in zip(hinge, halves, strict=True)]
        spins = [0.0 if h else np.zeros(3) for h in hinge]
        self.set(([0, 0, height], random_turn(random), [0, 0, 0], [0, 0, 0]), turns, spins)
        return self.read()

    def read(self):
        self.engine.read([self.puppet], self.tables.base, self.tables.raw)
        read_state(self.skeletons, self.tables.base, self.tables.raw, self.bones)
        return self

    def dynamics(self, contact_mass=0.0):
        shared_dynamics(self.skeletons, self.bones, self.tables.contacts, contact_mass, self.tables.dynamics)
        return self.tables.dynamics

    def links(self):
        """Of each bone: centre of mass, turn of its inertia, frame, turn of the frame, velocity of the centre, spin."""
        place, turn = p.getBasePositionAndOrientation(self.body, physicsClientId=self.client)
        velocity, spin = p.getBaseVelocity(self.body, physicsClientId=self.client)
        rows = [(place, turn, place, turn, velocity, spin)]
        for s in p.getLinkStates(
            self.body, list(range(len(self.rig.bones) - 1)), computeLinkVelocity=1, computeForwardKinematics=1,
            physicsClientId=self.client,
        ):  # fmt: skip
            rows.append((s[0], s[1], s[4], s[5], s[6], s[7]))
        return [tuple(np.array(part) for part in row) for row in rows]

    def inertia(self, i, turn):
        r = matrix(turn)
        return r @ np.diag(self.infos[i][2]) @ r.T

    def kinetic(self):
        """J, as the engine has it."""
        return sum(
            0.5 * self.infos[i][0] * v @ v + 0.5 * w @ self.inertia(i, turn) @ w
            for i, (_, turn, _, _, v, w) in enumerate(self.links())
        )

    def momentum(self):
        """kg m/s and, about the world's origin, kg m2/s."""
        push, spin = np.zeros(3), np.zeros(3)
        for i, (at, turn, _, _, v, w) in enumerate(self.links()):
            push += self.infos[i][0] * v
            spin += np.cross(at, self.infos[i][0] * v) + self.inertia(i, turn) @ w
        return push, spin

    def speeds(self):
        """Freedoms' speeds, from the engine: root's spin and velocity, then joint by joint in own axes."""
        velocity, spin = p.getBaseVelocity(self.body, physicsClientId=self.client)
        out = [*spin, *velocity]
        for i in range(len(self.rig.bones) - 1):
            out += p.getJointStateMultiDof(self.body, i, physicsClientId=self.client)[1]
        return np.array(out)

    def dense(self, packed, first=0, last=None):
        return expand(packed, self.skeletons, first, len(self.skeletons.bone) if last is None else last)

    def turning(self, b, reach):
        """(3, freedoms): how bone b's angular velocity depends on the speeds; reach own, above (its joints) or root."""
        out = np.zeros((3, len(self.skeletons.bone)))
        i = b
        while i >= 0:
            bone, k = self.rig.bones[i], int(self.skeletons.freedom[i])
            if bone.joint is Joint.ROOT:
                if reach == "root":
                    out[:, k : k + 3] = np.eye(3)
            else:
                r = matrix(self.bones.orientation[i])
                columns = (r @ np.array(bone.axis))[:, None] if bone.joint is Joint.HINGE else r
                out[:, k : k + FREEDOMS[bone.joint]] = columns
            if reach == "own":
                break
            i = bone.parent
        return out

    def step(self, joint=None, root=None):
        n = len(self.rig.bones)
        joint, root = (np.zeros(shape) if x is None else np.asarray(x) for x, shape in ((joint, (n, 3)), (root, 3)))
        self.engine.pull([self.puppet], joint, root[None])
        self.engine.step()
        return self.read()


def expand(packed, skeletons, first, last):
    """A matrix stored by chain and depth, in full."""
    out = np.zeros((last - first, last - first))
    for k in range(first, last):
        for d in range(skeletons.depth[k] + 1):
            j = skeletons.chain[k, d]
            out[k - first, j - first] = out[j - first, k - first] = packed[k, d]
    return out


@pytest.fixture
def bench():
    """`bench("boxer", gravity=0.0)` makes a Bench; it is taken down afterwards."""
    made = []

    def make(rig="boxer", gravity=0.0, solid=False):
        made.append(Bench(rig, gravity, solid))
        return made[-1]

    make.expand, make.matrix, make.random_turn, make.dt = expand, matrix, random_turn, DT
    yield make
    for each in made:
        each.engine.close()


@pytest.fixture
def simulation():
    """`simulation("stage", ...)` is a Simulation that is closed afterwards."""
    from game import Simulation

    made = []

    def make(scene="stage", **options):
        made.append(Simulation(scene, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()
