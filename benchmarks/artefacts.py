"""What pure playback gets wrong and simulation does not, measured over a round of the same bout: Dynamo's figure 8.

    python benchmarks/artefacts.py

All of it is asked of the engine: how deep the bodies are in each other (`getClosestPoints`), how deep the feet are in
the ground and how far above it they float, how fast a foot slides where it touches, and what a punch does to the head
that it lands on. A fist of 5 cm radius that is 14 cm deep is out of sight.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from components.clock import DT
from components.fight import BoutPhase
from game import Simulation
from game.scenes.scene import load_scene
from game.world.character import Character

try:
    from systems.bullet.quiet import p
except ModuleNotFoundError:  # it is not installed: nothing here can be measured, but its tests can be told so
    p = None

Floats = NDArray[np.float64]
ROUND_S = 60.0
DEEP, SUNK, AFLOAT = 0.04, 0.02, 0.01  # m: in each other, in the ground, both feet above it
ON_IT = 0.005  # m, from the ground: such a foot stands
COUNTED, AFTER = 6, 30  # ticks from the first touch until a punch is counted, and then until the head is past it
ROWS = COUNTED + AFTER
FEET = ("left_foot", "left_toes", "right_foot", "right_toes")


@dataclass
class Artefacts:
    seconds: float = 0.0
    deepest: float = 0.0  # m
    deep_s: float = 0.0  # deeper than DEEP, all together
    longest_deep_s: float = 0.0  # and at a stretch
    sunk_s: float = 0.0  # a foot deeper than SUNK in the ground, both boxers together
    afloat_s: float = 0.0  # neither foot nearer than AFLOAT to it, both boxers together
    slides: list[float] = field(default_factory=list)  # m/s, of each foot that stands in each tick
    knocks_deg: list[float] = field(default_factory=list)  # out of its motion, of the head that a punch landed on
    jolts: list[float] = field(default_factory=list)  # rad/s2, the largest of that head


def worlds(ground: str) -> Iterator[Simulation]:
    """The bout of `comparison`, then the one beside it."""
    scene = load_scene("comparison", {"ground": ground})
    assert scene.beside is not None
    for each in (scene, scene.with_settings(scene.beside.settings)):
        with Simulation(each, seed=0) as sim:
            yield sim


def measure(sim: Simulation, seconds: float) -> Artefacts:
    """From the bell on, so many seconds of boxing at most."""
    bout = sim.bout
    assert bout is not None
    while bout.phase is BoutPhase.READY:
        sim.tick()
    found, heads = Artefacts(), {name: Head(sim, character) for name, character in sim.characters.items()}
    stretch, told = 0.0, len(sim.stage.events)
    while found.seconds < seconds and bout.phase is not BoutPhase.OVER:
        sim.tick()
        found.seconds += DT
        deep = depth(sim)
        stretch = stretch + DT if deep > DEEP else 0.0
        found.deep_s += DT * (deep > DEEP)
        found.deepest = max(found.deepest, deep)
        found.longest_deep_s = max(found.longest_deep_s, stretch)
        for character in sim.characters.values():
            feet(sim, character, found)
        landed = [e.who for e in sim.stage.events[told:] if e.kind == "land" and e.details["bone"] == "head"]
        told = len(sim.stage.events)
        for name, head in heads.items():
            head.watch(name in landed, found)
    return found


def depth(sim: Simulation) -> float:
    """m, how deep the two bodies are in each other."""
    red, blue = (character.body for character in sim.characters.values())
    return -min((point[8] for point in p.getClosestPoints(red, blue, 0.0, physicsClientId=sim.client)), default=0.0)


def feet(sim: Simulation, character: Character, found: Artefacts) -> None:
    """Of one boxer on its feet, where the engine has them at the end of the tick."""
    if character.phase != "awake":
        return
    gaps = list[float]()
    for bone in FEET:
        link = character.bones.index(bone) - 1
        points = [
            point
            for ground in sim.stage.engine.ground
            for point in p.getClosestPoints(character.body, ground, 0.5, link, physicsClientId=sim.client)
        ]
        if not points:
            continue
        lowest = min(points, key=itemgetter(8))
        gaps.append(lowest[8])
        if lowest[8] < ON_IT:
            found.slides.append(sliding(sim, character.body, link, np.array(lowest[5])))
    if gaps:
        found.sunk_s += DT * (min(gaps) < -SUNK)
        found.afloat_s += DT * (min(gaps) > AFLOAT)


def sliding(sim: Simulation, body: int, link: int, place: Floats) -> float:
    """m/s over the ground, of the place on the foot that touches it."""
    middle, _, _, _, _, _, velocity, spin = p.getLinkState(
        body, link, computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=sim.client
    )
    return float(np.linalg.norm((np.array(velocity) + np.cross(spin, place - middle))[:2]))


class Head:
    """One boxer's: how far it is from where its motion has it, and how hard it is jerked."""

    def __init__(self, sim: Simulation, character: Character) -> None:
        self.sim, self.character = sim, character
        self.row = character.bones.index("head")
        self.spin: Floats | None = None
        self.lately: deque[tuple[float, float]] = deque(maxlen=ROWS)  # deg off its motion, rad/s2, of each tick
        self.due = 0  # ticks until what a punch has done is read off them

    def watch(self, struck: bool, found: Artefacts) -> None:
        """After each tick; `struck` where a punch on it was counted in it."""
        state = p.getLinkState(
            self.character.body, self.row - 1, computeLinkVelocity=1, computeForwardKinematics=1,
            physicsClientId=self.sim.client,
        )  # fmt: skip
        same = abs(float(np.dot(state[5], self.character.target()[self.row])))
        spin = np.array(state[7])
        jerk = 0.0 if self.spin is None else float(np.linalg.norm(spin - self.spin)) / DT
        self.spin = spin
        self.lately.append((float(np.degrees(2.0 * np.arccos(min(1.0, same)))), jerk))
        if struck and not self.due:
            self.due = AFTER
        elif self.due:
            self.due -= 1
            if not self.due:
                off, jerks = np.array(self.lately).T
                found.knocks_deg.append(float(off.max() - off[0]))
                found.jolts.append(float(jerks.max()))


