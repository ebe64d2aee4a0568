"""One body after a push, as the engine has it: where its feet come down, and whether it stands.

A step: a foot that nothing pressed for 4 ticks or more and that comes down, for as long, more than 5 cm from where it
was lifted. Who brings his feet together again once he stands has gathered them: his centre of mass moved slower than
0.2 m/s when he lifted that foot, where a push of 30 N s on 75 kg gives 0.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, degrees, hypot
from typing import NamedTuple

import numpy as np

from components.arrays import Floats
from components.clock import DT, TICKS_PER_S
from components.rig import Rig
from systems.engine import Engine

Place = tuple[float, float]

STEP, GATHERS = 0.05, 0.2  # m; m/s
AIR, HELD = 4, 4  # ticks that a foot is off the ground, and on it again
LOADED = 20.0  # N
FALLEN, LYING = 0.66, 36  # of the head's height over the lower foot when it was pushed; ticks
WATCHED = 4 * TICKS_PER_S  # ticks after the push began
SETTLES = 12  # ticks after it came down until a foot is looked at


class Step(NamedTuple):
    foot: str  # left or right
    lifted: float  # s after the push began
    landed: float
    start: Place  # m, the middle of the sole
    end: Place
    speed: float  # m/s of the body's centre of mass when it was lifted
    ankle: Place  # 0.1 s after it came down, or where it was last pressed
    pitch: float  # deg that its toes are then lower than they were before the push

    @property
    def gathers(self) -> bool:
        return self.speed < GATHERS

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


class Sole(NamedTuple):
    """A foot's bones, and where on the line from the first to the last the middle of its sole is."""

    links: tuple[int, ...]
    ahead: float  # m, and
    behind: float  # m, from there the other way, its ankle


def soles(rig: Rig) -> dict[str, Sole]:
    """By side: the foot and what hangs on it."""
    found: dict[str, Sole] = {}
    for side, foot, (heel, tip, _) in zip(("left", "right"), rig.feet, rig.soles, strict=True):
        links = tuple(i - 1 for i in range(foot, rig.end[foot]))
        own = rig.bones[foot].com[0]
        found[side] = Sole(links, 0.5 * (heel + tip) - own, own)
    return found


@dataclass
class Foot:
    sole: Sole
    load: float = 0.0  # N
    place: Place = (0.0, 0.0)  # m, the middle of the sole
    ankle: Place = (0.0, 0.0)  # m
    low: float = 0.0  # m, of the foot's own middle
    pitch: float = 0.0  # deg
    rest: float = 0.0  # deg, its pitch when the body was pushed
    stood: Place = (0.0, 0.0)  # where it was last pressed
    air: int = 0  # ticks since nothing pressed it
    on: int = 0  # ticks since it is pressed again
    lifted: float = 0.0  # s
    speed: float = 0.0  # m/s of the body when it was lifted
    down: Place = (0.0, 0.0)  # where it came down


class Seen:
    """Follow it with `look` once a tick."""

    def __init__(self, engine: Engine, body: int, rig: Rig) -> None:
        self.engine, self.body, self.rig = engine, body, rig
        self.head = rig.names.index("head") - 1
        self.feet = {side: Foot(sole) for side, sole in soles(rig).items()}
        self.steps: list[Step] = []
        self.ticks = self.low = 0
        self.fell_at: float | None = None  # s after the push began
        for foot in self.feet.values():
            self._place(foot)
            foot.stood, foot.rest = foot.place, foot.pitch
        self.height = self._height()

    @property
    def time(self) -> float:
        return self.ticks * DT

    @property
    def fallen(self) -> bool:
        return self.fell_at is not None

    @property
    def over(self) -> bool:
        """Nothing more is looked at."""
        return self.fallen or self.ticks >= WATCHED

    @property
    def saving(self) -> list[Step]:
        """Its steps but those with which it gathers its feet."""
        return [step for step in self.steps if not step.gathers]

    def look(self, touches: Floats) -> None:
        """`touches`: the engine's, of this body."""
        self.ticks += 1
        for side, foot in self.feet.items():
            pressed = np.isin(touches[:, 2], foot.sole.links)
            foot.load = float((touches[pressed, 4] * touches[pressed, 10]).sum())
            self._place(foot)
            self._follow(side, foot)
        self.low = self.low + 1 if self._height() < FALLEN * self.height else 0
        if self.low == LYING and self.fell_at is None:
            self.fell_at = self.time - LYING * DT

    def _follow(self, side: str, foot: Foot) -> None:
        if foot.load < LOADED:
            if foot.air == 0:
                foot.lifted, foot.speed = self.time, self.speed()
            foot.air, foot.on = foot.air + 1, 0
            return
        if foot.air:
            foot.on += 1
            foot.down = foot.place if foot.on == 1 else foot.down
            if foot.on < HELD and foot.air >= AIR:
                return
            if foot.air >= AIR and np.hypot(*np.subtract(foot.down, foot.stood)) > STEP:
                landed = self.time - (HELD - 1) * DT
                told = Step(side, foot.lifted, landed, foot.stood, foot.down, foot.speed, foot.ankle, 0.0)
                self.steps.append(told)
        foot.air, foot.stood = 0, foot.place
        last = next((k for k in reversed(range(len(self.steps))) if self.steps[k].foot == side), None)
        if last is not None and self.time - self.steps[last].landed <= SETTLES * DT + 1e-9:
            self.steps[last] = self.steps[last]._replace(ankle=foot.ankle, pitch=foot.pitch - foot.rest)

    def _place(self, foot: Foot) -> None:
        middles = [self.engine.motion_of(self.body, link)[0] for link in foot.sole.links]
        (x, y, foot.low), (u, v, w) = middles[0], middles[-1]
        along = np.array([u - x, v - y, w - foot.low])
        size = float(np.linalg.norm(along))
        if size == 0.0:  # a foot in one piece
            foot.place = foot.ankle = (x, y)
            return
        ahead, behind = foot.sole.ahead / size, foot.sole.behind / size
        foot.place = x + ahead * (u - x), y + ahead * (v - y)
        foot.ankle = x - behind * (u - x), y - behind * (v - y)
        foot.pitch = degrees(asin((foot.low - w) / size))

    def _height(self) -> float:
        """m, of the head's middle over the lower foot's."""
        return self.engine.motion_of(self.body, self.head)[0][2] - min(foot.low for foot in self.feet.values())

    def speed(self) -> float:
        """m/s over the ground, of the centre of mass."""
        total, level = 0.0, np.zeros(2)
        for link in range(-1, len(self.rig.bones) - 1):
            _, velocity, mass = self.engine.motion_of(self.body, link)
            total, level = total + mass, level + mass * np.array(velocity[:2])
        return float(np.linalg.norm(level) / total)


def of_body(touches: Floats, body: int, bodies: Sequence[int]) -> Floats:
    """The rows of one body, with what is nobody's."""
    rows: Floats = touches[(touches[:, 0] == body) & ~np.isin(touches[:, 1], bodies)]
    return rows
