"""What is tried of each controller that learns: where its states come from, what is measured, and how long it has.

Another one is a line in PRACTICES.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import esper
import numpy as np

from components.character import Motion, Stun
from components.commands import Push
from components.control import Control
from game.scenes.props import prop_kind
from game.world.character import Character
from game.world.simulation import Simulation
from systems.commands import add_prop

Random = np.random.Generator
BONES = ("head", "spine3", "spine1", "pelvis", "left_thigh", "right_thigh", "left_shin", "right_shin")
THINGS = ("medicine_ball", "block", "crate")
STRIKES_S = 6.0  # by then he has come to it
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
    who: str = "red"


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


def stumbled(sim: Simulation, who: Character, random: Random) -> None:
    """Of the scene `trip`: has just struck what lies in his way, and is pushed in that moment.

    By up to 80 N s at the chest and 20 at a foot. He neither rolls nor falls before he is asked to.
    """
    stopped(sim, who, random)
    control = who.component(Control)
    control.pool = ("play", "track")
    pushed(sim, who, random, who.chest, 80.0)
    pushed(sim, who, random, str(random.choice(["left_foot", "right_foot"])), 20.0)
    sim.run(float(random.uniform(0.01, 0.05)))


def stopped(sim: Simulation, who: Character, random: Random) -> None:
    """Of the scene `trip`: walks, at any phase of his step, until what lies in his way hands him to his muscles.

    It lies up to 0.4 m nearer or farther, and 0.1 m to a side.
    """
    esper.switch_world(sim.world)
    for prop in Character.props():
        (x, y, z), _ = sim.stage.engine.place_of(prop.engine_id)
        x, y = x + float(random.uniform(-0.4, 0.4)), y + float(random.uniform(-0.1, 0.1))
        sim.stage.engine.shoot(prop.engine_id, (x, y, z), (0.0, 0.0, 0.0))
    control, motion = who.component(Control), who.component(Motion)
    whole, control.pool = control.pool, ("play", "track")
    motion.frame = float(random.uniform(0.0, motion.clip.frames - 1))
    while sim.time < STRIKES_S and who.controller != "track":
        sim.tick()
    control.pool = whole


def pushed(sim: Simulation, who: Character, random: Random, bone: str, most: float) -> None:
    """In the next step, by up to so many N s, any way."""
    way = random.normal(size=3)
    x, y, z = (random.uniform(0.0, most) * way / np.linalg.norm(way)).tolist()
    sim.push(who.name, bone=bone, impulse=(x, y, z), seconds=0.0)


def shove(sim: Simulation, who: Character, random: Random, least: float, most: float) -> None:
    bone, impulse, way = str(random.choice(BONES)), float(random.uniform(least, most)), float(random.uniform(-pi, pi))
    x, y, z = who.place(bone).tolist()
    push = (impulse * cos(way), impulse * sin(way), impulse * float(random.uniform(-0.3, 0.6)))
    sim.stage.commands.append(Push(who.body, who.link(bone), push, (x, y, z)))


STUMBLING = (
    "caught", "forward", "leftward", "sinking", "lean_deg", "spin", "ahead", "aside", "height", "legs_apart",
)  # fmt: skip
LYING = ("getup_s", "start", "start_way", "knees", "height", "lean_deg", "whirl")

PRACTICES: dict[str, Practice] = {
    practice.name: practice
    for practice in (
        Practice(
            "roll",
            "round on the floor with its senses, and still 1 s later",
            stumbled,
            STUMBLING,
            2.5,
            asks_s=0.5,
            scene="trip",
            grounds=("flat",),
        ),
        Practice(
            "catch",
            "upright and in balance, and still 1 s later",
            stopped,
            STUMBLING,
            3.0,
            asks_s=0.3,
            scene="trip",
            grounds=("flat",),
            who="blue",
        ),
        Practice("rise", "on its feet within 5 s, at the first try, and still 1 s later", felled, LYING, 5.0),
    )
}
