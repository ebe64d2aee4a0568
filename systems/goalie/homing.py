"""Homing: a goalkeeper who is not where he belongs goes there by small steps (data/moves/goalkeeping.toml).

Steps are 0.25 m to any side, turns 30 degrees; who is within 0.2 m and 17 degrees is there.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin

from components.arrays import quat
from components.character import Body, Motion
from components.goal import Goal
from systems.kernels.quaternions import heading
from systems.motion import start_clip, wrapped
from systems.stage import Stage

OUT = 0.55  # m before the line, where he stands
NEAR, FACING = 0.2, radians(17.0)
READY = "keeper"
BLEND_S = 0.15


def off(stage: Stage, goal: Goal, body: Body) -> tuple[float, float, float]:
    """m forward and to the left that he has to go, and rad to the left that he has to turn."""
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    out, aside = goal.seen((x, y, 0.0))
    faces = wrapped(float(heading(quat(stage.tables.bones.orientation[body.first]))) - goal.facing)
    c, s = cos(faces), sin(faces)
    ahead, left = OUT - out, -aside
    return c * ahead + s * left, c * left - s * ahead, -faces


def is_home(stage: Stage, goal: Goal, body: Body, motion: Motion) -> bool:
    ahead, left, turn = off(stage, goal, body)
    return hypot(ahead, left) < NEAR and abs(turn) < FACING and motion.clip.name == READY and motion.blend >= 1.0


def walk_home(stage: Stage, goal: Goal, body: Body, motion: Motion) -> None:
    """The next step, once the last one is over; then the ready stance."""
    stepping = motion.clip.name.startswith(READY + "_")
    if stepping and not motion.ended:
        return
    name = next_step(*off(stage, goal, body))
    if name != motion.clip.name or stepping:
        start_clip(stage, body, motion, stage.clips.clip(name, body.rig), from_body=True, blend_s=BLEND_S)


def next_step(ahead: float, left: float, turn: float) -> str:
    if abs(turn) >= FACING:
        return "keeper_turn" if turn > 0.0 else "keeper_turn_right"
    if hypot(ahead, left) < NEAR:
        return READY
    if abs(left) >= abs(ahead):
        return "keeper_left" if left > 0.0 else "keeper_right"
    return "keeper_forward" if ahead > 0.0 else "keeper_back"
