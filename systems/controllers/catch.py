"""Catch: who has tripped steps over what he has tripped on, or sets the foot down and steps over it with the other.

A foot that strikes something on its way forward is answered as people do (Eng, Winter and Patla 1994; Shirota 2014).
Early, until it is 0.2 m before the hips: it is lifted and goes on over the thing, and the clip waits for it. Late: it
is set down at once, the clip hurries, and the other foot goes over the thing in the next step. Then the foot that was
left behind goes over it in the same way: else it strikes the thing a second time, with the weight beyond it already.
As long as the thing is in the way of his feet each goes over it that swings, also one that has been.

A thing of 0.12 m: the foot is raised by 0.12 + 0.06 = 0.18 m, at 2 m/s in 0.09 s. Its knee and hip give for it
(systems/kernels/reach.py); systems/stepping.py adds it to the targets.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE
from components.control import Sort, Status
from components.prop import Prop
from systems.controllers.controller import Controller
from systems.controllers.learned import UNSURE, expects
from systems.controllers.state import Region, Within
from systems.controllers.strike import HIGHEST, Stumble, height_of, struck, swings
from systems.controllers.tripped import forward
from systems.falling import LOST_S
from systems.footing import towards
from systems.someone import Someone
from systems.stage import Stage
from systems.stepping import astray

NAME = "catch"
HELD = 0.1  # m from its place: a foot with which `roll` begins
EARLY = 0.2  # m before the pelvis: a foot that its clip has behind this is early in its swing
ROOM = 0.06  # m above the thing
BEHIND, BEFORE = 0.5, 0.8  # m from the pelvis: where what he has struck is in the way of his feet
LIFTS, LOWERS = 2.0, 1.0  # m/s
DOWN = 0.05  # m by which a foot is set down earlier than its clip does
WAITS, HURRIES = 0.5, 1.4  # times the clip's own pace
SURE = 3.6  # what it bids where it was learned that its step will end well: more than `roll`
LOOKS, LOOKS_S = 3, 0.3  # ticks from one look at what was learned to the next, for so long
STEP_S = 0.5  # that a step takes; what was learned says how that one ends
STEADY_S, LONGEST_S = 0.3, 3.0  # so long in balance with both feet as the clip has them; so long at most


class Catch(Controller):
    name, about, sort = NAME, "steps over what it has tripped on", Sort.DYNAMIC
    reflex = True
    wanted = 1.5
    before = Region(Within("upright", 1.0), Within("awake", 1.0))
    begins = (
        "a foot strikes a thing on its way forward, and as learned its step ends well (data/controllers/catch.toml)"
    )
    guess = Region(Within("lean_deg", 0.0, 25.0))
    after = Region(Within("upright", 1.0), Within("lost_s", high=LOST_S))
    ends = f"in balance for {STEADY_S:g} s; it fails where it loses balance, or after {LONGEST_S:g} s"
    reads: ClassVar[tuple[type, ...]] = (Prop,)

    def bid(self, stage: Stage, who: Someone) -> float:
        """Where its step will end well: as was learned, or where nothing was, as was guessed."""
        if not is_able(stage, who):
            return 0.0
        learned = expects(stage, who, NAME)
        if learned is None:
            return self.wanted if self.guess.holds(stage, who) else 0.0
        return SURE if learned else 0.0

    def worth(self, stage: Stage, who: Someone) -> float:
        memory = who.control.memory
        return SURE if isinstance(memory, Stumble) and memory.sure else self.wanted

    def lacks(self, stage: Stage, who: Someone) -> list[str]:
        fails = self.before.fails(stage, who)
        if fails or struck(stage, who) is None:
            return fails
        return [UNSURE] if expects(stage, who, NAME) is False else []

    def begin(self, stage: Stage, who: Someone) -> None:
        found = struck(stage, who)
        assert found is not None
        foot, thing = found
        early = float(stage.tables.poise.place[who.body.feet[foot], 0]) < EARLY
        height, sure = height_of(thing), expects(stage, who, NAME) is True
        first, raise_to = foot if early else 1 - foot, min(HIGHEST, height + ROOM)
        who.control.memory = Stumble(foot, first, thing, height, raise_to, sure)
        stage.tell("stumble", who.body.name, foot=("left", "right")[foot], answer="lift" if early else "lower")

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        memory = who.control.memory
        assert isinstance(memory, Stumble)
        foot, first = memory.foot if memory.over == 0 else 1 - memory.foot, memory.over == 0
        near = in_reach(stage, who, memory.thing)
        wanted = [0.0, 0.0]
        for side in (0, 1):
            waits = first and side != memory.foot  # its turn is the next one
            if (swings(stage, who, side) and near and not waits) or (first and side == foot == memory.struck):
                wanted[side] = memory.raise_to
        raising = wanted[foot] > 0.0
        lowering = first and not raising
        if lowering:
            wanted[1 - foot] = -DOWN
        sinks = LIFTS if lowering else LOWERS
        left, right = (towards(wanted[side], memory.raised[side], LIFTS * dt, sinks * dt) for side in (0, 1))
        high = (left, right)[foot]
        gone = not swings(stage, who, foot) and (high > 0.5 * memory.raise_to or not near)
        over = memory.over + (memory.over < 2 and gone)
        calm = over == 2 and left == right == 0.0 and who.fall.lost_s == 0.0
        steady_s = memory.steady_s + dt if calm else 0.0
        who.control.memory = memory._replace(raised=(left, right), over=over, steady_s=steady_s)
        who.fall.clears = (left, right)
        who.motion.pace = WAITS if raising and high < memory.raise_to else HURRIES if lowering else 1.0

    def status(self, stage: Stage, who: Someone) -> Status:
        memory = who.control.memory
        assert isinstance(memory, Stumble)
        if memory.sure and asked(stage, who) and expects(stage, who, NAME) is False:
            return Status.FAILED
        down = not who.balance.upright or who.stun.unconscious_s > 0.0
        if down or who.fall.lost_s > LOST_S or who.control.seconds > LONGEST_S:
            return Status.FAILED
        return Status.SUCCEEDED if memory.steady_s > STEADY_S else Status.RUNNING

    def end(self, stage: Stage, who: Someone) -> None:
        who.motion.pace = 1.0


def in_reach(stage: Stage, who: Someone, thing: int) -> bool:
    """Is the thing where a foot that swings may strike it?"""
    (x, y, _), _ = stage.engine.place_of(thing)
    px, py, _ = stage.tables.bones.position[who.body.first].tolist()
    return -BEHIND < forward(stage, who, x - px, y - py) < BEFORE


def is_able(stage: Stage, who: Someone) -> bool:
    """Has a foot struck something, and is he free to do something about it?"""
    free = who.recovery.phase is AWAKE and not who.control.kinematic
    return free and struck(stage, who) is not None and Catch.before.holds(stage, who)


def asked(stage: Stage, who: Someone) -> bool:
    """Is it time to ask again how its step will end?"""
    return who.control.seconds < LOOKS_S and (stage.ticks - who.control.since) % LOOKS == 0


def hopeless(stage: Stage, who: Someone) -> bool:
    """Has he tripped, and was it learned that a step of `catch` will not end well? Who may still come to roll waits."""
    pool, control = who.control.pool, who.control
    if (
        NAME not in pool
        or stage.clips.learned(NAME) is None
        or ("roll" in pool and max(astray(stage, who.body)) < HELD)
    ):
        return False
    catching = control.controller == NAME
    may_ask = asked(stage, who) if catching else is_able(stage, who)
    return may_ask and expects(stage, who, NAME) is False
