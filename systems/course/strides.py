"""Strides: clips that lead over the ground, one after the other, and where they lead."""

from __future__ import annotations

from components.character import Body, Motion
from systems.changing import change
from systems.motion import facing, wrapped
from systems.someone import IDLE
from systems.stage import Stage

STEPS = ("stand", "walk", "run", "turn_left_sharp", "turn_right_sharp")
TURNS_FROM = 0.6  # rad off, from which a clip that turns is taken
STOPS = 0.5  # rad off, from which whole strides of a turn come to a stand; shorter ones as the square of their share
FACED = 0.2  # rad off, that is near enough
LEFT = 0.05  # rad off, at which who is put where the clip has him ends a turn: it is over in that tick


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


def face(stage: Stage, body: Body, motion: Motion, heading: float) -> bool:
    """Turn until it stands still and faces that way: by a clip that turns, and the rest of it on the spot."""
    off, stands = wrapped(heading - going(stage, body, motion)), motion.clip.name == IDLE
    enough = FACED if stands else STOPS
    if motion.clip.name == sharp(off):
        enough = LEFT if stage.tables.modes.placed[body.index] else STOPS * motion.stride**2
    if abs(off) > enough:
        play(stage, body, motion, sharp(off))
    elif not stands:
        play(stage, body, motion, IDLE)
    else:
        motion.heading = heading
    return stands and not motion.changing and abs(off) < FACED


def sharp(turn: float) -> str:
    return "turn_left_sharp" if turn > 0.0 else "turn_right_sharp"
