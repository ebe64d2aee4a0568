"""Diving: how a goalkeeper's muscles bring its hands to where a ball will pass.

It crouches, pushes off with the leg that is farther from the ball, and stretches. Angles and times of that are learned
for sixteen places and mixed for those between (data/poses/dives.toml). From 0.12 s on both arms reach for the ball.
Nothing but its joints' muscles moves it: its root spring lets go when the dive begins. Legs push it to 1.4 m/s
sideways, and what it falls meanwhile does the rest: hands are 1.4 m beside its middle after 0.56 s.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from components.arrays import Floats, Floats1, Vec3
from components.character import Body, Fall
from components.clock import DT
from components.dives import Dives, Plan
from components.rig import Rig
from systems.arm import arm_of
from systems.falling import LEAD_S, mixture, way_down
from systems.holding import embrace, send
from systems.kernels import tick
from systems.stage import Stage

AHEAD = 0.28  # m before the pelvis, where the ball is met
REACH_S = 0.12  # from its beginning, when the arms leave for the ball
COMES_S, SUDDEN = 0.04, 0.2  # in which the clip is left, and the share of that at once
PUSH_S, STRETCH_S = 0.02, 0.05  # from the crouch to the push, from there to the flight
APART = 0.06  # m of each hand from the ball's middle: one below, one above
LANDS_S = 0.06  # after the ball has passed: then limbs go to the pose of a fall
STANDS = 0.65  # m aside, up to where it need not fall: it goes back to its stance, and its root spring holds it again
MIRRORED = (-1.0, 1.0, -1.0)  # a rotation vector in the x-z plane's mirror


class Dive(NamedTuple):
    """What somebody remembers who dives."""

    ball: int  # of all loose things
    side: float  # 1 to the left, -1 to the right
    stood: Vec3  # m, where its pelvis was
    heading: float  # rad, which way it faced
    place: Vec3  # m, where the ball will pass
    aside: float  # m to its side, of that place
    seen: int  # tick in which it saw the ball come
    goes: int  # tick in which it sets off
    due: int  # tick in which the ball passes
    gap: float = 9.0  # m, the least there was between a hand's skin and the ball's
    held: bool = False  # have its hands closed round the ball
    caught: int = 0  # the tick in which they did
    hands: Vec3 = (0.0, 0.0, 0.0)  # m, where it was then, seen from the chest


def plan(dives: Dives, height: float, aside: float) -> Plan:
    """Mixed of the four learned dives round that place, of those at the edge beyond it."""
    i, u = between(dives.heights, height)
    j, v = between(dives.asides, aside)
    shares = ((i, j, (1 - u) * (1 - v)), (i, j + 1, (1 - u) * v), (i + 1, j, u * (1 - v)), (i + 1, j + 1, u * v))
    turns: Floats = sum((share * dives.turns[a, b] for a, b, share in shares), np.zeros(1))
    seconds: Floats = sum((share * dives.seconds[a, b] for a, b, share in shares), np.zeros(1))
    return Plan(turns, *seconds.tolist())


def between(steps: Floats1, value: float) -> tuple[int, float]:
    """After which of these numbers it comes, and which share of the way to the next."""
    i = max(0, min(len(steps) - 2, int(np.searchsorted(steps, value, side="right")) - 1))
    low, high = float(steps[i]), float(steps[i + 1])
    return i, max(0.0, min(1.0, (value - low) / (high - low)))


def lead_to_dive(stage: Stage, body: Body, fall: Fall, dive: Dive) -> None:
    """The targets of this tick, behind its clip."""
    t, seconds = stage.tables, (stage.ticks - dive.goes) * DT
    if seconds < 0.0:
        return
    landing = max(0.0, min(1.0, ((stage.ticks - dive.due) * DT - LANDS_S) / LEAD_S))
    stands = dive.side * dive.aside < STANDS
    if not (stands and landing > 0.0):
        let_go(stage, body, fall)
    height = dive.place[2] - stage.engine.ground_height(dive.place[0], dive.place[1])
    planned = plan(stage.clips.dives(body.rig), height, dive.side * dive.aside)
    turns = (planned.turns if dive.side > 0.0 else mirrored(body.rig, planned.turns))[[0, 1, 2, 2, 2]]
    crouch, push, air = shares(planned, seconds)
    share = min(1.0, SUDDEN + seconds / COMES_S) * (1.0 - landing if stands else 1.0)
    tick.lead(t.handle, turns, (crouch, push, air, 0.0, 0.0), share, body.first, body.last)
    if landing > 0.0 and not stands:
        x, y = way_down(stage, body)
        tick.lead(t.handle, stage.clips.falls(body.rig), mixture(x, y), landing, body.first, body.last)
    if dive.held:
        embrace(stage, body, dive.caught, dive.hands)
    elif seconds >= REACH_S and landing < 1.0:
        reach(stage, body, dive, 1.0 - landing)
    tick.hang_together(t.handle, body.first, body.last)


def let_go(stage: Stage, body: Body, fall: Fall) -> None:
    """Nothing holds it from outside: its root is to be where it is."""
    t = stage.tables
    fall.grip = fall.share = fall.air_s = 0.0
    t.modes.grip[body.index] = 0.0
    t.targets.root_orientation[body.index] = t.bones.orientation[body.first]


def shares(planned: Plan, seconds: float) -> tuple[float, float, float]:
    """Of crouch, push and flight, `seconds` after it has set off."""
    push = max(0.0, min(1.0, (seconds - planned.crouched_s) / PUSH_S))
    air = max(0.0, min(1.0, (seconds - planned.pushed_s) / STRETCH_S))
    return (1.0 - push) * (1.0 - air), push * (1.0 - air), air


def mirrored(rig: Rig, turns: Floats) -> Floats:
    out: Floats = turns[:, list(rig.mirror)] * MIRRORED
    return np.ascontiguousarray(out)


def reach(stage: Stage, body: Body, dive: Dive, share: float) -> None:
    """Both arms to where the ball will pass, the hand of that side below it."""
    x, y, z = dive.place
    for hand, side in (("left", 1.0), ("right", -1.0)):
        below = side * dive.side > 0.0
        send(stage, arm_of(body, hand), (x, y, z - APART if below else z + APART), share)
