"""The tick, top to bottom: the only place where order is said.

Systems further down see what those above them wrote in this tick. What a system wants from the last tick it lists in
`late`; a test walks this list and fails where something is read before it is written.

Modes of play put systems of their own between those of the core (game/plays/NAME/world.py). `glassjaw bench` and the
diagram in docs/architecture.md have all of them in their order.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.world.plays import WorldPlay, world_plays
from systems.acting import ActingSystem
from systems.balance import BalanceSystem
from systems.before import BeforeSystem
from systems.changing import ChangingSystem
from systems.collisions import CollisionsSystem
from systems.commands import CommandsSystem
from systems.dynamics import DynamicsSystem
from systems.falling import FallingSystem
from systems.footing import FootingSystem
from systems.gliding import GlidingSystem
from systems.guard import GuardSystem
from systems.hits import HitsSystem
from systems.hung import HungSystem
from systems.impacts import ImpactsSystem
from systems.keyframes import KeyFramesSystem
from systems.leading import LeadingSystem
from systems.modes import ModesSystem
from systems.motion import MotionSystem
from systems.own_feet import OwnFeetSystem
from systems.paths.paths import PathsSystem
from systems.physics import PhysicsSystem
from systems.record import RecordSystem
from systems.referee import RefereeSystem
from systems.reflexes import ReflexesSystem
from systems.ropes import RopesSystem
from systems.servo import ServoSystem
from systems.stage import System
from systems.stepping import SteppingSystem
from systems.strings import StringsSystem
from systems.stun import StunSystem
from systems.supervisor import SupervisorSystem
from systems.tangle import TangleSystem
from systems.tensing import TensingSystem
from systems.trajectories import TrajectoriesSystem

CORE: tuple[type[System], ...] = (
    ModesSystem,  # settings that changed -> Modes, Muscles
    CommandsSystem,  # throw, drag, push
    SupervisorSystem,  # which controller has each character
    PathsSystem,  # along a spline, from step to step -> Motion
    ChangingSystem,  # from one clip to another -> Motion
    MotionSystem,  # clip time, blend -> Targets
    GlidingSystem,  # who has come in to a clip goes on as he went -> Targets
    TrajectoriesSystem,  # joints that a script leads -> Targets
    ReflexesSystem,  # who guards its head, or holds what hurts -> Targets
    TangleSystem,  # an arm that is stuck -> its way out
    FootingSystem,  # legs reach for the ground -> Targets
    SteppingSystem,  # at the end of a getup feet go to their places -> Feet, Targets
    FallingSystem,  # who falls, or is in the air -> a pose that protects
    LeadingSystem,  # whoever has control, of its own -> Targets
    OwnFeetSystem,  # how feet press the ground, and steps that save -> Stances, Targets
    KeyFramesSystem,  # what is due next -> Aims
    StunSystem,  # ramps -> authority
    TensingSystem,  # how tense scripts and fights make joints, and who may fold
    BeforeSystem,  # how everything moves before anything meets
    CollisionsSystem,  # two-stage: new velocities where two meet -> Bones, Jolts
    BalanceSystem,  # root mode, broken?, assists -> Drives
    StringsSystem,  # where the ends of strings are
    DynamicsSystem,  # mass matrix, composite inertia
    ActingSystem,  # who is down or out, else what is set -> Muscles: the law that acts in each bone
    ServoSystem,  # the laws -> Torques
    RopesSystem,  # elastic ropes, for the next step
    HungSystem,  # things on ropes, for the next step
    PhysicsSystem,  # write torques, step, read -> Bones, Contacts
    GuardSystem,  # blow-ups caught
    ImpactsSystem,  # touches -> who is struck by what, how hard and fast, where
    HitsSystem,  # impacts -> what each body feels
    RefereeSystem,  # upright, falls
    RecordSystem,  # telemetry
)


def merged(plays: Iterable[WorldPlay]) -> tuple[type[System], ...]:
    """The core's systems and those of modes of play.

    Two modes that want the same place have it in the order in which they are given (that of the alphabet, from
    `world_plays`), so a third one changes nothing in the order of others.
    """
    places = [place for play in plays for place in play.places]
    for place in places:
        if (place.before or place.after) not in CORE:
            names = ", ".join(system.__name__ for system in place.systems)
            raise ValueError(f"{names}: a mode of play has its place before or after one of {__name__}.CORE")
    order = list[type[System]]()
    for system in CORE:
        order += [own for place in places if place.before is system for own in place.systems]
        order.append(system)
        order += [own for place in places if place.after is system for own in place.systems]
    return tuple(order)


def schedule() -> tuple[type[System], ...]:
    """The whole tick, with the modes of play that there are."""
    return merged(world_plays())
