"""Homing: who is not where he belongs goes there by small steps (data/moves/goalkeeping.toml).

The goalkeeper belongs before the middle of the line, the kicker where his kick begins. Steps are 0.25 m to any side,
turns 30 degrees; who is within 0.2 m and 17 degrees is there.
"""

from __future__ import annotations

from math import atan2, hypot, radians
from typing import NamedTuple

from components.arrays import quat
from components.character import Body, Motion
from components.goal import Goal
from systems.kernels.quaternions import heading
from systems.motion import start_clip, turned, wrapped
from systems.someone import IDLE
from systems.stage import Stage

BEHIND = (-0.59, 0.13)  # m from the ball: where the first frame of his kick has him (systems/kicking.py)
OUT = 0.8  # m before the line, where he stands
NEAR, FACING = 0.2, radians(17.0)
READY = "keeper"
BLEND_S = 0.15


class Home(NamedTuple):
    """Where somebody belongs, m, which way he faces there, rad, and in which clip."""

    x: float
    y: float
    heading: float
    clip: str


def keeper_home(goal: Goal) -> Home:
    x, y, _ = goal.place(OUT, 0.0, 0.0)
    return Home(x, y, goal.facing, READY)


def kicker_home(goal: Goal) -> Home:
    """A step behind the ball, on the line from the goal through it."""
    x, y = goal.spot
    way = atan2(goal.middle[1] - y, goal.middle[0] - x)
    ahead, left = turned(*BEHIND, way)
    return Home(x + ahead, y + left, way, IDLE)


def off(stage: Stage, home: Home, body: Body) -> tuple[float, float, float]:
    """m forward and to the left that he has to go, and rad to the left that he has to turn."""
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    faces = float(heading(quat(stage.tables.bones.orientation[body.first])))
    ahead, left = turned(home.x - x, home.y - y, -faces)
    return ahead, left, wrapped(home.heading - faces)


def is_home(stage: Stage, home: Home, body: Body, motion: Motion) -> bool:
    ahead, left, turn = off(stage, home, body)
    near = hypot(ahead, left) < NEAR and abs(turn) < FACING
    return near and motion.clip.name == home.clip and motion.blend >= 1.0


def walk_home(stage: Stage, home: Home, body: Body, motion: Motion) -> None:
    """The next step, once the last one is over; then the ready stance."""
    stepping = motion.clip.name.startswith(READY + "_")
    if stepping and not motion.ended:
        return
    name = next_step(home, *off(stage, home, body))
    if name != motion.clip.name or stepping:
        start_clip(stage, body, motion, stage.clips.clip(name, body.rig), from_body=True, blend_s=BLEND_S)


def next_step(home: Home, ahead: float, left: float, turn: float) -> str:
    if abs(turn) >= FACING:
        return "keeper_turn" if turn > 0.0 else "keeper_turn_right"
    if hypot(ahead, left) < NEAR:
        return home.clip
    if abs(left) >= abs(ahead):
        return "keeper_left" if left > 0.0 else "keeper_right"
    return "keeper_forward" if ahead > 0.0 else "keeper_back"
