"""What is tried of each controller that learns: where its states come from, what is measured, and how long it has.

Another one is a line in PRACTICES.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import esper
import numpy as np

from components.character import Stun
from components.commands import Push
from game.world.character import Character
from game.world.simulation import Simulation

Random = np.random.Generator
BONES = ("head", "spine3", "spine1", "pelvis", "left_thigh", "right_thigh", "left_shin", "right_shin")
OUT_S = 20.0  # for which it is out of its senses: the state is reached limp


@dataclass(frozen=True)
class Practice:
    name: str  # of the controller
    about: str  # what counts as success, for the file
    bring: Callable[[Simulation, Character, Random], None]  # into a state from which it may be asked for
    features: tuple[str, ...]
    within_s: float  # it has to have ended
    scene: str = "stage"
    grounds: tuple[str, ...] = ("flat", "ramp", "tiles")


def felled(sim: Simulation, who: Character, random: Random) -> None:
    """From a stand or a gait: out of its senses, shoved once or twice, and then any moment of the next 2 s."""
    who.play(str(random.choice(["stand", "guard", "walk", "run"])))
    sim.run(float(random.uniform(0.5, 1.6)))
    esper.switch_world(sim.world)
    stun: Stun = who.component(Stun)
    stun.unconscious_s = OUT_S
    shove(sim, who, random, 10.0, 220.0)
    seconds = float(random.uniform(0.05, 2.0))
    sim.run(0.6 * seconds)
    if random.random() < 0.5:
        shove(sim, who, random, 1.0, 120.0)
    sim.run(0.4 * seconds)
    stun = who.component(Stun)
    stun.unconscious_s = 0.0


def shove(sim: Simulation, who: Character, random: Random, least: float, most: float) -> None:
    bone, impulse, way = str(random.choice(BONES)), float(random.uniform(least, most)), float(random.uniform(-pi, pi))
    x, y, z = who.place(bone).tolist()
    push = (impulse * cos(way), impulse * sin(way), impulse * float(random.uniform(-0.3, 0.6)))
    sim.stage.commands.append(Push(who.body, who.link(bone), push, (x, y, z)))


LYING = (
    "getup_s", "start_way", "face_up", "side_up", "lean_deg", "height", "hips", "knees", "ahead", "aside", "speed",
    "sinking", "spin", "whirl",
)  # fmt: skip

PRACTICES: dict[str, Practice] = {
    practice.name: practice
    for practice in (
        Practice("rise", "on its feet within 5 s, at the first try, and still 1 s later", felled, LYING, 5.0),
    )
}
