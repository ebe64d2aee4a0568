"""What happened in a tick that somebody could hear or see: hits, steps, falls, things that land.

Asked after each tick, it reads the events and the impacts, and changes nothing. A walking boxer of 75 kg sets a foot
down with about 20 N s in the first 25 ms: one "step" of that strength, where the sole presses.

A blow is told once. A punch of a bout is a "land" or "block" when its impulse is gathered, three ticks after it met
somebody, and no "hit" beside it; a thing that hits somebody makes no "thud" on him in the same tick.

    noticing = Noticing(simulation.stage)
    simulation.tick()
    for happening in noticing.look(): ...
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats, Ints
from components.character import Body
from components.clock import TICKS_PER_S
from components.fight import Fighter
from systems.stage import Event, Stage, System, Tables

MOST_TICKS = 8  # between two looks; after more, or backwards, it begins to look afresh
TOUCH = 0.3  # N s in a tick: less is a sole that scuffs
AIR_TICKS = 12  # 0.1 s without touch, before a foot can step again
LANDING_TICKS = 3  # in which the impulse of a step is gathered
STEP = 4.0  # N s in those
UPWARDS = 0.5  # of a normal: what is steeper is no ground to step on
JOLT = 0.8  # m/s that a loose thing's velocity changes by in a tick: ten times what gravity does
FASTEST = 60.0  # m/s: what moved farther was put somewhere
SLOW = 0.3  # m/s: a slower thing is looked at only when somebody touches it, and every REST_TICKS
REST_TICKS = 8
QUIET_TICKS = 6  # after a thing's thud, before its next
UP = np.array([0.0, 0.0, 1.0])
NOWHERE = np.zeros(3)

Place = tuple[float, float, float] | list[float]


@dataclass(frozen=True, eq=False)
class Happening:
    """`hit`: `who` was struck by `what`. `slam`: `who` fell on it. `step`: `who` trod on `what`. `thud`: the thing
    `what` bumped into `who`, or with no name into ground or things. `land`: the fist of `what` met head or body of
    `who`; `block`: its arms. The others are named as their events are."""

    kind: str
    place: Floats  # (3) m
    direction: Floats  # (3) unit, which way what was struck is pushed
    strength: float  # N s, 0 where nothing struck
    who: str
    what: str = ""


class Noticing:
    def __init__(self, stage: Stage) -> None:
        self.stage, self.ticks = stage, stage.ticks
        self.feet, self.things = Feet(stage), Things(stage)

    def look(self) -> list[Happening]:
        """What happened in the ticks since the last look: touches are those of the last tick."""
        stage = self.stage
        passed = stage.ticks - self.ticks
        if passed == 0:
            return []
        if not 0 < passed <= MOST_TICKS:
            self.ticks, self.feet, self.things = stage.ticks, Feet(stage), Things(stage)
            return []
        if stage.tables is not self.feet.tables:
            self.feet = Feet(stage)
        told = events(stage, self.feet.rows, self.ticks)
        seen = [*without_punches(told), *self.feet.steps(passed)]
        if stage.names == self.things.names:
            struck = {(each.who, each.what) for each in told if each.kind == "hit"}
            thuds = self.things.thuds(self.feet.rows, passed)
            seen += [thud for thud in thuds if (thud.who, thud.what) not in struck]
        else:
            self.things = Things(stage)
        self.ticks = stage.ticks
        return seen


def events(stage: Stage, rows: dict[str, int], ticks: int) -> list[Happening]:
    """Those that were told after `ticks`, in that order. A load may have cut the list back, so it is read by time."""
    since, until = (ticks - 0.5) / TICKS_PER_S, (stage.ticks - 0.5) / TICKS_PER_S
    found = []
    for event in reversed(stage.events):
        if event.t < since:
            break
        if event.t < until:
            found.append(of_event(stage.tables, rows, event))
    return found[::-1]


def without_punches(told: list[Happening]) -> list[Happening]:
    """Hits by fists whose punch is still gathered, or has landed with them, are told when it lands."""
    if all(each.kind != "hit" for each in told):
        return told
    punching = {(fighter.opponent, body.name) for _, (body, fighter) in System.query(Body, Fighter) if fighter.strike}
    punching |= {(each.who, each.what) for each in told if each.kind in ("land", "block")}
    return [each for each in told if each.kind != "hit" or (each.who, each.what) not in punching]


def of_event(t: Tables, rows: dict[str, int], event: Event) -> Happening:
    """At its hardest impact where there was a blow, else where the character's root is."""
    if event.kind == "land":
        return punch(t, rows, event)
    c = rows.get(event.who)
    place, direction = NOWHERE if c is None else t.bones.position[t.skeletons.first[c]].copy(), UP
    strength = float(event.details.get("impulse", 0.0))
    if c is not None and strength > 0.0 and (impact := t.blows.impact[c]) >= 0:
        place, direction = t.impacts.place[impact].copy(), t.impacts.normal[impact].copy()
    what = str(event.details.get("by", ""))
    kind = "slam" if (event.kind, what) == ("hit", "ground") else event.kind
    return Happening(kind, place, direction, strength, event.who, what)


def punch(t: Tables, rows: dict[str, int], event: Event) -> Happening:
    """Told when its impulse was gathered: the touch is over by then, and its place is in the event."""
    by, told = str(event.details["by"]), event.details
    roots = t.bones.position[t.skeletons.first[:-1]]
    away = roots[rows[event.who]] - roots[rows[by]]
    kind = "block" if told["place"] == "arm" else "land"
    return Happening(kind, np.array(told["at"]), away / np.linalg.norm(away), float(told["impulse"]), event.who, by)


