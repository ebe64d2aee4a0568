"""Scripts: poses and times in a file (data/scripts/*.toml), checked and fitted to a rig. docs/scripts.md has more.

title = "Semaphore"
beat_s = 0.5                 # s of a beat
music = "tune.wav"           # a file beside the script; without it there is a metronome
[poses.Half]                 # see game/scripts/poses.py
from = "ArmsUp"
left_upper_arm = [0.0, 0.0, 0.0]
[[track]]                    # any number, side by side; no bone in two of them
name = "arms"
start_s = 1.0                # or start_beat; after the script's begin
times = 2                    # 0: for ever
frames = [{ pose = "Half", beats = 1 }, { pose = "ArmsUp", seconds = 0.4, speeds = { left_hand = [0.0, 0.0, 90.0] } }]
[[state]]                    # the first is where it begins
name = "low"
pose = "ArmsDown"
seconds = 0.4                # or beats: in which it is reached
hold_s = 0.3                 # and stays so long
next = "high"                # without it, for ever
on = { hit = "cover" }       # an event about this character sends it elsewhere at once

[[joint]] and [[site]] are trajectories: game/scripts/tracks.py; [[motion]] has transitions and tension:
game/scripts/motions.py

`load_script("semaphore", rig)` is a `Script`. What is wrong is one line: `data/scripts/semaphore.toml: line 9,
track[1].frames[2].pose: there is no pose 'ArmUp', did you mean ArmsUp?`
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from components.keyframes import KeyFrame
from components.rig import Rig
from components.script import EVENTS, STATES, JointTrack, Script, ScriptTrack, State, TensionTrack
from game.base.toml import Places, nearest, read
from game.scripts.info import script_path
from game.scripts.motions import MotionTable, StepTable, motion_tracks
from game.scripts.poses import LONGEST_S, Name, Poses, Rate, check_time, key_frame, library, resolved
from game.scripts.tracks import JointTable, SiteTable, joint_track, site_track

Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f]*\Z", max_length=120)]
FileName = Annotated[str, Meta(pattern=r"^(?!\.)[^/\\\x00-\x1f]*\Z", max_length=80)]


class FrameTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Either `seconds` or `beats`."""

    pose: str
    seconds: float | None = None
    beats: float | None = None
    speeds: dict[str, tuple[Rate, Rate, Rate]] = {}


class TrackTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`start_s` or `start_beat` or neither."""

    name: Name
    start_s: float | None = None
    start_beat: float | None = None
    times: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    frames: Annotated[list[FrameTable], Meta(min_length=1)]


class StateTable(FrameTable, forbid_unknown_fields=True, kw_only=True):
    name: Name
    hold_s: float = 0.0
    next: str = ""
    on: dict[str, str] = {}


class ScriptTable(msgspec.Struct, forbid_unknown_fields=True):
    title: Line
    about: Line = ""
    beat_s: Annotated[float, Meta(ge=0.05, le=60.0)] = 0.5
    music: FileName = ""
    poses: Poses = {}
    track: list[TrackTable] = []
    joint: list[JointTable] = []
    site: list[SiteTable] = []
    motion: list[MotionTable] = []
    state: list[StateTable] = []


KNOWN = {
    "": list(ScriptTable.__struct_fields__),
    "track": [*TrackTable.__struct_fields__, *FrameTable.__struct_fields__],
    "joint": list(JointTable.__struct_fields__),
    "site": list(SiteTable.__struct_fields__),
    "motion": [*MotionTable.__struct_fields__, *StepTable.__struct_fields__],
    "state": list(StateTable.__struct_fields__),
}
"""What may stand in each table, to say what a wrong key may have meant."""


def read_script(path: Path) -> tuple[ScriptTable, Places]:
    """The file's tables, every value checked by itself."""
    raw, places = read(path)
    return places.convert(raw, ScriptTable, known=KNOWN), places


def load_script(name_or_path: str, rig: Rig) -> Script:
    path = script_path(name_or_path)
    return _Builder(path, rig).script(name_or_path)


