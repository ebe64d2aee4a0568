"""A goal in a scene, who keeps it and who kicks.

[goal]                # somebody keeps it
keeper = "keeper"     # needs the controller `dive`
kicker = "kicker"     # needs the controller `kick_ball`; left out: balls fly by themselves
at = [9.0, 0.0]       # m, the middle of its line
facing_deg = 180.0    # out of the goal
width = 3.0           # m, between the posts
height = 2.0          # m, below the bar
spot = [0.0, 0.0]     # m, where the ball lies: what = "football" of [[prop]] there
speed = [8.0, 14.0]   # m/s, of shots by chance
wait_s = 2.0          # between two of them; left out: only a person shoots
"""

from __future__ import annotations

from math import dist, radians
from typing import Annotated

import msgspec
from msgspec import Meta

from components.clock import TICKS_PER_S
from components.goal import Goal
from game.scenes.draft import Draft
from game.scenes.file import Degrees, Place
from game.scenes.plays import ScenePlay
from game.scenes.scene import Scene

NEEDS = {"keeper": "dive", "kicker": "kick_ball"}
Metres = Annotated[float, Meta(ge=0.5, le=10.0)]
Speed = Annotated[float, Meta(ge=4.0, le=30.0)]


class GoalTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    keeper: str
    kicker: str = ""
    at: tuple[Place, Place]
    facing_deg: Degrees = 180.0
    width: Metres = 3.0
    height: Metres = 2.0
    spot: tuple[Place, Place] = (0.0, 0.0)
    speed: tuple[Speed, Speed] = (8.0, 14.0)
    wait_s: Annotated[float, Meta(ge=0.2, le=3600.0)] | None = None


class Tables(msgspec.Struct, kw_only=True):
    goal: GoalTable | None = None


def make(draft: Draft, tables: Tables) -> Goal | None:
    table = tables.goal
    if table is None:
        return None
    for role, controller in NEEDS.items():
        name = getattr(table, role)
        if role == "kicker" and not name:
            continue
        draft.rig_of(name, f"goal.{role}")
        spec = next(spec for spec in draft.characters if spec.name == name)
        if controller not in spec.control.pool:
            raise draft.places.error(f"{name} needs {controller!r} among its controllers", f"goal.{role}")
    if table.speed[0] > table.speed[1]:
        raise draft.places.error("the slower one comes first", "goal.speed")
    balls = [i for i, prop in enumerate(draft.file.prop) if prop.count == 1 and dist(prop.at[:2], table.spot) < 0.01]
    if not balls:
        raise draft.places.error("no [[prop]] lies there to be shot", "goal.spot")
    ball = sum(prop.count for prop in draft.file.prop[: balls[0]])
    wait = round(TICKS_PER_S * (table.wait_s or 0.0))
    return Goal(
        table.keeper, table.kicker, table.at, radians(table.facing_deg), table.width, table.height, table.spot,
        table.speed, wait, ball,
    )  # fmt: skip


PLAY = ScenePlay(key="goal", tables=Tables, make=make)


def goal_of(scene: Scene) -> Goal | None:
    """The goal in it, as it stands at the beginning."""
    return scene.plays.get(PLAY.key)
