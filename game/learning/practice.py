"""What is tried of each controller that learns: where its states come from, what is measured, and how long it has.

Another one is a line in PRACTICES.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import cos, pi, sin

import esper
import numpy as np

from components.character import Motion, Stun
from components.commands import Push
from components.control import Control
from game.scenes.props import PropKind, prop_kind
from game.world.character import Character
from game.world.simulation import Simulation
from systems.commands import add_prop
from systems.controllers import CONTROLLERS
from systems.controllers.catch import STEP_S, is_able
from systems.controllers.roll import Roll
from systems.someone import PARTS, Someone
from systems.stage import Stage
from systems.supervisor import take

Random = np.random.Generator
BONES = ("head", "spine3", "spine1", "pelvis", "left_thigh", "right_thigh", "left_shin", "right_shin")
GAITS = "walk", "stroll", "walk_slow", "run"
STRUCK_TICKS, LATER_S = 36, 0.3  # within which a foot strikes a thing that hands him over; s since
STRIKES_S = 6.0  # by then he has come to it
OUT_S = 20.0  # for which it is out of its senses: the state is reached limp


def anywhere(stage: Stage, who: Someone) -> bool:
    return True


@dataclass(frozen=True)
class Practice:
    name: str  # of the controller
    about: str  # what counts as success, for the file
    bring: Callable[[Simulation, Character, Random], None]  # into a state from which it may be asked for
    features: tuple[str, ...]
    within_s: float  # it has to have ended
    asks: Callable[[Stage, Someone], bool] = anywhere  # it is tried in the tick in which it first does
    asks_s: float = 0.0  # how long that is waited for
    agree: int = 3  # runs that have to come to the same, of five at most
    looks_at: tuple[str, ...] = ()  # those of the features that the machine sees; none: all
    under_way: bool = False  # it has him already, and has to keep its postconditions for `within_s`
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


def stumbled(sim: Simulation, who: Character, random: Random) -> None:
    """Has just struck a ball as in the scene `trip`, and is pushed: by up to 120 N s at the chest and 20 at a foot.

    Then up to 0.15 s go by. He neither rolls nor falls before he is asked to.
    """
    ball = float(random.uniform(0.2, 0.36))
    kind = replace(prop_kind("slam_ball"), size=(ball,) * 3, mass=float(random.uniform(8.0, 40.0)))
    goes(who, random, "run" if random.random() < 0.4 else "walk")
    strikes(sim, who, random, kind)
    pushed(sim, who, random, who.chest, 120.0)
    pushed(sim, who, random, str(random.choice(["left_foot", "right_foot"])), 20.0)
    sim.run(float(random.uniform(0.01, 0.15)))


def stopped(sim: Simulation, who: Character, random: Random) -> None:
    """Struck a kerb or a ball a moment ago, and catches himself since; every other one was pushed at the chest by up to
    300 N s as he struck it."""
    strikes_anything(sim, who, random)
    for _ in range(STRUCK_TICKS):
        if is_able(sim.stage, someone(who)):
            break
        sim.tick()
    else:
        return
    take(sim.stage, someone(who), CONTROLLERS["catch"])
    if random.random() < 0.5:
        pushed(sim, who, random, who.chest, 300.0)
        sim.tick()
    if random.random() < 0.75:
        sim.run(float(random.uniform(0.01, LATER_S)))


def kerbed(sim: Simulation, who: Character, random: Random) -> None:
    """Has just struck a kerb of 5 to 45 cm at a walk or a run, and is pushed by up to 100 N s at the chest."""
    kerb = prop_kind("kerb")
    kerb = replace(
        kerb, size=(*kerb.size[:2], float(random.uniform(0.05, 0.45))), mass=float(random.uniform(10.0, 40.0))
    )
    goes(who, random, "run" if random.random() < 0.4 else "walk")
    strikes(sim, who, random, kerb)
    pushed(sim, who, random, who.chest, 100.0)


def strikes_anything(sim: Simulation, who: Character, random: Random) -> None:
    """A kerb of 4 to 25 cm or a ball of 10 to 36 cm, at any pace."""
    if random.random() < 0.6:
        kind = prop_kind("kerb")
        size = (*kind.size[:2], float(random.uniform(0.04, 0.25)))
        kind = replace(kind, size=size, mass=float(random.uniform(10.0, 40.0)))
    else:
        ball = float(random.uniform(0.1, 0.36))
        kind = replace(prop_kind("slam_ball"), size=(ball,) * 3, mass=float(random.uniform(3.0, 40.0)))
    goes(who, random, str(random.choice(GAITS)))
    strikes(sim, who, random, kind, float(random.uniform(-0.7, 0.7)))


def catches(stage: Stage, who: Someone) -> bool:
    return who.control.controller == "catch"


def someone(character: Character) -> Someone:
    return Someone(*(character.component(part) for part in PARTS))


def goes(who: Character, random: Random, gait: str) -> None:
    """At that pace; who goes on as he went, at any phase of a step."""
    if gait != who.component(Motion).clip.name:
        who.play(gait)
    else:
        motion: Motion = who.component(Motion)
        motion.frame = float(random.uniform(0.0, motion.clip.frames - 1))


def strikes(sim: Simulation, who: Character, random: Random, kind: PropKind, across: float = 0.0) -> None:
    """Goes on until such a thing in his way, turned by so many rad, hands him to his muscles."""
    control: Control = who.component(Control)
    control.pool = ("play", "track")
    sim.run(float(random.uniform(0.6, 1.2)))
    esper.switch_world(sim.world)
    ahead, aside, way = float(random.uniform(0.6, 1.6)), float(random.uniform(-0.2, 0.2)), who.facing
    x, y, _ = who.place("pelvis").tolist()
    place = (x + ahead * cos(way) - aside * sin(way), y + ahead * sin(way) + aside * cos(way), 0.5 * kind.size[2])
    add_prop(sim.stage, kind.prop(), place, way + across)
    while sim.time < STRIKES_S and who.controller != "track":
        sim.tick()


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


STUMBLING = "going_on", "over_free", "over_held", "lost_s"
STRIKING = (
    "strike_place", "stand_place", "strike_lag", "strike_ahead", "stand_ahead", "strike_high", "strike_speed",
    "strike_rise", "over_struck", "over_stand", "beside_struck", "beside_stand", "going_on", "going_aside", "rising",
    "slower", "pitch_deg", "pitching", "tip_deg", "strike_knee", "stand_knee", "struck_height", "thing_over",
    "since", "thing_ahead", "thing_aside", "thing_speed", "thing_drift", "thing_mass", "gone_over", "tipping", "yawing",
    "stand_speed", "stand_rise", "beyond", "lost_s", "height", "spin", "lean_deg",
)  # fmt: skip
STRUCK = (
    "spin", "lean_deg", "pitch_deg", "tip_deg", "pitching", "going_on", "going_aside", "rising",
    "over_struck", "over_stand", "beside_struck", "beside_stand",
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
            asks=Roll().able,
            asks_s=0.5,
            scene="trip",
            grounds=("flat",),
        ),
        Practice(
            "catch",
            f"its step taken, {STEP_S:g} s later, and until then: on his feet and in balance",
            stopped,
            STRIKING,
            STEP_S,
            asks=catches,
            agree=1,
            looks_at=STRUCK,
            under_way=True,
            scene="trip",
            grounds=("flat",),
            who="blue",
        ),
        Practice("rise", "on its feet within 5 s, at the first try, and still 1 s later", felled, LYING, 5.0, agree=1),
    )
}
