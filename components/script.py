"""A script: poses, the tracks in which they come, and a machine of states; and who plays one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.keyframes import KeyFrame
from components.rig import Vec3

STATES = "states"  # the name of the machine's track
EVENTS = (
    "bell", "box", "break", "catch", "count", "explosion", "fall", "falling", "finish", "getup", "getup_failed", "hit",
    "knockdown", "knockout", "land", "late", "limp", "low_blow", "punch", "recover", "result", "rise", "ropes", "round",
    "slip", "spent", "stagger", "stuck", "stun", "unstable",
)  # fmt: skip
"""Kinds of events that a state may react to, as the report has them."""

Pose = Mapping[str, Vec3]
"""Degrees: rotation vectors of bones in their parents' frames."""


@dataclass(frozen=True)
class ScriptTrack:
    name: str
    start_s: float  # after the script's begin
    times: float  # infinite: for ever
    frames: tuple[KeyFrame, ...]


@dataclass(frozen=True)
class State:
    name: str
    frames: tuple[KeyFrame, ...]  # its pose, and how long it stays in it
    next: str  # the state after it; empty: it stays
    on: Mapping[str, str]  # kind of an event: the state to go to at once


@dataclass(frozen=True)
class Script:
    """Fitted to one rig."""

    name: str
    title: str
    beat_s: float
    music: str  # a file; empty: none
    poses: Mapping[str, Pose]  # those of the script and of the library
    tracks: tuple[ScriptTrack, ...]
    states: Mapping[str, State]  # the first is where it begins

    @property
    def track_names(self) -> tuple[str, ...]:
        return (*(track.name for track in self.tracks), *([STATES] if self.states else []))

    @property
    def bones(self) -> frozenset[int]:
        """Of the rig, all that it ever moves."""
        parts = [track.frames for track in self.tracks] + [state.frames for state in self.states.values()]
        return frozenset(bone for frames in parts for frame in frames for bone, _ in frame.turns)


@dataclass
class Playing:
    """There while a script runs."""

    script: Script
    since_s: float  # of simulated time, when it began
    state: str = ""
    seen: int = 0  # how many of the world's events it has looked at
