"""What is asked of the engine about somebody who gets up, in every tick until it has stood for 2 s.

    gap      m, from the ground (or from whatever it lies on) to the nearest collision shape of the body
    pelvis   m/s, how fast the pelvis goes upward
    spin     rad/s, the fastest bone
    slide    m/s, how fast what a foot presses slides over the ground, weighted by how hard it presses
    seconds  s, how long it took; "in 6 s": who was upright so long after it had come to rest in its senses

benchmarks/getting_up.py and the tests fell people, and `Watch` follows them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

import mujoco as mj
import numpy as np

from components.character import Phase, Stun
from components.clock import DT
from game import Simulation
from game.world.character import Character

try:
    from systems.bullet.quiet import p
except ModuleNotFoundError:  # it is not installed: nothing here can be measured, but its tests can be told so
    p = None

FEET = ("left_foot", "left_toes", "right_foot", "right_toes")
AT_REST, IN_TIME_S = 0.6, 6.0  # m/s, the bones' mean; s from there until it is upright
GAP, PELVIS, SPIN, FIRST = 0.08, 1.5, 12.0, 0.97  # the bars: m, m/s, rad/s, share
TOUCHES = 0.005  # m
FAR = 1.5  # m, beyond which no ground is looked for
PATIENCE_S, STANDS_S = 30.0, 2.0
Floats = np.ndarray


@dataclass
class Rise:
    """One body's way from lying there to standing."""

    how: str
    ground: str
    seed: int
    who: str
    began: float = 0.0  # s
    seconds: float = 0.0
    gap: float = 0.0
    gap_at: float = 0.0  # s
    above: float = 0.0  # m above the ground alone
    pelvis: float = 0.0
    pelvis_at: float = 0.0
    spin: float = 0.0
    spin_at: float = 0.0
    bone: str = ""
    tries: int = 0
    stood: bool = False
    clip: str = ""
    engine: str = "bullet"
    rested: float = 0.0  # s, when it had come to rest; if it never had, when it began
    up_at: float = 0.0  # s
    pressed: float = 0.0  # N s, by feet
    slid: float = 0.0  # N s m/s

    @property
    def from_rest(self) -> float:
        return self.up_at - self.rested

    @property
    def slide(self) -> float:
        return self.slid / max(1e-9, self.pressed)

    @property
    def in_time(self) -> bool:
        return self.stood and self.from_rest <= IN_TIME_S

    @property
    def first(self) -> bool:
        return self.stood and self.tries == 1

    @property
    def within(self) -> bool:
        return self.gap <= GAP and self.pelvis <= PELVIS and self.spin <= SPIN


class Touch(NamedTuple):
    bone: str
    other: int  # the engine's id
    gap: float  # m
    force: float  # N
    slides: float  # m/s, the bone over what it touches


class OnBullet:
    """What pybullet says of one character."""

    def __init__(self, sim: Simulation, character: Character) -> None:
        self.sim, self.character, self.links = sim, character, list(range(len(character.bones) - 1))

    def moving(self) -> tuple[Floats, Floats, Floats]:
        """Of each bone: m of its centre of mass, m/s, rad/s."""
        body, client = self.character.body, self.sim.client
        states = p.getLinkStates(
            body, self.links, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=client
        )
        root, (speed, spin) = p.getBasePositionAndOrientation(body, client)[0], p.getBaseVelocity(body, client)
        columns = (
            (root, *(s[0] for s in states)), (speed, *(s[6] for s in states)), (spin, *(s[7] for s in states))
        )  # fmt: skip
        places, speeds, spins = map(np.array, columns)
        return places, speeds, spins

    def touches(self, places: Floats, speeds: Floats, spins: Floats) -> list[Touch]:
        rows = p.getContactPoints(self.character.body, physicsClientId=self.sim.client)
        return [
            Touch(
                self.character.bones[i := row[3] + 1], row[2], row[8], row[9],
                slide(places[i], speeds[i], spins[i], np.array(row[5]), np.array(row[7])),
            )
            for row in rows
        ]  # fmt: skip

    def nearest(self, among: set[int] | None) -> float:
        """m, from the body to the nearest of these bodies (none: to whatever there is) below and beside it."""
        client, body = self.sim.client, self.character.body
        boxes = [p.getAABB(body, link, physicsClientId=client) for link in (-1, *self.links)]
        low = np.min([low for low, _ in boxes], axis=0) - (0.1, 0.1, FAR)
        near = p.getOverlappingObjects(low.tolist(), np.max([high for _, high in boxes], axis=0).tolist(), client)
        others = {other for other, _ in near} - {body}
        return min(
            (
                min(map(itemgetter(8), points))
                for other in sorted(others if among is None else others & among)
                if (points := p.getClosestPoints(body, other, FAR, physicsClientId=client))
            ),
            default=FAR,
        )


