"""The bodies of one MuJoCo world: its model and state, and who is where in them.

Characters and spare bodies are added to a description (`MjSpec`); before the next look or step the model is made anew
from it and everybody's state is carried over. While a game runs things only take bodies from stock and give them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, count
from math import isfinite
from typing import NamedTuple

import mujoco as mj
import numpy as np

from components.arrays import Floats, Ints
from components.clock import DT
from components.rig import Rig
from components.settings import Ground, WorldSettings
from systems.engine import GIVES, Puppet, Vec
from systems.grounds.terrain import wave_heights
from systems.mujoco import stock, ties
from systems.mujoco.figures import Figure, add_figure
from systems.mujoco.ground import add_ground
from systems.mujoco.kernels import HARD
from systems.mujoco.stock import AWAY, Slot, Thing

SPARE, SPARE_FIXED = 48, 8  # bodies in stock
TAKEN = 8  # so many of the first may be things of the scene
ROOM = 64 << 20  # bytes for touches; what is not used costs nothing
Body = Figure | Thing


class Kept(NamedTuple):
    """A state: of all bodies in their order."""

    slots: Ints
    numbers: Floats
    rows: Floats  # the touches of the last step


class Wires(NamedTuple):
    """Of some characters, where in MuJoCo's arrays that is which compiled code reads and writes."""

    roots: Ints  # (characters, 2): where each root's place and speed begin
    joints: Ints  # of each number of `Engine.read`'s `raw`
    pulled: Ints  # of each freedom of a joint, where in the torques of all their bones its own is
    freedoms: Ints  # and in qvel
    bones: Ints  # the roots' bodies


