"""One Bullet world behind the interface of systems/engine.py. Nothing above this folder knows pybullet.

Characters are read in one call, written in one call; nothing here loops over bones.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from struct import pack, pack_into
from time import perf_counter_ns
from typing import ClassVar, NamedTuple

import numpy as np

from components.arrays import Floats, Quat, Vec3
from components.clock import DT
from components.rig import Rig
from components.settings import Collisions, Ground, WorldSettings
from systems.bullet.bodies import HARD, Wires, add_character, add_prop, let_give, let_through
from systems.bullet.ground import BACKING, add_ground
from systems.bullet.quiet import p
from systems.engine import AHEAD, FASTEST_JOINT, FORESEES, GIVES, RESTS, TOUCH_WIDTH, Engine, Puppet, Vec
from systems.grounds.terrain import MESH_RISE, wave_height

STRONGEST_TIE = 1e6  # N and N m
GROUND_GROUP = 64  # a bit of its own, so that rays can ask for the ground alone
NO_TOUCH: Floats = np.zeros((0, TOUCH_WIDTH))
NO_TOUCH.flags.writeable = False
PAIR = itemgetter(2, 3, 4)  # of one body's touch: with whom, and the links


class Tied(NamedTuple):
    tie: int  # Bullet's number
    body: int
    link: int


class BulletEngine(Engine):
    foreseen: ClassVar = FORESEES  # Bullet has one for all worlds of a process

    def __init__(self, settings: WorldSettings, seed: int) -> None:
        self.seed, self.settings = seed, settings
        self.step_ns = 0
        self.wires = dict[int, Wires]()
        self.fastest = dict[int, float]()  # rad/s, of each body's joints
        self.ties = dict[int, Tied]()  # by what is tied
        self.through = dict[int, int]()  # by the thing: who goes through it
        self.came = dict[int, None]()  # bodies, in the order in which they came; Bullet's own hangs on which have gone
        self.sink = RESTS  # m
        self.foresight = FORESEES
        self.client = p.connect(p.DIRECT)
        p.setPhysicsEngineParameter(
            fixedTimeStep=DT,
            numSubSteps=0,
            deterministicOverlappingPairs=1,
            enableFileCaching=0,
            physicsClientId=self.client,
        )
        self.told_to_give = False
        self._foresee()  # whatever the world before this one looked for, this one begins as the first does
        self.ground = add_ground(self.client, settings.ground, seed)
        self.ground_ids = np.array(self.ground, dtype=np.int64)
        for body in self.ground:
            p.setCollisionFilterGroupMask(body, -1, GROUND_GROUP, ~GROUND_GROUP, physicsClientId=self.client)
        self.apply(settings)

    def close(self) -> None:
        if not self.closed:
            p.disconnect(self.client)
        self.closed = True  # the next world may get the same number

    def apply(self, settings: WorldSettings) -> None:
        before, self.settings = self.settings, settings
        if settings.collisions is not before.collisions:
            self.mark()
        p.setGravity(0.0, 0.0, -settings.gravity, physicsClientId=self.client)
        p.setPhysicsEngineParameter(numSolverIterations=settings.iterations, physicsClientId=self.client)
        for body in self.ground:
            p.changeDynamics(body, -1, lateralFriction=settings.friction, physicsClientId=self.client)

    @property
    def marked(self) -> bool:
        """Bullet never forgets that it was told how touches give: `HARD` is as without it, but for the last bits."""
        return self.told_to_give

    def mark(self) -> None:
        self.told_to_give = True
        for body in self.wires:
            self._give(body)

    # --- bodies

    def add_character(self, rig: Rig, name: str = "") -> Puppet:
        body, self.wires[body] = add_character(self.client, rig)
        self.came[body] = None
        if self.settings.collisions is Collisions.TWO_STAGE:
            self.told_to_give = True
            self._give(body)
        self.fastest[body] = FASTEST_JOINT
        return Puppet(body)

    def _give(self, body: int) -> None:
        soft = self.settings.collisions is Collisions.TWO_STAGE
        let_give(self.client, body, self.wires[body].hard, GIVES if soft else HARD)

    def add_prop(
        self, shape: str, size: Vec, mass: float, position: Vec, yaw: float, friction: float, restitution: float
    ) -> int:
        body = add_prop(self.client, shape, size, mass, position, yaw, friction, restitution)
        self.came[body] = None
        return body

    def remove(self, body: int) -> None:
        """Bullet keeps what goes through what by numbers, and would let the next body of that number through."""
        if body in self.ties:
            self.untie(body)
        for thing, who in [pair for pair in self.through.items() if body in pair]:
            self.let_through(who, thing, False)
        if body in self.wires:
            let_through(self.client, body, self.wires[body].apart, False)
        p.removeBody(body, physicsClientId=self.client)
        self.came.pop(body, None)
        self.wires.pop(body, None)
        self.fastest.pop(body, None)

    def tie(self, body: int, link: int, thing: int) -> None:
        """Frames of Bullet's ties are at the centres of mass; of its own accord one gives way at 500 N."""
        self._bring(body, link, thing)
        self.let_through(body, thing, True)
        here = [0.0, 0.0, 0.0]
        tie = p.createConstraint(body, link, thing, -1, p.JOINT_FIXED, here, here, here, physicsClientId=self.client)
        p.changeConstraint(tie, maxForce=STRONGEST_TIE, physicsClientId=self.client)
        self.ties[thing] = Tied(tie, body, link)

    def _bring(self, body: int, link: int, thing: int) -> None:
        if link < 0:
            place, turn = p.getBasePositionAndOrientation(body, physicsClientId=self.client)
            velocity, spin = p.getBaseVelocity(body, physicsClientId=self.client)
        else:
            state = p.getLinkState(
                body, link, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=self.client
            )
            place, turn, velocity, spin = state[0], state[1], state[6], state[7]
        p.resetBasePositionAndOrientation(thing, place, turn, physicsClientId=self.client)
        p.resetBaseVelocity(thing, velocity, spin, physicsClientId=self.client)

    def untie(self, thing: int) -> None:
        p.removeConstraint(self.ties.pop(thing).tie, physicsClientId=self.client)

    def let_through(self, body: int, thing: int, through: bool) -> None:
        for link in range(-1, p.getNumJoints(body, physicsClientId=self.client)):
            p.setCollisionFilterPair(body, thing, link, -1, not through, physicsClientId=self.client)
        if through:
            self.through[thing] = body
        else:
            self.through.pop(thing, None)

    def hold_back(self, body: int, fastest: float) -> None:
        if self.fastest[body] != fastest:
            p.changeDynamics(body, -1, maxJointVelocity=fastest, physicsClientId=self.client)
            self.fastest[body] = fastest

    def let_sink(self, depth: float) -> None:
        if self.sink != depth:
            p.setPhysicsEngineParameter(contactSlop=depth, physicsClientId=self.client)
            self.sink = depth

    def foresee(self, share: float) -> None:
        self.foresight = share

    def _foresee(self) -> None:
        """Before touches are found: another world may look less far ahead."""
        if BulletEngine.foreseen != self.foresight:
            p.setPhysicsEngineParameter(contactBreakingThreshold=self.foresight, physicsClientId=self.client)
            BulletEngine.foreseen = self.foresight

    # --- state

    def put(self, puppet: Puppet, base: Floats, turns: Floats, spins: Floats) -> None:
        p.resetBasePositionAndOrientation(puppet.body, base[0:3], base[3:7], physicsClientId=self.client)
        p.resetBaseVelocity(puppet.body, base[7:10], base[10:13], physicsClientId=self.client)
        wires = self.wires[puppet.body]
        positions, speeds = turns[wires.balls].tolist(), spins[wires.balls].tolist()
        positions += turns[wires.hinges, :1].tolist()
        speeds += spins[wires.hinges, :1].tolist()
        p.resetJointStatesMultiDof(puppet.body, wires.driven, positions, speeds, physicsClientId=self.client)
        for thing, tied in self.ties.items():
            if tied.body == puppet.body:
                self._bring(tied.body, tied.link, thing)

    def shoot(self, body: int, position: Vec, velocity: Vec) -> None:
        p.resetBasePositionAndOrientation(body, position, [0, 0, 0, 1], physicsClientId=self.client)
        p.resetBaseVelocity(body, velocity, [0, 0, 0], physicsClientId=self.client)

    def jolt(self, body: int, motion: Floats, spins: Floats | None = None) -> None:
        p.resetBaseVelocity(body, motion[0:3], motion[3:6], physicsClientId=self.client)
        if spins is None:
            return
        wires = self.wires[body]
        states = p.getJointStatesMultiDof(body, wires.driven, self.client)
        speeds = spins[wires.balls].tolist() + spins[wires.hinges, :1].tolist()
        p.resetJointStatesMultiDof(
            body, wires.driven, [state[0] for state in states or ()], speeds, physicsClientId=self.client
        )

    def mend_ground(self) -> None:
        for body in self.ground:
            self.shoot(body, [0, 0, 0], [0, 0, 0])

    def read(self, puppets: Sequence[Puppet], base: Floats, raw: Floats) -> None:
        """Packing a list takes half the time that numpy takes over it."""
        bases, joints = list[float](), list[float]()
        for puppet in puppets:
            bases += self.moving(puppet.body)
            states = p.getJointStatesMultiDof(puppet.body, self.wires[puppet.body].joints, self.client)
            for position, speed, _, _ in states or ():  # None where there is no joint
                joints += position
                joints += speed
        pack_into(f"{len(bases)}d", base.data, 0, *bases)
        pack_into(f"{len(joints)}d", raw.data, 0, *joints)

    def moving(self, body: int) -> tuple[float, ...]:
        place, turn = p.getBasePositionAndOrientation(body, self.client)
        velocity, spin = p.getBaseVelocity(body, self.client)
        return (*place, *turn, *velocity, *spin)

    def place_of(self, body: int) -> tuple[Vec3, Quat]:
        place, turn = p.getBasePositionAndOrientation(body, self.client)
        return place, turn

    def motion_of(self, body: int, link: int) -> tuple[Vec3, Vec3, float]:
        mass = float(p.getDynamicsInfo(body, link, physicsClientId=self.client)[0])
        if link < 0:
            return self.place_of(body)[0], p.getBaseVelocity(body, physicsClientId=self.client)[0], mass
        state = p.getLinkState(
            body, link, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=self.client
        )
        return state[0], state[6], mass

    # --- what it meets

    def touches(self, bodies: Sequence[int]) -> Floats:
        return self._rows(bodies, 0.0)

    def coming(self, bodies: Sequence[int], tips: Floats) -> Floats:
        """Bullet foresees no shape that is not around its link's middle, and of a capsule the nearer end alone."""
        self._foresee()
        p.performCollisionDetection(physicsClientId=self.client)
        rows = self._rows(bodies, -1.0)
        return np.concatenate([rows, self._below(tips)]) if len(tips) else rows

    def _below(self, tips: Floats) -> Floats:
        starts, ends = tips[:, 2:5].copy(), tips[:, 2:5].copy()
        starts[:, 2] += AHEAD
        ends[:, 2] -= tips[:, 5] + AHEAD
        hits = p.rayTestBatch(
            starts.tolist(), ends.tolist(), 1, collisionFilterMask=GROUND_GROUP, physicsClientId=self.client
        )  # fmt: skip
        found = list[float]()
        for (body, link, x, y, z, radius), (other, other_link, _, place, normal) in zip(
            tips.tolist(), hits, strict=True
        ):
            if other < 0:
                continue
            nx, ny, nz = normal
            gap = nx * (x - place[0]) + ny * (y - place[1]) + nz * (z - place[2]) - radius
            found += body, other, link, other_link, 0.0, x - radius * nx, y - radius * ny, z - radius * nz
            found += nx, ny, nz, gap
        return np.array(found).reshape(-1, TOUCH_WIDTH)

    def _rows(self, bodies: Sequence[int], more_than: float) -> Floats:
        """Bullet's: flag, own, other, own link, other link, on own, on other, normal on other, distance, N, ...

        In an order of their own: Bullet's hangs on what has come and gone before, and sums of forces on their order.
        """
        found = list[float]()
        for body in bodies:
            rows = sorted(p.getContactPoints(bodyA=body, physicsClientId=self.client), key=PAIR, reverse=True)
            for _, own, other, link, other_link, place, _, normal, gap, force, _, _, _, _ in rows:
                if force > more_than:
                    found += own, other, link, other_link, force
                    found += place
                    found += normal
                    found.append(gap)
        return np.frombuffer(pack(f"{len(found)}d", *found)).reshape(-1, TOUCH_WIDTH) if found else NO_TOUCH

    def gap(self, body: int, other: int, within: float, link: int | None = None) -> float | None:
        one = {} if link is None else {"linkIndexA": link}
        self._foresee()
        points = p.getClosestPoints(body, other, within, physicsClientId=self.client, **one)
        return min((float(point[8]) for point in points), default=None)

    def ground_height(self, x: float, y: float) -> float:
        return self.ground_heights([(x, y)])[0]

    def ground_heights(self, places: Sequence[tuple[float, float]]) -> list[float]:
        """In one thread: several would take longer to start. Of the waves we know it better than a ray, which meets the
        margins around their pieces."""
        if self.settings.ground is Ground.MESH:
            known = [wave_height(self.seed, x, y) for x, y in places]
            return [-MESH_RISE - BACKING if z is None else z for z in known]
        hits = p.rayTestBatch(
            [(x, y, 50.0) for x, y in places], [(x, y, -50.0) for x, y in places], 1,
            collisionFilterMask=GROUND_GROUP, physicsClientId=self.client,
        )  # fmt: skip
        return [float(hit[3][2]) if hit[0] >= 0 else 0.0 for hit in hits]

    def ray(self, start: Vec, end: Vec) -> tuple[int, int, Vec3] | None:
        body, link, _, place, _ = p.rayTest(start, end, physicsClientId=self.client)[0]
        return (body, link, place) if body >= 0 else None

    # --- a tick

    def pull(self, puppets: Sequence[Puppet], joint: Floats, root: Floats) -> None:
        rows, first = joint.tolist(), 0
        for puppet, outside in zip(puppets, root.tolist(), strict=True):
            wires = self.wires[puppet.body]
            forces = [rows[first + i] for i in wires.balls]
            forces += [rows[first + i][:1] for i in wires.hinges]
            p.setJointMotorControlMultiDofArray(
                puppet.body, wires.driven, p.TORQUE_CONTROL, forces=forces, physicsClientId=self.client
            )
            p.applyExternalTorque(puppet.body, -1, outside, p.WORLD_FRAME, self.client)
            first += 1 + len(wires.joints)

    def push(self, body: int, link: int, force: Vec, position: Vec) -> None:
        """Bullet's push on a link acts from where it last worked out that the link is: at the last step, else here."""
        if link >= 0:
            p.getLinkState(body, link, computeForwardKinematics=1, physicsClientId=self.client)
        p.applyExternalForce(body, link, force, position, p.WORLD_FRAME, physicsClientId=self.client)

    def twist(self, body: int, torque: Vec) -> None:
        p.applyExternalTorque(body, -1, torque, p.WORLD_FRAME, physicsClientId=self.client)

    def step(self) -> None:
        self._foresee()
        before = perf_counter_ns()
        p.stepSimulation(physicsClientId=self.client)
        self.step_ns = perf_counter_ns() - before

    # --- save and load

    def save(self) -> int:
        """What Bullet guesses touches from is not in its state, so it goes on from it as a load would."""
        saved = int(p.saveState(physicsClientId=self.client))
        self.load(saved)
        return saved

    def write(self, file: Path) -> None:
        p.saveBullet(str(file), physicsClientId=self.client)

    def load(self, saved: int | Path) -> None:
        """Poses first, then touches found afresh at them, then their kept impulses: the same each time, to the bit.

        Twice: the first time bones are taken out of the search where they were before the load. Where touches are
        foreseen, pairs that were near there would be left.
        """
        self._foresee()
        source = {"stateId": saved} if isinstance(saved, int) else {"fileName": str(saved)}
        for _ in range(2):
            p.restoreState(**source, physicsClientId=self.client)
            for body in (*self.ground, *self.came):
                self._renew(body)
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
