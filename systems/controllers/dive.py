"""Dive: a goalkeeper who sees a shot come sets off in time, and has its hands where the ball will pass.

It sees where a ball is and how fast it flies, as it is in each tick; that takes it 0.1 s at first. A dive of 1.4 m
takes 0.56 s, a reach straight ahead 0.36 s: it waits until that is left (systems/diving.py), and corrects the place on
the way. A ball that will pass farther away than it can reach it leaves alone. Lost balance is for `fall` afterwards.
"""

from __future__ import annotations

from math import dist

from components.arrays import Vec3, quat, vec3
from components.character import AWAKE
from components.clock import TICKS_PER_S
from components.control import Sort, Status
from components.prop import Prop
from systems.arm import arm_of, place_in
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.diving import AHEAD, Dive, lead_to_dive, plan
from systems.flights import Passing, loose_things, passing
from systems.holding import caught_at, hold
from systems.kernels import quaternions as qt
from systems.motion import begin_blend
from systems.someone import Someone
from systems.stage import Stage

LARGEST, HEAVIEST = 0.3, 1.0  # m across and kg of a ball that it dives for
FARTHEST, HIGHEST = 1.8, 2.3  # m beside it, and above the ground, up to which it dives
SOONEST_S, LATEST_S = 0.25, 1.5  # until the ball passes: later it is too late, sooner it only looks
REACTION_TICKS = 12  # from the tick in which it first sees it come
STAYS_TICKS, HOLDS_TICKS = 36, 150  # after the ball has passed; with the ball in its hands
LIES_S = 1.0  # on the ground, from where it gets up as soon as it can: then it is over
TOUCHED = 0.1  # m from a hand's skin to the ball's, within which the hand was there in time
BACK_S = 0.3  # to its clip


class DiveForBall(Controller):
    name, about, sort = "dive", "dives for a ball that comes, hands first", Sort.DYNAMIC
    reflex = True
    wanted = 3.2  # more than `lie`
    begins = f"a ball will pass it within {SOONEST_S:g} .. {LATEST_S:g} s, no farther than {FARTHEST:g} m beside it"
    ends = f"the ball has passed within {TOUCHED:g} m of a hand; else it failed"
    before = Region(
        Within("upright", 1.0), Within("awake", 1.0), Within("lean_deg", high=40.0), Within("speed", high=1.0)
    )

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or shot(stage, who) is None:
            return 0.0
        return super().bid(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        seen = shot(stage, who)
        if seen is None:  # it was not asked
            return
        number, ball = seen
        side = 1.0 if ball.aside >= 0.0 else -1.0
        stood, heading = stance(stage, who)
        dive = Dive(number, side, stood, heading, ball.place, ball.aside, stage.ticks, 0, 0)
        who.control.memory = timed(stage, who, dive, ball)

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        dive = memory_of(who)
        if dive is None:
            return
        things = loose_things()
        if dive.ball < len(things):
            who.control.memory = self.watch(stage, who, dive, things[dive.ball])

    def watch(self, stage: Stage, who: Someone, dive: Dive, thing: Prop) -> Dive:
        """Where it will pass now, and whether hands hold it."""
        ball = passing(stage, thing, dive.stood, dive.heading, AHEAD)
        dive = dive._replace(gap=min(dive.gap, gap(stage, who, thing)))
        if dive.gap <= TOUCHED:
            held = hold(stage, who.body, thing, dive.held)
            if held and not dive.caught:
                dive = dive._replace(caught=stage.ticks, hands=caught_at(stage, who.body, thing))
            dive = dive._replace(held=held)
        if dive.held or ball is None or ball.ticks < 1.0:
            return dive
        return timed(stage, who, dive, ball)

    def lead(self, stage: Stage, who: Someone) -> None:
        dive = memory_of(who)
        if dive is not None:
            lead_to_dive(stage, who.body, who.fall, dive)

    def status(self, stage: Stage, who: Someone) -> Status:
        dive = memory_of(who)
        if dive is None:
            return Status.FAILED
        over = stage.ticks >= dive.due + (HOLDS_TICKS if dive.held else STAYS_TICKS)
        lies = who.balance.low_s > 0.0
        if who.stun.unconscious_s <= 0.0 and (who.balance.low_s < LIES_S if lies else not over):
            return Status.RUNNING
        return Status.SUCCEEDED if dive.gap <= TOUCHED else Status.FAILED

    def end(self, stage: Stage, who: Someone) -> None:
        begin_blend(stage, who.body, who.motion, from_body=False, blend_s=BACK_S)


def memory_of(who: Someone) -> Dive | None:
    return who.control.memory if isinstance(who.control.memory, Dive) else None


def stance(stage: Stage, who: Someone) -> tuple[Vec3, float]:
    """Where its pelvis is (m), and which way it faces (rad)."""
    bones, first = stage.tables.bones, who.body.first
    return vec3(bones.position[first]), float(qt.heading(quat(bones.orientation[first])))


def shot(stage: Stage, who: Someone) -> tuple[int, Passing] | None:
    """The ball that will be there first, of those that it can reach."""
    found = None
    for number, thing in enumerate(loose_things()):
        if thing.shape != "sphere" or thing.size[0] > LARGEST or not 0.0 < thing.mass <= HEAVIEST:
            continue
        ball = passing(stage, thing, *stance(stage, who), AHEAD)
        if ball is None or not SOONEST_S <= ball.ticks / TICKS_PER_S <= LATEST_S:
            continue
        near = abs(ball.aside) <= FARTHEST and ball.place[2] <= HIGHEST + stage.engine.ground_height(*ball.place[:2])
        if near and (found is None or ball.ticks < found[1].ticks):
            found = number, ball
    return found


def timed(stage: Stage, who: Someone, dive: Dive, ball: Passing) -> Dive:
    """Where and when the ball will pass, as it looks now; once it has set off, the time to set off stays."""
    due = stage.ticks + round(ball.ticks)
    goes = dive.goes
    if not goes or stage.ticks < goes:
        height = ball.place[2] - stage.engine.ground_height(*ball.place[:2])
        takes = plan(stage.clips.dives(who.body.rig), height, dive.side * ball.aside).there_s
        goes = max(dive.seen + REACTION_TICKS, due - round(takes * TICKS_PER_S))
    return dive._replace(place=ball.place, aside=ball.aside, due=due, goes=goes)


def gap(stage: Stage, who: Someone, ball: Prop) -> float:
    """m between the ball's skin and the nearer hand's."""
    place, _ = stage.engine.place_of(ball.engine_id)
    arms = (arm_of(who.body, hand) for hand in ("left", "right"))
    return min(
        dist(place, place_in(stage.tables.bones, arm.hand, arm.middle)) - arm.radius - ball.size[0] / 2 for arm in arms
    )