class Feet:
    """A foot is what carries the body at the end of one leg: a bone, or a bone and its toes."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.tables = stage, stage.tables
        skeletons = self.tables.skeletons
        self.names = [stage.names[puppet.body] for puppet in self.tables.puppets]
        self.rows = {name: c for c, name in enumerate(self.names)}
        self.of: Ints = np.zeros(len(skeletons.foot), np.int64)  # of each bone: its foot, from 1; 0 is none
        self.owner = [-1]
        for bone in np.flatnonzero(skeletons.foot):
            parent = int(skeletons.parent[bone])
            above = int(self.of[parent]) if parent >= 0 else 0
            self.of[bone] = above or len(self.owner)
            if not above:
                self.owner.append(int(skeletons.owner[bone]))
        self.air: Ints = np.zeros(len(self.owner), np.int64)  # ticks without touch
        self.landing: Ints = np.zeros(len(self.owner), np.int64)  # ticks of a step still to gather
        self.gathered = np.zeros(len(self.owner))  # N s

    def steps(self, passed: int) -> list[Happening]:
        impacts = self.tables.impacts
        n = int(impacts.count[0])
        foot = self.of[impacts.bone[:n]]
        pressing = (foot > 0) & (impacts.by[:n] < 0) & (impacts.normal[:n, 2] > UPWARDS)
        load = np.bincount(foot, impacts.impulse[:n] * pressing, len(self.air))
        touching = load > TOUCH
        lands = touching & (self.air >= AIR_TICKS)
        self.landing[lands] = LANDING_TICKS
        self.gathered[lands] = 0.0
        self.air += passed
        self.air[touching] = 0
        if not self.landing.any():
            return []
        self.gathered += load
        done = (self.landing == 1) & (self.gathered > STEP)
        np.maximum(self.landing - 1, 0, out=self.landing)
        return [self._step(int(f), np.flatnonzero(pressing & (foot == f))) for f in np.flatnonzero(done)]

    def _step(self, foot: int, rows: NDArray[np.intp]) -> Happening:
        impacts = self.tables.impacts
        who, strength = self.names[self.owner[foot]], float(self.gathered[foot])
        if not len(rows):  # it has bounced off again
            sole = int(np.flatnonzero(self.of == foot)[0])
            return Happening("step", self.tables.bones.position[sole].copy(), UP, strength, who, "ground")
        share = impacts.impulse[rows] / impacts.impulse[rows].sum()
        ground = self.stage.names.get(int(impacts.other[rows[0]]), "ground")
        return Happening("step", share @ impacts.place[rows], UP, strength, who, ground)


class Thing:
    """One loose thing: where and how fast it was when it was last asked."""

    __slots__ = ("asked", "awake", "body", "heard", "known", "place", "speed")

    def __init__(self, body: int, place: Place, ticks: int) -> None:
        self.body, self.place, self.speed = body, place, (0.0, 0.0, 0.0)  # m, m/s
        self.asked = self.heard = ticks
        self.awake = self.known = False  # is it fast; is its speed known, or was it put somewhere just now

    def move(self, place: Place, seconds: float) -> float:
        """m/s by which its velocity has changed since it was asked so many seconds ago."""
        (x, y, z), (u, v, w) = place, self.place
        x, y, z = (x - u) / seconds, (y - v) / seconds, (z - w) / seconds
        u, v, w = self.speed
        jolt = hypot(x - u, y - v, z - w) if self.known else 0.0
        fast = hypot(x, y, z)
        self.place, self.speed = place, (x, y, z)
        self.awake, self.known = fast > SLOW, fast < FASTEST
        return jolt if self.known else 0.0


class Things:
    """Everything in the engine that has a name and is no character. Asking one costs 2 us; those at rest take turns."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.names = stage, dict(stage.names)
        people = {puppet.body for puppet in stage.tables.puppets}
        self.of = {
            body: Thing(body, stage.engine.place_of(body)[0], stage.ticks) for body in self.names if body not in people
        }

    def thuds(self, people: dict[str, int], passed: int) -> list[Happening]:
        if not self.of:
            return []
        now, impacts, place_of = self.stage.ticks, self.stage.tables.impacts, self.stage.engine.place_of
        for body in set(impacts.other[: impacts.count[0]].tolist()) & self.of.keys():
            thing = self.of[body]
            if not thing.awake:
                thing.awake, thing.asked = True, now - passed  # it has rested where it was at the last look, too
        found = []
        for turn, thing in enumerate(self.of.values(), now):
            if thing.awake or turn % REST_TICKS == 0:
                in_time = thing.asked == now - passed and now - thing.heard >= QUIET_TICKS
                jolt = thing.move(place_of(thing.body)[0], (now - thing.asked) / TICKS_PER_S)
                thing.asked = now
                if jolt > JOLT and in_time:
                    found += self._thud(thing, people)
        return found

    def _thud(self, thing: Thing, people: dict[str, int]) -> list[Happening]:
        """None where nothing touches it: it was a hand that jerked it."""
        touches = self.stage.engine.touches([thing.body])
        if not len(touches):
            return []
        thing.heard = self.stage.ticks
        forces = touches[:, 4].tolist()
        hardest = touches[forces.index(max(forces))]
        other, what = self.names.get(int(hardest[1]), ""), self.names[thing.body]
        who = other if other in people else ""
        place, normal = hardest[5:8] - hardest[11] * hardest[8:11], hardest[8:11]  # on what it has struck
        return [Happening("thud", place, normal, sum(forces) / TICKS_PER_S, who, what)]
