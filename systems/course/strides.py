"""Strides: clips that lead over the ground, one after the other, and where they lead."""

from __future__ import annotations

from components.character import Body, Motion
from systems.changing import change
from systems.motion import facing
from systems.stage import Stage

STEPS = ("stand", "walk", "run", "turn_left_sharp", "turn_right_sharp")



def going(stage: Stage, body: Body, motion: Motion) -> float:
    """rad: which way the body goes, in the course of its clip."""
    clip, frame = motion.clip, int(motion.frame)
    gone = clip.loop_turn * frame / clip.frames if clip.looping else 0.0
    return facing(stage, body, clip, frame) + gone


def play(stage: Stage, body: Body, motion: Motion, name: str) -> None:
    """Go on to that clip as soon as the body is slow enough (systems/changing.py), unless it does so already."""
    if motion.clip.name == name and (motion.looping or not motion.ended):
        motion.after = None  # what it slowed down for is not asked for any more: it speeds up
    elif motion.after is None or motion.after.clip.name != name:
        change(stage, body, motion, stage.clips.clip(name, body.rig), None)


def sharp(turn: float) -> str:
    return "turn_left_sharp" if turn > 0.0 else "turn_right_sharp"
