"""One sample: a body in some state, and whether a controller that takes it over from there succeeds.

tried("rise", 7) -> Sample(7, (1.2, 83.0, ...), True)

It has succeeded if its postconditions hold when it gives control away, in time, and still do a second later. It begins
with a push of 5 N s and up to 5 % more or less strength, so what is learned does not hang on a hair: of 60 states that
were tried again with another push and strength, 59 came to the same.
"""

from __future__ import annotations

from typing import NamedTuple

import esper
import numpy as np

from components.clock import TICKS_PER_S
from components.commands import Push
from game.learning.practice import PRACTICES, Practice, Random
from game.world.character import Character
from game.world.simulation import Simulation
from systems.controllers import CONTROLLERS
from systems.controllers.state import FEATURES
from systems.someone import PARTS, Someone
from systems.supervisor import take

NUDGE, UNEVEN = 5.0, 0.05  # N s; share of its strength
STAYS_S = 1.0


class Sample(NamedTuple):
    seed: int
    state: tuple[float, ...]
    good: bool


def tried(name: str, seed: int) -> Sample | None:
    """A pure function of a name and a number, for any process. None: from that state it could not be asked for."""
    practice = PRACTICES[name]
    random = np.random.default_rng((seed, *name.encode()))
    settings = {"ground": str(random.choice(practice.grounds))}
    with Simulation(practice.scene, seed=seed, settings=settings) as sim:
        character = sim.characters[practice.who]
        practice.bring(sim, character, random)
        who = someone(character)
        if not bids(sim, who, practice):
            return None
        state = tuple(FEATURES[feature].of(sim.stage, who) for feature in practice.features)
        return Sample(seed, state, succeeds(sim, character, practice, random))


def bids(sim: Simulation, who: Someone, practice: Practice) -> bool:
    """Goes on until it does; one that is not waited for is tried as it is."""
    for _ in range(round(practice.asks_s * TICKS_PER_S)):
        if CONTROLLERS[practice.name].bid(sim.stage, who) > 0.0:
            return True
        sim.tick()
    return practice.asks_s == 0.0


def someone(character: Character) -> Someone:
    return Someone(*(character.component(part) for part in PARTS))


def succeeds(sim: Simulation, character: Character, practice: Practice, random: Random) -> bool:
    esper.switch_world(sim.world)
    stage, name = sim.stage, practice.name
    character.set("strength", float(random.uniform(1.0 - UNEVEN, 1.0 + UNEVEN)))
    who = someone(character)
    nudge(sim, character, random)
    take(stage, who, CONTROLLERS[name])
    for _ in range(round(practice.within_s * TICKS_PER_S)):
        sim.tick()
        if who.control.controller != name:
            break
    else:
        return False
    after = CONTROLLERS[name].after
    for _ in range(round(STAYS_S * TICKS_PER_S)):
        if not after.holds(stage, who):
            return False
        sim.tick()
    return after.holds(stage, who)


def nudge(sim: Simulation, character: Character, random: Random) -> None:
    way = random.normal(size=3)
    push = (NUDGE / np.linalg.norm(way) * way).tolist()
    bone = character.chest
    x, y, z = character.place(bone).tolist()
    sim.stage.commands.append(Push(character.body, character.link(bone), push, (x, y, z)))
