"""Hands: what the cursor points at, what it holds, and how a throw flies there.

The cursor is a ray from the eye. A held bone follows the cursor in the plane through it that faces the viewer, so
dragging to the right takes it to the right on the screen. A throw starts up to 3.5 m before its target, 0.7 m to the
right of the line of sight and 0.3 m below it as from a thrower's hand, so that its way can be seen from the side. It
takes the flatter of the two ways that a ball of that speed has: 7 m/s over 3 m rises 18 degrees. Who walks is aimed at
where they will be: at 1.2 m/s and half a second of flight 0.6 m further on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from components.arrays import vec3
from components.clock import TICKS_PER_S
from game.scenes.props import prop_kind, prop_kinds
from game.session.deeds import Carry, Grip, Launch, LeadString, Pull, PutDown, Shove
from game.world.character import Character, led
from game.world.simulation import Simulation
from game.world.string import String
from systems.strings import tops

Floats = NDArray[np.float64]
FAR = 200.0  # m, how far a cursor points
BEFORE, SHARE = 3.5, 0.8  # m before the target that a throw starts at most, and of the way from the eye
WEAKEST, STRONGEST, RUNG = 5.0, 200.0, 5.0  # N s of a push, and what a key adds
PUSH_S = 0.1
ONE_TICK, THING = 4.0, 4.0  # m/s that a push gives at most to a bone alone in a tick, and to a thing in all of them
ASIDE, BELOW = 0.7, 0.3  # m, from the line of sight to where a throw starts; less where it is short
CLEAR = 0.25  # m, from the ground to there
TOUCHES = 0.025  # m from a string, within which the cursor is on it
LEADS = 0.005  # m that a cursor moves at least to lead one
SLOWEST, FASTEST = 1.0, 30.0  # m/s
ARC_POINTS, LONGEST_ARC_S = 24, 3.0
LEADING = 4  # times that the place is corrected by the time that it takes to get there


@dataclass(frozen=True)
class Ray:
    """From the eye through the cursor."""

    eye: Floats  # m
    way: Floats  # unit
    facing: Floats  # unit, the camera's backwards: normal of the plane that dragging stays in


@dataclass(frozen=True)
class Pick:
    """What a ray meets."""

    grip: Grip | None  # none: the ground
    place: Floats  # m

    @property
    def name(self) -> str:
        if self.grip is None:
            return "the ground"
        return f"{self.grip.who}'s {self.grip.bone.replace('_', ' ')}" if self.grip.who else "a thing"


@dataclass(frozen=True)
class Flight:
    """How a throw will go, if nothing is in its way."""

    points: Floats  # (n, 3) m, evenly in time
    seconds: float
    velocity: Floats  # m/s, at first
    target: Floats  # m
    lead: Floats  # m, from what is under the cursor now to there


@dataclass
class Hands:
    thing: str = "ball"
    speed: float = 7.0  # m/s of a throw
    impulse: float = 60.0  # N s of a push
    ray: Ray | None = None
    grip: Grip | None = None
    string: int | None = None  # the number of the one that is held
    held: str = ""
    _place: Floats = field(default_factory=lambda: np.zeros(3))  # m, where the hand is wanted
    _offset: Floats = field(default_factory=lambda: np.zeros(3))  # m, from the cursor's point to the held centre

    def next_thing(self) -> None:
        kinds = list(prop_kinds())
        self.thing = kinds[(kinds.index(self.thing) + 1) % len(kinds)]

    def harder(self, steps: int) -> None:
        self.speed = min(FASTEST, max(SLOWEST, self.speed + steps))

    def push_harder(self, rungs: int) -> None:
        self.impulse = min(STRONGEST, max(WEAKEST, self.impulse + RUNG * rungs))

    def pick(self, simulation: Simulation) -> Pick | None:
        if self.ray is None:
            return None
        met = simulation.stage.engine.ray(self.ray.eye.tolist(), (self.ray.eye + FAR * self.ray.way).tolist())
        if met is None:
            return None
        body, link, place = met
        return Pick(grip_of(simulation, body, link), np.array(place))

    # --- dragging

    def grab(self, simulation: Simulation) -> bool:
        """Take hold of what is under the cursor, if it can be held."""
        pick = self.pick(simulation)
        held = pick.grip.found(simulation) if pick is not None and pick.grip is not None else None
        if pick is None or held is None:
            return False
        self.grip, self.held = pick.grip, pick.name
        self._place = np.array(simulation.stage.engine.motion_of(*held)[0])
        # A bone comes to the cursor; a large thing is held where it was taken.
        self._offset = np.zeros(3)
        if pick.grip is not None and not pick.grip.who:
            self._offset = self._place - self.cursor()
        return True

    def grab_string(self, simulation: Simulation) -> bool:
        """Take hold of the string under the cursor; its end then goes where the cursor takes it."""
        found = string_at(self.ray, simulation) if self.ray is not None else None
        if found is None:
            return False
        string, place = found
        self.string, self.held = string.number, f"the string on {string.who}'s {string.name.replace('_', ' ')}"
        self._place, self._offset = string.end, string.end - place
        return True

    def let_go(self) -> None:
        self.grip, self.string, self.held = None, None, ""

    def cursor(self) -> Floats:
        """m, the cursor's point in the plane through the hand that faces the viewer."""
        ray = self.ray
        if ray is None:
            return self._place - self._offset
        along = float(ray.way @ ray.facing)
        held = self._place - self._offset
        if abs(along) < 1e-6:
            return held
        reach = float((held - ray.eye) @ ray.facing) / along
        return np.asarray(ray.eye + min(FAR, max(0.1, reach)) * ray.way)

    @property
    def wanted(self) -> Floats:
        """m, where what is held is pulled to."""
        return self._place

    def led(self) -> LeadString | None:
        """The end of the string that is held, to the cursor; none while the cursor stays where it took hold."""
        assert self.string is not None
        place = self.cursor() + self._offset
        if float(np.linalg.norm(place - self._place)) < LEADS:
            return None
        self._place = place
        return LeadString(self.string, vec3(place))

    def pulled(self) -> Pull:
        """What is held, to the cursor."""
        assert self.grip is not None
        self._place = self.cursor() + self._offset
        return Pull(self.grip, vec3(self._place))

    # --- throwing and pushing

    def flight(self, simulation: Simulation) -> Flight | None:
        """Of the thing in hand to what is under the cursor, or where that will be."""
        pick = self.pick(simulation)
        if pick is None or self.ray is None:
            return None
        gravity = simulation.stage.engine.settings.gravity
        start = self._from(simulation, pick.place)
        moving, target = motion(simulation, pick.grip), pick.place
        for _ in range(LEADING):
            velocity = thrown(start, target, self.speed, gravity)
            seconds = float(np.linalg.norm((target - start)[:2])) / max(float(np.linalg.norm(velocity[:2])), 0.1)
            target = pick.place + min(seconds, LONGEST_ARC_S) * moving
        velocity = thrown(start, target, self.speed, gravity)
        t = np.linspace(0.0, min(seconds, LONGEST_ARC_S), ARC_POINTS)[:, None]
        points = start + velocity * t - np.array([0.0, 0.0, 0.5 * gravity]) * t * t
        return Flight(points, float(t[-1, 0]), velocity, target, target - pick.place)

    def _from(self, simulation: Simulation, place: Floats) -> Floats:
        """m, where a throw at that place starts; not in the ground."""
        assert self.ray is not None
        away = float(np.linalg.norm(place - self.ray.eye))
        back = min(BEFORE, SHARE * away)
        right = np.array([self.ray.way[1], -self.ray.way[0], 0.0])
        right /= max(1e-9, float(np.linalg.norm(right)))
        share = back / BEFORE
        start = place - back * self.ray.way + share * (ASIDE * right - np.array([0.0, 0.0, BELOW]))
        start[2] = max(start[2], simulation.stage.engine.ground_height(float(start[0]), float(start[1])) + CLEAR)
        return np.asarray(start)

    def aimed(self, simulation: Simulation) -> Launch | None:
        """The thing in hand, thrown at what is under the cursor."""
        flight = self.flight(simulation)
        return Launch(self.thing, vec3(flight.points[0]), vec3(flight.velocity)) if flight is not None else None

    def put(self, simulation: Simulation) -> Launch | None:
        """The thing in hand, placed on what is under the cursor."""
        pick = self.pick(simulation)
        if pick is None:
            return None
        return Launch(self.thing, vec3(pick.place + np.array([0.0, 0.0, prop_kind(self.thing).size[2] / 2 + 0.02])))

    def tied(self, simulation: Simulation) -> Carry | PutDown | None:
        """The thing in hand, tied to the bone under the cursor; what hangs on it already is let go."""
        pick = self.pick(simulation)
        if pick is None or pick.grip is None:
            return None
        held = pick.grip.found(simulation)
        for index, prop in enumerate(Character.props()):
            if prop.tied is not None and held in ((prop.engine_id, -1), (prop.tied.body, prop.tied.link)):
                return PutDown(index)
        return Carry(pick.grip.who, pick.grip.bone, self.thing) if pick.grip.who else None

    def shove(self, simulation: Simulation) -> Shove | None:
        """Over the ground away from the viewer, for 0.1 s; a hand is not shot off: of its 0.5 kg 24 N s at most."""
        pick = self.pick(simulation)
        if pick is None or pick.grip is None or self.ray is None:
            return None
        held = pick.grip.found(simulation)
        if held is None:
            return None
        way = np.array([self.ray.way[0], self.ray.way[1], 0.0])
        way /= max(1e-9, float(np.linalg.norm(way)))
        fastest = ONE_TICK * round(PUSH_S * TICKS_PER_S) if pick.grip.who else THING
        impulse = min(self.impulse, fastest * simulation.stage.engine.motion_of(*held)[2])
        return Shove(pick.grip, vec3(impulse * way), vec3(pick.place), PUSH_S)


