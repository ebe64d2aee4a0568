"""Strings: who is tied to what, where the strings' ends are in this tick, and their pull on the bodies.

An end follows a path, a hand, or the marker: the place that the clip has for what the string holds. How hard a string
pulls is foreseen with the whole step (systems/kernels/strings.py). An end that a hand leads goes to where it is wanted
at no more than 5 m/s, as a hand that drags does.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import ClassVar

import numpy as np

from components.arrays import Floats, vec3
from components.character import Body
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.strings import Tie, Vec3
from components.table import MAX_STRINGS, Bones, Poise, Strings, Targets
from components.trajectory import Trajectory
from systems.kernels import tick
from systems.stage import Stage, System

FASTEST = 5.0  # m/s of an end that a hand leads
TOGETHER, ABOVE = 0.45, 1.45  # as strings are drawn: how far apart they are above, and m above the middle of their ends


class StringsSystem(System):
    reads: ClassVar = (Body, Targets, Poise)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Strings,)

    def process(self, dt: float) -> None:
        stage, strings = self.stage, self.stage.tables.strings
        if not stage.strings:
            return
        for tied in stage.strings:
            if tied.path is not None:
                strings.led[tied.row] = tied.path.at((stage.ticks + 1 - tied.tick) / TICKS_PER_S)
            elif tied.to is not None:
                strings.led[tied.row] = stepped(vec3(strings.end[tied.row]), tied.to, FASTEST * dt)
        tick.string_ends(stage.tables.handle, dt)


def stepped(here: Vec3, to: Vec3, most: float) -> Vec3:
    """m: a step towards a place, so long at most."""
    far = dist(here, to)
    share = min(1.0, most / far) if far > 0.0 else 1.0
    x, y, z = (a + share * (b - a) for a, b in zip(here, to, strict=True))
    return x, y, z


def haul(stage: Stage) -> None:
    """Each string's force, on the bone at the place that it holds."""
    t = stage.tables
    if not stage.strings:
        return
    bodies = {body.name: body for _, (body,) in System.query(Body)}
    for tied in stage.strings:
        body = bodies[tied.who]
        if t.modes.placed[body.index]:
            t.strings.force[tied.row] = 0.0  # nothing pulls on who is put where the clip has him
        else:
            link = int(t.strings.bone[tied.row]) - body.first - 1
            stage.engine.push(body.engine_id, link, t.strings.force[tied.row], t.strings.place[tied.row])


def tie(stage: Stage, body: Body, bone: str, name: str, hold: Vec3, path: Trajectory | None, most: float) -> Tie:
    """A new string; its pull begins with the next tick."""
    strings = stage.tables.strings
    free = np.flatnonzero(strings.bone < 0)
    if not len(free):
        raise InputError(f"there are {MAX_STRINGS} strings, and no room for more", place="string")
    row = int(free[0])
    tied = Tie(stage.strings_ever, row, body.name, bone, name, hold, stage.ticks, path)
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
    stage.strings = tuple(each for each in stage.strings if each.number != number)
    stage.tables.strings.bone[tied.row] = -1
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


def tops(stage: Stage, ends: Floats) -> Floats:
    """(strings, 3) m, where each is seen to be held, above its end: a body's strings come together towards one hand."""
    out = ends.copy()
    who = np.array([tied.who for tied in stage.strings])
    for name in dict.fromkeys(who.tolist()):
        mine = who == name
        middle = ends[mine].mean(axis=0)
        out[mine] = middle + TOGETHER * (ends[mine] - middle)
        out[mine, 2] = middle[2] + ABOVE
    return out
