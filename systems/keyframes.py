"""Keyframes: hands the next key-frame of each track to the timed servo when the one before it is due.

Times are counted in ticks: key-frames of 0.3, 0.3 and 0.4 s are due after 36, 72 and 120 of them. Joints that are in
none follow the clip. One that is let go is back on the clip in `delta` seconds.

A script is a set of tracks that begin together; when all are over, its joints are let go. Its machine of states is one
more track, filled state by state, from which an event may take it elsewhere. All of this goes on whatever the servo is;
only the timed servos do anything about it. It goes on without a body that is limp or getting up, too, whose joints
belong to the clip: arms that press key-frames through the floor throw it about. Awake again, they have `delta` seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import acos, degrees, floor
from typing import ClassVar

import esper
import numpy as np

from components.character import AWAKE, Body, Recovery
from components.clock import TICKS_PER_S
from components.keyframes import KeyFrame, KeyFrames, Reached, Track
from components.script import STATES, Playing, Script, State
from components.table import Aims, Bones
from systems.laws.timed import TIMED
from systems.stage import Stage, System
from systems.trajectories import tie_sites, untie_sites

GENTLE = 8.0  # rad/s


class KeyFramesSystem(System):
    reads: ClassVar = (Body, Recovery, TIMED.group)
    late: ClassVar = (Bones,)
    writes: ClassVar = (KeyFrames, Playing, Aims)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for entity, _ in self.query(Body):
            esper.add_component(entity, KeyFrames())

    def process(self, dt: float) -> None:
        anybody = bool(esper.get_component(Playing))
        for entity, (body, frames, recovery, settings) in self.query(Body, KeyFrames, Recovery, TIMED.group):
            awake, playing = recovery.phase is AWAKE, esper.try_component(entity, Playing) if anybody else None
            if awake and playing is None and not frames.tracks and not frames.waiting:
                continue
            if not awake:
                wait(self.stage, body, frames, settings.delta)
            elif frames.waiting:
                join_in(self.stage, body, frames, settings.delta)
            over = self.pass_on(body, frames, awake)
            if playing is not None:
                self.play(entity, body, frames, playing, over, awake)
            for track in frames.tracks.values():
                track.left -= 1

    def pass_on(self, body: Body, frames: KeyFrames, awake: bool) -> dict[str, float]:
        """Whatever is due is noted and gives way to the next; the tracks that are over, with what they were off by."""
        over = dict[str, float]()
        for name, track in frames.tracks.items():
            if track.left > 0:
                continue
            if track.coming is not None and track.coming.turns:
                off_deg = error_deg(self.stage, body, track.coming)
                frames.reached += (Reached(self.stage.time, name, track.coming.pose, off_deg),)
            if track.queue:
                go_on(self.stage, body, frames, track, awake)
            else:
                over[name] = track.off_s
        for name in over:
            del frames.tracks[name]
        return over

    def play(
        self, entity: int, body: Body, frames: KeyFrames, playing: Playing, over: Mapping[str, float], awake: bool
    ) -> None:
        states = playing.script.states
        if not states:
            led = self.stage.time - playing.since_s < playing.script.lasts_s
            if not led and not any(name in frames.tracks for name in playing.script.track_names):
                end_script(self.stage, entity)
            return
        state = states[playing.state]
        off_s = over.get(STATES, 0.0)
        goal = self.reaction(body, playing, state)
        if goal:
            off_s = 0.0  # it begins now
        elif STATES in over:
            goal = state.next
        if goal:
            playing.state = goal
            frames.tracks[STATES] = Track(states[goal].frames, off_s=off_s)
            go_on(self.stage, body, frames, frames.tracks[STATES], awake)

    def reaction(self, body: Body, playing: Playing, state: State) -> str:
        """The state that the first event since the last look leads to, of those that this state minds; empty: none."""
        events = self.stage.events[playing.seen :]
        playing.seen = len(self.stage.events)
        return next((state.on[event.kind] for event in events if event.who == body.name and event.kind in state.on), "")


def go_on(stage: Stage, body: Body, frames: KeyFrames, track: Track, awake: bool) -> None:
    """The next key-frame of the queue begins."""
    frame, track.queue = track.queue[0], track.queue[1:]
    if not track.queue and track.rounds > 0:
        track.queue, track.rounds = track.again, track.rounds - 1
    exact_s = track.off_s + frame.seconds
    track.left = max(1, ticks(exact_s))
    track.off_s = exact_s - track.left_s
    track.coming = frame
    if awake:
        begin(stage, body, replace(frame, seconds=track.left_s))
    else:
        for bone, turn in frame.turns:
            stage.tables.aims.joint[body.first + bone] = turn
        frames.waiting |= {bone for bone, _ in frame.turns}


def ticks(seconds: float) -> int:
    """The nearest."""
    return floor(seconds * TICKS_PER_S + 0.5)


def begin(stage: Stage, body: Body, frame: KeyFrame) -> None:
    aims, spins = stage.tables.aims, dict(frame.spins)
    for bone, turn in frame.turns:
        i = body.first + bone
        aims.keyed[i], aims.joint[i], aims.joint_spin[i] = True, turn, spins.get(bone, (0.0, 0.0, 0.0))
        aims.span[i] = aims.left[i] = frame.seconds


def wait(stage: Stage, body: Body, frames: KeyFrames, delta: float) -> None:
    """Whatever has a key-frame goes back to the clip, and keeps it for later."""
    keyed = frozenset(np.flatnonzero(stage.tables.aims.keyed[body.first : body.last]).tolist())
    if keyed:
        let_go(stage, body, delta, keyed)
        frames.waiting |= keyed


def join_in(stage: Stage, body: Body, frames: KeyFrames, delta: float) -> None:
    """Each joint goes to its key-frame as that is by now: on time where there is enough left, else a little later."""
    joint = stage.tables.aims.joint[body.first : body.last].copy()
    begin(stage, body, KeyFrame(delta, tuple((bone, joint[bone]) for bone in sorted(frames.waiting))))
    for track in frames.tracks.values():
        if track.coming is not None and track.left_s >= delta:
            begin(stage, body, replace(track.coming, seconds=track.left_s))
    frames.waiting = frozenset()


def let_go(stage: Stage, body: Body, delta: float, bones: Iterable[int]) -> None:
    """These joints go back to the clip: in `delta`, or longer where that would be faster than 8 rad/s on the mean."""
    aims, here, goal = stage.tables.aims, stage.tables.bones.joint, stage.tables.targets.joint
    for bone in bones:
        i = body.first + bone
        if aims.keyed[i]:
            angle = 2.0 * acos(min(1.0, abs(float(here[i] @ goal[i]))))
            aims.keyed[i] = False
            aims.span[i] = aims.left[i] = max(delta, angle / GENTLE)


def delta_of(entity: int) -> float:
    """s"""
    return float(esper.component_for_entity(entity, TIMED.group).delta)


def error_deg(stage: Stage, body: Body, frame: KeyFrame) -> float:
    """Mean angle between the key-frame's joints and where it wants them."""
    joint = stage.tables.bones.joint
    apart = [abs(sum(a * b for a, b in zip(joint[body.first + i], turn, strict=True))) for i, turn in frame.turns]
    return sum(degrees(2.0 * acos(min(1.0, cosine))) for cosine in apart) / len(apart)


