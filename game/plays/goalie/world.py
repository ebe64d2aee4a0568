"""A goal in a world: its system, and the count of its shots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import esper

from components.character import Body
from components.goal import Goal
from components.kick import Kicker
from game.plays.goalie.scenes import goal_of
from game.scenes.scene import Scene
from game.world.plays import Place, WorldPlay
from systems.goalie.goal import GoalSystem
from systems.supervisor import SupervisorSystem


def build(scene: Scene) -> None:
    goal = goal_of(scene)
    if goal is not None:
        esper.create_entity(replace(goal))
        for entity, body in esper.get_component(Body):
            if body.name == goal.kicker:
                esper.add_component(entity, Kicker())


def report(_: Mapping[str, Any]) -> dict[str, int] | None:
    goal = next((goal for _, goal in esper.get_component(Goal)), None)
    if goal is None:
        return None
    return {count: getattr(goal, count) for count in ("shots", "saves", "goals", "wide")}


PLAY = WorldPlay(
    build=build,
    row="goal",
    report=report,
    places=(Place(GoalSystem, before=SupervisorSystem),),  # shots, and what came of them
    kept=(Goal,),
)
