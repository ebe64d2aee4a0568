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
from game.scenes.props import prop_kind
from game.world.character import Character
from game.world.simulation import Simulation
from systems.commands import add_prop

Random = np.random.Generator
BONES = ("head", "spine3", "spine1", "pelvis", "left_thigh", "right_thigh", "left_shin", "right_shin")
THINGS = ("medicine_ball", "block", "crate")
OUT_S = 20.0  # for which it is out of its senses: the state is reached limp


@dataclass(frozen=True)
class Practice:
    name: str  # of the controller
    about: str  # what counts as success, for the file
    bring: Callable[[Simulation, Character, Random], None]  # into a state from which it may be asked for
    features: tuple[str, ...]
    within_s: float  # it has to have ended
    asks_s: float = 0.0  # how long it is waited for until it bids; it is tried in the tick in which it first does
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


def tripped(sim: Simulation, who: Character, random: Random) -> None:
    """Walks or runs at any phase of a step, with a thing before its feet, and is shoved a little as it meets it."""
    who.play(str(random.choice(["walk", "walk", "run"])))
    sim.run(float(random.uniform(1.0, 2.5)))
    esper.switch_world(sim.world)
    thing = prop_kind(str(random.choice(THINGS))).prop()
    ahead, aside, way = float(random.uniform(0.5, 1.0)), float(random.uniform(-0.25, 0.25)), who.facing
    x, y, _ = who.place("pelvis").tolist()
    x, y = x + ahead * cos(way) - aside * sin(way), y + ahead * sin(way) + aside * cos(way)
    place = (x, y, sim.stage.engine.ground_height(x, y) + 0.5 * thing.size[2])
    add_prop(sim.stage, thing, place, float(random.uniform(-pi, pi)))
    shove(sim, who, random, 0.0, 30.0)


def shove(sim: Simulation, who: Character, random: Random, least: float, most: float) -> None:
    bone, impulse, way = str(random.choice(BONES)), float(random.uniform(least, most)), float(random.uniform(-pi, pi))
    x, y, z = who.place(bone).tolist()
    push = (impulse * cos(way), impulse * sin(way), impulse * float(random.uniform(-0.3, 0.6)))
    sim.stage.commands.append(Push(who.body, who.link(bone), push, (x, y, z)))


LYING = ("getup_s", "start", "start_way", "knees", "height", "lean_deg", "whirl")

PRACTICES: dict[str, Practice] = {
    practice.name: practice
    for practice in (
        Practice("rise", "on its feet within 5 s, at the first try, and still 1 s later", felled, LYING, 5.0),
    )
}
