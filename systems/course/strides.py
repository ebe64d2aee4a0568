"""Strides: clips that lead over the ground, one after the other at the frames that are nearest, and where they lead."""

from __future__ import annotations

from components.character import Body, Motion
from systems.motion import facing, start_clip
from systems.stage import Stage

GETS_UP_S = 0.3  # blend out of what the graph does not know


def going(stage: Stage, body: Body, motion: Motion) -> float:
    """rad: which way the body goes, in the course of its clip."""
    clip, frame = motion.clip, int(motion.frame)
    gone = clip.loop_turn * frame / clip.frames if clip.looping else 0.0
    return facing(stage, body, clip, frame) + gone


def play(stage: Stage, body: Body, motion: Motion, name: str) -> None:
    """Go on to that clip at the frame that is nearest, unless it is that already."""
    if motion.clip.name == name and (motion.looping or not motion.ended):
        return
    steps = stage.clips.steps(body.rig)
    frame, blend_s = 0.0, GETS_UP_S
    if motion.clip.name in steps.names:
        frame, blend_s = steps.entry(motion.clip.name, motion.frame, name)
    start_clip(stage, body, motion, stage.clips.clip(name, body.rig), blend_s=blend_s, frame=frame)


def sharp(turn: float) -> str:
    return "turn_left_sharp" if turn > 0.0 else "turn_right_sharp"