def thrown(start: Floats, target: Floats, speed: float, gravity: float) -> Floats:
    """m/s, so that it flies through the target: tan a = (v^2 - sqrt(v^4 - g (g x^2 + 2 y v^2))) / (g x).

    Where the target is out of reach, 45 degrees towards it. 7 m/s over 3 m on the level: a = 18.6 degrees.
    """
    dx, dy, up = (target - start).tolist()
    level = hypot(dx, dy)
    root = speed**4 - gravity * (gravity * level**2 + 2.0 * up * speed**2)
    if level < 1e-6:
        pitch = pi / 2 if up > 0.0 else -pi / 2
    elif abs(gravity) < 1e-6:
        pitch = atan2(up, level)
    elif root < 0.0:
        pitch = pi / 4
    else:
        pitch = atan2(speed**2 - sqrt(root), gravity * level)
    heading = atan2(dy, dx)
    return speed * np.array([cos(pitch) * cos(heading), cos(pitch) * sin(heading), sin(pitch)])


def motion(simulation: Simulation, grip: Grip | None) -> Floats:
    """m/s over the ground: of a whole body by the mean of its bones, for limbs swing; of a loose thing its own."""
    held = grip.found(simulation) if grip is not None else None
    if grip is None or held is None:
        return np.zeros(3)
    if grip.who:
        velocity = simulation.characters[grip.who].velocity
    else:
        velocity = np.array(simulation.stage.engine.motion_of(*held)[1])
    return led(velocity)


