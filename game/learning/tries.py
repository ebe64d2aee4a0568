"""One sample: a body in some state, and whether a controller that takes it over from there succeeds.

tried("rise", 7) -> Sample(7, (1.2, 83.0, ...), True)

It has succeeded if its postconditions hold when it gives control away, in time, and still do a second later. From the
same state it is run until three of at most five came to the same (of `rise`, whose runs hardly differ, once), each with
a push of 5 N s of its own and up to 5 % more or less strength. So what is learned is what the state is worth, and not
on which side of a hair it fell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import esper
import numpy as np

from components.clock import TICKS_PER_S
from components.commands import Push
from components.control import BASICS
from components.learned import Learned
from game.learning.practice import PRACTICES, Practice, Random, someone
from game.scenes.scene import load_scene
from game.world.character import Character
from game.world.simulation import Simulation
from systems.controllers import CONTROLLERS
from systems.controllers.state import FEATURES
from systems.someone import Someone
from systems.supervisor import take

NUDGE, UNEVEN = 5.0, 0.05  # N s; share of its strength
STAYS_S = 1.0


class Sample(NamedTuple):
    seed: int
    state: tuple[float, ...]
    good: bool
    runs: int = 1  # until as many agreed as had to: with the most there are, it was a toss


def tried(name: str, seed: int) -> Sample | None:
    """A pure function of a name and a number, for any process. None: from that state it could not be asked for."""
    practice = PRACTICES[name]
    random = np.random.default_rng((seed, *name.encode()))
    scene = load_scene(practice.scene, {"ground": str(random.choice(practice.grounds))})
    alone = tuple(each for each in scene.characters if each.name == practice.who)
    with Simulation(replace(scene, characters=alone, props=()), seed=seed) as sim:
        character = sim.characters[practice.who]
        forget(sim, name)
        practice.bring(sim, character, random)
        if not asks(sim, character, practice):
            return None
        state = tuple(FEATURES[feature].of(sim.stage, someone(character)) for feature in practice.features)
        good, runs = voted(sim, character, practice, random)
        return Sample(seed, state, good, runs)


def forget(sim: Simulation, name: str) -> None:
    """What was learned of it before has no say in what is learned now."""
    learned = sim.stage.clips.learned

    def of_others(controller: str) -> Learned | None:
        return None if controller == name else learned(controller)

    sim.stage.clips.learned = of_others  # type: ignore[method-assign]


def asks(sim: Simulation, character: Character, practice: Practice) -> bool:
    """Goes on until it may be asked for; one that is not waited for is tried as it is."""
    for _ in range(round(practice.asks_s * TICKS_PER_S)):
        if practice.asks(sim.stage, someone(character)):
            return True
        sim.tick()
    return practice.asks_s == 0.0 and practice.asks(sim.stage, someone(character))


def voted(sim: Simulation, character: Character, practice: Practice, random: Random) -> tuple[bool, int]:
    """What most runs from this state come to, and how many it took."""
    saved, count = sim.save(), [0, 0]
    while max(count) < practice.agree:
        sim.load(saved)
        count[succeeds(sim, character, practice, random)] += 1
    return count[True] == practice.agree, sum(count)


def succeeds(sim: Simulation, character: Character, practice: Practice, random: Random) -> bool:
    esper.switch_world(sim.world)
    stage, name = sim.stage, practice.name
    character.set("strength", float(random.uniform(1.0 - UNEVEN, 1.0 + UNEVEN)))
    who = someone(character)
    nudge(sim, character, random)
    if practice.under_way:
        return keeps(sim, who, practice)
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


def keeps(sim: Simulation, who: Someone, practice: Practice) -> bool:
    """Do its postconditions hold all the time? Its pool has nothing else against a fall."""
    after = CONTROLLERS[practice.name].after
    who.control.pool = ("play", practice.name, *BASICS)
    for _ in range(round(practice.within_s * TICKS_PER_S)):
        sim.tick()
        if not after.holds(sim.stage, who):
            return False
    return True


def nudge(sim: Simulation, character: Character, random: Random) -> None:
    way = random.normal(size=3)
    push = (NUDGE / np.linalg.norm(way) * way).tolist()
    bone = character.chest
    x, y, z = character.place(bone).tolist()
    sim.stage.commands.append(Push(character.body, character.link(bone), push, (x, y, z)))