def quarters(values: list[float], digits: int) -> str:
    return " / ".join(f"{q:.{digits}f}" for q in np.percentile(values, (25, 50, 75)))


def shown(columns: dict[str, Artefacts]) -> Table:
    table = Table("what", *columns, title="the first round, seed 0; of rows with three figures: quarters")
    rows: dict[str, Callable[[Artefacts], str]] = {
        "bodies in each other, deepest": lambda a: f"{100 * a.deepest:.1f} cm",
        "deeper than 4 cm": lambda a: f"{a.deep_s:.2f} s",
        "the same, at a stretch": lambda a: f"{a.longest_deep_s:.2f} s",
        "head turned by a punch": lambda a: f"{quarters(a.knocks_deg, 1)} deg",
        "its acceleration": lambda a: f"{quarters(a.jolts, 0)} rad/s2",
        "foot in the ground, deeper than 2 cm": lambda a: f"{a.sunk_s:.1f} s",
        "both feet more than 1 cm above it": lambda a: f"{a.afloat_s:.1f} s",
        "slide of a standing foot": lambda a: f"{quarters(a.slides, 3)} m/s",
    }
    for what, figure in rows.items():
        table.add_row(what, *(figure(found) for found in columns.values()))
    return table


def main() -> None:
    columns = {}
    for ground in ("ring", "platform"):
        for name, sim in zip(("simulated", "playback"), worlds(ground), strict=True):
            columns[f"{ground}, {name}"] = measure(sim, ROUND_S)
    Console().print(shown(columns))


if __name__ == "__main__":
    main()
