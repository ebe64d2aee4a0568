"""Tying: strings come, are led by a hand, and are cut.

Where a site is to be turned as well as led, three more strings hold places 20 cm from it, along the bone's axes, and
their ends go with the frame that is to be the bone's: 30000 N/m each are 1200 N m/rad each, about two axes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from components.character import Body
from components.errors import InputError
from components.strings import Frame, Tie, Vec3
from components.table import MAX_STRINGS
from components.trajectory import Trajectory
from systems.stage import Stage

ARMS: tuple[Vec3, ...] = ((0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.2))  # m


def tie(
    stage: Stage,
    body: Body,
    bone: str,
    name: str,
    hold: Vec3,
    path: Trajectory | None,
    most: float,
    turn: Trajectory | None = None,
    heading: float = 0.0,
) -> Tie:
    """A new string; its pull begins with the next tick. With a `turn` (rad) it has three beside it."""
    arms = ARMS if turn is not None else ()
    beside = [
        tie_one(stage, body, bone, name, added(hold, arm), path, most, Frame(turn, heading, arm))
        for arm in arms
        if turn is not None
    ]
    return tie_one(stage, body, bone, name, hold, path, most, None, tuple(each.number for each in beside))


def added(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def tie_one(
    stage: Stage,
    body: Body,
    bone: str,
    name: str,
    hold: Vec3,
    path: Trajectory | None,
    most: float,
    frame: Frame | None = None,
    beside: tuple[int, ...] = (),
) -> Tie:
    strings = stage.tables.strings
    free = np.flatnonzero(strings.bone < 0)
    if not len(free):
        raise InputError(f"there are {MAX_STRINGS} strings, and no room for more", place="string")
    row = int(free[0])
    tied = Tie(stage.strings_ever, row, body.name, bone, name, hold, stage.ticks, path, frame, beside)
    stage.strings_ever += 1
    stage.strings = (*stage.strings, tied)
    for column in strings:
        if len(column) == MAX_STRINGS:
            column[row] = 0
    strings.bone[row] = body.first + body.rig.index(bone)
    strings.hold[row] = hold
    strings.marks[row], strings.fresh[row], strings.most[row] = path is None, True, most
    strings.count[0] = max(int(strings.count[0]), row + 1)
    return tied


def cut(stage: Stage, number: int, told: bool = True) -> bool:
    """Is it there to be cut? What it held goes on by itself."""
    tied = find(stage, number)
    if tied is None:
        return False
    gone = [tied, *(each for each in stage.strings if each.number in tied.beside)]
    stage.strings = tuple(each for each in stage.strings if each not in gone)
    stage.tables.strings.bone[[each.row for each in gone]] = -1
    if told:
        stage.tell("cut", tied.who, string=tied.name)
    return True


def lead(stage: Stage, number: int, to: Vec3 | None) -> None:
    """A hand takes the end of a string to a place; with none the end goes back to its path or marker."""
    strings = stage.tables.strings
    for tied in stage.strings:
        if tied.number == number:
            strings.marks[tied.row] = tied.path is None and to is None
            stage.strings = tuple(replace(each, to=to) if each is tied else each for each in stage.strings)


def find(stage: Stage, number: int) -> Tie | None:
    return next((tied for tied in stage.strings if tied.number == number), None)
