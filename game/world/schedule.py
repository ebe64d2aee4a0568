"""The tick, top to bottom: the only place where order is said.

Systems further down see what those above them wrote in this tick. What a system wants from the last tick it lists in
`late`; a test walks this list and fails where something is read before it is written.
"""

from __future__ import annotations

from systems.balance import BalanceSystem
from systems.boxing.bout import BoutSystem
from systems.boxing.boxing import BoxingSystem
from systems.boxing.fists import FistsSystem
from systems.boxing.marshal import MarshalSystem
from systems.boxing.minds.supervisor import MindSystem
from systems.brain import BrainSystem
from systems.catching.catch import CatchSystem
from systems.catching.pitch import PitchSystem
from systems.commands import CommandsSystem
from systems.course.course import CourseSystem
from systems.dynamics import DynamicsSystem
from systems.footing import FootingSystem
from systems.guard import GuardSystem
from systems.hits import HitsSystem
from systems.hung import HungSystem
from systems.keyframes import KeyFramesSystem
from systems.modes import ModesSystem
from systems.motion import MotionSystem
from systems.physics import PhysicsSystem
from systems.record import RecordSystem
from systems.referee import RefereeSystem
from systems.ropes import RopesSystem
from systems.servo import ServoSystem
from systems.stage import System
from systems.stun import StunSystem
from systems.tangle import TangleSystem

SCHEDULE: tuple[type[System], ...] = (
    ModesSystem,  # settings that changed -> Modes
    CommandsSystem,  # throw, drag, push
    PitchSystem,  # balls for those who catch
    CourseSystem,  # along an obstacle course -> clips
    BrainSystem,  # who wants what
    MindSystem,  # computer boxers: what they see -> orders
    MarshalSystem,  # the referee's word over wishes
    BoxingSystem,  # orders -> moves
    MotionSystem,  # clip time, blend -> Targets
    TangleSystem,  # an arm that is stuck -> its way out
    FootingSystem,  # legs reach for the ground -> Targets
    FistsSystem,  # punches go where they were aimed -> Targets
    KeyFramesSystem,  # what is due next -> Aims
    CatchSystem,  # a ball on its way -> Aims of an arm
    StunSystem,  # ramps -> authority
    BalanceSystem,  # root mode, broken?, assists -> Drives
    DynamicsSystem,  # mass matrix, composite inertia
    ServoSystem,  # the character's law -> Torques
    RopesSystem,  # elastic ropes, for the next step
    HungSystem,  # things on ropes, for the next step
    PhysicsSystem,  # write torques, step, read -> Bones, Contacts
    GuardSystem,  # blow-ups caught
    HitsSystem,  # contacts -> blows
    RefereeSystem,  # upright, falls
    BoutSystem,  # fists that land, count, rounds
    RecordSystem,  # telemetry
)