class _Builder:
    """One script while it is put together: the file's tables, the rig, and where to point."""

    def __init__(self, path: Path, rig: Rig) -> None:
        self.path, self.rig = path, rig
        self.table, self.places = read_script(path)
        known = library()
        self.poses = known | resolved(self.table.poses, known, self.places)

    def script(self, name: str) -> Script:
        table = self.table
        if not (table.track or table.state or table.joint or table.site or table.motion):
            raise self.places.error("needs a [[track]] or a [[state]], a [[joint]], a [[site]] or a [[motion]]", "")
        music = self.path.parent / table.music
        if table.music and not music.is_file():
            raise self.places.error(f"there is no file {table.music!r} beside the script", "music")
        tracks = tuple(self.track(track, f"track[{n}]") for n, track in enumerate(table.track, 1))
        states = self.states()
        self.check_apart(tracks, states)
        every = [track.frames for track in tracks] + [state.frames for state in states.values()]
        taken = {bone for frames in every for frame in frames for bone, _ in frame.turns}
        joints, tensions = list[JointTrack](), list[TensionTrack]()
        for n, joint in enumerate(table.joint, 1):
            led = joint_track(self.rig, joint, self.places, f"joint[{n}]")
            joints += self.alone((led,), taken, f"joint[{n}].bone")
        for n, motion in enumerate(table.motion, 1):
            each, tensed = motion_tracks(self.rig, motion, self.poses, self.places, f"motion[{n}]")
            joints += self.alone(each, taken, f"motion[{n}]")
            tensions += tensed
        sites = tuple(site_track(self.rig, site, self.places, f"site[{n}]") for n, site in enumerate(table.site, 1))
        tune = str(music) if table.music else ""
        return Script(
            name, table.title, table.beat_s, tune, self.poses, tracks, states, tuple(joints), sites, tuple(tensions)
        )

    def track(self, track: TrackTable, where: str) -> ScriptTrack:
        if track.start_s is not None and track.start_beat is not None:
            raise self.places.error("has both start_s and start_beat", where)
        start = track.start_s or (track.start_beat or 0.0) * self.table.beat_s
        if not 0.0 <= start <= LONGEST_S:
            raise self.places.error(f"must start after 0 to {LONGEST_S:g} s, not {start:g}", where)
        frames = tuple(self.frame(frame, f"{where}.frames[{n}]") for n, frame in enumerate(track.frames, 1))
        return ScriptTrack(track.name, start, track.times or inf, frames)

    def frame(self, frame: FrameTable, where: str) -> KeyFrame:
        if frame.pose not in self.poses:
            reason = f"there is no pose {frame.pose!r}{nearest(frame.pose, list(self.poses))}"
            raise self.places.error(reason, f"{where}.pose")
        pose = self.poses[frame.pose]
        if (frame.seconds is None) == (frame.beats is None):
            raise self.places.error("needs seconds or beats, one of them", where)
        seconds = frame.seconds if frame.seconds is not None else (frame.beats or 0.0) * self.table.beat_s
        self.check_time(seconds, f"{where}.{'beats' if frame.seconds is None else 'seconds'}")
        with self.places.at(where):
            return key_frame(self.rig, frame.pose, pose, seconds, frame.speeds)

    def check_time(self, seconds: float, where: str) -> None:
        with self.places.at(where):
            check_time(seconds)

    def states(self) -> dict[str, State]:
        names = [state.name for state in self.table.state]
        states: dict[str, State] = {}
        for n, state in enumerate(self.table.state, 1):
            where = f"state[{n}]"
            if state.name in states:
                raise self.places.error(f"there is another state {state.name!r}", f"{where}.name")
            for key, goal in (("next", state.next), *((f"on.{kind}", goal) for kind, goal in state.on.items())):
                if goal not in names and (goal or key != "next"):
                    raise self.places.error(f"there is no state {goal!r}{nearest(goal, names)}", f"{where}.{key}")
            for kind in state.on:
                if kind not in EVENTS:
                    reason = f"there is no event {kind!r}{nearest(kind, list(EVENTS))}"
                    raise self.places.error(reason, f"{where}.on")
            frames: tuple[KeyFrame, ...] = (self.frame(state, where),)
            if state.hold_s != 0.0:
                self.check_time(state.hold_s, f"{where}.hold_s")
                frames += (KeyFrame(state.hold_s, (), (), state.pose),)
            states[state.name] = State(state.name, frames, state.next, dict(state.on))
        return states

    def check_apart(self, tracks: tuple[ScriptTrack, ...], states: Mapping[str, State]) -> None:
        """No two tracks of one name, and no bone in two of them."""
        owner: dict[int, str] = {}
        names = set[str]()
        parts = [(track.name, track.frames, f"track[{n}]") for n, track in enumerate(tracks, 1)]
        parts += [(STATES, tuple(frame for state in states.values() for frame in state.frames), "state[1]")]
        for name, frames, where in parts:
            if name in names or (name == STATES and where != "state[1]"):
                reason = "is the name of the states' track" if name == STATES else "is the name of two tracks"
                raise self.places.error(f"{name!r} {reason}", f"{where}.name")
            names.add(name)
            for bone in sorted({bone for frame in frames for bone, _ in frame.turns}):
                if owner.setdefault(bone, name) != name:
                    reason = f"{self.rig.names[bone]} is in two tracks, {owner[bone]!r} and {name!r}"
                    raise self.places.error(reason, where)

    def alone(self, joints: tuple[JointTrack, ...], taken: set[int], where: str) -> tuple[JointTrack, ...]:
        """The same, if none of them has another trajectory, or key-frames: all those are `taken`, and so are these."""
        for joint in joints:
            if joint.bone in taken:
                raise self.places.error(f"{self.rig.names[joint.bone]} is in another track", where)
            taken.add(joint.bone)
        return joints
