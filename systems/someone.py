"""One body with all of it that decides what it does, and how it passes from one phase to another."""

from __future__ import annotations

from typing import NamedTuple, get_type_hints

from components.character import Balance, Body, Fall, Motion, Phase, Record, Recovery, Stun
from components.control import Control, Sort
from components.settings import StunSettings
from systems.motion import start_clip
from systems.stage import Stage

IDLE = "stand"


class Someone(NamedTuple):
    body: Body
    settings: StunSettings
    stun: Stun
    recovery: Recovery
    balance: Balance
    motion: Motion
    record: Record
    fall: Fall
    control: Control


PARTS: tuple[type, ...] = tuple(get_type_hints(Someone).values())
"""Whoever has all of these is somebody: what to ask for, in the order of the fields."""


def given(control: Control, controller: str, sort: Sort, tick: int, left: Phase) -> None:
    """From this tick on that controller has the body, which was in the phase `left` before."""
    control.left, control.before, control.controller = left, control.controller, controller
    control.kinematic = sort is Sort.KINEMATIC
    control.since, control.seconds, control.memory = tick, 0.0, None


def enter(who: Someone, phase: Phase) -> None:
    who.recovery.phase = phase
    who.recovery.seconds = who.recovery.resting_s = 0.0


def play(stage: Stage, who: Someone, clip: str) -> None:
    start_clip(stage, who.body, who.motion, stage.clips.clip(clip, who.body.rig))
