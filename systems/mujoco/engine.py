"""One MuJoCo world behind the interface of systems/engine.py. Nothing above this folder knows MuJoCo.

A step is MuJoCo's own, in its own order (`mj_step`), with a few things said on the way that it has no word for: what
frictions of two that touch come to, which speed a touch asks for (systems/mujoco/kernels.py), and how fast a joint may
turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from pathlib import Path
from time import perf_counter_ns
from typing import NamedTuple

import mujoco as mj
import numpy as np

from components.arrays import Floats, Ints, Quat, Vec3
from components.clock import DT
from components.rig import Rig
from components.settings import Collisions, WorldSettings
from systems.engine import AHEAD, FASTEST_JOINT, RESTS, TOUCH_WIDTH, Engine, Puppet, Vec
from systems.grounds.terrain import MESH_CELL
from systems.mujoco import kernels, stock, ties
from systems.mujoco.figures import Figure
from systems.mujoco.stock import UNSEEN, Thing
from systems.mujoco.world import Kept, World

NO_TOUCH: Floats = np.zeros((0, TOUCH_WIDTH))
NO_TOUCH.flags.writeable = False
SEEN = np.array([group != UNSEEN for group in range(6)], np.uint8)
BRAKES, BRAKE = 6, 1000.0  # how often it is looked who has to be braked; times a joint's own inertia
LOOKS, CLOSE = 2, 0.2  # how often forces are sought in a step, at most; m/s: near enough
MORE_LOOKS = 8  # how often at most where that leaves two in each other
DEEP, DEEPER = 0.01, 0.001  # m: so deep at the end of a step, and let in so much by a lift that was thought too great
DOWN, HIGH = np.array([0.0, 0.0, -1.0]), 50.0  # m


class Touches(NamedTuple):
    """All touches that MuJoCo has found, as views into its own memory, taken once a step: each takes a microsecond."""

    geom: Ints
    dist: Floats
    pos: Floats
    frame: Floats
    exclude: Ints
    dim: Ints
    friction: Floats
    mu: Floats
    efc_address: Ints


def touches_in(data: mj.MjData) -> Touches | None:
    """None: there are none."""
    found = data.contact
    return Touches(*[getattr(found, name) for name in Touches._fields]) if data.ncon else None


class MujocoEngine(Engine):
    client = -1

    def __init__(self, settings: WorldSettings, seed: int) -> None:
        self.seed = seed
        self.step_ns = 0
        self.solved = 0
        self.begun = False
        self.sink = RESTS  # m
        self.world = World(settings, seed)
        self.ground = sorted(set(self.world.owners))
        self.ground_ids = np.array(self.ground, dtype=np.int64)
        self.saved = dict[int, Kept]()
        self.saves = 0
        self._rows: Floats | None = NO_TOUCH  # all touches of the last step; None: not yet gathered
        self._hit = np.zeros(1, np.int32)
        self._touch: Touches | None = None
        self.apply(settings)

    @property
    def model(self) -> mj.MjModel:
        self.world.ready()
        return self.world.model

    @property
    def data(self) -> mj.MjData:
        self.world.ready()
        return self.world.data

    def close(self) -> None:
        self.closed = True
        self.saved.clear()

    def apply(self, settings: WorldSettings) -> None:
        self.settings = settings
        world, soft = self.world, settings.collisions is Collisions.TWO_STAGE
        if world.soft is not soft:
            world.soft = soft
            world.let_give()
        world.model.opt.gravity[:] = (0.0, 0.0, -settings.gravity)
        world.model.opt.iterations = settings.iterations
        world.rub = settings.friction
        world.friction[: len(world.owners)] = settings.friction

    # --- bodies

    def add_character(self, rig: Rig, name: str = "") -> Puppet:
        self._gathered()
        return Puppet(self.world.add_figure(rig, name))

    def add_prop(
        self, shape: str, size: Vec, mass: float, position: Vec, yaw: float, friction: float, restitution: float
    ) -> int:
        self._gathered()
        thing = Thing(shape, tuple(size), mass, friction, restitution, -1)
        return self.world.add_thing(thing, np.array([*position, cos(yaw / 2), 0.0, 0.0, sin(yaw / 2)]))

    def remove(self, body: int) -> None:
        self._gathered()
        self.world.remove(body)

    def tie(self, body: int, link: int, thing: int) -> None:
        one = self._thing(thing)
        self.world.bind(one, (body, link), body)
        self._place()
        ties.bring(self.world, one)

    def untie(self, thing: int) -> None:
        one = self._thing(thing)
        self.world.bind(one, None, one.bearer)

    def let_through(self, body: int, thing: int, through: bool) -> None:
        one = self._thing(thing)
        self.world.bind(one, one.tied, body if through else stock.NOBODY)

    def _thing(self, body: int) -> Thing:
        one = self.world.bodies[body]
        assert isinstance(one, Thing)
        return one

    def hold_back(self, body: int, fastest: float) -> None:
        figure = self.world.bodies[body]
        assert isinstance(figure, Figure)
        if figure.fastest != fastest:
            figure.fastest = fastest
            self.world.ready()
            self.world.limit[figure.speeds] = figure.limits()

    def let_sink(self, depth: float) -> None:
        self.sink = depth

    # --- state

    def put(self, puppet: Puppet, base: Floats, turns: Floats, spins: Floats) -> None:
        world = self.world
        world.ready()
        figure = world.bodies[puppet.body]
        assert isinstance(figure, Figure)
        x, y, z, w = base[3:7].tolist()
        spin = np.empty(3)
        mj.mju_rotVecQuat(spin, np.ascontiguousarray(base[10:13]), np.array([w, -x, -y, -z]))
        numbers = np.zeros(figure.wide + 2 * figure.free)
        numbers[:3], numbers[3:7] = base[:3], (w, x, y, z)
        numbers[7 : figure.wide] = turns.ravel()[figure.turn_rows]
        speeds = numbers[figure.wide : figure.wide + figure.free]
        speeds[:3], speeds[3:6], speeds[6:] = base[7:10], spin, spins.ravel()[figure.spin_rows]
        world.set_numbers(figure, numbers)
        for thing in world.carried_by(puppet.body):
            self._place()
            ties.bring(world, thing)

    def shoot(self, body: int, position: Vec, velocity: Vec) -> None:
        thing = self.world.bodies[body]
        assert isinstance(thing, Thing)
        self.world.ready()
        self.world.set_place(thing, np.array([*position, 1.0, 0.0, 0.0, 0.0]), velocity)

    def jolt(self, body: int, motion: Floats, spins: Floats | None = None) -> None:
        _, (x, y, z, w) = self.place_of(body)
        world, spin = self.world, np.empty(3)
        one = world.bodies[body]
        mj.mju_rotVecQuat(spin, np.ascontiguousarray(motion[3:6]), np.array([w, -x, -y, -z]))
        _, rows = world.rows_of(one)
        speeds = world.data.qvel[rows]
        speeds[:3], speeds[3:6] = motion[:3], spin
        if spins is not None and isinstance(one, Figure):
            speeds[6:] = spins.ravel()[one.spin_rows]
        world.jolted = True

    def mend_ground(self) -> None:
        """Nothing can take this ground anywhere: it is numbers that no step writes to."""

    def read(self, puppets: Sequence[Puppet], base: Floats, raw: Floats) -> None:
        data, wires = self.world.data_now(), self.world.wires_of(puppets)
        kernels.read(data.qpos, data.qvel, wires.roots, wires.joints, base, raw)

    def moving(self, body: int) -> tuple[float, ...]:
        data = self.world.data_now()
        one = self.world.bodies.get(body)
        if one is None or (isinstance(one, Thing) and one.fixed):
            at, turn = self.place_of(body)
            return (*at, *turn, *(0.0,) * 6)
        places, speeds = self.world.rows_of(one)
        found: tuple[float, ...] = kernels.motion(data.qpos, data.qvel, places.start, speeds.start)
        return found

    def place_of(self, body: int) -> tuple[Vec3, Quat]:
        self.world.ready()
        one = self.world.bodies.get(body)
        if one is None:
            return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
        fixed = isinstance(one, Thing) and one.fixed
        numbers = self.world.numbers_of(one) if fixed else self.world.place_in(one)
        px, py, pz, w, x, y, z = numbers.tolist()
        return (px, py, pz), (x, y, z, w)

    def motion_of(self, body: int, link: int) -> tuple[Vec3, Vec3, float]:
        one = self.world.bodies.get(body)
        if one is None or link < 0:
            moving = self.moving(body)
            mass = 0.0 if one is None else one.mass if isinstance(one, Thing) else one.rig.bones[0].mass
            return moving[:3], moving[7:10], mass  # type: ignore[return-value]  # three numbers each
        assert isinstance(one, Figure)
        self._place()
        bone = one.root + link + 1
        x, y, z = self.world.data.xipos[bone].tolist()
        u, v, w = ties.motion(self.world, bone)[3:].tolist()
        return (x, y, z), (u, v, w), one.rig.bones[link + 1].mass

    def _place(self) -> None:
        """Where bones and shapes are, from the state as it is; the next step finds it out by itself."""
        self.world.ready()
        if self.world.moved:
            self._gathered()
            mj.mj_kinematics(self.world.model, self.world.data)
            self.world.moved = False

    # --- what it meets

    def touches(self, bodies: Sequence[int]) -> Floats:
        rows = self._gathered()
        if not len(rows) or not len(bodies):
            return NO_TOUCH
        out = np.empty((2 * len(rows), TOUCH_WIDTH))
        out = out[: kernels.pick(rows, np.array(bodies, np.int64), out)]
        out.flags.writeable = False
        return out

    def _gathered(self) -> Floats:
        if self._rows is None:
            world, touch = self.world, self._touch
            if touch is None:
                self._rows = NO_TOUCH
                return NO_TOUCH
            out = np.empty((len(touch.dist), TOUCH_WIDTH))
            out = out[
                : kernels.gather(
                    touch.geom, touch.dist, touch.efc_address, touch.pos, touch.frame, world.data.efc_force,
                    world.owner, world.link, out,
                )
            ]  # fmt: skip
            out.flags.writeable = False
            self._rows = out
        return self._rows

    def coming(self, bodies: Sequence[int], tips: Floats) -> Floats:
        world = self.world
        world.ready()
        self._gathered()
        lost = world.lost()
        if lost:
            world.set_aside(lost)
        touch = self._meet()
        if lost:
            world.lose(lost)
        world.met = not lost
        rows = NO_TOUCH
        if touch is not None and len(bodies):
            found = np.empty((len(touch.dist), TOUCH_WIDTH))
            found = found[
                : kernels.foresee(
                    touch.geom, touch.dist, touch.exclude, touch.pos, touch.frame, world.owner, world.link, found
                )
            ]  # fmt: skip
            found.flags.writeable = False
            rows = np.empty((2 * len(found), TOUCH_WIDTH))
            rows = rows[: kernels.pick(found, np.array(bodies, np.int64), rows)]
        return np.concatenate((rows, self._below(tips))) if len(tips) else rows

    def _below(self, tips: Floats) -> Floats:
        """The ground under balls, by a ray each from AHEAD above the middle to AHEAD below the ball."""
        found, normal, world = list[float](), np.empty(3), self.world
        for body, link, x, y, z, radius in tips.tolist():
            far = mj.mj_ray(
                world.land, world.land_data, np.array([x, y, z + AHEAD]), DOWN, None, True, -1, self._hit, normal
            )
            if not 0.0 <= far <= radius + 2 * AHEAD:
                continue
            nx, ny, nz = normal.tolist()
            gap = nz * (far - AHEAD) - radius
            found += body, self.world.owner[self._hit[0]], link, -1, 0.0
            found += x - radius * nx, y - radius * ny, z - radius * nz, nx, ny, nz, gap
        return np.array(found).reshape(-1, TOUCH_WIDTH)

    def gap(self, body: int, other: int, within: float, link: int | None = None) -> float | None:
        self._place()
        model, data = self.world.model, self.world.data
        own = [geom for geom in self._shapes(body) if link is None or self.world.link[geom] == link]
        others = np.array(self._shapes(other), int)
        round_them = model.geom_rbound[others]  # m; 0 of what has no end
        nearest: float | None = None
        for geom in own:
            between = np.linalg.norm(data.geom_xpos[others] - data.geom_xpos[geom], axis=1)
            near = (between - round_them - model.geom_rbound[geom] <= within) | (round_them == 0.0)
            for one in others[near].tolist():
                apart = mj.mj_geomDistance(model, data, geom, one, within + 1.0, None)
                if apart <= within and (nearest is None or apart < nearest):
                    nearest = apart
        return nearest

    def _shapes(self, body: int) -> list[int]:
        one = self.world.bodies.get(body)
        if isinstance(one, Figure):
            return [geom for geom, _ in one.geoms]
        if isinstance(one, Thing):
            return [self.world.slots[one.slot].geom]
        return [geom for geom, owner in enumerate(self.world.owners) if owner == body]

    def ground_height(self, x: float, y: float) -> float:
        start = np.array([x, y, HIGH])
        far = mj.mj_ray(self.world.land, self.world.land_data, start, DOWN, None, True, -1, self._hit)
        return HIGH - far if 0.0 <= far <= 2 * HIGH else 0.0

    def ray(self, start: Vec, end: Vec) -> tuple[int, int, Vec3] | None:
        self._place()
        begin, way = np.array(start, float), np.subtract(end, start, dtype=float)
        share = mj.mj_ray(self.world.model, self.world.data, begin, way, SEEN, True, -1, self._hit)
        if not 0.0 <= share <= 1.0:
            return None
        x, y, z = (begin + share * way).tolist()
        geom = int(self._hit[0])
        return int(self.world.owner[geom]), int(self.world.link[geom]), (x, y, z)

    # --- a tick

    def pull(self, puppets: Sequence[Puppet], joint: Floats, root: Floats) -> None:
        data, wires = self.world.data_now(), self.world.wires_of(puppets)
        kernels.pull(joint, root, wires.pulled, wires.freedoms, wires.bones, data.qfrc_applied, data.xfrc_applied)

    def push(self, body: int, link: int, force: Vec, position: Vec) -> None:
        one = self.world.bodies[body]
        if isinstance(one, Figure) and link >= 0:
            self._place()
            x, y, z = self.world.data.xipos[one.root + link + 1].tolist()
        else:
            (x, y, z), _ = self.place_of(body)
        ax, ay, az = position[0] - x, position[1] - y, position[2] - z
        u, v, w = force
        row = self.world.data.xfrc_applied[self.world.first_body(one) + link + 1]
        row += (u, v, w, ay * w - az * v, az * u - ax * w, ax * v - ay * u)

    def twist(self, body: int, torque: Vec) -> None:
        self.world.ready()
        self.world.data.xfrc_applied[self.world.first_body(self.world.bodies[body]), 3:] += torque

    def step(self) -> None:
        world = self.world
        if not self.begun:
            world.stock_up()
            self.begun = True
        world.ready()
        before = perf_counter_ns()
        model, data = world.model, world.data
        lost = world.lost()
        if lost:
            world.set_aside(lost)
        touch = self._meet()
        mj.mj_makeM(model, data)
        mj.mj_factorM(model, data)
        if touch is not None:
            kernels.rub(touch.geom, world.friction, world.rolling, touch.friction)
        mj.mj_makeConstraint(model, data)
        if data.ne:
            ties.stiffen(data)
        if touch is not None:
            kernels.soften(
                touch.geom, touch.efc_address, world.stiffness, world.damping, DT, touch.friction, data.efc_R,
                data.efc_D, touch.mu,
            )  # fmt: skip
        mj.mj_fwdVelocity(model, data)
        self._accelerate(touch)
        held = np.flatnonzero((world.limit > 0.0) & (world.limit < FASTEST_JOINT))
        if len(held):
            self._brake(touch, held)
        speeds = data.qvel
        speeds += DT * data.qacc
        np.clip(speeds, -world.limit, world.limit, out=speeds)
        mj.mj_integratePos(model, data.qpos, speeds, DT)
        data.qacc_warmstart[:] = data.qacc
        data.qfrc_applied[:] = 0.0
        data.xfrc_applied[:] = 0.0
        if lost:
            world.lose(lost)
        world.changed()
        self._rows = None
        self.step_ns = perf_counter_ns() - before

    def _accelerate(self, touch: Touches | None) -> None:
        """What everybody does in this step, by all that pulls and touches."""
        world, model, data = self.world, self.world.model, self.world.data
        mj.mj_island(model, data)
        mj.mj_fwdAcceleration(model, data)
        # What is in stock (limit 0) has no state: its share of the first guess is the same whatever it was before.
        np.copyto(data.qacc_warmstart, data.qacc_smooth, where=world.limit == 0.0)
        if data.ne:
            ties.aim(data)
        if touch is None:
            mj.mj_fwdConstraint(model, data)
        else:
            self._press(touch)

    def _brake(self, touch: Touches | None, held: Ints) -> None:
        """Joints of who is held back that would turn faster than they may are braked within the step.

        A speed that is cut afterwards leaves its share with the root, and the floor has been pressed for a leg that
        stretches: in one step the toes of somebody who pushed himself up went 8 cm into it. The brake is a damper whose
        step is foreseen, between both bones of a joint: of 6 rad/s that may be 5.5 it leaves 5.5005, which is cut.
        """
        model, data, fastest = self.world.model, self.world.data, self.world.limit[held]
        diagonal = model.M_rowadr[held] + model.M_rownnz[held] - 1
        own, pulled = data.M[diagonal].copy(), data.qfrc_applied[held].copy()
        way = np.zeros(len(held))  # of the speed that each is braked to; 0: it is not
        for _ in range(BRAKES):
            after = data.qvel[held] + DT * data.qacc[held]
            needs = np.where(way == 0.0, np.abs(after) > fastest, way * after > fastest)
            if (needs == (way != 0.0)).all():
                return
            way = needs * np.where(way == 0.0, np.sign(after), way)
            data.M[diagonal] = own * (1.0 + BRAKE * needs)
            brake = BRAKE * own * needs / DT * (way * fastest - data.qvel[held])
            data.qfrc_applied[held] = pulled + brake
            mj.mj_factorM(model, data)
            data.qacc_warmstart[:] = data.qacc
            self._accelerate(touch)

    def _meet(self) -> Touches | None:
        """Where everybody is, and the touches there, those that are foreseen too. None: there are none.

        What `coming` has found is there still if nothing has changed since, and a tick is the cheaper for it.
        """
        world, model, data = self.world, self.world.model, self.world.data
        if world.met and (not world.jolted or self._asked_as_far()):
            return self._touch
        mj.mj_fwdKinematics(model, data)
        self._reach(model.geom_margin)
        mj.mj_collision(model, data)
        self._touch = touch = touches_in(data)
        if touch is None:
            return None
        if world.waves is not None:
            kernels.lay_on_waves(touch.geom, 0, MESH_CELL, world.waves, touch.dist, touch.pos, touch.frame)
        if world.borne:
            ties.leave_alone(world, touch)
        return touch

    def _reach(self, out: Floats) -> None:
        world, model, data = self.world, self.world.model, self.world.data
        mj.mj_comVel(model, data)
        kernels.reach(
            data.cvel, data.subtree_com, model.body_rootid, model.geom_bodyid, data.geom_xpos, world.longer, DT, out
        )  # fmt: skip

    def _asked_as_far(self) -> bool:
        """Does no shape get further in this step, as it goes now, than it was asked about, but for what is spare?"""
        margin = self.world.model.geom_margin
        now = np.empty(len(margin))
        self._reach(now)
        return bool((now - margin).max() <= kernels.SPARE_REACH)

    def _press(self, touch: Touches) -> None:
        """The forces of touches: sought again where what slides came to another speed than was thought, and further
        times as long as that lets two into each other."""
        world, model, data = self.world, self.world.model, self.world.data
        lifts, gain = np.empty(len(touch.dist)), np.empty(data.nefc)
        geoms, first, wide, rubs = touch.geom, touch.efc_address, touch.dim, touch.friction
        speeds, wanted, gaps = data.efc_vel, data.efc_aref, touch.dist
        kernels.first_lifts(first, wide, speeds, rubs, lifts)
        for look in range(1, MORE_LOOKS + 1):
            kernels.aim(
                geoms, gaps, first, wide, speeds, wanted, world.restitution, world.stiffness, world.damping, lifts,
                self.sink, DT,
            )  # fmt: skip
            mj.mj_fwdConstraint(model, data)
            self.solved += 1
            mj.mj_mulJacVec(model, data, gain, data.qacc)
            differ, let_in = kernels.lifts_differ(
                gaps, first, wide, speeds, gain, DT, rubs, data.efc_force, lifts, DEEP
            )
            if differ < CLOSE or (look >= LOOKS and let_in < DEEPER):
                break
            data.qacc_warmstart[:] = data.qacc

    # --- save and load

    def save(self) -> int:
        self.saves += 1
        self.saved[self.saves] = self.world.keep(self._gathered())
        return self.saves

    def write(self, file: Path) -> None:
        with file.open("wb") as out:
            np.savez(out, **self.world.keep(self._gathered())._asdict())

    def load(self, saved: int | Path) -> None:
        if isinstance(saved, int):
            kept = self.saved[saved]
        else:
            with np.load(saved) as found:
                kept = Kept(**{name: found[name] for name in Kept._fields})
        self._gathered()
        self.world.restore(kept)
        self._rows = kept.rows

    def forget(self, saved: int) -> None:
        self.saved.pop(saved, None)