class OnMujoco:
    """What MuJoCo says of one character."""

    def __init__(self, sim: Simulation, character: Character) -> None:
        self.sim, self.character = sim, character

    @property
    def first(self) -> int:
        return int(self.sim.model.body(f"{self.character.name}/{self.character.bones[0]}").id)

    def moving(self) -> tuple[Floats, Floats, Floats]:
        model, data, first, bones = self.sim.model, self.sim.data, self.first, self.character.bones
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)
        mj.mj_comVel(model, data)
        found = np.empty((len(bones), 6))
        for i in range(len(bones)):
            mj.mj_objectVelocity(model, data, mj.mjtObj.mjOBJ_BODY, first + i, found[i], 0)
        return data.xipos[first : first + len(bones)].copy(), found[:, 3:], found[:, :3]

    def touches(self, places: Floats, speeds: Floats, spins: Floats) -> list[Touch]:
        model, data, first, bones = self.sim.model, self.sim.data, self.first, self.character.bones
        owner, out, force = self.sim.stage.engine.world.owner, list[Touch](), np.empty(6)
        for k in range(data.ncon):
            touch = data.contact[k]
            mj.mj_contactForce(model, data, k, force)
            for own, other in (touch.geom, touch.geom[::-1]):
                i = int(model.geom_bodyid[own]) - first
                if 0 <= i < len(bones):
                    slides = slide(places[i], speeds[i], spins[i], touch.pos, touch.frame[:3])
                    out.append(Touch(bones[i], int(owner[other]), float(touch.dist), float(force[0]), slides))
        return out

    def nearest(self, among: set[int] | None) -> float:
        engine, body = self.sim.stage.engine, self.character.body
        others = set(engine.world.bodies) | set(engine.ground) if among is None else among
        gaps = (engine.gap(body, other, FAR) for other in sorted(others - {body}))
        return min((gap for gap in gaps if gap is not None), default=FAR)


def slide(place: Floats, speed: Floats, spin: Floats, at: Floats, normal: Floats) -> float:
    """m/s along the plane of a touch, of a bone's point there."""
    v = speed + np.cross(spin, at - place)
    return float(np.linalg.norm(v - (v @ normal) * normal))


@dataclass
class Watch:
    """Follows one character; whoever rises is measured."""

    sim: Simulation
    character: Character
    how: str
    ground: str
    seed: int
    done: list[Rise] = field(default_factory=list)
    now: Rise | None = None
    up_s: float = 0.0
    rested: float | None = None  # s

    def __post_init__(self) -> None:
        self.raw = (OnBullet if self.sim.engine == "bullet" else OnMujoco)(self.sim, self.character)

    def look(self) -> None:
        sim, character = self.sim, self.character
        phase = character.phase
        if phase is Phase.LIMP and self.now is None:
            self.rest()
        if phase is Phase.RISING and self.now is None:
            self.now = Rise(self.how, self.ground, self.seed, character.name, began=sim.time, clip=character.clip)
            self.now.rested = sim.time if self.rested is None else self.rested
            self.now.engine = sim.engine
            self.tried = self.tries()
            self.up_s, self.rested = 0.0, None
        rise = self.now
        if rise is None:
            return
        rise.tries = self.tries() - self.tried + 1
        if phase is Phase.RISING:
            rise.seconds = sim.time - rise.began
            rise.up_at = sim.time
            self.measure(rise)
            self.up_s = 0.0
        elif phase is Phase.AWAKE:
            self.up_s += DT
            if self.up_s > STANDS_S:
                self.end(stood=True)
        if self.now is not None and sim.time - rise.began > PATIENCE_S:
            self.end(stood=False)

    def rest(self) -> None:
        """Since when it lies at rest, in its senses."""
        _, speeds, _ = self.raw.moving()
        out = self.character._get(Stun).unconscious_s > 0.0
        if out or np.linalg.norm(speeds, axis=1).mean() >= AT_REST:
            self.rested = None
        elif self.rested is None:
            self.rested = self.sim.time

    def tries(self) -> int:
        return sum(event.kind == "rise" and event.who == self.character.name for event in self.sim.stage.events)

    def end(self, stood: bool) -> None:
        assert self.now is not None
        self.now.stood = stood
        self.done.append(self.now)
        self.now = None

    def measure(self, rise: Rise) -> None:
        sim, moving = self.sim, self.raw.moving()
        spins, up = np.linalg.norm(moving[2], axis=1), float(moving[1][0, 2])
        if spins.max() > rise.spin:
            rise.spin, rise.spin_at = float(spins.max()), sim.time
            rise.bone = self.character.bones[int(spins.argmax())]
        if up > rise.pelvis:
            rise.pelvis, rise.pelvis_at = up, sim.time
        ground, touches = set(sim.stage.engine.ground), self.raw.touches(*moving)
        for touch in touches:
            if touch.bone in FEET and touch.other in ground:
                rise.pressed += DT * touch.force
                rise.slid += DT * touch.force * touch.slides
        touched = {touch.other for touch in touches if touch.gap < TOUCHES}
        if touched & ground:
            return
        rise.above = max(rise.above, self.raw.nearest(ground))
        gap = 0.0 if touched - {self.character.body} else self.raw.nearest(None)
        if gap > rise.gap:
            rise.gap, rise.gap_at = gap, sim.time
