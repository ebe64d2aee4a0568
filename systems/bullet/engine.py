"""One Bullet world: bodies in, steps, states and touches out. Nothing above this file knows pybullet.

A step is 1/120 s. Motors, damping and sleep are off, so a body left alone falls by g t^2 / 2 and keeps its momentum.
Characters are read in one call, written in one call; nothing here loops over bones.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from struct import pack_into
from time import perf_counter_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.rig import Joint, Rig
from components.settings import WorldSettings
from systems.bullet.ground import add_ground
from systems.bullet.quiet import p
from systems.bullet.urdf import urdf

Floats = NDArray[np.float64]
Vec = tuple[float, float, float] | list[float]
DT = 1.0 / 120.0
CHARACTER_FLAGS = p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION
FASTEST_JOINT = 90.0  # rad/s about each axis: a run's push-off needs 60 to 90, a contact throws faster
RESTS = 1e-5  # m, how deep bodies rest in what they touch, as Bullet has it
GROUND_GROUP = 64  # a bit of its own, so that rays can ask for the ground alone
RAW_WIDTH = {Joint.BALL: 4 + 3, Joint.HINGE: 1 + 1}  # position and velocity of a joint


@dataclass(frozen=True)
class Puppet:
    """How to talk to the engine about one character: which joints are of which kind, in whose order."""

    body: int
    joints: list[int]  # all, in the rig's order
    driven: list[int]  # ball joints, then hinges: the order in which torques are written
    ball_rows: list[int]  # rows of the character's own bones, root included as row 0
    hinge_rows: list[int]
    raw_size: int  # numbers in the joints' flat state


@dataclass
class Engine:
    settings: WorldSettings
    seed: int
    client: int = field(init=False)
    ground: list[int] = field(init=False)
    ground_ids: NDArray[np.int64] = field(init=False)
    fastest: dict[int, float] = field(default_factory=dict)  # rad/s, of each body's joints
    sink: float = RESTS
    closed: bool = False
    step_ns: int = 0  # how long the last step took

    def __post_init__(self) -> None:
        self.client = p.connect(p.DIRECT)
        p.setPhysicsEngineParameter(
            fixedTimeStep=DT,
            numSubSteps=0,
            deterministicOverlappingPairs=1,
            enableFileCaching=0,
            physicsClientId=self.client,
        )
        self.ground = add_ground(self.client, self.settings.ground, self.seed)
        self.ground_ids = np.array(self.ground, dtype=np.int64)
        for body in self.ground:
            p.setCollisionFilterGroupMask(body, -1, GROUND_GROUP, ~GROUND_GROUP, physicsClientId=self.client)
        self.apply(self.settings)

    def close(self) -> None:
        if not self.closed:
            p.disconnect(self.client)
        self.closed = True  # the next world may get the same number

    def apply(self, settings: WorldSettings) -> None:
        """Take over gravity, friction and iterations; the ground stays what it is."""
        self.settings = settings
        p.setGravity(0.0, 0.0, -settings.gravity, physicsClientId=self.client)
        p.setPhysicsEngineParameter(numSolverIterations=settings.iterations, physicsClientId=self.client)
        for body in self.ground:
            p.changeDynamics(body, -1, lateralFriction=settings.friction, physicsClientId=self.client)

    # --- bodies

    def hold_back(self, body: int, fastest: float) -> None:
        """No joint of the body turns faster than this (rad/s, about each of its axes), from the next step on."""
        if self.fastest[body] != fastest:
            p.changeDynamics(body, -1, maxJointVelocity=fastest, physicsClientId=self.client)
            self.fastest[body] = fastest

    def let_sink(self, depth: float) -> None:
        """Bodies rest so deep (m) in what they touch, from the next step on."""
        if self.sink != depth:
            p.setPhysicsEngineParameter(contactSlop=depth, physicsClientId=self.client)
            self.sink = depth

    def add_character(self, rig: Rig) -> Puppet:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{rig.name}.urdf"
            path.write_text(urdf(rig))
            body = p.loadURDF(str(path), [0.0, 0.0, 10.0], flags=CHARACTER_FLAGS, physicsClientId=self.client)
        kinds = [bone.joint for bone in rig.bones]
        for link in range(-1, len(rig.bones) - 1):
            p.changeDynamics(
                body, link, linearDamping=0.0, angularDamping=0.0, jointDamping=0.0, lateralFriction=1.0,
                restitution=0.0, maxJointVelocity=FASTEST_JOINT, physicsClientId=self.client,
            )  # fmt: skip
        self.fastest[body] = FASTEST_JOINT
        self._motors_off(body, kinds)
        self._self_collisions(body, rig)
        ball = [i for i, kind in enumerate(kinds) if kind is Joint.BALL]
        hinge = [i for i, kind in enumerate(kinds) if kind is Joint.HINGE]
        driven = [i - 1 for i in (*ball, *hinge)]
        size = sum(RAW_WIDTH[kind] for kind in kinds[1:])
        return Puppet(body, list(range(len(rig.bones) - 1)), driven, ball, hinge, size)

    def _motors_off(self, body: int, kinds: list[Joint]) -> None:
        for link, kind in enumerate(kinds[1:]):
            if kind is Joint.BALL:  # the one form that takes a ball joint's motor away
                p.setJointMotorControl2(
                    body, link, p.POSITION_CONTROL, targetPosition=0, positionGain=0, velocityGain=0, force=0,
                    physicsClientId=self.client,
                )  # fmt: skip
            else:
                p.setJointMotorControl2(body, link, p.VELOCITY_CONTROL, force=0, physicsClientId=self.client)

    def _self_collisions(self, body: int, rig: Rig) -> None:
        solid = [i for i, bone in enumerate(rig.bones) if bone.shapes]
        for i in solid:
            for j in solid:
                if i < j and (i, j) not in rig.collide:
                    p.setCollisionFilterPair(body, body, i - 1, j - 1, 0, physicsClientId=self.client)

    def add_prop(
        self, shape: str, size: Vec, mass: float, position: Vec, yaw: float, friction: float, restitution: float
    ) -> int:
        """A loose thing, or with mass 0 a fixed one; `size` are full sides, of what is round of the box around it."""
        if shape == "sphere":
            collision = p.createCollisionShape(p.GEOM_SPHERE, radius=size[0] / 2, physicsClientId=self.client)
        elif shape == "capsule":
            collision = p.createCollisionShape(
                p.GEOM_CAPSULE, radius=size[0] / 2, height=size[2] - size[0], physicsClientId=self.client
            )
        else:
            half = [side / 2 for side in size]
            collision = p.createCollisionShape(p.GEOM_BOX, halfExtents=half, physicsClientId=self.client)
        turn = p.getQuaternionFromEuler([0.0, 0.0, yaw])
        body = p.createMultiBody(mass, collision, -1, position, turn, physicsClientId=self.client)
        p.changeDynamics(
            body, -1, lateralFriction=friction, restitution=restitution, linearDamping=0.0, angularDamping=0.0,
            rollingFriction=0.002 if shape == "sphere" else 0.0, spinningFriction=0.002 if shape == "sphere" else 0.0,
            physicsClientId=self.client,
        )  # fmt: skip
        return int(body)

    def remove(self, body: int) -> None:
        p.removeBody(body, physicsClientId=self.client)

    def shoot(self, body: int, position: Vec, velocity: Vec) -> None:
        """Put a loose thing somewhere, on its way."""
        p.resetBasePositionAndOrientation(body, position, [0, 0, 0, 1], physicsClientId=self.client)
        p.resetBaseVelocity(body, velocity, [0, 0, 0], physicsClientId=self.client)

    def place_of(self, body: int) -> tuple[Vec, Vec]:
        """Position (m) and orientation of a body's base."""
        place, turn = p.getBasePositionAndOrientation(body, physicsClientId=self.client)
        return place, turn

    def motion_of(self, body: int, link: int) -> tuple[Vec, Vec, float]:
        """Where the centre of mass of a bone (-1: the base) is (m), how fast it moves (m/s), and its mass (kg)."""
        mass = float(p.getDynamicsInfo(body, link, physicsClientId=self.client)[0])
        if link < 0:
            return self.place_of(body)[0], p.getBaseVelocity(body, physicsClientId=self.client)[0], mass
        state = p.getLinkState(
            body, link, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=self.client
        )
        return state[0], state[6], mass

    def moving(self, body: int) -> tuple[float, ...]:
        """A loose thing's place (m), turn, velocity (m/s) and spin (rad/s): 13 numbers."""
        place, turn = p.getBasePositionAndOrientation(body, self.client)
        velocity, spin = p.getBaseVelocity(body, self.client)
        return (*place, *turn, *velocity, *spin)

    def ground_height(self, x: float, y: float) -> float:
        """m; of the ground alone, whatever stands on it."""
        hit = p.rayTest([x, y, 50.0], [x, y, -50.0], collisionFilterMask=GROUND_GROUP, physicsClientId=self.client)[0]
        return float(hit[3][2]) if hit[0] >= 0 else 0.0

    def ray(self, start: Vec, end: Vec) -> tuple[int, int, Vec] | None:
        """What a line from one place (m) to another meets first: body, link (-1: base) and where."""
        body, link, _, place, _ = p.rayTest(start, end, physicsClientId=self.client)[0]
        return (body, link, place) if body >= 0 else None

    # --- a tick

    def read(self, puppets: Sequence[Puppet], base: Floats, raw: Floats) -> None:
        """All characters' state: `base` (13 each) and the joints' flat state, as systems/kernels/kinematics wants it.

        Packing a list takes half the time that numpy takes over it.
        """
        bases, joints = list[float](), list[float]()
        for puppet in puppets:
            place, turn = p.getBasePositionAndOrientation(puppet.body, self.client)
            velocity, spin = p.getBaseVelocity(puppet.body, self.client)
            bases += place
            bases += turn
            bases += velocity
            bases += spin
            for position, speed, _, _ in p.getJointStatesMultiDof(puppet.body, puppet.joints, self.client):
                joints += position
                joints += speed
        pack_into(f"{len(bases)}d", base.data, 0, *bases)
        pack_into(f"{len(joints)}d", raw.data, 0, *joints)

    def pull(self, puppet: Puppet, joint: Sequence[list[float]], root: Vec) -> None:
        """Torques for the next step: `joint` (own bones, 3) in bone axes, `root` (3) in world axes; N m."""
        forces = [joint[row] for row in puppet.ball_rows]
        forces += [joint[row][:1] for row in puppet.hinge_rows]
        p.setJointMotorControlMultiDofArray(
            puppet.body, puppet.driven, p.TORQUE_CONTROL, forces=forces, physicsClientId=self.client
        )
        p.applyExternalTorque(puppet.body, -1, root, p.WORLD_FRAME, self.client)

    def push(self, body: int, link: int, force: Vec, position: Vec) -> None:
        """A force (N) at a place (m), both in world axes, for the next step."""
        p.applyExternalForce(body, link, force, position, p.WORLD_FRAME, physicsClientId=self.client)

    def twist(self, body: int, torque: Vec) -> None:
        """A torque (N m, in world axes) on a body's base, for the next step."""
        p.applyExternalTorque(body, -1, torque, p.WORLD_FRAME, physicsClientId=self.client)

    def put(self, puppet: Puppet, base: Floats, turns: Floats, spins: Floats) -> None:
        """Set all of a character's state: `base` (13), joint turns (bones, 4) and spins (bones, 3), in own axes."""
        p.resetBasePositionAndOrientation(puppet.body, base[0:3], base[3:7], physicsClientId=self.client)
        p.resetBaseVelocity(puppet.body, base[7:10], base[10:13], physicsClientId=self.client)
        positions, speeds = turns[puppet.ball_rows].tolist(), spins[puppet.ball_rows].tolist()
        positions += turns[puppet.hinge_rows, :1].tolist()
        speeds += spins[puppet.hinge_rows, :1].tolist()
        p.resetJointStatesMultiDof(puppet.body, puppet.driven, positions, speeds, physicsClientId=self.client)

    def step(self) -> None:
        before = perf_counter_ns()
        p.stepSimulation(physicsClientId=self.client)
        self.step_ns = perf_counter_ns() - before

    def state_bytes(self, body: int) -> bytes:
        """Where a loose body is and how it moves, to the last bit."""
        place = p.getBasePositionAndOrientation(body, physicsClientId=self.client)
        motion = p.getBaseVelocity(body, physicsClientId=self.client)
        return np.array([*place[0], *place[1], *motion[0], *motion[1]]).tobytes()

    def touches(self, body: int) -> tuple[tuple[Any, ...], ...]:
        """Bullet's own contact rows of a body: flag, a, b, link a, link b, on a, on b, normal on b, distance, N, ..."""
        found: tuple[tuple[Any, ...], ...] = p.getContactPoints(bodyA=body, physicsClientId=self.client)
        return found

    def mend_ground(self) -> None:
        """Put the ground back at the origin: one touch of a body that is nowhere (NaN) takes it nowhere too."""
        for body in self.ground:
            p.resetBasePositionAndOrientation(body, [0, 0, 0], [0, 0, 0, 1], physicsClientId=self.client)
            p.resetBaseVelocity(body, [0, 0, 0], [0, 0, 0], physicsClientId=self.client)

    # --- save and load

    def save(self) -> int:
        """Keep the state, and go on from it as a load would: what Bullet guesses touches from is not in the state."""
        saved = int(p.saveState(physicsClientId=self.client))
        self.load(saved)
        return saved

    def write(self, file: Path) -> None:
        """The state, for another engine with the same bodies in the same order to load."""
        p.saveBullet(str(file), physicsClientId=self.client)

    def load(self, saved: int | Path) -> None:
        """Poses first, then touches found afresh at them, then their kept impulses: the same each time, to the bit."""
        source = {"stateId": saved} if isinstance(saved, int) else {"fileName": str(saved)}
        p.restoreState(**source, physicsClientId=self.client)
        for body in range(p.getNumBodies(physicsClientId=self.client)):
            self._renew(p.getBodyUniqueId(body, physicsClientId=self.client))
        p.performCollisionDetection(physicsClientId=self.client)
        p.restoreState(**source, physicsClientId=self.client)

    def _renew(self, body: int) -> None:
        """Take a body out of the search for touches and put it in again."""
        group, mask = (GROUND_GROUP, ~GROUND_GROUP) if body in self.ground else (1, -1)
        for link in range(-1, p.getNumJoints(body, physicsClientId=self.client)):
            p.setCollisionFilterGroupMask(body, link, group, mask, physicsClientId=self.client)

    def forget(self, saved: int) -> None:
        if not self.closed:
            p.removeState(saved, physicsClientId=self.client)
