"""A person who shoots at the goal: where, how fast, and when. One table of keys.

What is aimed at is the session's own; a shot is a deed, so it is recorded and done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import esper
from msgspec import Meta

from components.goal import Goal, Shot
from game.plays.goalie.scenes import goal_of
from game.session.deeds import Deed
from game.session.hands import Ray
from game.session.plays import Playing
from game.world.simulation import Simulation

if TYPE_CHECKING:
    from game.session.session import Session

STEP, FASTER = 0.1, 1.0  # m and m/s of a key
LEAST, MOST = 6.0, 16.0  # m/s
AROUND = 0.4  # m round the face, where a click still is a shot


class Shoot(Deed, frozen=True):
    """The next shot is a person's, and none comes by itself any more."""

    aside: Annotated[float, Meta(ge=-10.0, le=10.0)]
    height: Annotated[float, Meta(ge=-1.0, le=10.0)]
    speed: Annotated[float, Meta(ge=LEAST, le=MOST)]

    def do(self, simulation: Simulation) -> None:
        for _, goal in esper.get_component(Goal):
            goal.asked, goal.person = Shot(self.aside, self.height, self.speed), True


@dataclass(frozen=True)
class GoalKey:
    key: str  # pyglet's name
    shown: str
    about: str
    across: float = 0.0  # m, as the shooter sees it to the right
    up: float = 0.0  # m
    faster: float = 0.0  # m/s


SHOOTS = "K"
GOAL_KEYS = (
    GoalKey("LEFT", "Left", "aim farther to the left", across=-STEP),
    GoalKey("RIGHT", "Right", "aim farther to the right", across=STEP),
    GoalKey("UP", "Up", "aim higher", up=STEP),
    GoalKey("DOWN", "Down", "aim lower", up=-STEP),
    GoalKey("W", "W", "shoot harder", faster=FASTER),
    GoalKey("S", "S", "shoot softer", faster=-FASTER),
    GoalKey(SHOOTS, SHOOTS, "shoot; so does a click on the goal"),
)
KEYS = {each.key: each for each in GOAL_KEYS}


class AtGoal(Playing):
    name, deeds = "goalie", (Shoot,)
    keys_title = "At the goal"
    told = {"save": "{who} saves", "goal": "goal", "wide": "wide"}  # noqa: RUF012  # as its base declares it

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.aim = Shot(0.8, 1.0, 11.0)  # aside: to the goalkeeper's left

    @property
    def on(self) -> bool:
        return goal_of(self.session.scene) is not None

    @property
    def goal(self) -> Goal | None:
        esper.switch_world(self.session.simulation.world)
        return next((goal for _, goal in esper.get_component(Goal)), None)

    def key(self, name: str, down: bool) -> bool:
        key, goal = KEYS.get(name), self.goal if self.on else None
        if key is None or goal is None or self.session.replaying:
            return False
        if down and name == SHOOTS:
            self.shoot()
        elif down:
            aside, height, speed = self.aim
            self.aim_at(goal, aside + key.across, height + key.up, speed + key.faster)
        return True

    def click(self, ray: Ray) -> bool:
        """On the goal's face, or right beside it."""
        goal = self.goal if self.on else None
        if goal is None or self.session.replaying:
            return False
        start, _ = goal.seen(tuple(ray.eye.tolist()))
        end, _ = goal.seen(tuple((ray.eye + ray.way).tolist()))
        if start <= 0.0 or end >= start:
            return False
        place = ray.eye + start / (start - end) * ray.way
        _, aside = goal.seen(tuple(place.tolist()))
        if abs(aside) > goal.width / 2 + AROUND or not 0.0 < place[2] < goal.height + AROUND:
            return False
        self.aim_at(goal, aside, float(place[2]), self.aim.speed)
        self.shoot()
        return True

    def aim_at(self, goal: Goal, aside: float, height: float, speed: float) -> None:
        most = goal.width / 2 + AROUND
        aside, height = max(-most, min(most, aside)), max(STEP, min(goal.height + AROUND, height))
        self.aim = Shot(round(aside, 2), round(height, 2), max(LEAST, min(MOST, speed)))

    def shoot(self) -> None:
        if not self.session.still:
            self.session.history.do(Shoot(*self.aim))

    def state(self) -> tuple[object, ...]:
        goal = self.goal if self.on else None
        return (self.aim, goal and (goal.saves, goal.goals, goal.wide, goal.play))

    @classmethod
    def keys_told(cls) -> Sequence[tuple[str, str]]:
        return [(key.shown, key.about) for key in GOAL_KEYS]


PLAY = AtGoal
