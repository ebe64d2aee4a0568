"""How a body stands on its own feet, and the step that it takes to save itself (systems/own_feet.py)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from components.arrays import Vec3

STILL = (0.0, 0.0, 0.0)
NOBODY = -1  # no foot; else 0 is the left one, 1 the right one


class Step(StrEnum):
    SAVE = "save"  # to where the body would fall
    BACK = "back"  # to where the clip has the foot


@dataclass
class Stance:
    acts: bool = False  # does it see to this body at all
    foot: int = NOBODY  # that is in the air for a step
    kind: Step = Step.SAVE
    step_s: float = 0.0  # since it was lifted
    aloft: bool = False  # has it left the ground
    start: Vec3 = STILL  # m, where the ankle was then
    aim: Vec3 = STILL  # m, where the ankle is to come down
    since_s: float = 10.0  # since a foot last came down
    settles: bool = False  # was that its first step, and was it slow enough to be the last one
    calm_s: float = 0.0  # for how long it has stood still
    stands_on: int = NOBODY  # the foot that its weight goes over, so that the other one can be lifted
    shifts_s: float = 0.0  # for how long
    rest: tuple[float, float] | None = None  # m, where xi is to be while the weight goes over
    sinks: float = 0.0  # m by which the leg that stands bends, so that the other one comes to the ground
    leans: tuple[float, float] = (0.0, 0.0)  # -1..1, forward and to the left: how far trunk and arms counter a fall
    ways: tuple[Vec3, Vec3] = (STILL, STILL)  # m from where the clip has each ankle, in the root's frame
    goals: tuple[Vec3, Vec3] = (STILL, STILL)  # and what these go to
    strides_on: int = NOBODY  # the foot that it stood on when the other one began to swing in a walk
    stride: tuple[float, float] = (0.0, 0.0)  # m that this one goes farther than the clip's, and inward of the other
    late_s: float = 0.0  # for how long it should have been down
