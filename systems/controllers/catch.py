"""Catch: who has tripped steps over what he has tripped on, or sets the foot down and steps over it with the other.

A foot that strikes something on its way forward is answered as people do (Eng, Winter and Patla 1994; Shirota 2014).
Early, until it is 0.2 m before the hips: it is lifted and goes on over the thing, and the clip waits for it. Late: it
is set down at once, the clip hurries, and the other foot goes over the thing in the next step. Then the foot that was
left behind goes over it in the same way: else it strikes the thing a second time, with the weight beyond it already.

A thing of 0.12 m: the foot is raised by 0.12 + 0.06 = 0.18 m, at 2 m/s in 0.09 s. Its knee and hip give for it
(systems/kernels/reach.py); systems/stepping.py adds it to the targets.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import esper

from components.character import AWAKE
from components.control import Sort, Status
from components.prop import Prop
from systems.controllers.controller import Controller
from systems.controllers.learned import expects
from systems.controllers.state import Region, Within
from systems.falling import LOST_S
from systems.footing import towards
from systems.someone import Someone
from systems.stage import Stage

EARLY = 0.2  # m before the pelvis: a foot that its clip has behind this is early in its swing
ROOM, HIGHEST = 0.06, 0.3  # m above the thing; no foot is raised higher
LIFTS, LOWERS = 2.0, 1.0  # m/s
DOWN = 0.05  # m by which a foot is set down earlier than its clip does
WAITS, HURRIES = 0.5, 1.4  # times the clip's own pace
STEADY_S, LONGEST_S = 0.3, 3.0  # so long in balance with both feet as the clip has them; so long at most


class Stumble(NamedTuple):
    """What `catch` remembers."""

    foot: int  # that goes over the thing first: 0 left, 1 right
    early: bool  # is it the one that has struck it
    raise_to: float  # m
    raised: tuple[float, float] = (0.0, 0.0)  # m by which each foot is raised now; below 0: set down early
    over: int = 0  # feet that have gone over
    steady_s: float = 0.0


class Catch(Controller):
    name, about, sort = "catch", "steps over what it has tripped on", Sort.DYNAMIC
    reflex = True
    wanted = 1.5
    before = Region(Within("upright", 1.0), Within("awake", 1.0), Within("lean_deg", 0.0, 25.0))
    begins = "a foot strikes a thing on its way forward"
    after = Region(Within("upright", 1.0), Within("lost_s", high=LOST_S))
    ends = f"in balance for {STEADY_S:g} s; it fails where it loses balance, or after {LONGEST_S:g} s"
    reads: ClassVar[tuple[type, ...]] = (Prop,)

    def bid(self, stage: Stage, who: Someone) -> float:
        """Nothing that was learned says that he will fall all the same."""
        able = self.able(stage, who) and expects(stage, who, self.name) is not False
        return self.wanted if able else 0.0

    def able(self, stage: Stage, who: Someone) -> bool:
        """Has a foot struck something, and is he free to do something about it?"""
        free = who.recovery.phase is AWAKE and not who.control.kinematic
        return free and struck(stage, who) is not None and self.before.holds(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        found = struck(stage, who)
        assert found is not None
        foot, thing = found
        early = float(stage.tables.poise.place[who.body.feet[foot], 0]) < EARLY
        over = min(HIGHEST, height_of(stage, thing) + ROOM)
        who.control.memory = Stumble(foot if early else 1 - foot, early, over)
        stage.tell("stumble", who.body.name, foot=("left", "right")[foot], answer="lift" if early else "lower")

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        memory = who.control.memory
        assert isinstance(memory, Stumble)
        foot = memory.foot if memory.over == 0 else 1 - memory.foot
        forward, first = swings(stage, who, foot), memory.over == 0
        raising = memory.over < 2 and (forward or (first and memory.early))
        lowering = first and not raising
        wanted = [0.0, 0.0]
        if raising:
            wanted[foot] = memory.raise_to
        elif lowering:
            wanted[1 - foot] = -DOWN
        sinks = LIFTS if lowering else LOWERS
        left, right = (towards(wanted[side], memory.raised[side], LIFTS * dt, sinks * dt) for side in (0, 1))
        high = (left, right)[foot]
        over = memory.over + (memory.over < 2 and high > 0.5 * memory.raise_to and not forward)
        calm = over == 2 and left == right == 0.0 and who.fall.lost_s == 0.0
        steady_s = memory.steady_s + dt if calm else 0.0
        who.control.memory = memory._replace(raised=(left, right), over=over, steady_s=steady_s)
        who.fall.clears = (left, right)
        who.motion.pace = WAITS if raising and high < memory.raise_to else HURRIES if lowering else 1.0

    def status(self, stage: Stage, who: Someone) -> Status:
        memory = who.control.memory
        assert isinstance(memory, Stumble)
        if who.fall.lost_s > LOST_S or who.control.seconds > LONGEST_S or not who.balance.upright:
            return Status.FAILED
        return Status.SUCCEEDED if memory.steady_s > STEADY_S else Status.RUNNING

    def end(self, stage: Stage, who: Someone) -> None:
        who.motion.pace = 1.0


def swings(stage: Stage, who: Someone, foot: int) -> bool:
    """Does its clip have this foot go forward, seen from the pelvis?"""
    return float(stage.tables.poise.speed[who.body.feet[foot], 0]) > 0.0


def struck(stage: Stage, who: Someone) -> tuple[int, int] | None:
    """The foot (0 left, 1 right) that touches a thing while its clip has it go forward, and the thing's id."""
    body, contacts, parent = who.body, stage.tables.contacts, stage.tables.skeletons.parent
    rows = int(contacts.count[0])
    for bone, other in zip(contacts.bone[:rows].tolist(), contacts.other[:rows].tolist(), strict=True):
        if not body.first <= bone < body.last or other == body.engine_id or other in stage.engine.ground:
            continue
        for foot, row in enumerate(body.feet):
            if (bone == row or parent[bone] == row or bone == parent[row]) and swings(stage, who, foot):
                return foot, other
    return None


def height_of(stage: Stage, thing: int) -> float:
    """m, of a thing as it lies; of anybody's leg, as much as can be stepped over."""
    return next((prop.size[2] for _, prop in esper.get_component(Prop) if prop.engine_id == thing), HIGHEST)
