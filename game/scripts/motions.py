"""Motions: poses one after another, each with a transition that says how it is come to, and with tension.

[[motion]]
start_s = 0.5
times = 0                     # for ever
steps = [
    { pose = "ArmsDown" },    # where it begins, with all of its bones
    { pose = "ArmsOut", seconds = 0.8, transition = "overshoot", tension = [1.0, 0.3] },
    { pose = "ArmsDown", seconds = 0.6, transition = [0.0, 0.0, 1.0, 2.0], joints = { left_hand = [0.1, 0.1] } },
]

A transition is a cubic Hermite curve of progress p over the share of the time: from, slope there, to, slope there.
`tension` is what all joints of the pose have at its start and at its end, times what is set; `joints` what single ones
have. `late` lets the time of a step run slowly at first (above 0) or at last. The `way` between is `straight` in the
space of the two springs' gains, and warps the motion,

    q = p T1 / ((1 - p) T0 + p T1)        from 1 to 0.25 half of the time brings it a fifth of its way

or `curved`, and keeps it as it is (Neff and Fiume, section 5.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from math import inf
from typing import Annotated

import msgspec
from msgspec import Meta

from components.clock import DT
from components.rig import Rig
from components.script import JointTrack, Pose, Step, TensionTrack
from components.trajectory import Row, Trajectory
from game.base.toml import Places, nearest
from game.scripts.poses import check_time, key_frame
from game.scripts.tracks import check_reach
from systems.kernels.quaternions import slerp, to_rotvec
from systems.transition import progress

Curve = tuple[float, float, float, float]
TRANSITIONS: dict[str, Curve] = {
    "ease": (0.0, 0.0, 1.0, 0.0),
    "linear": (0.0, 1.0, 1.0, 1.0),
    "step": (1.0, 0.0, 1.0, 0.0),
    "recoil": (0.0, -2.0, 1.0, 0.0),
    "overshoot": (0.0, 0.0, 1.0, -2.0),
}
Tense = Annotated[float, Meta(ge=0.0, le=10.0)]
Slope = Annotated[float, Meta(ge=-10.0, le=10.0)]
Tension = tuple[Tense, Tense]


class Way(StrEnum):
    STRAIGHT = "straight"
    CURVED = "curved"


class StepTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pose: str
    seconds: float | None = None
    transition: str | tuple[Slope, Slope, Slope, Slope] = "ease"
    tension: Tension = (1.0, 1.0)
    joints: dict[str, Tension] = {}
    way: Way = Way.STRAIGHT
    late: Annotated[float, Meta(ge=-10.0, le=10.0)] = 0.0


class MotionTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    start_s: Annotated[float, Meta(ge=0.0, le=86400.0)] = 0.0
    times: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    steps: Annotated[list[StepTable], Meta(min_length=2)]


Turn = tuple[float, float, float, float]


def motion_tracks(
    rig: Rig, motion: MotionTable, poses: Mapping[str, Pose], places: Places, where: str
) -> tuple[tuple[JointTrack, ...], tuple[TensionTrack, ...]]:
    """A path and a tension for each bone, tick by tick."""
    begin = turns_of(rig, motion.steps[0], poses, places, f"{where}.steps[1]")
    turns, times, now = {bone: [turn] for bone, turn in begin.items()}, [0.0], dict(begin)
    tense: dict[int, list[Row]] = {bone: [(motion.steps[1].tension[0],)] for bone in begin}
    steps = list[Step]()
    for n, step in enumerate(motion.steps[1:], 2):
        place = f"{where}.steps[{n}]"
        goal, curve = turns_of(rig, step, poses, places, place), curve_of(step, places, place)
        for bone in goal:
            if bone not in begin:
                raise places.error(f"the first pose says nothing of {rig.names[bone]}", f"{place}.pose")
        own = tensions_of(rig, step, goal, places, place)
        count, since = max(1, round(seconds_of(step, places, place) / DT)), times[-1]
        times += [since + DT * k for k in range(1, count + 1)]
        steps.append(Step(since, times[-1], curve, step.late))
        for bone, row in turns.items():
            t0, t1 = own.get(bone, (tense[bone][-1][0],) * 2)
            for k in range(1, count + 1):
                p = progress(steps[-1], k / count)
                q = warped(p, t0, t1) if step.way is Way.STRAIGHT else p
                row.append(slerp(now[bone], goal.get(bone, now[bone]), q))
                tense[bone].append((t0 + (t1 - t0) * min(1.0, max(0.0, p)),))
            now[bone] = goal.get(bone, now[bone])
    rounds = motion.times or inf
    joints = tuple(
        JointTrack(bone, motion.start_s, rounds, path_of(times, [to_rotvec(turn) for turn in row]))
        for bone, row in turns.items()
    )
    for joint in joints:
        with places.at(where):
            check_reach(rig.bones[joint.bone], joint.path)
    tracks = tuple(
        TensionTrack(bone, motion.start_s, rounds, path_of(times, row), tuple(steps)) for bone, row in tense.items()
    )
    return joints, tracks


def path_of(times: list[float], values: list[Row]) -> Trajectory:
    return Trajectory(tuple(times), tuple(values), tuple((0.0,) * len(value) for value in values))


def warped(p: float, before: float, after: float) -> float:
    """Where two springs have a joint whose gains have gone the share p of a straight way between two tensions."""
    within = min(1.0, max(0.0, p))
    firm = (1.0 - within) * before + within * after
    return (within * after / firm if firm > 0.0 else within) + p - within


def curve_of(step: StepTable, places: Places, where: str) -> Curve:
    if not isinstance(step.transition, str):
        return step.transition
    if step.transition not in TRANSITIONS:
        reason = f"there is no transition {step.transition!r}{nearest(step.transition, list(TRANSITIONS))}"
        raise places.error(reason, f"{where}.transition")
    return TRANSITIONS[step.transition]


def seconds_of(step: StepTable, places: Places, where: str) -> float:
    if step.seconds is None:
        raise places.error("needs seconds", where)
    with places.at(f"{where}.seconds"):
        return check_time(step.seconds)


def turns_of(rig: Rig, step: StepTable, poses: Mapping[str, Pose], places: Places, where: str) -> dict[int, Turn]:
    if step.pose not in poses:
        raise places.error(f"there is no pose {step.pose!r}{nearest(step.pose, list(poses))}", f"{where}.pose")
    with places.at(where):
        return dict(key_frame(rig, step.pose, poses[step.pose], 1.0, {}).turns)


def tensions_of(
    rig: Rig, step: StepTable, goal: Mapping[int, Turn], places: Places, where: str
) -> dict[int, tuple[float, float]]:
    out = dict.fromkeys(goal, step.tension)
    for name, own in step.joints.items():
        if name not in rig.names or rig.names.index(name) not in goal:
            near = nearest(name, [rig.names[bone] for bone in goal])
            raise places.error(f"the pose {step.pose} has no bone {name!r}{near}", f"{where}.joints")
        out[rig.names.index(name)] = own
    return out