class World:
    def __init__(self, settings: WorldSettings, seed: int) -> None:
        land = mj.MjSpec()
        add_ground(land, settings.ground, seed)
        self.waves = wave_heights(seed) if settings.ground is Ground.MESH else None
        self.land = land.compile()  # the ground alone, for rays that ask for nothing else
        self.land_data = mj.MjData(self.land)
        mj.mj_kinematics(self.land, self.land_data)
        self.spec = mj.MjSpec()
        self.spec.memory = ROOM
        option = self.spec.option
        option.timestep = DT
        option.solver, option.cone = mj.mjtSolver.mjSOL_NEWTON, mj.mjtCone.mjCONE_ELLIPTIC
        self.owners = add_ground(self.spec, settings.ground, seed)
        self.ids = count(max(self.owners) + 1)
        self.bodies = dict[int, Body]()
        self.slots = list[Slot]()
        self.slot_bodies = list[int]()  # who has taken each, 0: nobody
        self.tied = list[Thing]()
        self.borne = list[Thing]()  # those that somebody goes through
        self.stale = True
        self.model: mj.MjModel = None
        self.data: mj.MjData = None
        self.make()

    # --- who is there

    def add_figure(self, rig: Rig, name: str) -> int:
        body = next(self.ids)
        self.bodies[body] = add_figure(self.spec, rig, name or str(body))
        self.stale = True
        return body

    def add_thing(self, thing: Thing, place: Floats) -> int:
        """`place`: m, and turn as MuJoCo writes it."""
        body = next(self.ids)
        self.ready()
        self.take(body, thing, self._spare(thing.fixed))
        self.set_place(thing, place)
        return body

    def _spare(self, fixed: bool) -> int:
        """The first slot that is free."""
        for number, slot in enumerate(self.slots):
            if slot.fixed == fixed and not self.slot_bodies[number]:
                return number
        self.stale = True
        self.more(SPARE_FIXED if fixed else SPARE, fixed)
        self.make()
        return self._spare(fixed)

    def stock_up(self) -> None:
        """Before the first step: room for what will be thrown, so that no throw makes the model anew."""
        free = sum(not slot.fixed and not body for slot, body in zip(self.slots, self.slot_bodies, strict=True))
        if free < SPARE - TAKEN:
            self.more(SPARE, fixed=False)
            self.make()

    def more(self, number: int, fixed: bool) -> None:
        have = len(self.slots)
        self.slots += [stock.add_slot(self.spec, fixed, f"stock/{have + k}") for k in range(number)]
        self.slot_bodies += [0] * number

    def take(self, body: int, thing: Thing, number: int) -> None:
        thing.slot = number
        self.bodies[body] = thing
        self.slot_bodies[number] = body
        self._shape(body, thing)
        ties.bind(self, thing)

    def _shape(self, body: int, thing: Thing) -> None:
        slot = self.slots[thing.slot]
        stock.shape_into(self.model, self.limit, slot, thing)
        self.owner[slot.geom], self.link[slot.geom] = body, -1
        self.friction[slot.geom], self.restitution[slot.geom] = thing.friction, thing.restitution
        self.rolling[slot.geom] = stock.ROLLING if thing.shape == "sphere" else 0.0

    def remove(self, body: int) -> None:
        self.ready()
        one = self.bodies.pop(body)
        if isinstance(one, Thing):
            self._list()
            self.give_back(one)
            return
        for thing in [thing for thing in self.borne if thing.bearer == body]:
            self.bind(thing, None, stock.NOBODY)
        for geom, _ in one.geoms:
            self.model.geom_contype[geom] = self.model.geom_conaffinity[geom] = 0
            self.model.geom_group[geom] = stock.UNSEEN
        for bone in one.bones:
            self.model.body_contype[bone.id] = self.model.body_conaffinity[bone.id] = 0
        self.spec.delete(one.bones[0])
        self.stale = True

    def give_back(self, thing: Thing) -> None:
        self.slot_bodies[thing.slot] = 0
        slot = self.slots[thing.slot]
        stock.clear(self.model, self.limit, slot)
        self.bearer[slot.geom] = stock.NOBODY
        if not slot.fixed:
            self.data.eq_active[slot.weld] = False
        self.set_place(thing, np.array([*AWAY, 1.0, 0.0, 0.0, 0.0]))

    # --- who is tied

    def bind(self, thing: Thing, to: tuple[int, int] | None, bearer: int) -> None:
        self.ready()
        thing.tied, thing.bearer = to, bearer
        self.changed()
        self._list()
        ties.bind(self, thing)

    def _list(self) -> None:
        things = [one for one in self.bodies.values() if isinstance(one, Thing)]
        self.tied = [one for one in things if one.tied]
        self.borne = [one for one in things if one.bearer != stock.NOBODY]

    def carried_by(self, body: int) -> list[Thing]:
        return [thing for thing in self.tied if thing.tied and thing.tied[0] == body]

    # --- the model

    def ready(self) -> None:
        if self.stale:
            self.make()

    def make(self) -> None:
        """The model anew, with everybody's state."""
        first = self.model is None
        if first:
            self.more(SPARE, fixed=False)
            self.more(SPARE_FIXED, fixed=True)
        placed = [(body, one) for body, one in self.bodies.items() if self._placed(one)]
        kept = {body: (self.numbers_of(one), *self._pushes(one)) for body, one in placed}
        old = self.model
        self.model = self.spec.compile()
        self.data = mj.MjData(self.model)
        self.stale = False
        model = self.model
        model.geom_solimp[:, :2] = HARD
        if old is not None:
            model.opt.gravity[:], model.opt.iterations = old.opt.gravity, old.opt.iterations
        shapes = model.ngeom
        self.owner, self.link = np.zeros(shapes, np.int64), np.full(shapes, -1)
        self.friction, self.rolling, self.restitution = np.ones(shapes), np.zeros(shapes), np.zeros(shapes)
        self.bearer = np.full(shapes, stock.NOBODY)  # who goes through it
        self.longer = np.zeros(shapes)  # m, of bones, see `reach`
        self.owner[: len(self.owners)] = self.owners
        self.friction[: len(self.owners)] = self.rub
        self.limit = np.full(model.nv, np.inf)
        for slot in self.slots:
            slot.find(model)
            stock.clear(model, self.limit, slot)
        for body, one in self.bodies.items():
            if isinstance(one, Thing):
                self._shape(body, one)
                continue
            one.find(model)
            self.limit[one.speeds] = one.limits()
            for geom, link in one.geoms:
                self.owner[geom], self.link[geom] = body, link
                self.longer[geom] = model.geom_rbound[geom] - model.geom_size[geom, 0]
        self.let_give()
        for thing in self.borne:
            ties.bind(self, thing)
        for body, (numbers, *pushes) in kept.items():
            self.set_numbers(self.bodies[body], numbers)
            for rows, had in zip(self._pushed(self.bodies[body]), pushes, strict=True):
                rows[:] = had
        self.wires = dict[tuple[int, ...], Wires]()
        self.changed()

    def changed(self) -> None:
        """Somebody is elsewhere, or meets others: what was found of places and touches is of no use."""
        self.moved, self.met, self.jolted = True, False, False

    def data_now(self) -> mj.MjData:
        self.ready()
        return self.data

    def wires_of(self, puppets: Sequence[Puppet]) -> Wires:
        """Made once for a model."""
        self.ready()
        key = tuple([puppet.body for puppet in puppets])
        found = self.wires.get(key)
        if found is None:
            figures = [one for body in key if isinstance(one := self.bodies[body], Figure)]
            self.wires[key] = found = wires(figures, self.model.nq)
        return found

    rub = 1.0  # of the ground
    soft = False  # do characters give way where they touch

    def let_give(self) -> None:
        """Write how each shape gives way: a bone's own way comes first, and what is loose is hard."""
        self.stiffness, self.damping = np.zeros(self.model.ngeom), np.zeros(self.model.ngeom)
        for one in self.bodies.values():
            if isinstance(one, Thing):
                continue
            for geom, link in one.geoms:
                own = one.rig.bones[link + 1].give
                self.stiffness[geom], self.damping[geom] = GIVES if self.soft and own[0] <= 0.0 else own

    def _pushed(self, one: Body) -> tuple[Floats, Floats]:
        """What pushes it in the step to come, at its joints and at its bodies: views into MuJoCo's state."""
        _, speeds = (slice(0), slice(0)) if isinstance(one, Thing) and one.fixed else self.rows_of(one)
        return self.data.qfrc_applied[speeds], self.data.xfrc_applied[self.first_body(one) : self.last_body(one)]

    def _pushes(self, one: Body) -> tuple[Floats, Floats]:
        joints, bodies = self._pushed(one)
        return joints.copy(), bodies.copy()

    def _placed(self, one: Body) -> bool:
        return isinstance(one, Thing) or one.places.stop > 0

    # --- state

    def numbers_of(self, one: Body) -> Floats:
        """All that the next step takes of it: places, speeds, and where the search for forces begins."""
        data = self.data
        if isinstance(one, Thing) and one.fixed:
            row = self.slots[one.slot].place
            return np.concatenate((data.mocap_pos[row], data.mocap_quat[row]))
        places, speeds = self.rows_of(one)
        return np.concatenate((data.qpos[places], data.qvel[speeds], data.qacc_warmstart[speeds]))

    def set_numbers(self, one: Body, numbers: Floats) -> None:
        data = self.data
        if isinstance(one, Thing) and one.fixed:
            row = self.slots[one.slot].place
            data.mocap_pos[row], data.mocap_quat[row] = numbers[:3], numbers[3:]
        else:
            places, speeds = self.rows_of(one)
            wide, free = places.stop - places.start, speeds.stop - speeds.start
            data.qpos[places], data.qvel[speeds] = numbers[:wide], numbers[wide : wide + free]
            data.qacc_warmstart[speeds] = numbers[wide + free :]
        self.changed()

    def rows_of(self, one: Body) -> tuple[slice, slice]:
        if isinstance(one, Figure):
            return one.places, one.speeds
        slot = self.slots[one.slot]
        return slice(slot.place, slot.place + 7), slice(slot.speed, slot.speed + 6)

    def place_in(self, one: Body) -> Floats:
        """Of a character's root or a loose thing: place (m), and turn as MuJoCo writes it."""
        start = one.places.start if isinstance(one, Figure) else self.slots[one.slot].place
        place: Floats = self.data.qpos[start : start + 7]
        return place

    def set_place(self, thing: Thing, place: Floats, velocity: Vec = (0.0, 0.0, 0.0)) -> None:
        if thing.fixed:
            self.set_numbers(thing, place)
        else:
            numbers = np.zeros(7 + 6 + 6)
            numbers[:7], numbers[7:10] = place, velocity
            self.set_numbers(thing, numbers)

    def width_of(self, one: Body) -> int:
        if isinstance(one, Thing) and one.fixed:
            return 7
        places, speeds = self.rows_of(one)
        return int(places.stop - places.start + 2 * (speeds.stop - speeds.start))

    def keep(self, rows: Floats) -> Kept:
        self.ready()
        slots = [one.slot if isinstance(one, Thing) else -1 for one in self.bodies.values()]
        numbers = [self.numbers_of(one) for one in self.bodies.values()]
        return Kept(np.array(slots, int), np.concatenate([np.zeros(0), *numbers]), rows)

    def restore(self, kept: Kept) -> None:
        """Things go into the bodies in stock that they had then: of the same numbers comes the same, to the bit."""
        self.ready()
        things = [(body, one) for body, one in self.bodies.items() if isinstance(one, Thing)]
        wanted = [int(slot) for slot in kept.slots if slot >= 0]
        if [one.slot for _, one in things] != wanted:
            for _, one in things:
                self.give_back(one)
            while max(wanted) >= len(self.slots):
                self.more(SPARE, False)
                self.make()
            for (body, thing), slot in zip(things, wanted, strict=True):
                self.take(body, thing, slot)
        at = 0
        for each in self.bodies.values():
            wide = self.width_of(each)
            self.set_numbers(each, kept.numbers[at : at + wide])
            at += wide

    # --- those that are nowhere

    def lost(self) -> list[Body]:
        """Whose state or forces are no numbers."""
        data = self.data
        forces = data.xfrc_applied.ravel()
        whole = data.qpos.dot(data.qpos) + data.qvel.dot(data.qvel) + data.qfrc_applied.dot(data.qfrc_applied)
        if isfinite(whole + forces.dot(forces)):
            return []
        lost = [one for one in self.bodies.values() if self._is_lost(one)]
        return self._with_ties(lost) if self.tied else lost

    def _with_ties(self, lost: list[Body]) -> list[Body]:
        """Who is lost takes along what is tied to him; what is lost alone is brought back to its bone."""
        gone = [one for one in lost if not (isinstance(one, Thing) and one.tied)]
        for body, one in self.bodies.items():
            carried = self.carried_by(body)
            if any(one is each for each in gone):
                gone += carried
                continue
            for thing in carried:
                if any(thing is each for each in lost):
                    mj.mj_kinematics(self.model, self.data)
                    ties.bring(self, thing)
        return gone

    def _is_lost(self, one: Body) -> bool:
        if isinstance(one, Thing) and one.fixed:
            return False
        places, speeds = self.rows_of(one)
        pushed = self.data.xfrc_applied[self.first_body(one) : self.last_body(one)]
        parts = (self.data.qpos[places], self.data.qvel[speeds], self.data.qfrc_applied[speeds], pushed)
        return not all(np.isfinite(part).all() for part in parts)

    def first_body(self, one: Body) -> int:
        return one.root if isinstance(one, Figure) else self.slots[one.slot].body

    def last_body(self, one: Body) -> int:
        return self.first_body(one) + (len(one.bones) if isinstance(one, Figure) else 1)

    def set_aside(self, lost: list[Body]) -> None:
        """Far from everybody for this step: what is no number spreads to whoever is reckoned with it."""
        for k, one in enumerate(lost):
            places, speeds = self.rows_of(one)
            self.data.qpos[places] = self.model.qpos0[places]
            self.data.qpos[places.start : places.start + 3] = (0.0, 0.0, 1000.0 + 10.0 * k)
            self.data.qvel[speeds] = self.data.qacc_warmstart[speeds] = self.data.qfrc_applied[speeds] = 0.0
            self.data.xfrc_applied[self.first_body(one) : self.last_body(one)] = 0.0
            if isinstance(one, Thing):
                self.data.eq_active[self.slots[one.slot].weld] = False

    def lose(self, lost: list[Body]) -> None:
        """They are nowhere still, until somebody puts them somewhere."""
        for one in lost:
            places, speeds = self.rows_of(one)
            self.data.qpos[places], self.data.qvel[speeds] = np.nan, np.nan
            self.data.qacc_warmstart[speeds] = 0.0
            if isinstance(one, Thing):
                ties.bind(self, one)


def wires(figures: Sequence[Figure], places: int) -> Wires:
    """`places`: how many numbers of places there are in all."""
    none, first = [np.zeros(0, int)], accumulate((3 * len(one.rig.bones) for one in figures), initial=0)
    return Wires(
        np.array([(one.places.start, one.speeds.start) for one in figures], int).reshape(-1, 2),
        np.concatenate(none + [one.raw_rows(places) for one in figures]),
        np.concatenate(none + [at + one.spin_rows for at, one in zip(first, figures, strict=False)]),
        np.concatenate(none + [np.arange(one.speeds.start + 6, one.speeds.stop) for one in figures]),
        np.array([one.root for one in figures], int),
    )