def string_at(ray: Ray, simulation: Simulation) -> tuple[String, Floats] | None:
    """The string that the ray passes within 2.5 cm, and m where: the nearest to the eye."""
    strings, stage = simulation.strings, simulation.stage
    if not strings:
        return None
    low = np.array([string.place for string in strings])
    along = tops(stage, np.array([string.end for string in strings])) - low
    # the places of two lines that are nearest to each other: eye + t way, low + u along
    between, b = low - ray.eye, along @ ray.way
    c, d, e = (along * along).sum(axis=1), between @ ray.way, (along * between).sum(axis=1)
    u = np.clip((b * d - e) / np.maximum(c - b * b, 1e-9), 0.0, 1.0)
    places = low + u[:, None] * along
    t = (places - ray.eye) @ ray.way
    off = np.linalg.norm(ray.eye + t[:, None] * ray.way - places, axis=1)
    hit = np.flatnonzero((off < TOUCHES) & (t > 0.0))
    if not len(hit):
        return None
    best = int(hit[np.argmin(t[hit])])
    return strings[best], places[best]


def grip_of(simulation: Simulation, body: int, link: int) -> Grip | None:
    for character in simulation.characters.values():
        if character.body == body:
            return Grip(who=character.name, bone=character.bones[link + 1])
    for index, prop in enumerate(Character.props()):
        if prop.engine_id == body and prop.mass > 0.0:
            return Grip(thing=index)
    return None
