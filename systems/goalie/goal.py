"""Goal: lets a shot come when everybody is ready, says what came of it, and puts the ball back.

A goal is a ball that is behind the line as a whole, between the posts and below the bar. A save is a ball that would
have been one, or touched the goalkeeper, and is not. What is asked for and what comes by chance are shot
in the same way.
"""

from __future__ import annotations

from math import cos, dist, sin
from typing import ClassVar

from components.character import AWAKE, Balance, Body, Motion, Recovery
from components.control import Control
from components.goal import Goal, Play, Shot
from components.kick import Kicker, Order
from components.prop import Prop
from components.table import Bones
from systems.diving import Dive
from systems.flights import loose_things
from systems.goalie.homing import Home, is_home, keeper_home, kicker_home, walk_home
from systems.goalie.shooting import by_chance, leaving
from systems.stage import Stage, System

CAUGHT_TICKS = 48  # that a ball is held, and it is a save
LONGEST, STALE = 420, 300  # ticks that a shot is watched, and for which one may lie before the goal
KICK_TICKS = 240  # in which who kicks has to have kicked
FREE = ("play", "track")  # controllers that leave him to it
GONE = 2.0  # m/s of a ball that has left its spot
OFF_SPOT = 0.02  # m of a ball that somebody has moved
OVER_TICKS = 40  # that it is said what came of it
AWAY = 0.3  # m/s out of the goal of a ball that was turned back


class GoalSystem(System):
    reads: ClassVar = ()
    late: ClassVar = (Body, Balance, Recovery, Control, Bones, Prop)
    writes: ClassVar = (Goal, Kicker, Motion)
    only_with: ClassVar = Goal

    def process(self, dt: float) -> None:
        for _, (goal,) in self.query(Goal):
            things = loose_things()
            if goal.ball >= len(things):
                continue
            ball = things[goal.ball]
            x, y, z, _, _, _, _, u, v, w, *_ = self.stage.engine.moving(ball.engine_id)
            keeper = next(
                parts
                for _, parts in self.query(Body, Balance, Recovery, Control, Motion)
                if parts[0].name == goal.keeper
            )
            waited = self.stage.ticks - goal.since
            if goal.play is Play.READY:
                self.make_ready(goal, ball, keeper, waited)
            elif goal.play is Play.KICKING:
                self.watch_kick(goal, (u, v, w), waited)
            elif goal.play is Play.FLYING:
                self.watch(goal, ball, keeper[0], keeper[3], (x, y, z), (u, v, w), waited)
            elif waited >= OVER_TICKS:
                self.put_back(goal, ball)

    def make_ready(
        self, goal: Goal, ball: Prop, keeper: tuple[Body, Balance, Recovery, Control, Motion], waited: int
    ) -> None:
        body, balance, recovery, control, motion = keeper
        if recovery.phase is not AWAKE or not balance.upright or control.controller == "dive":
            goal.since = self.stage.ticks
            return
        homes = [(keeper_home(goal), body, motion), *self.kicker_of(goal)]
        away = [each for each in homes if not is_home(self.stage, *each)]
        for each in away:
            walk_home(self.stage, *each)
        if away:
            goal.since = self.stage.ticks
            return
        if dist(self.stage.engine.place_of(ball.engine_id)[0][:2], goal.spot) > OFF_SPOT:
            self.put_back(goal, ball)
            return
        due = goal.wait and waited >= goal.wait and not goal.person
        if goal.asked is None and not due:
            return
        goal.shot, goal.asked, goal.touched = goal.asked or by_chance(self.stage, goal), None, False
        goal.shots += 1
        if goal.kicker:
            tell_kicker(goal, goal.shot)
            begin(self.stage, goal, Play.KICKING)
        else:
            start = (*goal.spot, self.stage.engine.ground_height(*goal.spot) + ball.size[2] / 2)
            self.stage.engine.shoot(ball.engine_id, start, leaving(self.stage, goal, start, goal.shot))
            self.fly(goal)

    def kicker_of(self, goal: Goal) -> list[tuple[Home, Body, Motion]]:
        """And where he belongs, once he has control of himself."""
        return [
            (kicker_home(goal), body, motion)
            for _, (body, motion, control) in self.query(Body, Motion, Control)
            if body.name == goal.kicker and control.controller in FREE
        ]

    def watch_kick(self, goal: Goal, velocity: tuple[float, float, float], waited: int) -> None:
        if dist(velocity, (0.0, 0.0, 0.0)) > GONE:
            self.fly(goal)
        elif waited > KICK_TICKS:
            goal.shots -= 1
            begin(self.stage, goal, Play.READY)

    def fly(self, goal: Goal) -> None:
        begin(self.stage, goal, Play.FLYING)
        if goal.shot is not None:
            self.stage.tell(
                "shot", goal.kicker or goal.keeper, aside=round(goal.shot.aside, 2), height=round(goal.shot.height, 2)
            )

    def watch(
        self, goal: Goal, ball: Prop, keeper: Body, control: Control, place: tuple[float, float, float],
        velocity: tuple[float, float, float], waited: int,
    ) -> None:  # fmt: skip
        out, aside = goal.seen(place)
        outward = cos(goal.facing) * velocity[0] + sin(goal.facing) * velocity[1]
        touches = self.stage.engine.touches([keeper.engine_id])
        goal.touched = goal.touched or bool((touches[:, 1] == ball.engine_id).any())
        radius = ball.size[2] / 2
        if out < -radius:
            inside = abs(aside) < goal.width / 2 and place[2] < goal.height
            self.say(goal, "goal" if inside else "save" if goal.touched else "wide")
        elif goal.touched and (in_hands(self.stage, control) or outward > AWAY or waited > STALE):
            self.say(goal, "save")
        elif waited > LONGEST or (outward > AWAY and waited > 12):
            self.say(goal, "save" if goal.touched else "wide")

    def say(self, goal: Goal, what: str) -> None:
        goal.saves += what == "save"
        goal.goals += what == "goal"
        goal.wide += what == "wide"
        self.stage.tell(
            what, goal.keeper if what == "save" else goal.kicker or goal.keeper, saves=goal.saves, goals=goal.goals
        )
        begin(self.stage, goal, Play.OVER)

    def put_back(self, goal: Goal, ball: Prop) -> None:
        ground = self.stage.engine.ground_height(*goal.spot)
        self.stage.engine.shoot(ball.engine_id, (*goal.spot, ground + ball.size[2] / 2), (0.0, 0.0, 0.0))
        self.stage.stirred = True
        begin(self.stage, goal, Play.READY)


def in_hands(stage: Stage, control: Control) -> bool:
    """Has the goalkeeper held the ball for a while?"""
    dive = control.memory
    return isinstance(dive, Dive) and dive.held and stage.ticks - dive.caught > CAUGHT_TICKS


def tell_kicker(goal: Goal, shot: Shot) -> None:
    for _, (body, kicker) in System.query(Body, Kicker):
        if body.name == goal.kicker:
            kicker.order = Order(goal.ball, goal.place(0.0, shot.aside, shot.height), shot.speed)


def begin(stage: Stage, goal: Goal, play: Play) -> None:
    goal.play, goal.since = play, stage.ticks