def begin_script(stage: Stage, entity: int, script: Script) -> None:
    """From the next tick on. What another script held and this one never moves is let go."""
    end_script(stage, entity, script.bones)
    tracks = esper.component_for_entity(entity, KeyFrames).tracks
    for track in script.tracks:
        wait = ticks(track.start_s)
        off_s = track.start_s - wait / TICKS_PER_S
        tracks[track.name] = Track(track.frames, wait, None, off_s, track.frames, track.times - 1)
    first = next(iter(script.states), "")
    if first:
        tracks[STATES] = Track(script.states[first].frames)
    strings = tie_sites(stage, entity, script)
    esper.add_component(entity, Playing(script, stage.time, first, strings, len(stage.events)))


def end_script(stage: Stage, entity: int, keep: frozenset[int] = frozenset()) -> None:
    """Its joints are let go, but for those of the rig that another one takes over; nothing where none runs."""
    playing = esper.try_component(entity, Playing)
    if playing is None:
        return
    frames, gone = esper.component_for_entity(entity, KeyFrames), playing.script.bones - keep
    for name in playing.script.track_names:
        frames.tracks.pop(name, None)
    frames.waiting -= gone
    untie_sites(stage, playing)
    let_go(stage, esper.component_for_entity(entity, Body), delta_of(entity), gone)
    esper.remove_component(entity, Playing)
