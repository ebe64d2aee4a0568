"""One body with all of it that decides what it does, and how it passes from one phase to another."""

from __future__ import annotations

from typing import NamedTuple

from components.character import Balance, Body, Fall, Motion, Phase, Record, Recovery, Stun
from components.control import Control
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


def enter(who: Someone, phase: Phase) -> None:
    who.recovery.phase = phase
    who.recovery.seconds = who.recovery.resting_s = 0.0


def play(stage: Stage, who: Someone, clip: str) -> None:
    start_clip(stage, who.body, who.motion, stage.clips.clip(clip, who.body.rig))
