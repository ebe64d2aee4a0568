"""What comes of a trip, in raw states of the engine.

    python benchmarks/trips.py roll --times 20 [--first 1000] [--engine mujoco]
    python benchmarks/trips.py catch --times 20
    python benchmarks/trips.py fall --times 32

Every run differs: where he faces, where the ball lies and how large and heavy it is (so where in his step he meets it),
how strong he is (5 % more or less), and a push of 5 N s at a random moment. From the tick in which he begins to fall:

    round    deg, how far the middle of his trunk turned forward from the upright
    first    which of his bones but feet and shins came to the floor first
    head     N, the hardest that the floor pressed his head in 2.5 s; limp: from the same state without a muscle
    highest  m, of his pelvis; air: the longest time in s that nothing touched him
    walks    s, from then on until he has gone 1 m upright again

With `catch` a kerb lies there, and who still stands 6 s later is counted, with that controller and without.
`--clip run` has them run. With `fall` nobody can roll; half of them are shoved from anywhere with 80 to 130 N s.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from math import atan2, cos, degrees, sin

import esper
import numpy as np
from rich.console import Console
from rich.table import Table

from components.character import Motion, Phase, Stun
from components.clock import DT
from components.commands import Push
from components.control import BASICS, Control
from components.settings import Physics
from game import Simulation
from game.scenes.scene import load_scene
from game.world.character import Character

try:
    from systems.bullet.quiet import p
except ModuleNotFoundError:  # it is not installed: the other engine can be looked at
    p = None

PUSH, SHOVED = 5.0, 18  # N s; ticks of a shove
WATCHED_S, PATIENCE_S, TRIPS_S = 2.5, 20.0, 8.0
WALKS, HIGH = 1.0, 0.8  # m gone, with the pelvis so high
ROLLED, WALKED = 230.0, 1.0  # deg, m
ARMS = ("hand", "forearm", "upper_arm", "clavicle")
SHOULDERS = ("upper_arm", "clavicle", "spine3")
LEGS = ("foot", "toes", "shin")
LIMP_S = 5.0


@dataclass
class Trip:
    seed: int
    by: str = ""  # the controller that had him when he fell; empty: he did not
    at: float = 0.0  # s
    speed: float = 0.0  # m/s forward
    round: float = 0.0
    first: list[str] = field(default_factory=list)  # bones in the order in which they came to the floor
    head: float = 0.0
    limp: float = 0.0
    highest: float = 0.0
    air: float = 0.0
    walks: float = 0.0  # 0: he did not
    put_back: int = 0

    @property
    def rolled(self) -> bool:
        return self.by == "roll" and self.round >= ROLLED

    @property
    def spared(self) -> bool:
        """Did an arm or a shoulder come to the floor before the head?"""
        before = self.first[: self.first.index("head")] if "head" in self.first else self.first
        return any(bone.endswith((*ARMS, *SHOULDERS)) for bone in before) or "head" not in self.first


def tripping(
    seed: int, engine: str | None = None, what: str = "roll", pool: tuple[str, ...] | None = None, clip: str = "walk"
) -> Walk:
    """Somebody who walks toward what he will trip over."""
    random = np.random.default_rng((seed, *what.encode()))
    facing, ahead, aside = random.uniform(-np.pi, np.pi), random.uniform(1.2, 3.2), random.uniform(-0.16, 0.16)
    strength = float(random.uniform(0.95, 1.05))
    settings = {"red.strength": strength, "clip": clip} | ({"engine": engine} if engine else {})
    scene = load_scene("trip", settings)
    who = 0 if what == "roll" else 1
    prop, spec = scene.props[who], scene.characters[who]
    kind = resized(prop.kind, random, what)
    x, y = ahead * cos(facing) - aside * sin(facing), ahead * sin(facing) + aside * cos(facing)
    prop = replace(prop, kind=kind, position=(float(x), float(y), 0.5 * kind.size[2]), yaw=float(facing))
    control = spec.control if pool is None else replace(spec.control, pool=pool)
    spec = replace(spec, at=(0.0, 0.0), facing=float(facing), control=control)
    sim = Simulation(replace(scene, props=(prop,), characters=(spec,)), seed=seed)
    (him,) = sim.characters.values()
    angle = random.uniform(0.0, 2.0 * np.pi)
    return Walk(sim, him, float(random.uniform(0.5, 3.5)), (PUSH * cos(angle), PUSH * sin(angle), 0.0))


def resized(kind, random, what):
    if what == "roll":
        size = 2.0 * float(random.uniform(0.13, 0.16))
        return replace(kind, size=(size, size, size), mass=float(random.uniform(20.0, 30.0)))
    return replace(kind, size=(*kind.size[:2], float(random.uniform(0.08, 0.14))), mass=float(random.uniform(20, 40)))


@dataclass
class Walk:
    """Somebody who walks, and a push that comes at some moment."""

    sim: Simulation
    who: Character
    push_s: float
    push: tuple[float, float, float]
    pushed: bool = False

    def tick(self) -> None:
        if not self.pushed and self.sim.time >= self.push_s:
            place = tuple(self.who.place(self.who.chest).tolist())
            self.sim.stage.commands.append(Push(self.who.body, self.who.link(self.who.chest), self.push, place))
            self.pushed = True
        self.sim.tick()

    def until(self, controllers: tuple[str, ...], seconds: float) -> str:
        """The one of them that has him, as soon as one has."""
        while self.sim.time < seconds:
            self.tick()
            if self.who.controller in controllers:
                return self.who.controller
        return ""

    # --- what the engine has

    def floor(self) -> list[tuple[str, float]]:
        """Bones on the floor, and N; one called "" for what else touches him."""
        ground, body, bones = self.sim.stage.engine.ground, self.who.body, self.who.bones
        if self.sim.engine == Physics.BULLET:
            rows = [(c[2], c[3], c[9]) for c in p.getContactPoints(body, physicsClientId=self.sim.client)]
        else:
            rows = [(int(r[1]), int(r[2]), float(r[4])) for r in self.sim.stage.engine.touches([body])]
        return [(bones[link + 1] if other in ground else "", f) for other, link, f in rows if other != body and f > 0.0]

    def place(self, bone: str):
        """Place (m) and orientation (x y z w) of a bone."""
        if self.sim.engine == Physics.MUJOCO:
            found = self.sim.data.body(f"{self.who.name}/{bone}")
            return found.xpos, found.xquat[[1, 2, 3, 0]]
        client, body, link = self.sim.client, self.who.body, self.who.link(bone)
        if link < 0:
            return p.getBasePositionAndOrientation(body, client)
        return p.getLinkState(body, link, physicsClientId=client)[:2]

    def forward(self) -> float:
        """m/s of the pelvis, to its front."""
        velocity = self.sim.stage.engine.moving(self.who.body)[7:10]
        return velocity[0] * cos(self.who.facing) + velocity[1] * sin(self.who.facing)

    def pitch(self) -> float:
        """deg of the middle of the trunk, forward from the upright, -180 .. 180."""
        x, y, z, w = self.place("spine2")[1]
        return degrees(atan2(-2.0 * (x * z - y * w), 1.0 - 2.0 * (x * x + y * y)))

    def follow(self, trip: Trip, seconds: float = WATCHED_S) -> None:
        """From now on, so long."""
        began, last, air, turn = self.sim.time, self.pitch(), 0.0, self.pitch()
        while self.sim.time < began + seconds:
            self.tick()
            head = 0.0
            touches = self.floor()
            for bone, force in touches:
                head += force if bone == "head" else 0.0
                if bone and bone not in trip.first and not bone.endswith(LEGS):
                    trip.first.append(bone)
            now = self.pitch()
            turn, last = turn + (now - last + 180.0) % 360.0 - 180.0, now
            air = 0.0 if touches else air + DT
            trip.head, trip.round, trip.air = max(trip.head, head), max(trip.round, turn), max(trip.air, air)
            if self.sim.time > began + 0.3:
                trip.highest = max(trip.highest, self.place("pelvis")[0][2] if self.who.phase is Phase.FALLING else 0.0)

    def walks_again(self, began: float) -> float:
        """s until he has gone so far upright; 0: he has not in time."""
        since = None
        while self.sim.time < began + PATIENCE_S:
            self.tick()
            place = np.array(self.place("pelvis")[0])
            upright = place[2] > HIGH and self.place("head")[0][2] > place[2] + 0.4
            if not upright or self.who.phase is not Phase.AWAKE:
                since = None
            elif since is None:
                since = place
            elif float(np.hypot(*(place - since)[:2])) > WALKED:
                return self.sim.time - began
        return 0.0


def one(seed: int, engine: str | None = None, clip: str = "walk") -> Trip:
    trip, walk = Trip(seed), tripping(seed, engine, clip=clip)
    with walk.sim as sim:
        trip.by = walk.until(("roll", "fall", "lie"), TRIPS_S)
        if not trip.by:
            return trip
        trip.at = sim.time
        trip.speed = walk.forward()
        saved, pushed = sim.save(), walk.pushed
        limp = Trip(seed)
        esper.switch_world(sim.world)
        walk.who.component(Stun).unconscious_s = LIMP_S
        walk.follow(limp)
        sim.load(saved)
        walk.pushed = pushed
        walk.follow(trip)
        trip.limp, trip.walks = limp.head, walk.walks_again(trip.at)
        trip.put_back = sum(event.kind == "explosion" for event in sim.stage.events)
    return trip


def stands(seed: int, pool: tuple[str, ...], engine: str | None = None, clip: str = "walk") -> Trip | None:
    """Does he still stand 6 s after he has struck the block? None: he did not strike it. If not: what came of it."""
    trip, walk = Trip(seed), tripping(seed, engine, "catch", pool, clip)
    with walk.sim as sim:
        if not walk.until(("track",), TRIPS_S):
            return None
        trip.speed = walk.forward()
        trip.by = walk.until(("fall", "lie"), sim.time + 6.0)
        trip.at = sim.time
        if trip.by:
            walk.follow(trip)
    return trip


def fallen(seed: int, engine: str | None = None) -> Trip:
    """Who cannot roll: every other one does not trip, but is shoved where he walks."""
    trip, walk = Trip(seed), tripping(seed, engine, pool=("play", *BASICS) if seed % 2 else BASICS)
    random = np.random.default_rng((seed, *b"shove"))
    with walk.sim as sim:
        if seed % 2 == 0:
            sim.run(float(random.uniform(0.3, 0.9)))
            angle, impulse = random.uniform(0.0, 2.0 * np.pi), random.uniform(80.0, 130.0) / SHOVED
            for _ in range(SHOVED):
                place = tuple(walk.who.place(walk.who.chest).tolist())
                push = (impulse * cos(angle), impulse * sin(angle), 0.0)
                sim.stage.commands.append(Push(walk.who.body, walk.who.link(walk.who.chest), push, place))
                sim.tick()
        trip.by = walk.until(("fall", "lie"), TRIPS_S)
        trip.at = sim.time
        if trip.by:
            walk.follow(trip)
    return trip


def before_a_roll(sim: Simulation, who: Character, random: np.random.Generator) -> None:
    """Bring somebody of the scene `trip`, which has just been made, into a state in which he might begin to roll.

    He has tripped at a random phase of his step up to 0.4 s ago, and was pushed since at the chest by up to 40 N s and
    at a foot by up to 10, from anywhere. He follows his clip meanwhile, and neither rolls nor falls.
    """
    control: Control = who.component(Control)
    control.pool = ("play", "track")
    motion: Motion = who.component(Motion)
    motion.frame = float(random.uniform(0.0, motion.clip.frames - 1))
    while sim.time < TRIPS_S and who.controller != "track":
        sim.tick()
    sim.run(float(random.uniform(0.0, 0.25)))
    for bone, most in ((who.chest, 40.0), (str(random.choice(["left_foot", "right_foot"])), 10.0)):
        way = random.normal(size=3)
        push = random.uniform(0.0, most) * way / np.linalg.norm(way)
        sim.stage.commands.append(Push(who.body, who.link(bone), tuple(push.tolist()), tuple(who.place(bone).tolist())))
    sim.run(float(random.uniform(0.01, 0.15)))
    control.pool = ("play", "roll", *BASICS)


def table(trips: list[Trip]) -> Table:
    names = ("seed", "by", "at s", "m/s", "round", "first", "head N", "limp N", "highest", "air", "walks s")
    out = Table(*names, title="Trips")
    for t in trips:
        numbers = f"{t.round:.0f}", ", ".join(t.first[:3]), f"{t.head:.0f}", f"{t.limp:.0f}", f"{t.highest:.2f}"
        out.add_row(str(t.seed), t.by, f"{t.at:.1f}", f"{t.speed:.2f}", *numbers, f"{t.air:.2f}", f"{t.walks:.1f}")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("roll", "catch", "fall"))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    parser.add_argument("--engine")
    parser.add_argument("--clip", default="walk", help="what they do until they trip (walk)")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.times)
    if asked.what == "catch":
        for pool in (("play",), ("play", "catch")):
            tried = [stands(seed, (*pool, *BASICS), asked.engine, asked.clip) for seed in seeds]
            found = [trip for trip in tried if trip is not None]
            fell = [trip for trip in found if trip.by]
            print(f"{'with' if pool[1:] else 'without'} catch: {len(found) - len(fell)} of {len(found)} stand")
            if fell:
                Console(width=160).print(table(fell))
        return
    if asked.what == "fall":
        falls = [trip for trip in (fallen(seed, asked.engine) for seed in seeds) if trip.by]
        Console(width=160).print(table(falls))
        print(f"{len(falls)} fell; an arm or a shoulder before the head: {sum(trip.spared for trip in falls)}")
        return
    trips = [one(seed, asked.engine, asked.clip) for seed in seeds]
    Console(width=160).print(table(trips))
    fell = [trip for trip in trips if trip.by]
    head, limp = (float(np.mean([getattr(trip, name) for trip in fell])) for name in ("head", "limp"))
    rolled, spared = sum(trip.rolled for trip in fell), sum(trip.spared for trip in fell)
    walks, put_back = sum(trip.walks > 0.0 for trip in fell), sum(trip.put_back for trip in fell)
    print(
        f"{len(fell)} of {len(trips)} fell; {rolled} rolled; an arm or a shoulder before the head: {spared}; "
        f"walks again: {walks}; head {head:.0f} N, limp {limp:.0f} N, {head / max(limp, 1e-9):.2f}; put back {put_back}"
    )


if __name__ == "__main__":
    main()
