"""A script: poses, the tracks in which they come, and a machine of states; and who plays one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.keyframes import KeyFrame
from components.rig import Vec3
from components.trajectory import Row, Trajectory

STATES = "states"  # the name of the machine's track
EVENTS = (
    "bell", "box", "break", "catch", "control", "count", "cut", "explosion", "fall", "falling", "finish", "fold",
    "getup", "getup_failed", "guard", "hit", "hurt", "knockdown", "knockout", "land", "late", "limp", "low_blow",
    "punch", "recover", "result", "rise", "rolling", "ropes", "round", "saturated", "shot", "slip", "spent", "stagger",
    "step", "stuck", "stumble", "stun", "unstable",
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
class JointTrack:
    """A joint that is led along a trajectory, beside or instead of key-frames."""

    bone: int  # of the rig
    start_s: float  # after the script's begin
    rounds: float  # how often it goes along it; infinite: for ever
    path: Trajectory  # rad: rotation vectors in the parent's frame

    @property
    def lasts_s(self) -> float:
        """From the script's begin."""
        return self.start_s + self.rounds * self.path.seconds

    def at(self, t: float) -> Vec3:
        """rad, t s after the script's begin."""
        x, y, z = on_the_way(self.path, t - self.start_s, self.rounds)
        return x, y, z


@dataclass(frozen=True)
class Step:
    """On the way to a pose, from the begin of its round."""

    begin_s: float
    end_s: float
    curve: Row  # of a cubic Hermite: from, slope there, to, slope there
    late: float = 0.0  # how much later its time runs (systems/transition.py)


@dataclass(frozen=True)
class TensionTrack:
    """How tense a joint is meanwhile, times what is set for it (systems/tensing.py), and the poses it comes to."""

    bone: int  # of the rig
    start_s: float
    rounds: float
    path: Trajectory
    steps: tuple[Step, ...]

    def at(self, t: float) -> float:
        return on_the_way(self.path, t - self.start_s, self.rounds)[0]


def on_the_way(path: Trajectory, since: float, rounds: float) -> Row:
    """Its values `since` s after it began, which it does so often."""
    since = max(0.0, since)
    if since >= rounds * path.seconds:
        since = path.seconds
    elif since > path.seconds:
        since %= path.seconds
    return path.at(since)


@dataclass(frozen=True)
class SiteTrack:
    """A place on a bone that a string leads along a path, from where the character stands when the script begins."""

    bone: str
    name: str  # of the site, or the bone
    hold: Vec3  # m, in the bone's frame
    start_s: float
    path: Trajectory  # m: forward, to the left, above the ground
    most: float  # N
    turn: Trajectory | None = None  # rad, rotation vectors of the bone's frame, where it is to be turned, too


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
    joints: tuple[JointTrack, ...] = ()
    sites: tuple[SiteTrack, ...] = ()
    tensions: tuple[TensionTrack, ...] = ()

    @property
    def track_names(self) -> tuple[str, ...]:
        return (*(track.name for track in self.tracks), *([STATES] if self.states else []))

    @property
    def lasts_s(self) -> float:
        """Until the last of its trajectories is over; 0: it has none."""
        ends = [joint.lasts_s for joint in self.joints] + [site.start_s + site.path.seconds for site in self.sites]
        return max(ends, default=0.0)

    @property
    def bones(self) -> frozenset[int]:
        """Of the rig, all that it ever moves."""
        parts = [track.frames for track in self.tracks] + [state.frames for state in self.states.values()]
        keyed = {bone for frames in parts for frame in frames for bone, _ in frame.turns}
        return frozenset(keyed | {joint.bone for joint in self.joints})


@dataclass
class Playing:
    """There while a script runs."""

    script: Script
    since_s: float  # of simulated time, when it began
    state: str = ""
    strings: tuple[int, ...] = ()  # the numbers of those that lead its sites
    seen: int = 0  # how many of the world's events it has looked at
